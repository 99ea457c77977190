//! The README shows real output.

use sbst_tests::Project;
use std::fs;

const README: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md");

/// The text between a line and the end of its code block.
fn block<'t>(text: &'t str, begin: &str) -> &'t str {
    let (_, rest) = text.split_once(begin).unwrap_or_else(|| panic!("the README has no {begin:?}"));
    rest.split_once("```").expect("the block ends").0
}

#[test]
fn the_demo_ends_as_in_the_readme() {
    let readme = fs::read_to_string(README).expect("there is a README");
    let project = Project::copy("../../examples/demo", "demo");
    let output = project.sbst("").optimised().succeed();

    let shown = block(&readme, "```text\n");
    let (shown, _) = shown.split_once("     Writing").expect("what was found comes first");
    assert!(output.stderr.contains(shown), "{output:?}");

    let written = project.read("tests/sbst/calendar.rs");
    for test in block(&readme, "tests it wrote:\n\n```rust\n").split("\n\n") {
        assert!(written.contains(test.trim_end()), "{test}\n--- is not in\n{written}");
    }
    project.cargo("test").succeed();
}
