//! The record of a search: the reports of all its workers, in all turns. It suffices to start the
//! next worker, and to report if none finishes.

mod deaths;
mod faults;
mod kept_tests;

use crate::sandbox::{self, Refusals};
use crate::search::proofs;
use crate::search::target_report::{Slow, TargetReport, TriedMutants};
use deaths::Deaths;
use faults::Faults;
use kept_tests::KeptTests;
use sbst_model::TargetDescription;
use sbst_model::messages::{
    Along, BuiltValue, CallOutcome, Culprit, Death, Event, Fatal, Finding, Observed, PathSummary, ProvedGoal,
    Resume, SearchSummary, SlowCall, Stopped, SynthesisSummary, TestOutline, TriedMutant, Turn,
    UncoveredGoal,
};
use std::collections::BTreeMap;

#[derive(Clone, Debug, Default)]
pub struct SearchRecord {
    /// The number of the function's own goals, which come first. Later ones are adopted.
    own_goals: usize,
    kept: KeptTests,
    faults: Faults,
    /// The end of the search, or of the last turn.
    summary: Option<SearchSummary>,
    tests: Option<Vec<TestOutline>>,
    /// True if the tests are as simple as possible.
    are_simple: bool,
    /// Initial tests that no longer fit the function.
    unfit: Vec<String>,
    /// The values in the kept tests at the end of the last turn.
    built: Vec<BuiltValue>,
    /// The outcomes of some calls, if the function gives values.
    outcomes: Vec<CallOutcome>,
    turns: Turns,
    /// The goals that were proved infeasible.
    proved: Vec<ProvedGoal>,
    /// The mutants that were sought, by function and goal.
    mutants: TriedMutants,
    /// The smallest call that was too slow.
    slow: Option<Box<SlowCall>>,
    pub touched: Touched,
    pub deaths: Deaths,
    /// Evaluations begun, all workers together.
    pub evaluations: u64,
    /// Seconds of search, all workers together.
    pub search_seconds: f64,
}

/// The turns of a search, and the state that one passes on to the next.
#[derive(Clone, Debug, Default)]
struct Turns {
    begun: u32,
    /// Test cases of the last turn that came nearest to uncovered goals.
    nearest: Vec<String>,
    /// Nearest test cases of the previous turn, which were the first ones of the last turn.
    given: Vec<String>,
    /// Goals of other functions that the kept tests reached at the end of the last turn.
    along: Vec<Along>,
    /// The uncovered goals after the last turn, with the distances and attempts of all turns.
    uncovered: Vec<UncoveredGoal>,
    /// The cost of templates in earlier turns.
    synthesis: SynthesisSummary,
    /// The attempts of symbolic execution in earlier turns.
    paths: Option<PathSummary>,
}

/// Acts of workers outside of memory that a sandbox observed.
#[derive(Clone, Debug, Default)]
pub struct Touched {
    refusals: Refusals,
    /// True if anything was touched, refused or not.
    any: bool,
}

impl Touched {
    /// Adds the acts of a worker.
    pub fn add(&mut self, refusals: Refusals, any: bool) {
        sandbox::merge(&mut self.refusals, refusals);
        self.any |= any;
    }
}

impl SearchRecord {
    /// Returns an empty record of a function with this number of goals.
    pub fn new(own_goals: usize) -> SearchRecord {
        SearchRecord { own_goals, ..SearchRecord::default() }
    }

    /// Begins another turn. Drops the end of the last one, and keeps all else.
    pub fn begin_turn(&mut self) -> Turn {
        if let Some(summary) = self.summary.take() {
            self.evaluations = summary.evaluations;
            self.search_seconds = summary.search_seconds;
            self.turns.synthesis = summary.synthesis;
            self.turns.paths = summary.paths;
            self.turns.uncovered = summary.uncovered;
        }
        self.tests = None;
        let number = self.turns.begun;
        self.turns.begun += 1;
        Turn { number, evaluations: self.evaluations, search_seconds: self.search_seconds }
    }

    /// Drops the outlines of the last turn, which are of faults only.
    pub fn want_tests(&mut self) {
        self.tests = None;
    }

    /// Returns the end of the search, or of the last turn.
    pub fn summary(&self) -> Option<&SearchSummary> {
        self.summary.as_ref()
    }

    /// True if another worker should get results of earlier ones.
    pub fn is_begun(&self) -> bool {
        self.deaths.count > 0 || self.faults.knows_fatal() || self.turns.begun > 1 || self.has_ended()
    }

    pub fn take(&mut self, event: Event) {
        match event {
            Event::Kept { test, covers, evaluations, search_seconds } => {
                self.kept.keep(test, &covers, evaluations, search_seconds);
            }
            Event::Suite { evaluations, tests, size } => self.kept.note_size(evaluations, tests, size),
            Event::Finding(finding) => self.faults.add_finding(finding),
            // Each worker that makes tests ready measures it.
            Event::Slow(call) => self.slow = Some(call),
            Event::Culprit(culprit) => self.faults.add_culprit(*culprit),
            Event::Progress { evaluations, .. } => self.evaluations = self.evaluations.max(evaluations),
            Event::Mutants(tried) => tried.iter().for_each(|tried| self.add_mutant(tried)),
            Event::SearchEnded(summary) => {
                // If the worker dies after this event, the tests are not minimised.
                self.are_simple = false;
                self.end(summary);
            }
            Event::Unfit(tests) => self.unfit = tests,
            Event::Nearest(tests) => {
                self.turns.given = std::mem::replace(&mut self.turns.nearest, tests);
            }
            Event::Along(along) => self.turns.along = along,
            Event::Built(built) => self.built = built,
            Event::Outcomes(outcomes) => self.outcomes = outcomes,
            Event::Simple => self.are_simple = true,
            Event::Finished(tests) => {
                self.faults.simplify(&tests);
                self.tests = Some(tests);
            }
            Event::Hello { .. }
            | Event::Target(_)
            | Event::Described { .. }
            | Event::WantsRecipe
            | Event::WantsEvents
            | Event::Refused { .. }
            | Event::Axes(_)
            | Event::Heights { .. }
            | Event::Step(_)
            | Event::Replayed { .. } => {}
        }
    }

    /// Adds a worker's executions for showing a mutant.
    fn add_mutant(&mut self, tried: &TriedMutant) {
        let known = self.mutants.entry((tried.target.clone(), tried.goal)).or_default();
        known.executed += tried.executed;
        known.differed += tried.differed;
        known.is_inapplicable |= tried.is_inapplicable;
    }

    /// Records the end of a search. A worker that only makes tests ready reports another end. Then
    /// only the goals of the first summary are replaced.
    fn end(&mut self, summary: SearchSummary) {
        self.evaluations = self.evaluations.max(summary.evaluations);
        self.keep_given(&summary.adopted_covered);
        self.proved.extend(summary.proved.iter().cloned());
        let Some(first) = &mut self.summary else {
            let summary = self.summary.insert(summary);
            summary.synthesis.add(&self.turns.synthesis);
            if let Some(before) = &self.turns.paths {
                summary.paths.get_or_insert_default().add(before);
            }
            add_earlier(summary, &self.turns.uncovered);
            // A worker that took up another's tests covers their goals late.
            if self.deaths.count > 0 || self.turns.begun > 1 {
                self.kept.correct_last_goal(summary);
            }
            return;
        };
        let known = std::mem::replace(&mut first.uncovered, summary.uncovered);
        first.covered = summary.covered;
        first.adopted_covered = summary.adopted_covered;
        first.adopted_reached = summary.adopted_reached;
        add_earlier(first, &known);
    }

    /// Files a finding, unless one of its kind at this place is known.
    pub fn add_finding(&mut self, finding: Finding) {
        self.faults.add_finding(finding);
    }

    /// Files a fatal test case; false if it was known already.
    pub fn add_fatal(&mut self, fatal: Fatal) -> bool {
        self.faults.add_fatal(fatal)
    }

    /// Records the end of a slow test case that was tried again: a death, or none.
    pub fn tried_again(&mut self, test: &str, death: Option<Death>) {
        self.faults.tried_again(test, death);
    }

    /// Takes over the fatal test cases of earlier runs.
    pub fn know(&mut self, fatal: Vec<Fatal>) {
        self.faults.fatal = fatal;
    }

    /// Drops test cases that no longer cause a fault, with the findings of their kinds.
    pub fn forget(&mut self, gone: &[Fatal]) {
        self.faults.forget(gone);
        let is_gone = |finding: &Finding| gone.iter().any(|fatal| fatal.is_shown_by(finding));
        if let Some(tests) = &mut self.tests {
            tests.retain(|test| !matches!(&test.observed, Observed::Fault(fault) if is_gone(fault)));
        }
    }

    /// Returns the fatal test cases, including those of earlier runs.
    pub fn fatal(&self) -> &[Fatal] {
        &self.faults.fatal
    }

    /// Returns the deaths that no worker has reported as findings.
    pub fn unreported(&self) -> Vec<Fatal> {
        self.faults.unreported()
    }

    /// Returns the fatal calls of other functions.
    pub fn culprits(&self) -> &[Culprit] {
        &self.faults.culprits
    }

    /// True if the search itself is over.
    pub fn has_ended(&self) -> bool {
        self.summary.is_some()
    }

    /// True if the tests are there, too.
    pub fn is_finished(&self) -> bool {
        self.tests.is_some()
    }

    /// Returns the number of the function's covered goals.
    pub fn covered(&self) -> usize {
        let known = || self.kept.covered(self.own_goals);
        self.summary.as_ref().map_or_else(known, |summary| summary.covered.len())
    }

    /// Returns the number of all goals ever covered, including adopted ones and those given up.
    pub fn ever_covered(&self) -> usize {
        self.kept.ever_covered()
    }

    /// Returns the stored tests that cover goals.
    pub fn covering(&self) -> impl Iterator<Item = &str> {
        self.kept.wanted(&[]).map(String::as_str)
    }

    /// Returns the stored test cases of the last turn that came nearest to uncovered goals.
    pub fn nearest(&self) -> impl Iterator<Item = &str> {
        self.turns.nearest.iter().map(String::as_str)
    }

    /// Returns the goals of other functions that the kept tests reached.
    pub fn along(&self) -> &[Along] {
        &self.turns.along
    }

    /// Returns the values in the kept tests.
    pub fn built(&self) -> &[BuiltValue] {
        &self.built
    }

    /// Returns the outcomes of some calls of a function that gives values.
    pub fn outcomes(&self) -> &[CallOutcome] {
        &self.outcomes
    }

    /// Keeps the nearest tests of the previous turn if they cover a goal adopted since. A worker
    /// does not report its initial tests as kept.
    fn keep_given(&mut self, adopted_covered: &[u32]) {
        if adopted_covered.iter().any(|goal| !self.kept.is_covered(*goal)) {
            let Turns { nearest, given, .. } = &mut self.turns;
            let others: Vec<String> = given.drain(..).filter(|test| !nearest.contains(test)).collect();
            nearest.extend(others);
        }
    }

    /// Returns the state for the next worker, which only makes tests ready if `search_ended`. Omits
    /// tests that cover only given-up goals.
    pub fn resume(&self, search_ended: bool, given_up: &[u32]) -> Resume {
        Resume {
            deaths: self.deaths.count,
            evaluations: self.evaluations,
            search_seconds: self.search_seconds,
            kept: self.kept.wanted(given_up).chain(&self.turns.nearest).cloned().collect(),
            fatal: self.faults.fatal.clone(),
            search_ended: search_ended || self.has_ended(),
            simplify: !search_ended && self.deaths.allow_simple_tests(),
        }
    }

    /// Returns the report. `ended_by_us` is the reason if the search was ended from outside.
    pub fn into_report(
        mut self,
        description: &TargetDescription,
        ended_by_us: Option<Stopped>,
    ) -> TargetReport {
        let slow =
            Slow { executions: self.faults.take_slow().len(), call: self.slow.take().map(|call| *call) };
        let deaths = self.faults.fatal.iter().filter(|fatal| fatal.comes_back).cloned().collect();
        let lost_deaths = self.faults.report_fatal();
        let own_goals = description.own_goals();
        let mut summary = self.summary.take().unwrap_or_else(|| self.known_summary(own_goals));
        if let Some(reason) = ended_by_us {
            summary.stopped = reason;
        }
        let mut tests = self.tests.unwrap_or_default();
        self.faults.add_missing_tests(&mut tests, description.parameters.len());
        let (first_covered, suite) = self.kept.into_report(own_goals);
        let mut report = TargetReport {
            summary: Some(summary),
            first_covered,
            suite,
            findings: self.faults.findings,
            culprits: self.faults.culprits,
            deaths,
            lost_deaths,
            slow,
            unfit: self.unfit,
            refusals: self.touched.refusals,
            touched: self.touched.any,
            tests,
            built: self.built,
            outcomes: self.outcomes,
            are_simple: self.are_simple,
            mutants: self.mutants,
            ..TargetReport::new(description)
        };
        proofs::add(&self.proved, &mut report);
        report
    }

    /// Returns a summary of the events before the workers died.
    fn known_summary(&self, goals: usize) -> SearchSummary {
        let (covered, uncovered): (Vec<u32>, Vec<u32>) =
            (0..goals as u32).partition(|goal| self.kept.is_covered(*goal));
        let mut summary = SearchSummary {
            evaluations: self.evaluations,
            search_seconds: self.search_seconds,
            covered,
            uncovered: uncovered.into_iter().map(|goal| UncoveredGoal::new(goal, None)).collect(),
            synthesis: self.turns.synthesis,
            ..SearchSummary::new(Stopped::Deaths)
        };
        self.kept.correct_last_goal(&mut summary);
        summary
    }
}

/// Merges the least distances and the attempts of earlier turns.
fn add_earlier(summary: &mut SearchSummary, earlier: &[UncoveredGoal]) {
    let earlier: BTreeMap<u32, &UncoveredGoal> = earlier.iter().map(|goal| (goal.goal, goal)).collect();
    for goal in &mut summary.uncovered {
        let Some(known) = earlier.get(&goal.goal) else { continue };
        goal.best_distance = goal.best_distance.into_iter().chain(known.best_distance).reduce(f64::min);
        goal.tried.add(&known.tried);
    }
}

#[cfg(test)]
mod tests;
