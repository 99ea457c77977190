//! Files of the user, and obsolete files of ours.

use sbst_tests::Project;

#[test]
fn handwritten_test_is_not_overwritten() {
    let project = Project::shared("guarded");
    let before = project.contents("tests");
    let output = project.sbst("").succeed();
    output.says("tests/sbst/main.rs was not overwritten");
    assert_eq!(project.contents("tests"), before);
    project.cargo("test").succeed();
}

#[test]
fn package_with_declared_tests_gets_them_without_own_file() {
    let project = Project::shared("guarded");
    project.remove("tests/sbst");
    let output = project.sbst("--message-format json").succeed();
    assert_eq!(output.find_messages("file-written").len(), 1, "{output:?}");
    let test = project.cargo("test --test sbst").succeed();
    assert!(test.stdout.contains("1 passed"), "{test:?}");
}

#[test]
fn tests_of_removed_functions_go_and_adopted_files_stay() {
    let project = Project::copy("library", "renewed");
    let only = "--only text:: --only collections:: --quiet";
    project.sbst(only).succeed();
    let main = project.read("tests/sbst/main.rs");
    assert!(main.contains("mod collections;") && main.contains("mod text;"), "{main}");

    let text = project.read("tests/sbst/text.rs");
    let adopted: String = text.lines().skip(1).map(|line| format!("{line}\n")).collect();
    project.write("tests/sbst/text.rs", &adopted);
    project.edit("src/lib.rs", "pub mod collections;\n", "");
    let output = project.sbst("--only text:: --only sign").succeed();
    output.says("tests/sbst/text.rs was not overwritten");
    assert_eq!(project.read("tests/sbst/text.rs"), adopted);
    assert!(!project.has("tests/sbst/collections.rs"), "its functions are gone");
    assert!(project.has("tests/sbst/crate_root.rs"));
    let main = project.read("tests/sbst/main.rs");
    assert!(main.contains("mod text;") && main.contains("mod crate_root;"), "{main}");
    assert!(!main.contains("mod collections;"), "{main}");
    project.cargo("test --test sbst").succeed();
}

#[test]
fn tests_of_unsearched_functions_stay() {
    let project = Project::shared("library");
    project.sbst("--only numbers:: --quiet").succeed();
    let before = project.contents("tests/sbst");
    project.sbst("--only numbers::vote --quiet").succeed();
    assert_eq!(project.contents("tests/sbst"), before);
    project.sbst("--only sign --quiet").succeed();
    let after = project.contents("tests/sbst");
    assert_eq!(after.get("tests/sbst/numbers.rs"), before.get("tests/sbst/numbers.rs"));
    assert!(after.contains_key("tests/sbst/crate_root.rs"));
    project.cargo("test --test sbst").succeed();
}

#[test]
fn no_write_leaves_files_unchanged() {
    let project = Project::shared("library");
    let before = project.files();
    project.sbst("--no-write --only sign --quiet").succeed();
    assert_eq!(project.files(), before);
}
