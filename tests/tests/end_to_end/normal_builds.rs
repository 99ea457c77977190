//! The cost of the attribute in builds without a search: none.

use sbst_tests::{Output, Project};
use serde_json::Value;
use std::collections::BTreeSet;

/// Returns the packages that a build compiled, or had compiled before.
fn compiled(output: &Output) -> BTreeSet<String> {
    let messages = output.stdout.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let artifacts = messages.filter(|message| message["reason"] == "compiler-artifact");
    let name = |artifact: Value| {
        let manifest = artifact["manifest_path"].as_str().unwrap().to_owned();
        let folder = std::path::Path::new(&manifest).parent().unwrap().file_name().unwrap();
        folder.to_str().unwrap().trim_end_matches("-0.1.0").to_owned()
    };
    artifacts.map(name).collect()
}

#[test]
fn normal_build_compiles_only_two_small_crates() {
    let project = Project::shared("library");
    for command in ["build", "build --release", "test --no-run"] {
        let output = project.cargo(command).arguments("--message-format json").succeed();
        let own = project.directory().file_name().unwrap().to_str().unwrap();
        let expected = [own, "sbst-macros", "sbst-runtime"].map(str::to_owned);
        assert_eq!(compiled(&output), BTreeSet::from(expected), "{command}");
        assert!(!output.stdout.contains("compiler-message"), "there is a warning in {command}: {output:?}");
    }
}

#[test]
fn normal_build_does_not_resolve_search_dependencies() {
    let project = Project::shared("library");
    let tree = project.cargo("tree --edges normal,build --prefix none --format {lib}").succeed();
    let libraries: BTreeSet<&str> = tree.stdout.lines().collect();
    assert_eq!(libraries, BTreeSet::from(["fixture_library", "sbst", "sbst_macros"]));
}

#[test]
fn a_search_leaves_the_users_own_build_fresh() {
    let project = Project::shared("renamed");
    project.cargo("build").succeed();
    project.sbst("--no-write --quiet").succeed();
    let again = project.cargo("build").succeed();
    assert!(!again.stderr.contains("Compiling"), "{again:?}");
}
