//! Magnitudes of calls: the possible cost of their values, estimated from outside.
//!
//! # Policy
//! 1. A magnitude has two sides: the greatest *number*, and the *length* of all values and
//!    characters together. Both are in bits, because a resource exhausted by one value is exhausted
//!    by most values of its size.
//! 2. Numbers are integers, floats and runs of digits in texts, without their sign.
//! 3. [`ENOUGH`] excessive calls of one function show the cause: a call is *excessive* if both of
//!    its sides are at least the smallest excessive ones.
//! 4. Small calls are not excessive. They are few, and each is executed at most once.

use crate::shape::Shape;
use crate::test_case::{NodeKind, TestCase};

/// The number of excessive calls after which their magnitude is avoided.
pub const ENOUGH: usize = 3;

/// The magnitude of a call, in bits.
///
/// ```
/// use sbst_model::magnitude::Magnitude;
/// use sbst_model::{NodeKind, TestCase};
///
/// let mut call = TestCase::new();
/// call.open(NodeKind::Statement, 0);
/// call.leaf(NodeKind::Integer, 1_000);
/// call.push_text("abcdef");
/// call.close(0);
/// assert_eq!(Magnitude::of_call(&call, 0, &[]).number, 10);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Magnitude {
    pub number: u32,
    pub length: u32,
}

/// Magnitudes of excessive calls.
#[derive(Clone, Copy, Debug)]
pub struct Excess {
    count: usize,
    least: Magnitude,
    /// The greatest small call (rule 4).
    small: Magnitude,
}

impl Excess {
    /// An unknown limit. Numbers below 16, and fewer than eight values and characters, are small.
    pub const UNKNOWN: Excess = Excess {
        count: 0,
        least: Magnitude { number: u32::MAX, length: u32::MAX },
        small: Magnitude { number: 4, length: 3 },
    };
    /// The limit of memory: collections of 65,536 elements fit into it, which is more than a test
    /// needs.
    pub const OF_MEMORY: Excess = Excess {
        count: 0,
        least: Magnitude { number: 17, length: 0 },
        small: Magnitude { number: 16, length: 16 },
    };

    pub fn add(&mut self, magnitude: Magnitude) {
        self.count += 1;
        self.least.number = self.least.number.min(magnitude.number);
        self.least.length = self.least.length.min(magnitude.length);
    }

    /// True once the cause was found (rule 3).
    pub fn is_known(&self) -> bool {
        self.count >= ENOUGH
    }

    /// True if a call of this magnitude is excessive.
    pub fn is_reached_by(&self, magnitude: Magnitude) -> bool {
        let is_small = magnitude.number <= self.small.number && magnitude.length <= self.small.length;
        self.is_known()
            && !is_small
            && magnitude.number >= self.least.number
            && magnitude.length >= self.least.length
    }
}

/// A side of a magnitude.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Number,
    Length,
}

impl Magnitude {
    /// Returns the magnitude of the call at a node. Its arguments have these shapes, if given: the
    /// sign of a 64-bit number depends on its type.
    pub fn of_call(test: &TestCase, node: usize, shapes: &[&'static Shape]) -> Magnitude {
        let (mut number, mut length) = (0, 0);
        each_value(test, node, shapes, &mut |node, is_signed| {
            length += 1;
            match test.nodes()[node].kind {
                NodeKind::Integer => number = number.max(magnitude_of_integer(test, node, is_signed)),
                NodeKind::Float => {
                    number = number.max(f64::from_bits(test.nodes()[node].payload).abs() as u128);
                }
                NodeKind::Text => {
                    length += test.text(node).len();
                    let numbers = runs_of_digits(test.text(node)).map(value_of_digits);
                    number = numbers.fold(number, u128::max);
                }
                _ => {}
            }
        });
        Magnitude { number: bits(number), length: bits(length as u128) }
    }

    /// The greater side.
    pub fn greater_side(self) -> Side {
        if self.number >= self.length {
            Side::Number
        } else {
            Side::Length
        }
    }
}

/// Returns a copy of the call at the root without numbers above `2^bits`, or without longer texts.
pub fn limited(test: &TestCase, shapes: &[&'static Shape], side: Side, bits: u32) -> TestCase {
    let most = 1u128.checked_shl(bits).unwrap_or(u128::MAX);
    let mut smaller = test.clone();
    each_value(test, 0, shapes, &mut |node, is_signed| match (test.nodes()[node].kind, side) {
        (NodeKind::Integer, Side::Number) if magnitude_of_integer(test, node, is_signed) > most => {
            let is_negative = is_signed && (test.integer(node) as i128) < 0;
            smaller.set_integer(node, if is_negative { most.wrapping_neg() } else { most });
        }
        (NodeKind::Float, Side::Number) => {
            let value = f64::from_bits(test.nodes()[node].payload);
            let value = value.clamp(-(most as f64), most as f64);
            smaller.set_payload(node, value.to_bits());
        }
        (NodeKind::Text, Side::Number) => {
            let mut text = test.text(node).to_owned();
            for digits in runs_of_digits(test.text(node)) {
                if value_of_digits(digits) > most {
                    text = text.replacen(digits, &most.to_string(), 1);
                }
            }
            smaller.set_text(node, &text);
        }
        (NodeKind::Text, Side::Length) => {
            let length = usize::try_from(most).unwrap_or(usize::MAX);
            smaller.set_text(node, &test.text(node).chars().take(length).collect::<String>());
        }
        _ => {}
    });
    smaller
}

/// Visits the values of the call at a node: each node, and true if it is a signed number.
fn each_value(test: &TestCase, node: usize, shapes: &[&'static Shape], visit: &mut dyn FnMut(usize, bool)) {
    let mut shapes = shapes.iter().copied();
    for argument in test.children(node) {
        visit_value(test, argument, shapes.next(), visit);
    }
}

fn visit_value(
    test: &TestCase,
    node: usize,
    shape: Option<&'static Shape>,
    visit: &mut dyn FnMut(usize, bool),
) {
    let found = test.nodes()[node];
    let shape = shape.map(Shape::value_shape);
    visit(
        node,
        match shape {
            Some(Shape::Integer(integer)) => integer.signed,
            // The greatest 64-bit numbers are usually small negative ones.
            _ => found.payload > u64::MAX << 16,
        },
    );
    let fields = match (found.kind, shape) {
        (NodeKind::Product, Some(Shape::Product(product))) => product.fields,
        (NodeKind::Sum, Some(Shape::Sum(sum))) => sum.variants[found.payload as usize].fields,
        (NodeKind::Sequence | NodeKind::Product | NodeKind::Sum | NodeKind::Statement, _) => &[],
        _ => return,
    };
    let element = match (found.kind, shape) {
        (NodeKind::Sequence, Some(Shape::Sequence(sequence))) => Some(sequence.element),
        _ => None,
    };
    for (index, child) in test.children(node).enumerate() {
        let shape = fields.get(index).copied().or(element);
        visit_value(test, child, shape.map(|shape| shape()), visit);
    }
}

fn magnitude_of_integer(test: &TestCase, node: usize, is_signed: bool) -> u128 {
    let value = test.integer(node);
    match (is_signed, test.nodes()[node].length) {
        (true, _) => (value as i128).unsigned_abs(),
        (false, 1) => test.nodes()[node].payload.into(),
        (false, _) => value,
    }
}

fn runs_of_digits(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character: char| !character.is_ascii_digit()).filter(|digits| !digits.is_empty())
}

fn value_of_digits(digits: &str) -> u128 {
    digits.parse().unwrap_or(u128::MAX)
}

fn bits(number: u128) -> u32 {
    u128::BITS - number.leading_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Integer;

    static I64: Shape = Shape::Integer(Integer::all("i64", 64, true));
    static U64: Shape = Shape::Integer(Integer::all("u64", 64, false));

    fn call(number: u64, text: &str) -> TestCase {
        let mut call = TestCase::new();
        let statement = call.open(NodeKind::Statement, 0);
        call.leaf(NodeKind::Integer, number);
        call.push_text(text);
        call.close(statement);
        call
    }

    fn magnitude(number: u64, text: &str) -> Magnitude {
        Magnitude::of_call(&call(number, text), 0, &[])
    }

    #[test]
    fn magnitude_counts_numbers_lengths_and_numbers_in_texts() {
        assert_eq!(magnitude(300, "ab"), Magnitude { number: 9, length: 3 });
        assert_eq!(magnitude(0, "1e-1000"), Magnitude { number: 10, length: 4 });
        assert_eq!(magnitude(0, &"9".repeat(50)).number, 128);
        let number = |shape| Magnitude::of_call(&call(u64::MAX, ""), 0, &[shape]).number;
        assert_eq!((number(&I64), number(&U64)), (1, 64));
    }

    #[test]
    fn a_call_is_limited_in_its_numbers_or_in_its_texts() {
        let limit = |shape, number, text: &str, side, bits| {
            let smaller = limited(&call(number, text), &[shape], side, bits);
            (smaller.integer(1) as i128, smaller.text(2).to_owned())
        };
        assert_eq!(limit(&U64, u64::MAX, "1e90 é", Side::Number, 5), (32, "1e32 é".into()));
        assert_eq!(limit(&I64, -90i64 as u64, "9", Side::Number, 6), (-64, "9".into()));
        assert_eq!(limit(&I64, 90, "é12345", Side::Length, 2), (90, "é123".into()));
        assert_eq!(magnitude(300, "abc").greater_side(), Side::Number);
    }

    #[test]
    fn three_excessive_calls_bound_each_side_by_its_least() {
        let mut excess = Excess::UNKNOWN;
        for (number, length) in [(60, 5), (40, 9), (50, 6)] {
            assert!(!excess.is_reached_by(Magnitude { number: 60, length: 9 }));
            excess.add(Magnitude { number, length });
        }
        for ((number, length), expected) in [((40, 5), true), ((39, 9), false), ((60, 4), false)] {
            assert_eq!(excess.is_reached_by(Magnitude { number, length }), expected);
        }
        (0..3).for_each(|_| excess.add(Magnitude { number: 1, length: 1 }));
        assert!(!excess.is_reached_by(Magnitude { number: 4, length: 3 }), "small calls are few");
    }
}
