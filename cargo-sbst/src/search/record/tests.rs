use super::*;
use crate::search::target_report::SuiteAt;
use sbst_model::messages::{FindingKind, TriedSequences};

fn kept(test: &str, covers: &[u32], evaluations: u64) -> Event {
    Event::Kept { test: test.into(), covers: covers.into(), evaluations, search_seconds: 0.5 }
}

fn summary(covered: &[u32], best_distance: Option<f64>, stopped: Stopped) -> SearchSummary {
    SearchSummary {
        evaluations: 9,
        evaluations_to_last_goal: 4,
        search_seconds: 1.0,
        seconds_to_last_goal: 0.5,
        covered: covered.into(),
        uncovered: vec![UncoveredGoal::new(7, best_distance)],
        ..SearchSummary::new(stopped)
    }
}

#[test]
fn only_best_tests_of_some_goal_are_passed_on() {
    let mut record = SearchRecord::new(4);
    record.take(kept("aa", &[0, 1], 3));
    record.take(kept("bb", &[2], 5));
    record.take(kept("cc", &[0, 1], 8));
    assert_eq!(record.resume(false, &[]).kept, ["bb", "cc"]);
    assert_eq!(record.resume(false, &[2]).kept, ["cc"], "the other one's goal is given up");
    assert_eq!((record.covered(), record.kept.evaluations_to_last_goal), (3, 5));
    assert_eq!(record.kept.covered, BTreeMap::from([(0, 3), (1, 3), (2, 5)]), "when each was covered first");
}

#[test]
fn attempts_add_up_over_turns_and_survive_minimisation() {
    let mut record = SearchRecord::default();
    let turn = |count, evaluations, best_distance| {
        let mut summary = summary(&[0], best_distance, Stopped::Stalled);
        summary.uncovered[0].tried = TriedSequences { count, evaluations, nearest: Vec::new() };
        summary.paths = (count > 0).then(|| PathSummary { tried: count.into(), ..PathSummary::default() });
        Event::SearchEnded(summary)
    };
    record.take(turn(3, 400, Some(3.0)));
    record.begin_turn();
    record.take(turn(2, 100, Some(5.0)));
    record.take(turn(0, 0, None));
    let UncoveredGoal { best_distance, tried, .. } = &record.summary().unwrap().uncovered[0];
    assert_eq!((*best_distance, tried.count, tried.evaluations), (Some(3.0), 5, 500));
    assert_eq!(record.summary().unwrap().paths.as_ref().map(|paths| paths.tried), Some(5));
}

#[test]
fn suite_lengths_are_kept_in_the_order_of_events() {
    let mut record = SearchRecord::default();
    let told = [(3, 1, 9), (5, 2, 14)].map(|(evaluations, tests, size)| SuiteAt { evaluations, tests, size });
    for SuiteAt { evaluations, tests, size } in told {
        record.take(Event::Suite { evaluations, tests, size });
    }
    let report = record.into_report(&crate::fixture::description("d::f", 1), None);
    assert_eq!(report.suite, told);
}

#[test]
fn one_finding_stands_for_all_at_its_place() {
    let mut record = SearchRecord::default();
    let finding = Finding {
        arguments: vec!["1".into()],
        evaluations: 1,
        ..Finding::new(FindingKind::Index, "m".into())
    };
    record.take(Event::Finding(finding.clone()));
    record.take(Event::Finding(Finding { arguments: vec!["2".into()], ..finding.clone() }));
    assert_eq!(record.faults.findings, [finding]);
}

#[test]
fn a_place_is_one_finding_for_any_values_in_the_message() {
    let place = Some(sbst_model::target::Place { file: "src/lib.rs".into(), line: 3, column: 9 });
    let finding = |kind, message: &str| Finding {
        place: place.clone(),
        evaluations: 1,
        ..Finding::new(kind, message.into())
    };
    let mut record = SearchRecord::default();
    for message in ["the len is 3 but the index is 3", "the len is 1 but the index is 9"] {
        record.add_finding(finding(FindingKind::Index, message));
    }
    for how in ["stack overflow", "exit with code 3"] {
        record.add_finding(finding(FindingKind::Death, how));
    }
    assert_eq!(record.faults.findings.len(), 3);
}

#[test]
fn a_finding_has_the_simplest_arguments() {
    let finding = |arguments: &str, evaluations| Finding {
        arguments: vec![arguments.into()],
        evaluations,
        ..Finding::new(FindingKind::Overflow, "attempt to add with overflow".into())
    };
    let mut record = SearchRecord::default();
    record.take(Event::Finding(finding("2147483640", 17)));
    let test = TestOutline::from_fault(finding("i32::MAX", 0));
    record.take(Event::Finished(vec![test]));
    assert_eq!(record.faults.findings, [finding("i32::MAX", 17)]);
}

#[test]
fn a_finding_of_an_earlier_turn_keeps_its_test_case() {
    let finding = Finding {
        arguments: vec!["i32::MAX".into()],
        evaluations: 17,
        ..Finding::new(FindingKind::Overflow, "attempt to add with overflow".into())
    };
    let mut record = SearchRecord::default();
    record.begin_turn();
    record.take(Event::Finding(finding.clone()));
    let test = TestOutline { test: "ab".into(), ..TestOutline::from_fault(finding) };
    record.take(Event::Finished(vec![test]));
    record.want_tests();
    record.take(Event::Finished(Vec::new()));
    let report = record.into_report(&crate::fixture::description("d::f", 1), None);
    assert_eq!(report.tests.iter().map(|test| test.test.as_str()).collect::<Vec<_>>(), ["ab"]);
}

#[test]
fn making_tests_ready_does_not_change_the_summary() {
    let mut record = SearchRecord::default();
    record.take(Event::SearchEnded(summary(&[0, 1], Some(3.0), Stopped::Stalled)));
    record.take(Event::SearchEnded(summary(&[0], None, Stopped::Deaths)));
    let expected = SearchSummary { covered: vec![0], ..summary(&[], Some(3.0), Stopped::Stalled) };
    assert_eq!(record.summary, Some(expected));
}
