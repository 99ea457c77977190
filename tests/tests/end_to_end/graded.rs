//! `cargo sbst test --mutants`: the changes of the code noticed by the user's own tests.

use sbst_tests::{Invocation, Output, Project};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A run with all mutants, with its messages for programs.
struct Run {
    project: Project,
    output: Output,
}

static RUN: LazyLock<Run> = LazyLock::new(|| {
    let project = Project::copy("graded", "graded");
    let arguments = "test --all --mutants=all --diet --by-test --junit mutants.xml \
                     --mutation-report=report.json --message-format json";
    let output = project.sbst(arguments).end_with(10);
    Run { project, output }
});

/// The mutants by their names.
fn mutants(output: &Output) -> BTreeMap<String, Value> {
    let mutants = output.find_messages("mutant").into_iter();
    mutants.map(|mutant| (mutant["name"].as_str().unwrap().to_owned(), mutant)).collect()
}

#[track_caller]
fn verdict(name: &str) -> (String, String) {
    let mutants = mutants(&RUN.output);
    let mutant = mutants.get(name).unwrap_or_else(|| panic!("no mutant is called {name}"));
    let text = |field: &str| mutant[field].as_str().unwrap_or_default().to_owned();
    let about = if mutant["verdict"] == "alive" { "reason" } else { "test" };
    (text("verdict"), text(about))
}

#[track_caller]
fn assert_verdict(name: &str, verdict_of_it: &str, about: &str) {
    assert_eq!(verdict(name), (verdict_of_it.to_owned(), about.to_owned()), "{name}");
}

#[test]
fn untested_boundaries_are_alive_without_difference() {
    assert_verdict("src/lib.rs:9:15: replace >= with > in grade", "alive", "same");
    assert_verdict("src/lib.rs:9:15: replace >= with < in grade", "noticed", "tests::grades");
    assert_verdict("src/lib.rs:9:18: replace 90 with 91 in grade", "alive", "unnoticed");
    assert_verdict("src/lib.rs:34:12: replace * with + in double", "alive", "unexecuted");
}

#[test]
fn all_kinds_of_code_have_mutants() {
    let noticed = [
        ("src/lib.rs:20:5: replace sum -> i32 with 0", "tests::sums"),
        ("src/lib.rs:20:10: replace + with - in sum", "tests::sums"),
        ("src/lib.rs:47:9: replace Account::deposit with ()", "tests::deposits"),
        ("src/lib.rs:47:22: replace += with *= in Account::deposit", "tests::deposits"),
        ("src/lib.rs:80:9: replace inner::is_power -> bool with true", "tests::powers"),
        ("src/steps.rs:6:9: delete statement seen.push(left) in count_down", "counts_down"),
        ("src/steps.rs:19:9: delete match arm \"the\" in first_word", "words"),
        ("src/steps.rs:20:14: replace match guard word.len() > 10 with false in first_word", "words"),
        ("src/steps.rs:27:21: delete ! in describe", "descriptions"),
        ("src/steps.rs:27:31: replace && with || in describe", "descriptions"),
        ("src/steps.rs:16:38: replace ? with return None in first_word", "words"),
        ("src/steps.rs:33:5: leave loop for text in texts after one round in count_until", "counts_until"),
        ("src/steps.rs:33:5: delete loop for text in texts in count_until", "counts_until"),
        ("src/steps.rs:35:13: replace continue with break in count_until", "counts_until"),
        ("src/steps.rs:38:13: replace break with continue in count_until", "counts_until"),
        ("src/steps.rs:19:36: replace \"article\" with \"\" in first_word", "words"),
    ];
    for (name, test) in noticed {
        assert_verdict(name, "noticed", test);
    }
}

#[test]
fn endless_loops_and_early_ends_are_distinguished() {
    assert_verdict("src/steps.rs:7:9: delete statement left -= 1 in count_down", "unknown", "counts_down");
    // The process exits with code 0, in the middle of its tests.
    let name = "src/steps.rs:9:8: replace seen.len() != usize::from(from) with true in count_down";
    assert_verdict(name, "noticed", "counts_down");
}

#[test]
fn examples_of_the_documentation_are_tests() {
    let example = "src/lib.rs - half (line 25)";
    assert_verdict("src/lib.rs:29:12: replace / with % in half", "noticed", example);
    assert_verdict("src/lib.rs:29:14: replace 2 with 3 in half", "noticed", example);
}

#[test]
fn inapplicable_and_unseen_code_is_counted() {
    assert_verdict("src/lib.rs:59:5: replace token -> Token with Default::default()", "inapplicable", "");
    assert_verdict("src/lib.rs:64:10: replace + with - in join", "inapplicable", "");
    let finished = &RUN.output.find_messages("mutants-finished")[0];
    let counts =
        ["unsafe_functions", "constant_functions", "macros", "inapplicable"].map(|name| &finished[name]);
    assert_eq!(counts, [1, 1, 1, 3]);
    let of =
        |verdict: &str| mutants(&RUN.output).values().filter(|mutant| mutant["verdict"] == verdict).count();
    assert_eq!(finished["noticed"], of("noticed"));
    assert_eq!(finished["alive"], of("alive"));
    assert_eq!(finished["unknown"], of("unknown"));
}

#[test]
fn all_tests_noticing_a_mutant_are_listed() {
    let mutants = mutants(&RUN.output);
    let sum = &mutants["src/lib.rs:20:10: replace + with - in sum"];
    assert_eq!(sum["noticed_by"], serde_json::json!(["tests::sums", "tests::sums_again"]));
    assert_eq!(mutants["src/lib.rs:34:12: replace * with + in double"]["noticed_by"], serde_json::json!([]));
}

#[test]
fn redundant_tests_are_listed() {
    let finished = &RUN.output.find_messages("mutants-finished")[0];
    assert_eq!(finished["superfluous"], serde_json::json!(["tests::sums_again", "panics"]));
}

#[test]
fn the_report_for_strykers_viewer_has_sources_and_statuses() {
    let report: Value = serde_json::from_str(&RUN.project.read("report.json")).unwrap();
    let file = &report["files"]["src/steps.rs"];
    assert_eq!(file["source"].as_str().unwrap(), RUN.project.read("src/steps.rs"));
    let mutants = file["mutants"].as_array().unwrap();
    let find = |text: &str| mutants.iter().find(|mutant| mutant["description"] == text).unwrap();
    assert_eq!(find("replace > with != in count_down")["status"], "Survived");
    assert_eq!(find("replace count_down -> Vec<u8> with vec![]")["status"], "Killed");
}

#[test]
fn tests_list_mutants_noticed_only_by_them() {
    let tests = RUN.output.find_messages("graded-test");
    let test =
        |name: &str| tests.iter().find(|test| test["test"] == name).unwrap_or_else(|| panic!("{name}"));
    let only = test("tests::deposits")["only"].to_string();
    assert!(only.contains("replace Account::deposit with ()"), "{only}");
    let noticed = test("tests::grades")["noticed"].as_u64().unwrap();
    assert!(noticed as usize >= test("tests::grades")["only"].as_array().unwrap().len());
    let sums = tests.iter().map(|test| test["noticed"].as_u64().unwrap()).sum::<u64>();
    let all = RUN.output.find_messages("mutants-finished")[0]["noticed"].as_u64().unwrap();
    assert!(sums >= all, "{sums} and {all}");
}

#[test]
fn the_mutants_alive_are_failures_of_junit() {
    let xml = RUN.project.read("mutants.xml");
    let finished = &RUN.output.find_messages("mutants-finished")[0];
    assert!(xml.contains(&format!("failures=\"{}\"", finished["alive"])), "{xml}");
    assert!(xml.contains("<testsuite name=\"src/steps.rs\""), "{xml}");
    assert!(xml.contains("message=\"no test executes it\""), "{xml}");
}

#[test]
fn only_lines_changed_since_revision_are_graded() {
    let project = Project::copy("graded", "graded-since");
    let git = |arguments: &str| {
        let who = "-c user.name=me -c user.email=me@example.org";
        Invocation::new("git", project.directory()).arguments(&format!("{who} {arguments}")).succeed()
    };
    _ = std::fs::remove_dir_all(project.directory().join(".git"));
    project.write(".gitignore", "target\n.cargo\n");
    for command in ["init -q -b trunk", "add .", "commit -q -m first"] {
        git(command);
    }
    project.edit("src/lib.rs", "-> i32 {\n    left + right", "-> i32 {\n    right + left");
    let output = project.sbst("test --all --mutants=all --since HEAD --message-format json").succeed();
    let names: Vec<String> = mutants(&output).into_keys().collect();
    assert!(names.contains(&"src/lib.rs:20:11: replace + with - in sum".to_owned()), "{names:?}");
    assert!(names.iter().all(|name| name.starts_with("src/lib.rs:20:")), "{names:?}");
}

#[test]
fn a_sample_a_filter_and_a_threshold_are_heeded() {
    let project = &RUN.project;
    let names = |output: &Output| mutants(output).into_keys().collect::<Vec<_>>();
    let sample = |seed: &str| {
        let arguments = format!("test --all --mutants=10 --message-format json --fail-under 1 --seed {seed}");
        names(&project.sbst(&arguments).succeed())
    };
    assert_eq!(sample("1").len(), 10);
    assert_eq!(sample("1"), sample("1"));
    assert_ne!(sample("1"), sample("2"));
    let one = project.sbst("test --all --mutants --only sum --message-format json sums_again").succeed();
    assert_eq!(names(&one).len(), 5, "{:?}", names(&one));
    let none = project.sbst("test --all --mutants --only sum no_such_test").end_with(8);
    none.says("0 of 0 mutants noticed");
    project.sbst("test --all --mutants --fail-under 99").end_with(6).says("Mutants alive that tests execute");
}

#[test]
fn failing_tests_prevent_grading() {
    let project = Project::copy("graded", "graded-failing");
    project.edit("tests/outside.rs", "[3, 2, 1]", "[3, 2]");
    let failed = project.sbst("test --all --mutants").end_with(101);
    failed.says("1 test fails without a mutant").says("counts_down (fixture-graded test outside)");
    let others = project.sbst("test --all --mutants --no-fail-fast").end_with(10);
    others.says("1 test fails without a mutant; left out").says("11 tests, in");
}

#[test]
fn run_selects_tests_noticing_boundaries() {
    let project = Project::copy("graded", "graded-selected");
    let arguments = "--all --only grade --seed 1 --budget 20000evals --message-format json";
    let by = |criterion: &str| {
        let run = project.sbst(&format!("{arguments} --fresh --select-by {criterion}")).succeed();
        let summary = run.find_messages("summary");
        let met = ["met_boundaries", "boundaries"].map(|name| summary[0][name].as_u64().unwrap_or(0));
        assert!(!run.find_messages("file-written").is_empty());
        let grades =
            project.sbst("test --all --mutants=all --only grade --test sbst --message-format json").run();
        let is_noticed = |mutant: &&Value| mutant["verdict"] == "noticed";
        let noticed = mutants(&grades);
        (
            noticed.values().filter(is_noticed).count(),
            verdict_in(&noticed, "src/lib.rs:9:15: replace >= with > in grade"),
            met,
        )
    };
    let (by_goals, _, [few, all]) = by("goals");
    let (by_mutants, boundary, met) = by("mutants");
    assert!(by_mutants > by_goals, "{by_mutants} and {by_goals}");
    assert_eq!(boundary, "noticed");
    assert_eq!((all, met), (4, [4, 4]), "both outcomes of both comparisons");
    assert!(few < all, "{few} boundaries by goals alone");
}

fn verdict_in(mutants: &BTreeMap<String, Value>, name: &str) -> String {
    mutants[name]["verdict"].as_str().unwrap_or_default().to_owned()
}
