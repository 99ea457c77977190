//! Changing recursive values as trees: a subtree for another.
//!
//! # Policy
//! 1. A quarter of the changes each: a new subtree; a copy of another one of the test; what is in the subtree in its
//!    place (hoisting, which makes trees small again); and what any [sequence](super::structure) or
//!    [sum](super::variant) does.
//! 2. Subtrees come from the same level or a lower one, and nothing is made larger than is drawn, so that trees do not
//!    grow without end.
//!
//! Koza, Genetic Programming, 1992, 6.5 (subtrees replaced); Kinnear, "Evolving a sort: lessons in genetic programming",
//! 1993 (hoisting).

use crate::copying::same_values;
use crate::places::Place;
use crate::sample::LARGE;
use crate::Operators;
use sbst_model::TestCase;

/// Subtrees that are looked at for one that fits, before giving up.
const TRIES: u32 = 4;

impl Operators {
    /// Changes the structure at `index`, which is a recursive value. False if it did not come to that.
    pub(super) fn change_tree(&mut self, index: usize, parent: &TestCase, offspring: &mut TestCase) -> bool {
        let place = self.places.structures[index];
        match self.random.below(4) {
            0 => {
                let mut value = self.scratch.take();
                self.sample_value(place.shape, place.depth, &mut value);
                offspring.replace(place.node, &value);
                self.scratch.give_back(value);
                true
            }
            1 if self.pool.copying => {
                let all = 0..self.places.structures.len();
                self.replace_by_other(place, all, parent, offspring)
            }
            2 => {
                let end = parent.subtree(place.node).end;
                let inside = self.places.structures[index..].iter().take_while(|inside| inside.node < end);
                let inside = index + 1..index + inside.count();
                self.replace_by_other(place, inside, parent, offspring)
            }
            _ => false,
        }
    }

    /// Puts one of these structures of the parent in the place of another.
    fn replace_by_other(
        &mut self,
        place: Place,
        structures: std::ops::Range<usize>,
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
