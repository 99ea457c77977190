//! Collections and objects with a typical number of elements.
//!
//! # Policy
//! 1. A collection has two elements rather than one or none.
//! 2. A step on an object is repeated with other values, the last one first: `map.insert(1, 2)` is
//!    followed by `map.insert(3, 4)`. The output or the state of the object must show both. One
//!    step of an object is doubled, but none with a collection of two elements.
//!
//! A test keeps its goals and its class of outputs, and ends no worse. Its output and state must be
//! equal in repeated executions: those of a hash map with two elements may differ.

use super::plain::Plainer;
use super::plainness::{leaves, Used};
use super::values::Simplifier;
use crate::operator::enumeration;
use crate::operator::places::Place;
use crate::operator::recursion::Recursion;
use sbst_model::shape::{Sequence, Wrapper};
use sbst_model::{Output, Shape, TestCase};

/// Elements of a collection.
const ELEMENTS: usize = 2;
/// The most shapes of an element searched for calls: recursive types have no end.
const SHAPES: usize = 32;
/// The most steps of an object with a doubled step: a longer sequence is about more than elements.
const MOST_STEPS: usize = 4;

impl Plainer<'_, '_> {
    /// Applies rules 1 and 2, the last one first, so that the nodes of the others stay.
    pub(super) fn grow(&mut self) {
        for place in self.simplifier.places().structures.into_iter().rev() {
            let Shape::Sequence(sequence) = place.shape else { continue };
            let present = self.simplifier.payload(place.node) as usize;
            if sequence.template.is_empty() {
                self.double_a_step(place.node, present);
            } else if present < ELEMENTS && may_grow(sequence, self.simplifier.recursion) {
                self.add_elements(sequence, place.node, present);
            }
        }
    }

    fn add_elements(&mut self, sequence: &Sequence, node: usize, present: usize) {
        let recursion = self.simplifier.recursion;
        let element = (sequence.element)();
        let height = enumeration::find_height(element, ELEMENTS as u128, recursion);
        let last = enumeration::count(element, height, recursion).saturating_sub(1);
        let as_before = self.simplifier.candidate.test.clone();
        let is_kept = self.attempt_with_fresh(|test| {
            for index in present..ELEMENTS.min(sequence.longest) {
                let mut value = TestCase::new();
                enumeration::push(element, height, last.min(index as u128), recursion, &mut value);
                test.insert_element(node, index, &value);
            }
            test.children(node).skip(present).collect()
        });
        if is_kept && self.stable_state().is_some_and(|(_, is_stable)| !is_stable) {
            self.simplifier.candidate.test = as_before;
        }
    }

    /// Returns the state after the test, and true if repeated executions end in it.
    fn stable_state(&mut self) -> Option<(Output, bool)> {
        let Simplifier { candidate, trial, .. } = &mut self.simplifier;
        let state = trial.state(&candidate.test)?;
        Some((state, trial.repeats(&candidate.test, &state)))
    }

    /// Rule 2.
    fn double_a_step(&mut self, node: usize, steps: usize) {
        let as_before = self.simplifier.candidate.test.clone();
        let before = self.simplifier.trial.state(&as_before);
        let Some(before) = before.filter(|_| steps <= MOST_STEPS) else { return };
        for index in (0..steps).rev() {
            let step = as_before.children(node).nth(index).expect("a sequence has its steps");
            if !self.may_double(step) {
                continue;
            }
            let mut copy = TestCase::new();
            as_before.copy_subtree(step, &mut copy);
            let is_kept = self.attempt_with_fresh(|test| {
                test.insert_element(node, index + 1, &copy);
                test.children(node).skip(index + 1).take(1).collect()
            });
            if is_kept && self.shows_both(node, index, &before) {
                return;
            }
            self.simplifier.candidate.test.clone_from(&as_before);
        }
    }

    /// True if a step has values, but no collection of enough elements.
    fn may_double(&self, step: usize) -> bool {
        let step = self.simplifier.candidate.test.subtree(step);
        let places = self.simplifier.places();
        let is_full = |place: &Place| {
            let is_list = matches!(place.shape, Shape::Sequence(_)) && step.contains(&place.node);
            is_list && self.simplifier.payload(place.node) as usize >= ELEMENTS
        };
        places.leaves.iter().any(|leaf| step.contains(&leaf.node)) && !places.structures.iter().any(is_full)
    }

    /// True if the state changed when a step was doubled, and changes without the first of both.
    fn shows_both(&mut self, node: usize, index: usize, before: &Output) -> bool {
        let Some((after, true)) = self.stable_state() else { return false };
        let mut second_alone = self.simplifier.candidate.test.clone();
        second_alone.remove_element(node, index);
        let alone = self.simplifier.trial.state(&second_alone);
        after != *before && after.class == before.class && alone.is_none_or(|alone| alone != after)
    }

    /// Tries a change that adds values at nodes, with free plain values.
    fn attempt_with_fresh(&mut self, add: impl FnOnce(&mut TestCase) -> Vec<usize>) -> bool {
        self.attempt(|simplifier, test| {
            let added: Vec<_> = add(test).into_iter().map(|node| test.subtree(node)).collect();
            let is_added = |place: &Place| added.iter().any(|added| added.contains(&place.node));
            let (added, present): (Vec<Place>, Vec<Place>) =
                leaves(simplifier.parameters, test).into_iter().partition(is_added);
            let mut used = Used::from_leaves(test, &present);
            for place in added {
                used.write(test, place, &[place.node]);
            }
        })
    }
}

/// True if a collection may have more elements (rule 1). Elements made by calls are long to read.
fn may_grow(sequence: &Sequence, recursion: &Recursion) -> bool {
    let element = (sequence.element)();
    recursion.longest(sequence) > 0 && !recursion.is_recursive(element) && is_data(element)
}

/// True if no value of the shape is made by calls.
pub(super) fn is_data(shape: &'static Shape) -> bool {
    let mut shapes = vec![shape];
    let mut next = 0;
    while let Some(shape) = shapes.get(next) {
        if next == SHAPES || matches!(shape, Shape::Wrapper(Wrapper { object: Some(_), .. })) {
            return false;
        }
        let parts = shape.parts();
        shapes.extend(parts);
        next += 1;
    }
    true
}
