//! Workspaces, and the selection of packages in them.

use sbst_tests::{Output, Project};

fn targets(output: &Output) -> Vec<String> {
    let finished = output.find_messages("target-finished");
    finished.iter().map(|target| target["target"].as_str().unwrap().to_owned()).collect()
}

const ROOT: &str = "fixture_workspace::root";
const MEMBER: &str = "fixture_workspace_member::member";

#[test]
fn packages_selected_by_cargo_are_searched() {
    let project = Project::shared("workspace");
    let json = |arguments: &str| project.sbst("--message-format json --no-write").arguments(arguments);
    assert_eq!(targets(&json("").succeed()), [ROOT]);
    assert_eq!(targets(&json("--workspace").succeed()), [ROOT, MEMBER]);
    assert_eq!(targets(&json("-p fixture-workspace-member").succeed()), [MEMBER]);
    assert_eq!(targets(&json("").within("member").succeed()), [MEMBER]);
    assert_eq!(targets(&json("--manifest-path member/Cargo.toml").succeed()), [MEMBER]);
    assert_eq!(targets(&json("--workspace --exclude fixture-workspace").succeed()), [MEMBER]);

    let plain = json("-p fixture-workspace-plain").end_with(1);
    plain.says("`fixture-workspace-plain` does not depend on sbst-runtime");
    let unknown = json("-p fixture-workspace-nothing").end_with(1);
    unknown.says("no package `fixture-workspace-nothing`").says("fixture-workspace-member");
}

#[test]
fn each_member_gets_its_own_tests() {
    let project = Project::shared("workspace");
    let output = project.sbst("--workspace --message-format json").succeed();
    for path in [ROOT, MEMBER] {
        assert_eq!(output.target(path)["covered"], 2, "{output:?}");
    }
    for path in ["tests/sbst/crate_root.rs", "member/tests/sbst/crate_root.rs"] {
        assert!(project.has(path), "{path}");
    }
    assert!(!project.has("plain/tests"));
    project.cargo("test --workspace").succeed();
}

#[test]
fn each_member_may_call_the_dependency_something_else() {
    let project = Project::copy("virtual-workspace", "virtual-workspace");
    let output = project.sbst("--message-format json").succeed();
    let expected =
        ["fixture_virtual_first::first", "fixture_virtual_second::second", "fixture_virtual_third::third"];
    assert_eq!(targets(&output), expected);
    for path in expected {
        assert_eq!(output.target(path)["covered"], 2, "{output:?}");
    }
    project.cargo("test").succeed();
    let one = project.sbst("--message-format json --no-write -p fixture-virtual-third").succeed();
    assert_eq!(targets(&one), ["fixture_virtual_third::third"]);
}
