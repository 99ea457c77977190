//! Executions that take longer than their turn allows.

use super::{Stage, demand, ended, first_then, hello, ordered};
use crate::search::supervisor::Supervisor;
use crate::search::target_report::TargetReport;
use sbst_model::messages::{Budget, ENDLESS, Event, Finding, FindingKind, SlowCall, TimeUpTo};
use std::time::Instant;

/// A turn of a second: an execution may take a sixteenth of it, or four times that while waiting.
const SECOND: Budget = Budget { seconds: Some(1.0), ..Budget::UNLIMITED };

/// A worker that makes no progress in an execution, and later ones that get the fatal test case.
fn slow(stage: &Stage) -> String {
    let first = stage.send("a", &[hello()]) + &stage.execute(7, 42) + "sleep 60\n";
    let later = [hello(), ended(), Event::Finished(Vec::new())];
    first_then(&first, &(demand("fatal: [Fatal") + &stage.send("b", &later)))
}

#[test]
fn slow_execution_is_ended_within_its_turn_without_a_finding() {
    let stage = Stage::new();
    let started = Instant::now();
    let searched = stage.with_assignments(&slow(&stage), &["d::f"], Budget::UNLIMITED, 50.0, |assignments| {
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
fn slow_test_cases_are_retried_in_the_remaining_time() {
    let stage = Stage::new();
    // Its worker crashes if the execution may take long.
    let searched = stage.search(&slow(&stage), Some(2.0), 50.0);
    assert_eq!((searched.failure, searched.report.slow.executions), (None, 0));
    let [finding] = &searched.report.findings[..] else { panic!("{:?}", searched.report.findings) };
    assert_eq!(finding.message, "abort (SIGABRT)");
}

#[test]
fn an_endless_retrial_with_growing_time_stays_slow() {
    for (seconds, hangs) in [([1e-3, 4e-3], 0), ([1e-3, 1e-3], 1)] {
        let stage = Stage::new();
        let measured = [hello(), slow_call(&[1, 1], &seconds), Event::Finished(Vec::new())];
        let again = ordered("task: Repeat", &(stage.execute(9, 42) + "sleep 60\n"));
        let script = again + &ordered("task: Measure", &stage.send("measure", &measured)) + &slow(&stage);
        let report = stage.search(&script, Some(2.0), 0.8).report;
        assert_eq!((report.findings.len(), report.slow.executions), (hangs, 1 - hangs), "{seconds:?}");
    }
}

/// The call that exceeds the steps in each worker, without a test.
fn hang() -> Finding {
    Finding {
        arguments: vec!["1736083".into()],
        evaluations: 7,
        test: "dd".into(),
        ..Finding::new(FindingKind::Hang, format!("{ENDLESS} 1000000 steps"))
    }
}

/// Returns the report of a search that met [`hang`], after a worker has measured it.
fn measured(events: &[Event], then: &str) -> TargetReport {
    let stage = Stage::new();
    let measure = stage.send("measure", events) + &stage.execute(1, 42) + then;
    let search = [hello(), Event::Finding(hang()), ended(), Event::Finished(Vec::new())];
    let replay = stage.send("replay", &[hello(), Event::Finished(Vec::new())]);
    let script = ordered("task: Measure", &measure) + &ordered("task: Replay", &replay);
    let searched = stage.search(&(script + &stage.send("search", &search)), None, 0.5);
    assert_eq!(searched.failure, None);
    searched.report
}

fn slow_call(steps: &[u64], seconds: &[f64]) -> Event {
    let costs = (10..).step_by(2).zip(steps.iter().zip(seconds));
    let times = costs.map(|(bits, (&steps, &seconds))| TimeUpTo { bits, seconds, steps }).collect();
    Event::Slow(Box::new(SlowCall {
        before: Vec::new(),
        arguments: Vec::new(),
        is_by_length: false,
        times,
        steps: None,
    }))
}

#[test]
fn a_hang_with_growing_steps_is_slow_without_a_test() {
    let linear = slow_call(&[1_026, 4_098, 16_386], &[1e-5; 3]);
    let without_end = [hello(), linear.clone()];
    let ended = [hello(), linear, Event::Finished(Vec::new())];
    for (events, then) in [(&without_end[..], "sleep 60\n"), (&ended, "")] {
        let report = measured(events, then);
        assert!(report.findings.is_empty() && report.tests.is_empty(), "{:?}", report.findings);
        assert!(report.slow.executions == 1 && report.slow.call.is_some());
    }
}

#[test]
fn endless_call_is_a_hang_unless_another_fault_ends_it() {
    let constant = slow_call(&[1_026, 1_026], &[1e-5; 2]);
    let report = measured(&[hello(), constant.clone(), Event::Finished(Vec::new())], "");
    assert_eq!((&report.findings[..], report.slow.executions), (&[hang()][..], 0));
    // A growing one that does not end although its values need few steps.
    let events = [
        hello(),
        slow_call(&[1_026, 4_098], &[1e-5; 2]),
        Event::Finding(hang()),
        Event::Finished(Vec::new()),
    ];
    assert_eq!(measured(&events, "").findings, [hang()]);
    let died = measured(&[hello(), constant], "kill -ABRT $$\n");
    let [death] = &died.findings[..] else { panic!("{:?}", died.findings) };
    assert_eq!((death.kind, death.message.as_str()), (FindingKind::Death, "abort (SIGABRT)"));
    assert_eq!((&death.arguments, &death.test), (&hang().arguments, &hang().test));
}
