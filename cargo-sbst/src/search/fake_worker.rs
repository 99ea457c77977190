//! The supervisor at work on shell scripts that play workers.
#![cfg(unix)]

mod budgets;
mod exchange;
mod replays;
mod slow;
mod stage;

use crate::cargo::workspace::VERSION;
use crate::search::supervisor::{Assignment, Supervisor, search};
use crate::worker::fork_server::ForkServers;
use sbst_model::messages::{
    Budget, Event, Finding, FindingKind, Forked, KnownValues, SearchOrders, SearchSummary, Stopped, Supply,
    UncoveredGoal,
};
use sbst_wire::codec::Codec;
use sbst_wire::to_line;
use stage::Stage;

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
        ..SearchSummary::new(Stopped::AllCovered)
    })
}

/// A message on one line.
fn line(message: &impl Codec) -> Vec<u8> {
    [to_line(message), vec![b'\n']].concat()
}

/// Returns a script for a first worker and, by their orders, for all later ones.
fn first_then(first: &str, later: &str) -> String {
    format!("if grep -q deaths $SBST_WORKER_DIRECTORY/orders.txt; then\n{later}else\n{first}fi\n")
}

#[test]
fn second_worker_continues_where_the_first_one_died() {
    let stage = Stage::new();
    let first = stage.send("a", &[hello(), kept(&[0], 3)]) + &stage.execute(7, 42) + "kill -ABRT $$\n";
    let death = Event::Finding(Finding {
        arguments: vec!["42".into()],
        evaluations: 7,
        ..Finding::new(FindingKind::Death, "abort (SIGABRT)".into())
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

/// Returns the script of a fork server, which runs `script` for each worker. The workers' processes
/// do not exist.
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
fn a_fork_server_reports_its_workers_end_and_forks_the_next() {
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
fn workers_are_started_if_a_fork_server_fails() {
    let mut stage = Stage::new();
    stage.fork_servers = ForkServers::wanted();
    let events = stage.send("a", &[hello(), kept(&[0], 3), ended(), Event::Finished(Vec::new())]);
    let searched = stage.search(&format!("[ -z \"$SBST_FORK_SERVER\" ] || exit 3\n{events}"), None, 10.0);
    assert_eq!(searched.failure, None);
    assert_eq!(searched.report.summary.unwrap().evaluations, 9);
}

#[test]
fn worker_without_progress_is_killed_and_its_test_case_filed() {
    let stage = Stage::new();
    let first = stage.send("a", &[hello()]) + &stage.execute(7, 42) + "sleep 60\n";
    let later = stage.send("b", &[hello(), ended(), Event::Finished(Vec::new())]);
    let searched = stage.search(&first_then(&first, &later), None, 0.5);
    assert_eq!(searched.failure, None);
    assert_eq!(searched.report.findings[0].message, "no end within 0.5 s");
}

#[test]
fn results_of_dead_workers_are_reported() {
    let stage = Stage::new();
    let script = stage.send("a", &[hello(), kept(&[1], 3)]) + "exit 3\n";
    let searched = stage.search(&script, None, 10.0);
    assert_eq!(searched.failure.as_deref(), Some("its worker crashed 6 times, last: exit with code 3"));
    assert!(!searched.by_function, "none was at work on a test case");
    let summary = searched.report.summary.unwrap();
    assert_eq!((summary.covered, summary.stopped), (vec![1], Stopped::Deaths));
    assert_eq!((summary.uncovered[0].goal, summary.evaluations_to_last_goal), (0, 3));
}

#[test]
fn deadly_functions_and_broken_workers_are_distinguished() {
    let stage = Stage::new();
    let script = stage.send("a", &[hello()]) + &stage.execute(7, 42) + "exit 3\n";
    let searched = stage.search(&script, None, 10.0);
    assert!(searched.failure.is_some() && searched.by_function);
    assert_eq!(searched.report.findings.len(), 1);
}

#[test]
fn a_workers_last_words_are_quoted() {
    // The last code is that of a forked worker that cannot enter its directory.
    for code in [70, 74, 71] {
        let stage = Stage::new();
        let script = format!("echo 'sbst: the worker has no luck' >&2; exit {code}\n");
        let searched = stage.search(&script, None, 10.0);
        assert!(searched.failure.unwrap().ends_with("the worker has no luck"));
        assert!(searched.report.findings.is_empty());
    }
}

#[test]
fn worker_of_another_version_is_refused() {
    let stage = Stage::new();
    let script = stage.send("a", &[Event::Hello { version: "9.9.9".into() }]) + "sleep 60\n";
    let failure = stage.search(&script, None, 10.0).failure.unwrap();
    assert!(failure.contains("sbst-runtime 9.9.9") && failure.contains(VERSION), "{failure}");
}

#[test]
fn worker_over_its_time_is_replaced_to_make_tests_ready() {
    let stage = Stage::new();
    let first = stage.send("a", &[hello(), kept(&[0], 3)]) + &stage.execute(5, 1) + "sleep 60\n";
    let later = stage.send("b", &[hello(), ended(), Event::Finished(Vec::new())]);
    // all that it may overrun is the hang timeout
    let searched = stage.search(&first_then(&first, &later), Some(-9.5), 10.0);
    assert_eq!(searched.failure, None);
    assert_eq!(searched.report.summary.unwrap().stopped, Stopped::Time);
}
fn evaluations(evaluations: u64) -> Budget {
    Budget { evaluations: Some(evaluations), ..Budget::UNLIMITED }
}

/// The end of a turn that did not cover goal 1.
fn turn_ended(evaluations: u64, best_distance: f64) -> Event {
    Event::SearchEnded(SearchSummary {
        evaluations,
        evaluations_to_last_goal: 3,
        search_seconds: 1.0,
        seconds_to_last_goal: 0.5,
        covered: vec![0],
        uncovered: vec![UncoveredGoal::new(1, Some(best_distance))],
        ..SearchSummary::new(Stopped::Evaluations)
    })
}

/// Returns the part of a script for orders that contain this text.
fn ordered(text: &str, then: &str) -> String {
    format!("if grep -qF '{text}' $SBST_WORKER_DIRECTORY/orders.txt; then\n{then}exit 0\nfi\n")
}

/// Returns the part of a script that requires this text in the orders.
fn demand(text: &str) -> String {
    format!(
        "grep -qF '{text}' $SBST_WORKER_DIRECTORY/orders.txt || {{ echo 'sbst: the worker misses {text}' >&2; exit 70; }}\n"
    )
}

#[test]
fn turn_continues_the_last_one_and_tests_are_ready_at_the_end() {
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
    let searched = stage.with_assignments(&script, &["d::f"], Budget::UNLIMITED, 10.0, |assignments| {
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
fn waiting_worker_gets_its_recipe_and_later_ones_do_not_wait() {
    let stage = Stage::new();
    let there = [hello(), turn_ended(25, 4.0), Event::Finished(Vec::new())];
    let waits = stage.send("a", &[Event::WantsRecipe])
        + "while [ ! -e $SBST_WORKER_DIRECTORY/recipe ]; do sleep 0.01; done\n"
        + "[ $(wc -c < $SBST_WORKER_DIRECTORY/recipe) -eq 1 ] || exit 70\n"
        + &stage.execute(17, 42)
        + "kill -ABRT $$\n";
    // Without a maker of recipes there is no recipe.
    let script = ordered("recipe: Without", &stage.send("b", &there)) + &demand("recipe: OnDemand") + &waits;
    let searched = stage.with_assignments(&script, &["d::f"], Budget::UNLIMITED, 10.0, |assignments| {
        let orders = SearchOrders { recipe: Supply::OnDemand, ..assignments[0].orders.clone() };
        search(&Assignment { orders, ..assignments[0].clone() }, KnownValues::default(), |_, _| {}).unwrap()
    });
    assert_eq!(searched.failure, None);
    assert_eq!(searched.report.summary.unwrap().evaluations, 25);
}

#[test]
fn worker_that_dies_in_a_turn_is_replaced_in_the_same_turn() {
    let stage = Stage::new();
    let first = stage.send("a", &[hello(), turn_ended(10, 5.0), Event::Finished(Vec::new())]);
    let again = [hello(), turn_ended(25, 4.0), Event::Finished(Vec::new())];
    let second = ordered("deaths: 1", &stage.send("b", &again)) + &stage.execute(17, 42) + "kill -ABRT $$\n";
    let last = stage.send("c", &[hello(), turn_ended(25, 4.0), Event::Finished(Vec::new())]);
    let script = ordered("number: 0", &first) + &ordered("number: 1", &second) + &last;
    let searched = stage.with_assignments(&script, &["d::f"], Budget::UNLIMITED, 10.0, |assignments| {
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

#[test]
fn call_of_a_death_is_reported_without_a_later_worker() {
    let stage = Stage::new();
    let death = Finding {
        arguments: vec!["42".into()],
        evaluations: 7,
        test: "dd".into(),
        ..Finding::new(FindingKind::Death, "abort (SIGABRT)".into())
    };
    let written =
        stage.send("written", &[hello(), Event::Finding(death.clone()), Event::Finished(Vec::new())]);
    let dies = stage.send("dies", &[hello()]) + &stage.execute(7, 42) + "kill -ABRT $$\n";
    let searched = stage.search(&(ordered("only_search: true", &written) + &dies), None, 10.0);
    assert!(searched.failure.is_some());
    assert_eq!(searched.report.findings, [death]);
}
