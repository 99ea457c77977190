//! A check that the nodes of a test case are a value of a shape.

use crate::distinct::is_distinct;
use crate::shape::{Shape, ShapeRef, Text};
use crate::test_case::{Node, NodeKind, TestCase};

/// True if the subtree at `node` of `test` is a value of `shape`: right nodes, allowed values and
/// lengths, no duplicates in sets and maps. The result of an earlier statement counts as a value of
/// any shape.
///
/// ```
/// use sbst_model::{conforms, shape::Integer, NodeKind, Shape, TestCase};
///
/// static DIGIT: Shape = Shape::Integer(Integer { highest: 9, ..Integer::all("u8", 8, false) });
/// let mut test = TestCase::new();
/// let digit = test.leaf(NodeKind::Integer, 9);
/// assert!(conforms(&DIGIT, &test, digit));
/// test.set_integer(digit, 10);
/// assert!(!conforms(&DIGIT, &test, digit));
/// ```
pub fn conforms(shape: &'static Shape, test: &TestCase, node: usize) -> bool {
    if node >= test.nodes().len() {
        return false;
    }
    let texts = test.nodes()[..node].iter().filter(|node| node.kind == NodeKind::Text);
    let text = texts.map(|node| node.payload as usize).sum();
    Check { test, node, text }.value(shape)
}

struct Check<'a> {
    test: &'a TestCase,
    node: usize,
    text: usize,
}

impl Check<'_> {
    /// True if the next value has this shape.
    fn value(&mut self, shape: &'static Shape) -> bool {
        let (test, node) = (self.test, self.node);
        let Some(&found) = test.nodes().get(node) else {
            return false;
        };
        self.node += 1;
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
                self.node = node + halves as usize;
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
            Shape::Text(text) => found.kind == NodeKind::Text && found.length == 1 && self.text(text, found),
            Shape::Sequence(sequence) => {
                let length = found.payload as usize;
                found.kind == NodeKind::Sequence
                    && (sequence.shortest..=sequence.longest).contains(&length)
                    && (0..length).all(|_| self.value((sequence.element)()))
                    && self.node == node + found.length as usize
                    && is_distinct(sequence, test, node)
            }
            Shape::Product(product) => {
                found.kind == NodeKind::Product && self.fields(product.fields, node + found.length as usize)
            }
            Shape::Sum(sum) => {
                let variant = sum.variants.get(found.payload as usize);
                found.kind == NodeKind::Sum
                    && variant
                        .is_some_and(|variant| self.fields(variant.fields, node + found.length as usize))
            }
            Shape::Wrapper(_) | Shape::Argument(_) => unreachable!("`value_shape` looks through wrappers"),
        }
    }

    /// True if the next values have the shapes of these fields, up to `end`.
    fn fields(&mut self, fields: &'static [ShapeRef], end: usize) -> bool {
        fields.iter().all(|field| self.value(field())) && self.node == end
    }

    fn text(&mut self, text: &Text, found: Node) -> bool {
        let start = self.text;
        self.text = start.saturating_add(found.payload as usize);
        let Some(found) = self.test.text_buffer().get(start..self.text) else {
            return false;
        };
        (text.shortest..=text.longest).contains(&found.chars().count())
            && (text.alphabet.is_all() || found.chars().all(|character| text.alphabet.contains(character)))
    }
}
