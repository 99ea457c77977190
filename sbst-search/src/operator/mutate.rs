//! Changing test cases.
//!
//! # Policy
//! 1. Leaves (numbers, characters, texts) and structures (lengths of sequences, variants of sums)
//!    are changed separately. A third of the changes are of structure, if the test has any.
//!    Otherwise a long sequence would never change its length.
//! 2. Each of the n leaves, or structures, is changed with probability 1/n. If none is, a random
//!    one is.
//! 3. A change is on a random scale, from one step to the whole range, because the distance is
//!    unknown.
//! 4. In an eighth of the changes a leaf becomes a copy of another of its kind, or a neighbour of
//!    it.
//! 5. An unchanged test is changed again, at most [`ATTEMPTS`] times.
//! 6. Another variant mostly keeps fitting fields of the old one, so that goals reached by them
//!    stay reached.
//! 7. Recursive values are also changed as [trees](tree).
//! 8. [Shared values](crate::operator::known) are put into tests.
//! 9. Values that have become equal and must be [distinct](crate::operator::distinct) are made so.

pub(crate) mod integer;
mod float;
mod structure;
pub(crate) mod token;
mod text;
mod tree;
mod variant;

use crate::operator::sample::copying::{converted, may_copy};
use crate::operator::{places::Place, sample::character, sample::float::step, Operators};
use sbst_model::{Shape, TestCase};

/// Chance of a change of structure, if the test has both (rule 1).
const STRUCTURE: f64 = 1.0 / 3.0;
/// Changes per copied value (rule 4).
const COPY: u64 = 8;
/// Copied numbers per neighbour: `a < b` is decided next to `a == b`.
const NEIGHBOUR: u64 = 4;
/// Attempts at a different test: all but certain unless no other value exists.
const ATTEMPTS: u32 = 4;

impl Operators {
    /// Makes `offspring` a changed copy of `parent`.
    pub fn mutate(&mut self, parent: &TestCase, offspring: &mut TestCase) {
        self.places.find(&self.parameters, parent);
        self.pool.begin(&mut self.random);
        self.stretch.begin(&mut self.random);
        for _ in 0..ATTEMPTS {
            offspring.clone_from(parent);
            if !self.put_known(parent, offspring) {
                self.change_some(parent, offspring);
            }
            self.make_all_distinct(offspring);
            if offspring != parent {
                break;
            }
        }
    }

    /// Rules 1 and 2.
    fn change_some(&mut self, parent: &TestCase, offspring: &mut TestCase) {
        let (leaves, structures) = (self.places.leaves.len(), self.places.structures.len());
        let structure = structures > 0 && (leaves == 0 || self.random.chance(STRUCTURE));
        let count = if structure { structures } else { leaves };
        if count == 0 {
            return;
        }
        let threshold = u64::MAX / count as u64;
        let mut changed = false;
        // From the last to the first, which keeps the nodes of the others.
        for index in (0..count).rev() {
            if self.random.bits() <= threshold {
                self.change(structure, index, parent, offspring);
                changed = true;
            }
        }
        if !changed {
            let index = self.random.index(count);
            self.change(structure, index, parent, offspring);
        }
    }

    fn change(&mut self, structure: bool, index: usize, parent: &TestCase, offspring: &mut TestCase) {
        let places = if structure { &self.places.structures } else { &self.places.leaves };
        let place = places[index];
        if self.pool.copying && places.len() > 1 && self.random.one_in(COPY) {
            let source = places[self.random.index(places.len())];
            if self.copy(source, place, parent, offspring) {
                return;
            }
        }
        if !structure {
            self.change_leaf(place, offspring);
            return;
        }
        // A value drawn instead of another joins the rest.
        self.outside = offspring.nodes().len() - offspring.subtree(place.node).len();
        if !(self.recursion.is_recursive(place.shape) && self.change_tree(index, parent, offspring)) {
            self.change_structure(place, offspring);
        }
    }

    /// Rule 4. The value is taken from the parent, whose places are available.
    fn copy(&mut self, source: Place, place: Place, parent: &TestCase, offspring: &mut TestCase) -> bool {
        if source.node == place.node || !may_copy(source, place.shape, place.depth) {
            return false;
        }
        if !converted(parent, source, place.shape, &mut self.scratch.value) {
            return false;
        }
        offspring.replace(place.node, &self.scratch.value);
        if self.random.one_in(NEIGHBOUR) {
            let up = self.random.coin();
            match place.shape {
                Shape::Integer(integer) => {
                    let ordinal = integer.ordinal(offspring.integer(place.node));
                    let near =
                        crate::operator::sample::integer::moved(integer, ordinal, 1, up).unwrap_or(ordinal);
                    offspring.set_integer(place.node, integer.value(near));
                }
                Shape::Float(float) => {
                    let value = f64::from_bits(offspring.nodes()[place.node].payload);
                    offspring.set_payload(place.node, step(*float, value, 1, up).to_bits());
                }
                _ => {}
            }
        }
        true
    }

    fn change_leaf(&mut self, place: Place, test: &mut TestCase) {
        let (random, pool, node) = (&mut self.random, &self.pool, place.node);
        let payload = test.nodes()[node].payload;
        match place.shape {
            Shape::Bool => test.set_payload(node, 1 - payload),
            Shape::Char(alphabet) => {
                let character = character::nearest(payload as i64);
                let changed = text::change_character(alphabet, character, random, pool);
                test.set_payload(node, u64::from(u32::from(changed)));
            }
            Shape::Integer(integer) => {
                let ordinal = integer.ordinal(test.integer(node));
                let changed = integer::change(integer, ordinal, random, pool);
                test.set_integer(node, integer.value(changed));
            }
            Shape::Float(float) => {
                let changed = float::change(*float, f64::from_bits(payload), random, pool);
                test.set_payload(node, changed.to_bits());
            }
            Shape::Text(text) => {
                let scratch = &mut self.scratch;
                scratch.characters.clear();
                scratch.characters.extend(test.text(node).chars());
                text::change(text, &mut scratch.characters, random, pool);
                scratch.text.clear();
                scratch.text.extend(scratch.characters.iter());
                test.set_text(node, &scratch.text);
            }
            Shape::Sequence(_)
            | Shape::Product(_)
            | Shape::Sum(_)
            | Shape::Wrapper(_)
            | Shape::Argument(_) => {
                unreachable!("these are no leaves")
            }
        }
    }
}
