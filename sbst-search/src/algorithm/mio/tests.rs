//! The rules of MIO, on an archive with given distances.

use super::archive::{MioArchive, Tested};
use super::*;
use crate::evaluation::observer::Silent;
use crate::evaluation::options::Options;
use crate::evaluation::problem::{Execution, Problem};
use crate::operator::inputs::Inputs;
use crate::operator::random::Random;
use sbst_model::{messages::Budget, Algorithm, Distance, NodeKind};

/// Reaches the goals in the test: pairs of a goal and its steps.
struct Named(Inputs);

const GOALS: usize = 8;

impl Problem for Named {
    fn goals(&self) -> usize {
        GOALS
    }
    fn inputs(&self) -> &Inputs {
        &self.0
    }
    fn evaluate(&mut self, test: &TestCase, execution: &mut Execution) {
        for pair in test.nodes().chunks_exact(2) {
            let (goal, steps) = (pair[0].payload as u32, pair[1].payload);
            // The goals behind are markers of the sizes of tests.
            if (goal as usize) < GOALS {
                execution.reached.push((goal, Distance::from_steps(u128::from(steps))));
            }
        }
    }
}

fn named(pairs: &[(u64, u64)], marker: u64) -> TestCase {
    let mut test = TestCase::new();
    for (goal, steps) in pairs.iter().copied().chain([(marker + GOALS as u64, 0)]) {
        test.leaf(NodeKind::Integer, goal);
        test.leaf(NodeKind::Integer, steps);
    }
    test
}

/// An archive that gets tests, and its samples.
struct Fixture<'a> {
    evaluator: Evaluator<'a>,
    archive: MioArchive,
    random: Random,
    sampled: Tested,
}

impl Fixture<'_> {
    fn offer(&mut self, pairs: &[(u64, u64)], marker: u64) -> bool {
        let test = named(pairs, marker);
        self.evaluator.evaluate(&test);
        self.archive.update(&self.evaluator, &test, &mut self.random).changed
    }

    /// Returns the first goal of the sampled test.
    fn sample(&mut self) -> u64 {
        self.archive.sample(&self.evaluator, &mut self.random, &mut self.sampled);
        self.sampled.test.nodes()[0].payload
    }
}

fn with(parameters: &Parameters, size: usize, check: impl FnOnce(&mut Fixture<'_>)) {
    let (mut problem, mut silent) = (Named(Inputs::default()), Silent);
    let budget = Budget { evaluations: Some(1_000_000), seconds: None, stall: None };
    let options = Options::new(Algorithm::Mio, 1, budget);
    let mut fixture = Fixture {
        evaluator: Evaluator::new(&mut problem, &options, &mut silent),
        archive: MioArchive::new(GOALS, parameters),
        random: Random::new(1),
        sampled: Tested::default(),
    };
    fixture.archive.crop(size);
    check(&mut fixture);
}

#[test]
fn a_full_population_takes_an_equal_test_only_if_tuned() {
    for (parameters, expected) in [(Parameters::paper(), false), (Parameters::default(), true)] {
        with(&parameters, 2, |fixture| {
            assert!(fixture.offer(&[(0, 5)], 1) && fixture.offer(&[(0, 9)], 2));
            assert!(!fixture.offer(&[(0, 10)], 3), "worse than the worst");
            assert_eq!(fixture.offer(&[(0, 9)], 4), expected);
            assert!(!fixture.offer(&[(0, 5)], 1), "stored already");
            assert!(fixture.offer(&[(0, 8)], 5));
        });
    }
}

#[test]
fn a_covered_goal_is_sampled_only_if_no_other_goal_has_tests() {
    for parameters in [Parameters::paper(), Parameters::default()] {
        with(&parameters, 10, |fixture| {
            fixture.offer(&[(0, 0)], 1);
            assert_eq!(fixture.sample(), 0);
            fixture.offer(&[(3, 7)], 2);
            assert!((0..50).all(|_| fixture.sample() == 3));
            fixture.offer(&[(3, 0)], 3);
            let sampled: Vec<u64> = (0..10).map(|_| fixture.sample()).collect();
            assert!(sampled.contains(&0) && sampled.contains(&3), "{sampled:?}");
        });
    }
}

#[test]
fn the_lowest_counter_takes_goals_in_turn() {
    with(&Parameters::paper(), 10, |fixture| {
        for goal in 0..4 {
            fixture.offer(&[(goal, 7)], goal);
        }
        let mut sampled: Vec<u64> = (0..8).map(|_| fixture.sample()).collect();
        sampled[..4].sort_unstable();
        sampled[4..].sort_unstable();
        assert_eq!(sampled, [0, 1, 2, 3, 0, 1, 2, 3]);
    });
}

#[test]
fn the_quickest_goal_is_sampled_for_twice_its_last_improvement() {
    with(&Parameters::default(), 10, |fixture| {
        fixture.offer(&[(0, 100)], 1);
        fixture.offer(&[(1, 100)], 2);
        // No improvement since it was reached: in turn.
        let mut sampled: Vec<u64> = (0..6).map(|_| fixture.sample()).collect();
        sampled.sort_unstable();
        assert_eq!(sampled, [0, 0, 0, 1, 1, 1]);
        // Goal 1 improves after 3 samples, so 6 are spent on it; then both are equally good.
        fixture.offer(&[(1, 50)], 3);
        let mut sampled: Vec<u64> = (0..6).map(|_| fixture.sample()).collect();
        sampled.dedup();
        assert_eq!(sampled, [1]);
        let mut sampled: Vec<u64> = (0..3).map(|_| fixture.sample()).collect();
        sampled.sort_unstable();
        sampled.dedup();
        assert_eq!(sampled, [0], "the goal without progress has waited, and its counter is the lowest");
    });
}

#[test]
fn a_worse_test_resets_the_counter_only_in_the_paper() {
    for (parameters, next) in [(Parameters::paper(), 0), (Parameters::default(), 1)] {
        with(&parameters, 10, |fixture| {
            fixture.offer(&[(0, 10)], 1);
            for _ in 0..5 {
                fixture.sample();
            }
            // A worse test while the population has room, and then a goal that was sampled three
            // times.
            fixture.offer(&[(1, 10)], 2);
            for _ in 0..3 {
                fixture.sample();
            }
            fixture.offer(&[(0, 20)], 3);
            assert_eq!(fixture.sample(), next);
        });
    }
}

#[test]
fn subsumption_compares_distances_to_uncovered_goals() {
    let tested = |near: &[(u32, u128)]| Tested {
        near: near.iter().map(|&(goal, steps)| (goal, Distance::from_steps(steps))).collect(),
        ..Tested::default()
    };
    let nothing = |_| false;
    let one = tested(&[(0, 5), (2, 5)]);
    assert!(!one.subsumes(&one, nothing), "equal tests continue");
    assert!(one.subsumes(&tested(&[(0, 5), (2, 6)]), nothing));
    assert!(one.subsumes(&tested(&[(0, 5)]), nothing), "it misses a goal");
    assert!(!one.subsumes(&tested(&[(0, 5)]), |goal| goal == 2), "that goal is covered");
    assert!(!one.subsumes(&tested(&[(0, 4), (2, 600)]), nothing), "it is nearer to one");
    assert!(!one.subsumes(&tested(&[(1, 9)]), nothing), "it reaches another");
}

#[test]
fn tests_without_goals_are_released() {
    with(&Parameters::default(), 10, |fixture| {
        for marker in 0..10 {
            fixture.offer(&[(0, 10 + marker), (1, 5)], marker);
        }
        assert_eq!(fixture.archive.tests_in_use(), 10);
        fixture.offer(&[(0, 0)], 20);
        assert_eq!(fixture.archive.tests_in_use(), 10, "goal 1 still has them");
        fixture.archive.crop(1);
        fixture.offer(&[(1, 4)], 21);
        assert_eq!(fixture.archive.tests_in_use(), 1);
        fixture.offer(&[(1, 0)], 22);
        assert_eq!(fixture.archive.tests_in_use(), 0);
    });
}

#[test]
fn tuned_parameters_move_until_four_fifths_of_the_budget() {
    let at = |progress| {
        let Current { p_sample, archive_size, num_mutations } = Parameters::default().after(progress);
        ((p_sample * 100.0).round() as u32, archive_size, num_mutations)
    };
    assert_eq!([0.0, 0.4, 0.8, 1.0].map(at), [(80, 10, 1), (40, 6, 6), (0, 1, 10), (0, 1, 10)]);
}
