//! Functions reached only through others: a search reports the goals reached by its tests.

use sbst_tests::{Output, Project};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::LazyLock;

struct Run {
    /// The tests of the crate's root.
    written: String,
    /// The report of the search, and that of its tests, including those of private functions.
    search: Output,
    tests: Output,
}

impl Run {
    fn new(budget: &str) -> Run {
        let project = Project::shared("through");
        let search =
            project.sbst(&format!("--all --write-private --seed 1 --message-format json {budget}")).succeed();
        let tests = project.sbst("test --all --message-format json").succeed();
        Run { written: project.read("tests/sbst/crate_root.rs"), search, tests }
    }
}

static SHARED: LazyLock<Run> = LazyLock::new(|| Run::new("--total-budget 40000evals --jobs 2"));

/// The number of covered goals of a function, and the open ones: line, column, outcome.
type Goals = (u64, Vec<[Value; 3]>);

/// Returns the goals of the functions.
fn goals(output: &Output) -> BTreeMap<String, Goals> {
    let said = output.find_messages("target-finished").into_iter().map(|target| {
        let uncovered = target["uncovered"].as_array().unwrap().iter();
        let place = |goal: &Value| ["line", "column", "outcome"].map(|of| goal[of].clone());
        let path = target["target"].as_str().unwrap().to_owned();
        (path, (target["covered"].as_u64().unwrap(), uncovered.map(place).collect()))
    });
    said.collect()
}

/// Returns the functions whose tests cover goals of another one.
fn callers(output: &Output, path: &str) -> Vec<String> {
    let target = output.target(path);
    let through = target["through"].as_array().unwrap_or_else(|| panic!("{path} is not reached: {target}"));
    through.iter().map(|through| through["target"].as_str().unwrap().to_owned()).collect()
}

#[track_caller]
fn every_helper_is_covered(search: &Output) {
    for (path, covered) in [
        ("fixture_through::Machine::step", 6),
        ("fixture_through::is_short_of", 6),
        ("fixture_through::<Level as fmt::Display>::fmt", 4),
        ("fixture_through::is_high", 2),
        ("fixture_through::Rule::find", 10),
        ("fixture_through::forgotten", 0),
    ] {
        assert_eq!(search.target(path)["covered"], covered, "{path}: {search:?}");
    }
    let uncovered = search.target("fixture_through::forgotten")["uncovered"].as_array().unwrap().len();
    assert_eq!(uncovered, 2, "nobody reaches it");
    assert_eq!(callers(search, "fixture_through::Machine::step"), ["fixture_through::run"]);
    assert_eq!(callers(search, "fixture_through::Rule::find"), ["fixture_through::Rule::allows"]);
    let both = ["fixture_through::is_high", "fixture_through::is_low"];
    assert_eq!(callers(search, "fixture_through::is_short_of"), both, "each reaches what the other cannot");
}

#[test]
fn uncallable_functions_are_covered_through_callers() {
    every_helper_is_covered(&SHARED.search);
}

#[test]
fn the_written_tests_cover_the_searchs_goals() {
    assert_eq!(goals(&SHARED.tests), goals(&SHARED.search));
}

#[test]
fn totals_count_each_goal_once() {
    let summary = |output: &Output| output.find_messages("summary").pop().unwrap();
    let (search, tests) = (summary(&SHARED.search), summary(&SHARED.tests));
    assert_eq!((&search["goals"], &search["covered"]), (&tests["goals"], &tests["covered"]));
    let covered: u64 = goals(&SHARED.search).values().map(|(covered, _)| covered).sum();
    assert_eq!(search["covered"], covered);
}

#[test]
fn number_of_jobs_does_not_change_results() {
    let alone = Run::new("--total-budget 40000evals --jobs 1");
    assert_eq!(goals(&alone.search), goals(&SHARED.search));
    assert_eq!(alone.written, SHARED.written);
}

#[test]
fn helpers_are_covered_without_total_budget() {
    let run = Run::new("--jobs 2");
    every_helper_is_covered(&run.search);
    assert_eq!(goals(&run.tests), goals(&run.search));
}
