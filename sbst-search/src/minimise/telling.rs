//! Values that show something, where a small test shows nothing: the length of an empty list.
//!
//! # Policy
//! 1. A test shows nothing if its [problem](crate::evaluation::problem::Problem) says so.
//! 2. Its first argument with an object is drawn again, if the test keeps its goals, ends no worse and
//!    then shows something. The smallest is tried first, and made as small as still shows something.
//! 3. [`TRIED`] objects are tried at most.

use super::{trial::Trial, values, Candidate};
use crate::evaluation::problem::Ending;
use crate::operator::inputs::Inputs;
use crate::operator::Operators;
use sbst_model::shape::{Product, Wrapper};
use sbst_model::{Shape, TestCase};

/// Executions that are granted for a test: what tries a few dozen objects and makes one small.
pub(super) const EXECUTIONS: u64 = 256;
/// Objects that are tried: the smallest ones often have no values of their own.
const TRIED: usize = 64;
/// Objects that are drawn.
const DRAWN: usize = 128;

/// Makes the tests show something that are not known to be simple. True if any has changed.
pub(super) fn make_telling(
    suite: &mut [Candidate],
    inputs: &Inputs,
    trial: &mut Trial<'_>,
    is_simple: &dyn Fn(&TestCase) -> bool,
) -> bool {
    let mut changed = false;
    for candidate in suite.iter_mut().filter(|candidate| candidate.ending == Ending::Returned) {
        if is_simple(&candidate.test) || trial.shows_something(&candidate.test) {
            continue;
        }
        let mut others = others(inputs, &candidate.test).into_iter().take(TRIED);
        trial.must_show(true);
        if let Some(other) = others.find(|other| trial.keeps(other, &candidate.goals, candidate.ending)) {
            candidate.test = other;
            values::simplify(std::slice::from_mut(candidate), inputs, trial, &|_| false);
            changed = true;
        }
        trial.must_show(false);
    }
    changed
}

/// Returns the test with other objects as its first, the smallest first (rule 2).
fn others(inputs: &Inputs, test: &TestCase) -> Vec<TestCase> {
    let Some(parameter) = inputs.parameters.iter().position(|shape| has_object(shape)) else {
        return Vec::new();
    };
    let mut values = Vec::new();
    let mut operators = Operators::new(inputs.clone(), &[], 0);
    let mut drawn = TestCase::new();
    for _ in 0..DRAWN {
        operators.sample(&mut drawn);
        let mut value = TestCase::new();
        value.append_subtree(&drawn, argument(&drawn, parameter));
        values.push(value);
    }
    let node = argument(test, parameter);
    let own = test.subtree(node).len();
    let with = |value: TestCase| {
        let mut other = test.clone();
        other.replace(node, &value);
        other
    };
    let larger = values.into_iter().filter(|value| value.nodes().len() > own);
    let mut others: Vec<TestCase> = larger.map(with).collect();
    // The sort keeps the order of equal ones.
    others.sort_by_key(TestCase::size);
    others.dedup();
    others
}

/// True if an argument is an object, or a reference to one.
fn has_object(shape: &'static Shape) -> bool {
    match shape {
        Shape::Wrapper(Wrapper { object, inner, .. }) => object.is_some() || has_object(inner()),
        Shape::Argument(argument) => has_object(argument.choice()),
        Shape::Sum(sum) => sum.variants.iter().any(|variant| match variant {
            Product { fields: [field], template: "{0}", .. } => has_object(field()),
            _ => false,
        }),
        _ => false,
    }
}

fn argument(test: &TestCase, parameter: usize) -> usize {
    test.children(0).nth(parameter).expect("a test has an argument for each parameter")
}
