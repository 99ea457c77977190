//! The only place where a search evaluates tests. The evaluator counts, keeps the archive and the
//! least distances, and stops the search. Algorithms read the effect of an evaluation on the
//! uncovered goals.

use crate::evaluation::events::Events;
use crate::evaluation::fitness::{Dependences, Fitness};
use crate::evaluation::observer::{Observer, Outcome, Progress, SuiteGeneration};
use crate::evaluation::problem::{Detail, Ending, Execution, Problem};
use crate::path_condition::{Input, PathCondition, PathCounters, Proof};
use crate::{
    evaluation::archive::Archive, evaluation::archive::Rank, evaluation::fitness::FitnessOf,
    evaluation::limits::Limits, evaluation::options::Options,
};
use sbst_model::messages::{Stopped, TriedSequence, TriedSequences, ValueSource};
use sbst_model::{Distance, TestCase};
use sbst_model::{Path, Trace};
use sbst_solver::term::{Assignment, Term, TermPool};
use sbst_solver::Outcome as Solved;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

pub struct Evaluator<'a> {
    problem: &'a mut dyn Problem,
    observer: &'a mut dyn Observer,
    limits: Limits,
    /// The tests of earlier searches that are still to be recalled.
    of_earlier_searches: usize,
    /// The seeds that are, behind them.
    seeds: usize,
    stopped: Option<Stopped>,
    execution: Execution,
    /// True if `fitness` has read the last execution.
    is_read: bool,
    fitness: FitnessOf,
    trace: Trace,
    path: Path,
    archive: Archive,
    /// The number of goals, the first ones, that are the problem's own.
    own_goals: usize,
    /// The own goals that no test reaches.
    infeasible: Vec<u32>,
    /// The number of uncovered goals: own ones, and adopted ones that were reached.
    left: usize,
    best: Vec<Distance>,
    /// The tests of the least distances, by goal, if they are wanted.
    nearest: Vec<TestCase>,
    near: Vec<(u32, Distance)>,
    newly_covered: Vec<u32>,
    /// The covered goals, in the order in which they were.
    coverage: Vec<u32>,
    kept: bool,
    last_goal: (u64, f64),
    /// The event sequences that were tried, by goal.
    tried: BTreeMap<u32, TriedSequences>,
    paths: Option<PathCounters>,
    /// The conditions that depend on something without a term, with the kind of that.
    concrete: BTreeSet<(u32, String)>,
    /// The own goals that the search proved infeasible, with the proof for each path.
    proved: BTreeMap<u32, Vec<Proof>>,
    /// True if tests are made from object construction graphs.
    wants_graphs: bool,
}

impl<'a> Evaluator<'a> {
    /// An evaluator with an empty archive; its clock runs from now on.
    pub fn new(
        problem: &'a mut dyn Problem,
        options: &Options,
        observer: &'a mut dyn Observer,
    ) -> Evaluator<'a> {
        let (goals, parameters) = (problem.goals(), problem.inputs().parameters.len());
        let own_goals = problem.own_goals();
        let infeasible = problem.infeasible_goals().to_vec();
        let left = own_goals - infeasible.len();
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
            paths: None,
            concrete: BTreeSet::new(),
            proved: BTreeMap::new(),
            wants_graphs: !options.without.contains(&ValueSource::Graph),
        };
        evaluator.look();
        evaluator
    }

    /// Evaluates `test`. Afterwards [`near`](Self::near), [`newly_covered`](Self::newly_covered)
    /// and [`kept`](Self::kept) describe it, and [`stopped`](Self::stopped) is set if the search is
    /// over.
    #[inline]
    pub fn evaluate(&mut self, test: &TestCase) {
        let look = self.limits.count();
        self.execute(test);
        self.after_evaluation(test, look);
    }

    #[inline]
    fn after_evaluation(&mut self, test: &TestCase, look: bool) {
        if self.kept {
            self.tell_kept(test);
        }
        if look || !self.newly_covered.is_empty() {
            self.look();
        }
    }

    /// [`evaluate`](Self::evaluate), recording the comparisons.
    pub fn trace(&mut self, test: &TestCase) -> &Trace {
        let look = self.limits.count();
        self.execution.clear();
        self.trace.clear();
        self.problem.trace(test, &mut self.execution, &mut self.trace);
        self.sort_out(test);
        self.after_evaluation(test, look);
        &self.trace
    }

    pub fn traced(&self) -> &Trace {
        &self.trace
    }

    /// Returns the events of executions, if their paths can be recorded and they are known by now.
    pub fn events(&mut self) -> Option<Rc<Events>> {
        self.problem.events()
    }

    /// [`evaluate`](Self::evaluate), recording the path.
    pub(crate) fn record_path(&mut self, test: &TestCase) {
        let look = self.limits.count();
        self.execution.clear();
        self.path.clear();
        self.problem.record_path(test, &mut self.execution, &mut self.path);
        self.sort_out(test);
        self.after_evaluation(test, look);
    }

    /// The path that was recorded last.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn executes_symbolically(&self) -> bool {
        self.problem.executes_symbolically()
    }

    /// [`evaluate`](Self::evaluate), returning the path condition, if that can be recorded.
    pub(crate) fn record_path_condition(&mut self, test: &TestCase) -> Option<PathCondition> {
        let look = self.limits.count();
        self.execution.clear();
        let condition = self.problem.record_path_condition(test, &mut self.execution);
        self.concrete.extend(condition.iter().flat_map(|condition| condition.concrete.iter().cloned()));
        self.sort_out(test);
        self.after_evaluation(test, look);
        condition
    }

    /// Returns the test with other values, if there is such a test.
    pub(crate) fn with_values(&self, test: &TestCase, values: &[(Input, u128)]) -> Option<TestCase> {
        self.problem.with_values(test, values)
    }

    /// Asks a solver other than the built-in one.
    pub(crate) fn ask_other_solver(
        &mut self,
        pool: &TermPool,
        conditions: &[Term],
        parent: &Assignment,
    ) -> Solved {
        self.problem.ask_other_solver(pool, conditions, parent)
    }

    /// Takes note of the attempts to take alternatives of paths so far.
    pub(crate) fn note_paths(&mut self, counters: PathCounters) {
        self.paths = Some(counters);
    }

    /// Takes note that no test covers a goal of the problem's own, which is not sought any more.
    pub(crate) fn note_infeasible(&mut self, goal: u32, proofs: Vec<Proof>) {
        self.left -= usize::from(self.is_sought(goal) && !self.archive.is_covered(goal));
        self.proved.insert(goal, proofs);
        self.look();
    }

    /// Notes progress that no distance to a goal shows, so that the search goes on.
    pub(crate) fn note_progress(&mut self) {
        self.limits.improve();
    }

    /// Evaluates the next of the tests that the search begins with. A test of an earlier search is
    /// neither counted nor reported to the observer, who knows it; a seed is an evaluation like any
    /// other. Nor is what is recalled again.
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
        self.look();
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

    /// The goals that the last execution was the first to cover.
    #[inline]
    pub fn newly_covered(&self) -> &[u32] {
        &self.newly_covered
    }

    /// All goals that are covered, in the order in which they were.
    #[inline]
    pub fn coverage(&self) -> &[u32] {
        &self.coverage
    }

    /// True if the last test went into the archive.
    #[inline]
    pub fn kept(&self) -> bool {
        self.kept
    }

    /// Returns the fitness of the last execution for `goal`, with the approach level. The first
    /// call after an evaluation costs as much as there are goals reached, each call as much as
    /// there are goals above it.
    pub fn fitness(&mut self, goal: u32) -> Fitness {
        if !std::mem::replace(&mut self.is_read, true) {
            self.fitness.read(self.archive.goals(), &self.execution.reached);
        }
        self.fitness.goal(goal, self.problem.dependences())
    }

    pub fn dependences(&self) -> &Dependences {
        self.problem.dependences()
    }

    /// Reports a new current individual of the algorithm to the observer, this far from
    /// `goal`: after every step that was taken, and after every restart.
    pub fn tell_step(&mut self, goal: u32, fitness: Fitness) {
        self.observer.step(goal, fitness, self.limits.evaluations());
    }

    /// Reports to the observer that the search for a sequence of so many events begins.
    pub(crate) fn tell_sequence(&mut self, goal: u32, events: usize) {
        self.observer.sequence(goal, events, self.limits.evaluations());
    }

    /// Reports the fitness of the best individual for a sequence to the observer.
    pub(crate) fn tell_sequence_step(&mut self, goal: u32, fitness: Fitness) {
        let sum = f64::from(fitness.level) + fitness.distance.magnitude();
        self.observer.sequence_step(goal, sum, self.limits.evaluations());
    }

    /// Takes note of a sequence that was tried in vain for a goal.
    pub(crate) fn note_tried(&mut self, goal: u32, sequence: TriedSequence) {
        self.tried.entry(goal).or_default().note(sequence);
    }

    /// Takes note of evaluations that were spent on sequences for a goal.
    pub(crate) fn note_spent(&mut self, goal: u32, evaluations: u64) {
        self.tried.entry(goal).or_default().evaluations += evaluations;
    }

    pub fn want_details(&mut self) {
        self.execution.wants_details = true;
    }

    /// If they are [wanted](Self::want_details): more about the goals [reached](Self::reached), in
    /// the same order.
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

    /// Evaluations made, those of earlier searches included.
    #[inline]
    pub fn evaluations(&self) -> u64 {
        self.limits.evaluations()
    }

    #[inline]
    pub fn progress(&self) -> f64 {
        self.limits.progress()
    }

    /// The goals most of which can never be covered.
    pub fn hidden_goals(&self) -> std::ops::Range<u32> {
        self.problem.hidden_goals()
    }

    /// The number of goals, the first ones, that are the problem's own. The others are adopted.
    pub fn own_goals(&self) -> usize {
        self.own_goals
    }

    /// The number of goals left to be covered: the problem's own, and adopted ones if reached.
    pub fn left(&self) -> usize {
        self.left
    }

    /// True if a goal is the problem's own and may be covered, or one that was reached and not
    /// covered.
    pub fn is_sought(&self, goal: u32) -> bool {
        let is_own = (goal as usize) < self.own_goals;
        if self.proved.contains_key(&goal) {
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
        let mut proved = self.proved;
        proved.retain(|goal, _| !self.archive.is_covered(*goal));
        Outcome {
            evaluations: self.limits.evaluations(),
            evaluations_to_last_goal: self.last_goal.0,
            seconds: self.limits.seconds(),
            seconds_to_last_goal: self.last_goal.1,
            archive: self.archive,
            best: self.best,
            nearest,
            tried: self.tried,
            paths: self.paths,
            concrete: count_kinds(&self.concrete),
            proved,
            stopped,
        }
    }

    /// Executes `test` and updates the archive and the distances. Most goals that an execution
    /// touches are covered, by a test that is no larger: they must cost no more than the comparison
    /// that says so.
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
        if self.problem.inputs().templates.evaluated(&self.newly_covered) && self.wants_graphs {
            self.ask_for_graphs();
        }
    }

    /// No graphs are needed if only hidden checks are left, most of which can never be covered.
    #[cold]
    fn ask_for_graphs(&mut self) {
        let hidden = self.problem.hidden_goals();
        let is_left =
            |goal: &u32| !hidden.contains(goal) && self.is_sought(*goal) && !self.archive.is_covered(*goal);
        let is_anything_left = (0..self.best.len() as u32).any(|goal| is_left(&goal));
        self.problem.inputs().templates.ask(self.limits.evaluations(), is_anything_left);
    }

    /// Reports a generation of suites to the observer, with the number of evaluations.
    pub(crate) fn tell_suites(&mut self, generation: SuiteGeneration) {
        let evaluations = self.limits.evaluations();
        self.observer.suites(&SuiteGeneration { evaluations, ..generation });
    }

    fn tell_kept(&mut self, test: &TestCase) {
        let progress = self.state();
        if !self.newly_covered.is_empty() {
            self.last_goal = (progress.evaluations, progress.seconds);
        }
        self.observer.kept(test, &self.newly_covered, &progress);
    }

    fn look(&mut self) {
        let only_faults = self.left > 0 && self.limits.is_idle() && self.is_left_to_faults();
        let look = self.limits.look(self.left, only_faults);
        self.stopped = look.stopped;
        if look.tell {
            let progress = self.state();
            self.observer.progress(&progress);
        }
    }

    /// True if every goal that is left was reached, in executions that ended in a fault.
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

/// Returns the number of conditions of each kind.
fn count_kinds(concrete: &BTreeSet<(u32, String)>) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    concrete.iter().for_each(|(_, kind)| *counts.entry(kind.clone()).or_default() += 1);
    counts
}
