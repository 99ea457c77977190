//! Adopted goals: they are free until an execution reaches them.

use crate::problems::*;
use proptest::prelude::*;
use sbst_algorithms::search;
use sbst_model::messages::{Budget, Stopped};
use sbst_model::{Literals, TestCase};
use sbst_search::{minimise, Algorithm, Ending, Execution, Inputs, Options, Outcome, Problem, Silent};

/// A problem with goals of its own first, and then adopted goals outside of all executions.
struct Adopting<P> {
    problem: P,
    own: usize,
    unreached: usize,
}

impl<P: Problem> Problem for Adopting<P> {
    fn goals(&self) -> usize {
        self.problem.goals() + self.unreached
    }
    fn own_goals(&self) -> usize {
        self.own
    }
    fn inputs(&self) -> &Inputs {
        self.problem.inputs()
    }
    fn evaluate(&mut self, test: &TestCase, execution: &mut Execution) {
        self.problem.evaluate(test, execution);
    }
}

/// Algorithms that adopt goals. (The classic ones search for all goals, reached or not.)
fn algorithms() -> impl Iterator<Item = Algorithm> {
    Algorithm::ALL.into_iter().filter(|algorithm| !algorithm.is_classic())
}

fn searched(problem: &mut impl Problem, algorithm: Algorithm, seed: u64, evaluations: u64) -> Outcome {
    let budget = Budget { evaluations: Some(evaluations), seconds: None, stall: None };
    search(problem, &Options::new(algorithm, seed, budget), &mut Silent)
}

/// `x >= 0` is the problem's own goal; behind it, as in a callee, are `x == 70_000` and a goal that no `x` reaches.
fn calling() -> Adopting<impl Problem> {
    let problem = Function::new(&[&I32], Literals::default(), 3, |test, probes| {
        let x = i64::from(test.integer(1) as i32);
        if probes.at_most(0, 0, x) {
            probes.equal(1, x, 70_000);
        }
        Ending::Returned
    });
    Adopting { problem, own: 2, unreached: 0 }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]
    #[test]
    fn unreached_adopted_goals_do_not_change_search(
        seed: u64, unreached in 1..2_000usize, evaluations in 100..2_000u64,
    ) {
        for algorithm in algorithms() {
            let alone = searched(&mut cgi_decode(), algorithm, seed, evaluations);
            let mut problem = Adopting { problem: cgi_decode(), own: 10, unreached };
            let with = searched(&mut problem, algorithm, seed, evaluations);
            prop_assert_eq!(
                (with.evaluations, with.stopped), (alone.evaluations, alone.stopped), "{}", algorithm
            );
            let archive = |outcome: &Outcome| outcome.archive.iter().map(|(goal, test)| (goal, test.clone())).collect::<Vec<_>>();
            prop_assert_eq!(archive(&with), archive(&alone), "{}", algorithm);
        }
    }
}

#[test]
fn search_continues_only_for_reached_adopted_goals() {
    for algorithm in algorithms().filter(|algorithm| !algorithm.ends_at_local_optima()) {
        let outcome = searched(&mut calling(), algorithm, 1, 200);
        let covered: Vec<u32> = outcome.archive.iter().map(|(goal, _)| goal).collect();
        assert!(covered.starts_with(&[0, 1]), "{algorithm}");
        if covered.contains(&2) {
            assert_eq!(outcome.stopped, Stopped::AllCovered, "{algorithm}: goals 4 and 5 are out of reach");
        } else {
            assert_eq!((outcome.evaluations, outcome.stopped), (200, Stopped::Evaluations), "{algorithm}");
        }
    }
}

#[test]
fn an_adopted_goal_reached_in_passing_is_searched_for() {
    for algorithm in [Algorithm::Hybrid, Algorithm::MemeticMio, Algorithm::AvmGeometric] {
        let outcome = searched(&mut calling(), algorithm, 1, 5_000);
        assert!(outcome.archive.is_covered(2), "{algorithm}");
        assert_eq!(outcome.stopped, Stopped::AllCovered, "{algorithm}");
    }
}

#[test]
fn tests_for_adopted_goals_alone_are_kept_by_minimising() {
    let mut problem = calling();
    let outcome = searched(&mut problem, Algorithm::Hybrid, 1, 5_000);
    let suite = minimise(&mut problem, &outcome.archive, 1_000, None);
    let mut goals: Vec<u32> = suite.iter().flat_map(|test| test.goals.clone()).collect();
    goals.sort_unstable();
    assert_eq!(goals, [0, 1, 2, 3]);
    assert!(suite.iter().any(|test| test.goals.contains(&2) && test.test.integer(1) as i32 == 70_000));
}

#[test]
fn problem_with_unreached_adopted_goals_ends_as_without_goals() {
    for algorithm in algorithms() {
        let mut problem = Adopting {
            problem: Function::new(&[&I32], Literals::default(), 0, |_, _| Ending::Returned),
            own: 0,
            unreached: 9,
        };
        let outcome = searched(&mut problem, algorithm, 1, 50_000);
        assert_eq!(outcome.evaluations, 1_000, "{algorithm}");
    }
    let mut problem = Adopting { own: 0, ..calling() };
    let outcome = searched(&mut problem, Algorithm::Hybrid, 1, 50_000);
    assert_eq!((outcome.archive.covered(), outcome.stopped), (4, Stopped::AllCovered));
}
