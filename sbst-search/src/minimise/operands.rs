//! Objects in a test, and values in their place that tell more: those of two elements.
//!
//! # Policy
//! 1. An object without values is *poor*, and so is an argument that is an earlier object.
//! 2. Objects of other tests of the suite come first, then known ones, then drawn ones. A drawn one has its
//!    step with values made twice, and plain values. It has no step that is a call of the function.
//! 3. Two objects of one type overlap by an element: {1, 2} and {2, 3}. If that does not do, they have none
//!    in common, or one is a part of the other, or they are equal.

use super::outputs::{drawn, sorted};
use super::plainness::{clear, leaves, Used};
use super::Candidate;
use crate::operator::copying::same_values;
use crate::operator::inputs::Inputs;
use crate::operator::places::{Place, Places};
use sbst_model::messages::ValueSource;
use sbst_model::shape::{Object, Product, ShapeRef, Step, StepGives, Wrapper};
use sbst_model::{NodeKind, OutputClass, Shape, TestCase};

/// Objects of the suite and others that are tried in the place of one.
const OF_SUITE: usize = 2;
const OF_OTHERS: usize = 3;
/// Values in an object that come first: two keys with two values. A reservation has fewer.
const VALUES: usize = 4;
/// Values in an object that is tried in the place of another one, at most.
const MOST_VALUES: usize = 8;
/// Nodes in one, at most.
const MOST_NODES: usize = 48;

/// An object in a test.
#[derive(Clone, Copy)]
pub(super) struct Operand {
    pub(super) node: usize,
    shape: &'static Shape,
    pub(super) object: &'static Object,
    /// True if it is an earlier object: its node is that of the choice then.
    is_shared: bool,
    pub(super) depth: u32,
}

/// Returns the objects in a test, each before those in it.
pub(super) fn operands(parameters: &[&'static Shape], test: &TestCase) -> Vec<Operand> {
    let mut found = Vec::new();
    for (shape, node) in parameters.iter().zip(test.children(0)) {
        visit(shape, test, node, 0, &mut found);
    }
    found
}

fn visit(shape: &'static Shape, test: &TestCase, node: usize, depth: u32, found: &mut Vec<Operand>) {
    let there = test.nodes()[node];
    if there.kind == NodeKind::ResultOf {
        return;
    }
    let fields: &[ShapeRef] = match shape {
        Shape::Wrapper(Wrapper { inner, object, .. }) => {
            let own = object.map(|object| Operand { node, shape, object, is_shared: false, depth });
            found.extend(own);
            return visit(inner(), test, node, depth, found);
        }
        Shape::Argument(argument) => {
            let variant = there.payload as usize;
            let is_same = argument.same(variant).is_some_and(|same| same.pointer.is_none());
            if is_same || argument.is_lent_again(variant) {
                let shared = object_of(argument.own());
                found.extend(shared.map(|(shape, object)| Operand {
                    node,
                    shape,
                    object,
                    is_shared: true,
                    depth,
                }));
            }
            if argument.is_lent_again(variant) {
                return;
            }
            return visit(argument.choice(), test, node, depth, found);
        }
        Shape::Sequence(sequence) => {
            let elements: Vec<usize> = test.children(node).collect();
            let elements = elements.into_iter();
            return elements.for_each(|element| visit((sequence.element)(), test, element, depth + 1, found));
        }
        Shape::Product(product) => product.fields,
        Shape::Sum(sum) => sum.variants[there.payload as usize].fields,
        _ => return,
    };
    for (field, node) in fields.iter().zip(test.children(node).collect::<Vec<_>>()) {
        visit(field(), test, node, depth + 1, found);
    }
}

/// Returns the object behind references, with its shape.
pub(super) fn object_of(shape: &'static Shape) -> Option<(&'static Shape, &'static Object)> {
    match shape {
        Shape::Wrapper(Wrapper { object: Some(object), .. }) => Some((shape, object)),
        Shape::Wrapper(wrapper) => object_of((wrapper.inner)()),
        Shape::Argument(argument) => object_of(argument.own()),
        _ => None,
    }
}

impl Operand {
    pub(super) fn is_of_type_of(&self, other: &Operand) -> bool {
        std::ptr::eq(self.object, other.object)
    }

    /// Rule 1.
    pub(super) fn is_poor(&self, test: &TestCase) -> bool {
        self.is_shared || leaves_in(self.shape, &self.value(test)).is_empty()
    }

    /// True if it is poor, or has one element.
    pub(super) fn is_thin(&self, test: &TestCase) -> bool {
        self.is_poor(test) || self.has_elements(test) && part(self.shape, &self.value(test)).is_none()
    }

    /// True if it has values in a step or in a collection, not only arguments of a constructor.
    pub(super) fn has_elements(&self, test: &TestCase) -> bool {
        !self.is_shared && has_elements_as(self.shape, &self.value(test))
    }

    pub(super) fn value(&self, test: &TestCase) -> TestCase {
        let mut value = TestCase::new();
        test.copy_subtree(self.node, &mut value);
        value
    }

    /// Puts a value in its place.
    pub(super) fn put(&self, value: &TestCase, test: &mut TestCase) {
        if !self.is_shared {
            return test.replace(self.node, value);
        }
        let mut own = TestCase::new();
        let choice = own.open(NodeKind::Sum, 0);
        own.append(value);
        own.close(choice);
        test.replace(self.node, &own);
    }

    /// Returns pairs of a value and another one of the type, which go together (rule 3).
    pub(super) fn beside(&self, value: &TestCase) -> Vec<(TestCase, TestCase)> {
        let used = &Used::from_leaves(value, &leaves_in(self.shape, value));
        let part = part(self.shape, value);
        let overlapping = shifted(self.shape, value, used);
        let apart = with_fresh_values(self.shape, value, used);
        let others = overlapping.into_iter().chain([apart]).chain(part.clone()).chain([value.clone()]);
        let pairs = others.map(|other| (value.clone(), other));
        pairs.chain(part.map(|part| (part, value.clone()))).collect()
    }
}

fn leaves_in(shape: &'static Shape, value: &TestCase) -> Vec<Place> {
    let mut places = Places::default();
    places.find_in_value(shape, value, 1);
    places.leaves
}

/// Returns the node of the steps of an object's value, if there are any.
pub(super) fn steps_of(value: &TestCase, node: usize) -> Option<usize> {
    value.children(node).nth(1)
}

/// Returns a value that begins with the last element of another one.
fn shifted(shape: &'static Shape, value: &TestCase, used: &Used) -> Option<TestCase> {
    let leaves = leaves_in(shape, value);
    let by = leaves.len().div_ceil(2);
    let kept = leaves.len() - by;
    let mut shifted = value.clone();
    let mut used = used.clone();
    for (index, place) in leaves.iter().enumerate() {
        match leaves.get(index + by).filter(|next| same_values(next.shape, place.shape)) {
            Some(next) => match place.shape {
                Shape::Text(_) => shifted.set_text(place.node, value.text(next.node)),
                Shape::Integer(_) => shifted.set_integer(place.node, value.integer(next.node)),
                _ => shifted.set_payload(place.node, value.nodes()[next.node].payload),
            },
            None => renew(&mut shifted, *place, &mut used),
        }
    }
    (kept > 0).then_some(shifted)
}

fn renew(value: &mut TestCase, place: Place, used: &mut Used) {
    let before = value.clone();
    clear(value, place, &[place.node]);
    if !used.write(value, place, &[place.node]) {
        *value = before;
    }
}

fn with_fresh_values(shape: &'static Shape, value: &TestCase, used: &Used) -> TestCase {
    let (mut fresh, mut used) = (value.clone(), used.clone());
    leaves_in(shape, value).into_iter().for_each(|place| renew(&mut fresh, place, &mut used));
    fresh
}

/// Returns a value without its last element, if it has two.
fn part(shape: &'static Shape, value: &TestCase) -> Option<TestCase> {
    let leaves = leaves_in(shape, value);
    let mut places = Places::default();
    places.find_in_value(shape, value, 1);
    let sequences = places.structures.iter().filter_map(|place| match place.shape {
        Shape::Sequence(sequence) => Some((place.node, sequence.shortest)),
        _ => None,
    });
    let has_values = |node: usize| leaves.iter().any(|leaf| value.subtree(node).contains(&leaf.node));
    let elements = |node: usize| value.children(node).filter(|child| has_values(*child)).count();
    let (node, _) = sequences
        .filter(|&(node, shortest)| elements(node) >= 2 && value.children(node).count() > shortest)
        .max_by_key(|&(node, _)| std::cmp::Reverse(node))?;
    let last = value.children(node).enumerate().filter(|(_, child)| has_values(*child)).last()?.0;
    let mut part = value.clone();
    part.remove_element(node, last);
    Some(part)
}

/// Objects that are tried in the place of a poor one.
#[derive(Default)]
pub(super) struct Donors {
    suite: Vec<(TestCase, Option<OutputClass>)>,
    drawn: Option<Vec<TestCase>>,
    found: Vec<(*const Object, Vec<Donor>)>,
}

/// An object, and the class of outputs of the suite's test that it is from.
#[derive(Clone)]
pub(super) struct Donor {
    pub(super) value: TestCase,
    pub(super) class: Option<OutputClass>,
}

impl Donors {
    /// Takes the objects of a suite, first those of the tests that tell something.
    pub(super) fn new(suite: &[Candidate], classes: &[Option<OutputClass>]) -> Donors {
        let tests = suite.iter().zip(classes).map(|(candidate, class)| (candidate.test.clone(), *class));
        let mut suite: Vec<(TestCase, Option<OutputClass>)> = tests.collect();
        let tells =
            |class: Option<OutputClass>| matches!(class, Some(OutputClass::Telling | OutputClass::True));
        suite.sort_by_key(|(_, class)| !tells(*class));
        Donors { suite, ..Donors::default() }
    }

    /// Rule 2.
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
                let is_new = has_elements_as(operand.shape, &value) && !is_in(&found, &value);
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
            let twice = with_step_twice(operand.shape, value);
            *value = with_fresh_values(operand.shape, &twice, &Used::default());
        });
        // The sort keeps the order of equal ones.
        others.sort_by_key(|value| {
            let values = leaves_in(operand.shape, value).len();
            (!has_elements_as(operand.shape, value), values.abs_diff(VALUES))
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

fn has_elements_as(shape: &'static Shape, value: &TestCase) -> bool {
    let mut places = Places::default();
    places.find_in_value(shape, value, 1);
    let is_list = |place: &&Place| matches!(place.shape, Shape::Sequence(_));
    places
        .structures
        .iter()
        .filter(is_list)
        .any(|list| places.leaves.iter().any(|leaf| value.subtree(list.node).contains(&leaf.node)))
}

/// Returns an object whose only step with values is made twice.
fn with_step_twice(shape: &'static Shape, value: &TestCase) -> TestCase {
    let mut twice = value.clone();
    let Some(steps) = steps_of(value, 0) else { return twice };
    let leaves = leaves_in(shape, value);
    let has_values = |node: usize| leaves.iter().any(|leaf| value.subtree(node).contains(&leaf.node));
    let with_values: Vec<(usize, usize)> =
        value.children(steps).enumerate().filter(|(_, step)| has_values(*step)).collect();
    let [(index, step)] = with_values[..] else { return twice };
    let mut copy = TestCase::new();
    value.copy_subtree(step, &mut copy);
    twice.insert_element(steps, index + 1, &copy);
    twice
}

/// Gives values that are free to all leaves outside of some nodes whose values others have.
pub(super) fn renew_outside(parameters: &[&'static Shape], test: &mut TestCase, nodes: &[usize]) {
    let inside: Vec<_> = nodes.iter().map(|node| test.subtree(*node)).collect();
    let is_inside = |place: &Place| inside.iter().any(|inside| inside.contains(&place.node));
    let (inside, outside): (Vec<Place>, Vec<Place>) =
        leaves(parameters, test).into_iter().partition(is_inside);
    let mut used = Used::from_leaves(test, &inside);
    for place in outside {
        // A width of nothing stays.
        let is_zero = matches!(place.shape, Shape::Integer(_)) && test.integer(place.node) == 0;
        if !is_zero && !used.note(test, place) {
            used.write(test, place, &[place.node]);
        }
    }
}

/// Returns the variant of the step that is a call of this callable, without other arguments.
pub(super) fn step_of(object: &Object, shape: &'static Shape, callable: u64) -> Option<usize> {
    let Shape::Wrapper(wrapper) = shape else { return None };
    let Shape::Product(Product { fields, .. }) = (wrapper.inner)() else { return None };
    let Shape::Sequence(steps) = fields.get(1)?() else { return None };
    let Shape::Sum(sum) = (steps.element)() else { return None };
    let is_own = |step: &Step| step.callable == callable && matches!(step.gives, StepGives::Nothing);
    let variant = object.steps.iter().position(is_own)?;
    sum.variants[variant].fields.is_empty().then_some(variant)
}
