//! The rules of MIO, on an archive that is given distances one by one.

use super::archive::{MioArchive, Tested};
use super::*;
use crate::evaluation::observer::Silent;
use crate::evaluation::options::Options;
use crate::evaluation::problem::{Execution, Problem};
use crate::operator::inputs::Inputs;
use crate::operator::random::Random;
use sbst_model::messages::Budget;
use sbst_model::Algorithm;
use sbst_model::{Distance, NodeKind};

/// Reaches the goals that the test names: pairs of a goal and its steps.
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

/// An archive that is offered tests, and a way to sample it.
struct Told<'a> {
    evaluator: Evaluator<'a>,
    archive: MioArchive,
    random: Random,
    sampled: Tested,
}

impl Told<'_> {
    fn tell(&mut self, pairs: &[(u64, u64)], marker: u64) -> bool {
        let test = named(pairs, marker);
        self.evaluator.evaluate(&test);
        self.archive.update(&self.evaluator, &test, &mut self.random).changed
    }

    /// The first goal of the test that is sampled.
    fn sample(&mut self) -> u64 {
        self.archive.sample(&self.evaluator, &mut self.random, &mut self.sampled);
        self.sampled.test.nodes()[0].payload
    }
}

fn with(parameters: &Parameters, size: usize, check: impl FnOnce(&mut Told<'_>)) {
    let (mut problem, mut silent) = (Named(Inputs::default()), Silent);
    let budget = Budget { evaluations: Some(1_000_000), seconds: None, stall: None };
    let options = Options::new(Algorithm::Mio, 1, budget);
    let mut told = Told {
        evaluator: Evaluator::new(&mut problem, &options, &mut silent),
        archive: MioArchive::new(GOALS, parameters),
        random: Random::new(1),
        sampled: Tested::default(),
    };
    told.archive.crop(size);
    check(&mut told);
}

#[test]
fn a_full_population_takes_what_is_as_good_only_if_tuned() {
    for (parameters, expected) in [(Parameters::paper(), false), (Parameters::default(), true)] {
        with(&parameters, 2, |told| {
            assert!(told.tell(&[(0, 5)], 1) && told.tell(&[(0, 9)], 2));
            assert!(!told.tell(&[(0, 10)], 3), "worse than the worst");
            assert_eq!(told.tell(&[(0, 9)], 4), expected);
            assert!(!told.tell(&[(0, 5)], 1), "there already");
            assert!(told.tell(&[(0, 8)], 5));
        });
    }
}

#[test]
fn a_covered_goal_is_sampled_only_if_no_other_goal_has_tests() {
    for parameters in [Parameters::paper(), Parameters::default()] {
        with(&parameters, 10, |told| {
            told.tell(&[(0, 0)], 1);
            assert_eq!(told.sample(), 0);
            told.tell(&[(3, 7)], 2);
            assert!((0..50).all(|_| told.sample() == 3));
            told.tell(&[(3, 0)], 3);
            let sampled: Vec<u64> = (0..10).map(|_| told.sample()).collect();
            assert!(sampled.contains(&0) && sampled.contains(&3), "{sampled:?}");
        });
    }
}

#[test]
fn the_lowest_counter_takes_goals_in_turn() {
    with(&Parameters::paper(), 10, |told| {
        for goal in 0..4 {
            told.tell(&[(goal, 7)], goal);
        }
        let mut sampled: Vec<u64> = (0..8).map(|_| told.sample()).collect();
        sampled[..4].sort_unstable();
        sampled[4..].sort_unstable();
        assert_eq!(sampled, [0, 1, 2, 3, 0, 1, 2, 3]);
    });
}

#[test]
fn the_goal_that_improved_the_quickest_is_sampled_for_twice_as_long_as_that_took() {
    with(&Parameters::default(), 10, |told| {
        told.tell(&[(0, 100)], 1);
        told.tell(&[(1, 100)], 2);
        // Nothing has improved since it was reached: in turn.
        let mut sampled: Vec<u64> = (0..6).map(|_| told.sample()).collect();
        sampled.sort_unstable();
        assert_eq!(sampled, [0, 0, 0, 1, 1, 1]);
        // Goal 1 improves after 3 samples, so 6 are spent on it; then both are as good as the
        // other.
        told.tell(&[(1, 50)], 3);
        let mut sampled: Vec<u64> = (0..6).map(|_| told.sample()).collect();
        sampled.dedup();
        assert_eq!(sampled, [1]);
        let mut sampled: Vec<u64> = (0..3).map(|_| told.sample()).collect();
        sampled.sort_unstable();
        sampled.dedup();
        assert_eq!(sampled, [0], "the goal without progress has waited, and its counter is the lowest");
    });
}

#[test]
fn a_filler_resets_the_counter_in_the_paper_and_not_if_tuned() {
    for (parameters, next) in [(Parameters::paper(), 0), (Parameters::default(), 1)] {
        with(&parameters, 10, |told| {
            told.tell(&[(0, 10)], 1);
            for _ in 0..5 {
                told.sample();
            }
            // A worse test while there is room, and then a goal that was sampled three times.
            told.tell(&[(1, 10)], 2);
            for _ in 0..3 {
                told.sample();
            }
            told.tell(&[(0, 20)], 3);
            assert_eq!(told.sample(), next);
        });
    }
}

#[test]
fn a_test_subsumes_another_that_is_nowhere_nearer_and_somewhere_farther() {
    let tested = |near: &[(u32, u128)]| Tested {
        near: near.iter().map(|&(goal, steps)| (goal, Distance::from_steps(steps))).collect(),
        ..Tested::default()
    };
    let nothing = |_| false;
    let one = tested(&[(0, 5), (2, 5)]);
    assert!(!one.subsumes(&one, nothing), "equal ones go on");
    assert!(one.subsumes(&tested(&[(0, 5), (2, 6)]), nothing));
    assert!(one.subsumes(&tested(&[(0, 5)]), nothing), "it misses a goal");
    assert!(!one.subsumes(&tested(&[(0, 5)]), |goal| goal == 2), "which is covered");
    assert!(!one.subsumes(&tested(&[(0, 4), (2, 600)]), nothing), "it is nearer to one");
    assert!(!one.subsumes(&tested(&[(1, 9)]), nothing), "it reaches another");
}

#[test]
fn tests_that_no_goal_needs_are_forgotten() {
    with(&Parameters::default(), 10, |told| {
        for marker in 0..10 {
            told.tell(&[(0, 10 + marker), (1, 5)], marker);
        }
        assert_eq!(told.archive.tests_in_use(), 10);
        told.tell(&[(0, 0)], 20);
        assert_eq!(told.archive.tests_in_use(), 10, "goal 1 has them still");
        told.archive.crop(1);
        told.tell(&[(1, 4)], 21);
        assert_eq!(told.archive.tests_in_use(), 1);
        told.tell(&[(1, 0)], 22);
        assert_eq!(told.archive.tests_in_use(), 0);
    });
}

#[test]
fn the_tuned_parameters_move_until_four_fifths_of_the_budget() {
    let at = |progress| {
        let Current { p_sample, archive_size, num_mutations } = Parameters::default().after(progress);
        ((p_sample * 100.0).round() as u32, archive_size, num_mutations)
    };
    assert_eq!([0.0, 0.4, 0.8, 1.0].map(at), [(80, 10, 1), (40, 6, 6), (0, 1, 10), (0, 1, 10)]);
}
