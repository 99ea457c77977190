//! Calls without effect: steps on an object, and copies of objects, that change neither the output
//! nor the objects after it.
//!
//! # Policy
//! 1. A test qualifies if it returns, with equal states in repeated executions.
//! 2. An object built around another one of its type becomes that one, with the steps of both:
//!    `map.clone()` becomes `map`.
//! 3. Steps are removed, many at once first: a name that the next call sets again, a `pop` of an
//!    empty list.
//! 4. The state after the test stays, and so do the results of its arguments' getters. If the
//!    latter are unknown, steps with values stay.
//! 5. An object with calls of the function itself stays if it returns a value: all are asserted.
//! 6. A test takes at most [`EXECUTIONS`].

use super::operands::{operands, steps_of, Operand};
use super::values::Simplifier;
use super::{trial::Trial, Candidate};
use crate::evaluation::problem::Ending;
use crate::operator::inputs::Inputs;
use crate::operator::recursion::Recursion;
use sbst_model::TestCase;

/// The most executions of a test.
const EXECUTIONS: u64 = 48;
/// Executions granted per test: the state and the arguments after each are read, too.
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
    let callable = inputs.callable.filter(|_| trial.returns_value());
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
        let remover = Remover { simplifier, callable, borrowed, left: EXECUTIONS };
        changed |= remover.run();
    }
    suite.iter_mut().for_each(|candidate| candidate.state = None);
    changed
}

struct Remover<'a, 'b> {
    simplifier: Simplifier<'a, 'b>,
    callable: Option<u64>,
    /// The fingerprint of the borrowed arguments.
    borrowed: Option<u64>,
    left: u64,
}

impl Remover<'_, '_> {
    fn run(mut self) -> bool {
        let mut changed = false;
        while self.unwrap_a_copy() {
            changed = true;
        }
        for index in (0..self.objects().len()).rev() {
            let objects = self.objects();
            let steps = objects.get(index).filter(|object| !object.is_shared && !self.calls_it(object));
            let steps = steps.and_then(|object| steps_of(&self.simplifier.candidate.test, object.node));
            changed |= steps.is_some_and(|steps| self.shorten(steps));
        }
        changed
    }

    fn objects(&self) -> Vec<Operand> {
        operands(self.simplifier.parameters, &self.simplifier.candidate.test)
    }

    /// Rule 5.
    fn calls_it(&self, object: &Operand) -> bool {
        let test = &self.simplifier.candidate.test;
        let steps = steps_of(test, object.node).into_iter().flat_map(|steps| test.children(steps));
        let mut called = steps.map(|step| object.object.steps[test.nodes()[step].payload as usize].callable);
        called.any(|called| Some(called) == self.callable)
    }

    /// Rule 2.
    fn unwrap_a_copy(&mut self) -> bool {
        let objects = self.objects();
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
        let values = self.values();
        let is_kept = self.simplifier.attempt(change)
            && (self.borrowed.is_some() || self.values() == values)
            && self.simplifier.trial.borrowed(&self.simplifier.candidate.test) == self.borrowed;
        if !is_kept {
            self.simplifier.candidate.test = before;
        }
        is_kept
    }

    fn values(&self) -> usize {
        self.simplifier.places().leaves.len()
    }
}

/// Returns the value of an object, followed by the steps of another one.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::problem::{Execution, Problem};
    use sbst_model::shape::{Integer, Object, Origin, Product, Sequence, Step, StepGives, Sum, Wrapper};
    use sbst_model::{NodeKind, Output, OutputClass, Shape};
    use std::sync::LazyLock;

    // A cell is new or a copy of another one, and its steps set a number or have no effect.
    static NUMBER: Shape = Shape::Integer(Integer::all("i32", 32, true));
    static ORIGIN: Shape =
        Shape::Sum(Sum { variants: &[Product::new(&[], ""), Product::new(&[|| &CELL], "")] });
    static STEP: Shape =
        Shape::Sum(Sum { variants: &[Product::new(&[|| &NUMBER], ""), Product::new(&[], "")] });
    static STEPS: Shape = Shape::Sequence(Sequence::from_steps(|| &STEP, 9));
    static PARTS: Shape = Shape::Product(Product::new(&[|| &ORIGIN, || &STEPS], ""));
    static OBJECT: LazyLock<Object> = LazyLock::new(|| {
        let step = |callable| Step { callable, receiver: 0, gives: StepGives::Nothing, assigned: None };
        Object { value: 9, origins: vec![Origin::Call(3), Origin::Call(4)], steps: vec![step(1), step(2)] }
    });
    static CELL: LazyLock<Shape> = LazyLock::new(|| {
        Shape::Wrapper(Wrapper { inner: || &PARTS, template: "{0}", object: Some(&OBJECT) })
    });

    /// Returns the number in the cell at a node.
    fn number(test: &TestCase, node: usize) -> i128 {
        let [origin, steps] = test.children(node).collect::<Vec<_>>()[..] else { panic!("no cell") };
        let copied = test.children(origin).next().map_or(0, |copied| number(test, copied));
        let set = test.children(steps).filter_map(|step| test.children(step).next()).last();
        set.map_or(copied, |set| test.integer(set) as i128)
    }

    struct Cells(Inputs);

    impl Problem for Cells {
        fn goals(&self) -> usize {
            1
        }
        fn inputs(&self) -> &Inputs {
            &self.0
        }
        fn evaluate(&mut self, _: &TestCase, _: &mut Execution) {}
        fn output(&mut self, test: &TestCase) -> Option<Output> {
            let fingerprint = number(test, 1) as u64;
            Some(Output { class: OutputClass::Telling, fingerprint, is_literal: true })
        }
        fn borrowed(&mut self, test: &TestCase) -> Option<u64> {
            Some(number(test, 1) as u64)
        }
    }

    fn cell(origin: impl FnOnce(&mut TestCase), steps: &[Option<u64>], test: &mut TestCase) {
        let object = test.open(NodeKind::Product, 0);
        origin(test);
        let list = test.open(NodeKind::Sequence, steps.len() as u64);
        for number in steps {
            let step = test.open(NodeKind::Sum, u64::from(number.is_none()));
            number.iter().for_each(|number| _ = test.leaf(NodeKind::Integer, *number));
            test.close(step);
        }
        test.close(list);
        test.close(object);
    }

    fn removed(push: impl FnOnce(&mut TestCase)) -> TestCase {
        let mut test = TestCase::new();
        let call = test.open(NodeKind::Statement, 0);
        push(&mut test);
        test.close(call);
        let inputs = Inputs { parameters: vec![&CELL], ..Inputs::default() };
        let mut problem = Cells(inputs.clone());
        let mut trial = Trial::new(&mut problem, 1_000, None);
        let mut suite = [Candidate::new(test)];
        remove_idle(&mut suite, &inputs, &mut trial, &|_| false);
        let [candidate] = suite;
        candidate.test
    }

    fn new(test: &mut TestCase) {
        test.leaf(NodeKind::Sum, 0);
    }

    #[test]
    fn steps_undone_later_are_removed() {
        let test = removed(|test| cell(new, &[Some(1), None, Some(2), None], test));
        let mut expected = TestCase::new();
        let call = expected.open(NodeKind::Statement, 0);
        cell(new, &[Some(2)], &mut expected);
        expected.close(call);
        assert_eq!(test, expected);
    }

    #[test]
    fn a_copy_becomes_its_original_with_the_steps_of_both() {
        let copy = |test: &mut TestCase| {
            let origin = test.open(NodeKind::Sum, 1);
            cell(new, &[Some(3)], test);
            test.close(origin);
        };
        let test = removed(|test| cell(copy, &[None], test));
        let mut expected = TestCase::new();
        let call = expected.open(NodeKind::Statement, 0);
        cell(new, &[Some(3)], &mut expected);
        expected.close(call);
        assert_eq!(test, expected);
    }
}
