//! Drawing, changing and crossing over as in the [notebook](super).

use super::leaves;
use crate::crossover::{cross, units};
use crate::{conforms, Inputs, Operators, Random, Variation};
use sbst_model::messages::ValueSource;
use sbst_model::{Shape, TestCase};

/// The notebook's operators.
#[derive(Debug)]
pub struct ClassicOperators {
    /// Draws and changes structures; has the random numbers.
    operators: Operators,
}

impl ClassicOperators {
    /// Operators for test cases of one statement with these inputs. Literals are not used.
    pub fn new(inputs: Inputs, seed: u64) -> ClassicOperators {
        let without = [ValueSource::Copying, ValueSource::SpecialValues, ValueSource::Literals];
        ClassicOperators { operators: Operators::new(inputs, &without, seed) }
    }

    /// Changes leaves one by one may bring about what must not be: the same element twice in a set.
    fn conform(&self, test: &TestCase) -> bool {
        let mut arguments = self.operators.parameters.iter().zip(test.children(0));
        arguments.all(|(shape, argument)| conforms(shape, test, argument))
    }
}

impl Variation for ClassicOperators {
    fn sample(&mut self, test: &mut TestCase) {
        self.operators.sample(test);
        let Operators { parameters, places, random, scratch, .. } = &mut self.operators;
        places.find(parameters, test);
        for place in &places.leaves {
            leaves::draw(*place, test, random, scratch);
        }
        if !self.conform(test) {
            self.operators.sample(test);
        }
    }

    fn mutate(&mut self, parent: &TestCase, offspring: &mut TestCase) {
        offspring.clone_from(parent);
        let Operators { parameters, places, random, scratch, .. } = &mut self.operators;
        places.find(parameters, parent);
        let p_mutate = 1.0 / (places.leaves.len() + places.structures.len()) as f64;
        for place in &places.leaves {
            if random.chance(p_mutate) {
                leaves::change(*place, offspring, random, scratch);
            }
        }
        // From the last to the first, so that the nodes of those still to come stay where they are.
        for index in (0..self.operators.places.structures.len()).rev() {
            if self.operators.random.chance(p_mutate) {
                let place = self.operators.places.structures[index];
                self.operators.change_structure(place, offspring);
            }
        }
        if !self.conform(offspring) {
            offspring.clone_from(parent);
        }
    }

    fn crossover(&mut self, parents: [&TestCase; 2], offspring: &mut [TestCase; 2]) {
        let position = self.operators.random.index(units(parents[0], 0) + 1);
        let parameters: &[&'static Shape] = &self.operators.parameters;
        cross(parameters, parents, position, offspring);
    }

    fn random(&mut self) -> &mut Random {
        self.operators.random()
    }
}
