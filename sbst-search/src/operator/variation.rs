//! Operators of a population-based algorithm.

use crate::operator::{random::Random, Operators};
use sbst_model::TestCase;

pub trait Variation {
    fn sample(&mut self, test: &mut TestCase);

    /// Makes `offspring` a changed copy of `parent`.
    fn mutate(&mut self, parent: &TestCase, offspring: &mut TestCase);

    /// Makes two offspring that mix both parents, if parts can be exchanged.
    fn crossover(&mut self, parents: [&TestCase; 2], offspring: &mut [TestCase; 2]);

    /// The generator of all random numbers.
    fn random(&mut self) -> &mut Random;
}

impl Variation for Operators {
    fn sample(&mut self, test: &mut TestCase) {
        Operators::sample(self, test);
    }
    fn mutate(&mut self, parent: &TestCase, offspring: &mut TestCase) {
        Operators::mutate(self, parent, offspring);
    }
    fn crossover(&mut self, parents: [&TestCase; 2], offspring: &mut [TestCase; 2]) {
        Operators::crossover(self, parents, offspring);
    }
    fn random(&mut self) -> &mut Random {
        Operators::random(self)
    }
}
