//! Whether the nodes of a test case are a value of a shape.

use crate::distinct::is_distinct;
use sbst_model::shape::ShapeRef;
use sbst_model::{NodeKind, Shape, TestCase};

/// Whether the subtree at `node` of `test` is a value of `shape`: right nodes, allowed values and lengths, nothing twice
/// that must be distinct. The result of an earlier statement counts as a value of any shape.
///
/// ```
/// use sbst_model::{shape::Integer, NodeKind, Shape, TestCase};
/// use sbst_search::conforms;
///
/// static DIGIT: Shape = Shape::Integer(Integer { highest: 9, ..Integer::all("u8", 8, false) });
/// let mut test = TestCase::new();
/// let digit = test.leaf(NodeKind::Integer, 9);
/// assert!(conforms(&DIGIT, &test, digit));
/// test.set_integer(digit, 10);
/// assert!(!conforms(&DIGIT, &test, digit));
/// ```
pub fn conforms(shape: &'static Shape, test: &TestCase, node: usize) -> bool {
    let Some(&found) = test.nodes().get(node) else {
        return false;
    };
    if found.kind == NodeKind::ResultOf {
        return found.length == 1;
    }
    match shape.value_shape() {
        Shape::Bool => found.kind == NodeKind::Bool && found.length == 1 && found.payload <= 1,
        Shape::Char(alphabet) => {
            let scalar = u32::try_from(found.payload).ok().and_then(char::from_u32);
            found.kind == NodeKind::Char
                && found.length == 1
                && scalar.is_some_and(|scalar| alphabet.contains(scalar))
        }
        Shape::Integer(integer) => {
            let halves = if integer.bits > 64 { 2 } else { 1 };
            found.kind == NodeKind::Integer && found.length == halves && {
                let ordinal = integer.ordinal(test.integer(node));
                let value = integer.value(ordinal);
                integer.allows(ordinal)
                    && found.payload == value as u64
                    && (halves == 1 || test.nodes()[node + 1].payload == (value >> 64) as u64)
            }
        }
        Shape::Float(float) => {
            let value = f64::from_bits(found.payload);
            found.kind == NodeKind::Float && found.length == 1 && float.allows(value)
        }
        Shape::Text(text) => {
            found.kind == NodeKind::Text
                && found.length == 1
                && (text.shortest..=text.longest).contains(&test.text(node).chars().count())
                && (text.alphabet.is_all() || test.text(node).chars().all(|c| text.alphabet.contains(c)))
        }
        Shape::Sequence(sequence) => {
            found.kind == NodeKind::Sequence
                && (sequence.shortest..=sequence.longest).contains(&(found.payload as usize))
                && test.children(node).count() as u64 == found.payload
                && test.children(node).all(|element| conforms((sequence.element)(), test, element))
                && is_distinct(sequence, test, node)
        }
        Shape::Product(product) => {
            found.kind == NodeKind::Product && fields_conform(product.fields, test, node)
        }
        Shape::Sum(sum) => {
            let variant = sum.variants.get(found.payload as usize);
            found.kind == NodeKind::Sum
                && variant.is_some_and(|variant| fields_conform(variant.fields, test, node))
        }
        Shape::Wrapper(_) => unreachable!("`value_shape` looks through wrappers"),
    }
}

fn fields_conform(fields: &'static [ShapeRef], test: &TestCase, node: usize) -> bool {
    test.children(node).count() == fields.len()
        && test.children(node).zip(fields).all(|(child, field)| conforms(field(), test, child))
}
