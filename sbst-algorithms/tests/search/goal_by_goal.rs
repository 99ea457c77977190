//! The algorithms for one goal at a time: their coverage, the order of their goals, and the point
//! at which they give up.

use crate::effectiveness::{summary, with_seeds};
use crate::problems::*;
use sbst_algorithms::search;
use sbst_model::messages::{Budget, Stopped, ValueSource};
use sbst_model::{Distance, Literals, Shape, TestCase};
use sbst_search::{
    Algorithm, Dependences, Ending, Execution, Fitness, Inputs, Observer, Options, Outcome, Problem, Progress,
};

const AVM: [Algorithm; 3] = [Algorithm::AvmIteratedPattern, Algorithm::AvmGeometric, Algorithm::AvmLattice];
const CLIMBERS: [Algorithm; 4] = [
    Algorithm::HillClimbing,
    Algorithm::SteepestAscent,
    Algorithm::RestartingHillClimbing,
    Algorithm::RestartingSteepestAscent,
];
const EVOLUTIONARY: [Algorithm; 2] = [Algorithm::Genetic, Algorithm::EvolutionaryTesting];
const ALL_SOURCES: [ValueSource; 3] =
    [ValueSource::Copying, ValueSource::SpecialValues, ValueSource::Literals];

/// Every reported step: goal, fitness, evaluations.
#[derive(Default)]
struct Steps(Vec<(u32, Fitness, u64)>);

impl Observer for Steps {
    fn kept(&mut self, _test: &TestCase, _covers: &[u32], _progress: &Progress) {}
    fn step(&mut self, goal: u32, fitness: Fitness, evaluations: u64) {
        self.0.push((goal, fitness, evaluations));
    }
}

fn searched(
    algorithm: Algorithm,
    problem: &mut dyn Problem,
    seed: u64,
    evaluations: u64,
) -> (Outcome, Vec<(u32, Fitness, u64)>) {
    let budget = Budget { evaluations: Some(evaluations), seconds: None, stall: None };
    let options = Options { without: ALL_SOURCES.to_vec(), ..Options::new(algorithm, seed, budget) };
    let mut steps = Steps::default();
    let outcome = search(problem, &options, &mut steps);
    (outcome, steps.0)
}

#[test]
fn avm_covers_triangle_and_cgi_decode_without_seeds() {
    for algorithm in AVM {
        let outcomes = with_seeds(15, algorithm, &ALL_SOURCES, || triangle_of(&THOUSAND));
        let (complete, median, _) = summary(&format!("triangle up to 1,000, {algorithm}"), &outcomes);
        assert_eq!(complete, 15);
        assert!(median < 20_000, "{median}, without knowing what depends on what");
        let outcomes = with_seeds(15, algorithm, &ALL_SOURCES, cgi_decode);
        let (complete, ..) = summary(&format!("cgi_decode, {algorithm}"), &outcomes);
        assert!(complete >= 14, "{complete}");
    }
}

#[test]
fn populations_cover_triangle_and_cgi_decode_without_any_seeds() {
    for algorithm in EVOLUTIONARY {
        let outcomes = with_seeds(5, algorithm, &ALL_SOURCES, || triangle_of(&THOUSAND));
        assert_eq!(summary(&format!("triangle up to 1,000, {algorithm}"), &outcomes).0, 5);
        let outcomes = with_seeds(5, algorithm, &ALL_SOURCES, cgi_decode_of_the_notebook);
        assert!(summary(&format!("cgi_decode, {algorithm}"), &outcomes).0 >= 4);
    }
}

#[test]
fn climbers_need_restarts_at_local_optima() {
    // The notebook's test_me2: x² = y² (x mod 20), with its small range.
    let problem = || {
        Function::new(&[&THOUSAND, &THOUSAND], Literals::default(), 1, |test, probes| {
            let (x, y) = (i64::from(test.integer(1) as i32), i64::from(test.integer(2) as i32));
            probes.equal(0, x * x, y * y * (x % 20));
            Ending::Returned
        })
    };
    for algorithm in CLIMBERS {
        let outcomes = with_seeds(20, algorithm, &ALL_SOURCES, problem);
        let (complete, ..) = summary(&format!("test_me2, {algorithm}"), &outcomes);
        if matches!(algorithm, Algorithm::RestartingHillClimbing | Algorithm::RestartingSteepestAscent) {
            assert_eq!(complete, 20);
        } else {
            assert!(complete < 20);
            let gave_up = |outcome: &&Outcome| outcome.stopped == Stopped::Stalled;
            assert_eq!(outcomes.iter().filter(gave_up).count(), 20 - complete, "local optima are the end");
        }
    }
}

#[test]
fn climbers_solve_test_me() {
    let problem = || {
        Function::new(&[&THOUSAND, &THOUSAND], Literals::default(), 1, |test, probes| {
            let (x, y) = (i64::from(test.integer(1) as i32), i64::from(test.integer(2) as i32));
            probes.equal(0, x, 2 * (y + 1));
            Ending::Returned
        })
    };
    for algorithm in CLIMBERS {
        let (_, steps) = searched(algorithm, &mut problem(), 3, 100_000);
        let (_, last, _) = steps[steps.len() - 1];
        assert_eq!(last, Fitness::COVERED, "{algorithm}");
        for pair in steps.windows(2) {
            assert!(pair[0].1 > pair[1].1, "there is one way down: {pair:?}");
            assert!(pair[1].2 - pair[0].2 <= 8, "a step looks at eight neighbours at most");
            if algorithm == Algorithm::SteepestAscent && pair[1].1 != Fitness::COVERED {
                assert_eq!(pair[1].2 - pair[0].2, 8, "all of them");
                // y one down and x one up: three nearer.
                assert_eq!(pair[0].1.distance.magnitude() - pair[1].1.distance.magnitude(), 3.0);
            }
        }
    }
}

/// Three goals about one number. Goal 0 is covered next to 1,000. Goal 2, whose condition is
/// reached with 0 only, is covered next to 1,040. Goal 1 is infeasible, but its distance is least
/// at zero.
struct Chain {
    inputs: Inputs,
    dependences: Dependences,
}

impl Chain {
    fn new() -> Chain {
        let inputs = Inputs { parameters: vec![&MILLION], ..Inputs::default() };
        Chain { inputs, dependences: Dependences::new(3, [(2, 0)]) }
    }
}

impl Problem for Chain {
    fn goals(&self) -> usize {
        3
    }
    fn inputs(&self) -> &Inputs {
        &self.inputs
    }
    fn dependences(&self) -> &Dependences {
        &self.dependences
    }
    fn evaluate(&mut self, test: &TestCase, execution: &mut Execution) {
        let x = i64::from(test.integer(1) as i32);
        let near = x.abs_diff(1_000).saturating_sub(50);
        execution.reached.push((0, Distance::from_steps(near.into())));
        execution.reached.push((1, Distance::from_steps(u128::from(x.unsigned_abs()) + 1)));
        if near == 0 {
            execution.reached.push((2, Distance::from_steps(x.abs_diff(1_040).into())));
        }
    }
}

#[test]
fn goals_follow_dependences_and_are_retried_after_failure() {
    for algorithm in AVM {
        let (outcome, steps) = searched(algorithm, &mut Chain::new(), 5, 20_000);
        assert!(outcome.archive.is_covered(2) && !outcome.archive.is_covered(1));
        assert_eq!(outcome.stopped, Stopped::Evaluations, "the last goal gets the rest of the budget");
        let mut turns: Vec<u32> = steps.iter().map(|step| step.0).collect();
        turns.dedup();
        assert_eq!(turns, [0, 1, 2, 1], "{algorithm}");
        let second = steps.iter().find(|step| step.0 == 2).expect("it had a turn").2;
        assert!(second < 10_000, "half of the budget is for the first round, and its goals share it");
    }
}

#[test]
fn the_level_of_a_goal_leads_to_its_condition() {
    // From far away, goal 2 has the distance of goal 0, one level up.
    let mut problem = Chain::new();
    let (_, steps) = searched(Algorithm::AvmGeometric, &mut problem, 5, 20_000);
    let to_first = steps.iter().filter(|step| step.0 == 2);
    assert!(to_first.clone().any(|step| step.1.level == 1), "{:?}", to_first.collect::<Vec<_>>());
}

fn flat() -> impl Problem {
    Function::new(&[&I32, &STR], Literals::default(), 1, |_, probes| {
        probes.steps(0, false, 7, 1);
        Ending::Returned
    })
}

#[test]
fn evolutionary_testing_ends_after_50_stalled_generations() {
    let (_, steps) = searched(Algorithm::EvolutionaryTesting, &mut flat(), 1, 200_000);
    assert_eq!(steps[0].2, 300, "six subpopulations of fifty");
    assert!(steps.len() > 3);
    for pair in steps.windows(2) {
        // Nine tenths of 300, except for rounding in subpopulations of other sizes.
        let generations = (pair[1].2 - pair[0].2 - 300) as f64 / 270.0;
        assert!((49.0..51.0).contains(&generations), "{generations}");
    }
}

#[test]
fn evolutionary_testing_ends_after_two_hundred_generations() {
    // A test that improves at every second evaluation, for ever.
    let mut distance = u64::MAX;
    let mut improving = Function::new(&[&I32], Literals::default(), 1, move |_, probes| {
        distance -= 1;
        probes.steps(0, false, distance, 1);
        Ending::Returned
    });
    let (_, steps) = searched(Algorithm::EvolutionaryTesting, &mut improving, 1, 200_000);
    // Each generation is a step. A new population is one, too, after 200 of them.
    let gaps = steps.windows(2).map(|pair| pair[1].2 - pair[0].2);
    let new: Vec<usize> = gaps.enumerate().filter(|&(_, gap)| gap == 300).map(|(index, _)| index).collect();
    assert_eq!(new[1] - new[0], 1 + 200, "{new:?}");
}

#[test]
fn a_genetic_algorithm_has_a_hundred_individuals() {
    let (_, steps) = searched(Algorithm::Genetic, &mut flat(), 1, 3_000);
    assert_eq!(steps[0].2, 100);
}

#[test]
fn all_shapes_are_searched_goal_by_goal() {
    for algorithm in AVM.into_iter().chain(CLIMBERS).chain(EVOLUTIONARY) {
        for shape in SHAPES {
            let shapes: [&'static Shape; 2] = [shape, &TREES];
            let mut problem =
                Function::new(&shapes, Literals::default(), 2, move |test: &TestCase, probes| {
                    crate::laws::check(&shapes, test);
                    let sum = test.nodes().iter().fold(0u64, |sum, node| sum.wrapping_add(node.payload));
                    probes.steps(0, false, 1 + sum % 1_000, 1);
                    probes.flag(1, sum % 3 == 0);
                    Ending::Returned
                });
            let (outcome, _) = searched(algorithm, &mut problem, 7, 1_500);
            assert!(outcome.archive.covered() >= 2, "{algorithm} on {shape:?}");
        }
    }
}

#[test]
fn a_search_begins_at_the_initial_tests() {
    for algorithm in AVM.into_iter().chain(CLIMBERS) {
        let mut problem = Function::new(&[&I32], Literals::default(), 1, |test, probes| {
            probes.equal(0, i64::from(test.integer(1) as i32), 1_234_567_891);
            Ending::Returned
        });
        let test = |value: i32| {
            let mut test = TestCase::new();
            let call = test.open(sbst_model::NodeKind::Statement, 0);
            test.leaf(sbst_model::NodeKind::Integer, i64::from(value) as u64);
            test.close(call);
            test
        };
        let budget = Budget { evaluations: Some(100_000), seconds: None, stall: None };
        let initial = vec![test(5), test(1_234_567_888), test(-9)];
        let options = Options { initial, ..Options::new(algorithm, 1, budget) };
        let mut steps = Steps::default();
        let outcome = search(&mut problem, &options, &mut steps);
        assert_eq!(outcome.stopped, Stopped::AllCovered, "{algorithm}");
        assert_eq!(steps.0[0].1.distance, Distance::from_steps(3), "{algorithm} begins with the nearest");
        assert!(outcome.evaluations < 20);
    }
}

#[test]
fn tests_are_drawn_without_goals_too() {
    for algorithm in AVM.into_iter().chain(CLIMBERS).chain(EVOLUTIONARY) {
        let mut problem = Function::new(&[&I32], Literals::default(), 0, |_, _| Ending::Returned);
        let (outcome, _) = searched(algorithm, &mut problem, 1, 100_000);
        assert!(outcome.evaluations >= 1_000 && outcome.archive.any().is_some(), "{algorithm}");
    }
}
