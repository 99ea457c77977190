//! Memory: in the steady state an evaluation allocates none, and memory for a goal is bounded.

use sbst_algorithms::search;
use sbst_model::messages::Budget;
use sbst_model::shape::{
    Alphabet, Bounds, Distinct, Float, Integer, Product, Sequence, ShapeRef, Sum, Text, Width,
};
use sbst_model::{Distance, Shape, TestCase};
use sbst_search::{Algorithm, Execution, Inputs, Options, Problem, Silent};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
    static BYTES: Cell<i64> = const { Cell::new(0) };
    static MOST_BYTES: Cell<i64> = const { Cell::new(0) };
}

fn count_bytes(bytes: i64) {
    let _ = BYTES.try_with(|there| {
        there.set(there.get() + bytes);
        let _ = MOST_BYTES.try_with(|most| most.set(most.get().max(there.get())));
    });
}

fn count() {
    // Allocations of an ending thread do not matter.
    let _ = ALLOCATIONS.try_with(|allocations| allocations.set(allocations.get() + 1));
}

// SAFETY: every call is forwarded to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        count_bytes(layout.size() as i64);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count_bytes(-(layout.size() as i64));
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        count_bytes(size as i64 - layout.size() as i64);
        // SAFETY: the caller keeps the contract of `realloc`.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

static I32: Shape = Shape::Integer(Integer::all("i32", 32, true));
static TEXT: Shape =
    Shape::Text(Text { template: "{0}", empty: None, shortest: 0, longest: 32, alphabet: Alphabet::ALL });

/// Bounds for all kinds.
static CODE: Shape = Shape::Text(Text {
    template: "{0}",
    empty: None,
    shortest: 3,
    longest: 8,
    alphabet: Alphabet::from_ranges(&[('a', 'f')]),
});
static PRICE: Shape =
    Shape::Float(Float::all(Width::Double).within(&Bounds { step: Some(0.01), ..Bounds::NONE }));
const SET_OF_CODES: Sequence = Sequence {
    element: || &CODE,
    template: "",
    empty: None,
    shortest: 2,
    longest: 12,
    distinct: Distinct::Elements,
};
static CODES: Shape = Shape::Sequence(SET_OF_CODES);
/// Full most of the time, so that values are enumerated.
static SMALL: Shape = Shape::Sequence(Sequence { element: || &DIGIT, shortest: 8, ..SET_OF_CODES });
static DIGIT: Shape = Shape::Integer(Integer { highest: 9, ..Integer::all("u8", 8, false) });
/// A set of sets, with four possible elements.
static SETS: Shape = Shape::Sequence(Sequence { element: || &BOOLS, ..SET_OF_CODES });
static BOOLS: Shape = Shape::Sequence(Sequence { element: || &Shape::Bool, shortest: 0, ..SET_OF_CODES });

/// Trees with names and lists of trees in them.
static TREE: Shape = Shape::Sum(Sum {
    variants: &[
        product(&[TREES, TREES]),
        product(&[|| &CODE, || &LIST]),
        product(&[|| &PRICE]),
        product(&[|| &CODE, || &PRICE]),
    ],
});
const TREES: ShapeRef = || &TREE;
static LIST: Shape = Shape::Sequence(Sequence {
    element: TREES,
    shortest: 0,
    longest: 64,
    distinct: Distinct::Nothing,
    ..SET_OF_CODES
});

const fn product(fields: &'static [ShapeRef]) -> Product {
    Product { fields, template: "", fallible: false }
}

/// Two goals: one is covered often, the other never. It records the number of allocations after
/// half of the evaluations.
struct Endless {
    inputs: Inputs,
    evaluations: u64,
    noted: u64,
}

/// A number of evaluations in which every buffer reaches its greatest length.
const EVALUATIONS: u64 = 200_000;

impl Problem for Endless {
    fn goals(&self) -> usize {
        2
    }
    fn inputs(&self) -> &Inputs {
        &self.inputs
    }
    fn evaluate(&mut self, test: &TestCase, execution: &mut Execution) {
        self.evaluations += 1;
        if self.evaluations == EVALUATIONS / 2 {
            self.noted = ALLOCATIONS.get();
        }
        let sum = test.nodes().iter().fold(0u64, |sum, node| sum.wrapping_add(node.payload));
        let even = if sum % 2 == 0 { Distance::ZERO } else { Distance::ONE };
        execution.reached.push((0, even));
        execution.reached.push((1, Distance::from_steps(u128::from(sum % 1_000) + 1)));
    }
}

#[test]
fn steady_state_evaluations_do_not_allocate() {
    // Algorithms that end early have no steady state.
    for algorithm in Algorithm::ALL.into_iter().filter(|algorithm| !algorithm.ends_at_local_optima()) {
        for parameters in [vec![&I32, &I32, &I32], vec![&TEXT, &I32]] {
            check(algorithm, parameters);
        }
    }
}

#[test]
fn steady_state_evaluations_of_bounds_and_trees_do_not_allocate() {
    for parameters in [vec![&CODE, &PRICE, &CODES], vec![&SMALL, &SETS, &DIGIT], vec![&TREE, &TREE]] {
        check(Algorithm::Mio, parameters);
    }
}

fn check(algorithm: Algorithm, parameters: Vec<&'static Shape>) {
    let inputs = Inputs { parameters, ..Inputs::default() };
    let mut problem = Endless { inputs, evaluations: 0, noted: 0 };
    let budget = Budget { evaluations: Some(EVALUATIONS), seconds: None, stall: None };
    search(&mut problem, &Options::new(algorithm, 1, budget), &mut Silent);
    let allocations = ALLOCATIONS.get() - problem.noted;
    // Every individual of a population has to reach its greatest length, and suites have more than
    // a thousand tests at a time. Rarely used buffers, as in local search, may grow late.
    let most = match algorithm {
        Algorithm::WholeSuite
        | Algorithm::Monotonic
        | Algorithm::WholeSuiteArchive
        | Algorithm::MonotonicArchive => 500,
        Algorithm::Genetic => 100,
        // Competition sometimes makes a subpopulation so large that its offspring need individuals
        // rarely used before.
        Algorithm::EvolutionaryTesting | Algorithm::Chaining => 300,
        _ => 50,
    };
    assert!(allocations < most, "{algorithm}: {allocations} in {} evaluations", EVALUATIONS / 2);
}

/// A number of goals, of which each execution touches the same twenty.
struct Vast {
    inputs: Inputs,
    goals: u32,
}

impl Problem for Vast {
    fn goals(&self) -> usize {
        self.goals as usize
    }
    fn inputs(&self) -> &Inputs {
        &self.inputs
    }
    fn evaluate(&mut self, test: &TestCase, execution: &mut Execution) {
        let sum = test.nodes().iter().fold(0u64, |sum, node| sum.wrapping_add(node.payload));
        for goal in 0..20 {
            let distance = if goal < 10 { 0 } else { u128::from((sum >> goal) % 1_000) + 1 };
            execution.reached.push((goal, Distance::from_steps(distance)));
        }
    }
}

/// Returns the peak of the memory of a search, in bytes.
fn memory(algorithm: Algorithm, goals: u32) -> i64 {
    let inputs = Inputs { parameters: vec![&I32, &I32], ..Inputs::default() };
    let mut problem = Vast { inputs, goals };
    let budget = Budget { evaluations: Some(3_000), seconds: None, stall: None };
    let before = BYTES.get();
    MOST_BYTES.set(before);
    let outcome = search(&mut problem, &Options::new(algorithm, 1, budget), &mut Silent);
    drop(outcome);
    MOST_BYTES.get() - before
}

/// Bytes for a goal that no execution touches, as in `docs/experiments.md`.
const BYTES_FOR_A_GOAL: i64 = 384;

#[test]
fn unreached_goal_costs_little_memory() {
    // The algorithms of the notebook visit all goals at each step, like the notebook.
    for algorithm in Algorithm::ALL.into_iter().filter(|algorithm| !algorithm.is_classic()) {
        let (few, many) = (memory(algorithm, 1_000), memory(algorithm, 21_000));
        let each = (many - few) / 20_000;
        println!("{algorithm}: {each} bytes for a goal");
        assert!(each <= BYTES_FOR_A_GOAL, "{algorithm}: {each} bytes");
    }
}
