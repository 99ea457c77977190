//! Equal seeds give equal tests under all other conditions.

use sbst_model::Algorithm;
use sbst_tests::Project;
use serde_json::Value;

#[test]
fn seed_determines_written_bytes() {
    let project = Project::shared("library");
    project.sbst("--seed 5 --jobs 2").succeed();
    let first = project.contents("tests/sbst");
    assert!(first.len() > 5);

    project.sbst("--seed 5 --jobs 1").succeed();
    assert!(project.contents("tests/sbst") == first, "a second run changes nothing");

    project.remove("tests");
    project.sbst("--seed 5 --jobs 1").succeed();
    let again = project.contents("tests/sbst");
    for (path, text) in &again {
        assert_eq!(
            Some(text),
            first.get(path),
            "{path}, with one job instead of two and no files of an earlier run"
        );
    }

    project.sbst("--seed 6").succeed();
    assert!(project.read("tests/sbst/numbers.rs").contains("with seed 6;"));
    project.cargo("test --test sbst").succeed();
}

/// Covered in a worker after many calls: it would reveal a worker reused from an earlier search.
const REMEMBERS: &str = "

/// Covered by its 21st call.
#[sbst::instrument]
pub fn remembers(number: u8) -> bool {
    static CALLS: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    let before = CALLS.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    before == 20 && number > 100
}
";

#[test]
fn forked_and_started_workers_find_the_same() {
    let project = Project::copy("library", "forked");
    let source = project.read("src/lib.rs") + REMEMBERS;
    project.write("src/lib.rs", &source);
    let found = |arguments: &str, variable: &str| {
        let arguments = format!("--no-write --message-format json --total-budget 40000evals {arguments}");
        let output = project.sbst(&arguments).with(variable, "1").succeed();
        let mut targets = output.find_messages("target-finished");
        targets.iter_mut().for_each(without_times);
        targets
    };
    let started = found("--jobs 2", "SBST_WITHOUT_FORK_SERVER");
    assert!(started.iter().any(|target| target["covered"].as_u64() > Some(0)), "{started:#?}");
    for arguments in ["--jobs 1", "--jobs 2"] {
        assert_eq!(found(arguments, "SBST_ANYTHING"), started, "{arguments}");
    }
}

/// Removes all times.
fn without_times(value: &mut Value) {
    if let Value::Object(fields) = value {
        fields.retain(|name, _| !name.contains("seconds") && name != "share");
        fields.iter_mut().for_each(|(_, value)| without_times(value));
    } else if let Value::Array(values) = value {
        values.iter_mut().for_each(without_times);
    }
}

#[track_caller]
fn assert_easy_goals_covered(algorithms: &[&str]) {
    let project = Project::shared("library");
    for algorithm in algorithms {
        let arguments = "--no-write --message-format json --only is_between --budget 20000evals --algorithm";
        let output = project.sbst(arguments).argument(algorithm).succeed();
        let target = output.target("fixture_library::hidden::deeper::is_between");
        assert_eq!(target["covered"], 4, "{algorithm}: {target:#}");
    }
}

#[test]
fn named_algorithm_is_used() {
    assert_easy_goals_covered(&["dynamosa", "random", "whole-suite"]);
}

#[test]
#[ignore = "a command for each algorithm: ./night runs it"]
fn every_algorithm_can_be_named() {
    assert_easy_goals_covered(&Algorithm::NAMES);
}

#[test]
fn a_budget_of_evaluations_is_kept_to_the_last_one() {
    let project = Project::shared("library");
    let arguments = "--no-write --message-format json --only never --budget 1234evals --algorithm random";
    let target = project.sbst(arguments).succeed().target("fixture_library::special::never");
    assert_eq!(target["evaluations"], 1234);
    assert_eq!(target["stopped"], "evaluations");
}

#[test]
fn a_classic_algorithm_uses_up_the_budget_of_the_notebook() {
    let project = Project::shared("library");
    let arguments = "--no-write --message-format json --only never --algorithm classic-mosa";
    let target = project.sbst(arguments).succeed().target("fixture_library::special::never");
    assert_eq!(target["evaluations"], 25_000);
    assert_eq!(target["stopped"], "evaluations");
}

#[test]
#[ignore = "it lasts until the budget has passed: ./night runs it"]
fn a_total_budget_of_time_is_shared_by_all_functions() {
    let project = Project::shared("library");
    let only =
        "--no-write --message-format json --only special:: --total-budget 2s --stall 1000000000 --budget 1h";
    let output = project.sbst(only).succeed();
    assert_eq!(output.target("fixture_library::special::never")["stopped"], "time");
    assert_eq!(output.target("fixture_library::special::twice")["stopped"], "all-covered");
    let seconds = output.find_messages("summary")[0]["search_seconds"].as_f64().unwrap();
    assert!(seconds < 600.0, "each function alone may take an hour: {seconds}");
}

#[test]
fn unused_budget_of_easy_functions_goes_to_hard_ones() {
    let project = Project::shared("library");
    let searched = |jobs: &str| {
        let budget = "--no-write --message-format json --only special:: --total-budget 50000evals --jobs";
        project.sbst(budget).argument(jobs).succeed()
    };
    let output = searched("1");
    // `never` has an infeasible goal; all others need few evaluations
    let evaluations =
        |name| output.target(&format!("fixture_library::special::{name}"))["evaluations"].as_u64();
    let of_others: u64 = ["answer", "match", "twice"].into_iter().filter_map(evaluations).sum();
    let of_never = evaluations("never").unwrap();
    let left = output.find_messages("summary")[0]["total_budget_left"]["evaluations"].as_u64().unwrap();
    assert!(of_others < 4_000, "{of_others}");
    assert!(of_never >= 25_000, "it is given up when nothing moves, and not before: {of_never}");
    assert_eq!(of_others + of_never + left, 50_000);
    assert_eq!(output.target("fixture_library::special::twice")["tests"], 1, "one test without any goal");

    let again = searched("3");
    for name in ["answer", "match", "never", "twice"] {
        let path = format!("fixture_library::special::{name}");
        for field in ["evaluations", "covered", "tests", "evaluations_to_last_goal"] {
            assert_eq!(output.target(&path)[field], again.target(&path)[field], "{field} of {path}");
        }
    }
}

#[test]
fn seed_determines_written_bytes_within_total_budget() {
    let project = Project::shared("library");
    project.sbst("--total-budget 100000evals --jobs 2").succeed();
    let first = project.contents("tests/sbst");
    assert!(first.len() > 5);
    project.sbst("--total-budget 100000evals --jobs 1").succeed();
    assert!(project.contents("tests/sbst") == first, "the number of jobs changes nothing");
    project.cargo("test --test sbst").succeed();
}

#[test]
fn distance_finds_number_without_literals_or_special_values() {
    let project = Project::shared("renamed");
    let arguments =
        "--no-write --message-format json --without literals --without special-values --without copying";
    let target = project.sbst(arguments).succeed().target("fixture_renamed::is_answer");
    assert_eq!(target["covered"], 2, "{target:#}");
}
