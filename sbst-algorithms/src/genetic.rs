//! A genetic algorithm, goal by goal.
//!
//! Zeller et al., "Search-Based Fuzzing" (The Fuzzing Book, `notebooks/SearchBasedFuzzer.ipynb`),
//! section "Genetic Algorithms", with the same names. Its `genetic_algorithm` has fixed parameters:
//! `create_population(100)`, `selection(fitness, 10)`, crossover if `random.random() < 0.7`,
//! `generation < 1000`. Its program is `cgi_decode`, a function of a text.
//!
//! 1. The first population is drawn.
//! 2. *Selection*: a tournament; the individual with the least fitness wins, and of equals the
//!    first drawn.
//! 3. *Crossover* of two selected individuals with a probability; otherwise they stay unchanged.
//! 4. *Mutation* of both.
//! 5. A new population as large as the old one replaces it entirely, without an elite.
//! 6. It ends when the goal is covered or after a number of generations.
//!
//! # Where this differs from the notebook
//! 7. Crossover and mutation are this tool's, for all shapes. The notebook's are for texts of a
//!    fixed length of ten: one cut, and for each character with probability 1/10 a Gaussian step
//!    with a deviation of 100, modulo 65,536.
//!    [`ClassicOperators`](crate::classic::ClassicOperators) include these, and can be used
//!    instead, but also delete and insert.
//! 8. The individuals of a tournament are drawn with repetition; the notebook's `random.sample`
//!    draws ten different ones.
//! 9. Raw distances are compared, after approach levels.

use crate::goals_in_turn::{search_all, Failed, Turn, TurnOver};
use sbst_model::{messages::Stopped, TestCase};
use sbst_search::algorithm::random_search;
use sbst_search::evaluation::evaluator::Evaluator;
use sbst_search::evaluation::fitness::Fitness;
use sbst_search::operator::variation::Variation;

/// Parameters; the defaults are the notebook's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    pub population: usize,
    pub tournament: usize,
    /// The probability that two individuals are crossed over.
    pub p_crossover: f64,
    /// The most generations.
    pub generations: u32,
}

impl Default for Parameters {
    fn default() -> Parameters {
        Parameters { population: 100, tournament: 10, p_crossover: 0.7, generations: 1_000 }
    }
}

/// Covers goal by goal until the evaluator stops. First populations have the `initial` tests.
pub fn search(
    evaluator: &mut Evaluator<'_>,
    variation: &mut dyn Variation,
    initial: &[TestCase],
    parameters: &Parameters,
) -> Stopped {
    if evaluator.own_goals() == 0 {
        return random_search::search(evaluator, variation, initial);
    }
    let individuals = || (0..parameters.population.max(2).next_multiple_of(2)).map(|_| Individual::default());
    let mut genetic = Genetic {
        variation,
        parameters,
        population: individuals().collect(),
        new_population: individuals().collect(),
        crossed: [TestCase::new(), TestCase::new()],
    };
    search_all(evaluator, initial, Failed::TryAgain, &mut |turn| genetic.search(turn, initial))
}

#[derive(Debug)]
struct Individual {
    test: TestCase,
    fitness: Fitness,
}

impl Default for Individual {
    fn default() -> Individual {
        Individual { test: TestCase::new(), fitness: Fitness::UNREACHED }
    }
}

struct Genetic<'a> {
    variation: &'a mut dyn Variation,
    parameters: &'a Parameters,
    population: Vec<Individual>,
    new_population: Vec<Individual>,
    crossed: [TestCase; 2],
}

impl Genetic<'_> {
    fn search(&mut self, turn: &mut Turn<'_, '_>, initial: &[TestCase]) -> Result<(), TurnOver> {
        self.create_population(turn, initial)?;
        let mut best = self.best();
        turn.report_step(best);
        for _ in 0..self.parameters.generations {
            self.new_generation(turn)?;
            let now = self.best();
            if now != best {
                best = now;
                turn.report_step(best);
            }
        }
        Ok(())
    }

    /// Rule 1.
    fn create_population(&mut self, turn: &mut Turn<'_, '_>, initial: &[TestCase]) -> Result<(), TurnOver> {
        let mut given = initial.iter().take(if turn.first.take().is_some() { usize::MAX } else { 0 });
        for individual in &mut self.population {
            match given.next() {
                Some(test) => individual.test.clone_from(test),
                None => self.variation.sample(&mut individual.test),
            }
            individual.fitness = turn.evaluate(&individual.test)?;
        }
        Ok(())
    }

    fn best(&self) -> Fitness {
        self.population.iter().map(|individual| individual.fitness).min().unwrap_or(Fitness::UNREACHED)
    }

    /// Rules 2 to 5.
    fn new_generation(&mut self, turn: &mut Turn<'_, '_>) -> Result<(), TurnOver> {
        for pair in 0..self.new_population.len() / 2 {
            let selected = [(); 2].map(|()| self.selection());
            let parents = selected.map(|index| &self.population[index].test);
            let crossover = self.variation.random().chance(self.parameters.p_crossover);
            if crossover {
                self.variation.crossover(parents, &mut self.crossed);
            }
            for (index, parent) in parents.into_iter().enumerate() {
                let from = if crossover { &self.crossed[index] } else { parent };
                let offspring = &mut self.new_population[2 * pair + index];
                self.variation.mutate(from, &mut offspring.test);
                offspring.fitness = turn.evaluate(&offspring.test)?;
            }
        }
        std::mem::swap(&mut self.population, &mut self.new_population);
        Ok(())
    }

    /// Rule 2.
    fn selection(&mut self) -> usize {
        let mut winner = self.variation.random().index(self.population.len());
        for _ in 1..self.parameters.tournament {
            let other = self.variation.random().index(self.population.len());
            if self.population[other].fitness < self.population[winner].fitness {
                winner = other;
            }
        }
        winner
    }
}
