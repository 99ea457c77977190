//! DynaMOSA, with [refinement](super) of the best test for every target.

use super::Memetic;
use sbst_model::messages::{Stopped, ValueSource};
use sbst_model::{Distance, TestCase};
use sbst_search::algorithm::goal_queue::GoalQueue;
use sbst_search::algorithm::mosa::targets::Targets;
use sbst_search::algorithm::mosa::{Mosa, Parameters};
use sbst_search::algorithm::refinement::{MemeticPopulation, SearchContext};
use sbst_search::evaluation::evaluator::Evaluator;
use sbst_search::operator::random::Random;
use sbst_search::operator::Operators;
use std::convert::Infallible;

/// The most refined tests in a generation: the number of its other tests. Later covering ones are
/// in the archive.
const MOST_REFINED: usize = 50;

/// Evaluates the `initial` tests, then searches until the evaluator stops.
pub(crate) fn search(
    evaluator: &mut Evaluator<'_>,
    operators: &mut Operators,
    initial: &[TestCase],
    without: &[ValueSource],
) -> Stopped {
    let mut memetic = Memetic::new(operators, without, evaluator.evaluations());
    let population = &mut MemeticMosa::new(evaluator);
    let mut run = || -> Result<Infallible, Stopped> {
        population.mosa.initial_population(evaluator, operators, initial)?;
        loop {
            memetic.improve(&mut SearchContext { evaluator, operators, population });
            population.mosa.next_generation(evaluator, operators)?;
        }
    };
    let Err(stopped) = run();
    stopped
}

/// DynaMOSA with targets that wait for refinement.
pub(super) struct MemeticMosa {
    pub(super) mosa: Mosa,
}

impl MemeticMosa {
    /// A search without tests.
    pub(super) fn new(evaluator: &Evaluator<'_>) -> MemeticMosa {
        let goals = evaluator.archive().goals();
        let queue = GoalQueue::new(goals, evaluator.hidden_goals());
        let mut targets = Targets::dynamic(goals, evaluator.dependences());
        targets.queue = Some(queue);
        MemeticMosa { mosa: Mosa::new(targets, Parameters::default()) }
    }
}

/// The population is the parents, followed by their offspring: the refined tests.
impl MemeticPopulation for MemeticMosa {
    fn queue(&mut self) -> &mut GoalQueue {
        self.mosa.targets.queue.as_mut().expect("a memetic algorithm has a queue")
    }

    fn offer(&mut self, evaluator: &mut Evaluator<'_>, test: &TestCase, _: &mut Random) {
        self.mosa.targets.update(evaluator);
        let refined = self.mosa.population.generation().len() - self.mosa.population.parents();
        if self.mosa.targets.improves && refined < MOST_REFINED {
            self.mosa.population.slot().clone_from(test);
            self.mosa.population.add(evaluator, self.mosa.targets.out_of_reach());
        }
    }

    fn cover(&mut self, evaluator: &Evaluator<'_>, goal: u32, _: &mut Random) {
        self.mosa.targets.open(evaluator.dependences(), &[goal], std::iter::empty());
        self.queue().cover(goal);
    }

    fn best(&self, goal: u32) -> Option<(Distance, &TestCase)> {
        let tests = self.mosa.population.generation().iter();
        let nearest = tests.filter_map(|individual| Some((individual.distance(goal)?, &individual.test)));
        nearest.min_by_key(|(distance, test)| (*distance, test.size()))
    }

    fn any(&self, goal: u32, random: &mut Random) -> Option<&TestCase> {
        let reaching = || {
            self.mosa.population.generation().iter().filter(|individual| individual.distance(goal).is_some())
        };
        let count = reaching().count();
        let chosen = (count > 0).then(|| random.index(count))?;
        reaching().nth(chosen).map(|individual| &individual.test)
    }
}
