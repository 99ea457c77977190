//! An event sequence as the objective of a search.

use super::flow::{Flow, Passed};
use super::sequence::{Assessment, EventSequence, Measure, Objective, Problem};
use crate::evaluation::evaluator::Evaluator;
use crate::evaluation::fitness::Fitness;
use crate::evaluation::pursuit::Pursuit;
use sbst_model::TestCase;

/// The search for a test that executes a sequence.
pub struct SequencePursuit<'f> {
    flow: &'f mut Flow,
    goal: u32,
    pub(crate) objective: Objective,
    passed: Vec<Passed>,
    pub best: Option<Best>,
    /// True if a better fitness prevents giving up.
    is_progress: bool,
    /// Evaluations since the last better one. After `patience` of them, the search for an executed
    /// sequence is given up.
    idle: u64,
    patience: u64,
}

/// The best test for a sequence.
#[derive(Clone, Debug)]
pub struct Best {
    pub(crate) fitness: Fitness,
    pub problem: Option<Problem>,
    /// The events passed by it.
    pub(crate) passed: Vec<Passed>,
}

impl<'f> SequencePursuit<'f> {
    pub fn new(
        flow: &'f mut Flow,
        goal: u32,
        sequence: EventSequence,
        measure: Measure,
    ) -> SequencePursuit<'f> {
        let objective = Objective::new(flow, sequence, measure);
        let (is_progress, idle, patience) = (false, 0, u64::MAX);
        SequencePursuit { flow, goal, objective, passed: Vec::new(), best: None, is_progress, idle, patience }
    }

    /// Makes each better fitness prevent giving up.
    pub fn with_progress(self, is_progress: bool) -> SequencePursuit<'f> {
        SequencePursuit { is_progress, ..self }
    }

    /// Gives up after this number of evaluations without a better one, once all events but the goal
    /// are executed.
    pub(crate) fn with_patience(self, patience: u64) -> SequencePursuit<'f> {
        SequencePursuit { patience, ..self }
    }

    /// True if the best test executes all events but the goal.
    pub(crate) fn is_executed(&self) -> bool {
        let problem = self.best.as_ref().and_then(|best| best.problem);
        problem.is_some_and(|problem| self.objective.is_last(&problem, self.flow))
    }
}

impl Pursuit for SequencePursuit<'_> {
    fn evaluate(&mut self, evaluator: &mut Evaluator<'_>, test: &TestCase) -> Fitness {
        evaluator.record_path(test);
        if evaluator.archive().is_covered(self.goal) {
            return Fitness::COVERED;
        }
        self.flow.pass(evaluator.path(), &mut self.passed);
        let Assessment { fitness, problem } = self.objective.assess(self.flow, &self.passed);
        self.idle += 1;
        if self.best.as_ref().is_none_or(|best| fitness < best.fitness) {
            let best = self.best.get_or_insert_with(|| Best { fitness, problem, passed: Vec::new() });
            (best.fitness, best.problem) = (fitness, problem);
            std::mem::swap(&mut best.passed, &mut self.passed);
            self.idle = 0;
        }
        fitness
    }

    fn blocking(&self) -> Option<u32> {
        let problem = self.best.as_ref()?.problem?;
        self.flow.find_goal(self.flow.outcome(problem.condition, problem.outcome))
    }

    fn tell_best(&mut self, evaluator: &mut Evaluator<'_>, fitness: Fitness) {
        evaluator.tell_sequence_step(self.goal, fitness);
        if self.is_progress {
            evaluator.note_progress();
        }
    }

    fn is_given_up(&self) -> bool {
        self.idle >= self.patience && self.is_executed()
    }
}
