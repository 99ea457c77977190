//! The main use, on an ordinary library: search, report, write passing tests.

use sbst_tests::{Invocation, Output, Project, mentions, unreached};
use serde_json::Value;
use std::sync::LazyLock;

/// One run, shared by all tests here. No test changes the project afterwards.
static RUN: LazyLock<(Project, Output)> = LazyLock::new(|| {
    let project = Project::copy("library", "library");
    let output = project.sbst("--message-format json --seed 1").optimised().succeed();
    (project, output)
});

/// The output of `cargo test` for the written tests.
static CARGO_TEST: LazyLock<Output> = LazyLock::new(|| RUN.0.cargo("test --test sbst").run());

fn finished() -> Vec<Value> {
    RUN.1.find_messages("target-finished")
}

#[test]
fn every_annotated_function_is_reported_once_in_order() {
    let targets = finished();
    let paths: Vec<&str> = targets.iter().map(|target| target["target"].as_str().unwrap()).collect();
    let mut sorted = paths.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(paths, sorted);
    assert_eq!(paths.len(), 36, "{paths:?}");
}

#[test]
fn all_feasible_goals_are_covered() {
    for target in finished().iter().filter(|target| target["not_searched"].is_null()) {
        if target["target"] == "fixture_library::special::never" {
            continue;
        }
        assert_eq!(unreached(target), [Value::Null; 0], "{target:#}");
    }
}

#[test]
fn infeasible_goal_is_named_with_nearest_distance() {
    let never = RUN.1.target("fixture_library::special::never");
    assert_eq!((&never["goals"], &never["covered"]), (&2.into(), &1.into()));
    let uncovered = never["uncovered"].as_array().unwrap();
    assert_eq!(uncovered.len(), 1, "{never:#}");
    assert_eq!(uncovered[0]["file"], "src/special.rs");
    assert_eq!(uncovered[0]["line"], 20);
    assert_eq!(uncovered[0]["condition"], "u16::from(number) >= 300");
    assert_eq!(uncovered[0]["outcome"], true);
    assert_eq!(uncovered[0]["best_distance"], 45.0, "255 is the nearest that there is");
}

#[test]
fn uncallable_functions_are_skipped_with_reason() {
    for (path, reason) in [
        ("fixture_library::special::is_long", "Metadata"),
        ("fixture_library::special::larger", "tried for `T`"),
    ] {
        let target = RUN.1.target(path);
        let given = target["not_searched"].as_str().unwrap_or_default();
        assert!(given.contains(reason), "{target:#}");
        assert_eq!(target["evaluations"], 0);
    }
}

#[test]
fn unintended_faults_are_found() {
    assert_eq!(RUN.1.kinds("fixture_library::faults::mean"), ["division", "overflow"]);
    assert_eq!(RUN.1.kinds("fixture_library::faults::third"), ["index"]);
    assert_eq!(RUN.1.kinds("fixture_library::faults::first_is_upper"), ["unwrap"]);
    let unwrap = &RUN.1.findings("fixture_library::faults::first_is_upper")[0];
    assert_eq!(unwrap["arguments"], Value::from(vec!["\"\""]));
    assert_eq!(unwrap["file"], "src/faults.rs");
    assert_eq!(unwrap["line"], 25);
}

#[test]
fn panic_with_own_message_is_no_finding() {
    for path in ["fixture_library::text::level", "fixture_library::results::check"] {
        assert_eq!(RUN.1.kinds(path), [""; 0], "{path}");
    }
    assert!(RUN.0.read("tests/sbst/text.rs").contains("#[should_panic(expected = \"unknown level\")]"));
    assert!(
        RUN.0
            .read("tests/sbst/results.rs")
            .contains("#[should_panic(expected = \"two hundred is too much\")]")
    );
}

#[test]
fn findings_become_ignored_tests() {
    let tests = RUN.0.read("tests/sbst/faults.rs");
    assert_eq!(tests.matches("#[ignore").count(), 4, "{tests}");
    let run = RUN.0.cargo("test --test sbst faults -- --ignored").run();
    assert_eq!(run.code, Some(101), "{run:?}");
    assert!(run.stdout.contains("attempt to divide by zero"), "{run:?}");
    assert!(run.stdout.contains("0 passed; 4 failed"), "{run:?}");
}

#[test]
fn each_module_has_a_file() {
    let written: Vec<String> = RUN.0.contents("tests/").into_keys().collect();
    let expected =
        ["collections", "crate_root", "faults", "hidden", "hidden_deeper", "main", "numbers", "results"];
    let expected = expected.iter().chain(&["special", "text"]).map(|name| format!("tests/sbst/{name}.rs"));
    assert_eq!(written, expected.collect::<Vec<_>>());
}

#[test]
fn only_tests_are_written_into_package() {
    let before: Vec<String> = Project::copy("library", "library-untouched").files().into_iter().collect();
    let after = RUN.0.files().into_iter().filter(|path| !path.starts_with("tests/sbst/"));
    assert_eq!(after.collect::<Vec<_>>(), before);
}

#[test]
fn written_tests_agree_with_the_report() {
    let reported = RUN.1.find_messages("file-written");
    let mut tests = 0;
    for file in &reported {
        assert_eq!(file["private"], false, "{file}");
        tests += file["tests"].as_u64().unwrap();
        assert!(std::path::Path::new(file["path"].as_str().unwrap()).exists(), "{file}");
    }
    let summary = RUN.1.find_messages("summary").pop().unwrap();
    assert_eq!(summary["ignored_tests"], 4);
    let passed = tests - 4;
    assert_eq!(summary["tests"], passed);
    let result = format!("test result: ok. {passed} passed; 0 failed; 4 ignored");
    assert!(CARGO_TEST.stdout.contains(&result), "{result}\n{:?}", *CARGO_TEST);
}

#[test]
fn no_test_is_discarded() {
    assert_eq!(RUN.1.find_messages("test-removed"), [Value::Null; 0]);
}

#[test]
fn the_written_tests_pass_without_a_warning() {
    assert_eq!(CARGO_TEST.code, Some(0), "{:?}", *CARGO_TEST);
    assert!(!CARGO_TEST.stderr.contains("warning"), "{:?}", *CARGO_TEST);
}

#[test]
fn the_written_tests_are_formatted() {
    let rustfmt = Invocation::new("rustfmt", RUN.0.directory());
    rustfmt.arguments("--check --edition 2021 tests/sbst/main.rs").succeed();
}

#[test]
fn searched_functions_have_tests() {
    let tests: String = RUN.0.contents("tests/sbst").into_values().collect();
    for target in finished().iter().filter(|target| target["not_searched"].is_null()) {
        let path = target["target"].as_str().unwrap();
        let is_told = RUN.1.find_messages("tests-not-written").iter().any(|told| told["function"] == path);
        assert!(is_told || mentions(&tests, path), "no test of {path}");
    }
}

#[test]
fn results_are_asserted_as_strongly_as_their_types_allow() {
    let results = RUN.0.read("tests/sbst/results.rs");
    assert!(results.contains("Interval {"), "a struct with public fields is compared\n{results}");
    assert!(results.contains("Kind::Large("), "an enum is compared\n{results}");
    assert!(results.contains("no such ticket"), "the error of a result is compared\n{results}");
    assert!(results.contains("EUR"), "what cannot be written as Rust is compared as text\n{results}");
    assert!(
        results.contains("is_nan()") || results.contains("NaN"),
        "what is not a number is asserted\n{results}"
    );
}

#[test]
fn the_tests_pass_when_sbst_is_gone() {
    let project = Project::copy("library", "library-bare");
    for (path, text) in RUN.0.contents("tests/") {
        project.write(&path, &text);
    }
    for (path, text) in project.contents("src/") {
        project.write(&path, &text.replace("#[sbst::instrument]\n", ""));
    }
    let manifest = project.read("Cargo.toml");
    let without = manifest.lines().filter(|line| !line.contains("sbst-runtime"));
    project.write("Cargo.toml", &without.map(|line| format!("{line}\n")).collect::<String>());
    project.cargo("test --test sbst").succeed();
    assert!(!project.read("Cargo.lock").contains("sbst"), "nothing of sbst is left");
}
