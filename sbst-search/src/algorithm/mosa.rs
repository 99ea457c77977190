//! MOSA, the many-objective sorting algorithm.
//!
//! Panichella, Kifetew and Tonella, "Reformulating branch coverage as a many-objective optimization
//! problem", ICST 2015, in the form of Fraser's "Search-Based Test Generation", part 2. It is
//! NSGA-II with a preference criterion and an archive.
//!
//! # The algorithm
//! 1. The archive keeps the best test for each covered goal. Its ending counts first, then its size
//!    (the secondary objective), so that longer tests do not accumulate. It is the evaluator's
//!    [`Archive`].
//! 2. The objectives are the distances to the uncovered goals.
//! 3. Offspring: two parents are selected by binary rank tournament, crossed over with a
//!    probability, and both results mutated. This is repeated until the offspring are as many as
//!    the parents.
//! 4. Preference sorting: of parents and offspring together, for each objective the test with the
//!    least distance is in front 0. Among equals it is the smallest (the secondary objective
//!    again). Copies of these tests are removed.
//! 5. The others are in fronts 1, 2 … by non-dominated sorting.
//! 6. Within a front, tests with a greater crowding distance come first. The next population is
//!    filled in this order, from front 0 on.
//! 7. Binary rank tournament: of two random tests that of the lower front; in the same front the
//!    one with the greater crowding distance.
//!
//! # Differences from the notebook
//! 8. Raw distances are compared, because normalised ones do not distinguish large distances. Only
//!    crowding distances, which are sums, use normalised ones.
//! 9. A goal that no test of the population reached is no objective: no test is preferable. (The
//!    notebook prefers the first test.)
//! 10. Among equals the younger comes first. A population of equals, on a plateau, would otherwise
//!     never change.
//! 11. Each generation gets a few tests that do not descend from the population: half of them
//!     drawn, half changed copies of tests in the archive. So a search whose uncovered goals are
//!     out of reach for its population continues from covered goals, like MIO. (EvoSuite, Pynguin
//!     and SynTest do the same.)
//! 12. The population is smaller with few objectives. All but the nearest tests would be far from
//!     every objective, and most evaluations would be spent on their offspring.
//!
//! [`Parameters::classic`] has none of 8 to 12. DynaMOSA differs only in the objectives: it selects
//! them among the uncovered goals (`mosa/targets.rs`); MOSA takes them all.

pub mod targets;
pub mod population;
pub mod objectives;
pub mod fronts;
pub mod crowding;
#[cfg(test)]
mod laws;
#[cfg(test)]
mod tests;

use crate::evaluation::archive::Archive;
use crate::evaluation::evaluator::Evaluator;
use crate::operator::variation::Variation;
use crowding::Crowding;
use fronts::Fronts;
use objectives::Objectives;
use population::Population;
use sbst_model::{messages::Stopped, TestCase};
use std::convert::Infallible;
use targets::Targets;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// The most tests in the population, and the number drawn for the first one.
    pub population: usize,
    /// Tests in the population per objective, if these are fewer (rule 12).
    pub for_each_objective: usize,
    pub least_population: usize,
    /// Probability that parents are crossed over.
    pub p_crossover: f64,
    /// Tests added to a generation that do not descend from the population, per test (rule 11).
    pub new_tests: f64,
    /// True if rules 8 to 10 follow the notebook.
    classic: bool,
}

impl Default for Parameters {
    /// * Population and crossover: Panichella, Kifetew and Tonella 2015.
    /// * Five tests per objective: the middle of MIO's populations, from 10 to 1. At least ten: the
    ///   best population found by Pynguin's authors when they tuned DynaMOSA (arXiv 2510.08716).
    /// * New tests: a fifth as in SynTest (EvoSuite and Pynguin: a tenth).
    fn default() -> Parameters {
        Parameters {
            population: 50,
            for_each_objective: 5,
            least_population: 10,
            p_crossover: 0.75,
            new_tests: 0.2,
            classic: false,
        }
    }
}

impl Parameters {
    pub const fn classic() -> Parameters {
        Parameters {
            population: 50,
            for_each_objective: 50,
            least_population: 50,
            p_crossover: 0.7,
            new_tests: 0.0,
            classic: true,
        }
    }

    /// Rule 12.
    fn population_for(&self, objectives: usize) -> usize {
        let wanted = objectives.saturating_mul(self.for_each_objective).max(self.least_population);
        wanted.min(self.population).max(1)
    }
}

/// Evaluates the `initial` tests, then searches until the evaluator stops it.
///
/// ```
/// # mod magic { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/magic.rs")); }
/// # use magic::Magic;
/// use sbst_model::messages::{Budget, Stopped};
/// use sbst_search::algorithm::mosa::{self, targets::Targets};
/// use sbst_search::{Algorithm, Evaluator, Operators, Options, Problem, Silent};
///
/// let (mut problem, mut silent) = (Magic::new(), Silent);
/// let mut operators = Operators::new(problem.inputs().clone(), &[], 1);
/// let budget = Budget { evaluations: Some(20_000), ..Budget::UNLIMITED };
/// let options = Options::new(Algorithm::Mosa, 1, budget);
/// let mut evaluator = Evaluator::new(&mut problem, &options, &mut silent);
/// let parameters = mosa::Parameters::default();
/// let stopped = mosa::search(&mut evaluator, &mut operators, &[], Targets::all(2), parameters);
/// assert_eq!(stopped, Stopped::AllCovered);
/// ```
pub fn search(
    evaluator: &mut Evaluator<'_>,
    variation: &mut dyn Variation,
    initial: &[TestCase],
    targets: Targets,
    parameters: Parameters,
) -> Stopped {
    let mut mosa = Mosa::new(targets, parameters);
    let mut run = || -> Result<Infallible, Stopped> {
        mosa.initial_population(evaluator, variation, initial)?;
        loop {
            mosa.next_generation(evaluator, variation)?;
        }
    };
    let Err(stopped) = run();
    stopped
}

pub struct Mosa {
    parameters: Parameters,
    pub targets: Targets,
    pub population: Population,
    objectives: Objectives,
    fronts: Fronts,
    crowding: Crowding,
    offspring: [TestCase; 2],
    /// The next population: tests, their ranks and crowding distances.
    survivors: Vec<(u32, usize, f64)>,
}

impl Mosa {
    pub fn new(targets: Targets, parameters: Parameters) -> Mosa {
        Mosa {
            parameters,
            targets,
            population: Population::default(),
            objectives: Objectives::default(),
            fronts: Fronts::default(),
            crowding: Crowding::default(),
            offspring: [TestCase::new(), TestCase::new()],
            survivors: Vec::new(),
        }
    }

    /// Adds offspring to the parents and the tests behind them, and selects the next population.
    pub fn next_generation(
        &mut self,
        evaluator: &mut Evaluator<'_>,
        variation: &mut dyn Variation,
    ) -> Result<(), Stopped> {
        self.generate_offspring(evaluator, variation)?;
        self.add_new_tests(evaluator, variation)?;
        self.next_population(evaluator.archive());
        Ok(())
    }

    /// Evaluates the `initial` tests and fills the population with random ones.
    pub fn initial_population(
        &mut self,
        evaluator: &mut Evaluator<'_>,
        variation: &mut dyn Variation,
        initial: &[TestCase],
    ) -> Result<(), Stopped> {
        for test in initial {
            self.population.slot().clone_from(test);
            evaluator.recall(test);
            self.add_evaluated(evaluator);
        }
        for _ in 0..self.parameters.population.max(1) {
            variation.sample(self.population.slot());
            self.evaluate(evaluator)?;
        }
        self.next_population(evaluator.archive());
        Ok(())
    }

    /// Rule 3.
    fn generate_offspring(
        &mut self,
        evaluator: &mut Evaluator<'_>,
        variation: &mut dyn Variation,
    ) -> Result<(), Stopped> {
        for _ in 0..self.population.parents().div_ceil(2) {
            let parents = [(); 2].map(|()| self.population.binary_rank_tournament(variation.random()));
            let parents = parents.map(|parent| self.population.test(parent));
            if variation.random().chance(self.parameters.p_crossover) {
                variation.crossover(parents, &mut self.offspring);
            } else {
                self.offspring.iter_mut().zip(parents).for_each(|(copy, parent)| copy.clone_from(parent));
            }
            for index in 0..2 {
                variation.mutate(&self.offspring[index], self.population.slot());
                self.evaluate(evaluator)?;
            }
        }
        Ok(())
    }

    /// Rule 11.
    fn add_new_tests(
        &mut self,
        evaluator: &mut Evaluator<'_>,
        variation: &mut dyn Variation,
    ) -> Result<(), Stopped> {
        for _ in 0..(self.population.parents() as f64 * self.parameters.new_tests).ceil() as usize {
            let (random, goals) = (variation.random(), evaluator.own_goals());
            let goal = (goals > 0 && random.coin()).then(|| random.index(goals));
            let archived = goal.and_then(|goal| evaluator.archive().test(goal as u32));
            match archived {
                Some(test) => variation.mutate(test, self.population.slot()),
                None => variation.sample(self.population.slot()),
            }
            self.evaluate(evaluator)?;
        }
        Ok(())
    }

    /// Evaluates the test in the free slot and adds it to the generation.
    fn evaluate(&mut self, evaluator: &mut Evaluator<'_>) -> Result<(), Stopped> {
        if let Some(stopped) = evaluator.stopped() {
            return Err(stopped);
        }
        evaluator.evaluate(self.population.slot());
        self.add_evaluated(evaluator);
        Ok(())
    }

    fn add_evaluated(&mut self, evaluator: &mut Evaluator<'_>) {
        self.targets.update(evaluator);
        self.population.add(evaluator, self.targets.out_of_reach());
    }

    /// Rules 4 to 6.
    fn next_population(&mut self, archive: &Archive) {
        let classic = self.parameters.classic;
        if !classic {
            self.population.younger_first();
        }
        let generation = self.population.generation();
        let targets = &self.targets;
        let is_objective = |goal| !archive.is_covered(goal) && targets.contains(goal);
        if classic {
            self.objectives.all(archive.goals(), generation, is_objective);
        } else {
            self.objectives.reached(archive.goals(), generation, is_objective);
            self.targets.find_lost(archive, |goal| self.objectives.is_reached(goal));
        }
        let wanted = self.parameters.population_for(self.objectives.count());
        let size = |test: u32| if classic { 0 } else { generation[test as usize].test.size() };
        let equal = |one: u32, other: u32| generation[one as usize].test == generation[other as usize].test;
        self.fronts.sort(&self.objectives, wanted, size, equal);

        self.survivors.clear();
        for (rank, front) in self.fronts.iter().enumerate() {
            let room = wanted - self.survivors.len();
            let sorted = self.crowding.sorted(&self.objectives, front);
            self.survivors.extend(sorted.take(room).map(|(test, crowding)| (test, rank, crowding)));
        }
        self.population.survive(self.survivors.drain(..));
    }
}
