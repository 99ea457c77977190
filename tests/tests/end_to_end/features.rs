//! Options passed on to cargo.

use sbst_tests::{Invocation, Output, Project};

fn targets(output: &Output) -> usize {
    output.find_messages("target-finished").len()
}

#[test]
fn code_behind_an_enabled_feature_is_searched() {
    let project = Project::shared("features");
    let json = |arguments: &str| project.sbst("--message-format json").arguments(arguments);
    assert_eq!(targets(&json("--no-write").succeed()), 1);
    assert_eq!(targets(&json("--no-write -F extra --no-default-features").succeed()), 3);

    json("--features extra").succeed();
    let with = project.cargo("test --test sbst --features extra").succeed();
    let without = project.cargo("test --test sbst").succeed();
    assert!(with.stdout.contains("3 passed"), "{with:?}");
    assert!(without.stdout.contains("1 passed"), "what is not there is not tested\n{without:?}");
    assert!(!without.stderr.contains("warning"), "{without:?}");
}

#[test]
fn compiler_explains_code_that_does_not_compile() {
    let project = Project::shared("features");
    let output = project.sbst("--features broken").end_with(4);
    output.says("error[E0308]: mismatched types").says("src/lib.rs").says("the search build failed");
    assert!(!project.has("tests"));
}

#[test]
fn the_target_directory_can_be_chosen() {
    let project = Project::copy("features", "features-target-directory");
    let list =
        |arguments: &str| project.sbst("list --quiet").arguments(arguments).without("CARGO_TARGET_DIR");
    // The command fails before it compiles.
    project.write("occupied/sbst", "a file, not a folder");
    let output = list("--target-dir occupied").end_with(1);
    output.says("occupied/sbst");
}

#[test]
fn a_target_triple_is_searched_and_tested_for() {
    let project = Project::copy("renamed", "features-triple");
    let host = Invocation::new("rustc", project.directory()).arguments("--print host-tuple").succeed();
    let run = project.sbst("--message-format json --target").arguments(&host.stdout);
    let output = run.succeed();
    assert_eq!(output.target("fixture_renamed::is_answer")["covered"], 2, "{output:?}");
    assert_eq!(output.find_messages("test-removed").len(), 0, "{output:?}");
}
