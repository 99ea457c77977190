//! Assertions about values with private fields.

use sbst_tests::{Output, Project};
use std::sync::LazyLock;

static RUN: LazyLock<(Project, Output)> = LazyLock::new(|| {
    let project = Project::copy("opaque", "opaque");
    let output = project.sbst("--all --seed 1 --budget 2000evals --message-format json").succeed();
    (project, output)
});

/// Asserts that a test contains all of these texts.
#[track_caller]
fn assert_some_test_has(texts: &[&str]) {
    let (is_there, tests) = find_test(texts);
    assert!(is_there, "{texts:?}\n{tests}");
}

fn assert_no_test_has(texts: &[&str]) {
    let (is_there, tests) = find_test(texts);
    assert!(!is_there, "{texts:?}\n{tests}");
}

/// Returns true if a written test contains all of these, and the file.
fn find_test(texts: &[&str]) -> (bool, String) {
    let tests = RUN.0.read("tests/sbst/crate_root.rs");
    let has_all = |test: &str| texts.iter().all(|text| test.contains(text));
    (tests.split("#[test]").skip(1).any(has_all), tests)
}

#[test]
fn changes_of_private_fields_are_asserted_through_getters() {
    assert_some_test_has(&["deposit(", "assert_eq!(account.cents(), "]);
    assert_no_test_has(&["deposit(", "assert_eq!(account.owner(), "]);
}

#[test]
fn getter_ending_the_process_costs_no_test() {
    assert_some_test_has(&["deposit(1001);", "assert_eq!(account.cents(), "]);
    let deposit = RUN.1.target("fixture_opaque::Account::deposit");
    assert_eq!((&deposit["covered"], &deposit["findings"]), (&2.into(), &serde_json::json!([])), "{deposit}");
}

#[test]
fn values_are_compared_with_makers_or_by_queries() {
    assert_some_test_has(&["let bits = Bits::none();", "assert_eq!(bits.with(7), Bits::none());"]);
    assert_some_test_has(&["assert!(bits.with(", ".has("]);
}

#[test]
fn a_public_variant_of_an_error_is_matched() {
    assert_some_test_has(&["assert!(matches!(", "Err(Refusal::Empty)"]);
    assert_some_test_has(&["assert!(matches!(", "Err(Refusal::Long(..))"]);
}

#[test]
fn tests_without_assertions_are_counted_not_written() {
    let (project, output) = &*RUN;
    let not_written = output.find_messages("tests-not-written");
    let [silent] = &not_written[..] else { panic!("{not_written:?}") };
    assert_eq!((&silent["function"], &silent["goals"]), (&"fixture_opaque::silent".into(), &2.into()));
    let tests = project.read("tests/sbst/crate_root.rs");
    assert!(!tests.contains("silent(") && !tests.contains("{:?}\", a"), "{tests}");
    for test in tests.split("#[test]").skip(1).filter(|test| !test.contains("#[ignore")) {
        assert!(test.contains("assert"), "{test}");
    }
}

#[test]
fn the_tests_pass_without_warnings() {
    let (project, output) = &*RUN;
    assert_eq!(output.find_messages("test-removed").len(), 0, "{output:?}");
    let tested = project.passes_without_warnings("--test sbst");
    assert!(tested.stdout.contains("0 failed"), "{tested:?}");
}
