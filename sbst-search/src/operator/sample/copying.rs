//! Copying values from one place of a test case to another, also between types of the same kind.
//!
//! # Policy
//! 1. Numbers and characters become the nearest of the other type. Texts lose characters beyond the
//!    length or outside of the alphabet.
//! 2. Values that contain others are copied whole or not at all, and only if all values inside have
//!    equal shapes.
//! 3. A value that would be too short or have duplicates in a set or map is not copied.
//! 4. Copying makes a test neither deeper nor larger than drawing would, even if repeated.

use crate::operator::places::Place;
use crate::operator::sample::character;
use crate::operator::sample::integer::convert;
use crate::operator::sample::{push_integer, LARGE};
use sbst_model::distinct::is_distinct;
use sbst_model::shape::{Product, ShapeRef, Text};
use sbst_model::{NodeKind, Shape, TestCase};

/// True if the value at `source` may be copied to a place of this shape and depth. Values that
/// contain others come only from the same level or a lower one (rule 4).
pub(crate) fn may_copy(source: Place, shape: &'static Shape, depth: u32) -> bool {
    let nested = matches!(shape, Shape::Sequence(_) | Shape::Product(_) | Shape::Sum(_));
    (!nested || source.depth >= depth) && alike(source.shape, shape)
}

/// The most pairs of shapes to compare; beyond, they count as different. A recursive shape has no
/// end, but returns to the same static or function.
const PAIRS: u32 = 256;

/// True if a value of one shape can be copied to the other, cut or moved to the nearest if
/// necessary.
fn alike(one: &'static Shape, other: &'static Shape) -> bool {
    Comparison { left: PAIRS }.alike(one, other)
}

pub(crate) fn same_values(one: &'static Shape, other: &'static Shape) -> bool {
    Comparison { left: PAIRS }.same(one, other)
}

struct Comparison {
    /// Pairs left to compare.
    left: u32,
}

impl Comparison {
    fn alike(&mut self, one: &'static Shape, other: &'static Shape) -> bool {
        if std::ptr::eq(one, other) {
            return true;
        }
        let Some(left) = self.left.checked_sub(1) else { return false };
        self.left = left;
        match (one.value_shape(), other.value_shape()) {
            (Shape::Bool, Shape::Bool) | (Shape::Char(_), Shape::Char(_)) => true,
            (Shape::Integer(_), Shape::Integer(_)) | (Shape::Float(_), Shape::Float(_)) => true,
            (Shape::Text(_), Shape::Text(_)) => true,
            (Shape::Sequence(one), Shape::Sequence(other)) => {
                self.same_by_reference(&one.element, &other.element)
            }
            (Shape::Product(one), Shape::Product(other)) => self.same_fields(one, other),
            (Shape::Sum(one), Shape::Sum(other)) => {
                let mut pairs = one.variants.iter().zip(other.variants);
                one.variants.len() == other.variants.len()
                    && pairs
                        .all(|(one, other)| one.template == other.template && self.same_fields(one, other))
            }
            _ => false,
        }
    }

    /// True if two shapes have the same values, as shapes inside a copied value must.
    fn same(&mut self, one: &'static Shape, other: &'static Shape) -> bool {
        let within = match (one.value_shape(), other.value_shape()) {
            (Shape::Char(one), Shape::Char(other)) => one == other,
            (Shape::Integer(one), Shape::Integer(other)) => one == other,
            (Shape::Float(one), Shape::Float(other)) => one == other,
            (Shape::Text(one), Shape::Text(other)) => {
                (one.shortest, one.longest, one.alphabet) == (other.shortest, other.longest, other.alphabet)
            }
            (Shape::Sequence(one), Shape::Sequence(other)) => {
                (one.shortest, one.longest, one.distinct) == (other.shortest, other.longest, other.distinct)
            }
            _ => true,
        };
        within && self.alike(one, other)
    }

    fn same_fields(&mut self, one: &Product, other: &Product) -> bool {
        let mut pairs = one.fields.iter().zip(other.fields);
        one.fields.len() == other.fields.len() && pairs.all(|(one, other)| self.same_by_reference(one, other))
    }

    fn same_by_reference(&mut self, one: &ShapeRef, other: &ShapeRef) -> bool {
        std::ptr::fn_addr_eq(*one, *other) || self.same(one(), other())
    }
}

/// Copies the value at `source` into `value` with the shape `target`, if it [may](may_copy). False
/// if it does not fit.
pub(crate) fn converted(test: &TestCase, source: Place, target: &Shape, value: &mut TestCase) -> bool {
    match (source.shape, target) {
        (Shape::Integer(from), Shape::Integer(to)) => {
            value.clear();
            push_integer(to, convert(from, to, test.integer(source.node)), value);
        }
        (Shape::Float(_), Shape::Float(to)) => {
            value.clear();
            let number = f64::from_bits(test.nodes()[source.node].payload);
            value.leaf(NodeKind::Float, to.nearest(number).to_bits());
        }
        (Shape::Char(_), Shape::Char(to)) => {
            value.clear();
            let character = to.nearest(character::nearest(test.nodes()[source.node].payload as i64));
            value.leaf(NodeKind::Char, u64::from(u32::from(character)));
        }
        (Shape::Text(_), Shape::Text(to)) => return converted_text(test.text(source.node), to, value),
        (Shape::Sequence(_), Shape::Sequence(to)) => {
            test.copy_subtree(source.node, value);
            return (to.shortest..=to.longest).contains(&(value.nodes()[0].payload as usize))
                && value.nodes().len() + test.nodes().len() <= LARGE
                && is_distinct(to, value, 0);
        }
        _ => {
            test.copy_subtree(source.node, value);
            return value.nodes().len() == 1 || value.nodes().len() + test.nodes().len() <= LARGE;
        }
    }
    true
}

/// Appends the part of a text that a shape allows.
fn converted_text(text: &str, to: &Text, value: &mut TestCase) -> bool {
    value.clear();
    if to.alphabet.is_all() {
        let end = text.char_indices().nth(to.longest).map_or(text.len(), |(end, _)| end);
        value.push_text(&text[..end]);
    } else {
        let fitting = text.chars().filter_map(|character| character::fitting(&to.alphabet, character));
        value.push_characters(fitting.take(to.longest));
    }
    value.text(0).chars().count() >= to.shortest
}
