//! Full or read-only disks, simulated by the test's own file system where it can be mounted.
#![cfg(target_os = "linux")]

use sbst_tests::{Invocation, Output, Project};

/// Asserts exactly one error.
#[track_caller]
fn assert_one_error(output: &Output) {
    let errors = output.stderr.lines().filter(|line| line.starts_with("error"));
    assert_eq!(errors.count(), 1, "{output:?}");
    assert!(!output.stderr.contains("panicked"), "{output:?}");
}

/// Runs the command with a small file system over a folder of the project; `None` if this machine
/// does not allow that.
fn with_small_disk(project: &Project, folder: &str, options: &str, arguments: &str) -> Option<Output> {
    let mount = format!("mount -t tmpfs -o {options} tmpfs '{folder}'");
    let may =
        Invocation::new("unshare", project.directory()).arguments("--mount sh -c").argument(&mount).run();
    if may.code != Some(0) {
        eprintln!("left out: no file system can be mounted here");
        return None;
    }
    let shell = project.sbst(arguments).in_shell(&format!("{mount} &&"), "");
    Some(shell.in_shell("unshare --mount", "").run())
}

#[test]
fn full_disk_is_reported_and_leaves_no_partial_file() {
    let project = Project::shared("library");
    project.write("tests/keep", "");
    let Some(output) = with_small_disk(&project, "tests", "size=4k", "--only numbers::") else { return };
    assert_eq!(output.code, Some(1), "{output:?}");
    output.says("failed to write").says("tests/sbst").says("No space left");
    assert_one_error(&output);
}

#[test]
fn a_read_only_folder_for_tests_is_named() {
    let project = Project::shared("library");
    project.write("tests/keep", "");
    let Some(output) = with_small_disk(&project, "tests", "ro", "--only numbers::") else { return };
    assert_eq!(output.code, Some(1), "{output:?}");
    output.says("tests/sbst").says("Read-only file system");
    assert_one_error(&output);
}
