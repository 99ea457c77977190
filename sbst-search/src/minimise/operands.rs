//! Objects in a test, and more distinctive values for them: those of two elements.
//!
//! # Policy
//! 1. An object without values is *poor*, and so is an argument that is an earlier object. One of
//!    two objects is also *thin* if it has one element.
//! 2. Two objects of one type overlap by an element: {1, 2} and {2, 3}. If that fails, they have
//!    none in common, or one is a part of the other, or they are equal.

use super::plainness::{clear, leaves, Used};
use crate::operator::places::{Place, Places};
use crate::operator::sample::copying::same_values;
use sbst_model::shape::{Object, Product, ShapeRef, Step, StepGives, Wrapper};
use sbst_model::{NodeKind, Shape, TestCase};

/// An object in a test.
#[derive(Clone, Copy)]
pub(super) struct Operand {
    pub(super) node: usize,
    pub(super) shape: &'static Shape,
    pub(super) object: &'static Object,
    /// True if it is an earlier object: its node is then that of the choice.
    pub(super) is_shared: bool,
    pub(super) depth: u32,
}

/// Returns the objects in a test, each before the objects in it.
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

    pub(super) fn has_elements(&self, test: &TestCase) -> bool {
        !self.is_shared && has_elements_in(self.shape, &self.value(test))
    }

    pub(super) fn value(&self, test: &TestCase) -> TestCase {
        let mut value = TestCase::new();
        test.copy_subtree(self.node, &mut value);
        value
    }

    /// Replaces the object by a value.
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

    /// Returns pairs of a value and another one of the type (rule 2).
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

pub(super) fn leaves_in(shape: &'static Shape, value: &TestCase) -> Vec<Place> {
    let mut places = Places::default();
    places.find_in_value(shape, value, 1);
    places.leaves
}

/// Returns the node of the steps of an object's value, if any.
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

pub(super) fn with_fresh_values(shape: &'static Shape, value: &TestCase, used: &Used) -> TestCase {
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

/// True if a step or a collection has values, not only arguments of a constructor.
pub(super) fn has_elements_in(shape: &'static Shape, value: &TestCase) -> bool {
    let mut places = Places::default();
    places.find_in_value(shape, value, 1);
    let is_list = |place: &&Place| matches!(place.shape, Shape::Sequence(_));
    places
        .structures
        .iter()
        .filter(is_list)
        .any(|list| places.leaves.iter().any(|leaf| value.subtree(list.node).contains(&leaf.node)))
}

/// Writes free values to leaves outside of `nodes` whose values are used inside.
pub(super) fn renew_outside(parameters: &[&'static Shape], test: &mut TestCase, nodes: &[usize]) {
    let inside: Vec<_> = nodes.iter().map(|node| test.subtree(*node)).collect();
    let is_inside = |place: &Place| inside.iter().any(|inside| inside.contains(&place.node));
    let (inside, outside): (Vec<Place>, Vec<Place>) =
        leaves(parameters, test).into_iter().partition(is_inside);
    let mut used = Used::from_leaves(test, &inside);
    for place in outside {
        // A width of zero stays.
        let is_zero = matches!(place.shape, Shape::Integer(_)) && test.integer(place.node) == 0;
        if !is_zero && !used.note(test, place) {
            used.write(test, place, &[place.node]);
        }
    }
}

/// Returns the variant of the step that calls this callable without other arguments.
pub(super) fn step_of(object: &Object, shape: &'static Shape, callable: u64) -> Option<usize> {
    let Shape::Wrapper(wrapper) = shape else { return None };
    let Shape::Product(Product { fields, .. }) = (wrapper.inner)() else { return None };
    let Shape::Sequence(steps) = fields.get(1)?() else { return None };
    let Shape::Sum(sum) = (steps.element)() else { return None };
    let is_own = |step: &Step| step.callable == callable && matches!(step.gives, StepGives::Nothing);
    let variant = object.steps.iter().position(is_own)?;
    sum.variants[variant].fields.is_empty().then_some(variant)
}
