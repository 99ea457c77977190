//! The supervisor at work on shell scripts that play workers.
#![cfg(unix)]

use crate::discover::VERSION;
use crate::fixture;
use crate::search_build::TestExecutable;
use crate::supervisor::{Assignment, Searched, search};
use crate::worker_process::{Entry, Host};
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use sbst_model::BloatControl;
use sbst_model::journal::{self, State};
use sbst_model::messages::{
    Budget, Event, Finding, FindingKind, SearchOrders, SearchSummary, Stopped, to_line,
};
use sbst_model::{NodeKind, TestCase};
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Duration;

/// A place for a script, its worker, and the files that it uses.
struct Stage {
    root: tempfile::TempDir,
}

impl Stage {
    fn new() -> Stage {
        Stage { root: tempfile::tempdir().unwrap() }
    }

    fn path(&self, name: &str) -> Utf8PathBuf {
        Utf8Path::from_path(self.root.path()).unwrap().join(name)
    }

    /// A file with events, and the command that sends them.
    fn send(&self, name: &str, events: &[Event]) -> String {
        let lines: Vec<String> = events.iter().map(|event| to_line(event).unwrap() + "\n").collect();
        fs::write(self.path(name), lines.concat()).unwrap();
        format!("cat {} >> $SBST_WORKER_DIRECTORY/events\n", self.path(name))
    }

    /// A journal, and the command that takes it over. The test case has the integer `number`.
    fn execute(&self, evaluations: u64, number: u64) -> String {
        let mut test = TestCase::new();
        test.leaf(NodeKind::Integer, number);
        let mut journal = vec![0; journal::SIZE];
        journal::write_execution(&mut journal, State::Searching, evaluations, &test);
        let path = self.path(&format!("journal-{evaluations}"));
        fs::write(&path, journal).unwrap();
        format!("cat {path} > $SBST_WORKER_DIRECTORY/journal\n")
    }

    /// Searches with a script as the worker.
    fn search(&self, script: &str, seconds: Option<f64>, hang_timeout: f64) -> Searched {
        let path = self.path("worker");
        write_script(&path, script);
        let package = serde_json::json!({
            "name": "d", "version": "0.1.0", "id": "d", "manifest_path": self.path("Cargo.toml"),
            "dependencies": [], "targets": [], "features": {},
        });
        let package = serde_json::from_value(package).unwrap();
        let executable =
            TestExecutable { path, package, crate_name: "d".into(), binary: None, library_path: Vec::new() };
        let description = fixture::description("d::f", 1);
        let orders = SearchOrders {
            target: description.id.clone(),
            algorithm: "mio".into(),
            seed: 0,
            budget: Budget { evaluations: None, seconds, stall: None },
            without: Vec::new(),
            bloat_control: BloatControl::ALL,
            step_limit: 1,
            stack_limit: 1,
            memory_limit: 1,
            only_search: false,
            resume: None,
        };
        let assignment = Assignment {
            description: &description,
            name: "d::f".into(),
            host: &Host { executable, entry: Entry::Test("entry".into()) },
            directory: self.path("work"),
            orders,
            hang_timeout: Duration::from_secs_f64(hang_timeout),
        };
        search(&assignment, |_, _| {}).unwrap()
    }
}

/// Another process writes the script: while this one has a file open for writing, a fork of another thread could keep
/// it open, and a file that is open for writing cannot be executed.
fn write_script(path: &Utf8Path, script: &str) {
    let write = ["-c", "cat > \"$0\" && chmod +x \"$0\"", path.as_str()];
    let mut child = Command::new("sh").args(write).stdin(Stdio::piped()).spawn().unwrap();
    write!(child.stdin.take().unwrap(), "#!/bin/sh\n{script}").unwrap();
    assert!(child.wait().unwrap().success());
}

fn hello() -> Event {
    Event::Hello { version: VERSION.into() }
}

fn kept(covers: &[u32], evaluations: u64) -> Event {
    Event::Kept { test: "aa".into(), covers: covers.into(), evaluations, search_seconds: 0.5 }
}

fn ended() -> Event {
    Event::SearchEnded(SearchSummary {
        evaluations: 9,
        evaluations_to_last_goal: 9,
        search_seconds: 1.0,
        seconds_to_last_goal: 1.0,
        covered: vec![0, 1],
        uncovered: Vec::new(),
        stopped: Stopped::AllCovered,
    })
}

/// A script for a first worker and one for all that follow; what stands in the orders tells them apart.
fn first_then(first: &str, later: &str) -> String {
    format!("if grep -q deaths $SBST_WORKER_DIRECTORY/orders; then\n{later}else\n{first}fi\n")
}

#[test]
fn a_second_worker_goes_on_where_the_first_one_died() {
    let stage = Stage::new();
    let first = stage.send("a", &[hello(), kept(&[0], 3)]) + &stage.execute(7, 42) + "kill -ABRT $$\n";
    let death = Event::Finding(Finding {
        kind: FindingKind::Death,
        message: "abort (SIGABRT)".into(),
        place: None,
        arguments: vec!["42".into()],
        evaluations: 7,
    });
    let events = [hello(), death, kept(&[1], 8), ended(), Event::Finished(Vec::new())];
    let is_told = "grep -q 'abort (SIGABRT)' $SBST_WORKER_DIRECTORY/orders || exit 1\n";
    let later = is_told.to_owned() + &stage.send("b", &events);
    let searched = stage.search(&first_then(&first, &later), None, 10.0);
    assert_eq!(searched.failure, None);
    let [finding] = &searched.report.findings[..] else { panic!("{:?}", searched.report.findings) };
    assert_eq!((finding.message.as_str(), &finding.arguments[..]), ("abort (SIGABRT)", &["42".into()][..]));
    assert_eq!(searched.report.summary.unwrap().evaluations_to_last_goal, 8);
}

#[test]
fn a_worker_that_stands_still_is_killed_and_its_test_case_is_filed() {
    let stage = Stage::new();
    let first = stage.send("a", &[hello()]) + &stage.execute(7, 42) + "sleep 60\n";
    let later = stage.send("b", &[hello(), ended(), Event::Finished(Vec::new())]);
    let searched = stage.search(&first_then(&first, &later), None, 0.5);
    assert_eq!(searched.failure, None);
    assert_eq!(searched.report.findings[0].message, "no end within 0.5 s");
}

#[test]
fn when_every_worker_dies_what_they_told_is_still_reported() {
    let stage = Stage::new();
    let script = stage.send("a", &[hello(), kept(&[1], 3)]) + "exit 3\n";
    let searched = stage.search(&script, None, 10.0);
    assert_eq!(
        searched.failure.as_deref(),
        Some("its workers died 6 times, the last one of: exit with code 3")
    );
    let summary = searched.report.summary.unwrap();
    assert_eq!((summary.covered, summary.stopped), (vec![1], Stopped::Deaths));
    assert_eq!((summary.uncovered[0].goal, summary.evaluations_to_last_goal), (0, 3));
}

#[test]
fn a_worker_that_says_that_it_cannot_work_is_quoted() {
    let stage = Stage::new();
    let searched = stage.search("echo 'sbst: the worker has no luck' >&2; exit 70\n", None, 10.0);
    assert!(searched.failure.unwrap().ends_with("the worker has no luck"));
    assert!(searched.report.findings.is_empty());
}

#[test]
fn a_worker_of_another_version_is_not_worked_with() {
    let stage = Stage::new();
    let script = stage.send("a", &[Event::Hello { version: "9.9.9".into() }]) + "sleep 60\n";
    let failure = stage.search(&script, None, 10.0).failure.unwrap();
    assert!(failure.contains("sbst-runtime 9.9.9") && failure.contains(VERSION), "{failure}");
}

#[test]
fn a_worker_that_overruns_its_time_is_ended_and_another_makes_its_tests_ready() {
    let stage = Stage::new();
    let first = stage.send("a", &[hello(), kept(&[0], 3)]) + &stage.execute(5, 1) + "sleep 60\n";
    let later = stage.send("b", &[hello(), ended(), Event::Finished(Vec::new())]);
    // all that it may overrun is the hang timeout
    let searched = stage.search(&first_then(&first, &later), Some(-9.5), 10.0);
    assert_eq!(searched.failure, None);
    assert_eq!(searched.report.summary.unwrap().stopped, Stopped::Time);
}
