//! `cargo sbst kill`: tests for the surviving mutants.

use sbst_tests::{Output, Project};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::LazyLock;

const BOUNDARY: &str = "src/lib.rs:5:25: replace < with <= in fee";
const EQUIVALENT: &str = "src/lib.rs:15:13: replace < with <= in larger";
const PRIVATE: &str = "src/lib.rs:24:16: replace > with >= in is_longer";

/// A run, with its messages for programs.
struct Run {
    project: Project,
    output: Output,
}

static RUN: LazyLock<Run> = LazyLock::new(|| {
    let project = Project::copy("survivors", "killing");
    let output = project.sbst("kill --all --seed 1 --message-format json").succeed();
    Run { project, output }
});

/// The survivors by their names.
fn survivors(output: &Output) -> BTreeMap<String, Value> {
    let survivors = output.find_messages("survivor").into_iter();
    survivors.map(|survivor| (survivor["name"].as_str().unwrap().to_owned(), survivor)).collect()
}

#[test]
fn boundary_gets_test_failing_beyond_it() {
    let survivor = &survivors(&RUN.output)[BOUNDARY];
    assert_eq!((survivor["fate"].as_str(), survivor["test"].as_str()), (Some("killed"), Some("test_fee")));
    let project = &RUN.project;
    let tests = project.read("tests/sbst/crate_root.rs");
    assert!(tests.contains("2417"), "{tests}");
    project.cargo("test").succeed();
    let copy = Project::copy("survivors", "killing-changed");
    for (path, text) in project.contents("tests/sbst") {
        copy.write(&format!("tests/sbst/{path}"), &text);
    }
    copy.edit("src/lib.rs", "grams < 2_417", "grams <= 2_417");
    copy.cargo("test --test sbst").end_with(101);
    copy.cargo("test --lib").succeed();
}

#[test]
fn a_mutant_without_effect_on_any_input_is_probably_equivalent() {
    let survivor = &survivors(&RUN.output)[EQUIVALENT];
    assert_eq!(survivor["fate"], "equivalent");
    assert!(survivor["differed"].as_u64().unwrap() > 100, "{survivor}");
    assert!(survivor["differed"].as_u64() <= survivor["executed"].as_u64(), "{survivor}");
}

#[test]
fn a_private_function_has_its_tests_through_a_public_one() {
    let survivor = &survivors(&RUN.output)[PRIVATE];
    assert_eq!(
        (survivor["fate"].as_str(), survivor["test"].as_str()),
        (Some("killed"), Some("test_is_long"))
    );
}

#[test]
fn mutant_ending_the_process_does_not_end_search() {
    let survivors = survivors(&RUN.output);
    for change in [">= with <", "/ with *"] {
        let names = |name: &&String| name.contains(change) && name.ends_with(" in half");
        let name = survivors.keys().find(names).unwrap_or_else(|| panic!("{change}: {survivors:?}"));
        assert_eq!(survivors[name]["fate"], "killed", "{name}");
    }
    assert!(RUN.output.find_messages("finding").is_empty());
}

#[test]
fn the_counts_are_those_of_the_survivors() {
    let finished = &RUN.output.find_messages("survivors-finished")[0];
    let count = |fate: &str| survivors(&RUN.output).values().filter(|one| one["fate"] == fate).count() as u64;
    assert_eq!(finished["survivors"], survivors(&RUN.output).len());
    for fate in ["killed", "equivalent", "left"] {
        assert_eq!(finished[fate], count(fate), "{fate}");
    }
}

#[test]
fn the_same_seed_writes_the_same_tests() {
    let again = Project::copy("survivors", "killing-again");
    again.sbst("kill --all --seed 1").succeed();
    assert_eq!(again.contents("tests/sbst"), RUN.project.contents("tests/sbst"));
}

#[test]
fn survivors_of_cargo_mutants_are_found_by_their_names() {
    let project = Project::copy("survivors", "killing-named");
    project.write("mutants.out/missed.txt", &format!("{BOUNDARY}\nsrc/lib.rs:5:1: replace nothing\n"));
    let output = project.sbst("kill --all --mutants-out mutants.out --message-format json").succeed();
    let names: Vec<String> = survivors(&output).into_keys().collect();
    assert_eq!(names, [BOUNDARY]);
    output.says("skipping 1 mutant of cargo-mutants");
}

#[test]
fn options_without_use_are_refused() {
    let project = Project::copy("survivors", "killing-refused");
    project.sbst("kill --all --goals=panic").end_with(2).says("`kill` does not support --goals=panic");
}
