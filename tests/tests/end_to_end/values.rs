//! Functions whose arguments are made in special ways.

use sbst_tests::{Output, Project};
use std::sync::LazyLock;

struct Searched {
    project: Project,
    output: Output,
}

static SEARCHED: LazyLock<Searched> = LazyLock::new(|| {
    let project = Project::copy("values", "values");
    let output = project.sbst("--all --write-private --budget 5000evals --message-format json").succeed();
    project.cargo("test").succeed();
    Searched { project, output }
});

/// Asserts that all goals of the functions are covered.
#[track_caller]
fn are_covered(functions: &[(&str, u64)]) {
    for (path, goals) in functions {
        let target = SEARCHED.output.target(&format!("fixture_values::{path}"));
        assert_eq!(
            (&target["covered"], &target["goals"]),
            (&(*goals).into(), &(*goals).into()),
            "{target:#}"
        );
    }
}

#[test]
fn generic_types_are_built_for_sized_contents_behind_pointers() {
    are_covered(&[
        ("held::Held<T>::hold", 2),
        ("held::Handle<T>::is_only", 2),
        ("held::<Handle<T> as fmt::Display>::fmt", 2),
        ("held::is_open", 2),
    ]);
}

#[test]
fn unmovable_values_are_pinned_in_place() {
    are_covered(&[
        ("pinned::Ticks::is_over", 4),
        ("pinned::Waiting<'_>::is_first", 4),
        ("pinned::Slow<T>::poll", 2),
    ]);
    let written = SEARCHED.project.read("tests/sbst/pinned.rs");
    assert!(written.contains("Box::pin(Ticks::new("), "{written}");
}

#[test]
fn module_constants_are_values_without_constructors() {
    are_covered(&[("codes::Code::is_long", 2), ("codes::is_even", 2)]);
    let written = SEARCHED.project.read("tests/sbst/codes.rs");
    assert!(written.contains("catalogue::"), "{written}");
}

#[test]
fn constants_are_numbers_compared_in_bodies_and_named_in_blocks() {
    are_covered(&[("numbers::rest", 4), ("numbers::Table<N>::is_full", 2)]);
}
