//! Searches that begin with what the user's own tests call functions with.

use sbst_tests::Project;
use serde_json::Value;

/// The goals of a function that are not covered.
fn uncovered(targets: &[Value], name: &str) -> u64 {
    let is_meant = |target: &&Value| target["target"].as_str().unwrap().ends_with(name);
    let target = targets.iter().find(is_meant).unwrap_or_else(|| panic!("there is no {name}"));
    target["goals"].as_u64().unwrap() - target["covered"].as_u64().unwrap()
}

#[test]
fn what_tests_call_functions_with_covers_what_no_search_meets() {
    let project = Project::copy("seeded", "seeded");
    let options = "--message-format json --budget 5000evals --no-write";
    let without = project.sbst(options).succeed().of_type("target-finished");
    for name in ["::is_password", "::lets_in", "::bounded"] {
        assert_eq!(uncovered(&without, name), 1, "{name} is hard");
    }

    let output = project.sbst(&format!("{options} --seed-tests")).succeed();
    let with = output.of_type("target-finished");
    for name in ["::is_password", "::lets_in"] {
        assert_eq!(uncovered(&with, name), 0, "{name}: {output:?}");
    }
    assert_eq!(uncovered(&with, "::bounded"), 1, "a seed that does not keep the bounds is none");
    assert!(!project.contents("").contains_key("ignored"), "ignored tests are not run");
}

#[test]
fn seeds_become_tests_and_those_who_wait_are_told_what_is_recorded() {
    let project = Project::copy("seeded", "seeded-written");
    let output = project.sbst("--budget 5000evals --seed-tests").succeed();
    assert!(output.stderr.contains("Recorded 5 different calls of 3 functions"), "{output:?}");
    assert!(
        output.stderr.contains("Skipped calls of `fixture_seeded::counts`, with arguments"),
        "{output:?}"
    );
    let tests = project.read("tests/sbst/crate_root.rs");
    assert!(tests.contains("is_password(\"Open, Sesame\")"), "{tests}");
    project.cargo("test --test sbst").succeed();
}
