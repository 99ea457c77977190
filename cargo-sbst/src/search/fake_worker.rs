//! The supervisor at work on shell scripts that play workers.
#![cfg(unix)]

mod islands;
mod replays;

use crate::cargo::executable::TestExecutable;
use crate::cargo::workspace::VERSION;
use crate::fixture;
use crate::search::schedule::{self, Left, Outcome, Plan};
use crate::search::supervisor::{Assignment, KnownDeaths, Searched, Supervisor, search};
use crate::ui::progress::Progress;
use crate::worker::directories::SpareDirectories;
use crate::worker::fork_server::ForkServers;
use crate::worker::process::{Entry, Host};
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use sbst_model::journal::{self, State};
use sbst_model::messages::{
    Budget, Event, Finding, FindingKind, Forked, SearchOrders, SearchSummary, Stopped, Supply,
    SynthesisSummary, TriedSequences, UncoveredGoal,
};
use sbst_model::{BloatControl, NodeKind, PathSelection, TargetId, TestCase};
use sbst_wire::to_line;
use serde::Serialize;
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

/// A place for a script, its worker, and the files that it uses.
struct Stage {
    root: tempfile::TempDir,
    fork_servers: ForkServers,
}

impl Stage {
    fn new() -> Stage {
        Stage { root: tempfile::tempdir().unwrap(), fork_servers: ForkServers::none() }
    }

    fn path(&self, name: &str) -> Utf8PathBuf {
        Utf8Path::from_path(self.root.path()).unwrap().join(name)
    }

    /// A file with events, and the command that sends them.
    fn send(&self, name: &str, events: &[Event]) -> String {
        let lines: Vec<Vec<u8>> = events.iter().map(line).collect();
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
        let budget = Budget { evaluations: None, seconds, stall: None };
        self.with_assignments(script, &["d::f"], budget, hang_timeout, |assignments| {
            search(&assignments[0], |_, _| {}).unwrap()
        })
    }

    /// Functions with one condition each, with a script as the worker of all of them.
    fn with_assignments<T>(
        &self,
        script: &str,
        functions: &[&str],
        budget: Budget,
        hang_timeout: f64,
        test: impl FnOnce(&[Assignment<'_>]) -> T,
    ) -> T {
        let path = self.path("worker");
        // Deaths come back when a test case is repeated.
        write_script(&path, &(ordered("task: Repeat", "kill -ABRT $$\n") + script));
        let package = serde_json::json!({
            "name": "d", "version": "0.1.0", "id": "d", "manifest_path": self.path("Cargo.toml"),
            "dependencies": [], "targets": [], "features": {},
        });
        let package = serde_json::from_value(package).unwrap();
        let executable =
            TestExecutable { path, package, crate_name: "d".into(), binary: None, library_path: Vec::new() };
        let mut host = Host {
            executable,
            entry: Entry::Test("entry".into()),
            fork_servers: self.fork_servers.clone(),
            directories: SpareDirectories::default(),
            sandbox: None,
            conditions: None,
            replay: None,
        };
        host.replay = Some(Arc::new(host.clone()));
        let descriptions: Vec<_> = functions.iter().map(|path| fixture::description(path, 1)).collect();
        let orders = |target: &TargetId| SearchOrders {
            target: target.clone(),
            algorithm: "mio".into(),
            seed: 0,
            budget,
            without: Vec::new(),
            adopted: Vec::new(),
            given_up: Vec::new(),
            avoided: Vec::new(),
            seeds: Vec::new(),
            simple: Vec::new(),
            bloat_control: BloatControl::ALL,
            path_selection: PathSelection::default(),
            has_solver: false,
            recipe: Supply::Without,
            events: Supply::Without,
            step_limit: 1,
            stack_limit: 1,
            memory_limit: 1,
            only_search: false,
            backtraces: false,
            draw: None,
            resume: None,
            turn: None,
        };
        let assignments = descriptions.iter().enumerate().map(|(index, description)| Assignment {
            description,
            name: description.id.path.clone(),
            host: &host,
            directory: self.path(&format!("work-{index}")),
            orders: orders(&description.id),
            recipes: None,
            solver: None,
            known_deaths: KnownDeaths::default(),
            only_checks: false,
            hang_timeout: Duration::from_secs_f64(hang_timeout),
        });
        test(&assignments.collect::<Vec<_>>())
    }
}

/// Another process writes the script: while this one has a file open for writing, a fork of another
/// thread could keep it open, and a file that is open for writing cannot be executed.
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
        adopted_covered: Vec::new(),
        adopted_reached: Vec::new(),
        stopped: Stopped::AllCovered,
        proved: Vec::new(),
        synthesis: SynthesisSummary::default(),
        paths: None,
    })
}

/// A message on a line of its own.
fn line(message: &impl Serialize) -> Vec<u8> {
    [to_line(message).unwrap(), vec![b'\n']].concat()
}

/// Returns a script for a first worker and for all that follow; their orders tell them apart.
fn first_then(first: &str, later: &str) -> String {
    format!("if grep -q deaths $SBST_WORKER_DIRECTORY/orders.txt; then\n{later}else\n{first}fi\n")
}

#[test]
fn a_second_worker_goes_on_where_the_first_one_died() {
    let stage = Stage::new();
    let first = stage.send("a", &[hello(), kept(&[0], 3)]) + &stage.execute(7, 42) + "kill -ABRT $$\n";
    let death = Event::Finding(Finding {
        before: Vec::new(),
        kind: FindingKind::Death,
        message: "abort (SIGABRT)".into(),
        place: None,
        arguments: vec!["42".into()],
        evaluations: 7,
    });
    let events = [hello(), death, kept(&[1], 8), ended(), Event::Finished(Vec::new())];
    let is_told = "grep -q 'abort (SIGABRT)' $SBST_WORKER_DIRECTORY/orders.txt || exit 1\n";
    let later = is_told.to_owned() + &stage.send("b", &events);
    let searched = stage.search(&first_then(&first, &later), None, 10.0);
    assert_eq!(searched.failure, None);
    let [finding] = &searched.report.findings[..] else { panic!("{:?}", searched.report.findings) };
    assert_eq!((finding.message.as_str(), &finding.arguments[..]), ("abort (SIGABRT)", &["42".into()][..]));
    assert_eq!(searched.report.summary.unwrap().evaluations_to_last_goal, 8);
}

/// Returns a script that acts as a fork server, and does this for each worker, whose process does
/// not exist.
#[cfg(target_os = "linux")]
fn for_each_fork(script: &str) -> String {
    // A path is text, and begins with the first slash.
    let directory = "SBST_WORKER_DIRECTORY=/${line#*/}";
    let started = answer(&Forked::Started(999_999_999));
    format!("while read -r line; do\n{directory}\n{started}{script}done\n")
}

/// Returns the part of a script with which a fork server answers.
#[cfg(target_os = "linux")]
fn answer(answer: &Forked) -> String {
    let octal: String = line(answer).iter().map(|byte| format!("\\{byte:03o}")).collect();
    format!("printf '{octal}' >&0\n")
}

#[cfg(target_os = "linux")]
#[test]
fn a_fork_server_tells_how_its_worker_ended_and_forks_the_next() {
    let mut stage = Stage::new();
    stage.fork_servers = ForkServers::wanted();
    let words = "printf 'f has overflowed its stack\\n\\nsbst: end of worker 999999999\\n' >&2\n";
    let first = stage.send("a", &[hello()]) + &stage.execute(7, 42) + words + &answer(&Forked::Ended(6));
    let later = "grep -q 'stack overflow' $SBST_WORKER_DIRECTORY/orders.txt || exit 1\n".to_owned()
        + &stage.send("b", &[hello(), kept(&[0], 8), ended(), Event::Finished(Vec::new())])
        + &answer(&Forked::Ended(0));
    let searched = stage.search(&for_each_fork(&first_then(&first, &later)), None, 10.0);
    assert_eq!(searched.failure, None);
    assert_eq!(searched.report.summary.unwrap().evaluations, 9);
}

#[cfg(target_os = "linux")]
#[test]
fn where_a_fork_server_fails_workers_are_started() {
    let mut stage = Stage::new();
    stage.fork_servers = ForkServers::wanted();
    let events = stage.send("a", &[hello(), kept(&[0], 3), ended(), Event::Finished(Vec::new())]);
    let searched = stage.search(&format!("[ -z \"$SBST_FORK_SERVER\" ] || exit 3\n{events}"), None, 10.0);
    assert_eq!(searched.failure, None);
    assert_eq!(searched.report.summary.unwrap().evaluations, 9);
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
    assert!(!searched.by_function, "none was at work on a test case");
    let summary = searched.report.summary.unwrap();
    assert_eq!((summary.covered, summary.stopped), (vec![1], Stopped::Deaths));
    assert_eq!((summary.uncovered[0].goal, summary.evaluations_to_last_goal), (0, 3));
}

#[test]
fn a_function_that_ends_every_worker_is_told_apart_from_workers_that_cannot_work() {
    let stage = Stage::new();
    let script = stage.send("a", &[hello()]) + &stage.execute(7, 42) + "exit 3\n";
    let searched = stage.search(&script, None, 10.0);
    assert!(searched.failure.is_some() && searched.by_function);
    assert_eq!(searched.report.findings.len(), 1);
}

#[test]
fn a_worker_that_says_that_it_cannot_work_is_quoted() {
    // The last one is that of a forked worker that cannot enter its directory.
    for code in [70, 74, 71] {
        let stage = Stage::new();
        let script = format!("echo 'sbst: the worker has no luck' >&2; exit {code}\n");
        let searched = stage.search(&script, None, 10.0);
        assert!(searched.failure.unwrap().ends_with("the worker has no luck"));
        assert!(searched.report.findings.is_empty());
    }
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

const NO_BUDGET: Budget = Budget { evaluations: None, seconds: None, stall: None };

fn evaluations(evaluations: u64) -> Budget {
    Budget { evaluations: Some(evaluations), ..NO_BUDGET }
}

/// The end of a turn that did not cover goal 1.
fn turn_ended(evaluations: u64, best_distance: f64) -> Event {
    Event::SearchEnded(SearchSummary {
        evaluations,
        evaluations_to_last_goal: 3,
        search_seconds: 1.0,
        seconds_to_last_goal: 0.5,
        covered: vec![0],
        uncovered: vec![UncoveredGoal {
            goal: 1,
            best_distance: Some(best_distance),
            tried: TriedSequences::default(),
        }],
        adopted_covered: Vec::new(),
        adopted_reached: Vec::new(),
        stopped: Stopped::Evaluations,
        proved: Vec::new(),
        synthesis: SynthesisSummary::default(),
        paths: None,
    })
}

/// Returns the part of a script for orders that contain this text.
fn ordered(text: &str, then: &str) -> String {
    format!("if grep -qF '{text}' $SBST_WORKER_DIRECTORY/orders.txt; then\n{then}exit 0\nfi\n")
}

/// Demands this text in the orders.
fn demand(text: &str) -> String {
    format!(
        "grep -qF '{text}' $SBST_WORKER_DIRECTORY/orders.txt || {{ echo 'sbst: the worker misses {text}' >&2; exit 70; }}\n"
    )
}

#[test]
fn a_turn_goes_on_where_the_last_one_ended_and_the_tests_are_made_ready_in_the_end() {
    let stage = Stage::new();
    let nearest = Event::Nearest(vec!["bb".into()]);
    let first = [hello(), kept(&[0], 3), nearest, turn_ended(10, 5.0), Event::Finished(Vec::new())];
    let second = [hello(), turn_ended(25, 7.0), Event::Finished(Vec::new())];
    let last = [hello(), turn_ended(25, 9.0), Event::Finished(Vec::new())];
    let first = demand("evaluations: Some(10)") + &demand("resume: None") + &stage.send("a", &first);
    let second = demand("evaluations: Some(25)")
        + &demand("turn: Some(Turn { number: 1, evaluations: 10, search_seconds: 1.0 })")
        + &demand("kept: [\"aa\", \"bb\"]")
        + &stage.send("b", &second);
    let last = demand("search_ended: true") + &demand("turn: None") + &stage.send("c", &last);
    let script = ordered("number: 0", &first) + &ordered("number: 1", &second) + &last;
    let searched = stage.with_assignments(&script, &["d::f"], NO_BUDGET, 10.0, |assignments| {
        let mut supervisor = Supervisor::new(&assignments[0]);
        supervisor.turn(evaluations(10), |_, _| {}).unwrap();
        supervisor.turn(evaluations(25), |_, _| {}).unwrap();
        supervisor.finish(|_, _| {}).unwrap()
    });
    assert_eq!(searched.failure, None);
    let summary = searched.report.summary.unwrap();
    assert_eq!((summary.evaluations, summary.evaluations_to_last_goal), (25, 3));
    assert_eq!(summary.uncovered[0].best_distance, Some(5.0), "the least of all turns");
}

#[test]
fn a_worker_that_waits_for_a_recipe_is_given_it_and_those_after_it_do_not_wait_again() {
    let stage = Stage::new();
    let there = [hello(), turn_ended(25, 4.0), Event::Finished(Vec::new())];
    let waits = stage.send("a", &[Event::WantsRecipe])
        + "while [ ! -e $SBST_WORKER_DIRECTORY/recipe ]; do sleep 0.01; done\n"
        + "[ $(wc -c < $SBST_WORKER_DIRECTORY/recipe) -eq 1 ] || exit 70\n"
        + &stage.execute(17, 42)
        + "kill -ABRT $$\n";
    // There is no maker of recipes here, so there is none.
    let script = ordered("recipe: Without", &stage.send("b", &there)) + &demand("recipe: OnDemand") + &waits;
    let searched = stage.with_assignments(&script, &["d::f"], NO_BUDGET, 10.0, |assignments| {
        let orders = SearchOrders { recipe: Supply::OnDemand, ..assignments[0].orders.clone() };
        search(&Assignment { orders, ..assignments[0].clone() }, |_, _| {}).unwrap()
    });
    assert_eq!(searched.failure, None);
    assert_eq!(searched.report.summary.unwrap().evaluations, 25);
}

#[test]
fn a_worker_that_dies_in_a_turn_is_followed_by_another_in_the_same_turn() {
    let stage = Stage::new();
    let first = stage.send("a", &[hello(), turn_ended(10, 5.0), Event::Finished(Vec::new())]);
    let again = [hello(), turn_ended(25, 4.0), Event::Finished(Vec::new())];
    let second = ordered("deaths: 1", &stage.send("b", &again)) + &stage.execute(17, 42) + "kill -ABRT $$\n";
    let last = stage.send("c", &[hello(), turn_ended(25, 4.0), Event::Finished(Vec::new())]);
    let script = ordered("number: 0", &first) + &ordered("number: 1", &second) + &last;
    let searched = stage.with_assignments(&script, &["d::f"], NO_BUDGET, 10.0, |assignments| {
        let mut supervisor = Supervisor::new(&assignments[0]);
        supervisor.turn(evaluations(10), |_, _| {}).unwrap();
        supervisor.turn(evaluations(25), |_, _| {}).unwrap();
        assert!(!supervisor.is_given_up());
        supervisor.finish(|_, _| {}).unwrap()
    });
    assert_eq!(searched.failure, None);
    assert_eq!(searched.report.findings.len(), 1, "{:?}", searched.report.findings);
    assert_eq!(searched.report.summary.unwrap().evaluations, 25);
}

/// The number 777 as it stands in a line.
const VARINT_777: [u8; 2] = [0x89, 0x06];
/// A function for scripts that writes a number so. Its last byte is escaped where it has to be.
const WRITE_VARINT: &str = r#"varint() {
    n=$1
    while [ $n -gt 127 ]; do printf "\\$(printf %o $((n % 128 + 128)))"; n=$((n / 128)); done
    case $n in
        10) printf '\033n' ;;
        27) printf '\033e' ;;
        *) printf "\\$(printf %o $n)" ;;
    esac
}
"#;

/// Runs functions of which only the one with `easy` in its name is ever covered, within 160,000
/// evaluations, and returns what is left and the budgets that workers were given, by function.
fn shared(functions: &[&str], own: Budget, jobs: usize) -> (Left, Vec<Vec<u64>>) {
    let stage = Stage::new();
    let hard = [hello(), turn_ended(777, 5.0), Event::Finished(Vec::new())];
    let hard = hard.iter().map(line).collect::<Vec<_>>().concat();
    let at = hard.windows(2).position(|bytes| bytes == VARINT_777).unwrap();
    fs::write(stage.path("hard-before"), &hard[..at]).unwrap();
    fs::write(stage.path("hard-after"), &hard[at + 2..]).unwrap();
    let easy = [hello(), kept(&[0, 1], 3), ended(), Event::Finished(Vec::new())];
    // It uses up its budget; the last worker has none.
    let given = "given=$(sed -n 's/.*budget: Budget { evaluations: Some(\\([0-9]*\\)).*turn: Some.*/\\1/p' \
                 $SBST_WORKER_DIRECTORY/orders.txt)\n\
                 [ -z \"$given\" ] || echo $given >> $SBST_WORKER_DIRECTORY.log\n";
    let use_up = format!(
        "{{ cat {0}-before; varint ${{given:-777}}; cat {0}-after; }} >> $SBST_WORKER_DIRECTORY/events\n",
        stage.path("hard")
    );
    let script = WRITE_VARINT.to_owned() + given + &ordered("easy", &stage.send("easy", &easy)) + &use_up;
    let left = stage.with_assignments(&script, functions, own, 10.0, |assignments| {
        let mut received = Vec::new();
        let total_budget = Some(evaluations(160_000));
        let plan = Plan { assignments, jobs, total_budget, adopts: true, counts_goals: true, state: None };
        let progress = Progress::new(plan.work(), false);
        let left = schedule::search_in_order(&plan, &progress, &mut |index, outcome| {
            let Outcome::Searched(searched) = outcome else { panic!("{outcome:?}") };
            assert_eq!(searched.failure, None);
            received.push(index);
            Ok(())
        });
        assert_eq!(received, (0..functions.len()).collect::<Vec<_>>());
        left.unwrap()
    });
    let budgets = (0..functions.len()).map(|index| {
        let log = fs::read_to_string(stage.path(&format!("work-{index}.log"))).unwrap();
        log.lines().map(|line| line.parse().unwrap()).collect()
    });
    (left, budgets.collect())
}

#[test]
fn a_total_budget_goes_to_functions_that_need_it_whatever_the_number_of_jobs() {
    let expected = (
        Left { evaluations: Some(0), seconds: None },
        vec![
            vec![3_333, 6_671, 13_346, 26_696, 53_396, 79_996],
            vec![3_333],
            vec![3_333, 6_670, 13_345, 26_695, 53_395, 79_995],
        ],
    );
    let functions = ["d::hard", "d::easy", "d::harder"];
    assert_eq!(shared(&functions, NO_BUDGET, 1), expected);
    assert_eq!(shared(&functions, NO_BUDGET, 3), expected);
}

#[test]
fn what_no_function_may_use_is_left() {
    let own = evaluations(20_000);
    let (left, budgets) = shared(&["d::hard", "d::easy"], own, 2);
    assert_eq!(budgets, [vec![5_000, 10_009, 20_000], vec![5_000]]);
    assert_eq!(left.evaluations, Some(160_000 - 20_000 - 9));
    let stalls = Budget { stall: Some(30_000), ..NO_BUDGET };
    let (left, budgets) = shared(&["d::hard", "d::easy"], stalls, 2);
    assert_eq!(budgets[0], [5_000, 10_009, 20_027, 40_063], "since the first turn nothing has moved");
    assert_eq!(left.evaluations, Some(160_000 - 40_063 - 9));
}
