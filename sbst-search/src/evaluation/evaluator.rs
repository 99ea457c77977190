//! The only place where a search evaluates tests. The evaluator counts, keeps the archive and the
//! least distances, and stops the search. Algorithms read the effect of an evaluation on the
//! uncovered goals.

use crate::evaluation::events::Events;
use crate::evaluation::fitness::{Dependences, Fitness};
use crate::evaluation::observer::{Observer, Outcome, Progress, SuiteGeneration};
use crate::evaluation::problem::{Detail, Ending, Execution, Problem};
use crate::operator::inputs::{Inputs, TestSource};
use crate::{
    evaluation::archive::Archive, evaluation::archive::Rank, evaluation::fitness::FitnessOf,
    evaluation::limits::Limits, evaluation::options::Options,
};
use sbst_model::messages::{Stopped, TriedSequence, TriedSequences};
use sbst_model::{Distance, Path, TestCase, Trace};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The evaluator of one search.
///
/// ```
/// # mod magic { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/magic.rs")); }
/// # use magic::Magic;
/// use sbst_model::messages::{Budget, Stopped};
/// use sbst_search::{Algorithm, Evaluator, Options, Silent};
///
/// let (mut problem, mut silent) = (Magic::new(), Silent);
/// let options = Options::new(Algorithm::Random, 1, Budget::UNLIMITED);
/// let mut evaluator = Evaluator::new(&mut problem, &options, &mut silent);
/// evaluator.evaluate(&Magic::call(7));
/// assert_eq!((evaluator.newly_covered(), evaluator.stopped()), (&[1][..], None));
/// evaluator.evaluate(&Magic::call(4_242));
/// assert_eq!(evaluator.stopped(), Some(Stopped::AllCovered));
/// ```
pub struct Evaluator<'a> {
    problem: &'a mut dyn Problem,
    observer: &'a mut dyn Observer,
    limits: Limits,
    /// The number of earlier searches' tests left to recall.
    of_earlier_searches: usize,
    /// The number of seeds left, which follow them.
    seeds: usize,
    stopped: Option<Stopped>,
    execution: Execution,
    /// True if `fitness` has read the last execution.
    is_read: bool,
    fitness: FitnessOf,
    trace: Trace,
    path: Path,
    archive: Archive,
    /// The number of the problem's own goals, which come first.
    own_goals: usize,
    /// The own goals proved infeasible before the search.
    infeasible: Vec<u32>,
    /// The number of uncovered goals: own ones, and reached adopted ones.
    left: usize,
    best: Vec<Distance>,
    /// The tests of the least distances, by goal, if requested.
    nearest: Vec<TestCase>,
    near: Vec<(u32, Distance)>,
    newly_covered: Vec<u32>,
    /// The covered goals, in order of coverage.
    coverage: Vec<u32>,
    kept: bool,
    last_goal: (u64, f64),
    /// The event sequences tried, by goal.
    tried: BTreeMap<u32, TriedSequences>,
    /// The own goals that the search proved infeasible.
    proved: BTreeSet<u32>,
    /// The source of drawn tests.
    source: Option<Rc<dyn TestSource>>,
}

impl<'a> Evaluator<'a> {
    /// An evaluator with an empty archive; its clock starts now.
    pub fn new(
        problem: &'a mut dyn Problem,
        options: &Options,
        observer: &'a mut dyn Observer,
    ) -> Evaluator<'a> {
        let (goals, parameters) = (problem.goals(), problem.inputs().parameters.len());
        let own_goals = problem.own_goals();
        let infeasible = problem.infeasible_goals().to_vec();
        let left = own_goals - infeasible.len();
        let source = problem.inputs().source_without(&options.without);
        let limits = Limits::new(options, left, parameters);
        let mut evaluator = Evaluator {
            problem,
            observer,
            limits,
            of_earlier_searches: options.initial.len(),
            seeds: options.seeds.len(),
            stopped: None,
            execution: Execution::default(),
            is_read: false,
            fitness: FitnessOf::default(),
            trace: Trace::default(),
            path: Path::default(),
            archive: Archive::new(goals),
            own_goals,
            infeasible,
            left,
            best: vec![Distance::UNREACHED; goals],
            nearest: vec![TestCase::new(); if options.keeps_nearest { goals } else { 0 }],
            near: Vec::with_capacity(goals),
            newly_covered: Vec::with_capacity(goals),
            coverage: Vec::with_capacity(goals),
            kept: false,
            last_goal: (0, 0.0),
            tried: BTreeMap::new(),
            proved: BTreeSet::new(),
            source,
        };
        evaluator.check();
        evaluator
    }

    /// Evaluates `test`. Afterwards [`near`](Self::near), [`newly_covered`](Self::newly_covered)
    /// and [`kept`](Self::kept) describe it. [`stopped`](Self::stopped) is set if the search is
    /// over.
    #[inline]
    pub fn evaluate(&mut self, test: &TestCase) {
        let is_due = self.limits.count(1);
        self.execute(test);
        self.after_evaluation(test, is_due);
    }

    /// [`evaluate`](Self::evaluate), with [details](Self::details).
    pub(crate) fn evaluate_in_detail(&mut self, test: &TestCase) {
        let before = std::mem::replace(&mut self.execution.wants_details, true);
        self.evaluate(test);
        self.execution.wants_details = before;
    }

    #[inline]
    fn after_evaluation(&mut self, test: &TestCase, is_due: bool) {
        if self.kept {
            self.report_kept(test);
        }
        let is_due = self.limits.count(self.execution.further) || is_due;
        if is_due || !self.newly_covered.is_empty() {
            self.check();
        }
    }

    /// [`evaluate`](Self::evaluate), with an execution by `execute`.
    pub fn evaluate_by(
        &mut self,
        test: &TestCase,
        execute: &mut dyn FnMut(&mut dyn Problem, &mut Execution),
    ) {
        let is_due = self.limits.count(1);
        self.execution.clear();
        execute(self.problem, &mut self.execution);
        self.sort_out(test);
        self.after_evaluation(test, is_due);
    }

    /// [`evaluate`](Self::evaluate), recording the comparisons.
    pub fn trace(&mut self, test: &TestCase) -> &Trace {
        let mut trace = std::mem::take(&mut self.trace);
        trace.clear();
        self.evaluate_by(test, &mut |problem, execution| problem.trace(test, execution, &mut trace));
        self.trace = trace;
        &self.trace
    }

    pub fn traced(&self) -> &Trace {
        &self.trace
    }

    /// Returns the events of executions, if paths can be recorded and the events are available.
    pub fn events(&mut self) -> Option<Rc<Events>> {
        self.problem.events()
    }

    /// [`evaluate`](Self::evaluate), recording the path.
    pub fn record_path(&mut self, test: &TestCase) {
        let mut path = std::mem::take(&mut self.path);
        path.clear();
        self.evaluate_by(test, &mut |problem, execution| problem.record_path(test, execution, &mut path));
        self.path = path;
    }

    /// The path recorded last.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The inputs of the problem.
    pub fn inputs(&self) -> &Inputs {
        self.problem.inputs()
    }

    /// Marks an own goal as infeasible, so that it is not sought any more.
    pub fn note_infeasible(&mut self, goal: u32) {
        self.left -= usize::from(self.is_sought(goal) && !self.archive.is_covered(goal));
        self.proved.insert(goal);
        self.check();
    }

    /// Marks progress without a smaller distance to a goal, so that the search continues.
    pub fn note_progress(&mut self) {
        self.limits.improve();
    }

    /// Evaluates the next initial test. A test of an earlier search is neither counted nor reported
    /// to the observer, which has it already; nor is a test recalled again. A seed is an ordinary
    /// evaluation.
    pub fn recall(&mut self, test: &TestCase) {
        if self.of_earlier_searches > 0 {
            self.of_earlier_searches -= 1;
        } else if self.seeds > 0 {
            self.seeds -= 1;
            return self.evaluate(test);
        }
        self.execute(test);
        if !self.newly_covered.is_empty() {
            self.last_goal = (self.limits.evaluations(), self.limits.seconds());
        }
        self.check();
    }

    /// All goals that the last execution reached, with their distances.
    #[inline]
    pub fn reached(&self) -> &[(u32, Distance)] {
        &self.execution.reached
    }

    /// The uncovered goals that the last execution reached, with their distances.
    #[inline]
    pub fn near(&self) -> &[(u32, Distance)] {
        &self.near
    }

    /// The goals first covered by the last execution.
    #[inline]
    pub fn newly_covered(&self) -> &[u32] {
        &self.newly_covered
    }

    /// All covered goals, in order of coverage.
    #[inline]
    pub fn coverage(&self) -> &[u32] {
        &self.coverage
    }

    /// True if the archive kept the last test.
    #[inline]
    pub fn kept(&self) -> bool {
        self.kept
    }

    /// Returns the fitness of the last execution for `goal`, with the approach level. The first
    /// call after an evaluation takes time linear in the number of goals reached. Each call takes
    /// time linear in the number of goals above it.
    pub fn fitness(&mut self, goal: u32) -> Fitness {
        if !std::mem::replace(&mut self.is_read, true) {
            self.fitness.read(self.archive.goals(), &self.execution.reached);
        }
        self.fitness.goal(goal, self.problem.dependences())
    }

    pub fn dependences(&self) -> &Dependences {
        self.problem.dependences()
    }

    /// Reports a new current individual of the algorithm to the observer, at this distance from
    /// `goal`: after every step and every restart.
    pub fn tell_step(&mut self, goal: u32, fitness: Fitness) {
        self.observer.step(goal, fitness, self.limits.evaluations());
    }

    /// Reports to the observer that the search for a sequence of this number of events begins.
    pub fn tell_sequence(&mut self, goal: u32, events: usize) {
        self.observer.sequence(goal, events, self.limits.evaluations());
    }

    /// Reports the fitness of the best individual for a sequence to the observer.
    pub(crate) fn tell_sequence_step(&mut self, goal: u32, fitness: Fitness) {
        let sum = f64::from(fitness.level) + fitness.distance.magnitude();
        self.observer.sequence_step(goal, sum, self.limits.evaluations());
    }

    /// Adds a sequence that failed for a goal.
    pub(crate) fn note_tried(&mut self, goal: u32, sequence: TriedSequence) {
        self.tried.entry(goal).or_default().note(sequence);
    }

    /// Adds evaluations spent on sequences for a goal.
    pub(crate) fn note_spent(&mut self, goal: u32, evaluations: u64) {
        self.tried.entry(goal).or_default().evaluations += evaluations;
    }

    pub fn want_details(&mut self) {
        self.execution.wants_details = true;
    }

    /// Details of the goals [reached](Self::reached), in the same order, if
    /// [requested](Self::want_details).
    pub fn details(&self) -> &[Detail] {
        &self.execution.details
    }

    pub fn ending(&self) -> Ending {
        self.execution.ending
    }

    #[inline]
    pub fn stopped(&self) -> Option<Stopped> {
        self.stopped
    }

    /// Evaluations so far, including those of earlier searches.
    #[inline]
    pub fn evaluations(&self) -> u64 {
        self.limits.evaluations()
    }

    #[inline]
    pub fn progress(&self) -> f64 {
        self.limits.progress()
    }

    /// The hidden goals, most of which are infeasible.
    pub fn hidden_goals(&self) -> std::ops::Range<u32> {
        self.problem.hidden_goals()
    }

    /// The number of the problem's own goals, which come first. The others are adopted.
    pub fn own_goals(&self) -> usize {
        self.own_goals
    }

    /// The number of goals left to cover: the problem's own, and adopted ones if reached.
    pub fn left(&self) -> usize {
        self.left
    }

    /// True if an execution evaluated the goal's condition.
    pub(crate) fn is_reached(&self, goal: u32) -> bool {
        self.best[goal as usize].is_reached()
    }

    /// True for an own goal that is not infeasible, and for a reached, uncovered adopted one.
    pub fn is_sought(&self, goal: u32) -> bool {
        let is_own = (goal as usize) < self.own_goals;
        if self.proved.contains(&goal) {
            return false;
        }
        is_own && self.infeasible.binary_search(&goal).is_err() || self.best[goal as usize].is_reached()
    }

    /// The number of evaluations since the last improvement.
    #[inline]
    pub(crate) fn stalled(&self) -> u64 {
        self.limits.stalled()
    }

    #[inline]
    pub fn archive(&self) -> &Archive {
        &self.archive
    }

    pub fn finish(self, stopped: Stopped) -> Outcome {
        let is_wanted = |goal: usize| self.best[goal].is_reached() && !self.archive.is_covered(goal as u32);
        let mut nearest = self.nearest;
        let mut goal = 0..;
        nearest.retain(|_| goal.next().is_some_and(is_wanted));
        Outcome {
            evaluations: self.limits.evaluations(),
            evaluations_to_last_goal: self.last_goal.0,
            seconds: self.limits.seconds(),
            seconds_to_last_goal: self.last_goal.1,
            archive: self.archive,
            best: self.best,
            nearest,
            tried: self.tried,
            stopped,
        }
    }

    /// Executes `test` and updates the archive and the distances. Most goals of an execution are
    /// already covered by a test that is no larger: their only cost may be one comparison.
    #[inline]
    fn execute(&mut self, test: &TestCase) {
        self.execution.clear();
        self.problem.evaluate(test, &mut self.execution);
        self.sort_out(test);
    }

    #[inline]
    fn sort_out(&mut self, test: &TestCase) {
        self.near.clear();
        self.newly_covered.clear();
        self.kept = false;
        self.is_read = false;
        let rank = Rank::new(self.execution.ending, test.size());
        self.archive.offer_any(rank, test);
        for &(goal, distance) in &self.execution.reached {
            let there = self.archive.rank(goal);
            if distance.is_zero() {
                if rank < there {
                    if !std::mem::replace(&mut self.kept, true) {
                        self.archive.next_test();
                    }
                    if self.archive.keep(goal, rank, test) {
                        self.left -= usize::from(self.is_sought(goal));
                        self.newly_covered.push(goal);
                        self.coverage.push(goal);
                        self.best[goal as usize] = Distance::ZERO;
                        self.limits.improve();
                    }
                }
            } else if there == Rank::NONE {
                let best = &mut self.best[goal as usize];
                if distance < *best {
                    self.left += usize::from(goal as usize >= self.own_goals && !best.is_reached());
                    *best = distance;
                    if let Some(nearest) = self.nearest.get_mut(goal as usize) {
                        nearest.clone_from(test);
                    }
                    self.limits.improve();
                }
                self.near.push((goal, distance));
            }
        }
        if let Some(source) = &self.source {
            source.evaluated(self.limits.evaluations(), &self.newly_covered, &|| self.is_anything_left());
        }
    }

    /// True if an uncovered goal other than a hidden check is left: most hidden checks are
    /// infeasible.
    #[cold]
    fn is_anything_left(&self) -> bool {
        let hidden = self.problem.hidden_goals();
        let is_left =
            |goal: &u32| !hidden.contains(goal) && self.is_sought(*goal) && !self.archive.is_covered(*goal);
        (0..self.best.len() as u32).any(|goal| is_left(&goal))
    }

    /// Reports a generation of suites to the observer, with the number of evaluations.
    pub fn tell_suites(&mut self, generation: SuiteGeneration) {
        let evaluations = self.limits.evaluations();
        self.observer.suites(&SuiteGeneration { evaluations, ..generation });
    }

    fn report_kept(&mut self, test: &TestCase) {
        let progress = self.state();
        if !self.newly_covered.is_empty() {
            self.last_goal = (progress.evaluations, progress.seconds);
        }
        self.observer.kept(test, &self.newly_covered, &progress);
    }

    fn check(&mut self) {
        let only_faults = self.left > 0 && self.limits.is_idle() && self.is_left_to_faults();
        let check = self.limits.check(self.left, only_faults);
        self.stopped = check.stopped;
        if check.reports {
            let progress = self.state();
            self.observer.progress(&progress);
        }
    }

    /// True if every goal left was reached, in executions with a fault.
    fn is_left_to_faults(&self) -> bool {
        let goals = 0..self.best.len() as u32;
        let mut left = goals.filter(|goal| self.is_sought(*goal) && !self.archive.is_covered(*goal));
        left.all(|goal| self.best[goal as usize] == Distance::BEFORE_FAULT)
    }

    fn state(&self) -> Progress {
        Progress {
            evaluations: self.limits.evaluations(),
            seconds: self.limits.seconds(),
            covered: self.archive.covered(),
            suite: self.archive.suite_length(),
        }
    }
}
