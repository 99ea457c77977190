//! Functions that are `const`.

use sbst_tests::Project;
use std::fs;

#[test]
fn const_functions_are_searched_with_or_without_constants() {
    let project = Project::copy("constants", "constants");
    forget_what_the_compiler_said(&project);
    let output = project.sbst("--message-format json").succeed();
    let free = output.target("fixture_constants::never_needed");
    assert_eq!((free["covered"].as_u64(), free["goals"].as_u64()), (Some(4), Some(4)), "{free:#}");
    // Functions required by constants are searched too: the search calls a twin.
    for needed in ["needed", "least", "needed_in_an_example", "needed_in_a_test", "needed_by_a_macro"] {
        let target = output.target(&format!("fixture_constants::{needed}"));
        assert_eq!((target["covered"].as_u64(), target["goals"].as_u64()), (Some(2), Some(2)), "{target:#}");
    }
    let again = "Building with 1 constant function as written, because constants need them";
    output.says(again);
    assert!(!output.stderr.contains("E0015"), "{output:?}");

    let second = project.sbst("--no-write").succeed();
    assert!(!second.stderr.contains(again), "what the compiler said is remembered: {second:?}");
    project.cargo("test").succeed();

    // A new constant evaluates a function called by a test.
    project.write(
        "tests/more.rs",
        "static MORE: bool = fixture_constants::never_needed(1);\n#[test]\nfn more() { assert!(!MORE); }\n",
    );
    let output = project.sbst("--message-format json").succeed();
    assert_eq!(output.target("fixture_constants::never_needed")["covered"], 4, "{output:?}");
    project.cargo("test").succeed();
}

#[test]
fn a_macros_condition_counts_at_its_use() {
    let project = Project::copy("constants", "constants-observed");
    let output = project.sbst("test --message-format json").succeed();
    let of = |name: &str| output.target(&format!("fixture_constants::{name}"));
    let clamped = of("clamped!");
    assert_eq!((clamped["covered"].as_u64(), clamped["goals"].as_u64()), (Some(1), Some(2)), "{clamped:#}");
    assert_eq!(clamped["uncovered"][0]["condition"], "number > 9", "{clamped:#}");
    assert_eq!(clamped["uncovered"][0]["best_distance"], 6.0, "10 - 4: {clamped:#}");
    let names: Vec<_> = output.find_messages("target-finished");
    assert!(!names.iter().any(|target| target["target"] == "fixture_constants::doubled!"), "{output:?}");
    let needed = of("needed");
    let reason = needed["not_searched"].as_str().expect("it says why nothing was recorded");
    assert!(reason.starts_with("constants need it"), "{reason}");
    project.cargo("test").succeed();
}

/// Removes the list left by an earlier run of this test.
fn forget_what_the_compiler_said(project: &Project) {
    for entry in fs::read_dir(project.target_directory().join("sbst")).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with("constants-complained-of") {
            fs::remove_file(entry.path()).expect("failed to remove a file");
        }
    }
}
