//! A function for each type of input, in two editions.

use crate::editions::{Runs, SEEDS, run_in_each};
use sbst_tests::{Output, mentions};
use serde_json::Value;
use std::sync::LazyLock;

/// A run in each edition, with a separate seed, shared by all tests here.
static RUNS: LazyLock<Runs> = LazyLock::new(|| run_in_each("inputs", SEEDS, |_, _| {}));

fn finished(output: &Output) -> Vec<Value> {
    output.find_messages("target-finished")
}

#[test]
fn every_goal_of_every_function_is_covered() {
    for (_, output) in &*RUNS {
        let targets = finished(output);
        assert_eq!(targets.len(), 121);
        for target in targets {
            assert_eq!(target["not_searched"], Value::Null, "{target:#}");
            assert_eq!(target["uncovered"], Value::Array(Vec::new()), "{target:#}");
        }
    }
}

#[test]
fn bounds_are_kept_and_constructors_are_used() {
    for (_, output) in &*RUNS {
        for target in finished(output) {
            let path = target["target"].as_str().unwrap();
            if path.contains("::bounds::") || path.contains("::constructed::") {
                assert_eq!(target["findings"], Value::Array(Vec::new()), "{target:#}");
            }
        }
    }
}

#[test]
fn all_functions_have_tests_and_none_is_discarded() {
    for (project, output) in &*RUNS {
        assert_eq!(output.find_messages("test-removed"), [Value::Null; 0]);
        assert_eq!(output.find_messages("warning"), [Value::Null; 0]);
        let tests: String = project.contents("tests/sbst").into_values().collect();
        for target in finished(output) {
            let path = target["target"].as_str().unwrap();
            let told = output.find_messages("tests-not-written");
            let is_told = told.iter().any(|told| told["function"] == path);
            assert!(is_told || mentions(&tests, path), "no test of {target:#}");
        }
    }
}

#[test]
fn the_tests_pass_without_a_warning_in_every_edition() {
    for (project, _) in &*RUNS {
        project.passes_without_warnings("--test sbst");
        project.has_no_lints("--tests");
    }
}

#[test]
fn results_and_changed_arguments_are_asserted_as_values() {
    for (project, _) in &*RUNS {
        for (file, expected) in [
            ("changes", "assert_eq!(values, ["),
            ("changes", "let mut text = String::from("),
            ("collections", "VecDeque::from(["),
            ("constructed", "Percentage::new("),
            ("constructed", "is_great(Letters::LOWER)"),
            ("derived", "Some(Point {"),
            ("world", "Duration::from_millis(1500)"),
            ("world", ".parse::<Ipv6Addr>().unwrap()"),
            ("wrappers", "Reverse("),
        ] {
            let text = project.read(&format!("tests/sbst/{file}.rs"));
            assert!(text.contains(expected), "{expected}\n{text}");
        }
        let tests: String = project.contents("tests/sbst").into_values().collect();
        let asserted = tests.matches("    assert").count();
        let by_text = tests.matches("format!(\"{:?}\"").count();
        assert!(by_text * 10 < asserted, "{by_text} of {asserted} by text\n{tests}");
    }
}

#[test]
fn a_seed_determines_the_bytes_whatever_the_jobs() {
    let project = &RUNS[0].0;
    let first = project.contents("tests/sbst");
    assert!(first.len() > 5);
    project.sbst("--seed 1 --jobs 1").succeed();
    for (path, text) in project.contents("tests/sbst") {
        assert_eq!(Some(&text), first.get(&path), "{path}");
    }
}
