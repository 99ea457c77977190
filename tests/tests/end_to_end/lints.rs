//! Crates that deny all lints, and crates of other editions.

use sbst_tests::Project;

#[test]
fn a_strict_crate_stays_as_strict_as_it_was() {
    let project = Project::shared("strict");
    let output = project.sbst("--message-format json").succeed();
    for (path, goals) in [("choose", 4), ("old", 2), ("taken", 10), ("inner::secret", 3)] {
        assert_eq!(output.target(&format!("fixture_strict::{path}"))["covered"], goals, "{output:?}");
    }
    assert!(!output.stderr.contains("warning"), "{output:?}");
    project.has_no_lints("--all-targets");
    project.cargo("test").succeed();
}

#[test]
fn a_strict_crate_stays_strict_with_tests_beside_its_source() {
    let project = Project::shared("strict");
    project.sbst("--write-private").succeed();
    project.has_no_lints("--all-targets");
    project.cargo("test").succeed();
}

#[test]
fn a_crate_of_an_old_edition_is_searched_by_its_rules() {
    let project = Project::copy("edition-2018", "edition-2018");
    let output = project.sbst("--message-format json").succeed();
    let target = &output.find_messages("target-finished")[0];
    assert_eq!(target["goals"], target["covered"], "{target:#}");
    assert_eq!(target["findings"], serde_json::json!([]), "a panic with braces is on purpose as well");
    project.passes_without_warnings("");
}
