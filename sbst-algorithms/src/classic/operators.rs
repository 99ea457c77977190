//! Drawing, mutation and crossover as in the [notebook](super).

use super::leaves::{self, ALPHA, GAUSSIAN, STRING_LENGTH};
use sbst_model::shape::{Sequence, Sum};
use sbst_model::{messages::ValueSource, Shape, TestCase};
use sbst_search::operator::crossover::{cross, units};
use sbst_search::operator::inputs::Inputs;
use sbst_search::operator::places::Place;
use sbst_search::operator::random::Random;
use sbst_search::operator::sample::LARGE;
use sbst_search::operator::variation::Variation;
use sbst_search::operator::Operators;

#[derive(Debug)]
pub struct ClassicOperators {
    /// The operators for structures, distinct sets, and random numbers.
    operators: Operators,
    /// The probability that a step changes a number instead of a new draw.
    p_gaussian: f64,
}

impl ClassicOperators {
    /// Operators for test cases of one statement with these inputs. Literals are not used.
    /// Panics like [`Operators::new`].
    pub fn new(inputs: Inputs, seed: u64) -> ClassicOperators {
        let without = [ValueSource::Copying, ValueSource::SpecialValues, ValueSource::Literals];
        ClassicOperators { operators: Operators::new(inputs, &without, seed), p_gaussian: GAUSSIAN }
    }

    /// Returns operators for the tests of suites, which change numbers by small steps only.
    /// Panics like [`Operators::new`].
    pub fn small_steps(inputs: Inputs, seed: u64) -> ClassicOperators {
        ClassicOperators { p_gaussian: 1.0, ..ClassicOperators::new(inputs, seed) }
    }

    fn draw_leaves(&mut self, test: &mut TestCase, node: usize) {
        let Operators { parameters, changed_places, random, scratch, .. } = &mut self.operators;
        changed_places.find(parameters, test);
        let subtree = test.subtree(node);
        for place in changed_places.leaves.iter().filter(|place| subtree.contains(&place.node)) {
            leaves::draw(*place, test, random, scratch);
        }
    }

    fn change_structure(&mut self, place: Place, test: &mut TestCase) {
        match place.shape {
            Shape::Sequence(sequence) => self.change_sequence(sequence, place, test),
            Shape::Sum(sum) => self.change_variant(sum, place, test),
            _ => unreachable!("only sequences and sums are structures"),
        }
    }

    /// Elements are deleted and inserted like characters, and changed as separate positions.
    fn change_sequence(&mut self, sequence: &Sequence, place: Place, test: &mut TestCase) {
        let length = |test: &TestCase| test.nodes()[place.node].payload as usize;
        let p_delete = 1.0 / length(test) as f64;
        for index in (0..length(test)).rev() {
            if self.operators.random.unit() <= p_delete && length(test) > sequence.shortest {
                test.remove_element(place.node, index);
            }
        }
        let longest = self.operators.recursion.longest(sequence);
        let longest = STRING_LENGTH.clamp(sequence.shortest.min(longest), longest);
        let mut p_insert = ALPHA;
        while self.operators.random.chance(p_insert) && length(test) < longest && test.nodes().len() < LARGE {
            p_insert *= ALPHA;
            let at = self.operators.random.index(length(test) + 1);
            let mut element = self.operators.scratch.take();
            self.operators.outside = test.nodes().len();
            self.operators.sample_value((sequence.element)(), place.depth + 1, &mut element);
            test.insert_element(place.node, at, &element);
            self.operators.scratch.give_back(element);
            let inserted = test.children(place.node).nth(at).expect("an element was inserted there");
            self.draw_leaves(test, inserted);
        }
    }

    /// Another variant, drawn again.
    fn change_variant(&mut self, sum: &Sum, place: Place, test: &mut TestCase) {
        let old = test.nodes()[place.node].payload as usize;
        let Operators { recursion, random, .. } = &mut self.operators;
        let choices = &recursion.choice(place.shape).all;
        let drawn = *random.pick(choices);
        if drawn == old {
            return;
        }
        let mut value = self.operators.scratch.take();
        self.operators.outside = test.nodes().len() - test.subtree(place.node).len();
        self.operators.sample_variant(sum, drawn, place.depth, &mut value);
        test.replace(place.node, &value);
        self.operators.scratch.give_back(value);
        self.draw_leaves(test, place.node);
    }
}

impl Variation for ClassicOperators {
    fn sample(&mut self, test: &mut TestCase) {
        self.operators.sample(test);
        self.draw_leaves(test, 0);
        self.operators.make_all_distinct(test);
    }

    fn mutate(&mut self, parent: &TestCase, offspring: &mut TestCase) {
        offspring.clone_from(parent);
        let Operators { parameters, places, random, scratch, .. } = &mut self.operators;
        places.find(parameters, parent);
        let p_mutate = 1.0 / (places.leaves.len() + places.structures.len()) as f64;
        for place in &places.leaves {
            if random.chance(p_mutate) {
                leaves::change(*place, offspring, self.p_gaussian, random, scratch);
            }
        }
        // From the last to the first, which keeps the node indices of the others.
        for index in (0..self.operators.places.structures.len()).rev() {
            if self.operators.random.chance(p_mutate) {
                self.change_structure(self.operators.places.structures[index], offspring);
            }
        }
        self.operators.make_all_distinct(offspring);
    }

    fn crossover(&mut self, parents: [&TestCase; 2], offspring: &mut [TestCase; 2]) {
        let position = self.operators.random.index(units(parents[0], 0) + 1);
        cross(&self.operators.parameters, parents, position, offspring);
    }

    fn random(&mut self) -> &mut Random {
        self.operators.random()
    }
}
