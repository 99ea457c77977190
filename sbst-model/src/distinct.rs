//! Duplicates in sequences whose elements or keys must differ: sets and maps.

use crate::shape::{Distinct, Sequence, Shape};
use crate::test_case::{NodeKind, TestCase};

/// True if the sequence at `node` has no forbidden duplicates.
pub fn is_distinct(sequence: &Sequence, test: &TestCase, node: usize) -> bool {
    sequence.distinct == Distinct::Nothing
        || test.children(node).all(|element| !occurs_before(sequence, test, node, element))
}

/// True if the element at the node `element` equals an earlier one of the sequence at `node`.
pub fn occurs_before(sequence: &Sequence, test: &TestCase, node: usize, element: usize) -> bool {
    let (shape, own) = identity(sequence, test, element);
    let before = test.children(node).take_while(|&other| other < element);
    before
        .map(|other| identity(sequence, test, other).1)
        .any(|other| equal(shape, (test, other), (test, own)))
}

/// True if an element of the sequence at `node` equals `value`.
pub fn occurs(sequence: &Sequence, test: &TestCase, node: usize, value: &TestCase) -> bool {
    test.children(node).any(|element| {
        let (shape, other) = identity(sequence, test, element);
        equal(shape, (test, other), (value, 0))
    })
}

/// Returns the part of an element that must be distinct: itself, or its key.
pub fn identity(sequence: &Sequence, test: &TestCase, element: usize) -> (&'static Shape, usize) {
    match key(sequence) {
        Some(key) if test.nodes()[element].kind != NodeKind::ResultOf => (key, element + 1),
        _ => ((sequence.element)().value_shape(), element),
    }
}

/// Returns the shape of the keys of a map.
pub fn key(sequence: &Sequence) -> Option<&'static Shape> {
    match (sequence.distinct, (sequence.element)().value_shape()) {
        (Distinct::Keys, Shape::Product(product)) => product.fields.first().map(|key| key().value_shape()),
        _ => None,
    }
}

/// True if two values of a shape are equal. Sets and maps are compared in any order.
fn equal(shape: &'static Shape, one: (&TestCase, usize), other: (&TestCase, usize)) -> bool {
    let (found, there) = (one.0.nodes()[one.1], other.0.nodes()[other.1]);
    if (found.kind, found.payload) != (there.kind, there.payload) || found.kind == NodeKind::ResultOf {
        return (found.kind, found.payload) == (there.kind, there.payload);
    }
    let children = || one.0.children(one.1).zip(other.0.children(other.1));
    match shape.value_shape() {
        Shape::Text(_) => one.0.text(one.1) == other.0.text(other.1),
        Shape::Integer(_) => one.0.integer(one.1) == other.0.integer(other.1),
        Shape::Sequence(sequence) if sequence.distinct == Distinct::Nothing => {
            children().all(|(a, b)| equal((sequence.element)(), (one.0, a), (other.0, b)))
        }
        Shape::Sequence(sequence) => one.0.children(one.1).all(|element| {
            let mut others = other.0.children(other.1);
            others.any(|there| equal((sequence.element)(), (one.0, element), (other.0, there)))
        }),
        Shape::Product(product) => {
            children().zip(product.fields).all(|((a, b), field)| equal(field(), (one.0, a), (other.0, b)))
        }
        Shape::Sum(sum) => {
            let fields = sum.variants[found.payload as usize].fields;
            children().zip(fields).all(|((a, b), field)| equal(field(), (one.0, a), (other.0, b)))
        }
        _ => true,
    }
}

/// Returns the node of an element of a sequence.
pub fn element(test: &TestCase, sequence: usize, index: usize) -> usize {
    let mut elements = test.children(sequence);
    elements.nth(index).expect("the sequence has that many elements")
}
