//! The exchange of a run with earlier and later ones, through the state.
//!
//! 1. A yardstick, which is a classic algorithm or drawn test cases, does not use the state.
//! 2. A run that only compares does not store its results, so it can be repeated.
//! 3. A run of some functions, like a shard, lacks the goals of other functions, and tests are
//!    stored for these, too. So it keeps the tests that it began with, behind its own.
//! 4. Each run of a state draws different values from the previous one, even with the same seed.
//! 5. Of the hangs that earlier runs met in another executable, [`MOST_HANGS`] are tried again in a
//!    run, others in the next one.

use super::{Mode, RunOptions};
use crate::report::changes;
use crate::report::closing::kind_of_finding;
use crate::report::totals::Totals;
use crate::search::session::Session;
use crate::search::supervisor::KnownDeaths;
use crate::search::target_report::TargetReport;
use crate::state::{
    Deaths, FoundFinding, FunctionResult, Outcome, Results, RunTotals, Since, State, StoredDeath,
};
use crate::suite::findings::{Entry, Findings};
use crate::ui::interrupt;
use crate::worker::describe::FoundTarget;
use cargo_metadata::camino::Utf8PathBuf;
use sbst_model::fingerprint::hash_text;
use sbst_model::messages::{FindingKind, KnownValues, Observed, RUN_BITS, TestOutline};
use sbst_model::{Algorithm, TargetId};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::hash::{DefaultHasher, Hasher};

/// The most functions whose hangs a run tries again: at ten seconds each, with two jobs, a minute.
const MOST_HANGS: usize = 12;

/// The state, with the current run.
pub struct EarlierRuns {
    state: RefCell<State>,
    run: i64,
    /// The number of runs before, where they count for the seed (rule 4): a shard draws the same on
    /// any machine.
    before_this: u64,
    only_compares: bool,
    /// True if some functions are left out.
    is_partial: bool,
    /// True if mutants are goals.
    seeks_mutants: bool,
    /// The tests of functions before a partial run.
    before: RefCell<BTreeMap<TargetId, Vec<String>>>,
    /// Functions with hangs that are not tried again in this run.
    untried: RefCell<BTreeSet<TargetId>>,
    /// Fingerprints of executables, by their paths.
    fingerprints: RefCell<BTreeMap<Utf8PathBuf, String>>,
}

impl EarlierRuns {
    pub fn open(session: &Session, options: &RunOptions, mode: Mode<'_>) -> anyhow::Result<EarlierRuns> {
        let path = session.state();
        let algorithm: Option<Algorithm> = options.algorithm.parse().ok();
        let is_yardstick = options.draw.is_some() || algorithm.is_some_and(Algorithm::is_classic);
        if options.fresh {
            State::forget(&path)?;
        }
        let mut state = if is_yardstick { State::without() } else { State::open(&path) };
        let steps = mode.steps();
        let seed = options.search.seed;
        let run = match mode {
            Mode::Merge(merged) => state.begin_run_at(seed, merged.plan.began),
            _ if steps.stores => state.begin_run(seed),
            _ => 0,
        };
        let before_this = if steps.draws_anew { u64::try_from(run - 1).unwrap_or_default() } else { 0 };
        Ok(EarlierRuns {
            state: RefCell::new(state),
            run,
            before_this,
            only_compares: !steps.stores,
            is_partial: !options.common.selection.only.is_empty() || !steps.is_whole,
            seeks_mutants: steps.seeks_mutants,
            before: RefCell::default(),
            untried: RefCell::default(),
            fingerprints: RefCell::default(),
        })
    }

    /// Opens the state of a session for a command that only reads it.
    pub fn look(session: &Session) -> EarlierRuns {
        EarlierRuns {
            state: RefCell::new(State::open_if_there(&session.state())),
            run: 0,
            before_this: 0,
            only_compares: true,
            is_partial: false,
            seeks_mutants: false,
            before: RefCell::default(),
            untried: RefCell::default(),
            fingerprints: RefCell::default(),
        }
    }

    pub fn state(&self) -> &RefCell<State> {
        &self.state
    }

    /// Returns the number of the run.
    pub fn run(&self) -> i64 {
        self.run
    }

    /// Returns the seed of a function's search in this run, by its seed in the first one.
    pub fn seed(&self, first: u64) -> u64 {
        first.wrapping_add(self.before_this << RUN_BITS)
    }

    /// Returns the state, for the tests of each round of turns; `None` if it stays unchanged until
    /// the end.
    pub fn state_of_rounds(&self) -> Option<&RefCell<State>> {
        (!self.only_compares).then_some(&self.state)
    }

    /// Returns the initial tests of a function's search.
    pub fn tests(&self, id: &TargetId) -> Vec<String> {
        let tests = self.state.borrow().tests(id);
        if self.is_partial {
            self.before.borrow_mut().insert(id.clone(), tests.clone());
        }
        tests
    }

    /// Returns the tests of a function that an earlier search for mutants found.
    pub fn killing_tests(&self, id: &TargetId) -> Vec<String> {
        self.state.borrow().killing_tests(id)
    }

    /// Returns the functions whose results depend on the environment.
    pub fn known(&self) -> KnownValues {
        let environmental = self.state.borrow().environmental();
        KnownValues { values: Vec::new(), environmental }
    }

    /// Returns the fingerprints of the tests of a function that are as simple as possible.
    pub fn simple_tests(&self, id: &TargetId) -> Vec<u64> {
        let tests = self.state.borrow().simple_tests(id);
        let fingerprints: BTreeSet<u64> = tests.iter().map(|test| hash_text(test)).collect();
        fingerprints.into_iter().collect()
    }

    /// Returns the deaths of these functions that earlier runs met.
    pub fn known_deaths(&self, targets: &[FoundTarget]) -> BTreeMap<TargetId, KnownDeaths> {
        let state = self.state.borrow();
        let mut known = BTreeMap::new();
        let mut unsure = Vec::new();
        for target in targets {
            let id = &target.description.id;
            let stored = state.deaths(id);
            let mut hangs = stored.iter().filter(|death| death.fatal.death.is_hang());
            let first = hangs.next().map(|death| &death.executable);
            if first.is_some_and(|shown| *shown != self.fingerprint(target)) {
                unsure.push(id.clone());
            }
            let fatal: Vec<_> = stored.into_iter().map(|StoredDeath { fatal, .. }| fatal).collect();
            if !fatal.is_empty() {
                known.insert(id.clone(), KnownDeaths { fatal, tries_hangs: false });
            }
        }
        let first = match unsure.len() {
            0 => 0,
            all => self.run.unsigned_abs() as usize * MOST_HANGS % all,
        };
        for id in unsure.iter().cycle().skip(first).take(MOST_HANGS.min(unsure.len())) {
            known.entry(id.clone()).and_modify(|known| known.tries_hangs = true);
        }
        unsure.retain(|id| known.get(id).is_some_and(|known| !known.tries_hangs));
        self.untried.borrow_mut().extend(unsure);
        known
    }

    /// Returns the fingerprint of a function's executable; an empty one for an unreadable file.
    fn fingerprint(&self, target: &FoundTarget) -> String {
        let path = &target.host.executable.path;
        let mut fingerprints = self.fingerprints.borrow_mut();
        let made = fingerprints.entry(path.clone()).or_insert_with(|| {
            let mut hasher = DefaultHasher::new();
            hasher.write(&fs::read(path).unwrap_or_default());
            format!("{:016x}", hasher.finish())
        });
        made.clone()
    }

    /// Stores the tests of a function whose search has ended.
    pub fn end_search(&self, report: &TargetReport, target: &FoundTarget) {
        let Some(summary) = report.summary.as_ref().filter(|_| !self.only_compares) else { return };
        let hangs = report.deaths.iter().any(|death| death.death.is_hang());
        let is_shown = hangs && !self.untried.borrow().contains(&report.description.id);
        let executable = is_shown.then(|| self.fingerprint(target));
        let before = self.before.borrow_mut().remove(&report.description.id).unwrap_or_default();
        let mut covering: Vec<&str> =
            report.covering_tests().filter(|test| !is_fatal(test)).map(|test| &*test.test).collect();
        let others: Vec<&str> =
            before.iter().map(String::as_str).filter(|test| !covering.contains(test)).collect();
        covering.extend(others);
        let before = self.killing_tests(&report.description.id);
        let killing = self.seeks_mutants.then(|| killing_tests(report, &before));
        self.state.borrow_mut().end_search(&Outcome {
            id: &report.description.id,
            covering,
            killing,
            are_simple: report.are_simple,
            built: &report.built,
            is_environmental: report.is_environmental,
            deaths: Deaths { fatal: report.deaths.iter().collect(), executable },
            goals: report.goals(),
            covered: report.covered(),
            evaluations: summary.evaluations,
            search_seconds: summary.search_seconds,
        });
    }

    /// Stores the flakiness of the searched functions.
    pub fn note_flaky(&mut self, reports: &[TargetReport]) {
        let searched = reports.iter().filter(|report| report.summary.is_some());
        let found: Vec<_> =
            searched.map(|report| (&report.description.id, report.flaky.as_deref())).collect();
        if !self.only_compares {
            self.state.get_mut().note_flaky(&found);
        }
    }

    /// Stores the results of the searches, and returns the changes since the last run. An
    /// interrupted search does not show that a goal is unreachable.
    pub fn end_searches(&mut self, session: &Session, reports: &[TargetReport], found: &[Findings]) -> Since {
        if interrupt::requested() {
            return Since::default();
        }
        let results = results(session, reports, found);
        let state = self.state.get_mut();
        match self.only_compares {
            true => state.compare(&results),
            false => state.end_searches(self.run, &results),
        }
    }

    /// Stores the results of the run.
    pub fn end_run(&mut self, totals: &Totals) {
        let totals = RunTotals {
            elapsed_seconds: totals.elapsed_seconds,
            functions: totals.targets,
            goals: totals.goals,
            covered: totals.covered,
            findings: totals.findings,
            tests: totals.tests,
            evaluations: totals.evaluations,
        };
        if !self.only_compares {
            self.state.get_mut().end_run(self.run, &totals);
        }
    }
}

/// Returns the results of searches as the state takes them.
pub fn results<'a>(session: &'a Session, reports: &'a [TargetReport], found: &'a [Findings]) -> Results<'a> {
    let searched = reports.iter().filter(|report| report.summary.is_some() || !report.through.is_empty());
    let functions = searched.map(|report| FunctionResult {
        id: &report.description.id,
        goals: changes::goals(report),
        is_complete: report.summary.is_some(),
    });
    let not_searched = reports.iter().filter(|report| report.description.not_searched.is_some());
    let packages = session.workspace.packages.iter().map(|package| package.package.name.as_str()).collect();
    Results {
        functions: functions.collect(),
        not_searched: not_searched.map(|report| &report.description.id).collect(),
        findings: found.iter().flat_map(|findings| &findings.all).map(stored).collect(),
        packages,
        there: session.callable.iter().map(|description| &description.id).collect(),
    }
}

fn stored(entry: &Entry) -> FoundFinding<'_> {
    FoundFinding {
        fingerprint: &entry.fingerprint,
        id: &entry.id,
        kind: entry.kind.map(kind_of_finding),
        message: &entry.message,
        place: entry.place.as_ref().map(ToString::to_string),
        call: entry.call.join("\n"),
        test: entry.test.as_deref(),
    }
}

/// Returns the earlier tests, and behind them the tests of a report that may have been kept for
/// mutants. Among its own goals, mutants follow conditions; the goals of others may be mutants.
fn killing_tests<'a>(report: &'a TargetReport, before: &'a [String]) -> Vec<&'a str> {
    let conditions = report.description.goals() as u32;
    let is_killing =
        |test: &&TestOutline| !test.adopted.is_empty() || test.goals.iter().any(|goal| *goal >= conditions);
    let mut killing: Vec<&str> = before.iter().map(String::as_str).collect();
    for test in report.tests.iter().filter(is_killing) {
        if !killing.contains(&&*test.test) {
            killing.push(&test.test);
        }
    }
    killing
}

/// True if the test crashes its worker, or if its test case is not recorded.
fn is_fatal(test: &TestOutline) -> bool {
    let is_death = matches!(&test.observed, Observed::Fault(finding) if finding.kind == FindingKind::Death);
    test.test.is_empty() || is_death
}
