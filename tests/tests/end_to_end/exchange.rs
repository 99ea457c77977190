//! Values shared by searches, and environmental values.

use sbst_tests::{Output, Project};
use std::collections::BTreeMap;
use std::sync::LazyLock;

const SEARCH: &str = "--all --message-format json --seed 2 --total-budget 200000evals";

struct Searched {
    project: Project,
    output: Output,
    written: BTreeMap<String, String>,
}

static SEARCHED: LazyLock<Searched> = LazyLock::new(|| {
    let project = Project::copy("exchange", "exchange");
    let output = project.sbst(SEARCH).argument("--jobs=2").succeed();
    let written = project.contents("tests/sbst");
    Searched { project, output, written }
});

#[track_caller]
fn are_covered(output: &Output, functions: &[(&str, u64)]) {
    for (path, expected) in functions {
        let target = output.target(&format!("fixture_exchange::{path}"));
        assert_eq!(target["covered"], *expected, "{target:#}");
    }
}

/// Returns the tests of other functions that call this one.
fn users(function: &str) -> Vec<String> {
    let tests = SEARCHED.written.values().flat_map(|text| text.split("// fixture_exchange::").skip(1));
    let uses = |test: &&str| {
        let (of, code) = test.split_once('\n').unwrap_or_default();
        code.contains(&format!("{function}(")) && !of.ends_with(function)
    };
    tests.filter(uses).map(str::to_owned).collect()
}

#[test]
fn methods_begin_with_values_found_by_parser() {
    let functions = [("versions::Version::is_compatible", 4), ("versions::Version::is_preliminary", 0)];
    are_covered(&SEARCHED.output, &functions);
    for function in ["is_compatible", "is_preliminary"] {
        let tests = SEARCHED.written.values().filter(|text| text.contains(&format!("{function}(")));
        assert!(tests.count() > 0, "{function} has a test");
    }
}

#[test]
fn environmental_values_are_a_last_resort() {
    for function in ["from_process", "today"] {
        assert_eq!(users(function), [""; 0], "{function}");
    }
    are_covered(&SEARCHED.output, &[("watch::Day::visit", 2), ("settings::Words::next", 4)]);
    let today = SEARCHED.output.target("fixture_exchange::watch::Day::today");
    assert_eq!(
        today["flaky"],
        "its result differs between runs; it gives values only where nothing else does"
    );
    let arguments = SEARCHED.output.target("fixture_exchange::settings::Words::from_process");
    let why = "its result depends on the environment; it gives values only where nothing else does";
    assert_eq!(arguments["flaky"], why);
    SEARCHED.project.cargo("test --test sbst").succeed();
}

#[test]
fn number_of_jobs_does_not_change_exchange() {
    let project = Project::copy("exchange", "exchange-one-job");
    project.sbst(SEARCH).argument("--jobs=1").succeed();
    assert!(project.contents("tests/sbst") == SEARCHED.written);
}

#[test]
fn a_later_run_begins_with_the_values_of_an_earlier_one() {
    let project = Project::copy("exchange", "exchange-later");
    project.sbst("--all --no-write --only from_str --total-budget 100000evals").succeed();
    let later = project.sbst("--all --no-write --message-format json --only is_compatible --budget 100evals");
    are_covered(&later.going_on().succeed(), &[("versions::Version::is_compatible", 4)]);
}
