//! Packages with binaries, with and without a library.

use sbst_tests::Project;

#[test]
fn functions_of_every_binary_are_searched_and_tests_kept() {
    let project = Project::shared("binary");
    let output = project.sbst("--message-format json").succeed();
    for (path, goals) in [("fixture_binary::grade", 4), ("other::inner::is_even", 2)] {
        assert_eq!(output.target(path)["covered"], goals, "{output:?}");
    }
    let files = output.find_messages("file-written");
    assert_eq!(files.len(), 2, "{output:?}");
    for file in &files {
        assert_eq!(file["private"], true, "{file}");
        let path = file["path"].as_str().unwrap();
        assert!(path.contains("/sbst/tests/fixture-binary/"), "{path}");
        assert!(std::path::Path::new(path).exists(), "{path}");
    }
    assert!(!project.has("tests"), "no integration test can call a binary");
    assert!(!project.files().iter().any(|path| path.contains("sbst_tests")), "the sources are the user's");
}

#[test]
fn tests_of_binaries_beside_the_source_pass() {
    let project = Project::shared("binary");
    project.sbst("--write-private --quiet").succeed();
    let test = project.passes_without_warnings("");
    assert!(test.stdout.contains("sbst_tests::"), "{test:?}");
    project.sbst("--write-private --quiet").succeed();
    project.cargo("test").succeed();
    let main = project.read("src/main.rs");
    assert_eq!(
        main.matches("mod sbst_tests").count(),
        1,
        "declared once, however often it is written\n{main}"
    );
}

#[test]
fn a_library_and_a_binary_of_one_name_are_distinguished() {
    let project = Project::shared("both");
    let output = project.sbst("--message-format json").succeed();
    let targets = output.find_messages("target-finished");
    assert_eq!(targets.len(), 2, "{output:?}");
    for target in &targets {
        assert_eq!(target["target"], "fixture_both::same_name");
        assert_eq!(target["covered"], 2, "{target:#}");
    }
    let public = project.read("tests/sbst/crate_root.rs");
    assert!(
        !public.contains("40000") && !public.contains("40_000"),
        "the binary's function is another\n{public}"
    );
    project.cargo("test").succeed();
    let private = output.find_messages("file-written").into_iter().find(|file| file["private"] == true);
    assert!(private.is_some(), "{output:?}");
}
