//! Changing the length and order of sequences and the variants of sums.

use crate::places::Place;
use crate::sample::LARGE;
use crate::Operators;
use sbst_model::shape::{Sequence, Sum};
use sbst_model::{Shape, TestCase};

/// Chance that a run of elements is one longer: 1.5 on average.
const CONTINUE: f64 = 1.0 / 3.0;
/// Elements that are removed or repeated at once, at most.
const RUN: usize = 16;

impl Operators {
    pub(crate) fn change_structure(&mut self, place: Place, test: &mut TestCase) {
        match place.shape {
            Shape::Sequence(sequence) => self.change_sequence(sequence, place, test),
            Shape::Sum(sum) => self.change_variant(sum, place, test),
            _ => unreachable!("only sequences and sums are structures"),
        }
    }

    fn change_sequence(&mut self, sequence: &Sequence, place: Place, test: &mut TestCase) {
        let length = test.nodes()[place.node].payload as usize;
        let may_grow = length < sequence.longest && test.nodes().len() < LARGE;
        let operator = if length == 0 { 0 } else { self.random.below(8) };
        match operator {
            0 | 1 if may_grow => {
                let at = self.random.index(length + 1);
                self.insert_new(sequence, place, at, test);
            }
            2 if may_grow => self.insert_new(sequence, place, length, test),
            3 if may_grow => self.repeat(sequence, place.node, length, test),
            4 if length > 1 => self.swap(place.node, length, test),
            5 if length > 1 => test.remove_element(place.node, length - 1),
            _ if length > 0 => {
                let at = self.random.index(length);
                let run = 1 + self.random.geometric(CONTINUE, RUN);
                for _ in at..(at + run).min(length) {
                    test.remove_element(place.node, at);
                }
            }
            _ => {}
        }
    }

    fn insert_new(&mut self, sequence: &Sequence, place: Place, at: usize, test: &mut TestCase) {
        let mut element = std::mem::take(&mut self.scratch.value);
        self.sample_value((sequence.element)(), place.depth + 1, &mut element);
        test.insert_element(place.node, at, &element);
        self.scratch.value = element;
    }

    /// Inserts copies of a run of elements: after it, or anywhere before.
    fn repeat(&mut self, sequence: &Sequence, node: usize, length: usize, test: &mut TestCase) {
        let from = self.random.index(length);
        let run = (1 + self.random.geometric(CONTINUE, RUN)).min(length - from);
        let at = if self.random.coin() { from + run } else { self.random.index(from + 1) };
        // What stands behind an insertion moves by one.
        let step = if at <= from { 2 } else { 1 };
        for copied in 0..run.min(sequence.longest - length) {
            let element = element(test, node, from + step * copied);
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
            // The later one first, so that the earlier one stays where it is.
            test.replace(last, &self.scratch.value);
            test.replace(first, &self.scratch.other);
        }
    }

    /// Another variant, with new fields.
    fn change_variant(&mut self, sum: &Sum, place: Place, test: &mut TestCase) {
        let old = test.nodes()[place.node].payload as usize;
        let other = self.random.index(sum.variants.len() - 1);
        let variant = if other >= old { other + 1 } else { other };
        let mut value = std::mem::take(&mut self.scratch.value);
        value.clear();
        self.drawn.clear();
        self.copy_rate = 0.0;
        self.draw_variant(sum, variant, place.depth, &mut value);
        test.replace(place.node, &value);
        self.scratch.value = value;
    }
}

/// The node of an element of a sequence.
fn element(test: &TestCase, sequence: usize, index: usize) -> usize {
    let mut elements = test.children(sequence);
    elements.nth(index).expect("the sequence has that many elements")
}
