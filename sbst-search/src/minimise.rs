//! From an archive to a small suite of simple tests.
//!
//! # Policy
//! 1. Few tests: a greedy cover takes the test that covers most of the goals still open. Among
//!    equals it takes the better ending, then the smaller test, then that of the lower goal.
//! 2. Simple values: the values of each test are simplified as long as the test covers its goals
//!    and ends no worse.
//! 3. A test whose goals others then cover is dropped, unless it has a class of outputs;
//!    the others get its goals.
//! 4. Each class of outputs gets a test ([`outputs`]).
//! 5. Plain values: small values become typical ones, as long as the test covers its goals and ends
//!    no worse. Rule 3 is applied again.
//! 6. Distinctive arguments: objects, and empty or zero values, are replaced by others that change
//!    the output ([`telling`]). Their texts become plain. Calls without effect are removed
//!    ([`idle`]). Rule 3 is applied again.
//! 7. If mutants choose among tests later, tests of other outputs are added ([`variants`]).
//! 8. Tests at boundaries that the suite misses are added, too ([`boundaries`]).
//! 9. No goal is lost: a test that does not reproduce its coverage stays as it is.
//! 10. The values of a test stay if an earlier run simplified it completely.

mod simplicity;
mod candidates;
mod trial;
mod wording;
mod plainness;
mod values;
mod plain;
mod elements;
mod integers;
mod structures;
mod texts;
mod readable;
mod outputs;
mod operands;
mod donors;
mod telling;
mod idle;
mod variants;
mod boundaries;

use crate::evaluation::archive::Archive;
use crate::evaluation::problem::{Ending, Problem};
use sbst_model::messages::ValueSource;
use sbst_model::{OutputClass, TestCase};
use std::collections::BTreeSet;
use std::time::Instant;
use trial::Trial;

/// A test, and the goals assigned to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuiteTest {
    pub test: TestCase,
    /// Its goals not assigned to an earlier test of the suite, in ascending order. Empty for a test
    /// of a class of outputs alone, for a variant, and for the only test of a problem without any
    /// covered goal.
    pub goals: Vec<u32>,
}

struct Candidate {
    test: TestCase,
    ending: Ending,
    /// Covered goals, ascending.
    covers: Vec<u32>,
    /// Assigned goals, ascending.
    goals: Vec<u32>,
    /// The assigned class of outputs.
    class: Option<OutputClass>,
    /// The fingerprint of the output that it must keep.
    output: Option<u64>,
    /// Fingerprints of outputs that it must not have.
    known: Option<BTreeSet<u64>>,
    /// The fingerprint of the [state](Problem::state) that it must keep.
    state: Option<u64>,
}

impl Candidate {
    fn new(test: TestCase) -> Candidate {
        Candidate {
            test,
            ending: Ending::Returned,
            covers: Vec::new(),
            goals: Vec::new(),
            class: None,
            output: None,
            known: None,
            state: None,
        }
    }
}

/// A suite of an archive's tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Minimised {
    pub suite: Vec<SuiteTest>,
    /// True if the tests are as simple as possible: neither evaluations nor time ran out.
    pub is_complete: bool,
}

/// The requests for a suite.
#[derive(Clone, Copy)]
pub struct Wishes<'a> {
    /// Returns true for tests whose values stay (rule 10).
    pub is_simple: &'a dyn Fn(&TestCase) -> bool,
    /// Disabled sources of values.
    pub without: &'a [ValueSource],
    /// True if variants are requested (rule 7).
    pub has_variants: bool,
}

impl Default for Wishes<'_> {
    fn default() -> Self {
        Wishes { is_simple: &|_| false, without: &[], has_variants: false }
    }
}

/// Makes a suite that covers every goal of the archive. Small values take at most
/// `budget_evaluations`, if any, and plain ones some per test; none begins after `until`. If the
/// archive covers no goal, the suite has one test without goals, if any test was evaluated.
///
/// ```
/// # mod magic { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/magic.rs")); }
/// # use magic::Magic;
/// use sbst_model::messages::Budget;
/// use sbst_search::{minimise, search, Algorithm, Options, Silent};
///
/// let mut problem = Magic::new();
/// let options = Options::new(Algorithm::Hybrid, 1, Budget::UNLIMITED);
/// let outcome = search(&mut problem, &options, &mut Silent);
/// let suite = minimise(&mut problem, &outcome.archive, 1_000, None);
/// let tests: Vec<_> = suite.iter().map(|test| (test.test.integer(1), &test.goals[..])).collect();
/// assert_eq!(tests, [(4_242, &[0][..]), (1, &[1][..])]);
/// ```
pub fn minimise(
    problem: &mut dyn Problem,
    archive: &Archive,
    budget_evaluations: u64,
    until: Option<Instant>,
) -> Vec<SuiteTest> {
    minimise_as(problem, archive, budget_evaluations, until, &Wishes::default()).suite
}

/// Makes a suite as [`minimise`] does, with requests.
pub fn minimise_as(
    problem: &mut dyn Problem,
    archive: &Archive,
    budget_evaluations: u64,
    until: Option<Instant>,
    wishes: &Wishes<'_>,
) -> Minimised {
    let Wishes { is_simple, without, has_variants } = *wishes;
    let inputs = problem.inputs().clone();
    let mut trial = Trial::new(problem, budget_evaluations, until);
    let found = distinct(archive, &mut trial);
    let tests: Vec<TestCase> = found.iter().map(|candidate| candidate.test.clone()).collect();
    let mut suite = cover(found, archive);
    values::simplify(&mut suite, &inputs, &mut trial, is_simple);
    drop_redundant(&mut suite, &mut trial);
    let is_small = trial.is_open();
    if budget_evaluations > 0 {
        let of_test = plain::EXECUTIONS + plain::FAULTS + telling::GRANTED + idle::GRANTED;
        trial.grant(suite.len() as u64 * of_test + outputs::EXECUTIONS);
    }
    let shows_more =
        budget_evaluations > 0 && outputs::show_outputs(&mut suite, &inputs, &mut trial, is_simple, without);
    let is_plainer = plain::make_plain(&mut suite, &inputs, &mut trial, is_simple);
    let mut is_more_telling = false;
    if budget_evaluations > 0 {
        let before: Vec<TestCase> = suite.iter().map(|candidate| candidate.test.clone()).collect();
        is_more_telling = telling::make_telling(&mut suite, &inputs, &mut trial, is_simple, without);
        plain::write_texts(&mut suite, &inputs, &mut trial, &before);
    }
    let is_shorter = budget_evaluations > 0 && idle::remove_idle(&mut suite, &inputs, &mut trial, is_simple);
    if is_plainer || shows_more || is_more_telling || is_shorter {
        drop_redundant(&mut suite, &mut trial);
    }
    if has_variants && budget_evaluations > 0 {
        trial.grant(variants::EXECUTIONS);
        let mut added = variants::find(&suite, &tests, &inputs, &mut trial, without);
        trial.grant(added.len() as u64 * idle::GRANTED);
        idle::remove_idle(&mut added, &inputs, &mut trial, is_simple);
        suite.extend(added);
        trial.grant(boundaries::EXECUTIONS);
        let at_boundaries = boundaries::find(&suite, &tests, archive, &inputs, &mut trial);
        suite.extend(at_boundaries);
    }
    let finished = |candidate: Candidate| SuiteTest { test: candidate.test, goals: candidate.goals };
    let suite = suite.into_iter().map(finished).collect();
    Minimised { suite, is_complete: is_small && trial.is_open() }
}

/// Returns the different tests of the archive, with all covered goals.
fn distinct(archive: &Archive, trial: &mut Trial<'_>) -> Vec<Candidate> {
    let mut candidates: Vec<Candidate> = Vec::new();
    for (goal, test) in archive.iter() {
        match candidates.iter_mut().find(|candidate| candidate.test == *test) {
            Some(candidate) => candidate.covers.push(goal),
            None => candidates.push(Candidate { covers: vec![goal], ..Candidate::new(test.clone()) }),
        }
    }
    if let (true, Some(any)) = (candidates.is_empty(), archive.any()) {
        candidates.push(Candidate::new(any.clone()));
    }
    for candidate in &mut candidates {
        if let Some(execution) = trial.run(&candidate.test) {
            candidate.ending = execution.ending;
            let covered = execution.reached.iter().filter(|(_, distance)| distance.is_zero());
            candidate.covers.extend(covered.map(|&(goal, _)| goal).filter(|&goal| archive.is_covered(goal)));
            candidate.covers.sort_unstable();
            candidate.covers.dedup();
        }
    }
    candidates
}

/// Rule 1.
fn cover(mut candidates: Vec<Candidate>, archive: &Archive) -> Vec<Candidate> {
    if archive.covered() == 0 {
        return candidates;
    }
    let mut open: Vec<bool> = (0..archive.goals() as u32).map(|goal| archive.is_covered(goal)).collect();
    let mut suite = Vec::new();
    loop {
        let gain =
            |candidate: &Candidate| candidate.covers.iter().filter(|&&goal| open[goal as usize]).count();
        let best = candidates.iter().enumerate().max_by_key(|(index, candidate)| {
            use std::cmp::Reverse;
            (gain(candidate), Reverse((candidate.ending, candidate.test.size(), *index)))
        });
        let Some((best, _)) = best.filter(|(_, candidate)| gain(candidate) > 0) else {
            return suite;
        };
        let mut candidate = candidates.remove(best);
        for &goal in &candidate.covers {
            if std::mem::take(&mut open[goal as usize]) {
                candidate.goals.push(goal);
            }
        }
        suite.push(candidate);
    }
}

/// Rule 3, from the last test, which has the fewest goals.
fn drop_redundant(suite: &mut Vec<Candidate>, trial: &mut Trial<'_>) {
    for candidate in suite.iter_mut() {
        candidate.covers = candidate.goals.clone();
        if let Some(execution) = trial.run(&candidate.test) {
            candidate.ending = candidate.ending.min(execution.ending);
            let covered = execution.reached.iter().filter(|(_, distance)| distance.is_zero());
            candidate.covers.extend(covered.map(|&(goal, _)| goal));
        }
    }
    if suite.len() == 1 {
        return;
    }
    for index in (0..suite.len()).rev() {
        if suite[index].class.is_some() {
            continue;
        }
        let heir = |goal: &u32| {
            suite
                .iter()
                .enumerate()
                .position(|(other, candidate)| other != index && candidate.covers.contains(goal))
        };
        let heirs: Option<Vec<usize>> = suite[index].goals.iter().map(heir).collect();
        if let Some(heirs) = heirs {
            let goals = std::mem::take(&mut suite[index].goals);
            for (goal, heir) in goals.into_iter().zip(heirs) {
                suite[heir].goals.push(goal);
                suite[heir].goals.sort_unstable();
            }
            suite[index].covers.clear();
        }
    }
    suite.retain(|candidate| !candidate.goals.is_empty() || candidate.class.is_some());
}
