//! Toy programs that compute with numbers and terms side by side: a double of the symbolic build.
//! `experiments` has them, too.

use sbst_algorithms::path_condition::{Clause, Input, PathCondition, Step};
use sbst_algorithms::symbolic::{Symbolic, SymbolicExecution};
use sbst_model::shape::Integer;
use sbst_model::{Distance, NodeKind, Shape, TestCase};
use sbst_search::{Ending, Execution, Inputs, Problem};
use sbst_solver::term::{Term, TermPool, Variable};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

static I32: Shape = Shape::Integer(Integer::all("i32", 32, true));
const WIDTH: u32 = 32;

/// A number and its term.
#[derive(Clone, Copy, Debug)]
pub struct Value {
    pub number: i32,
    term: Term,
    is_exact: bool,
}

/// The observations of one execution. Goal 2s is the true outcome of the condition at site s, goal
/// 2s + 1 its false outcome.
pub struct Tracer {
    condition: PathCondition,
    rounds: BTreeMap<u32, u32>,
    reached: BTreeMap<u32, Distance>,
    /// True while clauses are omitted because the code is not executed symbolically.
    pub is_silent: bool,
}

impl Tracer {
    pub fn constant(&mut self, number: i32) -> Value {
        let term = self.condition.pool.constant(number as u32 as u128, WIDTH);
        Value { number, term, is_exact: true }
    }

    fn apply(
        &mut self,
        [one, other]: [Value; 2],
        number: i32,
        term: fn(&mut TermPool, Term, Term) -> Term,
    ) -> Value {
        let term = term(&mut self.condition.pool, one.term, other.term);
        Value { number, term, is_exact: one.is_exact && other.is_exact }
    }

    pub fn add(&mut self, one: Value, other: Value) -> Value {
        self.apply([one, other], one.number.wrapping_add(other.number), TermPool::add)
    }

    pub fn multiply(&mut self, one: Value, other: Value) -> Value {
        self.apply([one, other], one.number.wrapping_mul(other.number), TermPool::mul)
    }

    /// A function without terms: its result is a constant, the one of this execution.
    pub fn opaque(&mut self, value: Value, function: fn(i32) -> i32) -> Value {
        Value { is_exact: false, ..self.constant(function(value.number)) }
    }

    pub fn less(&mut self, site: u32, one: Value, other: Value) -> bool {
        let apart = u128::from(one.number.abs_diff(other.number));
        let holds = one.number < other.number;
        let term = self.condition.pool.slt(one.term, other.term);
        self.pass(site, holds, term, one.is_exact && other.is_exact, [apart + 1, apart.max(1)])
    }

    pub fn equal(&mut self, site: u32, one: Value, other: Value) -> bool {
        let apart = u128::from(one.number.abs_diff(other.number));
        let holds = one.number == other.number;
        let term = self.condition.pool.eq(one.term, other.term);
        self.pass(site, holds, term, one.is_exact && other.is_exact, [apart, 1])
    }

    /// A condition on a value without a term, because it follows from the path.
    pub fn flag(&mut self, site: u32, holds: bool) -> bool {
        let term = self.condition.pool.boolean(holds);
        self.pass(site, holds, term, true, [1, 1])
    }

    fn pass(&mut self, site: u32, outcome: bool, holds: Term, is_exact: bool, steps: [u128; 2]) -> bool {
        let (covered, other) = (2 * site + u32::from(!outcome), 2 * site + u32::from(outcome));
        let away = Distance::from_steps(steps[usize::from(outcome)]);
        self.reached.insert(covered, Distance::ZERO);
        let least = self.reached.entry(other).or_insert(away);
        *least = (*least).min(away);
        let round = self.rounds.entry(site).or_default();
        let pool = &mut self.condition.pool;
        let term = if outcome { holds } else { pool.not(holds) };
        if !self.is_silent && (!is_exact || pool.as_constant(term).is_none()) {
            let clause = Clause {
                is_assumed: false,
                site,
                round: *round,
                outcome,
                term,
                is_exact,
                away,
                goal: Some(covered),
                other_goal: Some(other),
            };
            self.condition.clauses.push(clause);
        }
        *round += 1;
        self.condition.is_closed &= !self.is_silent;
        outcome
    }

    /// A variable that no test can set, because it follows from how objects are made.
    pub fn derived(&mut self, index: u32, number: i32) -> Value {
        let input = Input { slot: u32::MAX, ..input(index, number, None, index) };
        self.condition.inputs.push(input);
        let term = self.condition.pool.variable(input.variable);
        Value { number, term, is_exact: true }
    }
}

fn input(index: u32, number: i32, object: Option<u32>, name: u32) -> Input {
    let variable = Variable { index, width: WIDTH as u8 };
    Input { variable, slot: index + 1, is_signed: true, value: number as u32 as u128, object, name }
}

/// A program.
#[derive(Clone, Copy)]
pub struct Program {
    pub parameters: u32,
    pub sites: u32,
    /// The array that each parameter is an element of.
    pub array: fn(u32) -> Option<u32>,
    pub body: fn(&mut Tracer, &[Value]),
}

/// A program as a problem.
#[derive(Clone)]
pub struct Toy {
    program: Program,
    inputs: Inputs,
}

/// The symbolic execution of a program.
pub struct SymbolicToy {
    toy: Toy,
    paths: Rc<RefCell<BTreeSet<Vec<Step>>>>,
}

impl Toy {
    pub fn new(program: Program) -> Toy {
        let inputs = Inputs { parameters: vec![&I32; program.parameters as usize], ..Inputs::default() };
        Toy { program, inputs }
    }

    /// Returns its symbolic execution, and the paths that this records.
    pub fn symbolic(&self) -> (Symbolic, Rc<RefCell<BTreeSet<Vec<Step>>>>) {
        let paths = Rc::default();
        let execution = SymbolicToy { toy: self.clone(), paths: Rc::clone(&paths) };
        (Symbolic::new(execution), paths)
    }

    /// Returns the path that a test takes.
    pub fn path(&self, test: &TestCase) -> Vec<Step> {
        self.run(test, &mut Execution::default()).clauses.iter().map(Clause::step).collect()
    }

    fn run(&self, test: &TestCase, execution: &mut Execution) -> PathCondition {
        let mut tracer = Tracer {
            condition: PathCondition { is_closed: true, ..PathCondition::default() },
            rounds: BTreeMap::new(),
            reached: BTreeMap::new(),
            is_silent: false,
        };
        let mut values = Vec::new();
        for index in 0..self.program.parameters {
            let number = test.integer(index as usize + 1) as i32;
            let array = (self.program.array)(index);
            let input = input(index, number, array, array.map_or(index, |array| 1_000 + array));
            let term = tracer.condition.pool.variable(input.variable);
            tracer.condition.inputs.push(input);
            values.push(Value { number, term, is_exact: true });
        }
        (self.program.body)(&mut tracer, &values);
        execution.reached.extend(tracer.reached);
        execution.ending = Ending::Returned;
        tracer.condition
    }
}

impl Problem for Toy {
    fn goals(&self) -> usize {
        2 * self.program.sites as usize
    }
    fn inputs(&self) -> &Inputs {
        &self.inputs
    }
    fn evaluate(&mut self, test: &TestCase, execution: &mut Execution) {
        self.run(test, execution);
    }
}

impl SymbolicExecution for SymbolicToy {
    fn execute(&mut self, _: &mut dyn Problem, test: &TestCase, execution: &mut Execution) -> PathCondition {
        let condition = self.toy.run(test, execution);
        self.paths.borrow_mut().insert(condition.clauses.iter().map(Clause::step).collect());
        condition
    }
}

/// A test case with these arguments.
pub fn call(arguments: &[i32]) -> TestCase {
    let mut test = TestCase::new();
    let call = test.open(NodeKind::Statement, 0);
    for &argument in arguments {
        test.leaf(NodeKind::Integer, i64::from(argument) as u64);
    }
    test.close(call);
    test
}

/// Sides of a triangle. One site is unreachable, so that a search continues when the others are
/// covered: a condition is on several paths.
pub const TRIANGLE: Program = Program {
    parameters: 3,
    sites: 10,
    array: |_| None,
    body: |tracer, sides| {
        let zero = tracer.constant(0);
        for (site, &side) in (0..).zip(sides) {
            if !tracer.less(site, zero, side) {
                return;
            }
        }
        let [a, b, c] = [sides[0], sides[1], sides[2]];
        for (site, (one, other, third)) in (3..).zip([(a, b, c), (a, c, b), (b, c, a)]) {
            let sum = tracer.add(one, other);
            if !tracer.less(site, third, sum) {
                return;
            }
        }
        if tracer.equal(6, a, b) {
            tracer.equal(7, b, c);
        } else if !tracer.equal(7, b, c) {
            tracer.equal(8, a, c);
        }
    },
};

/// A loop that counts sevens. Its first argument is the number of rounds, up to five.
pub const SEVENS: Program = Program {
    parameters: 6,
    sites: 4,
    array: |index| (index > 0).then_some(0),
    body: |tracer, values| {
        let (seven, mut found) = (tracer.constant(7), 0);
        for (round, &value) in (0..).zip(&values[1..]) {
            let round = tracer.constant(round);
            if !tracer.less(0, round, values[0]) {
                break;
            }
            found += i32::from(tracer.equal(1, value, seven));
        }
        tracer.flag(2, found == 5);
    },
};

/// Nested equations that a search does not solve; the last one contradicts the first.
pub const EQUATIONS: Program = Program {
    parameters: 2,
    sites: 3,
    array: |_| None,
    body: |tracer, values| {
        let [seven, three, wanted, even] = [7, 3, 1_234_567_890, 4].map(|number| tracer.constant(number));
        let product = tracer.multiply(values[0], seven);
        let sum = tracer.add(product, three);
        if tracer.equal(0, sum, wanted) {
            let square = tracer.multiply(values[1], values[1]);
            if tracer.equal(1, square, even) {
                tracer.less(2, values[0], three);
            }
        }
    },
};

/// Two factors of 7,907 times 7,919 between 2 and 9,999.
pub const FACTORS: Program = Program {
    parameters: 2,
    sites: 5,
    array: |_| None,
    body: |tracer, values| {
        let [lowest, highest, wanted] = [1, 10_000, 7_907 * 7_919].map(|number| tracer.constant(number));
        let are_factors = (0..).zip(values).all(|(index, &value)| {
            tracer.less(2 * index, lowest, value) && tracer.less(2 * index + 1, value, highest)
        });
        if are_factors {
            let product = tracer.multiply(values[0], values[1]);
            tracer.equal(4, product, wanted);
        }
    },
};

/// Nested products modulo 2^32 that a search does not solve.
pub const PRODUCTS: Program = Program {
    parameters: 5,
    sites: 5,
    array: |_| None,
    body: |tracer, values| {
        let factor = tracer.constant(0x1E37_79B1);
        for (site, &value) in (0..).zip(values) {
            let product = tracer.multiply(value, factor);
            let wanted = tracer.constant(1_000_003 * (site as i32 + 1));
            if !tracer.equal(site, product, wanted) {
                break;
            }
        }
    },
};

/// A condition on the result of a function without terms, and one behind it.
pub const OPAQUE: Program = Program {
    parameters: 2,
    sites: 2,
    array: |_| None,
    body: |tracer, values| {
        let hashed = tracer.opaque(values[0], |number| number / 3 - 17);
        let wanted = tracer.constant(40);
        if tracer.equal(0, hashed, wanted) {
            let wanted = tracer.constant(987_654_321);
            tracer.equal(1, values[1], wanted);
        }
    },
};

/// The class of the paper (Tardis, listing 1, by its text): five numbers must each pass a rising
/// threshold; one failure sets a flag. Ten others are tested after that, and are never negative,
/// because the constructor refuses negative numbers. Site 0 is in the constructor, 1 is the loop, 2
/// the threshold, 3 the sign, 4 the assertion, 5 "Yes".
fn sample_class(tracer: &mut Tracer, values: &[Value], is_constructor_seen: bool) {
    let zero = tracer.constant(0);
    tracer.is_silent = !is_constructor_seen;
    if values[5..].iter().any(|&value| tracer.less(0, value, zero)) {
        return;
    }
    tracer.is_silent = false;
    let length = if is_constructor_seen { tracer.constant(5) } else { tracer.derived(15, 5) };
    let (mut flag, mut k) = (true, 0);
    for index in 0.. {
        let number = tracer.constant(index);
        if !tracer.less(1, number, length) {
            break;
        }
        let threshold = tracer.constant(10 * (index + 1));
        let index = index as usize;
        if tracer.less(2, threshold, values[index]) {
            for &value in &values[5 + 2 * index..7 + 2 * index] {
                if tracer.less(3, value, zero) {
                    k = 1;
                }
            }
        } else {
            flag = false;
        }
    }
    if tracer.flag(4, k == 0) {
        tracer.flag(5, flag);
    }
}

const fn sample(body: fn(&mut Tracer, &[Value])) -> Program {
    Program { parameters: 15, sites: 6, array: |index| Some(u32::from(index >= 5)), body }
}

/// The paper's class, executed symbolically from its method on, as Tardis does: it has no conditions
/// from the constructor.
pub const SAMPLE_METHOD: Program = sample(|tracer, values| sample_class(tracer, values, false));

/// The paper's class, executed symbolically with its constructor.
pub const SAMPLE_TEST: Program = sample(|tracer, values| sample_class(tracer, values, true));
