//! `cargo sbst list`.

use sbst_tests::Project;
use serde_json::json;

#[test]
fn the_list_shows_functions_with_parameters_and_goals() {
    let project = Project::shared("library");
    let text = project.sbst("list --only is_diagonal --quiet").succeed();
    let expected = "\
fixture_library::collections::is_diagonal  src/collections.rs:28:8
    (from: (i32, i32), to: &(i32, i32)) -> bool
    src/collections.rs:29:5  from.0.abs_diff(to.0) == from.1.abs_diff(to.1)  goal 0 true, goal 1 false
";
    assert_eq!(text.stdout, expected);

    let text = project.sbst("list --only special:: --quiet").succeed().stdout;
    assert!(
        text.contains("src/special.rs:20:5  u16::from(number) >= 300  goal 0 true, goal 1 false\n"),
        "{text}"
    );
    assert!(text.contains("not searched: "), "{text}");
    assert!(text.contains("((u8, u8)") || text.contains("argument_0: (u8, u8)"), "{text}");

    let output = project.sbst("list --message-format json --quiet").succeed();
    let targets = output.find_messages("target");
    assert_eq!(targets.len(), 36);
    let sign = targets.iter().find(|target| target["target"] == "fixture_library::sign").unwrap();
    let goal = |goal: usize, line: u32, condition: &str, outcome: bool| {
        let column = if line == 17 { 8 } else { 15 };
        json!({"goal": goal, "file": "src/lib.rs", "line": line, "column": column, "kind": "comparison",
               "condition": condition, "outcome": outcome, "means": outcome.to_string()})
    };
    assert_eq!(
        *sign,
        json!({
            "type": "target",
            "package": "fixture-library",
            "target": "fixture_library::sign",
            "binary": null,
            "file": "src/lib.rs",
            "line": 16,
            "column": 8,
            "parameters": [{"name": "number", "type": "i32", "can_be_built": true}],
            "result": "i32",
            "not_searched": null,
            "goals": [
                goal(0, 17, "number < 0", true),
                goal(1, 17, "number < 0", false),
                goal(2, 19, "number == 0", true),
                goal(3, 19, "number == 0", false),
            ],
        })
    );
}

#[test]
fn early_closed_pipe_is_no_error() {
    let project = Project::shared("library");
    for arguments in
        ["list --quiet", "list --message-format json --quiet", "--no-write --message-format json"]
    {
        let output = project.sbst(arguments).in_shell("", "| head -n 1").succeed();
        assert_eq!(output.stdout.lines().count(), 1, "{output:?}");
        assert!(!output.stderr.contains("panicked"), "{output:?}");
        assert!(!output.stderr.contains("bug in cargo-sbst"), "{output:?}");
    }
}

#[test]
fn colour_is_used_only_when_it_is_wanted() {
    let project = Project::shared("renamed");
    let never = project.sbst("--no-write --color never").succeed();
    let always = project.sbst("--no-write --color always").without("CARGO_TERM_COLOR").succeed();
    let auto = project.sbst("--no-write").without("CARGO_TERM_COLOR").succeed();
    assert!(always.stderr.contains("\u{1b}["), "{always:?}");
    for output in [never, auto] {
        assert!(!output.stderr.contains('\u{1b}'), "{output:?}");
    }
}
