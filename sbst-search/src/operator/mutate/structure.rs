//! Changing the length and order of sequences. If a sequence must not become shorter, an element is
//! replaced instead of removed.

use crate::operator::sample::{LARGE, TALL};
use crate::operator::{places::Place, Operators};
use sbst_model::distinct::element;
use sbst_model::shape::{Distinct, Sequence};
use sbst_model::{Shape, TestCase};

/// Chance of one more element in a run: 1.5 on average.
const CONTINUE: f64 = 1.0 / 3.0;
/// The most elements removed or repeated at once.
const RUN: usize = 16;

impl Operators {
    pub(super) fn change_structure(&mut self, place: Place, test: &mut TestCase) {
        match place.shape {
            Shape::Sequence(sequence) => self.change_sequence(sequence, place, test),
            Shape::Sum(sum) => self.change_variant(sum, place, test),
            _ => unreachable!("only sequences and sums are structures"),
        }
    }

    fn change_sequence(&mut self, sequence: &Sequence, place: Place, test: &mut TestCase) {
        let length = test.nodes()[place.node].payload as usize;
        let longest = self.recursion.longest(sequence);
        let too_tall = place.depth >= TALL && self.recursion.is_recursive(place.shape);
        let may_grow = length < longest && test.nodes().len() < LARGE && !too_tall;
        // A set has no order, and no duplicates.
        let ordered = sequence.distinct == Distinct::Nothing;
        let removable = length.saturating_sub(sequence.shortest);
        let operator = if length == 0 { 0 } else { self.random.below(8) };
        match operator {
            0 | 1 if may_grow => {
                let at = self.random.index(length + 1);
                self.insert_new(sequence, place, at, test);
            }
            2 if may_grow => self.insert_new(sequence, place, length, test),
            3 if may_grow && ordered => self.repeat(place.node, length, longest, test),
            4 if length > 1 && ordered => self.swap(place.node, length, test),
            5 if length > 1 && removable > 0 => test.remove_element(place.node, length - 1),
            _ if removable > 0 => {
                let at = self.random.index(length);
                let run = 1 + self.random.geometric(CONTINUE, RUN);
                for _ in at..(at + run.min(removable)).min(length) {
                    test.remove_element(place.node, at);
                }
            }
            _ if length > 0 => self.replace_element(sequence, place, length, test),
            _ => {}
        }
    }

    fn insert_new(&mut self, sequence: &Sequence, place: Place, at: usize, test: &mut TestCase) {
        let mut element = std::mem::take(&mut self.scratch.value);
        self.outside = test.nodes().len();
        self.sample_value((sequence.element)(), place.depth + 1, &mut element);
        test.insert_element(place.node, at, &element);
        self.scratch.value = element;
    }

    /// Replaces an element by a copy of another, or by a new one.
    fn replace_element(&mut self, sequence: &Sequence, place: Place, length: usize, test: &mut TestCase) {
        let (from, to) = (self.random.index(length), self.random.index(length));
        let replaced = element(test, place.node, to);
        self.outside = test.nodes().len() - test.subtree(replaced).len();
        let mut value = std::mem::take(&mut self.scratch.value);
        if from != to && sequence.distinct == Distinct::Nothing && self.random.coin() {
            test.copy_subtree(element(test, place.node, from), &mut value);
        } else {
            self.sample_value((sequence.element)(), place.depth + 1, &mut value);
        }
        test.replace(replaced, &value);
        self.scratch.value = value;
    }

    /// Inserts copies of a run of elements after it, or anywhere before. It inserts more of them
    /// while a search [stalls](crate::operator::stretch).
    fn repeat(&mut self, node: usize, length: usize, longest: usize, test: &mut TestCase) {
        let from = self.random.index(length);
        let run = (1 + self.random.geometric(CONTINUE, RUN)).min(length - from);
        let at = if self.random.coin() { from + run } else { self.random.index(from + 1) };
        let times = match self.stretch.factor() {
            1 => 1,
            most => 1 + self.random.below(most) as usize,
        };
        for copied in 0..(times * run).min(longest - length) {
            // Elements behind an insertion move by one.
            let moved = if at <= from { copied } else { 0 };
            let element = element(test, node, from + moved + copied % run);
            if test.nodes().len() + test.subtree(element).len() > LARGE {
                return;
            }
            test.copy_subtree(element, &mut self.scratch.value);
            test.insert_element(node, at + copied, &self.scratch.value);
        }
    }

    fn swap(&mut self, node: usize, length: usize, test: &mut TestCase) {
        let (one, other) = (self.random.index(length), self.random.index(length));
        let (first, last) = (one.min(other), one.max(other));
        let (first, last) = (element(test, node, first), element(test, node, last));
        if first != last {
            test.copy_subtree(first, &mut self.scratch.value);
            test.copy_subtree(last, &mut self.scratch.other);
            // The later one first, so that the node of the earlier one stays.
            test.replace(last, &self.scratch.value);
            test.replace(first, &self.scratch.other);
        }
    }
}
