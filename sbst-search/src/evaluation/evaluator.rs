//! The only place where a search evaluates tests: it counts, keeps the archive and the least distances, and says when
//! to stop. Algorithms see what an evaluation meant to the goals that are still uncovered.

use crate::evaluation::archive::Archive;
use crate::evaluation::archive::Rank;
use crate::evaluation::fitness::FitnessOf;
use crate::evaluation::fitness::{Dependences, Fitness};
use crate::evaluation::limits::Limits;
use crate::evaluation::observer::{Observer, Outcome, Progress, SuiteGeneration};
use crate::evaluation::options::Options;
use crate::evaluation::problem::{Detail, Ending, Execution, Problem};
use crate::trace::Trace;
use sbst_model::messages::{Stopped, ValueSource};
use sbst_model::{Distance, TestCase};

/// Evaluates tests on behalf of an algorithm.
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
    /// Whether `fitness` has read the last execution.
    is_read: bool,
    fitness: FitnessOf,
    trace: Trace,
    archive: Archive,
    /// How many goals, the first ones, are the problem's own.
    own_goals: usize,
    /// How many goals are left: its own, and adopted ones that were reached.
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
    /// Whether tests are made from object construction graphs.
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
        let limits = Limits::new(options, own_goals, parameters);
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
            archive: Archive::new(goals),
            own_goals,
            left: own_goals,
            best: vec![Distance::UNREACHED; goals],
            nearest: vec![TestCase::new(); if options.keeps_nearest { goals } else { 0 }],
            near: Vec::with_capacity(goals),
            newly_covered: Vec::with_capacity(goals),
            coverage: Vec::with_capacity(goals),
            kept: false,
            last_goal: (0, 0.0),
            wants_graphs: !options.without.contains(&ValueSource::Graph),
        };
        evaluator.look();
        evaluator
    }

    /// Evaluates `test`. Afterwards [`near`](Self::near), [`newly_covered`](Self::newly_covered) and
    /// [`kept`](Self::kept) speak of it, and [`stopped`](Self::stopped) says whether to go on.
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

    /// [`evaluate`](Self::evaluate), writing down what was compared with what.
    pub fn trace(&mut self, test: &TestCase) -> &Trace {
        let look = self.limits.count();
        self.execution.clear();
        self.trace.clear();
        self.problem.trace(test, &mut self.execution, &mut self.trace);
        self.sort_out(test);
        self.after_evaluation(test, look);
        &self.trace
    }

    /// What the last [trace](Self::trace) wrote down.
    pub fn traced(&self) -> &Trace {
        &self.trace
    }

    /// Evaluates the next of the tests that the search begins with. One of an earlier search is not counted, and the
    /// observer, who knows it, not told; a seed is an evaluation like any other. Nor is what is recalled again.
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

    /// Whether the last test went into the archive.
    #[inline]
    pub fn kept(&self) -> bool {
        self.kept
    }

    /// How far the last execution was from `goal`, with the approach level. The first question after an evaluation costs
    /// as much as there are goals reached, each as much as there are goals above it.
    pub fn fitness(&mut self, goal: u32) -> Fitness {
        if !std::mem::replace(&mut self.is_read, true) {
            self.fitness.read(self.archive.goals(), &self.execution.reached);
        }
        self.fitness.goal(goal, self.problem.dependences())
    }

    /// Which goals depend on which.
    pub fn dependences(&self) -> &Dependences {
        self.problem.dependences()
    }

    /// Tells the observer that the algorithm's current individual is a new one, this far from `goal`: after every step
    /// that was taken, and after every restart.
    pub fn tell_step(&mut self, goal: u32, fitness: Fitness) {
        self.observer.step(goal, fitness, self.limits.evaluations());
    }

    /// Asks for [details](Self::details) from the next evaluation on.
    pub fn want_details(&mut self) {
        self.execution.wants_details = true;
    }

    /// If they are [wanted](Self::want_details): more about the goals [reached](Self::reached), in the same order.
    pub fn details(&self) -> &[Detail] {
        &self.execution.details
    }

    /// How the last execution ended.
    pub fn ending(&self) -> Ending {
        self.execution.ending
    }

    /// Why to stop, if so.
    #[inline]
    pub fn stopped(&self) -> Option<Stopped> {
        self.stopped
    }

    /// Evaluations made, those of earlier searches included.
    #[inline]
    pub fn evaluations(&self) -> u64 {
        self.limits.evaluations()
    }

    /// How far on the search is, from 0 to 1.
    #[inline]
    pub fn progress(&self) -> f64 {
        self.limits.progress()
    }

    /// Those of which most can never be covered.
    pub fn hidden_goals(&self) -> std::ops::Range<u32> {
        self.problem.hidden_goals()
    }

    /// How many goals, the first ones, are the problem's own. The others are adopted.
    pub fn own_goals(&self) -> usize {
        self.own_goals
    }

    /// How many goals are left to be covered: the problem's own, and adopted ones to which an execution has come.
    pub fn left(&self) -> usize {
        self.left
    }

    /// Whether a goal is one of the problem's own, or an adopted one to which an execution has come without covering it.
    pub fn is_sought(&self, goal: u32) -> bool {
        (goal as usize) < self.own_goals || self.best[goal as usize].is_reached()
    }

    /// The best test for each goal so far.
    #[inline]
    pub fn archive(&self) -> &Archive {
        &self.archive
    }

    /// Ends the search.
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
            stopped,
        }
    }

    /// Executes `test` and sorts out what it reached. Most goals that an execution touches are covered, by a test that
    /// is no larger: they must cost no more than the comparison that says so.
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

    /// Nobody waits for graphs if there is nothing left but hidden checks, most of which can never be covered.
    #[cold]
    fn ask_for_graphs(&mut self) {
        let hidden = self.problem.hidden_goals();
        let is_left =
            |goal: &u32| !hidden.contains(goal) && self.is_sought(*goal) && !self.archive.is_covered(*goal);
        let is_anything_left = (0..self.best.len() as u32).any(|goal| is_left(&goal));
        self.problem.inputs().templates.ask(self.limits.evaluations(), is_anything_left);
    }

    /// Tells the observer of a generation of suites; evaluations are filled in.
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
        let look = self.limits.look(self.left);
        self.stopped = look.stopped;
        if look.tell {
            let progress = self.state();
            self.observer.progress(&progress);
        }
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
