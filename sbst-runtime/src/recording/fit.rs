//! Values as they are written without bounds, in the form that they have within some: a duration is one number there.

use sbst_model::{NodeKind, Shape, TestCase};

const NANOSECONDS_IN_SECOND: u128 = 1_000_000_000;

/// A call, with what has another form within its bounds in that form. Whether the values are within them is not asked.
pub(crate) fn call(call: &TestCase, shapes: &[&'static Shape]) -> TestCase {
    let mut fitted = TestCase::new();
    let statement = fitted.open(NodeKind::Statement, call.nodes()[0].payload);
    for (node, shape) in call.children(0).zip(shapes) {
        value(call, node, shape, &mut fitted);
    }
    fitted.close(statement);
    fitted
}

fn value(test: &TestCase, node: usize, shape: &'static Shape, fitted: &mut TestCase) {
    let found = test.nodes()[node];
    let fields: Option<Vec<&'static Shape>> = match (shape.value_shape(), found.kind) {
        (Shape::Integer(_), NodeKind::Product) => {
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

/// Seconds and nanoseconds as one number.
fn nanoseconds(test: &TestCase, node: usize) -> Option<u64> {
    let parts: Vec<u128> = test.children(node).map(|part| test.integer(part)).collect();
    let [seconds, rest] = parts[..] else { return None };
    // Seconds beyond `i64` are stored as if they were negative.
    let total = u128::from(seconds as u64) * NANOSECONDS_IN_SECOND + rest;
    u64::try_from(total).ok()
}
