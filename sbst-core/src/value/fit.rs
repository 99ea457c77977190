//! Conversion of stored calls to the shapes of this executable, which may have more types of
//! objects, or other bounds. Within bounds, a duration is one number. The value of an object is its
//! origin without steps. An argument that could be shared is its own.

use sbst_model::shape::{Origin, Product, ShapeRef, Sum};
use sbst_model::{conforms, NodeKind, Shape, TestCase};

const NANOSECONDS_IN_SECOND: u128 = 1_000_000_000;

/// Converts a call to the forms within its bounds, which the values may still exceed.
pub fn call(call: &TestCase, shapes: &[&'static Shape]) -> TestCase {
    let mut fitted = TestCase::new();
    let statement = fitted.open(NodeKind::Statement, call.nodes()[0].payload);
    for (node, shape) in call.children(0).zip(shapes) {
        value(call, node, shape, &mut fitted);
    }
    fitted.close(statement);
    fitted
}

fn value(test: &TestCase, node: usize, shape: &'static Shape, fitted: &mut TestCase) {
    if let Shape::Argument(argument) = shape {
        if !conforms(shape, test, node) {
            let own = fitted.open(NodeKind::Sum, 0);
            value(test, node, argument.own(), fitted);
            return fitted.close(own);
        }
    }
    if let Some(inner) = object(shape).filter(|_| !conforms(shape, test, node)) {
        return origin(test, node, inner, fitted);
    }
    let found = test.nodes()[node];
    let fields: Option<Vec<&'static Shape>> = match (shape.value_shape(), found.kind) {
        (Shape::Integer(_), NodeKind::Sum) => {
            if let Some(nanoseconds) = nanoseconds(test, node) {
                fitted.leaf(NodeKind::Integer, nanoseconds);
                return;
            }
            None
        }
        (Shape::Sequence(sequence), NodeKind::Sequence) => {
            Some(test.children(node).map(|_| (sequence.element)()).collect())
        }
        (Shape::Product(product), NodeKind::Product) => {
            Some(product.fields.iter().map(|field| field()).collect())
        }
        (Shape::Sum(sum), NodeKind::Sum) => usize::try_from(found.payload)
            .ok()
            .and_then(|variant| sum.variants.get(variant))
            .map(|variant| variant.fields.iter().map(|field| field()).collect()),
        _ => None,
    };
    match fields.filter(|fields| fields.len() == test.children(node).count()) {
        Some(fields) => {
            let parent = fitted.open(found.kind, found.payload);
            test.children(node).zip(fields).for_each(|(child, shape)| value(test, child, shape, fitted));
            fitted.close(parent);
        }
        None => fitted.append_subtree(test, node),
    }
}

/// Returns the contents of an object of this shape, if its first origin is its value as an input.
fn object(mut shape: &'static Shape) -> Option<&'static [ShapeRef]> {
    while let Shape::Wrapper(wrapper) = shape {
        let inner = (wrapper.inner)();
        match wrapper.object {
            Some(object) => {
                let Shape::Product(Product { fields, .. }) = inner else { return None };
                return (object.origins.first() == Some(&Origin::Value)).then_some(fields);
            }
            None => shape = inner,
        }
    }
    None
}

/// Appends a value as an object's origin, without steps.
fn origin(test: &TestCase, node: usize, fields: &[ShapeRef], fitted: &mut TestCase) {
    let object = fitted.open(NodeKind::Product, 0);
    let origin = fitted.open(NodeKind::Sum, 0);
    match fields[0]() {
        Shape::Sum(Sum { variants: [Product { fields: [shape], .. }, ..] }) => {
            value(test, node, shape(), fitted)
        }
        _ => fitted.append_subtree(test, node),
    }
    fitted.close(origin);
    if fields.len() > 1 {
        fitted.leaf(NodeKind::Sequence, 0);
    }
    fitted.close(object);
}

/// Returns seconds, and nanoseconds if there are any, as one number.
fn nanoseconds(test: &TestCase, node: usize) -> Option<u64> {
    let parts: Vec<u128> = test.children(node).map(|part| test.integer(part)).collect();
    let (seconds, rest) = match parts[..] {
        [seconds] => (seconds, 0),
        [seconds, rest] => (seconds, rest),
        _ => return None,
    };
    // Seconds beyond `i64` are stored like negative ones.
    let total = u128::from(seconds as u64) * NANOSECONDS_IN_SECOND + rest;
    u64::try_from(total).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::build::Build;
    use crate::value::within::Unbounded;
    use sbst_model::shape::{Distinct, Object, Sequence, Step, StepGives, Wrapper};
    use std::sync::LazyLock;

    // A number that can be changed by a call with another number.
    static ORIGIN: Shape = Shape::Sum(Sum {
        variants: &[Product {
            fields: &[<u8 as Build<'static>>::shape::<Unbounded>],
            template: "",
            fallible: false,
        }],
    });
    static STEPS: Shape = Shape::Sequence(Sequence {
        element: || &ORIGIN,
        template: "",
        empty: None,
        shortest: 0,
        longest: 9,
        distinct: Distinct::Nothing,
    });
    static INNER: Shape =
        Shape::Product(Product { fields: &[|| &ORIGIN, || &STEPS], template: "", fallible: false });
    static COUNTER: LazyLock<Shape> = LazyLock::new(|| shape_with(Origin::Value));
    static MADE: LazyLock<Shape> = LazyLock::new(|| shape_with(Origin::Call(2)));

    fn shape_with(origin: Origin) -> Shape {
        let steps = vec![Step { callable: 1, receiver: 0, gives: StepGives::Nothing, assigned: None }];
        let object = Box::leak(Box::new(Object { value: 9, origins: vec![origin], steps }));
        Shape::Wrapper(Wrapper { inner: || &INNER, template: "{0}", object: Some(object) })
    }

    fn stored() -> TestCase {
        let mut test = TestCase::new();
        let statement = test.open(NodeKind::Statement, 0);
        test.leaf(NodeKind::Integer, 7);
        test.close(statement);
        test
    }

    #[test]
    fn a_value_of_an_object_type_becomes_an_origin_without_steps() {
        let fitted = call(&stored(), &[&COUNTER]);
        assert!(conforms(&COUNTER, &fitted, 1), "{fitted:?}");
        let kinds: Vec<(NodeKind, u64)> =
            fitted.nodes().iter().map(|node| (node.kind, node.payload)).collect();
        let expected = [
            (NodeKind::Statement, 0),
            (NodeKind::Product, 0),
            (NodeKind::Sum, 0),
            (NodeKind::Integer, 7),
            (NodeKind::Sequence, 0),
        ];
        assert_eq!(kinds, expected);
        assert_eq!(call(&fitted, &[&COUNTER]), fitted, "objects stay unchanged");
    }

    #[test]
    fn values_made_only_by_calls_stay_unchanged() {
        assert_eq!(call(&stored(), &[&MADE]), stored());
    }
}
