//! Test cases as they are drawn: whatever can be drawn must be written as Rust that compiles, and do what it did in the worker.

use sbst_tests::Project;
use serde_json::Value;

#[test]
fn random_stories_compile_without_a_warning_and_do_what_they_did_in_the_worker() {
    // The fixture stands in the workspace of the experiments; a copy stands alone.
    let project = Project::copy("objects", "drawn");
    let manifest = project.read("Cargo.toml");
    project.write("Cargo.toml", &format!("{manifest}\n[workspace]\n"));
    let draw = |options: &str| {
        let drawing = "--algorithm random --budget 50evals --draw 8 --message-format json";
        let output = project.sbst(&format!("{drawing} {options}")).succeed();
        assert_eq!(output.of_type("test-removed"), [Value::Null; 0]);
        project.read("tests/sbst/stack.rs")
    };
    let stack = draw("--seed 11");
    let tested = project.cargo("test --test sbst").with("RUSTFLAGS", "-Dwarnings").succeed();
    let passed =
        tested.stdout.lines().find_map(|line| line.strip_prefix("test result: ok. ")?.split(' ').next());
    let passed: usize = passed.unwrap_or_else(|| panic!("{tested:?}")).parse().unwrap();
    assert!(passed > 800, "only {passed} tests were drawn");

    // Stories of many statements are among them, and most say what was seen.
    let suite = project.contents("tests/sbst").into_values().collect::<String>();
    let stories: Vec<&str> = suite.split("#[test]").skip(1).collect();
    let long = stories.iter().filter(|story| story.matches(";\n").count() >= 10).count();
    let telling = stories.iter().filter(|story| story.contains("assert")).count();
    assert!(long > 100 && telling > stories.len() / 2, "{long} are long, {telling} say what was seen");

    assert_eq!(draw("--seed 11 --only stack::"), stack, "the same seed draws the same");
    assert_ne!(draw("--seed 12 --only stack::"), stack);
}
