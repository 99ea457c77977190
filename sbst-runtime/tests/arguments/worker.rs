//! This executable as a worker.

use sbst_model::messages::{
    Budget, Event, Finding, Orders, SearchOrders, Task, TestOutline, EVENTS, ORDERS, WORKER_DIRECTORY,
};
use sbst_model::target::Exclusion;
use sbst_model::BloatControl;
use sbst_model::TargetDescription;
use sbst_wire::{from_line, split_lines, to_line};
use std::path::PathBuf;
use std::process::Command;

/// The result of a search.
#[derive(Debug)]
pub struct Searched {
    pub goals: u32,
    pub covered: Vec<u32>,
    pub findings: Vec<Finding>,
    pub tests: Vec<TestOutline>,
}

/// Searches the function of that name.
pub fn search(name: &str, evaluations: u64) -> Searched {
    let targets = targets(&format!("to-search-{name}"));
    let target = targets.iter().find(|target| target.id.path.ends_with(&format!("::{name}")));
    let target = target.unwrap_or_else(|| panic!("`{name}` is not annotated"));
    assert_eq!(target.not_searched, None);
    let budget = Budget { evaluations: Some(evaluations), ..Budget::UNLIMITED };
    let orders = SearchOrders {
        step_limit: 10_000,
        stack_limit: 8 << 20,
        memory_limit: 1 << 30,
        bloat_control: BloatControl::ALL,
        ..SearchOrders::new(target.id.clone(), "mio", 1, budget)
    };
    let events = work(&format!("search-{name}"), Task::Search(Box::new(orders)));
    let findings = events.iter().filter_map(|event| match event {
        Event::Finding(finding) => Some(finding.clone()),
        _ => None,
    });
    let covered = events.iter().find_map(|event| match event {
        Event::SearchEnded(summary) => Some(summary.covered.clone()),
        _ => None,
    });
    let Some(Event::Finished(tests)) = events.last() else { panic!("{events:?}") };
    Searched {
        goals: target.goals() as u32,
        covered: covered.expect("the search ended"),
        findings: findings.collect(),
        tests: tests.clone(),
    }
}

/// The paths of all targets, and the reasons why they are not searched; empty if they are.
pub fn describe() -> Vec<(String, String)> {
    let targets = targets("described").into_iter();
    let reason = |exclusion: Exclusion| exclusion.to_string();
    targets.map(|target| (target.id.path, target.not_searched.map_or_else(String::new, reason))).collect()
}

fn targets(directory: &str) -> Vec<TargetDescription> {
    let targets = work(directory, Task::Describe).into_iter().filter_map(|event| match event {
        Event::Target(target) => Some(*target),
        _ => None,
    });
    targets.collect()
}

/// Starts this executable with these orders and returns its events.
fn work(directory: &str, task: Task) -> Vec<Event> {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("arguments").join(directory);
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).expect("the directory can be made");
    let orders = Orders { version: env!("CARGO_PKG_VERSION").to_owned(), task };
    std::fs::write(directory.join(ORDERS), to_line(&orders)).expect("written");
    let executable = std::env::current_exe().expect("this executable is known");
    let output = Command::new(executable)
        .args(["--exact", "__sbst_entry_made::entry", "--ignored", "--nocapture", "--test-threads=1"])
        .env(WORKER_DIRECTORY, &directory)
        .output()
        .expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let events = std::fs::read(directory.join(EVENTS)).expect("it says something");
    split_lines(&events).map(|line| from_line(line).expect("it is an event")).collect()
}
