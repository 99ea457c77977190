//! `cargo sbst explain`.

use sbst_tests::Project;
use serde_json::json;

#[test]
fn a_function_is_explained_without_building_anything() {
    let project = Project::shared("library");
    let text = project.sbst("explain sign").succeed();
    let expected = "\
fixture_library::sign  src/lib.rs:16-24  2 conditions

Conditions, nested by dependence
    [1] number < 0  (comparison, 17:8)
        false: [2] number == 0  (comparison, 19:15)

Variables read, with their last definitions
    [1] number < 0
        number  16 parameter
    [2] number == 0
        number  16 parameter
";
    assert_eq!(text.stdout, expected);
    assert_eq!(text.stderr, "", "no build is begun");
}

#[test]
fn a_line_selects_its_conditions() {
    let project = Project::shared("library");
    for function in ["sign:19", "src/lib.rs:19"] {
        let output = project.sbst("explain --message-format json").argument(function).succeed();
        let explanation = &output.find_messages("explanation")[0];
        let number = json!({"variable": "number", "definitions":
            [{"line": 16, "column": 13, "kind": "parameter", "is_certain": true}]});
        let condition = json!({
            "condition": 1, "kind": "comparison", "text": "number == 0", "line": 19, "column": 15,
            "is_placed": true, "depends_on": [{"condition": 0, "outcome": false, "means": "false"}],
            "uses": [number],
        });
        assert_eq!(explanation["conditions"], json!([condition]), "{output:?}");
        assert_eq!(explanation["function"], "fixture_library::sign");
    }
    let other = project.sbst("explain sign:18").end_with(1).stderr;
    assert!(other.contains("no condition of `fixture_library::sign` begins on line 18"), "{other}");
    assert!(other.contains("there are some on lines 17, 19"), "{other}");
}

#[test]
fn unknown_and_ambiguous_names_list_candidates() {
    let project = Project::shared("library");
    let unknown = project.sbst("explain sing").end_with(1).stderr;
    assert!(unknown.contains("no function of the workspace is called `sing`"), "{unknown}");
    assert!(unknown.contains("similar names: fixture_library::sign"), "{unknown}");
    let several = project.sbst("explain numbers::").end_with(1).stderr;
    assert!(several.contains("`numbers::` may mean several functions"), "{several}");
    assert!(several.contains("  fixture_library::numbers::widest  src/numbers.rs:"), "{several}");
    let other = project.sbst("explain sign --package other").end_with(1).stderr;
    assert!(other.contains("the workspace has no package `other`"), "{other}");
}

#[test]
fn methods_come_with_their_fields_and_graphs_are_written() {
    let project = Project::copy("callables", "explaining-methods");
    let text = project.sbst("explain word --dot graph.dot").succeed();
    let fields = "also through methods of its type\n    reads   self.rest\n    writes  self.rest\n";
    assert!(text.stdout.contains(fields), "{text:?}");
    let graph = project.read("graph.dot");
    assert!(graph.starts_with("digraph ") && graph.contains("shape=diamond"), "{graph}");
}
