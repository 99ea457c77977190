//! The objectives of [MOSA](super): the distances of a generation's tests to the goals that count.

use super::population::Individual;
use sbst_model::Distance;

/// The scale on which distances are compared (rule 8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Values {
    #[default]
    Raw,
    /// x / (x + 1), and 1 for unreached goals.
    Normalised,
}

/// A matrix with a row for each test and a column for each objective.
#[derive(Debug, Default)]
pub struct Objectives {
    values: Values,
    /// The goals of the objectives, in ascending order.
    goals: Vec<u32>,
    /// The numbers of the goals' objectives, or [`NONE`].
    numbers: Vec<u32>,
    /// True for each objective reached by a test; tests have approach levels for the others.
    is_reached: Vec<bool>,
    tests: usize,
    distances: Vec<Distance>,
}

const NONE: u32 = u32::MAX;
/// An unnumbered objective: a test reached it, or tests have approach levels only.
const REACHED: u32 = 0;
const LEVEL: u32 = 1;

impl Objectives {
    /// Takes the objectives by `is_objective` among the goals up to `goals`. By rule 9, some test
    /// needs a distance or an approach level to each.
    pub fn reached(&mut self, goals: usize, generation: &[Individual], is_objective: impl Fn(u32) -> bool) {
        self.values = Values::Raw;
        self.numbers.resize(goals, NONE);
        self.goals.clear();
        let near = generation.iter().flat_map(|individual| &individual.near).map(|near| (near.0, REACHED));
        let levels = generation.iter().flat_map(|individual| &individual.levels).map(|near| (near.0, LEVEL));
        for (goal, how) in near.chain(levels) {
            let number = &mut self.numbers[goal as usize];
            if *number == NONE && is_objective(goal) {
                *number = how;
                self.goals.push(goal);
            }
        }
        self.goals.sort_unstable();
        self.is_reached.clear();
        self.is_reached.extend(self.goals.iter().map(|&goal| self.numbers[goal as usize] == REACHED));
        self.fill(generation);
    }

    /// Takes the goals without rule 9, and normalises distances.
    pub fn all(&mut self, goals: usize, generation: &[Individual], is_objective: impl Fn(u32) -> bool) {
        self.values = Values::Normalised;
        self.numbers.resize(goals, NONE);
        self.goals.clear();
        self.goals.extend((0..goals as u32).filter(|&goal| is_objective(goal)));
        self.is_reached.clear();
        self.is_reached.resize(self.goals.len(), true);
        self.fill(generation);
    }

    fn fill(&mut self, generation: &[Individual]) {
        for (number, &goal) in self.goals.iter().enumerate() {
            self.numbers[goal as usize] = number as u32;
        }
        self.tests = generation.len();
        let count = self.goals.len();
        self.distances.clear();
        self.distances.resize(count * self.tests, self.values.convert(Distance::UNREACHED));
        for (test, individual) in generation.iter().enumerate() {
            for &(goal, distance) in &individual.near {
                let number = self.numbers[goal as usize];
                if number != NONE {
                    self.distances[test * count + number as usize] = self.values.convert(distance);
                }
            }
            for &(goal, level) in &individual.levels {
                let number = self.numbers[goal as usize];
                if number != NONE && !self.is_reached[number as usize] {
                    self.distances[test * count + number as usize] = level;
                }
            }
        }
        for &goal in &self.goals {
            self.numbers[goal as usize] = NONE;
        }
    }

    pub(super) fn tests(&self) -> usize {
        self.tests
    }

    pub fn count(&self) -> usize {
        self.goals.len()
    }

    /// True if a goal is an objective reached by a test.
    pub(super) fn is_reached(&self, goal: u32) -> bool {
        self.goals.binary_search(&goal).is_ok_and(|number| self.is_reached[number])
    }

    #[inline]
    pub(super) fn row(&self, test: u32) -> &[Distance] {
        let count = self.goals.len();
        &self.distances[test as usize * count..][..count]
    }

    #[inline]
    pub(super) fn distance(&self, test: u32, objective: usize) -> Distance {
        self.distances[test as usize * self.goals.len() + objective]
    }

    /// Returns the normalised distance of a test to an objective, for sums.
    #[inline]
    pub(super) fn normalised(&self, test: u32, objective: usize) -> f64 {
        let distance = self.distance(test, objective);
        match self.values {
            Values::Raw => distance.normalised(),
            Values::Normalised => distance.magnitude(),
        }
    }
}

impl Values {
    fn convert(self, distance: Distance) -> Distance {
        match self {
            Values::Raw => distance,
            Values::Normalised => Distance::from_magnitude(distance.normalised(), 0),
        }
    }
}
