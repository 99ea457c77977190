//! Drawn test cases: each must be written as Rust that compiles, and behave as in the worker.

use crate::objects;
use sbst_tests::{Output, Project};
use serde_json::Value;

/// The least numbers of a suite: passing tests, long call sequences, and covered goals.
struct Least {
    passed: usize,
    long: usize,
    goals: usize,
}

/// Draws tests of functions, and asserts that they behave as in the worker.
#[track_caller]
fn assert_drawn(functions: &str, least: &Least) {
    let project = Project::shared("objects");
    objects::stand_alone(&project);
    let draw = |options: &str| {
        let drawing = "--algorithm random --budget 50evals --draw 4 --message-format json";
        let output = project.sbst(&format!("{drawing} {options}")).succeed();
        assert_eq!(output.find_messages("test-removed"), [Value::Null; 0]);
        (project.read("tests/sbst/stack.rs"), output)
    };
    let (stack, drawn) = draw(&format!("--seed 11 {functions}"));
    let tested = project.passes_without_warnings("--test sbst");
    let passed =
        tested.stdout.lines().find_map(|line| line.strip_prefix("test result: ok. ")?.split(' ').next());
    let passed: usize = passed.unwrap_or_else(|| panic!("{tested:?}")).parse().unwrap();
    assert!(passed > least.passed, "only {passed} tests were drawn");

    // Long call sequences are among them, and most assert something.
    let suite = project.contents("tests/sbst").into_values().collect::<String>();
    let stories: Vec<&str> = suite.split("#[test]").skip(1).collect();
    let long = stories.iter().filter(|story| story.matches(";\n").count() >= 10).count();
    let telling = stories.iter().filter(|story| story.contains("assert")).count();
    assert!(long > least.long && telling > stories.len() / 2, "{long} are long, {telling} say what was seen");

    // Some pass one object twice, by reference and by clones.
    for shared in [
        "distance(&town, &town)",
        ".leads_to(&town)",
        "unite(rc, other_rc)",
        "is_one_number(arc, other_arc)",
        "census.count(&town);\n    census.count(&town);",
    ] {
        assert!(suite.contains(shared), "no test with `{shared}` was drawn");
    }

    // Some write to a borrow returned by a method.
    for lent in ["    *document.title_mut() = ", "    *document.rank_mut().unwrap() = Rank::"] {
        assert!(suite.contains(lent), "no test with `{}` was drawn", lent.trim());
    }

    let observed = project.sbst("test --test sbst --message-format json").succeed();
    let mut covered = 0;
    let mut lost: Vec<String> = Vec::new();
    for target in drawn.find_messages("target-finished") {
        let path = target["target"].as_str().unwrap();
        let before = uncovered(&drawn, path);
        covered += target["covered"].as_u64().unwrap() as usize;
        lost.extend(uncovered(&observed, path).into_iter().filter(|goal| !before.contains(goal)));
    }
    let summary = drawn.find_messages("summary").pop().unwrap();
    let without_test = summary["without_test"].as_u64().unwrap_or_default() as usize;
    assert!(lost.len() <= without_test, "the tests do not cover what they covered in the worker: {lost:?}");
    assert!(covered > least.goals, "the worker covered only {covered} goals");

    assert_eq!(draw("--seed 11 --only stack::").0, stack, "the same seed draws the same");
    assert_ne!(draw("--seed 12 --only stack::").0, stack);
}

#[test]
fn random_call_sequences_compile_and_behave_as_in_worker() {
    let least = Least { passed: 80, long: 15, goals: 20 };
    assert_drawn("--only stack:: --only twice:: --only lent::", &least);
}

#[test]
#[ignore = "it compiles a thousand tests: ./night runs it"]
fn random_stories_of_all_objects_behave_as_in_the_worker() {
    assert_drawn("", &Least { passed: 400, long: 50, goals: 150 });
}

/// Returns the uncovered goals of a function, in words.
fn uncovered(observed: &Output, path: &str) -> Vec<String> {
    let target = observed.target(path);
    let uncovered =
        target["uncovered"].as_array().unwrap_or_else(|| panic!("nothing is known of {path}: {target}"));
    let said = |goal: &Value| {
        let text = |key: &str| goal[key].as_str().unwrap().to_owned();
        let is = match goal["kind"].as_str() {
            Some("comparison" | "boolean" | "loop") => "is ",
            _ => "",
        };
        format!("`{}` {is}{} ({}:{})", text("condition"), text("means"), text("file"), goal["line"])
    };
    uncovered.iter().map(said).collect()
}
