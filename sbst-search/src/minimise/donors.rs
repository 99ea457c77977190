//! Objects that replace poor ones.
//!
//! # Policy
//! 1. Objects of other tests of the suite come first, those of distinctive tests before others.
//! 2. Then shared and drawn ones follow, those of about two keys with two values first, all plain.
//!    An object made of a collection has no steps, and its only element twice. Any other has its
//!    only step with values twice.
//! 3. None of these has a step that is a call of the function.

use super::operands::{has_elements_in, leaves_in, operands, steps_of, with_fresh_values, Operand};
use super::outputs::{drawn, sorted};
use super::plainness::Used;
use super::Candidate;
use crate::operator::inputs::Inputs;
use crate::operator::places::Places;
use sbst_model::messages::ValueSource;
use sbst_model::shape::Object;
use sbst_model::{OutputClass, Shape, TestCase};

/// The most objects of the suite tried for one.
const OF_SUITE: usize = 2;
/// The most shared and drawn ones.
const OF_OTHERS: usize = 3;
/// The preferred number of values in an object: two keys with two values. A reservation has fewer.
const VALUES: usize = 4;
/// The most values in an object.
const MOST_VALUES: usize = 8;
/// The most nodes in an object.
const MOST_NODES: usize = 48;

/// Objects that may replace poor ones.
#[derive(Default)]
pub(super) struct Donors {
    suite: Vec<(TestCase, Option<OutputClass>)>,
    drawn: Option<Vec<TestCase>>,
    found: Vec<(*const Object, Vec<Donor>)>,
}

/// An object, and the class of outputs of its test in the suite.
#[derive(Clone)]
pub(super) struct Donor {
    pub(super) value: TestCase,
    pub(super) class: Option<OutputClass>,
}

impl Donors {
    /// Takes the objects of a suite (rule 1).
    pub(super) fn new(suite: &[Candidate], classes: &[Option<OutputClass>]) -> Donors {
        let tests = suite.iter().zip(classes).map(|(candidate, class)| (candidate.test.clone(), *class));
        let mut suite: Vec<(TestCase, Option<OutputClass>)> = tests.collect();
        let is_telling =
            |class: Option<OutputClass>| matches!(class, Some(OutputClass::Telling | OutputClass::True));
        suite.sort_by_key(|(_, class)| !is_telling(*class));
        Donors { suite, ..Donors::default() }
    }

    /// Returns the objects for an operand, best first.
    pub(super) fn of(&mut self, operand: &Operand, inputs: &Inputs, without: &[ValueSource]) -> Vec<Donor> {
        let mut known = self.found.iter();
        if let Some((_, found)) = known.find(|(object, _)| std::ptr::eq(*object, operand.object)) {
            return found.clone();
        }
        let Inputs { parameters, known, .. } = inputs;
        let mut found: Vec<Donor> = Vec::new();
        let is_in = |found: &[Donor], value: &TestCase| found.iter().any(|donor| donor.value == *value);
        for (test, class) in &self.suite {
            for value in rich(parameters, test, operand) {
                let is_new = has_elements_in(operand.shape, &value) && !is_in(&found, &value);
                if found.len() < OF_SUITE && is_new {
                    found.push(Donor { value, class: *class });
                }
            }
        }
        let is_known = |shape: &'static Shape| std::ptr::eq(shape.value_shape(), operand.shape.value_shape());
        let known = known.iter().filter(|known| is_known(known.shape)).flat_map(|known| known.values.clone());
        let known = known.filter(|value| is_rich(operand.shape, value));
        let drawn = self.drawn.get_or_insert_with(|| drawn(inputs, without));
        let drawn = drawn.iter().flat_map(|test| rich(parameters, test, operand));
        let calls_it = |value: &TestCase| {
            let steps = steps_of(value, 0).into_iter().flat_map(|steps| value.children(steps));
            let mut called =
                steps.map(|step| operand.object.steps[value.nodes()[step].payload as usize].callable);
            called.any(|called| Some(called) == inputs.callable)
        };
        let mut others = sorted(known.chain(drawn).filter(|value| !calls_it(value)));
        others.iter_mut().for_each(|value| {
            let twice = with_two_elements(operand.shape, value);
            *value = with_fresh_values(operand.shape, &twice, &Used::default());
        });
        // The sort is stable.
        others.sort_by_key(|value| {
            let values = leaves_in(operand.shape, value).len();
            (!has_elements_in(operand.shape, value), values.abs_diff(VALUES))
        });
        let most = found.len() + OF_OTHERS;
        for value in others {
            if found.len() < most && !is_in(&found, &value) {
                found.push(Donor { value, class: None });
            }
        }
        self.found.push((operand.object, found.clone()));
        found
    }
}

fn rich(parameters: &[&'static Shape], test: &TestCase, like: &Operand) -> Vec<TestCase> {
    let alike = operands(parameters, test).into_iter();
    let alike = alike.filter(|operand| operand.is_of_type_of(like) && !operand.is_shared);
    alike.map(|operand| operand.value(test)).filter(|value| is_rich(like.shape, value)).collect()
}

fn is_rich(shape: &'static Shape, value: &TestCase) -> bool {
    (1..=MOST_VALUES).contains(&leaves_in(shape, value).len()) && value.nodes().len() <= MOST_NODES
}

/// Returns an object of two elements (rule 2).
fn with_two_elements(shape: &'static Shape, value: &TestCase) -> TestCase {
    let mut two = value.clone();
    let Some(steps) = steps_of(value, 0) else { return two };
    let leaves = leaves_in(shape, value);
    let has_values = |node: usize| leaves.iter().any(|leaf| value.subtree(node).contains(&leaf.node));
    let mut places = Places::default();
    places.find_in_value(shape, value, 1);
    let in_origin = places.structures.iter().find(|place| {
        let is_list = matches!(place.shape, Shape::Sequence(sequence) if sequence.longest > 1);
        place.node < steps && is_list && has_values(place.node)
    });
    let (list, at, element) = match in_origin {
        Some(list) => {
            (0..value.nodes()[steps].payload).for_each(|_| two.remove_element(steps, 0));
            let elements: Vec<usize> = value.children(list.node).collect();
            let [element] = elements[..] else { return two };
            (list.node, 0, element)
        }
        None => {
            let calls = value.children(steps).enumerate().filter(|(_, step)| has_values(*step));
            let [(at, step)] = calls.collect::<Vec<_>>()[..] else { return two };
            (steps, at, step)
        }
    };
    let mut copy = TestCase::new();
    value.copy_subtree(element, &mut copy);
    two.insert_element(list, at + 1, &copy);
    two
}
