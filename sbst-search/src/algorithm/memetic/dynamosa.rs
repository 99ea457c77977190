//! [DynaMOSA](crate::algorithm::dynamosa) with [refinement](super) of the best test of each target.

use super::Memetic;
use crate::algorithm::dynamosa::DynamicTargets;
use crate::algorithm::memetic::agenda::Agenda;
use crate::algorithm::memetic::refinement::{Individuals, Surroundings};
use crate::algorithm::mosa::population::Population;
use crate::algorithm::mosa::targets::Targets;
use crate::algorithm::mosa::{Mosa, Parameters};
use crate::evaluation::archive::Archive;
use crate::evaluation::evaluator::Evaluator;
use crate::operator::random::Random;
use crate::operator::Operators;
use sbst_model::messages::{Stopped, ValueSource};
use sbst_model::{Distance, TestCase};
use std::convert::Infallible;

/// Refined tests in a generation, at most: as many as there are other tests in it. What is found beyond comes from the archive again, if it
/// covered something.
const MOST_REFINED: usize = 50;

/// Evaluates the `initial` tests, then searches until the evaluator says stop.
pub fn search(
    evaluator: &mut Evaluator<'_>,
    operators: &mut Operators,
    initial: &[TestCase],
    without: &[ValueSource],
) -> Stopped {
    let goals = evaluator.archive().goals();
    let targets = TargetsAndAgenda::new(
        DynamicTargets::new(goals, evaluator.dependences()),
        goals,
        evaluator.hidden_goals(),
    );
    let memetic = Memetic::new(operators, without, evaluator.evaluations());
    let parameters = Parameters::default();
    let Err(stopped) = run(Mosa::new(targets, evaluator, operators, &parameters), memetic, initial);
    stopped
}

fn run(
    mut mosa: Mosa<'_, '_, Operators, TargetsAndAgenda>,
    mut memetic: Memetic,
    initial: &[TestCase],
) -> Result<Infallible, Stopped> {
    mosa.initial_population(initial)?;
    loop {
        let Mosa { evaluator, variation, targets, population, .. } = &mut mosa;
        let individuals = &mut Generation { targets, population };
        memetic.improve(&mut Surroundings { evaluator, operators: variation, individuals });
        mosa.next_generation()?;
    }
}

/// The targets, and which of them are next to be refined for.
pub(super) struct TargetsAndAgenda {
    targets: DynamicTargets,
    agenda: Agenda,
    /// Whether the last execution covered a goal or came nearer to one than any before.
    improves: bool,
}

impl TargetsAndAgenda {
    pub(super) fn new(
        targets: DynamicTargets,
        goals: usize,
        hidden: std::ops::Range<u32>,
    ) -> TargetsAndAgenda {
        TargetsAndAgenda { targets, agenda: Agenda::new(goals, hidden), improves: false }
    }
}

impl Targets for TargetsAndAgenda {
    fn update(&mut self, evaluator: &Evaluator<'_>) {
        self.targets.update(evaluator);
        self.improves = self.agenda.note(evaluator);
    }

    fn contains(&self, goal: u32) -> bool {
        self.targets.contains(goal)
    }

    fn out_of_reach(&self) -> &[u32] {
        self.targets.out_of_reach()
    }

    fn look(&mut self, archive: &Archive, is_reached: impl Fn(u32) -> bool) {
        self.targets.look(archive, is_reached);
    }
}

/// The parents, and behind them their offspring: what was refined.
pub(super) struct Generation<'m> {
    pub(super) targets: &'m mut TargetsAndAgenda,
    pub(super) population: &'m mut Population,
}

impl Individuals for Generation<'_> {
    fn agenda(&mut self) -> &mut Agenda {
        &mut self.targets.agenda
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
        self.targets.targets.open(evaluator.dependences(), &[goal], std::iter::empty());
        self.targets.agenda.cover(goal);
    }

    fn best(&self, goal: u32) -> Option<(Distance, &TestCase)> {
        let tests = self.population.generation().iter();
        let nearest = tests.filter_map(|individual| Some((individual.distance(goal)?, &individual.test)));
        nearest.min_by_key(|(distance, test)| (*distance, test.size()))
    }

    fn any(&self, goal: u32, random: &mut Random) -> Option<&TestCase> {
        let reaches =
            || self.population.generation().iter().filter(|individual| individual.distance(goal).is_some());
        let count = reaches().count();
        let chosen = (count > 0).then(|| random.index(count))?;
        reaches().nth(chosen).map(|individual| &individual.test)
    }
}
