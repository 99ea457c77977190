//! Paths of executions of real functions.

#![allow(missing_docs)]

use sbst::__private::bench::FunctionProblem;
use sbst_model::event_graph::EventGraph;
use sbst_model::path::Step;
use sbst_model::{Distance, NodeKind, Path, TestCase};
use sbst_search::{Execution, Problem};
use std::sync::{Mutex, MutexGuard};

/// The thread that searches owns the recorder, so one test at a time.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

fn call(number: u64) -> TestCase {
    let mut test = TestCase::new();
    let call = test.open(NodeKind::Statement, 0);
    test.leaf(NodeKind::Integer, number);
    test.close(call);
    test
}

/// The path of a call by the conditions of these functions.
fn path(name: &str, functions: &[(&str, u32)], number: u64) -> Vec<(u32, bool, f64)> {
    let _alone = alone();
    let mut problem = FunctionProblem::by_name(name).unwrap();
    let registered = FunctionProblem::registered();
    let condition = |&(function, condition): &(&str, u32)| {
        let path = format!("paths::{function}");
        let target = registered.iter().find(|target| target.id.path == path);
        Some((target.unwrap().id.clone(), condition))
    };
    let conditions = functions.iter().map(condition).chain([None]).collect();
    problem.give_events(EventGraph { conditions, ..EventGraph::default() });
    let (mut plain, mut followed, mut path) = (Execution::default(), Execution::default(), Path::default());
    problem.record_path(&call(number), &mut followed, &mut path);
    problem.evaluate(&call(number), &mut plain);
    assert_eq!((plain.reached, plain.ending), (followed.reached, followed.ending));
    let step = |step: &Step| (step.condition, step.outcome, step.away.magnitude());
    path.steps.iter().map(step).collect()
}

#[sbst::instrument]
fn halves(mut n: u8) -> u32 {
    let mut odd = 0;
    while n > 0 {
        if n % 2 == 1 {
            odd += 1;
        }
        n /= 2;
    }
    odd
}

#[test]
fn conditions_are_recorded_in_order_with_distances() {
    let path = path("halves", &[("halves", 0), ("halves", 1)], 2);
    let expected = [(0, true, 2.0), (1, false, 1.0), (0, true, 1.0), (1, true, 1.0), (0, false, 1.0)];
    assert_eq!(path, expected);
}

#[sbst::instrument]
fn is_small(n: u16) -> bool {
    n < 9
}

#[sbst::instrument]
fn calls(n: u16) -> bool {
    if is_small(n) {
        n == 3
    } else {
        false
    }
}

#[test]
fn conditions_of_callees_are_recorded_at_their_evaluation() {
    let path = path("calls", &[("calls", 0), ("calls", 1), ("is_small", 0)], 5);
    let conditions: Vec<(u32, bool)> = path.iter().map(|step| (step.0, step.1)).collect();
    assert_eq!(conditions, [(2, true), (0, true), (1, false)]);
}

#[sbst::instrument]
fn counts(n: u16) -> u32 {
    let mut left = n;
    while left > 0 {
        left -= 1;
    }
    u32::from(left)
}

#[test]
fn long_loop_is_recorded_up_to_limit() {
    let path = path("counts", &[("counts", 0)], 60_000);
    assert_eq!(path.len(), Path::MOST);
    assert!(path.iter().all(|step| step.1));
    assert_eq!(Distance::from_steps(60_000).magnitude(), path[0].2);
}
