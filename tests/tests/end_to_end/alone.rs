//! Whole crates searched without their tests and dev-dependencies.

use sbst_tests::{Output, Project};
use std::fs;
use std::path::PathBuf;
use std::time::SystemTime;

const OPTIONS: &str = "--all --budget 1000evals --no-write --message-format json";

/// Asserts that all goals of these functions are covered.
#[track_caller]
fn are_covered(output: &Output, expected: &[(&str, u64)]) {
    for (path, goals) in expected {
        let target = output.target(path);
        assert_eq!((target["covered"].as_u64(), target["goals"].as_u64()), (Some(*goals), Some(*goals)));
    }
}

/// The programs linked for a project, with the times of linking.
fn workers(project: &Project) -> Vec<(String, SystemTime)> {
    // Projects share a target directory, with separate copies of the sources.
    let copies = project.directory().strip_prefix("/").unwrap().to_owned();
    let builds = fs::read_dir(project.target_directory().join("sbst/all")).unwrap();
    let builds = builds.map(|build| build.unwrap().path());
    // The copies of another project have a link to this one.
    let is_copy = |place: PathBuf| place.symlink_metadata().is_ok_and(|place| place.is_dir());
    let build = builds.into_iter().find(|build| is_copy(build.join("sources").join(&copies))).unwrap();
    let files = fs::read_dir(build.join("workers")).unwrap().map(Result::unwrap);
    let linked = files.filter(|file| file.path().extension().is_none());
    let timed = linked
        .map(|file| (file.file_name().into_string().unwrap(), file.metadata().unwrap().modified().unwrap()));
    let mut all: Vec<_> = timed.collect();
    all.sort();
    all
}

#[test]
fn library_and_program_are_searched_without_dev_dependencies() {
    let project = Project::copy("alone", "alone");
    let output = project.sbst(OPTIONS).succeed();
    are_covered(
        &output,
        &[("fixture_alone::is_greeting", 6), ("fixture_alone::grade", 4), ("tool::level", 4)],
    );
    assert!(!output.stderr.contains("error"), "{output:?}");
    let first = workers(&project);
    assert_eq!(first.len(), 2, "{first:?}");

    let again = project.sbst(OPTIONS).succeed();
    assert!(!again.stderr.contains("Compiling fixture-alone"), "{again:?}");
    assert_eq!(workers(&project), first, "nothing changed");

    project.edit("src/bin/tool.rs", "count > 9", "count > 99");
    let changed = project.sbst(OPTIONS).succeed();
    are_covered(&changed, &[("fixture_alone::is_greeting", 6), ("tool::level", 4)]);
    let changed = workers(&project);
    let new: Vec<_> = changed.iter().filter(|worker| !first.contains(worker)).collect();
    assert_eq!(new.len(), 1, "the program alone is linked again: {changed:?}");
}

#[test]
fn written_tests_are_kept_where_dev_dependencies_do_not_compile() {
    let project = Project::copy("alone", "alone-written");
    let output = project.sbst("--all --budget 1000evals --only is_greeting").succeed();
    output.says("were not checked").says("a dev-dependency is compiled");
    assert!(project.read("tests/sbst/crate_root.rs").contains("is_greeting("));
}

#[test]
fn code_requiring_test_builds_is_searched_with_tests() {
    let project = Project::copy("alone", "alone-with-tests");
    project.edit("Cargo.toml", "fixture-broken = { path = \"broken\" }", "");
    project.edit("src/lib.rs", "        fixture_broken::prepare();\n", "");
    let handler =
        "\n#[cfg(not(test))]\n#[panic_handler]\nfn stop(_: &core::panic::PanicInfo) -> ! {\n    loop {}\n}\n";
    let library = project.read("src/lib.rs");
    project.write("src/lib.rs", &(library.clone() + handler));
    project.remove("src/bin");
    let output = project.sbst(OPTIONS).succeed();
    output.says("Building with your unit tests, because of an error: found duplicate lang item");
    are_covered(&output, &[("fixture_alone::is_greeting", 6)]);

    project.write("src/lib.rs", &library);
    let manifest = project.read("Cargo.toml");
    project.write("Cargo.toml", &manifest.replace("[profile", "[lib]\ncrate-type = [\"dylib\"]\n\n[profile"));
    project.edit("src/lib.rs", "#![cfg_attr(not(test), no_std)]", "");
    let output = project.sbst(OPTIONS).succeed();
    output.says("has no Rust library that a program can be linked with");
    are_covered(&output, &[("fixture_alone::is_greeting", 6)]);
}

#[test]
fn libraries_for_other_languages_are_searched_as_rust_libraries() {
    let project = Project::copy("alone", "alone-for-c");
    project.remove("src/bin");
    let manifest = project.read("Cargo.toml");
    project.write(
        "Cargo.toml",
        &manifest.replace("[profile", "[lib]\ncrate-type = [\"cdylib\", \"staticlib\"]\n\n[profile"),
    );
    project.edit("src/lib.rs", "#![cfg_attr(not(test), no_std)]", "");
    let output = project.sbst(OPTIONS).succeed();
    are_covered(&output, &[("fixture_alone::is_greeting", 6), ("fixture_alone::grade", 4)]);
    assert!(!output.stderr.contains("unit tests"), "{output:?}");
}
