//! Copying values from one place of a test case to another, also to one of another type of the same kind.
//!
//! # Policy
//! 1. Numbers become the nearest of the other type, texts are cut to the length allowed.
//! 2. Values with others in them are copied whole or not at all, and only where each value inside has the same shape.
//! 3. Copying makes a test neither deeper nor larger than drawing would, however often it is done.

use crate::places::Place;
use crate::sample::float::fit;
use crate::sample::integer::convert;
use crate::sample::{push_integer, LARGE};
use sbst_model::shape::ShapeRef;
use sbst_model::{NodeKind, Shape, TestCase};

/// Whether the value at `source` may be copied to a place of this shape and depth. Values with others in them come from
/// the same level or a lower one only (rule 3).
pub(crate) fn may_copy(source: Place, shape: &'static Shape, depth: u32) -> bool {
    let nested = matches!(shape, Shape::Sequence(_) | Shape::Product(_) | Shape::Sum(_));
    (!nested || source.depth >= depth) && alike(source.shape, shape)
}

/// Levels down to which different statics are compared; beyond, they count as different. A recursive shape has no end,
/// but comes back to the same static.
const LEVELS: u32 = 6;

/// Whether a value of one shape can be copied to a place of the other, cut or moved to the nearest if need be.
fn alike(one: &'static Shape, other: &'static Shape) -> bool {
    alike_down_to(one, other, LEVELS)
}

fn alike_down_to(one: &'static Shape, other: &'static Shape, levels: u32) -> bool {
    if std::ptr::eq(one, other) || levels == 0 {
        return std::ptr::eq(one, other);
    }
    let fields_alike = |ones: &'static [ShapeRef], others: &'static [ShapeRef]| {
        let mut pairs = ones.iter().zip(others);
        ones.len() == others.len() && pairs.all(|(one, other)| same(one(), other(), levels - 1))
    };
    match (one.value_shape(), other.value_shape()) {
        (Shape::Bool, Shape::Bool) | (Shape::Char(_), Shape::Char(_)) => true,
        (Shape::Integer(_), Shape::Integer(_)) | (Shape::Float(_), Shape::Float(_)) => true,
        (Shape::Text(_), Shape::Text(_)) => true,
        (Shape::Sequence(one), Shape::Sequence(other)) => {
            same((one.element)(), (other.element)(), levels - 1)
        }
        (Shape::Product(one), Shape::Product(other)) => fields_alike(one.fields, other.fields),
        (Shape::Sum(one), Shape::Sum(other)) => {
            let mut pairs = one.variants.iter().zip(other.variants);
            one.variants.len() == other.variants.len()
                && pairs.all(|(one, other)| {
                    one.template == other.template && fields_alike(one.fields, other.fields)
                })
        }
        _ => false,
    }
}

/// Whether two shapes have the same values, as those inside a copied value must.
fn same(one: &'static Shape, other: &'static Shape, levels: u32) -> bool {
    match (one.value_shape(), other.value_shape()) {
        (Shape::Integer(one), Shape::Integer(other)) => one == other,
        (Shape::Float(one), Shape::Float(other)) => one == other,
        (Shape::Text(one), Shape::Text(other)) => one.longest == other.longest,
        (Shape::Sequence(one), Shape::Sequence(other)) if one.longest != other.longest => false,
        (one, other) => alike_down_to(one, other, levels),
    }
}

/// Copies the value at `source` into `value` as one of the shape `target`, which it [may](may_copy) become; false if
/// it does not fit.
pub(crate) fn converted(test: &TestCase, source: Place, target: &Shape, value: &mut TestCase) -> bool {
    match (source.shape, target) {
        (Shape::Integer(from), Shape::Integer(to)) => {
            value.clear();
            push_integer(to, convert(from, to, test.integer(source.node)), value);
        }
        (Shape::Float(_), Shape::Float(to)) => {
            value.clear();
            let number = f64::from_bits(test.nodes()[source.node].payload);
            value.leaf(NodeKind::Float, fit(*to, number).to_bits());
        }
        (Shape::Text(_), Shape::Text(to)) => {
            value.clear();
            let text = test.text(source.node);
            let end = text.char_indices().nth(to.longest).map_or(text.len(), |(end, _)| end);
            value.push_text(&text[..end]);
        }
        (Shape::Sequence(_), Shape::Sequence(to)) => {
            test.copy_subtree(source.node, value);
            return value.nodes()[0].payload as usize <= to.longest
                && value.nodes().len() + test.nodes().len() <= LARGE;
        }
        _ => {
            test.copy_subtree(source.node, value);
            return value.nodes().len() == 1 || value.nodes().len() + test.nodes().len() <= LARGE;
        }
    }
    true
}
