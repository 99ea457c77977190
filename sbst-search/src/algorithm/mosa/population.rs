//! The population of [MOSA](super).

use crate::evaluation::evaluator::Evaluator;
use crate::evaluation::fitness::Fitness;
use crate::operator::random::Random;
use sbst_model::{Distance, TestCase};

#[derive(Debug, Default)]
pub struct Individual {
    pub test: TestCase,
    /// Its distances to the goals that it reached, if they were uncovered then.
    pub near: Vec<(u32, Distance)>,
    /// Its approach levels and distances to targets [out of
    /// reach](super::targets::Targets::out_of_reach) then.
    pub levels: Vec<(u32, Distance)>,
    /// The number of its front.
    pub rank: usize,
    pub crowding: f64,
}

impl Individual {
    /// Its distance to a goal, if it reached it.
    pub fn distance(&self, goal: u32) -> Option<Distance> {
        self.near.iter().find(|near| near.0 == goal).map(|near| near.1)
    }
}

/// Parents, followed by their offspring. Buffers are kept from generation to generation.
#[derive(Debug, Default)]
pub struct Population {
    /// Individuals behind the generation are unused.
    individuals: Vec<Individual>,
    parents: usize,
    generation: usize,
    next: Vec<Individual>,
}

impl Population {
    pub fn parents(&self) -> usize {
        self.parents
    }

    pub fn generation(&self) -> &[Individual] {
        &self.individuals[..self.generation]
    }

    pub(crate) fn test(&self, index: usize) -> &TestCase {
        &self.individuals[index].test
    }

    pub fn slot(&mut self) -> &mut TestCase {
        if self.generation == self.individuals.len() {
            self.individuals.push(Individual::default());
        }
        &mut self.individuals[self.generation].test
    }

    /// Adds the test in the [slot](Self::slot), which was just evaluated, to the offspring.
    pub fn add(&mut self, evaluator: &mut Evaluator<'_>, out_of_reach: &[u32]) {
        let Individual { near, levels, .. } = &mut self.individuals[self.generation];
        near.clear();
        near.extend_from_slice(evaluator.near());
        levels.clear();
        for &goal in out_of_reach {
            let fitness = evaluator.fitness(goal);
            if fitness.level > 0 && fitness != Fitness::UNREACHED {
                levels.push((goal, fitness.distance.beyond(fitness.level)));
            }
        }
        self.generation += 1;
    }

    /// Moves the offspring before the parents.
    pub(crate) fn younger_first(&mut self) {
        self.individuals[..self.generation].rotate_left(self.parents);
    }

    pub(crate) fn binary_rank_tournament(&self, random: &mut Random) -> usize {
        let candidates = [random.index(self.parents), random.index(self.parents)];
        let [one, other] = candidates.map(|candidate| &self.individuals[candidate]);
        let second = other.rank < one.rank || other.rank == one.rank && other.crowding > one.crowding;
        candidates[usize::from(second)]
    }

    /// Makes the tests with these indices, ranks and crowding distances the next parents.
    pub(crate) fn survive(&mut self, survivors: impl Iterator<Item = (u32, usize, f64)>) {
        self.parents = 0;
        for (index, rank, crowding) in survivors {
            if self.parents == self.next.len() {
                self.next.push(Individual::default());
            }
            let survivor = &mut self.next[self.parents];
            std::mem::swap(survivor, &mut self.individuals[index as usize]);
            (survivor.rank, survivor.crowding) = (rank, crowding);
            self.parents += 1;
        }
        self.individuals[..self.parents].swap_with_slice(&mut self.next[..self.parents]);
        self.generation = self.parents;
    }
}
