//! The values of a shape one by one, each with its own index, the simplest first. So a value that
//! does not occur yet is found if it exists, and the simplest values are available.
//!
//! # Policy
//! 1. Numbers move outwards from zero, or the value nearest to it: 0, 1, -1, 2 and so on.
//!    Characters and texts begin with `a`.
//! 2. Sums pass through their variants, those of least height first, then those with the fewest
//!    fields.
//! 3. Only sets and maps with neighbouring elements or keys are enumerated: enough to distinguish
//!    many.
//! 4. Recursive types have infinitely many values: they are enumerated up to a height. The first
//!    value is the simplest also without a limit of height, which is [`u32::MAX`].

mod collections;
mod scalars;

use crate::operator::{recursion::Recursion, sample::push_integer};
use collections::Inside;
use sbst_model::shape::{Product, ShapeRef};
use sbst_model::{NodeKind, Shape, TestCase};

pub use scalars::simplest_character;
use scalars::{character, count_floats, count_integers, nth_float, nth_integer, push_text};

/// The greatest count of values.
const MANY: u128 = 1 << 32;
/// Heights tried for each value: in a list made of two types, every second height has a value.
const HEIGHTS: u32 = 4;

/// Returns the number of values enumerated up to a height, at most [`MANY`].
pub(crate) fn count(shape: &'static Shape, height: u32, recursion: &Recursion) -> u128 {
    if too_high(shape, height, recursion) {
        return 0;
    }
    let count = match shape.value_shape() {
        Shape::Bool => 2,
        Shape::Char(alphabet) => alphabet.len().into(),
        Shape::Integer(integer) => count_integers(integer),
        Shape::Float(float) => count_floats(float),
        Shape::Text(text) => {
            lengths(text.shortest, text.longest, |length| power(text.alphabet.len().into(), length))
        }
        Shape::Sequence(sequence) => {
            let inside = Inside::new(sequence, height, recursion);
            lengths(sequence.shortest, sequence.longest, |length| inside.count(length))
        }
        Shape::Product(product) => count_product(product.fields, height, recursion),
        Shape::Sum(sum) => {
            let simplest = recursion.choice(shape.value_shape()).simplest.iter();
            let counts =
                simplest.map(|&variant| count_product(sum.variants[variant].fields, height, recursion));
            add_up(counts)
        }
        Shape::Wrapper(_) | Shape::Argument(_) => unreachable!("`value_shape` looks through wrappers"),
    };
    count.min(MANY)
}

/// Returns a height with at least the number of values needed, or with all.
pub(crate) fn find_height(shape: &'static Shape, needed: u128, recursion: &Recursion) -> u32 {
    if !recursion.is_recursive(shape) {
        return u32::MAX;
    }
    let least = recursion.least_height(shape).unwrap_or(0);
    let greatest = least.saturating_add((needed as u32).saturating_mul(HEIGHTS));
    let enough = |&height: &u32| count(shape, height, recursion) >= needed;
    (least..greatest).find(enough).unwrap_or(greatest)
}

/// Appends the value with an index less than the [`count`] up to that height.
pub fn push(shape: &'static Shape, height: u32, index: u128, recursion: &Recursion, test: &mut TestCase) {
    match shape.value_shape() {
        Shape::Bool => _ = test.leaf(NodeKind::Bool, index as u64 & 1),
        Shape::Char(alphabet) => {
            test.leaf(NodeKind::Char, u64::from(u32::from(character(alphabet, index))));
        }
        Shape::Integer(integer) => push_integer(integer, nth_integer(integer, index), test),
        Shape::Float(float) => _ = test.leaf(NodeKind::Float, nth_float(float, index).to_bits()),
        Shape::Text(text) => push_text(text, index, test),
        Shape::Sequence(sequence) => {
            let inside = Inside::new(sequence, height, recursion);
            let (length, index) = length(sequence.shortest, index, |length| inside.count(length));
            let node = test.open(NodeKind::Sequence, length as u64);
            inside.push(length, index, test);
            test.close(node);
        }
        Shape::Product(product) => {
            let node = test.open(NodeKind::Product, 0);
            push_fields(product.fields, height, index, recursion, test);
            test.close(node);
        }
        Shape::Sum(sum) => {
            let mut index = index;
            let simplest = &recursion.choice(shape.value_shape()).simplest;
            let mut variants = simplest.iter().copied().filter(|&variant| {
                let fields = sum.variants[variant].fields;
                let count = if height == u32::MAX && index == 0 {
                    1
                } else {
                    count_product(fields, height, recursion)
                };
                let here = index < count;
                index -= if here { 0 } else { count };
                here
            });
            let variant = variants.next().unwrap_or(simplest[0]);
            drop(variants);
            push_variant(&sum.variants[variant], variant, height, index, recursion, test);
        }
        Shape::Wrapper(_) | Shape::Argument(_) => unreachable!("`value_shape` looks through wrappers"),
    }
}

pub(crate) fn push_simplest_variant(
    product: &Product,
    variant: usize,
    recursion: &Recursion,
    test: &mut TestCase,
) {
    push_variant(product, variant, u32::MAX, 0, recursion, test);
}

fn push_variant(
    product: &Product,
    variant: usize,
    height: u32,
    index: u128,
    recursion: &Recursion,
    test: &mut TestCase,
) {
    let node = test.open(NodeKind::Sum, variant as u64);
    push_fields(product.fields, height, index, recursion, test);
    test.close(node);
}

/// True if every value is higher, or no value exists.
fn too_high(shape: &'static Shape, height: u32, recursion: &Recursion) -> bool {
    recursion.least_height(shape).is_none_or(|least| least > height)
}

fn count_product(fields: &'static [ShapeRef], height: u32, recursion: &Recursion) -> u128 {
    if fields.iter().any(|field| height == 0 || too_high(field(), below(height), recursion)) {
        return 0;
    }
    let mut product = 1;
    for field in fields {
        product = (product * count(field(), below(height), recursion)).min(MANY);
        if product == MANY {
            break;
        }
    }
    product
}

fn push_fields(
    fields: &'static [ShapeRef],
    height: u32,
    mut index: u128,
    recursion: &Recursion,
    test: &mut TestCase,
) {
    for field in fields {
        let count = if index == 0 { 1 } else { count(field(), below(height), recursion) };
        push(field(), below(height), index % count.max(1), recursion, test);
        index /= count.max(1);
    }
}

/// Returns the height left for the values inside.
fn below(height: u32) -> u32 {
    if height == u32::MAX {
        height
    } else {
        height.saturating_sub(1)
    }
}

fn lengths(shortest: usize, longest: usize, count: impl Fn(usize) -> u128) -> u128 {
    add_up((shortest..=longest).map(count))
}

/// Returns the length of the value with an index, and its index among the values of that length.
fn length(shortest: usize, mut index: u128, count: impl Fn(usize) -> u128) -> (usize, u128) {
    let mut length = shortest;
    while index > 0 && index >= count(length) {
        index -= count(length);
        length += 1;
    }
    (length, index)
}

fn add_up(mut counts: impl Iterator<Item = u128>) -> u128 {
    let sum =
        counts.try_fold(0, |sum: u128, count| if sum + count < MANY { Ok(sum + count) } else { Err(MANY) });
    sum.unwrap_or_else(|many| many)
}

fn power(base: u128, exponent: usize) -> u128 {
    if base < 2 {
        return if exponent == 0 { 1 } else { base };
    }
    // This number of doublings reaches MANY.
    (0..exponent.min(32)).fold(1, |power: u128, _| power.saturating_mul(base).min(MANY))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sbst_model::conforms;
    use sbst_model::shape::{
        Alphabet, Bounds, Distinct, Endpoint, Float, Integer, Range, Sequence, Sum, Text, Width,
    };
    use std::collections::HashSet;

    const fn product(fields: &'static [ShapeRef]) -> Product {
        Product { fields, template: "", fallible: false }
    }

    const fn sequence(element: ShapeRef, shortest: usize, longest: usize, distinct: Distinct) -> Shape {
        Shape::Sequence(Sequence { element, template: "", empty: None, shortest, longest, distinct })
    }

    const fn range(lowest: i128, highest: i128) -> Bounds {
        let range = Range {
            lowest: Some(Endpoint::new(lowest, lowest as f64)),
            highest: Some(Endpoint::new(highest, highest as f64)),
            exclusive: false,
        };
        Bounds { range: Some(range), ..Bounds::NONE }
    }

    static I8: Shape = Shape::Integer(Integer::all("i8", 8, true).within(&range(-3, 2)));
    static NONZERO: Shape = Shape::Integer(Integer::all("i8", 8, true).within(&range(-1, 4)).without_zero());
    static FAR: Shape =
        Shape::Integer(Integer::all("u128", 128, false).within(&range(1 << 100, (1 << 100) + 4)));
    static GRID: Shape =
        Shape::Float(Float::all(Width::Single).within(&Bounds { step: Some(0.25), ..range(-1, 1) }));
    static FLOAT: Shape =
        Shape::Float(Float { lowest: 1.0, highest: 1.000_001, ..Float::all(Width::Single) });
    static CHAR: Shape = Shape::Char(Alphabet::from_ranges(&[('X', 'Z'), ('b', 'd')]));
    static TEXT: Shape = Shape::Text(Text {
        template: "",
        empty: None,
        shortest: 1,
        longest: 3,
        alphabet: Alphabet::from_ranges(&[('a', 'c')]),
    });
    static PAIR: Shape = Shape::Product(product(&[|| &Shape::Bool, || &CHAR]));
    static OPTION: Shape = Shape::Sum(Sum { variants: &[product(&[|| &PAIR]), product(&[])] });
    static LIST: Shape = sequence(|| &Shape::Bool, 0, 3, Distinct::Nothing);
    static SET: Shape = sequence(|| &Shape::Bool, 0, 5, Distinct::Elements);
    static SETS: Shape = sequence(|| &SET, 3, 4, Distinct::Elements);
    static MAP: Shape = sequence(|| &PAIR, 1, 2, Distinct::Keys);
    static TREE: Shape = Shape::Sum(Sum {
        variants: &[product(&[|| &TREE, || &TREE]), product(&[|| &Shape::Bool]), product(&[])],
    });

    /// Returns the values of a shape up to a height. Each conforms, and none is returned twice.
    fn all(shape: &'static Shape, height: u32) -> Vec<TestCase> {
        let recursion = Recursion::from_shapes(&[shape]);
        let push = |index| {
            let mut value = TestCase::new();
            push(shape, height, index, &recursion, &mut value);
            assert!(conforms(shape, &value, 0), "{value:?}");
            value
        };
        let values: Vec<TestCase> = (0..count(shape, height, &recursion)).map(push).collect();
        assert_eq!(values.iter().collect::<HashSet<_>>().len(), values.len(), "{shape:?}");
        values
    }

    #[test]
    fn every_value_is_enumerated_once() {
        let shapes: [(&Shape, usize); 12] = [
            (&I8, 6),
            (&NONZERO, 5),
            (&FAR, 5),
            (&GRID, 9),
            (&FLOAT, 9),
            (&CHAR, 6),
            (&TEXT, 3 + 9 + 27),
            (&PAIR, 12),
            (&OPTION, 13),
            (&LIST, 1 + 2 + 4 + 8),
            (&SET, 1 + 2 + 1),
            (&MAP, 2 + 1),
        ];
        for (shape, count) in shapes {
            assert_eq!(all(shape, u32::MAX).len(), count, "{shape:?}");
        }
        assert_eq!(all(&SETS, u32::MAX).len(), 4 + 1, "sets of three and four of the four sets");
    }

    #[test]
    fn trees_are_enumerated_up_to_a_height() {
        // The empty leaf; the leaves with a boolean; the pairs of all these.
        assert_eq!([0, 1, 2].map(|height| all(&TREE, height).len()), [1, 1 + 2 + 1, 1 + 2 + 16]);
        let recursion = Recursion::from_shapes(&[&TREE]);
        assert_eq!([1, 4, 5, 20].map(|needed| find_height(&TREE, needed, &recursion)), [0, 1, 2, 3]);
    }

    #[test]
    fn the_simplest_value_is_first() {
        let integers: Vec<i8> = all(&I8, 0).iter().map(|value| value.integer(0) as i8).collect();
        assert_eq!(integers, [0, 1, -1, 2, -2, -3]);
        let integers: Vec<i8> = all(&NONZERO, 0).iter().map(|value| value.integer(0) as i8).collect();
        assert_eq!(integers, [1, 2, -1, 3, 4]);
        let characters: Vec<u64> = all(&CHAR, 0).iter().map(|value| value.nodes()[0].payload).collect();
        assert_eq!(characters, "bcdXYZ".chars().map(u64::from).collect::<Vec<_>>());
        assert_eq!(all(&OPTION, u32::MAX)[0].nodes()[0].payload, 1, "the lower variant");
        assert_eq!(
            all(&TEXT, 0)[..4].iter().map(|value| value.text(0)).collect::<Vec<_>>(),
            ["a", "b", "c", "aa"]
        );
    }
}
