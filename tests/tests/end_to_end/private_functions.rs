//! Functions callable only from the crate itself.

use sbst_tests::Project;
use std::fs;

const FUNCTIONS: [&str; 6] = [
    "fixture_private::inline::nested",
    "fixture_private::inline::nested::within",
    "fixture_private::parts::hidden",
    "fixture_private::parts::inner::deep",
    "fixture_private::parts::secret",
    "fixture_private::top",
];

#[test]
fn private_functions_are_searched_without_changing_sources() {
    let project = Project::copy("private", "private");
    let before = project.files();
    let output = project.sbst("--message-format json").succeed();
    let targets = output.find_messages("target-finished");
    let found: Vec<&str> = targets.iter().map(|target| target["target"].as_str().unwrap()).collect();
    assert_eq!(found, FUNCTIONS);
    for target in &targets {
        match target["not_searched"].as_str() {
            None => assert_eq!(target["goals"], target["covered"], "{target:#}"),
            Some(reason) => {
                assert_eq!(target["target"], "fixture_private::inline::nested::within");
                assert!(reason.contains("within the function `nested`"), "{reason}");
            }
        }
    }
    assert_eq!(project.files(), before, "there is nothing public to be tested");
    for file in output.find_messages("file-written") {
        assert_eq!(file["private"], true);
        let text = fs::read_to_string(file["path"].as_str().unwrap()).unwrap();
        assert!(text.contains("use super::*;"), "{text}");
    }
}

#[test]
fn search_build_adds_no_warnings() {
    let project = Project::shared("private");
    let output = project.sbst("list").succeed();
    assert!(!output.stderr.contains("warning:"), "{output:?}");
}

#[test]
fn tests_beside_source_pass_and_are_rewritten_in_place() {
    let project = Project::shared("private");
    project.sbst("--write-private --seed 3").succeed();
    let test = project.passes_without_warnings("--lib");
    for name in ["sbst_tests::", "parts::sbst_tests::", "parts::inner::sbst_tests::", "inline::sbst_tests::"]
    {
        assert!(test.stdout.contains(&format!("test {name}")), "{name}: {test:?}");
    }
    let first = project.contents("src");
    project.sbst("--write-private --seed 3").succeed();
    assert_eq!(project.contents("src"), first);
    project.cargo("build").succeed();
}
