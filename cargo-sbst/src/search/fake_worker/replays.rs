//! Replays whose workers are scripts.

use super::{Stage, ended, hello, ordered};
use crate::search::supervisor::Searched;
use sbst_model::messages::{Differing, Event, Finding, FindingKind, Observed, TestOutline};

/// A test of this test case for these goals, of a call that panics.
fn test(test: &str, goals: &[u32]) -> TestOutline {
    let observed = Observed::Panicked { message: "no".into(), place: None };
    TestOutline { test: test.into(), goals: goals.into(), observed, ..death_outline() }
}

fn death_outline() -> TestOutline {
    let finding = Finding { evaluations: 7, ..Finding::new(FindingKind::Death, "abort (SIGABRT)".into()) };
    TestOutline { test: "dd".into(), ..TestOutline::from_fault(finding) }
}

fn replayed(index: usize, outline: TestOutline) -> Event {
    Event::Replayed { index, outline: Box::new(outline), is_shown: true }
}

/// Searches with a worker that has these tests, and replays them by this script.
fn search(stage: &Stage, tests: Vec<TestOutline>, replay: &str) -> Searched {
    let searched = stage.send("search", &[hello(), ended(), Event::Finished(tests)]);
    let searched = stage.search(&(ordered("task: Replay", replay) + &searched), None, 10.0);
    assert_eq!(searched.failure, None);
    searched
}

fn cases(searched: &Searched) -> Vec<&str> {
    searched.report.tests.iter().map(|test| test.test.as_str()).collect()
}

#[test]
fn fatal_test_is_dropped_and_later_ones_are_replayed() {
    let stage = Stage::new();
    let weaker = TestOutline { differs: [Differing::Message].into(), ..test("cc", &[1]) };
    let first = stage.send("first", &[hello(), replayed(0, test("aa", &[0]))])
        + &stage.execute(1, 42)
        + "kill -ABRT $$\n";
    let second = [hello(), replayed(0, weaker.clone()), Event::Finished(Vec::new())];
    let replay = ordered("\"aa\"", &first) + &stage.send("second", &second);
    let tests = vec![test("aa", &[0]), test("bb", &[0]), test("cc", &[1]), death_outline()];
    let searched = search(&stage, tests, &replay);
    assert_eq!(cases(&searched), ["aa", "cc", "dd"], "deaths are not repeated");
    assert_eq!(searched.report.tests[1], weaker);
    let flaky = "its ending and panic message differ between runs";
    assert_eq!(searched.report.flaky.as_deref(), Some(flaky));
    assert_eq!(searched.report.summary.unwrap().covered, [0, 1]);
}

#[test]
fn after_three_deaths_remaining_tests_and_goals_are_dropped() {
    let stage = Stage::new();
    let replay = stage.send("replay", &[hello()])
        + "echo >> $SBST_WORKER_DIRECTORY/../../count\n"
        + &stage.execute(1, 42)
        + "kill -ABRT $$\n";
    let names = ["aa", "bb", "cc", "ee", "ff"];
    let searched = search(&stage, names.map(|name| test(name, &[0])).into(), &replay);
    assert!(searched.report.tests.is_empty());
    assert_eq!(std::fs::read_to_string(stage.path("count")).unwrap().len(), 3);
    let summary = searched.report.summary.unwrap();
    let uncovered: Vec<u32> = summary.uncovered.iter().map(|uncovered| uncovered.goal).collect();
    assert_eq!((summary.covered, uncovered), (vec![1], vec![0]), "no test claims the second");
}

#[test]
fn test_without_progress_is_dropped_from_a_replay() {
    let stage = Stage::new();
    let stands = stage.send("first", &[hello()]) + &stage.execute(1, 42) + "sleep 60\n";
    let second = [hello(), replayed(0, test("bb", &[0, 1])), Event::Finished(Vec::new())];
    let replay = ordered("\"aa\"", &stands) + &stage.send("second", &second);
    let searched = stage
        .send("search", &[hello(), ended(), Event::Finished(vec![test("aa", &[0]), test("bb", &[0, 1])])]);
    let searched = stage.search(&(ordered("task: Replay", &replay) + &searched), None, 0.5);
    assert_eq!(cases(&searched), ["bb"]);
}

#[test]
fn replay_that_executes_no_test_leaves_tests_unchanged() {
    let stage = Stage::new();
    let searched = search(&stage, vec![test("aa", &[0, 1])], "exit 1\n");
    assert_eq!((cases(&searched), &searched.report.flaky), (vec!["aa"], &None));
}

#[test]
fn fault_not_reproduced_by_a_replay_is_a_finding_without_test() {
    let stage = Stage::new();
    let finding = Finding {
        arguments: vec!["7".into()],
        evaluations: 7,
        ..Finding::new(FindingKind::Overflow, "attempt to add with overflow".into())
    };
    let outline = TestOutline { test: "aa".into(), ..TestOutline::from_fault(finding.clone()) };
    let not_shown = Event::Replayed { index: 0, outline: Box::new(outline.clone()), is_shown: false };
    let replay = stage.send("replay", &[hello(), not_shown, Event::Finished(Vec::new())]);
    let events = [hello(), Event::Finding(finding.clone()), ended(), Event::Finished(vec![outline])];
    let searched = ordered("task: Replay", &replay) + &stage.send("search", &events);
    let report = stage.search(&searched, None, 10.0).report;
    assert_eq!((report.findings.len(), report.not_reproduced), (1, vec![finding]));
    assert!(report.tests.is_empty());
}
