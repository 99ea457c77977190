//! `cargo sbst review`, and the tests added, changed and removed by a run.

use sbst_tests::{Output, Project};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

const SOURCE: &str = "
    /// The size of a parcel by its weight.
    #[qq::instrument]
    pub fn size(grams: u32) -> &'static str {
        if grams < 500 { \"small\" } else { \"large\" }
    }

    #[qq::instrument]
    pub fn half(number: u32) -> Option<u32> {
        if number % 2 == 0 { Some(number / 2) } else { None }
    }

    pub mod text {
        #[qq::instrument]
        pub fn words(text: &str) -> usize {
            if text.is_empty() { 0 } else { text.split(' ').count() }
        }
    }
";

fn run(project: &Project, options: &str) -> Output {
    let command = format!("{options} --message-format json --budget 2000evals");
    project.sbst(&command).going_on().succeed()
}

fn proposals(project: &Project) -> Vec<Value> {
    project.sbst("review --list --message-format json").going_on().succeed().find_messages("proposal")
}

/// The one proposal for a function.
fn proposal(project: &Project, function: &str) -> Value {
    let all = proposals(project);
    let found: Vec<&Value> = all.iter().filter(|line| line["function"] == function).collect();
    assert_eq!(found.len(), 1, "{all:#?}");
    found[0].clone()
}

fn decide(project: &Project, option: &str, function: &str) -> Output {
    let key = proposal(project, function)["key"].as_str().unwrap().to_owned();
    project.sbst("review").argument(option).argument(&key[..6]).going_on().succeed()
}

#[test]
fn proposals_change_files_on_acceptance_and_rejections_persist() {
    let project = Project::shared("renamed");
    project.write("src/lib.rs", SOURCE);
    let before = project.files();
    let output = run(&project, "--fresh --propose");
    assert_eq!(project.files(), before);
    assert!(output.find_messages("file-written").is_empty(), "{output:?}");
    let changes = &output.find_messages("suite-changes")[0];
    assert_eq!((&changes["added"], &changes["only_proposed"]), (&3.into(), &true.into()), "{changes}");

    decide(&project, "--accept", "fixture_renamed::text::words");
    let files: Vec<String> = project.contents("tests/").into_keys().collect();
    assert_eq!(files, ["tests/sbst/main.rs", "tests/sbst/text.rs"]);
    decide(&project, "--reject", "fixture_renamed::half");
    assert!(!project.has("tests/sbst/crate_root.rs"));
    let memory = project.read("sbst-review.txt");
    assert!(memory.contains("fixture_renamed::half: test_half"), "{memory}");
    project.sbst("review --accept all").going_on().succeed();
    let passed = project.passes_without_warnings("--test sbst");
    assert!(passed.stdout.contains("2 passed"), "{passed:?}");
    project.sbst("review --accept nothing").going_on().end_with(2).says("no proposal of the last run");

    let output = run(&project, "--fresh");
    let not_written = output.find_messages("tests-not-written");
    assert_eq!(not_written[0]["why"], "refused", "{not_written:?}");
    assert_eq!(not_written[0]["goals"], 2, "{not_written:?}");
    assert!(proposals(&project).is_empty());
    assert!(!project.read("tests/sbst/crate_root.rs").contains("half"));
}

#[test]
fn a_changed_result_is_reported_and_an_old_test_can_be_kept() {
    let project = Project::shared("renamed");
    project.write("src/lib.rs", SOURCE);
    run(&project, "--fresh");
    let old = project.contents("tests/");
    // A mistake, and a deleted module.
    let changed = SOURCE[..SOURCE.find("    pub mod text").unwrap()].replace("number / 2", "number / 2 + 1");
    project.write("src/lib.rs", &changed);
    let output = run(&project, "ci");
    let changes = &output.find_messages("suite-changes")[0];
    assert_eq!(changes["failing"][0]["test"], "crate_root::test_half", "{changes}");
    let reason = changes["failing"][0]["reason"].as_str().unwrap();
    assert!(reason.contains("left: Some(2), right: Some(1)"), "{reason}");

    // The patch leads from the old files to the new ones.
    let new = project.contents("tests/");
    let written = &output.find_messages("patch-written")[0];
    let patch = Path::new(written["path"].as_str().unwrap());
    for (path, text) in &old {
        project.write(path, text);
    }
    assert!(apply(&project, patch, "--check"));
    assert!(apply(&project, patch, "--whitespace=error"));
    assert_eq!(project.contents("tests/"), new);

    let half = proposal(&project, "fixture_renamed::half");
    assert_eq!(half["kind"], "changed");
    assert!(half["old"].as_str().unwrap().contains("half(2), Some(1)"), "{half}");
    assert!(half["new"].as_str().unwrap().contains("half(2), Some(2)"), "{half}");
    let removed = proposal(&project, "fixture_renamed::text::words");
    assert_eq!(removed["kind"], "removed");
    let key = removed["key"].as_str().unwrap();
    project.sbst("review --reject").argument(key).going_on().end_with(1).says("no longer compiles");

    decide(&project, "--reject", "fixture_renamed::half");
    let kept = project.read("tests/sbst/crate_root.rs");
    assert_eq!(kept, old["tests/sbst/crate_root.rs"]);
    let output = run(&project, "");
    assert_eq!(project.read("tests/sbst/crate_root.rs"), kept, "{output:?}");
    assert!(
        output.stdout.contains("crate_root::test_half, kept from an earlier run, fails now"),
        "{output:?}"
    );
}

fn apply(project: &Project, patch: &Path, option: &str) -> bool {
    let mut git = Command::new("git");
    git.args(["apply", option]).arg(patch).current_dir(project.directory());
    // A copy is in the folder of another repository, or in none.
    git.env("GIT_CEILING_DIRECTORIES", project.directory().parent().unwrap());
    git.status().is_ok_and(|status| status.success())
}
