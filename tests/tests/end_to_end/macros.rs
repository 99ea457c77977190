//! Functions made by macros, and functions rejected by the compiler.

use sbst_tests::Project;

#[test]
fn traits_and_delegations_made_by_macros_compile() {
    let project = Project::shared("macros");
    let output = project.sbst("list --all --message-format json").succeed();
    assert!(!output.stderr.contains("Building without"), "{}", output.stderr);
    let listed = output.find_messages("target");
    for path in [
        "packed::short_length",
        "packed::is_empty",
        "delegated::<Numbers as Counted>::below",
        "delegated::<Numbers as Counted>::is_empty",
    ] {
        let target = listed.iter().find(|target| target["target"] == format!("fixture_macros::{path}"));
        let target = target.unwrap_or_else(|| panic!("{path} is not listed: {output:?}"));
        assert_eq!(target["not_searched"], serde_json::Value::Null, "{path}");
    }
}

#[test]
fn types_with_traits_implemented_by_macros_are_tried() {
    let project = Project::shared("macros");
    let options = "--all --only given --seed 1 --total-budget 60000evals --message-format json";
    let output = project.sbst(options).succeed();
    for (path, covered) in [("given::is_in", 2), ("given::has_groups", 4)] {
        assert_eq!(output.target(&format!("fixture_macros::{path}"))["covered"], covered, "{path}");
    }
    // No outside test could write a private field.
    let written = project.contents("tests/sbst").into_values().collect::<String>();
    assert!(written.contains("is_in(WordKey::from("), "{written}");
}

#[test]
fn user_error_ends_build_at_once() {
    let project = Project::copy("macros", "macros-broken");
    project.edit("src/packed.rs", "if head.kind == 1 {", "if head.kind == \"1\" {");
    let output = project.sbst("--all").end_with(4);
    output.says("mismatched types").says("src/packed.rs");
    assert_eq!(output.stderr.matches("Compiling fixture-macros").count(), 1, "{}", output.stderr);
    assert!(!output.stderr.contains("Building with"), "{}", output.stderr);
}
