//! The measured programs: an evaluation of an annotated function, in parts and as a whole, a whole
//! search, and the building of values compared with other crates.
//!
//! * `cargo bench -p sbst-benches --bench time` measures time with criterion.
//! * `cargo bench -p sbst-benches --bench instructions` counts instructions with callgrind; it
//!   needs valgrind and `cargo install gungraun-runner --version 0.20.0`.
//!
//! Machines are noisy: compare ratios within one run, and instructions between runs.

pub mod bookkeeping;
pub mod building;

use sbst_algorithms::search;
use sbst_model::messages::Budget;
use sbst_model::{NodeKind, TestCase};
use sbst_search::{Algorithm, Options, Outcome, Problem, Silent};

pub use sbst::__private::bench::FunctionProblem;

/// The first example of every test-generation paper, with an infeasible goal, so that a search
/// never ends by itself.
#[sbst::instrument]
pub fn triangle(a: i32, b: i32, c: i32) -> i32 {
    let (x, y, z) = (i64::from(a), i64::from(b), i64::from(c));
    if a <= 0 || b <= 0 || c <= 0 {
        return 4;
    }
    if x + y <= z || x + z <= y || y + z <= x {
        return 4;
    }
    if a == b && b == c {
        return 1;
    }
    if a == b || b == c || a == c {
        return 2;
    }
    if a == b {
        return 5;
    }
    3
}

/// A loop over the characters of a text.
#[sbst::instrument]
pub fn words(text: &str) -> usize {
    let (mut count, mut inside) = (0, false);
    for character in text.chars() {
        if character == ' ' || character == '\t' {
            inside = false;
        } else if !inside {
            inside = true;
            count += 1;
        }
    }
    count
}

/// A loop over tuples.
#[sbst::instrument]
pub fn best(offers: Vec<(u32, u8)>) -> Option<u32> {
    let mut best = None;
    for (price, quality) in offers {
        if quality > 5 && best.is_none_or(|best| price < best) {
            best = Some(price);
        }
    }
    best
}

/// A single `match` with six literal arms.
#[sbst::instrument]
pub fn magnitude(number: u32) -> u8 {
    match number {
        1 => 0,
        10 => 1,
        100 => 2,
        1_000 => 3,
        10_000 => 4,
        100_000 => 5,
        _ => 6,
    }
}

/// A test case for `triangle` that evaluates nine conditions.
pub fn triangle_test() -> TestCase {
    let mut test = TestCase::new();
    let call = test.open(NodeKind::Statement, 0);
    for side in [5, 6, 7] {
        test.leaf(NodeKind::Integer, side);
    }
    test.close(call);
    test
}

/// A test case for `words` with 22 characters.
pub fn words_test() -> TestCase {
    let mut test = TestCase::new();
    let call = test.open(NodeKind::Statement, 0);
    test.push_text("to be, or not  to be\t!");
    test.close(call);
    test
}

/// A test case for `best` with five tuples.
pub fn best_test() -> TestCase {
    let mut test = TestCase::new();
    let call = test.open(NodeKind::Statement, 0);
    let offers = test.open(NodeKind::Sequence, 5);
    for price in 0..5 {
        let offer = test.open(NodeKind::Product, 0);
        test.leaf(NodeKind::Integer, 900 - price);
        test.leaf(NodeKind::Integer, 2 * price);
        test.close(offer);
    }
    test.close(offers);
    test.close(call);
    test
}

/// A test case for `magnitude` that tries all arms.
pub fn magnitude_test() -> TestCase {
    let mut test = TestCase::new();
    let call = test.open(NodeKind::Statement, 0);
    test.leaf(NodeKind::Integer, 77);
    test.close(call);
    test
}

/// The registered function of that name.
///
/// # Panics
/// If no function has that name.
pub fn problem(name: &str) -> FunctionProblem {
    FunctionProblem::by_name(name).expect("the function is annotated and can be called")
}

/// A whole search of a number of evaluations.
pub fn search_for(problem: &mut dyn Problem, algorithm: Algorithm, evaluations: u64) -> Outcome {
    let budget = Budget { evaluations: Some(evaluations), seconds: None, stall: None };
    search(problem, &Options::new(algorithm, 1, budget), &mut Silent)
}
