//! Budgets, resuming and notifications of the observer.

use crate::problems::*;
use sbst_algorithms::search;
use sbst_model::messages::{Budget, Stopped};
use sbst_model::{Distance, Literals, NodeKind, TestCase};
use sbst_search::{
    minimise, Algorithm, Ending, Execution, Inputs, Observer, Options, Problem, Progress, Silent,
};
use std::time::{Duration, Instant};

/// `x == 0` for a `u64` with a constant distance: only the number of evaluations changes.
fn hopeless(delay: Duration) -> impl Problem {
    Function::new(&[&U64], Literals::default(), 2, move |_, probes| {
        std::thread::sleep(delay);
        probes.flag(0, false);
        Ending::Returned
    })
}

#[test]
fn the_limit_of_evaluations_is_exact() {
    for algorithm in Algorithm::ALL {
        for limit in [0, 1, 17, 5_000] {
            let budget = Budget { evaluations: Some(limit), ..Budget::UNLIMITED };
            let outcome =
                search(&mut hopeless(Duration::ZERO), &Options::new(algorithm, 1, budget), &mut Silent);
            if algorithm.ends_at_local_optima() && outcome.evaluations < limit {
                assert_eq!(outcome.stopped, Stopped::Stalled);
            } else {
                assert_eq!((outcome.evaluations, outcome.stopped), (limit, Stopped::Evaluations));
            }
        }
    }
}

#[test]
fn the_limit_of_evaluations_is_exact_wherever_it_strikes() {
    for algorithm in Algorithm::ALL {
        for limit in (20..400).step_by(7) {
            let budget = Budget { evaluations: Some(limit), ..Budget::UNLIMITED };
            let outcome = search(&mut cgi_decode(), &Options::new(algorithm, limit, budget), &mut Silent);
            let is_exact = outcome.stopped != Stopped::Evaluations || outcome.evaluations == limit;
            assert!(outcome.evaluations <= limit && is_exact, "{algorithm}: {outcome:?}");
        }
    }
}

/// Two goals: every execution covers one, and reaches the other before a fault.
struct Faulty(Inputs);

impl Problem for Faulty {
    fn goals(&self) -> usize {
        2
    }
    fn inputs(&self) -> &Inputs {
        &self.0
    }
    fn evaluate(&mut self, _: &TestCase, execution: &mut Execution) {
        execution.reached.extend([(0, Distance::ZERO), (1, Distance::BEFORE_FAULT)]);
    }
}

#[test]
fn goal_reached_only_by_faults_does_not_exhaust_budget() {
    for algorithm in Algorithm::ALL {
        let mut problem = Faulty(Inputs { parameters: vec![&U64], ..Inputs::default() });
        let budget = Budget { evaluations: Some(100_000), ..Budget::UNLIMITED };
        let outcome = search(&mut problem, &Options::new(algorithm, 1, budget), &mut Silent);
        assert_eq!(outcome.stopped, Stopped::Stalled, "{algorithm}");
        assert!(outcome.evaluations <= 1_001, "{algorithm}: {}", outcome.evaluations);
        assert_eq!(outcome.archive.covered(), 1, "{algorithm}");
    }
}

#[test]
fn goals_covered_early_get_least_evaluations() {
    for algorithm in Algorithm::ALL.into_iter().filter(|algorithm| algorithm.goes_on_when_all_is_covered()) {
        for (limit, expected) in [(100_000, 10_000), (7_000, 7_000)] {
            let budget = Budget { evaluations: Some(limit), ..Budget::UNLIMITED };
            let options = Options { least_evaluations: 10_000, ..Options::new(algorithm, 1, budget) };
            let outcome = search(&mut triangle(), &options, &mut Silent);
            assert_eq!(
                (outcome.evaluations, outcome.stopped),
                (expected, Stopped::AllCovered),
                "{algorithm}"
            );
            assert!(outcome.evaluations_to_last_goal < 7_000, "{algorithm}");
        }
    }
}

#[test]
fn stalled_search_ends_after_limit_since_last_improvement() {
    let budget = Budget { stall: Some(3_000), ..Budget::UNLIMITED };
    let outcome =
        search(&mut hopeless(Duration::ZERO), &Options::new(Algorithm::Mio, 1, budget), &mut Silent);
    assert_eq!((outcome.evaluations, outcome.stopped), (3_001, Stopped::Stalled));
    assert_eq!(outcome.evaluations_to_last_goal, 1);
}

#[test]
fn the_clock_is_seen_however_slow_an_evaluation_is() {
    for (delay, seconds) in [(0, 0.3), (5, 0.2), (40, 0.2)] {
        let start = Instant::now();
        let budget = Budget { seconds: Some(seconds), ..Budget::UNLIMITED };
        let problem = &mut hopeless(Duration::from_millis(delay));
        let outcome = search(problem, &Options::new(Algorithm::Mio, 1, budget), &mut Silent);
        assert_eq!(outcome.stopped, Stopped::Time);
        let took = start.elapsed().as_secs_f64();
        assert!((seconds..seconds + 0.5).contains(&took), "{took} s with {delay} ms each");
    }
}

#[test]
fn same_seed_gives_same_search_under_time_limit() {
    for algorithm in Algorithm::ALL {
        let budget = Budget { evaluations: Some(20_000), seconds: Some(3_600.0), ..Budget::UNLIMITED };
        let run = || search(&mut cgi_decode(), &Options::new(algorithm, 5, budget), &mut Silent);
        let (one, other) = (run(), run());
        assert_eq!(one.evaluations, other.evaluations);
        assert_eq!(one.best, other.best);
        assert!(one.archive.iter().eq(other.archive.iter()));
    }
}

/// `low <= value && value < high`, of which each goal is covered by many values.
fn is_between() -> impl Problem {
    Function::new(&[&I8; 3], Literals::default(), 2, |test, probes| {
        let [value, low, high] = [1, 2, 3].map(|node| i64::from(test.integer(node) as i8));
        if probes.at_most(0, low, value) {
            probes.less(1, value, high);
        }
        Ending::Returned
    })
}

#[test]
fn every_algorithm_covers_the_easy_goals_of_a_function() {
    for algorithm in Algorithm::ALL {
        let budget = Budget { evaluations: Some(20_000), ..Budget::UNLIMITED };
        let outcome = search(&mut is_between(), &Options::new(algorithm, 1, budget), &mut Silent);
        assert_eq!(outcome.archive.covered(), 4, "{algorithm}");
    }
}

/// Every notification.
#[derive(Default)]
struct Notes {
    kept: Vec<(TestCase, Vec<u32>, u64)>,
    progress: Vec<u64>,
}

impl Observer for Notes {
    fn kept(&mut self, test: &TestCase, covers: &[u32], progress: &Progress) {
        self.kept.push((test.clone(), covers.to_vec(), progress.evaluations));
    }
    fn progress(&mut self, progress: &Progress) {
        self.progress.push(progress.evaluations);
    }
}

#[test]
fn the_observer_is_notified_of_every_goal_once() {
    let budget = Budget { evaluations: Some(100_000), ..Budget::UNLIMITED };
    let mut notes = Notes::default();
    let outcome = search(&mut triangle(), &Options::new(Algorithm::Mio, 3, budget), &mut notes);
    let mut goals: Vec<u32> = notes.kept.iter().flat_map(|kept| kept.1.iter().copied()).collect();
    goals.sort_unstable();
    assert_eq!(goals, (0..22).collect::<Vec<u32>>());
    let last = notes.kept.iter().rfind(|kept| !kept.1.is_empty()).unwrap().2;
    assert_eq!(outcome.evaluations_to_last_goal, last);
    assert_eq!(outcome.evaluations, last, "it ends when everything is covered");
}

#[test]
fn progress_is_reported_about_every_4096_evaluations() {
    let budget = Budget { evaluations: Some(50_000), ..Budget::UNLIMITED };
    let mut notes = Notes::default();
    search(&mut hopeless(Duration::ZERO), &Options::new(Algorithm::Random, 3, budget), &mut notes);
    assert!((10..=14).contains(&notes.progress.len()), "{:?}", notes.progress);
}

#[test]
fn a_search_continues_where_another_ended() {
    let budget = Budget { evaluations: Some(100_000), ..Budget::UNLIMITED };
    let mut notes = Notes::default();
    search(&mut triangle(), &Options::new(Algorithm::Mio, 3, budget), &mut notes);
    let initial: Vec<TestCase> = notes.kept[..5].iter().map(|kept| kept.0.clone()).collect();
    let known: Vec<u32> = notes.kept[..5].iter().flat_map(|kept| kept.1.clone()).collect();
    for algorithm in Algorithm::ALL.into_iter().filter(|algorithm| !algorithm.ends_at_local_optima()) {
        let options = Options {
            initial: initial.clone(),
            evaluations_done: 60_000,
            seconds_done: 2.0,
            ..Options::new(algorithm, 4, budget)
        };
        let mut later = Notes::default();
        let outcome = search(&mut triangle_of(&THOUSAND), &options, &mut later);
        assert_eq!(outcome.stopped, Stopped::AllCovered, "{algorithm}");
        let known = |goal: &u32| known.contains(goal);
        assert!(later.kept.iter().all(|kept| kept.2 > 60_000 && !kept.1.iter().any(known)));
        assert!(outcome.seconds > 2.0);
    }
}

#[test]
fn search_with_all_goals_covered_makes_no_evaluation() {
    let budget = Budget { evaluations: Some(100_000), ..Budget::UNLIMITED };
    let outcome = search(&mut triangle(), &Options::new(Algorithm::Mio, 3, budget), &mut Silent);
    let initial: Vec<TestCase> = outcome.archive.iter().map(|(_, test)| test.clone()).collect();
    for algorithm in Algorithm::ALL {
        let initial = initial.clone();
        let options = Options { initial, evaluations_done: 7, ..Options::new(algorithm, 4, budget) };
        let again = search(&mut triangle(), &options, &mut Silent);
        assert_eq!((again.evaluations, again.stopped), (7, Stopped::AllCovered));
    }
}

#[test]
fn problem_without_goals_is_searched_for_faults_with_one_test() {
    let fault_below_zero = |test: &TestCase, _: &mut Probes| {
        if (test.integer(1) as i32) < 5 {
            Ending::Fault
        } else {
            Ending::Returned
        }
    };
    let mut problem = Function::new(&[&I32], Literals::default(), 0, fault_below_zero);
    let budget = Budget { evaluations: Some(100_000), seconds: Some(10.0), stall: Some(5_000) };
    let mut search_with = |algorithm| search(&mut problem, &Options::new(algorithm, 1, budget), &mut Silent);
    for algorithm in Algorithm::ALL {
        let outcome = search_with(algorithm);
        assert_eq!((outcome.evaluations, outcome.stopped), (1_000, Stopped::AllCovered), "{algorithm}");
    }
    let outcome = search_with(Algorithm::Mio);
    let suite = minimise(&mut problem, &outcome.archive, 1_000, None);
    assert_eq!(suite.len(), 1);
    assert_eq!(
        (suite[0].test.integer(1), suite[0].goals.len()),
        (5, 0),
        "it returns, and is the simplest that does"
    );
}

#[test]
fn problem_without_parameters_stalls_early() {
    let body = |_: &TestCase, probes: &mut Probes| {
        probes.flag(0, true);
        Ending::Returned
    };
    let mut problem = Function::new(&[], Literals::default(), 1, body);
    let budget = Budget { evaluations: Some(100_000), ..Budget::UNLIMITED };
    for algorithm in Algorithm::ALL {
        let outcome = search(&mut problem, &Options::new(algorithm, 1, budget), &mut Silent);
        let evaluations = if algorithm.ends_at_local_optima() { 2 } else { 16 };
        assert_eq!((outcome.evaluations, outcome.stopped), (evaluations, Stopped::Stalled), "{algorithm}");
        assert_eq!(outcome.archive.test(0).unwrap().nodes()[0].kind, NodeKind::Statement);
    }
}

/// Reaches goal 0 in different ways by its argument's value.
struct Endings(Inputs);

impl Problem for Endings {
    fn goals(&self) -> usize {
        2
    }
    fn inputs(&self) -> &Inputs {
        &self.0
    }
    fn evaluate(&mut self, test: &TestCase, execution: &mut Execution) {
        execution.reached.push((0, Distance::ZERO));
        execution.ending = match test.integer(1) % 3 {
            0 => Ending::Fault,
            1 => Ending::Panicked,
            _ => Ending::Returned,
        };
    }
}

#[test]
fn returning_then_smaller_then_earlier_test_is_preferred() {
    let test = |value| {
        let mut test = TestCase::new();
        let call = test.open(NodeKind::Statement, 0);
        test.leaf(NodeKind::Integer, value);
        test.close(call);
        test
    };
    let budget = Budget { evaluations: Some(0), ..Budget::UNLIMITED };
    let inputs = Inputs { parameters: vec![&U64], ..Inputs::default() };
    for (initial, best) in [(vec![0, 1, 2, 5], 2), (vec![3, 0], 3), (vec![5, 1], 5), (vec![0, 4], 4)] {
        let initial = initial.into_iter().map(test).collect();
        let options = Options { initial, ..Options::new(Algorithm::Random, 1, budget) };
        let outcome = search(&mut Endings(inputs.clone()), &options, &mut Silent);
        assert_eq!(outcome.archive.test(0), Some(&test(best)));
        assert_eq!(outcome.archive.any(), Some(&test(best)));
        assert_eq!((outcome.archive.covered(), outcome.best[1].is_reached()), (1, false));
    }
}
