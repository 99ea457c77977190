//! Errors and their advice.

use sbst_tests::{Project, outside_of_any_package};

/// Asserts that standard error contains exactly one error, and no panic.
#[track_caller]
fn assert_one_error(stderr: &str) {
    let errors = stderr.lines().filter(|line| line.starts_with("error"));
    assert_eq!(errors.count(), 1, "{stderr}");
    assert!(!stderr.contains("panicked") && !stderr.contains("stack backtrace"), "{stderr}");
}

#[test]
fn outside_of_a_package_the_error_names_the_cause() {
    let directory = outside_of_any_package("nowhere");
    let project = Project::shared("both");
    let output = project.sbst("").within(&directory).end_with(1);
    output.says("could not find `Cargo.toml`");
    assert_one_error(&output.stderr);
    std::fs::remove_dir_all(directory).unwrap();
}

#[test]
fn missing_dependency_error_gives_line() {
    let project = Project::copy("both", "errors-no-dependency");
    let manifest = project.read("Cargo.toml");
    let without = manifest.lines().filter(|line| !line.contains("sbst-runtime"));
    project.write("Cargo.toml", &without.map(|line| format!("{line}\n")).collect::<String>());
    let output = project.sbst("").end_with(1);
    output.says("package `fixture-both` does not depend on sbst-runtime").says("sbst-runtime = \"0.1.0\"");
    assert_one_error(&output.stderr);
}

#[test]
fn without_an_annotation_the_error_gives_the_attribute() {
    let project = Project::copy("both", "errors-no-annotation");
    project.write("src/lib.rs", "//! Nothing.\n");
    project.write("src/main.rs", "fn main() {}\n");
    let output = project.sbst("").end_with(1);
    output.says("no annotated function").says("#[sbst::instrument]");
    assert_one_error(&output.stderr);
}

#[test]
fn an_unknown_function_is_answered_with_similar_ones() {
    let project = Project::shared("both");
    let output = project.sbst("--only same_nam_e").end_with(1);
    output.says("`same_nam_e`").says("fixture_both::same_name");
    assert_one_error(&output.stderr);
}

#[test]
fn wrong_arguments_are_refused_before_anything_is_built() {
    let project = Project::shared("both");
    for (arguments, said) in [
        ("--algorithm hill", "mio"),
        ("--budget often", "often"),
        ("--jobs 0", "0"),
        ("--seed x", "x"),
        ("--without luck", "literals"),
        ("--no-write --write-private", "cannot be used with"),
        ("--colour never", "--color"),
    ] {
        let output = project.sbst(arguments).with("CARGO", "/does/not/exist").end_with(2);
        output.says(said);
        assert_one_error(&output.stderr);
    }
}

#[test]
fn another_version_of_the_runtime_is_noticed_before_the_build() {
    let project = Project::copy("both", "errors-version");
    project.write(
        "old/Cargo.toml",
        "[package]\nname = \"sbst-runtime\"\nversion = \"0.0.9\"\nedition = \"2021\"\n\n[lib]\nname = \"sbst\"\n\n\
         [features]\nsearch = []\n",
    );
    project.write("old/src/lib.rs", "");
    let manifest = project.read("Cargo.toml");
    let renewed = manifest.lines().map(|line| match line.starts_with("sbst-runtime") {
        true => "sbst-runtime = { path = \"old\" }\n".to_owned(),
        false => format!("{line}\n"),
    });
    project.write("Cargo.toml", &renewed.collect::<String>());
    let output = project.sbst("").end_with(1);
    output
        .says("sbst-runtime 0.0.9")
        .says("cargo-sbst 0.1.0")
        .says("cargo update -p sbst-runtime --precise 0.1.0");
    assert_one_error(&output.stderr);
}

#[test]
fn a_manifest_with_an_error_is_explained_by_cargo() {
    let project = Project::copy("both", "errors-manifest");
    project.edit("Cargo.toml", "[dependencies]", "[dependencies");
    let output = project.sbst("").end_with(1);
    output.says("Cargo.toml");
    assert!(!output.stderr.contains("panicked"), "{output:?}");
}

#[test]
fn a_locked_lock_file_stays_locked() {
    let project = Project::shared("both");
    // The copy's lock file is that of a larger workspace, so it would have to be changed.
    let before = project.read("Cargo.lock");
    let output = project.sbst("--locked").end_with(1);
    output.says("--locked");
    assert_eq!(project.read("Cargo.lock"), before);
}

#[test]
fn unwritable_target_directory_is_named() {
    let project = Project::shared("both");
    let output = project.sbst("--target-dir Cargo.toml/target").end_with(1);
    output.says("Cargo.toml/target");
    assert_one_error(&output.stderr);
}
