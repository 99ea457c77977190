//! Runs that begin with the state of earlier ones.

use sbst_tests::{Output, Project};

/// A search too short to find goals without earlier results.
const HOPELESS: &str = "--no-write --message-format json --algorithm random --budget 5evals \
    --without literals --without special-values --without copying";

fn covered(output: &Output, function: &str) -> u64 {
    output.target(function)["covered"].as_u64().unwrap()
}

#[test]
fn run_begins_with_tests_of_last_one_unless_fresh() {
    let project = Project::shared("renamed");
    let answer = "fixture_renamed::is_answer";
    assert_eq!(covered(&project.sbst(HOPELESS).succeed(), answer), 1);
    project.sbst("--no-write --seed 1").succeed();
    assert_eq!(covered(&project.sbst(HOPELESS).going_on().succeed(), answer), 2);
    assert_eq!(covered(&project.sbst(HOPELESS).argument("--fresh").going_on().succeed(), answer), 1);
}

#[test]
fn the_same_state_and_seed_give_the_same_suite() {
    let project = Project::shared("library");
    let run = || {
        project.sbst("--seed 3 --budget 2000evals").succeed();
        project.sbst("--seed 4 --budget 2000evals").going_on().succeed();
        project.contents("tests/sbst")
    };
    let first = run();
    assert!(first.len() > 5);
    let second = run();
    for (path, text) in &first {
        assert_eq!(second.get(path), Some(text), "{path}");
    }
    assert_eq!(second.len(), first.len());
    project.cargo("test --test sbst").succeed();
}

#[test]
fn changed_functions_keep_fitting_tests() {
    let project = Project::shared("renamed");
    project.sbst("--no-write --seed 1").succeed();
    let source = project.read("src/lib.rs");
    project.write("src/lib.rs", &source.replace("number ==", "number !="));
    assert_ne!(project.read("src/lib.rs"), source);
    let output = project.sbst(HOPELESS).going_on().succeed();
    assert_eq!(covered(&output, "fixture_renamed::is_answer"), 2, "{output:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_killed_command_has_stored_announced_results() {
    use sbst_tests::{Worker, signal};
    let project = Project::shared("library");
    let running = project
        .sbst("--no-write --jobs 1 --only ::sign --only never --budget 1000000000evals --stall 1000000000")
        .start();
    let worker = Worker::wait_for(&running, "never");
    signal(running.id(), "KILL");
    running.finish();
    if worker.is_running() {
        worker.signal("KILL");
    }
    let output = project.sbst(HOPELESS).argument("--only=::sign").going_on().succeed();
    assert_eq!(covered(&output, "fixture_library::sign"), 4, "{output:?}");
}

#[test]
fn runs_are_listed_with_their_results() {
    let project = Project::shared("renamed");
    project.sbst("--no-write --seed 7").succeed();
    project.sbst("--no-write --seed 8").going_on().succeed();
    let history = project.sbst("history").succeed().stdout;
    let rows: Vec<&str> = history.lines().collect();
    assert_eq!(rows.len(), 6, "a heading, two runs and a plot\n{history}");
    assert!(rows[1].contains(" 7 ") && rows[2].contains(" 8 ") && rows[2].contains("100.0 %"), "{history}");
    let last = project.sbst("history --last 1 --message-format json").succeed();
    assert_eq!(last.find_messages("run")[0]["seed"], 8, "{last:?}");
}
