//! `--message-format json`: the messages that scripts rely on.

use sbst_tests::{Output, Project};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::sync::LazyLock;

static RUN: LazyLock<Output> = LazyLock::new(|| {
    let project = Project::shared("library");
    let only = "--only faults:: --only never --only is_long";
    project.sbst("--message-format json --seed 11").arguments(only).succeed()
});

fn fields(value: &Value) -> BTreeSet<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

fn has(value: &Value, expected: &str) {
    let missing: Vec<&str> =
        expected.split_whitespace().filter(|field| !fields(value).contains(field)).collect();
    assert!(missing.is_empty(), "{missing:?} are missing in {value:#}");
}

#[test]
fn the_messages_come_in_the_order_of_the_work() {
    let types: Vec<String> =
        RUN.messages().iter().map(|message| message["type"].as_str().unwrap().to_owned()).collect();
    assert_eq!(types.first().map(String::as_str), Some("build-finished"));
    assert_eq!(types.last().map(String::as_str), Some("summary"));
    assert_eq!(types.iter().filter(|name| *name == "target-finished").count(), 5);
    let last_search = types.iter().rposition(|name| name == "target-finished");
    let first_file = types.iter().position(|name| name == "file-written");
    assert!(last_search < first_file, "{types:?}");
}

#[test]
fn the_first_line_has_the_version_of_the_format() {
    let first: Value = serde_json::from_str(RUN.stdout.lines().next().unwrap()).unwrap();
    assert_eq!((&first["type"], &first["version"]), (&"header".into(), &1.into()));
    assert_eq!(first["command"], "run");
}

#[test]
fn a_finished_target_has_every_documented_field() {
    for target in RUN.find_messages("target-finished") {
        has(
            &target,
            "package target goals covered evaluations evaluations_to_last_goal search_seconds seconds_to_last_goal \
             stopped not_searched tests findings uncovered",
        );
        assert_eq!(target["package"], "fixture-library");
        for finding in target["findings"].as_array().unwrap() {
            has(finding, "kind message file line column arguments evaluations");
        }
        for goal in target["uncovered"].as_array().unwrap() {
            has(goal, "file line column kind condition outcome means best_distance");
        }
        let at_most =
            |a: &str, b: &str| assert!(target[a].as_f64() <= target[b].as_f64(), "{a} > {b}: {target:#}");
        at_most("covered", "goals");
        at_most("evaluations_to_last_goal", "evaluations");
        at_most("seconds_to_last_goal", "search_seconds");
    }
}

#[test]
fn the_summary_adds_up() {
    let summary = RUN.find_messages("summary").pop().unwrap();
    has(
        &summary,
        "targets goals covered findings tests ignored_tests evaluations seed search_seconds elapsed_seconds",
    );
    let targets = RUN.find_messages("target-finished");
    let sum = |field: &str| targets.iter().map(|target| target[field].as_u64().unwrap()).sum::<u64>();
    assert_eq!(summary["targets"], targets.len());
    assert_eq!(summary["goals"], sum("goals"));
    assert_eq!(summary["covered"], sum("covered"));
    assert_eq!(summary["evaluations"], sum("evaluations"));
    let findings: usize = targets.iter().map(|target| target["findings"].as_array().unwrap().len()).sum();
    assert_eq!(summary["findings"], findings);
    assert!(findings >= 3, "{targets:#?}");
    assert_eq!(summary["seed"], 11);
}

#[test]
fn findings_change_exit_code_on_request() {
    let project = Project::shared("library");
    project.sbst("--no-write --quiet --only faults::third --fail-on-findings").end_with(3);
    project.sbst("--no-write --quiet --only sign --fail-on-findings").succeed();
}

#[test]
fn standard_error_has_the_same_results() {
    let project = Project::shared("library");
    let chosen = "--no-write --only faults::third --only never --only is_long";
    let output = project.sbst(&format!("{chosen} --verbose")).succeed();
    assert_eq!(output.stdout, "", "results for scripts only");
    output.says("index out of bounds: the len is");
    output.says("fixture_library::faults::third(");
    output.says("u16::from(number) >= 300").says("best distance 45");
    output.says("Not searched").says("Metadata");
    output.says("(seed 0)");
    let log = output.stderr.lines().find_map(|line| line.trim().strip_prefix("the log of this run is "));
    let log = fs::read_to_string(log.expect("a log")).unwrap();
    for said in ["cargo-sbst 0", "compiler: rustc", "build: close", " is done after ", "ends: Success"] {
        assert!(log.contains(said), "{said}\n{log}");
    }
}
