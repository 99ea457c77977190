//! Output coverage of a suite: a test for each [class of outputs](OutputClass) of a function.
//!
//! # Policy
//! 1. A function of booleans needs a test for each, and any other one a distinctive test. The first
//!    test of a class gets it assigned.
//! 2. If a class is missing, a blank test gets another object, if it keeps its goals and ends no
//!    worse. Otherwise a test with drawn values is added.
//! 3. An argument also takes values of the object beside it: `map.get(7)` of a map with 7.
//! 4. The smallest test of the class is taken, and made as small as possible.
//! 5. At most [`TRIED`] tests are tried, in either way.

use super::{readable, trial::Trial, values, Candidate};
use crate::evaluation::problem::Ending;
use crate::operator::inputs::Inputs;
use crate::operator::places::{Place, Places};
use crate::operator::Operators;
use sbst_model::messages::ValueSource;
use sbst_model::shape::{Product, Wrapper};
use sbst_model::{OutputClass, Shape, TestCase};

/// Granted executions per suite: a few dozen tests are tried for any class, and two made small.
pub(super) const EXECUTIONS: u64 = 512;
/// The most tests tried: the smallest ones often have no values.
const TRIED: usize = 64;
/// The number of drawn tests.
const DRAWN: usize = 128;
/// The most values of an object that an argument takes.
const TAKEN: usize = 2;

/// Makes the suite show each class of outputs, if tests of it are found. True if a test has
/// changed.
pub(super) fn show_outputs(
    suite: &mut Vec<Candidate>,
    inputs: &Inputs,
    trial: &mut Trial<'_>,
    is_simple: &dyn Fn(&TestCase) -> bool,
    without: &[ValueSource],
) -> bool {
    let mut shown = Shown::default();
    let mut blank = Vec::new();
    let returns = suite.iter_mut().enumerate().filter(|(_, candidate)| candidate.ending == Ending::Returned);
    for (index, candidate) in returns {
        match trial.output_class(&candidate.test) {
            Some(OutputClass::Blank) => blank.push(index),
            Some(class) if shown.is_new(class) => candidate.class = Some(class),
            _ => {}
        }
    }
    if shown.is_complete() || suite.iter().all(|candidate| candidate.ending == Ending::Fault) {
        return false;
    }
    let drawn = drawn(inputs, without);
    let mut changed = false;
    blank.retain(|index| !is_simple(&suite[*index].test));
    for index in blank {
        let others = with_other_object(inputs, &suite[index].test, &drawn);
        changed |= take_first(others, &mut shown, trial, |other, trial| {
            let is_kept = trial.keeps(other, &suite[index]);
            if is_kept {
                suite[index].test = other.clone();
                suite[index].class = trial.output_class(other);
                values::simplify(&mut suite[index..=index], inputs, trial, &|_| false);
            }
            is_kept
        });
    }
    while !shown.is_complete() {
        let tests = sorted(drawn.iter().flat_map(|test| linked(inputs, test)).chain(drawn.iter().cloned()));
        let is_found = take_first(tests, &mut shown, trial, |test, trial| {
            let class = trial.output_class(test);
            suite.push(Candidate { class, ..Candidate::new(test.clone()) });
            let last = suite.len() - 1;
            values::simplify(&mut suite[last..], inputs, trial, &|_| false);
            true
        });
        if !is_found {
            break;
        }
        changed = true;
    }
    changed
}

/// Takes the first test of a missing class that `take` accepts.
fn take_first(
    tests: Vec<TestCase>,
    shown: &mut Shown,
    trial: &mut Trial<'_>,
    mut take: impl FnMut(&TestCase, &mut Trial<'_>) -> bool,
) -> bool {
    for test in tests.iter().take(TRIED) {
        let class = trial.output_class(test).filter(|class| !shown.has(*class));
        if let Some(class) = class.filter(|_| take(test, trial)) {
            return shown.is_new(class);
        }
    }
    false
}

/// The classes of outputs that tests show.
#[derive(Default)]
struct Shown(Vec<OutputClass>);

impl Shown {
    /// Adds a class. True if it is new.
    fn is_new(&mut self, class: OutputClass) -> bool {
        let is_new = !self.has(class);
        self.0.extend(Some(class).filter(|_| is_new));
        is_new
    }

    /// True for classes that need no test: those shown, and blank outputs.
    fn has(&self, class: OutputClass) -> bool {
        class == OutputClass::Blank || self.0.contains(&class)
    }

    /// Rule 1.
    fn is_complete(&self) -> bool {
        self.0.contains(&OutputClass::Telling) || self.0.len() == 2
    }
}

pub(super) fn drawn(inputs: &Inputs, without: &[ValueSource]) -> Vec<TestCase> {
    let mut operators = Operators::new(inputs.clone(), without, 0);
    let draw = |_| {
        let mut drawn = TestCase::new();
        operators.sample(&mut drawn);
        readable::with_readable_numbers(drawn, inputs)
    };
    (0..DRAWN).map(draw).collect()
}

/// Sorts tests, the smallest first, each once.
pub(super) fn sorted(tests: impl Iterator<Item = TestCase>) -> Vec<TestCase> {
    let mut tests: Vec<TestCase> = tests.collect();
    // The sort is stable.
    tests.sort_by_key(TestCase::size);
    tests.dedup();
    tests
}

/// Returns copies of the test with the objects of others as its first (rule 2).
fn with_other_object(inputs: &Inputs, test: &TestCase, others: &[TestCase]) -> Vec<TestCase> {
    let replaced: Vec<TestCase> =
        others.iter().filter_map(|other| with_object_of(inputs, test, other)).collect();
    sorted(replaced.iter().flat_map(|test| linked(inputs, test)).chain(replaced.iter().cloned()))
}

/// Returns the test with the first object of another one, if that has more nodes.
fn with_object_of(inputs: &Inputs, test: &TestCase, other: &TestCase) -> Option<TestCase> {
    let parameter = inputs.parameters.iter().position(|shape| has_object(shape))?;
    let node = argument(test, parameter);
    let mut value = TestCase::new();
    value.append_subtree(other, argument(other, parameter));
    let mut changed = test.clone();
    changed.replace(node, &value);
    (value.nodes().len() > test.subtree(node).len()).then_some(changed)
}

/// Returns copies of the test with arguments that take values of its other arguments (rule 3).
pub(super) fn linked(inputs: &Inputs, test: &TestCase) -> Vec<TestCase> {
    let mut places = Places::default();
    places.find(&inputs.parameters, test);
    let arguments = places.leaves.iter().filter(|place| place.depth == 0);
    let with_values = |argument: &Place| {
        let inner = places.leaves.iter().filter(|place| place.depth > 0);
        let taken = inner.filter_map(|place| with_value_of(test, argument, place)).take(TAKEN);
        taken.collect::<Vec<_>>()
    };
    arguments.flat_map(with_values).collect()
}

/// Returns the test with the value of one place at another, if their shapes are equal.
fn with_value_of(test: &TestCase, to: &Place, from: &Place) -> Option<TestCase> {
    let mut linked = test.clone();
    match (to.shape, from.shape) {
        (Shape::Integer(one), Shape::Integer(other)) if one == other => {
            linked.set_integer(to.node, test.integer(from.node));
        }
        (Shape::Char(one), Shape::Char(other)) if one == other => {
            linked.set_payload(to.node, test.nodes()[from.node].payload);
        }
        (Shape::Text(one), Shape::Text(other)) if one.alphabet == other.alphabet => {
            linked.set_text(to.node, test.text(from.node));
        }
        _ => return None,
    }
    (linked != *test).then_some(linked)
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
