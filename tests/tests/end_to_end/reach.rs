//! Types reached by generated tests in different ways, or not at all.

use crate::editions::{Runs, run_in_each};
use serde_json::Value;
use std::sync::LazyLock;

/// A run in each of two editions, shared by all tests here.
static RUNS: LazyLock<Runs> =
    LazyLock::new(|| run_in_each("reach", ["--write-private --seed 1"; 2], |_, _| {}));

#[test]
fn tests_import_their_items_in_any_module() {
    for (project, output) in &*RUNS {
        for target in output.find_messages("target-finished") {
            assert_eq!(target["uncovered"], Value::Array(Vec::new()), "{target:#}");
        }
        assert_eq!(output.find_messages("test-removed"), [Value::Null; 0]);
        let test = project.passes_without_warnings("");
        for name in [
            "names::test_boxed",
            "names::both_fails",
            "turns::turned_returns_none",
            "hidden::sbst_tests::test_reached",
            "hidden::deeper::sbst_tests::test_is_nine",
            "hidden::deeper::sbst_tests::test_reached_by_child",
            "names::sbst_tests::test_sorted",
            "sbst_tests::test_run",
            "helper::inner::sbst_tests::test_count",
        ] {
            assert!(test.stdout.contains(name), "{name}\n{test:?}");
        }
        let names = project.read("tests/sbst/names.rs");
        assert!(names.contains("std::collections::HashMap::"), "{names}");
        assert!(names.contains("fixture_reach::names::Duration { ticks: 600 }"), "{names}");
        assert!(project.read("tests/sbst/turns.rs").contains("use geo::api::{Degrees, Vector};"));
        assert!(project.read("src/main/sbst_tests.rs").contains("use fixture_reach::shapes::Shape;"));
    }
}

#[test]
fn unwritable_tests_are_reported_with_advice() {
    let warnings = RUNS[1].1.find_messages("warning");
    let told: Vec<&str> = warnings.iter().map(|warning| warning["message"].as_str().unwrap()).collect();
    let helps =
        "make it public, or name a public function that makes such values: `#[sbst(construct = Self::new)]`";
    let expected = [
        "fixture_reach::hidden::mixed_up: its tests go where those of private functions go, because \
         `fixture_reach::hidden::NotExported` is private",
        "fixture_reach::turns::is_known: 2 tests left out, because the field `inner` of `geometry::imp::Secret` is \
         private",
    ];
    let mut told: Vec<String> = told.into_iter().map(str::to_owned).collect();
    told.sort();
    assert_eq!(told, expected.map(|what| format!("{what}; {helps}")));
}
