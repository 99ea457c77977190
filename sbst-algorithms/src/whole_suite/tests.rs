//! Properties of suites for any seed.

use super::suites::{Suite, Suites};
use super::*;
use crate::classic::ClassicOperators;
use crate::search::search;
use sbst_model::{messages::Budget, shape::Integer, Algorithm, Distance, NodeKind, Shape};
use sbst_search::evaluation::observer::{Observer, Outcome, Progress, Silent, SuiteGeneration};
use sbst_search::evaluation::options::Options;
use sbst_search::evaluation::problem::{Detail, Execution, Problem};
use sbst_search::operator::inputs::Inputs;

/// The notebook's triangle, of sides from -1,000 to 1,000, with the goals of its eleven conditions.
pub(super) struct Triangle {
    inputs: Inputs,
    executions: u64,
}

static SIDE: Shape = Shape::Integer(Integer {
    lowest: Integer::all("i32", 32, true).lowest + (1 << 31) - 1_000,
    highest: Integer::all("i32", 32, true).lowest + (1 << 31) + 1_000,
    ..Integer::all("i32", 32, true)
});

impl Default for Triangle {
    fn default() -> Triangle {
        Triangle { inputs: Inputs { parameters: vec![&SIDE; 3], ..Inputs::default() }, executions: 0 }
    }
}

pub(super) fn triangle_test(sides: [i32; 3]) -> TestCase {
    let mut test = TestCase::new();
    let call = test.open(NodeKind::Statement, 0);
    sides.iter().for_each(|&side| _ = test.leaf(NodeKind::Integer, i64::from(side) as u64));
    test.close(call);
    test
}

/// Records a condition, which is evaluated once.
fn condition(execution: &mut Execution, number: u32, to_true: u64, to_false: u64) -> bool {
    for (goal, steps) in [(2 * number, to_true), (2 * number + 1, to_false)] {
        execution.reached.push((goal, Distance::from_steps(u128::from(steps))));
        execution.details.push(Detail { evaluations: 1, nearest: 1 });
    }
    to_true == 0
}

fn at_most(execution: &mut Execution, number: u32, left: i64, right: i64) -> bool {
    let (to_true, to_false) = ((left - right).max(0), (right - left + 1).max(0));
    condition(execution, number, to_true as u64, to_false as u64)
}

fn equal(execution: &mut Execution, number: u32, left: i64, right: i64) -> bool {
    condition(execution, number, left.abs_diff(right), u64::from(left == right))
}

impl Problem for Triangle {
    fn goals(&self) -> usize {
        22
    }
    fn inputs(&self) -> &Inputs {
        &self.inputs
    }
    fn evaluate(&mut self, test: &TestCase, execution: &mut Execution) {
        self.executions += 1;
        let [a, b, c] = [1, 2, 3].map(|node| i64::from(test.integer(node) as i32));
        let e = execution;
        if at_most(e, 0, a, 0) || at_most(e, 1, b, 0) || at_most(e, 2, c, 0) {
            return;
        }
        if at_most(e, 3, a + b, c) || at_most(e, 4, a + c, b) || at_most(e, 5, b + c, a) {
            return;
        }
        if equal(e, 6, a, b) && equal(e, 7, b, c) {
            return;
        }
        let _isosceles = equal(e, 8, a, b) || equal(e, 9, b, c) || equal(e, 10, a, c);
    }
}

/// Figures of the suites of a search.
#[derive(Default)]
struct Generations(Vec<SuiteGeneration>);

impl Observer for Generations {
    fn kept(&mut self, _: &TestCase, _: &[u32], _: &Progress) {}
    fn suites(&mut self, generation: &SuiteGeneration) {
        self.0.push(*generation);
    }
}

const ALGORITHMS: [Algorithm; 4] =
    [Algorithm::WholeSuite, Algorithm::Monotonic, Algorithm::WholeSuiteArchive, Algorithm::MonotonicArchive];

fn run(algorithm: Algorithm, seed: u64, evaluations: u64) -> (Outcome, Generations, u64) {
    let (mut problem, mut generations) = (Triangle::default(), Generations::default());
    let budget = Budget { evaluations: Some(evaluations), seconds: None, stall: None };
    let outcome = search(&mut problem, &Options::new(algorithm, seed, budget), &mut generations);
    (outcome, generations, problem.executions)
}

#[test]
fn all_four_cover_the_triangle() {
    for algorithm in ALGORITHMS {
        for seed in 0..10 {
            let (outcome, ..) = run(algorithm, seed, 100_000);
            assert_eq!(outcome.archive.covered(), 22, "{algorithm} with seed {seed}");
        }
    }
}

#[test]
fn evaluations_are_executions_and_budget_is_exact() {
    for algorithm in ALGORITHMS {
        let (outcome, _, executions) = run(algorithm, 3, 60);
        assert_eq!((outcome.evaluations, executions), (60, 60), "{algorithm}");
    }
}

#[test]
fn the_same_seed_gives_the_same_search() {
    for algorithm in ALGORITHMS {
        let [one, other] = [run(algorithm, 4, 5_000), run(algorithm, 4, 5_000)];
        assert_eq!(one.1 .0, other.1 .0, "{algorithm}");
        assert_eq!(one.0.evaluations_to_last_goal, other.0.evaluations_to_last_goal);
    }
}

/// The notebook's search with these controls: its generations until it ended.
fn notebook(control: BloatControl, seed: u64, max_executions: u64) -> Vec<SuiteGeneration> {
    let (mut problem, mut generations) = (Triangle::default(), Generations::default());
    let mut operators = ClassicOperators::small_steps(problem.inputs().clone(), seed);
    let budget = Budget::UNLIMITED;
    let options = Options::new(Algorithm::WholeSuite, seed, budget);
    let mut evaluator = Evaluator::new(&mut problem, &options, &mut generations);
    let parameters = Parameters::notebook(control, max_executions);
    let stopped = super::search(&mut evaluator, &mut operators, &[], &parameters);
    assert_eq!(stopped, Stopped::Evaluations);
    generations.0
}

#[test]
fn suites_grow_without_control_and_do_not_with_it() {
    let last = |control| notebook(control, 1, 60_000).last().expect("there was a generation").mean_tests;
    let (none, all) = (last(BloatControl::NONE), last(BloatControl::ALL));
    assert!(none > 60.0 && all < 30.0, "{none} and {all}");
}

#[test]
fn best_fitness_never_rises_without_archive() {
    let generations = notebook(BloatControl::ALL, 2, 30_000);
    assert!(generations.windows(2).all(|pair| pair[1].best_fitness <= pair[0].best_fitness));
    let (first, last) = (generations[0], generations[generations.len() - 1]);
    assert!(last.best_fitness < first.best_fitness && first.best_fitness <= 22.0);
}

/// Suites of the triangle, with a check on them.
fn with_suites(archive: bool, check: impl FnOnce(&mut Suites<'_, '_>)) {
    let (mut problem, mut silent) = (Triangle::default(), Silent);
    let mut operators = ClassicOperators::small_steps(problem.inputs().clone(), 1);
    let budget = Budget { evaluations: Some(100_000), seconds: None, stall: None };
    let options = Options::new(Algorithm::WholeSuite, 1, budget);
    let mut evaluator = Evaluator::new(&mut problem, &options, &mut silent);
    let parameters = Parameters { archive, ..Parameters::default() };
    let mut suites = Suites::new(&mut evaluator, &mut operators, &parameters);
    suites.draw_population(&[]).expect("the budget is large");
    check(&mut suites);
}

fn mutated(suites: &mut Suites<'_, '_>, suite: &mut Suite) {
    suites.mutate(suite).expect("the budget is large");
}

#[test]
fn mutation_leaves_a_test_and_respects_the_bound() {
    with_suites(false, |suites| {
        for round in 0..2_000 {
            let [mut one, other] = suites.crossed_over([round % 50, (7 * round + 3) % 50]);
            let before = one.tests.len();
            mutated(suites, &mut one);
            assert!(!one.tests.is_empty());
            assert!(one.tests.len() <= 30 || one.tests.len() <= before);
            suites.discard(one);
            suites.discard(other);
        }
    });
}

#[test]
fn tests_of_discarded_suites_are_released() {
    with_suites(false, |suites| {
        let before = suites.tests.in_use();
        for round in 0..500 {
            for mut suite in suites.crossed_over([round % 50, (round + 1) % 50]) {
                mutated(suites, &mut suite);
                suites.discard(suite);
            }
        }
        assert_eq!(suites.tests.in_use(), before);
    });
}

#[test]
fn covered_goals_leave_fitness_after_generation_with_archive() {
    with_suites(true, |suites| {
        let best = suites.value(suites.suite(0));
        let least = (0..50).map(|suite| suites.value(suites.suite(suite)).0).min();
        // The first generation covers far more than half of the goals, so every suite has at least
        // eleven.
        assert!(best.0 < 11 * u128::from(sum::ONE), "{best:?} {least:?}");
    });
    with_suites(false, |suites| {
        let worst = (0..50).map(|suite| suites.value(suites.suite(suite)).0).max();
        assert!(worst > Some(11 * u128::from(sum::ONE)));
    });
}

#[test]
fn initial_tests_are_the_first_suite_and_are_not_counted() {
    let mut problem = Triangle::default();
    let budget = Budget { evaluations: Some(100_000), seconds: None, stall: None };
    let initial: Vec<TestCase> = [
        [0, 1, 1],
        [1, 0, 1],
        [1, 1, 0],
        [1, 1, 2],
        [1, 2, 1],
        [2, 1, 1],
        [5, 5, 5],
        [5, 5, 6],
        [6, 5, 5],
        [5, 6, 5],
        [4, 5, 6],
    ]
    .map(triangle_test)
    .to_vec();
    for algorithm in ALGORITHMS {
        let options = Options { initial: initial.clone(), ..Options::new(algorithm, 1, budget) };
        let outcome = search(&mut problem, &options, &mut Silent);
        assert_eq!((outcome.evaluations, outcome.archive.covered()), (0, 22), "{algorithm}");
    }
}

/// True if the best of the population ever has a higher fitness than the best before. The best
/// suite is always selected, and there is no elite.
fn gets_worse(monotonic: bool) -> bool {
    let (mut problem, mut silent) = (Triangle::default(), Silent);
    let mut operators = ClassicOperators::small_steps(problem.inputs().clone(), 1);
    let budget = Budget::UNLIMITED;
    let options = Options::new(Algorithm::WholeSuite, 1, budget);
    let mut evaluator = Evaluator::new(&mut problem, &options, &mut silent);
    let endless = Parameters::notebook(BloatControl::ALL, u64::MAX);
    let parameters = Parameters { population: 6, tournament: 6, elite: 0, monotonic, ..endless };
    let mut suites = Suites::new(&mut evaluator, &mut operators, &parameters);
    suites.draw_population(&[]).expect("there is no limit");
    let best = |suites: &Suites<'_, '_>| (0..6).map(|suite| suites.value(suites.suite(suite)).0).min();
    let mut worse = false;
    for _ in 0..200 {
        let before = best(&suites);
        generation(&mut suites).expect("there is no limit");
        worse |= best(&suites) > before;
    }
    worse
}

#[test]
fn only_monotonic_algorithm_never_worsens_without_elite() {
    assert!(!gets_worse(true));
    assert!(gets_worse(false));
}
