//! The objective of a search for one goal.

use crate::evaluation::evaluator::Evaluator;
use crate::evaluation::fitness::Fitness;
use sbst_model::TestCase;

pub trait Pursuit {
    /// Evaluates a test. Returns [covered](Fitness::COVERED) if it covers the goal.
    fn evaluate(&mut self, evaluator: &mut Evaluator<'_>, test: &TestCase) -> Fitness;

    /// The goal missed by the best test, which must be covered next.
    fn blocking(&self) -> Option<u32>;

    /// Reports the fitness of the new best test.
    fn tell_best(&mut self, evaluator: &mut Evaluator<'_>, fitness: Fitness);

    /// True if the search has no prospect of success.
    fn is_given_up(&self) -> bool {
        false
    }
}

/// A goal as the objective.
#[derive(Clone, Copy, Debug)]
pub struct GoalPursuit(pub u32);

impl Pursuit for GoalPursuit {
    fn evaluate(&mut self, evaluator: &mut Evaluator<'_>, test: &TestCase) -> Fitness {
        evaluator.evaluate(test);
        evaluator.fitness(self.0)
    }

    fn blocking(&self) -> Option<u32> {
        Some(self.0)
    }

    fn tell_best(&mut self, evaluator: &mut Evaluator<'_>, fitness: Fitness) {
        evaluator.tell_step(self.0, fitness);
    }
}
