//! [MIO](crate::algorithm::mio) with [refinement](super) of the best test of each goal's population.

use super::Memetic;
use crate::algorithm::memetic::agenda::Agenda;
use crate::algorithm::memetic::refinement::{Individuals, Surroundings};
use crate::algorithm::mio::{Mio, Parameters};
use crate::evaluation::evaluator::Evaluator;
use crate::operator::random::Random;
use crate::operator::Operators;
use sbst_model::messages::{Stopped, ValueSource};
use sbst_model::{Distance, TestCase};

/// Evaluations before the first refinement: as many as MIO has tests in a population at first.
const FIRST_POPULATION: u64 = 10;

/// Evaluates the `initial` tests, then searches until the evaluator says stop.
pub fn search(
    evaluator: &mut Evaluator<'_>,
    operators: &mut Operators,
    initial: &[TestCase],
    without: &[ValueSource],
) -> Stopped {
    let individuals = &mut MioAndAgenda::new(evaluator, operators, initial, &Parameters::default());
    let begun = evaluator.evaluations();
    let mut memetic = Memetic::new(operators, without, begun);
    loop {
        if let Some(stopped) = evaluator.stopped() {
            return stopped;
        }
        individuals.step(evaluator, operators, 0.0);
        if evaluator.evaluations() - begun >= FIRST_POPULATION {
            memetic.improve(&mut Surroundings { evaluator, operators, individuals });
        }
    }
}

/// MIO, and which of its goals are next to be refined for.
pub(crate) struct MioAndAgenda {
    pub(crate) mio: Mio,
    pub(crate) agenda: Agenda,
}

impl MioAndAgenda {
    /// Evaluates the `initial` tests.
    pub(crate) fn new(
        evaluator: &mut Evaluator<'_>,
        operators: &mut Operators,
        initial: &[TestCase],
        parameters: &Parameters,
    ) -> MioAndAgenda {
        let mio = Mio::new(evaluator, operators, &[], parameters);
        let mut individuals =
            MioAndAgenda { mio, agenda: Agenda::new(evaluator.archive().goals(), evaluator.hidden_goals()) };
        for test in initial {
            evaluator.recall(test);
            individuals.offer(evaluator, test, operators.random());
        }
        individuals
    }

    /// A step of MIO, with one evaluation.
    pub(crate) fn step(
        &mut self,
        evaluator: &mut Evaluator<'_>,
        operators: &mut Operators,
        least_p_sample: f64,
    ) {
        self.mio.step(evaluator, operators, least_p_sample);
        self.agenda.note(evaluator);
    }
}

impl Individuals for MioAndAgenda {
    fn agenda(&mut self) -> &mut Agenda {
        &mut self.agenda
    }

    fn offer(&mut self, evaluator: &mut Evaluator<'_>, test: &TestCase, random: &mut Random) {
        self.mio.archive.update(evaluator, test, random);
        self.agenda.note(evaluator);
    }

    fn cover(&mut self, _: &Evaluator<'_>, goal: u32, random: &mut Random) {
        self.mio.archive.cover(goal, random);
        self.agenda.cover(goal);
    }

    fn best(&self, goal: u32) -> Option<(Distance, &TestCase)> {
        self.mio.archive.best(goal)
    }

    fn any(&self, goal: u32, random: &mut Random) -> Option<&TestCase> {
        self.mio.archive.any(goal, random)
    }
}
