//! Sequences without duplicates: the elements of a set, the keys of a map.
//!
//! # Policy
//! 1. The later duplicate is removed, as long as the sequence may become shorter.
//! 2. Otherwise another value replaces it. A few are drawn, then values are
//!    [enumerated](crate::operator::enumeration) from a random one on, so that one is found if it
//!    exists.
//! 3. If the type has fewer values than the sequence needs, the sequence has all of them, and is
//!    too short.

use crate::operator::{enumeration, Operators};
use sbst_model::distinct::{element, identity, key, occurs, occurs_before};
use sbst_model::shape::{Distinct, Sequence};
use sbst_model::{Shape, TestCase};

/// Values drawn before others are enumerated (rule 2).
const TRIES: u32 = 4;

impl Operators {
    pub fn make_all_distinct(&mut self, test: &mut TestCase) {
        if !self.recursion.has_distinct() {
            return;
        }
        let mut places = std::mem::take(&mut self.changed_places);
        places.find(&self.parameters, test);
        // Backwards: elements come before their sequence, and earlier nodes stay where they are.
        for place in places.structures.iter().rev() {
            match place.shape {
                Shape::Sequence(sequence) if sequence.distinct != Distinct::Nothing => {
                    self.make_distinct(sequence, place.node, place.depth, test);
                }
                _ => {}
            }
        }
        self.changed_places = places;
    }

    /// Makes the sequence at `node`, at this depth, distinct. Sequences in it are distinct already.
    pub(crate) fn make_distinct(
        &mut self,
        sequence: &Sequence,
        node: usize,
        depth: u32,
        test: &mut TestCase,
    ) {
        let mut length = test.nodes()[node].payload as usize;
        for index in (0..length).rev() {
            let element = element(test, node, index);
            if !occurs_before(sequence, test, node, element) {
                continue;
            }
            if length > sequence.shortest {
                test.remove_element(node, index);
                length -= 1;
            } else {
                let mut value = self.scratch.take();
                if self.unused(sequence, node, depth, test, &mut value) {
                    test.replace(identity(sequence, test, element).1, &value);
                } else {
                    test.remove_element(node, index);
                    length -= 1;
                }
                self.scratch.give_back(value);
            }
        }
    }

    /// Draws an element or a key that is not in the sequence yet. False if none is left.
    fn unused(
        &mut self,
        sequence: &Sequence,
        node: usize,
        depth: u32,
        test: &TestCase,
        value: &mut TestCase,
    ) -> bool {
        let (shape, depth) = match key(sequence) {
            None => ((sequence.element)().value_shape(), depth + 1),
            Some(key) => (key, depth + 2),
        };
        for _ in 0..TRIES {
            self.sample_value(shape, depth, value);
            if !occurs(sequence, test, node, value) {
                return true;
            }
        }
        let needed = test.nodes()[node].payload as usize;
        let recursion = &self.recursion;
        let height = enumeration::find_height(shape, needed as u128, recursion);
        let count = enumeration::count(shape, height, recursion).max(1);
        let first = self.random.up_to(count - 1);
        (0..count.min(needed as u128)).any(|index| {
            value.clear();
            enumeration::push(shape, height, (first + index) % count, recursion, value);
            !occurs(sequence, test, node, value)
        })
    }
}
