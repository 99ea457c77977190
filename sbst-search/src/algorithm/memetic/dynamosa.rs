//! DynaMOSA with [refinement](super) of the best test of each target.

use super::refinement::{MemeticPopulation, SearchContext};
use super::Memetic;
use crate::algorithm::goal_queue::GoalQueue;
use crate::algorithm::mosa::targets::Targets;
use crate::algorithm::mosa::{Mosa, Parameters};
use crate::evaluation::evaluator::Evaluator;
use crate::operator::random::Random;
use crate::operator::Operators;
use sbst_model::messages::{Stopped, ValueSource};
use sbst_model::{Distance, TestCase};
use std::convert::Infallible;

/// The most refined tests in a generation: the number of its other tests. Later ones that covered
/// something are in the archive.
const MOST_REFINED: usize = 50;

/// Evaluates the `initial` tests, then searches until the evaluator says stop.
pub(crate) fn search(
    evaluator: &mut Evaluator<'_>,
    operators: &mut Operators,
    initial: &[TestCase],
    without: &[ValueSource],
) -> Stopped {
    let mut memetic = Memetic::new(operators, without, evaluator.evaluations());
    let population = &mut with_queue(evaluator);
    let mut run = || -> Result<Infallible, Stopped> {
        population.initial_population(evaluator, operators, initial)?;
        loop {
            memetic.improve(&mut SearchContext { evaluator, operators, population });
            population.next_generation(evaluator, operators)?;
        }
    };
    let Err(stopped) = run();
    stopped
}

/// Returns a DynaMOSA without tests whose targets wait for refinement.
pub(super) fn with_queue(evaluator: &Evaluator<'_>) -> Mosa {
    let goals = evaluator.archive().goals();
    let queue = GoalQueue::new(goals, evaluator.hidden_goals());
    let mut targets = Targets::dynamic(goals, evaluator.dependences());
    targets.queue = Some(queue);
    Mosa::new(targets, Parameters::default())
}

/// The population are the parents, and behind them their offspring: the refined tests.
impl MemeticPopulation for Mosa {
    fn queue(&mut self) -> &mut GoalQueue {
        self.targets.queue.as_mut().expect("a memetic algorithm has a queue")
    }

    fn offer(&mut self, evaluator: &mut Evaluator<'_>, test: &TestCase, _: &mut Random) {
        self.targets.update(evaluator);
        let refined = self.population.generation().len() - self.population.parents();
        if self.targets.improves && refined < MOST_REFINED {
            self.population.slot().clone_from(test);
            self.population.add(evaluator, self.targets.out_of_reach());
        }
    }

    fn cover(&mut self, evaluator: &Evaluator<'_>, goal: u32, _: &mut Random) {
        self.targets.open(evaluator.dependences(), &[goal], std::iter::empty());
        self.queue().cover(goal);
    }

    fn best(&self, goal: u32) -> Option<(Distance, &TestCase)> {
        let tests = self.population.generation().iter();
        let nearest = tests.filter_map(|individual| Some((individual.distance(goal)?, &individual.test)));
        nearest.min_by_key(|(distance, test)| (*distance, test.size()))
    }

    fn any(&self, goal: u32, random: &mut Random) -> Option<&TestCase> {
        let reaching =
            || self.population.generation().iter().filter(|individual| individual.distance(goal).is_some());
        let count = reaching().count();
        let chosen = (count > 0).then(|| random.index(count))?;
        reaching().nth(chosen).map(|individual| &individual.test)
    }
}
