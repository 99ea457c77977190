//! What the workers of one target have told so far: enough to start the next one, and to report if none finishes. If
//! the target is searched in turns, all of them together.

use crate::sandbox::{self, Refusals};
use crate::search::target_report::{SuiteAt, TargetReport};
use sbst_model::TargetDescription;
use sbst_model::messages::{
    Along, Culprit, Event, Fatal, Finding, FindingKind, Observed, Resume, SearchSummary, Stopped,
    SynthesisSummary, TestOutline, Turn, UncoveredGoal,
};
use std::collections::{BTreeMap, BTreeSet};

/// Deaths while tests are made simple after which they stay as they are: simple values are worth some restarts, each of which takes
/// most of a second if memory has run out.
const MAX_DEATHS_OF_TESTS: u32 = 5;

/// A test case kept, and the goals that no later one covers better.
#[derive(Clone, Debug)]
struct Kept {
    test: String,
    goals: BTreeSet<u32>,
}

/// What is known of a target's search.
#[derive(Clone, Debug, Default)]
pub struct SearchRecord {
    kept: Vec<Kept>,
    /// The goals covered, with the evaluations when each was covered first.
    covered: BTreeMap<u32, u64>,
    /// How long the suite was, whenever it changed.
    suite: Vec<SuiteAt>,
    evaluations_to_last_goal: u64,
    seconds_to_last_goal: f64,
    findings: Vec<Finding>,
    fatal: Vec<Fatal>,
    /// What workers died of that was no call of the target.
    culprits: Vec<Culprit>,
    summary: Option<SearchSummary>,
    tests: Option<Vec<TestOutline>>,
    /// Turns begun.
    turns: u32,
    /// Test cases of the last turn that came nearest to uncovered goals.
    nearest: Vec<String>,
    /// The least distance met in all turns that are over, for each goal that was uncovered then.
    best_distances: BTreeMap<u32, f64>,
    /// What the tests kept came to in other functions at the end of the last turn.
    along: Vec<Along>,
    /// How many goals, the first ones, are the function's own; those behind are adopted.
    own_goals: usize,
    /// What templates cost in the turns before the last one.
    synthesis: SynthesisSummary,
    /// Acts that the sandbox refused.
    refusals: Refusals,
    /// True if a worker touched anything outside of memory.
    touched: bool,
    /// Workers that died.
    pub deaths: u32,
    /// Those of them that had ended the search and made its tests ready.
    pub deaths_of_tests: u32,
    /// Evaluations begun, all workers together.
    pub evaluations: u64,
    /// Seconds of search, all workers together.
    pub search_seconds: f64,
}

impl SearchRecord {
    /// Nothing is known yet of a function with so many goals.
    pub fn of(own_goals: usize) -> SearchRecord {
        SearchRecord { own_goals, ..SearchRecord::default() }
    }

    /// Another turn begins: what is known of the last one is kept, but that it has ended.
    pub fn begin_turn(&mut self) -> Turn {
        if let Some(summary) = self.summary.take() {
            self.evaluations = summary.evaluations;
            self.search_seconds = summary.search_seconds;
            self.synthesis = summary.synthesis;
            self.best_distances = best_distances(&summary).collect();
        }
        self.tests = None;
        let turn =
            Turn { number: self.turns, evaluations: self.evaluations, search_seconds: self.search_seconds };
        self.turns += 1;
        turn
    }

    /// Turns leave outlines of faults only.
    pub fn want_tests(&mut self) {
        self.tests = None;
    }

    /// How the search went, if it has ended, or the last turn.
    pub fn summary(&self) -> Option<&SearchSummary> {
        self.summary.as_ref()
    }

    /// Whether there is anything that another worker should know.
    pub fn is_begun(&self) -> bool {
        self.deaths > 0 || self.turns > 1 || self.has_ended()
    }

    /// Takes in what a worker said.
    pub fn take(&mut self, event: Event) {
        match event {
            Event::Kept { test, covers, evaluations, search_seconds } => {
                self.keep(test, &covers, evaluations, search_seconds);
            }
            Event::Suite { evaluations, tests, size } => {
                self.suite.push(SuiteAt { evaluations, tests, size });
            }
            Event::Finding(finding) => self.add_finding(finding),
            Event::Culprit(culprit) => self.add_culprit(*culprit),
            Event::Progress { evaluations, .. } => self.evaluations = self.evaluations.max(evaluations),
            Event::SearchEnded(summary) => self.end(summary),
            Event::Nearest(tests) => self.nearest = tests,
            Event::Along(along) => self.along = along,
            Event::Finished(tests) => self.finish(tests),
            Event::Hello { .. }
            | Event::Target(_)
            | Event::Described { .. }
            | Event::WantsRecipe
            | Event::Refused { .. }
            | Event::Axes(_)
            | Event::Heights { .. }
            | Event::Step(_)
            | Event::Replayed { .. } => {}
        }
    }

    fn keep(&mut self, test: String, covers: &[u32], evaluations: u64, seconds: f64) {
        for goal in covers {
            self.covered.entry(*goal).or_insert_with(|| {
                self.evaluations_to_last_goal = evaluations;
                self.seconds_to_last_goal = seconds;
                evaluations
            });
        }
        for kept in &mut self.kept {
            kept.goals.retain(|goal| !covers.contains(goal));
        }
        self.kept.retain(|kept| !kept.goals.is_empty() && kept.test != test);
        let goals = covers.iter().copied().collect();
        self.kept.push(Kept { test, goals });
    }

    /// A worker that only makes tests ready ends the search once more; how it went is known from the first time.
    fn end(&mut self, summary: SearchSummary) {
        self.evaluations = self.evaluations.max(summary.evaluations);
        let Some(first) = &mut self.summary else {
            let summary = self.summary.insert(summary);
            summary.synthesis.add(&self.synthesis);
            know_better(summary, &self.best_distances);
            return self.correct_last_goal();
        };
        let known = best_distances(first).collect();
        first.uncovered = summary.uncovered;
        first.covered = summary.covered;
        first.adopted_covered = summary.adopted_covered;
        first.adopted_reached = summary.adopted_reached;
        know_better(first, &known);
    }

    /// A worker that took up another's tests covers their goals late; when they were first covered is known here.
    fn correct_last_goal(&mut self) {
        if let Some(summary) = self.summary.as_mut().filter(|_| self.deaths > 0 || self.turns > 1) {
            summary.evaluations_to_last_goal = self.evaluations_to_last_goal;
            summary.seconds_to_last_goal = self.seconds_to_last_goal;
        }
    }

    /// The tests are there. Those of findings have the simplest arguments that provoke them, which are worth telling.
    fn finish(&mut self, tests: Vec<TestOutline>) {
        for test in &tests {
            let Observed::Fault(simplest) = &test.observed else { continue };
            let same = |known: &&mut Finding| (known.kind, &known.place) == (simplest.kind, &simplest.place);
            let of_death = simplest.kind == FindingKind::Death;
            if let Some(known) = self.findings.iter_mut().find(same).filter(|_| !of_death) {
                known.message.clone_from(&simplest.message);
                known.before.clone_from(&simplest.before);
                known.arguments.clone_from(&simplest.arguments);
            }
        }
        self.tests = Some(tests);
    }

    /// Files a finding, unless one of its kind at this place is known.
    pub fn add_finding(&mut self, finding: Finding) {
        // A message may say with which values it was; deaths, which have the function's place, differ in how.
        let says_the_same = |other: &Finding| {
            other.message == finding.message || finding.place.is_some() && finding.kind != FindingKind::Death
        };
        let same = |other: &Finding| {
            (other.kind, &other.place) == (finding.kind, &finding.place) && says_the_same(other)
        };
        if !self.findings.iter().any(same) {
            self.findings.push(finding);
        }
    }

    /// Each worker tells of all that those before it died of.
    fn add_culprit(&mut self, culprit: Culprit) {
        let same = |other: &Culprit| (&other.function, &other.call) == (&culprit.function, &culprit.call);
        if !self.culprits.iter().any(same) {
            self.culprits.push(culprit);
        }
    }

    /// What workers died of that was no call of the target.
    pub fn culprits(&self) -> &[Culprit] {
        &self.culprits
    }

    /// Files a test case on which a worker died; false if it was known already.
    pub fn add_fatal(&mut self, fatal: Fatal) -> bool {
        let new = self.fatal.iter().all(|other| other.test != fatal.test);
        if new {
            self.fatal.push(fatal);
        }
        new
    }

    /// Adds acts that a worker's sandbox refused, and whether the worker touched anything at all.
    pub fn add_refusals(&mut self, refusals: Refusals, touched: bool) {
        sandbox::merge(&mut self.refusals, refusals);
        self.touched |= touched;
    }

    /// Whether the search itself is over.
    pub fn has_ended(&self) -> bool {
        self.summary.is_some()
    }

    /// Whether the tests are there too.
    pub fn is_finished(&self) -> bool {
        self.tests.is_some()
    }

    /// The number of the function's goals that are covered.
    pub fn covered(&self) -> usize {
        let known = || self.covered.range(..self.own_goals as u32).count();
        self.summary.as_ref().map_or_else(known, |summary| summary.covered.len())
    }

    /// The number of all goals that were ever covered, adopted ones and those given up again too.
    pub fn ever_covered(&self) -> usize {
        self.covered.len()
    }

    /// What the tests kept came to in other functions.
    pub fn along(&self) -> &[Along] {
        &self.along
    }

    /// What the next worker has to know; `search_ended` if it shall only make tests ready. Tests for nothing but goals that are
    /// given up are not passed on.
    pub fn resume(&self, search_ended: bool, given_up: &[u32]) -> Resume {
        let is_wanted = |kept: &&Kept| kept.goals.iter().any(|goal| !given_up.contains(goal));
        let kept = self.kept.iter().filter(is_wanted).map(|kept| &kept.test);
        Resume {
            deaths: self.deaths,
            evaluations: self.evaluations,
            search_seconds: self.search_seconds,
            kept: kept.chain(&self.nearest).cloned().collect(),
            fatal: self.fatal.clone(),
            search_ended: search_ended || self.has_ended(),
            simplify: !search_ended && self.deaths_of_tests <= MAX_DEATHS_OF_TESTS,
        }
    }

    /// The report. `ended_by_us` says why the search was ended from outside, if it was.
    pub fn into_report(
        mut self,
        description: &TargetDescription,
        ended_by_us: Option<Stopped>,
    ) -> TargetReport {
        // no worker came to say it with arguments
        let (fatal, lost): (Vec<Fatal>, Vec<Fatal>) =
            std::mem::take(&mut self.fatal).into_iter().partition(|fatal| fatal.comes_back);
        for fatal in fatal {
            // The same call may have ended several workers.
            let is_of_another = |culprit: &Culprit| culprit.finding.message == fatal.how;
            if self.culprits.iter().any(is_of_another) {
                continue;
            }
            let told = |finding: &Finding| {
                finding.kind == FindingKind::Death && finding.message.contains(&fatal.how)
            };
            if !self.findings.iter().any(told) {
                self.findings.push(Finding {
                    before: Vec::new(),
                    kind: FindingKind::Death,
                    message: fatal.how,
                    place: None,
                    arguments: Vec::new(),
                    evaluations: fatal.evaluations,
                });
            }
        }
        self.covered.split_off(&(description.own_goals() as u32));
        let mut summary = self.summary.take().unwrap_or_else(|| self.known_summary(description.own_goals()));
        if let Some(reason) = ended_by_us {
            summary.stopped = reason;
        }
        let mut tests = self.tests.unwrap_or_default();
        add_missing_findings(&mut tests, &self.findings, description.parameters.len());
        TargetReport {
            description: description.clone(),
            summary: Some(summary),
            first_covered: self.covered,
            suite: self.suite,
            findings: self.findings,
            culprits: self.culprits,
            also_met: BTreeMap::new(),
            lost_deaths: lost.len(),
            refusals: self.refusals,
            touched: self.touched,
            withheld: Vec::new(),
            tests,
            flaky: None,
            not_reproduced: Vec::new(),
            through: Vec::new(),
            neighbours: Vec::new(),
        }
    }

    /// A summary from what the workers told before they died.
    fn known_summary(&self, goals: usize) -> SearchSummary {
        let uncovered = (0..goals as u32).filter(|goal| !self.covered.contains_key(goal));
        SearchSummary {
            evaluations: self.evaluations,
            evaluations_to_last_goal: self.evaluations_to_last_goal,
            search_seconds: self.search_seconds,
            seconds_to_last_goal: self.seconds_to_last_goal,
            covered: self.covered.keys().copied().collect(),
            uncovered: uncovered.map(|goal| UncoveredGoal { goal, best_distance: None }).collect(),
            adopted_covered: Vec::new(),
            adopted_reached: Vec::new(),
            stopped: Stopped::Deaths,
            synthesis: self.synthesis,
        }
    }
}

/// The least distances that are known, by goal.
fn best_distances(summary: &SearchSummary) -> impl Iterator<Item = (u32, f64)> {
    summary.uncovered.iter().filter_map(|goal| Some((goal.goal, goal.best_distance?)))
}

/// Corrects the least distances by what was known before.
fn know_better(summary: &mut SearchSummary, known: &BTreeMap<u32, f64>) {
    for goal in &mut summary.uncovered {
        let known = known.get(&goal.goal).copied();
        goal.best_distance = goal.best_distance.into_iter().chain(known).reduce(f64::min);
    }
}

/// A finding of a worker that died has no test: the last worker need not have met it.
fn add_missing_findings(tests: &mut Vec<TestOutline>, findings: &[Finding], parameters: usize) {
    for finding in findings.iter().filter(|finding| finding.arguments.len() == parameters) {
        let has_test = |test: &TestOutline| match &test.observed {
            Observed::Fault(other) => (other.kind, &other.place) == (finding.kind, &finding.place),
            _ => false,
        };
        if !tests.iter().any(has_test) {
            tests.push(TestOutline::of_fault(finding.clone()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(test: &str, covers: &[u32], evaluations: u64) -> Event {
        Event::Kept { test: test.into(), covers: covers.into(), evaluations, search_seconds: 0.5 }
    }

    fn summary(covered: &[u32], best_distance: Option<f64>, stopped: Stopped) -> SearchSummary {
        SearchSummary {
            evaluations: 9,
            evaluations_to_last_goal: 4,
            search_seconds: 1.0,
            seconds_to_last_goal: 0.5,
            covered: covered.into(),
            uncovered: vec![UncoveredGoal { goal: 7, best_distance }],
            adopted_covered: Vec::new(),
            adopted_reached: Vec::new(),
            stopped,
            synthesis: SynthesisSummary::default(),
        }
    }

    #[test]
    fn only_tests_that_are_the_best_for_some_goal_are_passed_on() {
        let mut record = SearchRecord::of(4);
        record.take(kept("aa", &[0, 1], 3));
        record.take(kept("bb", &[2], 5));
        record.take(kept("cc", &[0, 1], 8));
        assert_eq!(record.resume(false, &[]).kept, ["bb", "cc"]);
        assert_eq!(record.resume(false, &[2]).kept, ["cc"], "nobody wants the other one's goal");
        assert_eq!((record.covered(), record.evaluations_to_last_goal), (3, 5));
        assert_eq!(record.covered, BTreeMap::from([(0, 3), (1, 3), (2, 5)]), "when each was covered first");
    }

    #[test]
    fn how_long_the_suite_was_is_noted_in_the_order_told() {
        let mut record = SearchRecord::default();
        let told =
            [(3, 1, 9), (5, 2, 14)].map(|(evaluations, tests, size)| SuiteAt { evaluations, tests, size });
        for SuiteAt { evaluations, tests, size } in told {
            record.take(Event::Suite { evaluations, tests, size });
        }
        let report = record.into_report(&crate::fixture::description("d::f", 1), None);
        assert_eq!(report.suite, told);
    }

    #[test]
    fn one_finding_stands_for_all_at_its_place() {
        let mut record = SearchRecord::default();
        let finding = Finding {
            before: Vec::new(),
            kind: FindingKind::Index,
            message: "m".into(),
            place: None,
            arguments: vec!["1".into()],
            evaluations: 1,
        };
        record.take(Event::Finding(finding.clone()));
        record.take(Event::Finding(Finding { arguments: vec!["2".into()], ..finding.clone() }));
        assert_eq!(record.findings, [finding]);
    }

    #[test]
    fn a_place_is_one_finding_whatever_the_message_says_of_values() {
        let place = Some(sbst_model::target::Place { file: "src/lib.rs".into(), line: 3, column: 9 });
        let finding = |kind, message: &str| Finding {
            before: Vec::new(),
            kind,
            message: message.into(),
            place: place.clone(),
            arguments: Vec::new(),
            evaluations: 1,
        };
        let mut record = SearchRecord::default();
        for message in ["the len is 3 but the index is 3", "the len is 1 but the index is 9"] {
            record.add_finding(finding(FindingKind::Index, message));
        }
        for how in ["stack overflow", "exit with code 3"] {
            record.add_finding(finding(FindingKind::Death, how));
        }
        assert_eq!(record.findings.len(), 3);
    }

    #[test]
    fn a_finding_is_told_with_the_simplest_arguments() {
        let finding = |arguments: &str, evaluations| Finding {
            before: Vec::new(),
            kind: FindingKind::Overflow,
            message: "attempt to add with overflow".into(),
            place: None,
            arguments: vec![arguments.into()],
            evaluations,
        };
        let mut record = SearchRecord::default();
        record.take(Event::Finding(finding("2147483640", 17)));
        let test = TestOutline::of_fault(finding("i32::MAX", 0));
        record.take(Event::Finished(vec![test]));
        assert_eq!(record.findings, [finding("i32::MAX", 17)]);
    }

    #[test]
    fn a_worker_that_makes_tests_ready_does_not_change_how_the_search_went() {
        let mut record = SearchRecord::default();
        record.take(Event::SearchEnded(summary(&[0, 1], Some(3.0), Stopped::Stalled)));
        record.take(Event::SearchEnded(summary(&[0], None, Stopped::Deaths)));
        let expected = SearchSummary { covered: vec![0], ..summary(&[], Some(3.0), Stopped::Stalled) };
        assert_eq!(record.summary, Some(expected));
    }
}
