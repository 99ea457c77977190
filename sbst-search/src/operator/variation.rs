//! Operators of a population-based algorithm.

use crate::operator::random::Random;
use crate::operator::Operators;
use sbst_model::TestCase;

/// Draws, changes and combines test cases.
pub trait Variation {
    /// Draws a test case.
    fn sample(&mut self, test: &mut TestCase);

    /// Makes `offspring` a changed copy of `parent`.
    fn mutate(&mut self, parent: &TestCase, offspring: &mut TestCase);

    /// Makes two offspring that have something of both parents, where the parents have parts to
    /// exchange.
    fn crossover(&mut self, parents: [&TestCase; 2], offspring: &mut [TestCase; 2]);

    /// The random numbers that everything is drawn from.
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
