//! The search of a target by a worker.

use crate::exchange::events::Events;
use crate::problem::function_problem::{FunctionProblem, Outcome as Executed};
use crate::problem::growth::slow_call;
use crate::problem::summary::{summary, FromPaths};
use crate::problem::{drawn, outline};
use crate::worker::algorithms;
use sbst_core::registry::collateral::{Met, Places};
use sbst_core::registry::panic_places;
use sbst_model::fingerprint::hash_text;
use sbst_model::journal::State;
use sbst_model::magnitude::Magnitude;
use sbst_model::messages::{
    Along, Budget, Death, Event, Fatal, Resume, SearchOrders, TestOutline, TURN_BITS,
};
use sbst_model::TestCase;
use sbst_search::corners::corners;
use sbst_search::known;
use sbst_search::{
    minimise_as, Algorithm, Minimised, Observer, Options, Outcome, Problem, Progress, SuiteLength, SuiteTest,
    Wishes,
};
use std::collections::{BTreeSet, HashSet};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Evaluations of a function that gets tests, even if its goals are covered sooner. Most faults are
/// harder to reach than most goals, and these take less than a millisecond.
const LEAST_EVALUATIONS: u64 = 1_000;
/// Evaluations for minimising all tests.
const MINIMISING_BUDGET: u64 = 20_000;
/// Seconds for minimising tests and findings at least, for a budget in time. Slow tests fill much
/// memory or reach a limit each time, and in a turn other targets wait.
const LEAST_SECONDS_OF_TESTS: f64 = 5.0;
/// Seconds for minimising findings at the end of a turn, as in the shortest turns of a minute. The
/// rest is not minimised.
const LEAST_SECONDS_OF_A_TURN: f64 = 0.05;
/// The longest time for the outcomes of calls, for a budget in time: others wait, and calls of a
/// constructor take microseconds.
const LONGEST_COMPARISON: Duration = Duration::from_millis(20);
/// Seconds between two progress events: often enough to watch, and seldom enough to spare the disk
/// in a night's search.
const PROGRESS_SECONDS: f64 = 0.2;
/// The relative change of a suite's size that is worth an event: a pixel in a picture.
const SEEN: f64 = 0.005;

/// The search of a target, from the state of earlier workers to the tests.
pub(super) struct Search<'o> {
    orders: &'o SearchOrders,
    problem: FunctionProblem,
}

impl<'o> Search<'o> {
    pub(super) fn new(orders: &'o SearchOrders, problem: FunctionProblem) -> Search<'o> {
        Search { orders, problem }
    }

    /// Searches, and reports all events.
    pub(super) fn run(mut self, algorithm: Algorithm) {
        let nothing = Resume::default();
        let resume = self.orders.resume.as_ref().unwrap_or(&nothing);
        let deaths = self.take_up(resume);
        self.report_unfit(resume);

        let (outcome, from_paths) = self.search(algorithm, resume);
        self.problem.begin(State::PostProcessing);
        if self.orders.turn.is_some() {
            // A test without goals may be the only one to write.
            let any = outcome.archive.any().filter(|_| outcome.archive.covered() == 0);
            let nearest = outcome.nearest.iter().chain(any).map(TestCase::to_hex).collect();
            self.problem.events().send(&Event::Nearest(nearest));
            let along = self.along(&outcome);
            self.problem.events().send(&Event::Along(along));
        }
        let own_goals = self.problem.own_goals();
        let source = self.problem.inputs().source.as_ref();
        let synthesis = source.map(|source| source.summary()).unwrap_or_default();
        let mutants = self.problem.tried_mutants();
        if !mutants.is_empty() {
            self.problem.events().send(&Event::Mutants(mutants));
        }
        let ended = summary(&outcome, own_goals, synthesis, from_paths);
        self.problem.events().send(&Event::SearchEnded(ended));
        // After the end, which a slow call or a crash then leaves unchanged.
        self.give_values(&outcome, resume);

        let simplify = resume.simplify || self.orders.resume.is_none();
        let is_simple = self.known_as_simple();
        let tests = match self.orders {
            SearchOrders { turn: Some(_), .. } => {
                let until = self.until(LEAST_SECONDS_OF_A_TURN);
                outline::from_findings(&mut self.problem, simplify, until, &is_simple)
            }
            SearchOrders { only_search: true, .. } => Vec::new(),
            SearchOrders { draw: Some(wanted), without, .. } => {
                let seed = self.seed(resume);
                drawn::outlines(&mut self.problem, *wanted as usize, without, seed)
            }
            _ => {
                self.report_slow(resume);
                self.tests(&outcome, deaths, simplify)
            }
        };
        self.problem.events().send(&Event::Finished(tests));
        self.problem.journal().state(State::Finished);
    }

    /// Reports the values in the kept tests, and in a first turn the outcomes of calls that give
    /// values.
    fn give_values(&mut self, outcome: &Outcome, resume: &Resume) {
        if resume.search_ended || self.orders.only_search || self.orders.draw.is_some() {
            return;
        }
        let own_goals = self.problem.own_goals() as u32;
        let mut tests: Vec<(TestCase, BTreeSet<u32>)> = Vec::new();
        for (goal, test) in outcome.archive.iter() {
            let goal = Some(goal).filter(|goal| *goal < own_goals);
            match tests.iter_mut().find(|(other, _)| other == test) {
                Some((_, goals)) => goals.extend(goal),
                None => tests.push((test.clone(), goal.into_iter().collect())),
            }
        }
        if tests.is_empty() {
            tests.extend(outcome.archive.any().map(|test| (test.clone(), BTreeSet::new())));
        }
        let built = self.problem.built(&tests);
        if !built.is_empty() {
            self.problem.events().send(&Event::Built(built));
        }
        // The outcomes of calls may have crashed a worker.
        if resume.deaths == 0 && self.orders.turn.is_none_or(|turn| turn.number == 0) {
            let until = self.orders.budget.seconds.map(|_| Instant::now() + LONGEST_COMPARISON);
            let outcomes = self.problem.outcomes(&tests, self.seed(resume), until);
            if !outcomes.is_empty() {
                self.problem.events().send(&Event::Outcomes(outcomes));
            }
        }
    }

    /// Returns minimised tests of the covered goals and of the faults, with their observations.
    fn tests(&mut self, outcome: &Outcome, deaths: Vec<TestOutline>, simplify: bool) -> Vec<TestOutline> {
        let minimising = if simplify { MINIMISING_BUDGET } else { 0 };
        let until = self.until(LEAST_SECONDS_OF_TESTS);
        let is_simple = self.known_as_simple();
        let has_variants = self.orders.has_variants;
        let wishes = Wishes { is_simple: &is_simple, without: &self.orders.without, has_variants };
        let Minimised { suite, is_complete } =
            minimise_as(&mut self.problem, &outcome.archive, minimising, until, &wishes);
        let places = Places::from_executable();
        let mut suite = suite;
        suite.extend(self.killing(&suite));
        let tests =
            suite.iter().filter_map(|test| outline::from_test(&mut self.problem, places, test)).collect();
        let findings = outline::from_findings(&mut self.problem, simplify, until, &is_simple);
        if is_complete && until.is_none_or(|until| Instant::now() < until) {
            self.problem.events().send(&Event::Simple);
        }
        outline::without_repetition(tests, findings.into_iter().chain(deaths))
    }

    /// Returns tests of an earlier search that notice mutants, but are in no suite.
    fn killing(&self, suite: &[SuiteTest]) -> Vec<SuiteTest> {
        let killing = self.orders.killing.iter().filter(|_| self.orders.has_variants);
        let fitting = killing.filter_map(|test| self.problem.fitted(TestCase::from_hex(test)?));
        let others = fitting.filter(|test| suite.iter().all(|known| known.test != *test));
        others.map(|test| SuiteTest { test, goals: Vec::new() }).collect()
    }

    /// Returns a predicate for tests that an earlier run has simplified.
    fn known_as_simple(&self) -> impl Fn(&TestCase) -> bool + use<'o> {
        let simple = &self.orders.simple;
        move |test: &TestCase| !simple.is_empty() && simple.binary_search(&hash_text(&test.to_hex())).is_ok()
    }

    /// Returns the time to stop minimising, for a budget in time: after half the time of the
    /// search, but no sooner than this.
    fn until(&self, least_seconds: f64) -> Option<Instant> {
        let before = self.orders.turn.map_or(0.0, |turn| turn.search_seconds);
        let seconds = (self.orders.budget.seconds? - before) / 2.0;
        Some(Instant::now() + Duration::from_secs_f64(seconds.max(least_seconds)))
    }

    /// Returns the goals of other targets reached by the kept tests; each test is executed once
    /// more.
    fn along(&mut self, outcome: &Outcome) -> Vec<Along> {
        let mut tests: Vec<&TestCase> = outcome.archive.iter().map(|(_, test)| test).collect();
        tests.extend(outcome.archive.any().filter(|_| tests.is_empty()));
        let mut done = HashSet::new();
        let places = Places::from_executable();
        let mut met = Met::default();
        for test in tests.into_iter().chain(&outcome.nearest).filter(|test| done.insert(*test)) {
            if self.problem.is_fatal(test) {
                continue;
            }
            let found = match self.problem.execute(test, None) {
                Executed::Rejected => continue,
                Executed::Fault { .. } => places.met().before_fault(),
                Executed::Returned | Executed::Panicked(_) => places.met(),
            };
            met = met.merge(found);
        }
        places.along(&met, &self.orders.target)
    }

    /// Continues from the state of earlier workers; reports their fatal test cases, and returns the
    /// outlines of these.
    fn take_up(&mut self, resume: &Resume) -> Vec<TestOutline> {
        self.problem.shun(self.orders.deadly_getters.as_deref());
        self.problem.shun_mutants(&self.orders.deadly_mutants);
        let fatal = resume.fatal.iter().filter_map(|fatal| Some((TestCase::from_hex(&fatal.test)?, fatal)));
        // Tests of an earlier run may have other parameters.
        let fatal: Vec<_> = fatal.filter(|(test, _)| self.problem.is_call(test)).collect();
        // Initial tests are evaluated again without being counted.
        let counted = resume.evaluations.saturating_sub(resume.kept.len() as u64);
        let (mut own, mut of_others) = (Vec::new(), Vec::new());
        for (test, fatal) in &fatal {
            match self.problem.culprit(test, fatal) {
                Some(culprit) => of_others.push(culprit),
                None => own.push((test, fatal)),
            }
        }
        // Only the target's own call shows that it needs too much.
        let is_of_size = |fatal: &Fatal| fatal.death == Death::OutOfMemory || fatal.is_slow();
        let asked = |test| own.iter().any(|(own, fatal)| *own == test && is_of_size(fatal));
        let deadly: Vec<_> = fatal.iter().map(|(test, _)| (test.clone(), asked(test))).collect();
        let kept = self.kept(resume);
        self.problem.resume(counted, kept, deadly);
        for culprit in of_others {
            self.problem.events().send(&Event::Culprit(Box::new(culprit)));
        }
        // One crash of each kind makes a finding, if the test case causes it.
        let mut kinds = HashSet::new();
        let own = own.into_iter().filter(|(_, fatal)| fatal.comes_back && !fatal.is_slow());
        let outlines = own.filter(|(_, fatal)| kinds.insert(&fatal.death)).map(|(test, fatal)| {
            let finding = self.problem.death(fatal, self.problem.place(), self.problem.deadly(test, fatal));
            self.problem.events().send(&Event::Finding(finding.clone()));
            TestOutline::from_fault(finding)
        });
        outlines.collect()
    }

    /// Returns the tests of values of other searches, the seeds that call the target, and the
    /// corner cases of a search for panics. A later turn continues from the results of the last
    /// two.
    fn seeds(&self, resume: &Resume) -> Vec<TestCase> {
        let known = known::starts(self.problem.inputs(), &self.orders.without, self.seed(resume));
        if self.orders.turn.is_some_and(|turn| turn.number > 0) {
            return known;
        }
        let seeds = self.orders.seeds.iter().filter_map(|test| TestCase::from_hex(test));
        let seeds = seeds.filter_map(|test| self.problem.fitted(test));
        let corners = if panic_places::are_sought() { corners(self.problem.inputs()) } else { Vec::new() };
        let corners = corners.into_iter().filter(|test| self.problem.is_call(test));
        let seeds = known.into_iter().chain(seeds.filter(|test| !self.problem.is_environmental(test)));
        seeds.chain(corners).collect()
    }

    /// Returns the kept tests of earlier workers, and the tests of an earlier run that still fit.
    fn kept(&self, resume: &Resume) -> Vec<TestCase> {
        let tests = resume.kept.iter().filter_map(|test| TestCase::from_hex(test));
        let fitting = tests.filter_map(|test| self.problem.fitted(test));
        fitting.filter(|test| !self.problem.is_environmental(test)).collect()
    }

    /// Reports the stored tests that no longer fit the target.
    fn report_unfit(&self, resume: &Resume) {
        if self.orders.turn.is_some_and(|turn| turn.number > 0) {
            return;
        }
        let fits =
            |test: &str| TestCase::from_hex(test).is_some_and(|test| self.problem.fitted(test).is_some());
        let stored = self.orders.seeds.iter().chain(&resume.kept);
        let unfit: Vec<String> = stored.filter(|test| !fits(test)).cloned().collect();
        if !unfit.is_empty() {
            self.problem.events().send(&Event::Unfit(unfit));
        }
    }

    /// Reports the smallest call that was too slow.
    fn report_slow(&mut self, resume: &Resume) {
        let slow = resume.fatal.iter().filter(|fatal| fatal.is_slow());
        let own = slow.filter_map(|fatal| {
            let test = TestCase::from_hex(&fatal.test).filter(|test| self.problem.is_call(test))?;
            self.problem.culprit(&test, fatal).is_none().then_some(test)
        });
        let size = |test: &TestCase| {
            let Magnitude { number, length } = self.problem.magnitude(test);
            number + length
        };
        let Some(smallest) = own.min_by_key(size) else { return };
        let call = slow_call(&mut self.problem, &smallest);
        self.problem.events().send(&Event::Slow(Box::new(call)));
    }

    /// Returns the seed of this worker's turn: the first one's seed would lead into the same crash,
    /// or repeat the first turn.
    fn seed(&self, resume: &Resume) -> u64 {
        let turn = self.orders.turn.map_or(0, |turn| u64::from(turn.number) << TURN_BITS);
        self.orders.seed.wrapping_add(turn).wrapping_add(u64::from(resume.deaths))
    }

    fn search(&mut self, algorithm: Algorithm, resume: &Resume) -> (Outcome, FromPaths) {
        let budget = if resume.search_ended {
            Budget { evaluations: Some(resume.evaluations), seconds: None, stall: None }
        } else {
            self.orders.budget
        };
        let turn = self.orders.turn;
        let options = Options {
            algorithm,
            seed: self.seed(resume),
            budget,
            least_evaluations: if self.orders.only_search { 0 } else { LEAST_EVALUATIONS },
            without: self.orders.without.clone(),
            bloat_control: self.orders.bloat_control,
            path_selection: self.orders.path_selection,
            initial: self.kept(resume),
            seeds: self.seeds(resume),
            evaluations_done: resume.evaluations,
            seconds_done: resume.search_seconds,
            before: turn.map_or((0, 0.0), |turn| (turn.evaluations, turn.search_seconds)),
            keeps_nearest: turn.is_some(),
        };
        self.problem.begin(State::Searching);
        let events = self.problem.events().clone();
        let suite = self.orders.only_search.then(SuiteLength::default);
        let mut reporter = ProgressReporter { events, last: 0.0, suite };
        algorithms::search(&mut self.problem, &options, &mut reporter)
    }
}

/// Reports the progress of the search to the command.
struct ProgressReporter {
    events: Rc<Events>,
    /// Seconds of search at the last progress event.
    last: f64,
    /// The length of the suite at its last event, if it is reported.
    suite: Option<SuiteLength>,
}

impl ProgressReporter {
    fn suite(&mut self, progress: &Progress) {
        let Some(last) = &mut self.suite else { return };
        let SuiteLength { tests, size } = progress.suite;
        let is_seen = tests != last.tests || size.abs_diff(last.size) as f64 > SEEN * last.size as f64;
        if is_seen {
            *last = progress.suite;
            self.events.send(&Event::Suite { evaluations: progress.evaluations, tests, size });
        }
    }
}

impl Observer for ProgressReporter {
    fn kept(&mut self, test: &TestCase, covers: &[u32], progress: &Progress) {
        // A smaller test for covered goals can be found again.
        if !covers.is_empty() {
            self.events.send(&Event::Kept {
                test: test.to_hex(),
                covers: covers.to_vec(),
                evaluations: progress.evaluations,
                search_seconds: progress.seconds,
            });
        }
        self.suite(progress);
    }

    fn progress(&mut self, progress: &Progress) {
        if progress.seconds >= self.last + PROGRESS_SECONDS {
            self.last = progress.seconds;
            self.events
                .send(&Event::Progress { evaluations: progress.evaluations, covered: progress.covered });
        }
    }
}
