//! Functions whose results differ from run to run: they are reported, and not asserted.

use sbst_tests::{Output, Project};
use std::collections::BTreeMap;
use std::env;
use std::path::PathBuf;
use std::sync::LazyLock;

/// The functions whose results differ.
const FLAKY: [&str; 9] = [
    "day_after",
    "home_of",
    "first_of",
    "address_of",
    "process_of",
    "place_of",
    "calls",
    "slept",
    "not_today",
];
const DETERMINISTIC: [&str; 4] = ["weekday", "path_of", "set_of", "added"];

struct Run {
    project: Project,
    output: Output,
}

static RUN: LazyLock<Run> = LazyLock::new(|| {
    let project = Project::copy("flaky", "flaky");
    let output = project.sbst("--message-format json").succeed();
    Run { project, output }
});

fn path(function: &str) -> String {
    format!("fixture_flaky::{function}")
}

/// Returns the written tests that call a function.
fn written(project: &Project, function: &str) -> Vec<String> {
    let text = project.read("tests/sbst/crate_root.rs");
    let call = format!("{function}(");
    let tests = text.split("#[test]").skip(1).filter(|test| test.contains(&call));
    tests.map(str::to_owned).collect()
}

#[test]
fn flaky_results_are_not_asserted_and_the_function_is_marked() {
    for function in FLAKY {
        let target = RUN.output.target(&path(function));
        let expected = match function {
            "not_today" => "its panic message differs between runs",
            _ => "its result differs between runs",
        };
        assert_eq!(target["flaky"], expected, "{target:#}");
        let tests = written(&RUN.project, function);
        assert_eq!(tests.is_empty(), function != "not_today", "only a panic can be asserted: {tests:?}");
    }
    let panics = written(&RUN.project, "not_today").concat();
    assert!(panics.contains("#[should_panic]") && !panics.contains("expected ="), "{panics}");
}

#[test]
fn pure_functions_keep_exact_assertions_without_mark() {
    for function in DETERMINISTIC {
        let target = RUN.output.target(&path(function));
        assert!(target["flaky"].is_null(), "{target:#}");
        assert_eq!(target["covered"], target["goals"], "{target:#}");
        let tests = written(&RUN.project, function);
        assert!(tests.concat().matches("assert_eq!(").count() >= 2, "{function}: {tests:?}");
        assert!(tests.iter().all(|test| test.contains("assert_eq!(")), "{function}: {tests:?}");
    }
}

#[test]
fn time_dependent_goals_and_unstable_endings_get_no_tests() {
    let decides = RUN.output.target(&path("decides"));
    assert_eq!(decides["flaky"], "its goals differ between runs");
    let uncovered = decides["uncovered"].as_array().unwrap();
    assert_eq!((&decides["goals"], &decides["covered"], uncovered.len()), (&6.into(), &0.into(), 6));
    let leaps = RUN.output.target(&path("leaps"));
    assert!(leaps["flaky"].as_str().unwrap().contains("ending"), "{leaps:#}");
    assert!(written(&RUN.project, "leaps").is_empty());
}

#[test]
fn the_list_marks_flaky_functions_of_the_last_run() {
    let listed = RUN.project.sbst("list --quiet").succeed().stdout;
    let of_functions: BTreeMap<&str, &str> =
        listed.split("fixture_flaky::").filter_map(|text| text.split_once(' ')).collect();
    for function in FLAKY {
        assert!(of_functions[function].contains("\n    flaky: its "), "{listed}");
    }
    for function in DETERMINISTIC {
        assert!(!of_functions[function].contains("flaky: "), "{listed}");
    }
}

#[test]
fn the_written_tests_pass_in_every_environment() {
    // Cargo itself has folders in the user's home.
    let user = PathBuf::from(env::var_os("HOME").unwrap());
    let folder = |variable: &str, name: &str| env::var_os(variable).unwrap_or(user.join(name).into());
    for (home, zone) in [("/", "UTC"), ("/nowhere", "Asia/Kathmandu")] {
        let test = RUN.project.cargo("test --test sbst").with("HOME", home).with("TZ", zone);
        let test = test.with("CARGO_HOME", folder("CARGO_HOME", ".cargo"));
        test.with("RUSTUP_HOME", folder("RUSTUP_HOME", ".rustup")).succeed();
    }
}

#[test]
fn forked_and_started_replays_keep_the_same_assertions() {
    let project = Project::copy("flaky", "flaky-started");
    project.sbst("--quiet").with("SBST_WITHOUT_FORK_SERVER", "1").succeed();
    for function in DETERMINISTIC {
        assert_eq!(written(&project, function), written(&RUN.project, function), "{function}");
    }
}
