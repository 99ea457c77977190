use super::*;
use sbst_model::TargetId;
use sbst_model::messages::{BuiltValue, Death, Fatal};
use tempfile::TempDir;

fn id(path: &str) -> TargetId {
    TargetId { package: "p".into(), crate_name: "p".into(), binary: None, path: path.into() }
}

fn folder() -> (TempDir, Utf8PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = Utf8Path::from_path(folder.path()).unwrap().join("state.sqlite");
    (folder, path)
}

fn turn<'a>(id: &'a TargetId, covering: &[&'a str], nearest: &[&'a str]) -> Turn<'a> {
    Turn {
        id,
        covering: covering.to_vec(),
        nearest: nearest.to_vec(),
        built: &[],
        is_environmental: false,
        deaths: Deaths::default(),
    }
}

fn outcome<'a>(id: &'a TargetId, covering: &[&'a str]) -> Outcome<'a> {
    Outcome {
        id,
        covering: covering.to_vec(),
        killing: None,
        are_simple: false,
        built: &[],
        is_environmental: false,
        deaths: Deaths::default(),
        goals: 4,
        covered: 3,
        evaluations: 9,
        search_seconds: 0.5,
    }
}

#[test]
fn a_search_begins_with_the_tests_that_the_last_one_left() {
    let (_folder, path) = folder();
    let (f, g) = (id("p::f"), id("p::g"));
    let mut state = State::open(&path);
    assert_eq!(state.tests(&f), [""; 0]);
    state.keep(&[turn(&f, &["a", "b"], &["n"]), turn(&g, &["c"], &[])]);
    state.end_search(&outcome(&f, &["d"]));
    drop(state);
    let state = State::open(&path);
    assert_eq!(state.tests(&f), ["d", "n"], "the end replaces covering tests");
    assert_eq!(state.tests(&g), ["c"]);
    let in_binary = TargetId { binary: Some("tool".into()), ..f };
    assert_eq!(state.tests(&in_binary), [""; 0]);
}

#[test]
fn tests_that_notice_mutants_stay_until_another_search_for_mutants() {
    let (_folder, path) = folder();
    let f = id("p::f");
    let mut state = State::open(&path);
    state.end_search(&Outcome { killing: Some(vec!["k"]), ..outcome(&f, &["a", "k"]) });
    state.end_search(&outcome(&f, &["b"]));
    assert_eq!((state.tests(&f), state.killing_tests(&f)), (vec!["b".into(), "k".into()], vec!["k".into()]));
    state.end_search(&Outcome { killing: Some(Vec::new()), ..outcome(&f, &["b"]) });
    assert_eq!(state.tests(&f), ["b"]);
}

#[test]
fn a_minimised_test_is_marked_until_replaced() {
    let (_folder, path) = folder();
    let f = id("p::f");
    let mut state = State::open(&path);
    state.end_search(&Outcome { are_simple: true, ..outcome(&f, &["a", "b"]) });
    state.keep(&[turn(&f, &["b", "long"], &["n"])]);
    assert_eq!(
        (state.tests(&f), state.simple_tests(&f)),
        (vec!["b".into(), "long".into(), "n".into()], vec!["b".into()])
    );
    state.end_search(&outcome(&f, &["b", "shorter"]));
    assert_eq!(state.simple_tests(&f), ["b"], "something ended that search before its tests were simple");
}

#[test]
fn stored_data_survives_a_kill() {
    let (_folder, path) = folder();
    let f = id("p::f");
    let mut state = State::open(&path);
    state.keep(&[turn(&f, &["a"], &[])]);
    // A killed process closes nothing: the next one finds the files as in these copies.
    let (_other, copy) = folder();
    for ending in BESIDE {
        fs::copy(format!("{path}{ending}"), format!("{copy}{ending}")).unwrap();
    }
    assert_eq!(State::open(&copy).tests(&f), ["a"]);
}

#[test]
fn a_database_cut_in_half_is_put_aside_and_the_next_run_begins_with_nothing() {
    let (_folder, path) = folder();
    let ids: Vec<TargetId> = (0..200).map(|number| id(&format!("p::f{number}"))).collect();
    let mut state = State::open(&path);
    state.keep(&ids.iter().map(|id| turn(id, &["0123456789"], &[])).collect::<Vec<_>>());
    drop(state);
    let whole = fs::read(&path).unwrap();
    for length in [0, 10, 100, 4096, whole.len() / 2, whole.len() - 5_000] {
        fs::write(&path, &whole[..length]).unwrap();
        let mut state = State::open(&path);
        assert_eq!(state.tests(&ids[0]), [""; 0], "{length} bytes");
        state.keep(&[turn(&ids[0], &["new"], &[])]);
        drop(state);
        assert_eq!(State::open(&path).tests(&ids[0]), ["new"], "{length} bytes");
    }
    assert!(Utf8PathBuf::from(format!("{path}.damaged")).exists());
}

#[test]
fn a_full_disk_ends_the_state_and_keeps_stored_data() {
    let (_folder, path) = folder();
    let (f, g) = (id("p::f"), id("p::g"));
    let mut state = State::open(&path);
    state.keep(&[turn(&f, &["a"], &[])]);
    let connection = state.connection.as_ref().unwrap();
    let pages: i64 = connection.pragma_query_value(None, "page_count", |row| row.get(0)).unwrap();
    connection.pragma_update_and_check(None, "max_page_count", pages, |_| Ok(())).unwrap();
    let long = "0123456789abcdef".repeat(4_096);
    state.keep(&[turn(&f, &["b"], &[]), turn(&g, &[&long], &[])]);
    assert!(state.connection.is_none(), "nothing more is written");
    state.keep(&[turn(&f, &["c"], &[])]);
    drop(state);
    let state = State::open(&path);
    assert_eq!((state.tests(&f), state.tests(&g).len()), (vec!["a".to_owned()], 0), "all or nothing");
}

#[test]
fn a_place_that_cannot_be_written_leaves_a_run_without_a_state() {
    let (folder, _) = folder();
    let file = Utf8Path::from_path(folder.path()).unwrap().join("file");
    fs::write(&file, "").unwrap();
    let mut state = State::open(&file.join("state.sqlite"));
    state.keep(&[turn(&id("p::f"), &["a"], &[])]);
    assert_eq!(state.begin_run(1), 0);
    assert_eq!(state.tests(&id("p::f")), [""; 0]);
}

#[test]
fn two_commands_write_one_database_in_turn() {
    let (_folder, path) = folder();
    let (f, g) = (id("p::f"), id("p::g"));
    let (mut one, mut other) = (State::open(&path), State::open(&path));
    one.keep(&[turn(&f, &["a"], &[])]);
    other.keep(&[turn(&g, &["b"], &[])]);
    one.keep(&[turn(&f, &["c"], &[])]);
    assert_eq!((other.tests(&f), one.tests(&g)), (vec!["c".to_owned()], vec!["b".to_owned()]));
}

#[test]
fn a_database_of_a_later_version_is_left_alone() {
    let (_folder, path) = folder();
    State::open(&path).keep(&[turn(&id("p::f"), &["a"], &[])]);
    let version = |version: u32| {
        let connection = Connection::open(&path).unwrap();
        connection.pragma_update(None, "user_version", version).unwrap();
    };
    version(schema::VERSION + 1);
    let mut state = State::open(&path);
    assert_eq!(state.tests(&id("p::f")), [""; 0]);
    state.keep(&[turn(&id("p::f"), &["b"], &[])]);
    drop(state);
    version(schema::VERSION);
    assert_eq!(State::open(&path).tests(&id("p::f")), ["a"]);
}

fn value(value: &str, goals: &[u32]) -> BuiltValue {
    BuiltValue { of: u64::MAX - 1, value: value.into(), goals: goals.into() }
}

#[test]
fn values_stay_until_a_search_finds_others() {
    let (_folder, path) = folder();
    let (f, g) = (id("p::f"), id("p::g"));
    let mut state = State::open(&path);
    let (first, second) = ([value("aa", &[1, 7]), value("b", &[])], [value("c", &[2])]);
    state.keep(&[Turn { built: &first, is_environmental: true, ..turn(&f, &["a"], &[]) }]);
    state.keep(&[Turn { built: &second, ..turn(&g, &["a"], &[]) }]);
    state.end_search(&Outcome { is_environmental: true, ..outcome(&f, &["d"]) });
    drop(state);
    let mut state = State::open(&path);
    assert_eq!(state.built(), [(f.clone(), first.to_vec()), (g.clone(), second.to_vec())]);
    assert_eq!(state.environmental(), std::slice::from_ref(&f));
    state.keep(&[Turn { built: &second, ..turn(&f, &["a"], &[]) }]);
    assert_eq!(state.built()[0], (f.clone(), second.to_vec()));
    assert!(state.environmental().is_empty());
    state.forget_tests([f, g].iter());
    assert_eq!(state.built(), []);
}

#[test]
fn values_of_several_states_come_together_with_all_their_goals() {
    let (_folder, path) = folder();
    let batch = |built, is_environmental| Batch { built, is_environmental, ..Batch::new(&id("p::f")) };
    let batches =
        [batch(vec![value("aa", &[1]), value("b", &[2])], false), batch(vec![value("aa", &[0, 3])], true)];
    let mut state = State::open(&path);
    batches.iter().for_each(|batch| state.add(std::slice::from_ref(batch)));
    assert_eq!(state.built(), [(id("p::f"), vec![value("aa", &[0, 1, 3]), value("b", &[2])])]);
    assert_eq!(state.environmental(), [id("p::f")]);
}

#[test]
fn forgetting_leaves_no_file_and_can_be_done_twice() {
    let (folder, path) = folder();
    let mut state = State::open(&path);
    state.keep(&[turn(&id("p::f"), &["a"], &[])]);
    drop(state);
    State::forget(&path).unwrap();
    State::forget(&path).unwrap();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    assert_eq!(State::open_if_there(&path).tests(&id("p::f")), [""; 0]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "reading makes no database");
}

#[test]
fn flaky_functions_are_those_of_the_last_search_of_each() {
    let (_folder, path) = folder();
    let (f, g) = (id("p::f"), id("p::g"));
    let mut state = State::open(&path);
    state.note_flaky(&[(&f, Some("once")), (&g, Some("\"too\""))]);
    state.note_flaky(&[(&f, None)]);
    assert_eq!(state.flaky().into_iter().collect::<Vec<_>>(), [(g, "\"too\"".to_owned())]);
}

#[test]
fn runs_are_listed_with_their_results_if_they_came_to_their_end() {
    let (_folder, path) = folder();
    let mut state = State::open(&path);
    state.begin_run(u64::MAX);
    let second = state.begin_run(1);
    let totals = RunTotals { goals: 10, covered: 9, elapsed_seconds: 1.5, ..RunTotals::default() };
    state.end_run(second, &totals);
    let runs = state.runs();
    assert_eq!((runs[0].seed, runs[0].totals), (u64::MAX, None));
    assert_eq!((runs[1].seed, runs[1].totals), (1, Some(totals)));
    assert_eq!(runs[0].began.len(), "2026-11-25 03:00".len());
}

#[test]
fn a_state_of_two_thousand_functions_opens_at_once() {
    let (_folder, path) = folder();
    let ids: Vec<TargetId> = (0..2_000).map(|number| id(&format!("p::module::f{number}"))).collect();
    let test = "0123456789abcdef".repeat(20);
    let mut state = State::open(&path);
    state.keep(&ids.iter().map(|id| turn(id, &[test.as_str(); 12], &[test.as_str(); 4])).collect::<Vec<_>>());
    drop(state);
    let began = std::time::Instant::now();
    let state = State::open(&path);
    let opened = began.elapsed();
    let tests: usize = ids.iter().map(|id| state.tests(id).len()).sum();
    assert_eq!(tests, 32_000);
    println!("opened in {opened:?}");
    // 0.2 s on a quiet machine, with much to spare for a busy one.
    assert!(opened.as_secs_f64() < 2.0, "{opened:?}");
}

fn searched(id: &TargetId, goals: Vec<GoalResult>) -> FunctionResult<'_> {
    FunctionResult { id, goals, is_complete: true }
}

fn finding<'a>(fingerprint: &'a str, id: &'a TargetId) -> FoundFinding<'a> {
    FoundFinding {
        fingerprint,
        id,
        kind: Some("overflow"),
        message: "attempt to add with overflow",
        place: Some("src/lib.rs:3:9".into()),
        call: "f(1)".into(),
        test: Some("ab"),
    }
}

fn results<'a>(
    functions: Vec<FunctionResult<'a>>,
    findings: Vec<FoundFinding<'a>>,
    there: &[&'a TargetId],
) -> Results<'a> {
    let packages = ["p"].into();
    Results { functions, findings, packages, there: there.iter().copied().collect(), ..Results::default() }
}

#[test]
fn deaths_are_kept_with_the_executable_that_showed_them_last() {
    let (_folder, path) = folder();
    let f = id("p::f");
    let fatal = |test: &str, comes_back| Fatal {
        test: test.into(),
        death: Death::Other("signal 6".into()),
        evaluations: 7,
        halves: Some(2),
        comes_back,
    };
    let (first, second, lost) = (fatal("a", true), fatal("b", true), fatal("c", false));
    let mut state = State::open(&path);
    let shown = Deaths { fatal: vec![&first, &lost], executable: Some("one".into()) };
    state.end_search(&Outcome { deaths: shown, ..outcome(&f, &[]) });
    let later = Deaths { fatal: vec![&first, &second], executable: None };
    state.keep(&[Turn { deaths: later, ..turn(&f, &[], &[]) }]);
    drop(state);
    let stored = State::open(&path).deaths(&f);
    let stored: Vec<_> =
        stored.iter().map(|death| (&*death.fatal.test, death.fatal.halves, &*death.executable)).collect();
    assert_eq!(stored, [("a", Some(2), "one"), ("b", Some(2), "")], "lost deaths are left out");
}

#[test]
fn findings_go_when_a_complete_search_does_not_meet_them_or_their_function_has_gone() {
    let (_folder, path) = folder();
    let (f, g) = (id("p::f"), id("p::g"));
    let mut state = State::open(&path);
    let panic = FoundFinding { kind: None, ..finding("p", &f) };
    let found = vec![finding("x", &f), finding("y", &g), panic];
    let all = results(vec![searched(&f, vec![]), searched(&g, vec![])], found, &[&f, &g]);
    assert_eq!(state.end_searches(1, &all).new_findings, ["x", "y", "p"]);

    let interrupted = FunctionResult { is_complete: false, ..searched(&f, vec![]) };
    let nothing = results(vec![interrupted], vec![], &[&f, &g]);
    assert_eq!(state.end_searches(2, &nothing).gone_findings, []);
    let nothing = results(vec![searched(&f, vec![])], vec![], &[&f, &g]);
    let compared = state.compare(&nothing);
    let since = state.end_searches(3, &nothing);
    assert_eq!(compared, since, "nothing was filed by comparing");
    let gone: Vec<&str> = since.gone_findings.iter().map(|gone| &*gone.fingerprint).collect();
    assert_eq!(gone, ["x"], "`g` was not searched, and a panic that a person wrote stays");
    assert_eq!(state.end_searches(4, &nothing).gone_findings, [], "it is reported once");

    let without_g = state.end_searches(5, &results(vec![], vec![], &[&f]));
    assert_eq!(without_g.gone_functions, std::slice::from_ref(&g));
    assert_eq!(without_g.gone_findings[0].fingerprint, "y");
    let other = Results { packages: ["q"].into(), ..Results::default() };
    assert_eq!(state.end_searches(6, &other).gone_functions, [], "other packages were not looked at");

    let back = results(vec![searched(&f, vec![])], vec![finding("x", &f)], &[&f, &g]);
    assert_eq!(state.end_searches(7, &back).new_findings, ["x"], "it has come back");
    assert_eq!(state.end_searches(8, &results(vec![], vec![], &[&f])).gone_functions, [g]);
    let open: Vec<bool> = state.findings().iter().map(|finding| finding.is_gone).collect();
    assert_eq!(open, [false, false, true], "p, x, y");
}

#[test]
fn a_state_of_each_earlier_version_is_brought_up_to_date() {
    for version in 1..schema::VERSION as usize {
        let (_folder, path) = folder();
        schema::open_version(&path, version);
        let f = id("p::f");
        let mut state = State::open(&path);
        assert_eq!(state.tests(&f), ["a"], "version {version}");
        let goal = || GoalResult { name: "`n > 0` true".into(), ..GoalResult::default() };
        assert_eq!(state.goals(&f), [goal()], "version {version}");
        let tried = GoalResult { best_distance: Some(3.0), tried: tried(7, &["`flag` must stay"]), ..goal() };
        let found = results(vec![searched(&f, vec![tried.clone()])], vec![finding("x", &f)], &[&f]);
        assert_eq!(state.end_searches(2, &found).new_findings, [""; 0], "version {version}");
        assert_eq!(state.findings()[0].message, "attempt to add with overflow");
        drop(state);
        assert_eq!(State::open(&path).goals(&f), [tried], "version {version}");
    }
}

fn tried(evaluations: u64, needs: &[&str]) -> Tried {
    let sequence = |needs: &&str| Sequence {
        needs: (*needs).into(),
        lacks: Some("`n > 0` (src/lib.rs:2:8) is true".into()),
        distance: Some(0.5),
    };
    Tried { sequences: needs.len() as u64, evaluations, nearest: needs.iter().map(sequence).collect() }
}

#[test]
fn attempts_for_a_goal_add_up_until_it_is_covered() {
    let (_folder, path) = folder();
    let f = id("p::f");
    let mut state = State::open(&path);
    let mut run = |covered, tried: Tried| {
        let goal = GoalResult { name: "g".into(), covered, tried, ..GoalResult::default() };
        state.end_searches(1, &results(vec![searched(&f, vec![goal])], vec![], &[&f]));
        state.goals(&f).remove(0).tried
    };
    run(false, tried(100, &["a", "b"]));
    assert_eq!(run(false, Tried::default()), tried(100, &["a", "b"]), "a run that tried nothing");
    let all = run(false, tried(50, &["c"]));
    assert_eq!((all.sequences, all.evaluations, all.nearest), (3, 150, tried(50, &["c"]).nearest));
    assert!(run(true, Tried::default()).is_empty());
}

#[test]
fn a_goal_that_is_proved_infeasible_is_neither_won_nor_lost_and_keeps_its_proof() {
    let (_folder, path) = folder();
    let f = id("p::f");
    let mut state = State::open(&path);
    let mut run = |covered, infeasible: Option<&str>| {
        let infeasible = infeasible.map(str::to_owned);
        let goal = GoalResult { name: "g".into(), covered, infeasible, ..GoalResult::default() };
        let since = state.end_searches(1, &results(vec![searched(&f, vec![goal.clone()])], vec![], &[&f]));
        assert_eq!(state.goals(&f), [goal]);
        (since.won.len(), since.lost.len())
    };
    assert_eq!(run(true, None), (0, 0));
    assert_eq!(run(false, Some("this contradicts `n > 0`")), (0, 0), "the function has changed");
    assert_eq!(run(true, None), (0, 0), "it was not sought");
    assert_eq!(run(false, None), (0, 1));
}

#[test]
fn remaining_data_of_a_function_is_mirrored_at_the_end() {
    #[derive(Debug)]
    struct Heard(std::rc::Rc<std::cell::RefCell<Vec<Batch>>>);
    impl Mirror for Heard {
        fn take(&mut self, batches: Vec<Batch>) -> Vec<Batch> {
            self.0.borrow_mut().extend(batches);
            Vec::new()
        }
    }
    let (_folder, path) = folder();
    let f = id("p::f");
    let mut state = State::open(&path);
    let heard = std::rc::Rc::default();
    state.mirror(Box::new(Heard(std::rc::Rc::clone(&heard))));
    let goal = |name: &str, covered| GoalResult { name: name.into(), covered, ..GoalResult::default() };
    let goals = vec![
        goal("covered", true),
        goal("left", false),
        GoalResult { tried: tried(9, &["a"]), ..goal("tried", false) },
        GoalResult { infeasible: Some("why".into()), ..goal("proved", false) },
    ];
    for _ in 0..2 {
        state.end_searches(1, &results(vec![searched(&f, goals.clone())], vec![], &[&f]));
    }
    let batch = Batch {
        tried: [("tried".into(), tried(9, &["a"]))].into(),
        infeasible: [("proved".into(), "why".into())].into(),
        ..Batch::new(&f)
    };
    assert_eq!(*heard.borrow(), [batch.clone(), batch], "the run's own attempts");
}

#[test]
fn goals_are_won_and_lost_and_findings_are_new_once() {
    let (_folder, path) = folder();
    let f = id("p::f");
    let mut state = State::open(&path);
    let mut run = |goals: &[(&str, bool)], fingerprints: &[&str]| {
        let number = state.begin_run(0);
        let goal = |(name, covered): &(&str, bool)| GoalResult {
            name: (*name).into(),
            covered: *covered,
            ..GoalResult::default()
        };
        let functions = vec![searched(&f, goals.iter().map(goal).collect())];
        let findings = fingerprints.iter().map(|fingerprint| finding(fingerprint, &f)).collect();
        let since = state.end_searches(number, &results(functions, findings, &[&f]));
        state.end_run(number, &RunTotals::default());
        since
    };
    let first = run(&[("a", true), ("b", false), ("c", true)], &["x"]);
    assert_eq!(
        (first.is_known, &first.won, &first.new_findings[..]),
        (false, &Default::default(), &["x".to_owned()][..])
    );
    let second = run(&[("a", false), ("b", true), ("d", false)], &["x", "y"]);
    assert!(second.is_known);
    assert_eq!(second.won[&f], ["b"]);
    assert_eq!(second.lost[&f], ["a"], "`c` is there no more");
    assert_eq!(second.new_findings, ["y"]);
    assert_eq!(run(&[("a", false), ("b", true)], &[]).lost.len(), 0, "it is lost once");
}
