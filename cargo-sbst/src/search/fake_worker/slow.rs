//! Executions that take longer than their turn allows.

use super::{NO_BUDGET, Stage, demand, ended, first_then, hello};
use crate::search::supervisor::Supervisor;
use sbst_model::messages::{Budget, Event};
use std::time::Instant;

/// A second is a turn in which an execution may take a sixteenth of it, or four times that if it
/// waits.
const SECOND: Budget = Budget { seconds: Some(1.0), ..NO_BUDGET };

/// A worker that stands still in an execution, and others that know of it.
fn slow(stage: &Stage) -> String {
    let first = stage.send("a", &[hello()]) + &stage.execute(7, 42) + "sleep 60\n";
    let later = [hello(), ended(), Event::Finished(Vec::new())];
    first_then(&first, &(demand("fatal: [Fatal") + &stage.send("b", &later)))
}

#[test]
fn an_execution_that_takes_too_long_is_ended_within_its_turn_and_is_no_finding() {
    let stage = Stage::new();
    let started = Instant::now();
    let searched = stage.with_assignments(&slow(&stage), &["d::f"], NO_BUDGET, 50.0, |assignments| {
        let mut supervisor = Supervisor::new(&assignments[0]);
        supervisor.turn(SECOND, |_, _| {}).unwrap();
        assert!(supervisor.has_slow() && !supervisor.is_given_up());
        supervisor.finish(|_, _| {}).unwrap()
    });
    assert!(started.elapsed().as_secs() < 20, "the hang timeout is 50 s");
    assert_eq!((searched.failure, searched.report.slow.executions), (None, 1));
    assert!(searched.report.findings.is_empty() && searched.report.deaths.is_empty());
}

#[test]
fn what_was_too_slow_is_tried_again_with_the_time_that_is_left() {
    let stage = Stage::new();
    // Its worker crashes if the execution may take long.
    let searched = stage.search(&slow(&stage), Some(2.0), 50.0);
    assert_eq!((searched.failure, searched.report.slow.executions), (None, 0));
    let [finding] = &searched.report.findings[..] else { panic!("{:?}", searched.report.findings) };
    assert_eq!(finding.message, "abort (SIGABRT)");
}
