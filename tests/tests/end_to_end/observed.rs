//! `cargo sbst test`: exact counts of the goals reached by the user's own tests, with their output
//! unchanged.

use sbst_tests::{Output, Project};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A run of everything, with its messages for programs.
struct Run {
    project: Project,
    output: Output,
}

static RUN: LazyLock<Run> = LazyLock::new(|| {
    let project = Project::copy("observed", "observed");
    let arguments = "test --workspace --message-format json --lcov=lcov.info";
    let output = project.sbst(arguments).without("FIXTURE_FAILS").succeed();
    Run { project, output }
});

/// Returns the counts of a function's goals: the first condition true, false, the next one …
#[track_caller]
fn hits(output: &Output, path: &str) -> Vec<u64> {
    let target = output.target(path);
    target["hits"].as_array().unwrap().iter().map(|hits| hits.as_u64().unwrap()).collect()
}

#[test]
fn counts_of_all_tests_and_processes_add_up() {
    let output = &RUN.output;
    // 95 and 60 in unit tests; 95, 10 and 11 in the documentation; 100 in an integration test; 49
    // without a harness; 101 in a program without its environment; and 50, 90, 50 and 3 from
    // another package.
    assert_eq!(hits(output, "fixture_observed::grade"), [1, 11, 4, 7, 3, 4]);
    assert_eq!(hits(output, "observed_tool::classify"), [1, 2, 1, 1]);
    assert_eq!(hits(output, "fixture_observed::ends::leave"), [1, 0], "and the process has left");
    assert_eq!(hits(output, "fixture_observed::ends::give_up"), [1, 0], "and the process was aborted");
    assert_eq!(hits(output, "fixture_observed::ends::is_even"), [100_000, 100_000], "from eight threads");
    assert_eq!(hits(output, "fixture_observed_worker::passes"), [3, 1]);
    assert_eq!(hits(output, "fixture_observed_old::is_enough"), [1, 1], "of edition 2015");
    assert_eq!(hits(output, "fixture_observed::lent"), [1, 0], "from a package without the dependency");
    assert_eq!(hits(output, "fixture_observed::forgotten"), [0; 4]);
    assert_eq!(hits(output, "fixture_observed::helper"), [1, 0], "of unit tests alone");
}

#[test]
fn conditions_of_every_kind_are_counted() {
    let output = &RUN.output;
    // 13 in two tests, which panics; then 2, 6, 1 and 9.
    assert_eq!(hits(output, "fixture_observed::kinds::month"), [4, 2, 1, 3, 2, 1]);
    assert_eq!(hits(output, "fixture_observed::kinds::percentage"), [1, 1, 0, 1], "assertions that fail");
    // entered twice; three parts are numbers, one is not; one limit
    assert_eq!(hits(output, "fixture_observed::kinds::sum"), [2, 0, 3, 1, 1, 0]);
}

#[test]
fn open_goal_has_its_distance() {
    let uncovered = |path: &str| RUN.output.target(path)["uncovered"].clone();
    let private = uncovered("fixture_observed::private");
    assert_eq!(private.as_array().unwrap().len(), 1);
    assert_eq!(private[0]["condition"], "text == \"secret\"");
    assert_eq!((&private[0]["outcome"], &private[0]["means"]), (&Value::Bool(true), &"true".into()));
    // `secreu` is a letter away: 1/(1 + 1)
    assert_eq!(private[0]["best_distance"], 0.5);
    let sum = uncovered("fixture_observed::kinds::sum");
    assert_eq!(sum[0]["means"], "does not match");
    assert_eq!(sum[0]["best_distance"], Value::Null, "a pattern's distance is not known");
    let forgotten = uncovered("fixture_observed::forgotten");
    assert!(forgotten.as_array().unwrap().iter().all(|goal| goal["best_distance"].is_null()), "{forgotten}");
}

#[test]
fn the_summary_adds_up_and_fields_of_searches_are_empty() {
    let summary = RUN.output.find_messages("summary").pop().unwrap();
    let targets = RUN.output.find_messages("target-finished");
    let sum = |field: &str| targets.iter().map(|target| target[field].as_u64().unwrap()).sum::<u64>();
    assert_eq!(
        (&summary["targets"], &summary["goals"], &summary["covered"]),
        (&15.into(), &45.into(), &34.into())
    );
    assert_eq!((sum("goals"), sum("covered")), (45, 34));
    for target in &targets {
        assert_eq!((&target["evaluations"], &target["tests"]), (&0.into(), &0.into()));
        assert!(target["stopped"].is_null() && target["findings"].as_array().unwrap().is_empty());
    }
}

#[test]
fn goals_are_those_of_the_search() {
    let listed = RUN.project.sbst("list --workspace --message-format json").succeed();
    let listed: BTreeMap<String, Value> =
        listed.find_messages("target").into_iter().map(|target| (name(&target), target)).collect();
    let tested = RUN.output.find_messages("target-finished");
    assert_eq!(tested.iter().map(name).collect::<Vec<_>>(), listed.keys().cloned().collect::<Vec<_>>());
    for target in &tested {
        let goals = listed[&name(target)]["goals"].as_array().unwrap();
        let hits = target["hits"].as_array().unwrap();
        assert_eq!(hits.len(), goals.len(), "{target:#}");
        let feasible = || goals.iter().zip(hits).filter(|(goal, _)| goal["infeasible"].is_null());
        assert_eq!(target["goals"], feasible().count());
        let unreached = feasible().filter(|(_, hits)| **hits == 0).map(|(goal, _)| goal);
        let same = |goal: &Value, field: &str| goal[field].clone();
        let fields = ["file", "line", "column", "kind", "condition", "outcome", "means"];
        let known = |goal: &Value| fields.map(|field| same(goal, field));
        let uncovered: Vec<_> = target["uncovered"].as_array().unwrap().iter().map(known).collect();
        assert_eq!(uncovered, unreached.map(known).collect::<Vec<_>>());
    }
}

#[test]
fn infeasible_outcomes_have_reasons_instead_of_goals() {
    let sum = RUN.output.target("fixture_observed::kinds::sum");
    assert_eq!(sum["infeasible"][0]["means"], "not entered");
    assert_eq!(sum["infeasible"][0]["reason"], "the number of parts is always at least 1");
    assert_eq!((&sum["goals"], sum["hits"].as_array().unwrap().len()), (&5.into(), 6));
}

/// Returns the package and the path of a function, the sort key of both commands.
fn name(target: &Value) -> String {
    format!("{} {}", target["package"].as_str().unwrap(), target["target"].as_str().unwrap())
}

/// Returns the output of a harness without times.
fn words(stdout: &str) -> Vec<String> {
    let without_time = |line: &str| line.split("; finished in ").next().unwrap().to_owned();
    let lines = stdout.lines().filter(|line| !line.starts_with("all doctests ran in"));
    lines.map(without_time).collect()
}

#[test]
fn the_tests_own_output_is_unchanged() {
    let project = Project::shared("observed");
    let plain = project.cargo("test --workspace -- --test-threads=1").succeed();
    let observed = project.sbst("test --workspace -- --test-threads=1").succeed();
    assert_eq!(words(&observed.stdout), words(&plain.stdout));
    assert!(plain.stdout.contains("own harness: F"), "{plain:?}");
    assert!(!observed.stderr.contains("warning"), "{observed:?}");
    observed.says("fixture_observed::grade                    6/6    100.0 %");
    observed.says("src/lib.rs:33:5  text == \"secret\"  never true  best distance 0.5");
    observed.says("src/lib.rs:50:5  a < b  condition never evaluated");
    observed.says("15 functions: tests reach 34 of 45 goals (75.5 %)");
    assert!(!project.has("lcov.info"), "nobody asked for it");
}

#[test]
fn json_is_the_only_output_on_standard_output() {
    // `messages` looks at each line.
    assert!(!RUN.output.messages().is_empty());
    RUN.output.says("test tests::grades_are_letters ... ok").says("own harness: F");
}

#[test]
fn failing_tests_end_the_command_like_cargo_with_a_report() {
    let project = Project::shared("observed");
    let json = "test --workspace --message-format json";
    let output = project.sbst(json).with("FIXTURE_FAILS", "1").end_with(101);
    output.says("as it was asked to").says("error: test failed, to rerun pass");
    assert_eq!(hits(&output, "fixture_observed::ends::is_even"), [100_000, 100_000]);
    // Cargo did not run the other packages' tests; their goals are listed all the same.
    assert_eq!(hits(&output, "fixture_observed_worker::passes"), [0, 0]);
    assert_eq!(output.find_messages("summary")[0]["goals"], 45);

    let output = project.sbst(json).arguments("--no-fail-fast").with("FIXTURE_FAILS", "1").end_with(101);
    assert_eq!(hits(&output, "fixture_observed_worker::passes"), [3, 1]);
    assert_eq!(output.find_messages("summary")[0]["covered"], 34);
}

#[test]
fn code_that_does_not_compile_ends_command_as_cargo() {
    let project = Project::shared("observed");
    project.edit("tests/threads.rs", "Ok(3)", "Ok(\"three\")");
    let output = project.sbst("test").end_with(101);
    output.says("error[E0308]: mismatched types").says("tests/threads.rs");
    assert_eq!(output.stderr.matches("E0308]: mismatched types").count(), 1, "told once: {output:?}");
}

#[test]
fn tests_are_chosen_as_cargo_chooses_them() {
    let project = Project::shared("observed");
    let json = |arguments: &str| project.sbst("test --message-format json").arguments(arguments).succeed();
    let grades = json("--lib grades");
    assert_eq!(hits(&grades, "fixture_observed::grade"), [0, 2, 1, 1, 1, 0]);
    assert_eq!(hits(&grades, "fixture_observed::private"), [0, 0]);
    let ignored = json("--lib -- --ignored --test-threads=1");
    assert_eq!(hits(&ignored, "fixture_observed::private"), [1, 0], "counts of earlier runs are gone");
    let integration = json("--test threads --only grade");
    assert_eq!(hits(&integration, "fixture_observed::grade"), [0, 1, 1, 0, 0, 0]);
    assert_eq!(integration.find_messages("target-finished").len(), 1);
    let examples = json("--doc --only grade");
    assert_eq!(hits(&examples, "fixture_observed::grade"), [0, 3, 1, 2, 0, 2]);
    // Where cargo selects one member, only its functions are counted, although others are reached.
    let worker = project.sbst("test --message-format json").within("worker").succeed();
    assert_eq!(hits(&worker, "fixture_observed_worker::passes"), [3, 1]);
    assert_eq!(worker.find_messages("target-finished").len(), 1);
}

#[test]
fn a_share_of_the_goals_can_be_demanded() {
    let project = Project::shared("observed");
    project.sbst("test --lib --only grade --fail-under 66.6 --quiet").succeed();
    let output = project.sbst("test --lib --only grade --fail-under 66.7").end_with(6);
    output.says("tests reach 4 of 6 goals (66.6 %)");
    project.sbst("test --fail-under 120").end_with(2).says("from 0 to 100");
}

#[test]
fn the_tracefile_has_a_branch_for_each_goal() {
    let Run { project, output } = &*RUN;
    let path = project.directory().join("lcov.info");
    assert_eq!(output.find_messages("lcov-written")[0]["path"], path.to_str().unwrap());
    let text = project.read("lcov.info");
    let records: BTreeMap<&str, Vec<&str>> = text
        .split("end_of_record\n")
        .filter_map(|record| {
            let mut lines = record.lines();
            assert!(matches!(lines.next(), None | Some("TN:")), "{record}");
            Some((lines.next()?.strip_prefix("SF:").expect("a file comes first"), lines.collect()))
        })
        .collect();
    for (file, lines) in &records {
        assert!(std::path::Path::new(file).is_file(), "{file}");
        let count = |prefix: &str| lines.iter().filter(|line| line.starts_with(prefix)).count();
        for (found, records) in [("BRF:", "BRDA:"), ("LF:", "DA:"), ("FNF:", "FN:"), ("FNF:", "FNDA:")] {
            let told = lines.iter().find_map(|line| line.strip_prefix(found)).unwrap();
            assert_eq!(told, count(records).to_string(), "{found} of {file}");
        }
    }
    assert_eq!(records.len(), 6, "{:?}", records.keys());
    let library = &records[project.directory().join("src/lib.rs").to_str().unwrap()];
    let has = |line: &str| assert!(library.contains(&line), "{line}\n{text}");
    for line in [
        "FN:18,fixture_observed::grade",
        "FNDA:1,fixture_observed::grade",
        "FNDA:0,fixture_observed::forgotten",
        "BRDA:19,0,0,1",
        "BRDA:19,0,1,11",
        "BRDA:33,0,0,0",
        "BRDA:50,0,0,-",
        "BRDA:50,1,1,-",
        "DA:19,12",
        "DA:50,0",
    ] {
        has(line);
    }
    assert!(!text.contains("fixture_observed::plain"), "nobody knows whether it was called");
    let sum = |prefix: &str| -> u32 {
        let numbers = text.lines().filter_map(|line| line.strip_prefix(prefix));
        numbers.map(|number| number.parse::<u32>().unwrap()).sum()
    };
    // An infeasible outcome is left out.
    assert_eq!((sum("BRF:"), sum("BRH:")), (45, 34));
}

#[test]
fn without_an_annotation_the_error_gives_the_attribute() {
    let project = Project::copy("renamed", "observed-nothing");
    project.write("src/lib.rs", "//! Nothing.\n#[test]\nfn passes() {}\n");
    let output = project.sbst("test").end_with(1);
    output.says("no annotated function").says("instrument]");
    assert!(output.stdout.contains("test passes ... ok"), "{output:?}");
}
