//! Evolutionary testing, goal by goal.
//!
//! McMinn and Holcombe, "Hybridizing Evolutionary Testing with the Chaining Approach", GECCO 2004,
//! section 4, after Wegener, Baresel and Sthamer, "Evolutionary test environment for automatic
//! structural testing", IST 2001.
//!
//! # As the paper has it
//! 1. 300 individuals in six subpopulations of 50 (random ones: `starts.rs`), with competition and
//!    migration across subpopulations.
//! 2. Linear ranking with a selective pressure of 1.7.
//! 3. Fitness is approach level and branch distance.
//! 4. The search for a goal ends when it is covered, after 200 generations, or after 50 without an
//!    improvement of the best.
//!
//! # Details that the paper leaves open
//! It used the parameters of the DaimlerChrysler group, whose system was based on Pohlheim's
//! GEATbx. McMinn's own program has them: IGUANA (github.com/iguanatool/iguana,
//! `SearchFactory.dcEvolveSearch`, files of 2006). The rules below follow it. Defaults documented
//! for GEATbx (geatbx.com, version 3.8, "Parameter/Options") are the same, except for the rate of
//! competition, a tenth. These are selection and its pressure, mutation, the interval and the least
//! size in competition, and the interval and rate of migration. Competition goes back to
//! Schlierkamp-Voosen and Mühlenbein, "Strategy adaptation by competing subpopulations", PPSN 1994.
//!
//! 5. *Selection*: stochastic universal sampling of the ranks.
//! 6. *Generation gap*: nine tenths of a subpopulation are replaced by offspring; the best tenth
//!    survives.
//! 7. *Recombination*: discrete; every variable comes from either parent with equal probability
//!    (`recombination.rs`).
//! 8. *Mutation*: each of n variables with probability 1/n, by ± range · δ of its domain. δ is a
//!    sum of powers of two (Mühlenbein and Schlierkamp-Voosen's breeder genetic algorithm;
//!    `mutation.rs`). The subpopulations differ in the range: 10⁻¹, 10⁻² … 10⁻⁶.
//! 9. *Progress*: after each generation all individuals are ranked together, linearly with a
//!    pressure of 1.7. Subpopulations are ranked by their mean rank, from the worst, 1, to the
//!    best, 6. Progress is 0.9 of the earlier progress and 0.1 of that rank.
//! 10. *Competition* every 4 generations: each subpopulation stakes three tenths of its
//!     individuals, but keeps at least 5. The stakes are divided anew, in shares by the rank of
//!     progress, linearly with a pressure of 1.7. Losing subpopulations lose individuals drawn at
//!     random, which are distributed at random.
//! 11. *Migration* every 20 generations, after the competition: a tenth of each subpopulation,
//!     drawn at random, leaves it. Each draws the same number from the others; its own only if no
//!     others are left (complete net topology).
//! 12. *Other values than numbers*: `mutation.rs`.
//! 13. An uncovered goal is tried again, from a new population, with the rest of the budget.
//!
//! # Where this differs from IGUANA
//! 14. Individuals of equal fitness share their ranks, and of equal subpopulations the one with the
//!     wider range is better. IGUANA prefers the later ones, which have the smallest steps on a
//!     plateau.
//! 15. The remainder of rounded shares goes by cumulative rounding, not to a drawn subpopulation.

mod selection;
mod competition;
mod mutation;
mod recombination;

use crate::goals_in_turn::{search_all, search_one, Failed, Turn, TurnOver};
use crate::starts::Starts;
use competition::Competition;
use mutation::Mutation;
use recombination::recombine;
use sbst_model::{messages::Stopped, TestCase};
use sbst_search::algorithm::random_search;
use sbst_search::evaluation::evaluator::Evaluator;
use sbst_search::evaluation::fitness::Fitness;
use sbst_search::evaluation::pursuit::{GoalPursuit, Pursuit};
use sbst_search::operator::Operators;
use selection::universal_sampling;

/// Parameters. The defaults are those of the numbered rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters {
    /// The greatest mutation of each subpopulation, as a part of the domain.
    pub mutation_ranges: Vec<f64>,
    /// The initial number of individuals in each.
    pub individuals: usize,
    /// Expected offspring of the best individual.
    pub selective_pressure: f64,
    /// The part of a subpopulation replaced by offspring.
    pub generation_gap: f64,
    /// Generations from one competition to the next.
    pub competition_interval: u32,
    /// The part of its individuals staked by a subpopulation in a competition.
    pub competition_rate: f64,
    /// The least number of individuals in a subpopulation.
    pub least_individuals: usize,
    /// Expected share of the subpopulation with the most progress.
    pub division_pressure: f64,
    /// Generations from one migration to the next.
    pub migration_interval: u32,
    /// The part of its individuals exchanged in a migration.
    pub migration_rate: f64,
    /// The most generations.
    pub generations: u32,
    /// The most generations without improvement.
    pub patience: u32,
}

impl Default for Parameters {
    fn default() -> Parameters {
        Parameters {
            mutation_ranges: vec![1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6],
            individuals: 50,
            selective_pressure: 1.7,
            generation_gap: 0.9,
            competition_interval: 4,
            competition_rate: 0.3,
            least_individuals: 5,
            division_pressure: 1.7,
            migration_interval: 20,
            migration_rate: 0.1,
            generations: 200,
            patience: 50,
        }
    }
}

/// Covers goal by goal until the evaluator stops. First populations have the `initial` tests.
pub fn search(
    evaluator: &mut Evaluator<'_>,
    operators: &mut Operators,
    initial: &[TestCase],
    parameters: &Parameters,
) -> Stopped {
    if evaluator.own_goals() == 0 {
        return random_search::search(evaluator, operators, initial);
    }
    let mut evolution = Evolution::new(operators, parameters);
    search_all(evaluator, initial, Failed::TryAgain, &mut |turn| evolution.search_goal(turn, initial))
}

/// Covers one goal, unless the evaluator stops before. For experiments.
pub fn search_goal(
    evaluator: &mut Evaluator<'_>,
    operators: &mut Operators,
    goal: u32,
    parameters: &Parameters,
) -> Option<Stopped> {
    let mut evolution = Evolution::new(operators, parameters);
    search_one(evaluator, goal, &mut |turn| evolution.search_goal(turn, &[]))
}

#[derive(Debug)]
struct Individual {
    test: TestCase,
    fitness: Fitness,
}

impl Individual {
    fn new() -> Individual {
        Individual { test: TestCase::new(), fitness: Fitness::UNREACHED }
    }
}

pub(crate) struct Evolution<'a> {
    operators: &'a mut Operators,
    parameters: &'a Parameters,
    mutation: Mutation,
    starts: Starts,
    /// Each sorted from the best to the worst.
    subpopulations: Vec<Vec<Individual>>,
    offspring: Vec<Individual>,
    /// Unused individuals.
    spare: Vec<Individual>,
    selected: Vec<usize>,
    competition: Competition,
    migrants: Vec<usize>,
    /// The migrating individuals, each with its old subpopulation.
    pool: Vec<(usize, Individual)>,
    crossed: [TestCase; 2],
}

impl<'a> Evolution<'a> {
    pub(crate) fn new(operators: &'a mut Operators, parameters: &'a Parameters) -> Evolution<'a> {
        let count = parameters.mutation_ranges.len();
        let all = count * parameters.individuals;
        Evolution {
            operators,
            parameters,
            mutation: Mutation::default(),
            starts: Starts::default(),
            subpopulations: (0..count).map(|_| Vec::with_capacity(all)).collect(),
            offspring: Vec::with_capacity(all),
            // For the offspring while all individuals are in use.
            spare: (0..2 * all).map(|_| Individual::new()).collect(),
            selected: Vec::with_capacity(all),
            competition: Competition::new(count, all),
            migrants: Vec::with_capacity(count),
            pool: Vec::with_capacity(all),
            crossed: [TestCase::new(), TestCase::new()],
        }
    }

    pub(crate) fn search_goal(
        &mut self,
        turn: &mut Turn<'_, '_>,
        initial: &[TestCase],
    ) -> Result<(), TurnOver> {
        let mut pursuit = GoalPursuit(turn.goal);
        self.search(turn, initial, &mut pursuit)
    }

    pub(crate) fn search(
        &mut self,
        turn: &mut Turn<'_, '_>,
        initial: &[TestCase],
        pursuit: &mut dyn Pursuit,
    ) -> Result<(), TurnOver> {
        self.create(turn, initial, pursuit)?;
        let mut best = self.best();
        pursuit.tell_best(turn.evaluator, best);
        let mut without_improvement = 0;
        for generation in 1..=self.parameters.generations {
            for index in 0..self.subpopulations.len() {
                self.reproduce(turn, index, pursuit)?;
            }
            self.competition.note_progress(&self.subpopulations, self.parameters.selective_pressure);
            if generation % self.parameters.competition_interval == 0 {
                self.compete();
            }
            if generation % self.parameters.migration_interval == 0 {
                self.migrate();
            }
            without_improvement += 1;
            if self.best() < best {
                best = self.best();
                pursuit.tell_best(turn.evaluator, best);
                without_improvement = 0;
            }
            if without_improvement >= self.parameters.patience {
                break;
            }
        }
        Ok(())
    }

    fn best_individual(&self) -> &Individual {
        let first = self.subpopulations.iter().filter_map(|individuals| individuals.first());
        first.min_by_key(|individual| individual.fitness).expect("each subpopulation has individuals")
    }

    fn best(&self) -> Fitness {
        self.best_individual().fitness
    }

    /// The best test of the last search.
    pub(crate) fn best_test(&self) -> &TestCase {
        &self.best_individual().test
    }

    /// Rule 1.
    fn create(
        &mut self,
        turn: &mut Turn<'_, '_>,
        initial: &[TestCase],
        pursuit: &mut dyn Pursuit,
    ) -> Result<(), TurnOver> {
        let mut given = initial.iter().take(if turn.first.take().is_some() { usize::MAX } else { 0 });
        self.spare.append(&mut self.offspring);
        self.spare.extend(self.pool.drain(..).map(|(_, individual)| individual));
        for subpopulation in &mut self.subpopulations {
            self.spare.append(subpopulation);
        }
        for subpopulation in &mut self.subpopulations {
            for _ in 0..self.parameters.individuals {
                let mut individual = self.spare.pop().unwrap_or_else(Individual::new);
                match given.next() {
                    Some(test) => individual.test.clone_from(test),
                    None => self.starts.sample(self.operators, &mut individual.test),
                }
                individual.fitness = turn.pursue(pursuit, &individual.test)?;
                subpopulation.push(individual);
            }
            sort(subpopulation);
        }
        self.competition.begin();
        Ok(())
    }

    /// Rules 2 and 5 to 8.
    fn reproduce(
        &mut self,
        turn: &mut Turn<'_, '_>,
        index: usize,
        pursuit: &mut dyn Pursuit,
    ) -> Result<(), TurnOver> {
        let subpopulation = &mut self.subpopulations[index];
        let range = self.parameters.mutation_ranges[index];
        let size = subpopulation.len();
        let born = ((size as f64 * self.parameters.generation_gap).round() as usize).min(size - 1);
        let random = &mut self.operators.random;
        universal_sampling(size, born, self.parameters.selective_pressure, random, &mut self.selected);
        for pair in self.selected.chunks(2) {
            let parents = [pair[0], *pair.last().unwrap_or(&pair[0])].map(|index| &subpopulation[index].test);
            recombine(self.operators, parents, &mut self.crossed);
            for child in self.crossed.iter().take(pair.len()) {
                let mut offspring = self.spare.pop().unwrap_or_else(Individual::new);
                offspring.test.clone_from(child);
                self.mutation.mutate(self.operators, range, &mut offspring.test);
                offspring.fitness = turn.pursue(pursuit, &offspring.test)?;
                self.offspring.push(offspring);
            }
        }
        let subpopulation = &mut self.subpopulations[index];
        self.spare.extend(subpopulation.drain(size - born..));
        subpopulation.append(&mut self.offspring);
        sort(subpopulation);
        Ok(())
    }

    /// Rule 10.
    fn compete(&mut self) {
        let sizes = self.subpopulations.iter().map(Vec::len);
        let changes = self.competition.changes(sizes, self.parameters);
        for (index, (subpopulation, change)) in self.subpopulations.iter_mut().zip(changes).enumerate() {
            for _ in *change..0 {
                let drawn = self.operators.random.index(subpopulation.len());
                self.pool.push((index, subpopulation.swap_remove(drawn)));
            }
        }
        for (subpopulation, change) in self.subpopulations.iter_mut().zip(changes) {
            for _ in 0..*change {
                let drawn = self.operators.random.index(self.pool.len());
                subpopulation.push(self.pool.swap_remove(drawn).1);
            }
            sort(subpopulation);
        }
    }

    /// Rule 11.
    fn migrate(&mut self) {
        let rate = self.parameters.migration_rate;
        let random = &mut self.operators.random;
        self.migrants.clear();
        for (home, subpopulation) in self.subpopulations.iter_mut().enumerate() {
            let migrants = (subpopulation.len() as f64 * rate).round() as usize;
            self.migrants.push(migrants);
            for _ in 0..migrants {
                let drawn = random.index(subpopulation.len());
                self.pool.push((home, subpopulation.swap_remove(drawn)));
            }
        }
        for (index, (subpopulation, &migrants)) in
            self.subpopulations.iter_mut().zip(&self.migrants).enumerate()
        {
            for _ in 0..migrants {
                let foreign = self.pool.iter().filter(|(home, _)| *home != index).count();
                let drawn = match foreign {
                    0 => random.index(self.pool.len()),
                    _ => {
                        let drawn = random.index(foreign);
                        let mut places = (0..self.pool.len()).filter(|&place| self.pool[place].0 != index);
                        places.nth(drawn).unwrap_or(0)
                    }
                };
                subpopulation.push(self.pool.swap_remove(drawn).1);
            }
            sort(subpopulation);
        }
    }
}

/// The fitness values from the best to the worst. The sort is unstable, because a stable one needs
/// memory; the seed determines the order of equals.
fn sort(individuals: &mut [Individual]) {
    individuals.sort_unstable_by_key(|individual| individual.fitness);
}
