//! Calls without effect: steps on an object, and copies of objects, that change neither the output nor
//! the objects after it.
//!
//! # Policy
//! 1. A test is looked at if it returns and its state is the same each time.
//! 2. An object that another one of its type leads to is that one, with the steps of both:
//!    `map.clone()` becomes `map`.
//! 3. Steps go, many at once first: a name that the next call sets again, a `pop` of an empty list.
//! 4. The state after the test stays, and so does what getters of its arguments return. An object with
//!    values keeps one.
//! 5. A test takes [`EXECUTIONS`] at most.

use super::operands::{operands, steps_of, Operand};
use super::values::Simplifier;
use super::{trial::Trial, Candidate};
use crate::evaluation::problem::Ending;
use crate::operator::inputs::Inputs;
use crate::operator::recursion::Recursion;
use sbst_model::{Shape, TestCase};

/// Executions of a test, at most.
const EXECUTIONS: u64 = 48;
/// Executions that are granted for a test: the state and the arguments after each are read, too.
pub(super) const GRANTED: u64 = 3 * EXECUTIONS;

/// Removes calls without effect. True if a test has changed.
pub(super) fn remove_idle(
    suite: &mut [Candidate],
    inputs: &Inputs,
    trial: &mut Trial<'_>,
    is_known: &dyn Fn(&TestCase) -> bool,
) -> bool {
    let Inputs { parameters, .. } = inputs;
    let recursion = Recursion::from_shapes(parameters);
    let mut changed = false;
    for candidate in suite.iter_mut() {
        let has_steps = operands(parameters, &candidate.test).iter().any(|object| !object.is_shared);
        if !has_steps || candidate.ending != Ending::Returned || is_known(&candidate.test) {
            continue;
        }
        let state = trial.state(&candidate.test).filter(|state| trial.repeats(&candidate.test, state));
        let Some(state) = state else { continue };
        let borrowed = trial.borrowed(&candidate.test);
        candidate.state = Some(state.fingerprint);
        let simplifier = Simplifier { candidate, parameters, recursion: &recursion, trial };
        changed |= Remover { simplifier, borrowed, left: EXECUTIONS }.run();
    }
    suite.iter_mut().for_each(|candidate| candidate.state = None);
    changed
}

struct Remover<'a, 'b> {
    simplifier: Simplifier<'a, 'b>,
    /// The fingerprint of the borrowed arguments.
    borrowed: Option<u64>,
    left: u64,
}

impl Remover<'_, '_> {
    fn run(&mut self) -> bool {
        let mut changed = false;
        while self.unwrap_a_copy() {
            changed = true;
        }
        let lists = self.simplifier.places().structures.len();
        for index in (0..lists).rev() {
            let places = self.simplifier.places().structures;
            let Some(place) = places.get(index) else { continue };
            match place.shape {
                Shape::Sequence(sequence) if sequence.template.is_empty() => {
                    changed |= self.shorten(place.node);
                }
                _ => {}
            }
        }
        changed
    }

    /// Rule 2.
    fn unwrap_a_copy(&mut self) -> bool {
        let objects = operands(self.simplifier.parameters, &self.simplifier.candidate.test);
        let own: Vec<&Operand> = objects.iter().filter(|object| !object.is_shared).collect();
        own.iter().any(|outer| {
            let test = &self.simplifier.candidate.test;
            let subtree = test.subtree(outer.node);
            let Some(steps) = steps_of(test, outer.node) else { return false };
            let in_origin = |inner: &&&Operand| {
                inner.node > outer.node && subtree.contains(&inner.node) && inner.node < steps
            };
            let mut inside = own.iter().filter(in_origin).filter(|inner| inner.is_of_type_of(outer));
            let Some(inner) = inside.next() else { return false };
            let (value, outer) = (with_steps_of(test, inner, steps), outer.node);
            self.attempt(|test| test.replace(outer, &value))
        })
    }

    /// Rule 3.
    fn shorten(&mut self, steps: usize) -> bool {
        let length = |remover: &Self| remover.simplifier.payload(steps) as usize;
        let mut changed = false;
        let mut chunk = length(self);
        while chunk > 0 {
            let mut at = 0;
            while at + chunk <= length(self) {
                let is_shorter = self.attempt(|test| (0..chunk).for_each(|_| test.remove_element(steps, at)));
                changed |= is_shorter;
                at += usize::from(!is_shorter);
            }
            chunk /= 2;
        }
        changed
    }

    /// Rule 4.
    fn attempt(&mut self, change: impl FnOnce(&mut TestCase)) -> bool {
        let Some(left) = self.left.checked_sub(1) else { return false };
        self.left = left;
        let before = self.simplifier.candidate.test.clone();
        let had_values = self.with_values();
        let is_kept = self.simplifier.attempt(change)
            && self.with_values() == had_values
            && self.simplifier.trial.borrowed(&self.simplifier.candidate.test) == self.borrowed;
        if !is_kept {
            self.simplifier.candidate.test = before;
        }
        is_kept
    }

    /// Returns the number of arguments with values.
    fn with_values(&self) -> usize {
        let (test, leaves) = (&self.simplifier.candidate.test, self.simplifier.places().leaves);
        let has_values = |node: &usize| leaves.iter().any(|leaf| test.subtree(*node).contains(&leaf.node));
        test.children(0).filter(has_values).count()
    }
}

/// Returns the value of an object, with the steps of another one behind its own.
fn with_steps_of(test: &TestCase, object: &Operand, steps: usize) -> TestCase {
    let mut value = object.value(test);
    let mut step = TestCase::new();
    for node in test.children(steps) {
        let Some(own) = steps_of(&value, 0) else { return value };
        step.clear();
        test.copy_subtree(node, &mut step);
        value.insert_element(own, value.nodes()[own].payload as usize, &step);
    }
    value
}
