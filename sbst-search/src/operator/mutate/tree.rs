//! Changing recursive values as trees: a subtree for another.
//!
//! # Policy
//! 1. The changes are, with a probability of a fifth each, a new subtree, a new one around the old
//!    one, or a copy of another one of the test. Another fifth is hoisting, which replaces a
//!    subtree by a value in it and makes trees small again. The last fifth are the changes of any
//!    [sequence](super::structure) or [sum](super::variant).
//! 2. Copies come from the same level or a lower one. No value becomes larger or taller than a
//!    drawn one, so that trees stay bounded.
//!
//! Koza, Genetic Programming, 1992, 6.5 (subtrees replaced); Kinnear, "Evolving a sort: lessons in
//! genetic programming", 1993 (hoisting).

use crate::operator::sample::{LARGE, TALL};
use crate::operator::{places::Place, sample::copying::same_values, Operators};
use sbst_model::TestCase;
use std::ops::Range;

/// Subtrees tried until one fits.
const TRIES: u32 = 4;

impl Operators {
    /// Changes the structure at `index`, a recursive value. False if it stays as it was.
    pub(super) fn change_tree(&mut self, index: usize, parent: &TestCase, offspring: &mut TestCase) -> bool {
        let place = self.places.structures[index];
        match self.random.below(5) {
            0 => {
                let mut value = self.scratch.take();
                self.sample_value(place.shape, place.depth, &mut value);
                offspring.replace(place.node, &value);
                self.scratch.give_back(value);
                true
            }
            1 => {
                let mut value = self.scratch.take();
                self.sample_value(place.shape, place.depth, &mut value);
                let done = self.put_inside(place, &mut value, offspring);
                if done {
                    offspring.replace(place.node, &value);
                }
                self.scratch.give_back(value);
                done
            }
            2 if self.pool.copying => {
                let all = 0..self.places.structures.len();
                self.replace_by_other(place, all, parent, offspring)
            }
            3 => {
                let end = parent.subtree(place.node).end;
                let inside = self.places.structures[index..].iter().take_while(|inside| inside.node < end);
                let inside = index + 1..index + inside.count();
                self.replace_by_other(place, inside, parent, offspring)
            }
            _ => false,
        }
    }

    /// Replaces a value of the same type in `value` by the subtree at a place. False without one,
    /// or if it would be too large.
    fn put_inside(&mut self, place: Place, value: &mut TestCase, offspring: &TestCase) -> bool {
        self.changed_places.find_in_value(place.shape, value, place.depth);
        let inside = &self.changed_places.structures[1..];
        if inside.is_empty() {
            return false;
        }
        let inside = inside[self.random.index(inside.len())];
        let large = self.outside + value.nodes().len() + offspring.subtree(place.node).len() > LARGE;
        let fits = same_values(inside.shape, place.shape)
            && !large
            && inside.depth + levels(offspring, place.node) <= TALL;
        if fits {
            offspring.copy_subtree(place.node, &mut self.scratch.value);
            value.replace(inside.node, &self.scratch.value);
        }
        fits
    }

    /// Replaces a structure of the parent by another of these.
    fn replace_by_other(
        &mut self,
        place: Place,
        structures: Range<usize>,
        parent: &TestCase,
        offspring: &mut TestCase,
    ) -> bool {
        for _ in 0..TRIES {
            if structures.is_empty() {
                break;
            }
            let source = self.places.structures[structures.start + self.random.index(structures.len())];
            let fits = source.node != place.node
                && source.depth >= place.depth
                && same_values(source.shape, place.shape)
                && self.outside + parent.subtree(source.node).len() <= LARGE.max(parent.nodes().len());
            if fits {
                parent.copy_subtree(source.node, &mut self.scratch.value);
                offspring.replace(place.node, &self.scratch.value);
                return true;
            }
        }
        false
    }
}

fn levels(test: &TestCase, node: usize) -> u32 {
    test.children(node).map(|child| 1 + levels(test, child)).max().unwrap_or(0)
}
