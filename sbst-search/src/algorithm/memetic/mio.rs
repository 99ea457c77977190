//! [MIO](crate::algorithm::mio) with [refinement](super) of the best test of each goal's
//! population.

use super::refinement::{MemeticPopulation, SearchContext};
use super::Memetic;
use crate::algorithm::goal_queue::GoalQueue;
use crate::algorithm::mio::{Mio, Parameters};
use crate::evaluation::evaluator::Evaluator;
use crate::operator::random::Random;
use crate::operator::Operators;
use sbst_model::messages::{Stopped, ValueSource};
use sbst_model::{Distance, TestCase};

/// Evaluations before the first refinement: the number of tests in a population of MIO at first.
const FIRST_POPULATION: u64 = 10;

/// Evaluates the `initial` tests, then searches until the evaluator says stop.
pub(crate) fn search(
    evaluator: &mut Evaluator<'_>,
    operators: &mut Operators,
    initial: &[TestCase],
    without: &[ValueSource],
) -> Stopped {
    let population = &mut MemeticMio::new(evaluator, operators, initial, &Parameters::default());
    let begun = evaluator.evaluations();
    let mut memetic = Memetic::new(operators, without, begun);
    loop {
        if let Some(stopped) = evaluator.stopped() {
            return stopped;
        }
        population.step(evaluator, operators, 0.0);
        if evaluator.evaluations() - begun >= FIRST_POPULATION {
            memetic.improve(&mut SearchContext { evaluator, operators, population });
        }
    }
}

/// MIO, and the goals that wait for refinement.
pub(crate) struct MemeticMio {
    pub(crate) mio: Mio,
    pub(crate) queue: GoalQueue,
}

impl MemeticMio {
    /// Evaluates the `initial` tests.
    pub(crate) fn new(
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

    /// Makes a step of MIO, with one evaluation.
    pub(crate) fn step(
        &mut self,
        evaluator: &mut Evaluator<'_>,
        operators: &mut Operators,
        least_p_sample: f64,
    ) {
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
