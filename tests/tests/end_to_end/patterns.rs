//! A function for each form of pattern, in two editions, and the textbook example of search-based
//! testing.

use crate::editions::{Runs, SEEDS, run_in_each};
use sbst_tests::Project;
use serde_json::Value;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

/// A run in each edition, with a separate seed, shared by all tests here.
static RUNS: LazyLock<Runs> = LazyLock::new(|| {
    run_in_each("patterns", SEEDS, |project, edition| {
        if edition == "2024" {
            project.edit("src/lib.rs", "pub mod bindings;", "pub mod bindings;\npub mod chains;");
        }
    })
});

#[test]
fn every_outcome_of_every_pattern_is_covered() {
    for ((_, output), functions) in RUNS.iter().zip([73, 76]) {
        let targets = output.find_messages("target-finished");
        assert_eq!(targets.len(), functions);
        for target in targets {
            assert_ne!(target["goals"], 0, "{target:#}");
            assert_eq!(target["uncovered"], Value::Array(Vec::new()), "{target:#}");
        }
    }
}

#[test]
fn pattern_tests_pass_without_warning_in_every_edition() {
    for (project, output) in &*RUNS {
        assert_eq!(output.find_messages("test-removed"), [Value::Null; 0]);
        assert_eq!(output.find_messages("warning"), [Value::Null; 0]);
        project.passes_without_warnings("--test sbst");
        project.has_no_lints("--tests");
    }
}

#[test]
fn each_kind_of_condition_is_listed_in_its_own_words() {
    let text = RUNS[1].0.sbst("list --quiet").succeed().stdout;
    for line in [
        "match number { 1_000_000..=1_000_003 }  goal 4 matches, goal 5 does not match",
        "let Some(1_000) = digits.last()  goal 0 matches, goal 1 does not match",
        "for number in low..high  goal 0 entered, goal 1 not entered",
        "letters.next()?  goal 0 goes on, goal 1 returns early",
        "assert_eq!(left, right.wrapping_add(1_000))  goal 0 true, goal 1 false",
        "digits.contains_key(&letter)  goal 0 true, goal 1 false",
    ] {
        assert!(text.contains(line), "{line} in {text}");
    }
}

#[test]
fn written_assertions_end_in_should_panic_tests() {
    for (project, output) in &*RUNS {
        for name in ["month", "twin", "other", "checked"] {
            assert_eq!(output.kinds(&format!("fixture_patterns::macros::{name}")), [""; 0]);
        }
        let tests = project.read("tests/sbst/macros.rs");
        for message in ["months begin with one", "not a thousand apart", "the same twice", "too short"] {
            assert!(tests.contains(message), "{message}\n{tests}");
        }
    }
}

#[track_caller]
fn assert_distances_lead_there(seeds: RangeInclusive<u32>) {
    for seed in seeds {
        let arguments = format!("--no-write --message-format json --seed {seed} --only distances::");
        let output = RUNS[1].0.sbst(&arguments).succeed();
        let targets = output.find_messages("target-finished");
        assert_eq!(targets.len(), 14, "{output:?}");
        for target in targets {
            assert_eq!(target["uncovered"], Value::Array(Vec::new()), "seed {seed}: {target:#}");
        }
    }
}

#[test]
fn conditions_without_operators_are_covered() {
    assert_distances_lead_there(1..=2);
}

#[test]
#[ignore = "a command for each seed: ./night runs it"]
fn conditions_without_operators_are_covered_with_any_seed() {
    assert_distances_lead_there(3..=10);
}

#[track_caller]
fn assert_textbook_example_covered(project: &Project, seeds: RangeInclusive<u32>) {
    for seed in seeds {
        let arguments = format!("--no-write --message-format json --seed {seed}");
        let target = project.sbst(&arguments).succeed().target("fixture_cgi::cgi_decode");
        assert_eq!((&target["goals"], &target["covered"]), (&10.into(), &10.into()), "{target:#}");
    }
}

#[test]
fn the_textbook_example_is_covered_and_its_tests_pass() {
    let project = Project::shared("cgi");
    assert_textbook_example_covered(&project, 1..=2);
    project.sbst("").succeed();
    let test = project.passes_without_warnings("--test sbst");
    assert!(!test.stdout.contains("0 passed"), "{test:?}");
}

#[test]
#[ignore = "a command for each seed: ./night runs it"]
fn the_textbook_example_is_covered_with_any_seed() {
    assert_textbook_example_covered(&Project::shared("cgi"), 3..=10);
}
