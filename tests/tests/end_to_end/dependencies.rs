//! The ways to depend on the runtime.

use sbst_tests::Project;

#[test]
fn a_dev_dependency_is_enough() {
    let project = Project::copy("dev-dependency", "dev-dependency");
    let output = project.sbst("--message-format json").succeed();
    assert_eq!(output.target("fixture_dev_dependency::is_leap")["covered"], 6, "{output:?}");
    assert_eq!(output.target("fixture_dev_dependency::is_leap_day")["covered"], 6, "{output:?}");
    project.cargo("test").succeed();
    let normal = project.cargo("tree --edges normal,build --prefix none").succeed();
    assert_eq!(normal.stdout.lines().count(), 1, "the library itself depends on nothing\n{normal:?}");
}

#[test]
fn a_dependency_may_be_renamed() {
    let project = Project::shared("renamed");
    let output = project.sbst("--message-format json").succeed();
    assert_eq!(output.target("fixture_renamed::is_answer")["covered"], 2, "{output:?}");
    project.cargo("test").succeed();
}

#[test]
fn values_of_the_types_and_traits_of_another_crate_are_built() {
    let project = Project::copy("dependency", "dependency");
    let output = project.sbst("--all --seed 1 --budget 20000evals --message-format json").succeed();
    for function in ["shifted", "steps", "is_limited", "is_first", "is_high", "<$number as Digits>::digits"] {
        let target = output.target(&format!("fixture_dependency::{function}"));
        assert_eq!(target["covered"], target["goals"], "{function}: {target:?}\n{output:?}");
        assert_ne!(target["goals"], 0, "{function}");
    }
    project.cargo("test").succeed();
}
