//! Panics without a branch: they are searched for only on demand.

use sbst_tests::{Output, Project};
use serde_json::Value;
use std::sync::LazyLock;

/// One run, shared by all tests here. No test changes the project afterwards.
static RUN: LazyLock<(Project, Output)> = LazyLock::new(|| {
    let project = Project::copy("panics", "panics");
    let output = project.sbst("--goals branch,panic --message-format json --seed 1").succeed();
    (project, output)
});

fn checks(path: &str) -> Vec<Value> {
    RUN.1.target(path)["hidden_checks"].as_array().cloned().unwrap_or_default()
}

fn failed(path: &str) -> Vec<String> {
    let failed = checks(path).into_iter().filter(|check| check["failed"] == true);
    failed.map(|check| check["check"].as_str().unwrap_or_default().to_owned()).collect()
}

#[test]
fn panic_is_sought_by_distance_of_its_check() {
    for (path, check) in [
        ("average", "a + b"),
        ("per_unit", "total / (units ^ 0x5eed)"),
        ("middle", "values[at - 40]"),
        ("red", "digits[0..2]"),
        ("port", "port.parse().unwrap()"),
        ("doubled", "small(number).unwrap()"),
        ("bit", "1 << number"),
        ("twice", "cell.borrow_mut()"),
        ("level", "level += *drop"),
    ] {
        let path = format!("fixture_panics::{path}");
        assert_eq!(failed(&path), [check], "{:#?}", checks(&path));
        assert_eq!(RUN.1.kinds(&path).len(), 1, "the finding that goes with it");
    }
}

#[test]
fn checks_at_one_place_have_separate_goals() {
    // With the number of findings: one for each kind and place.
    let all = [
        ("raise", vec!["values[at] += by", "values[at]"], 2),
        ("difference", vec!["left[i] - right[j]", "left[i]", "right[j]"], 3),
        ("of_grid", vec!["grid[row][column]", "grid[row]"], 2),
        ("through", vec!["names[numbers[at]]", "numbers[at]"], 2),
        ("total", vec!["a + b + c", "a + b"], 1),
        ("count", vec!["tallies[at].all += 1", "tallies[at]", "tallies[0].by_kind[kind]"], 3),
    ];
    for (path, mut expected, findings) in all {
        let path = format!("fixture_panics::{path}");
        let mut failed = failed(&path);
        failed.sort();
        expected.sort_unstable();
        assert_eq!(failed, expected, "{:#?}", checks(&path));
        assert_eq!(RUN.1.kinds(&path).len(), findings, "{:#?}", RUN.1.findings(&path));
    }
}

#[test]
fn least_number_by_minus_one_is_tried_without_distance() {
    let findings = RUN.1.findings("fixture_panics::divides");
    let mut found: Vec<(&str, &Value)> =
        findings.iter().map(|finding| (finding["kind"].as_str().unwrap(), &finding["arguments"])).collect();
    found.sort_by_key(|(kind, _)| *kind);
    let kinds: Vec<&str> = found.iter().map(|(kind, _)| *kind).collect();
    assert_eq!(kinds, ["division", "overflow"]);
    assert_eq!(*found[1].1, Value::from(vec!["-1", "i64::MIN"]));
}

#[test]
fn infallible_checks_have_distance_but_do_not_count() {
    let tame = RUN.1.target("fixture_panics::tame");
    assert_eq!((&tame["goals"], &tame["covered"]), (&2.into(), &2.into()));
    let checks = checks("fixture_panics::tame");
    assert!(checks.len() >= 3 && checks.iter().all(|check| check["failed"] == false), "{checks:#?}");
    assert!(
        checks.iter().all(|check| check["best_distance"].as_f64().is_some_and(|best| best > 0.0)),
        "{checks:#?}"
    );
}

#[test]
fn each_panic_is_shown_with_the_simplest_input_and_gets_a_test() {
    let finding = |path: &str| RUN.1.findings(&format!("fixture_panics::{path}"))[0].clone();
    assert_eq!(finding("bit")["arguments"], Value::from(vec!["64"]));
    assert_eq!(finding("per_unit")["arguments"], Value::from(vec!["1", "24301"]));
    let summary = &RUN.1.find_messages("summary")[0];
    // Two sums fail at one place, and give one finding; the two of `divides` belong to no check.
    // Indices out of range and similar ones are folded.
    let number = |name: &str| summary[name].as_u64().unwrap();
    let all = number("findings") + number("folded_findings");
    assert_eq!(number("failed_checks") + 1, all, "{summary:#}");
    assert_eq!(summary["ignored_tests"], summary["findings"], "{summary:#}");
    RUN.0.cargo("test --test sbst").succeed();
}

#[test]
fn hidden_checks_are_off_by_default() {
    let listed = RUN.0.sbst("list --message-format json").succeed().find_messages("target");
    assert!(!listed.is_empty() && listed.iter().all(|target| target.get("hidden_checks").is_none()));
    let asked =
        RUN.0.sbst("list --goals branch,panic --message-format json").succeed().find_messages("target");
    let number = |target: &Value| target["hidden_checks"].as_array().map_or(0, Vec::len);
    assert_eq!(asked.iter().map(number).sum::<usize>(), RUN.1.find_messages("summary")[0]["hidden_checks"]);
}
