//! The population of [MIO](crate::algorithm::mio) with goals that wait for refinement.

use crate::algorithm::goal_queue::GoalQueue;
use crate::algorithm::mio::{Mio, Parameters};
use crate::algorithm::refinement::MemeticPopulation;
use crate::evaluation::evaluator::Evaluator;
use crate::operator::random::Random;
use crate::operator::Operators;
use sbst_model::{Distance, TestCase};

/// MIO, and the goals that wait for refinement.
pub struct MemeticMio {
    pub(crate) mio: Mio,
    pub(crate) queue: GoalQueue,
}

impl MemeticMio {
    pub fn new(
        evaluator: &mut Evaluator<'_>,
        operators: &mut Operators,
        initial: &[TestCase],
        parameters: &Parameters,
    ) -> MemeticMio {
        let mio = Mio::new(evaluator, operators, &[], parameters);
        let queue = GoalQueue::new(evaluator.archive().goals(), evaluator.hidden_goals());
        let mut population = MemeticMio { mio, queue };
        for test in initial {
            evaluator.recall(test);
            population.offer(evaluator, test, operators.random());
        }
        population
    }

    pub fn step(&mut self, evaluator: &mut Evaluator<'_>, operators: &mut Operators, least_p_sample: f64) {
        self.mio.step(evaluator, operators, least_p_sample);
        self.queue.note(evaluator);
    }
}

impl MemeticPopulation for MemeticMio {
    fn queue(&mut self) -> &mut GoalQueue {
        &mut self.queue
    }

    fn offer(&mut self, evaluator: &mut Evaluator<'_>, test: &TestCase, random: &mut Random) {
        self.mio.archive.update(evaluator, test, random);
        self.queue.note(evaluator);
    }

    fn cover(&mut self, _: &Evaluator<'_>, goal: u32, random: &mut Random) {
        self.mio.archive.cover(goal, random);
        self.queue.cover(goal);
    }

    fn best(&self, goal: u32) -> Option<(Distance, &TestCase)> {
        self.mio.archive.best(goal)
    }

    fn any(&self, goal: u32, random: &mut Random) -> Option<&TestCase> {
        self.mio.archive.any(goal, random)
    }
}
