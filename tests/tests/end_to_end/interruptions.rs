//! Workers and commands killed from outside. Processes are found in `/proc`.
#![cfg(target_os = "linux")]

use sbst_tests::{Project, Worker, signal};

#[test]
fn killed_worker_loses_no_results() {
    let project = Project::shared("library");
    let arguments = "--message-format json --only special::never --only sign --no-write --budget 5000000evals --stall 1000000000";
    let running = project.sbst(arguments).start();
    let worker = Worker::wait_for(&running, "never");
    worker.signal("KILL");
    let output = running.finish();
    assert_eq!(output.code, Some(0), "{output:?}");
    let target = output.target("fixture_library::special::never");
    assert_eq!(target["covered"], 1, "{target:#}");
    assert_eq!(target["stopped"], "evaluations", "the search went on\n{target:#}");
    assert_eq!(target["evaluations"], 5_000_000, "those before the death count\n{target:#}");
    assert!(target["tests"].as_u64().unwrap() >= 1, "{target:#}");
    let findings = target["findings"].as_array().unwrap();
    assert!(findings.iter().all(|finding| finding["kind"] == "death"), "{target:#}");
    assert_eq!(output.target("fixture_library::sign")["covered"], 4, "others do not notice");
}

#[test]
fn an_interrupted_run_keeps_its_results() {
    let project = Project::shared("library");
    let arguments = "--message-format json --only special::never --only vote --budget 1000000000evals --stall 1000000000 --jobs 2";
    let running = project.sbst(arguments).start();
    let worker = Worker::wait_for(&running, "never");
    signal(running.id(), "INT");
    let output = running.finish();
    assert_eq!(output.code, Some(130), "{output:?}");
    assert_eq!(output.target("fixture_library::special::never")["covered"], 1, "{output:?}");
    assert_eq!(output.find_messages("summary").len(), 1, "{output:?}");
    assert!(project.has("tests/sbst/special.rs"), "{output:?}");
    assert!(!worker.is_running());
    project.cargo("test --test sbst").succeed();
}

#[test]
fn a_log_has_periodic_progress_except_in_short_runs() {
    let project = Project::shared("renamed");
    let no_block = |output: &sbst_tests::Output| assert!(!output.stderr.contains('\x1b'), "{output:?}");
    let short = project.sbst("--no-write --budget 2000evals").succeed();
    assert!(!short.stderr.contains("evaluations/s"), "{short:?}");
    no_block(&short);
    let slow = "--no-write --without literals --algorithm random --budget 1000000000evals --stall 1000000000";
    let mut running = project.sbst(slow).start();
    running.wait_until_it_says("evaluations/s");
    signal(running.id(), "INT");
    let output = running.finish();
    assert_eq!(output.code, Some(130), "{output:?}");
    let line = output.stderr.lines().find(|line| line.contains("evaluations/s")).unwrap();
    assert!(line.starts_with("   Searching 0/1 functions, "), "{line}");
    assert!(line.contains(" goals covered, ") && line.ends_with(" left"), "{line}");
    no_block(&output);
}

#[test]
fn a_second_interrupt_ends_all_without_tests() {
    let project = Project::shared("renamed");
    let arguments = "--message-format json --without literals --algorithm random --budget 1000000000evals --stall 1000000000";
    let running = project.sbst(arguments).start();
    let worker = Worker::wait_for(&running, "is_answer");
    signal(running.id(), "INT");
    signal(running.id(), "INT");
    let output = running.finish();
    assert_eq!(output.code, Some(130), "{output:?}");
    assert!(!output.stderr.contains("panicked"), "{output:?}");
    assert!(!worker.is_running());
}

#[test]
fn neither_worker_nor_server_outlives_a_killed_command() {
    let project = Project::shared("renamed");
    let slow = "--no-write --without literals --algorithm random --budget 1000000000evals --stall 1000000000";
    for (sandbox, has_server) in [("", true), ("--sandbox", true), ("", false), ("--sandbox", false)] {
        let search = project.sbst(slow).arguments(sandbox);
        let search = if has_server { search } else { search.with("SBST_WITHOUT_FORK_SERVER", "1") };
        let running = search.start();
        let worker = Worker::wait_for(&running, "is_answer");
        assert_eq!(worker.server().is_some(), has_server, "{worker:?}");
        signal(running.id(), "KILL");
        running.finish();
        let are_gone = (0..500).any(|_| {
            std::thread::sleep(std::time::Duration::from_millis(20));
            !worker.is_running() && worker.server().is_none()
        });
        assert!(are_gone, "{worker:?} of {:?} goes on for nobody ({sandbox:?})", worker.server());
    }
}

#[test]
fn a_second_command_waits_for_the_first() {
    let project = Project::shared("renamed");
    let slow = "--no-write --without literals --algorithm random --budget 1000000000evals --stall 1000000000";
    let first = project.sbst(slow).start();
    let _worker = Worker::wait_for(&first, "is_answer");
    let mut second = project.sbst("--no-write").start();
    second.wait_until_it_says("waiting for another `cargo sbst`");
    signal(first.id(), "INT");
    assert_eq!(first.finish().code, Some(130));
    assert_eq!(second.finish().code, Some(0));
}

#[test]
fn a_killed_command_can_be_run_again() {
    let project = Project::shared("renamed");
    let arguments =
        "--no-write --message-format json --without literals --budget 1000000000evals --stall 1000000000";
    let slow = format!("{arguments} --algorithm random");
    let running = project.sbst(&slow).start();
    let worker = Worker::wait_for(&running, "is_answer");
    signal(running.id(), "KILL");
    running.finish();
    // Only the user or the next run can end it now.
    if worker.is_running() {
        worker.signal("KILL");
    }
    let output = project.sbst("--no-write --message-format json").succeed();
    assert_eq!(output.target("fixture_renamed::is_answer")["covered"], 2, "{output:?}");
}
