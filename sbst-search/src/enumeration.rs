//! The values of a shape one by one, each under an index of its own, the simplest first. So a value that does not occur
//! yet is found if there is one, and the simplest values are known.
//!
//! # Policy
//! 1. Numbers go out from zero, or what is nearest to it: 0, 1, -1, 2 and so on. Characters and texts begin with `a`.
//! 2. Sums go through their variants, those of least height first, then those with the fewest fields.
//! 3. Of sets and maps, those with neighbouring elements or keys are enumerated only: enough to tell many apart.
//! 4. Recursive types have no end of values: they are enumerated up to a height. The first value is the simplest also
//!    without a limit of height, which is [`u32::MAX`].

use crate::distinct::key;
use crate::recursion::Recursion;
use crate::sample::float::grid::Grid;
use crate::sample::float::{at_position, position};
use crate::sample::integer::skips_zero;
use crate::sample::push_integer;
use sbst_model::shape::{Alphabet, Distinct, Float, Integer, Product, Sequence, ShapeRef, Text};
use sbst_model::{NodeKind, Shape, TestCase};

/// Values that are counted, at most.
const MANY: u128 = 1 << 32;
/// Heights that are tried for each value that is needed: in a list made of two types, every second one has a value.
const HEIGHTS: u32 = 4;

/// The number of values up to a height that are enumerated, up to [`MANY`].
pub(crate) fn count(shape: &'static Shape, height: u32, recursion: &Recursion) -> u128 {
    let count = match shape.value_shape() {
        Shape::Bool => 2,
        Shape::Char(alphabet) => alphabet.len().into(),
        Shape::Integer(integer) => {
            (integer.highest - integer.lowest - u128::from(skips_zero(integer))).saturating_add(1)
        }
        Shape::Float(float) => count_floats(float),
        Shape::Text(text) => {
            lengths(text.shortest, text.longest, |length| power(text.alphabet.len().into(), length))
        }
        Shape::Sequence(sequence) => {
            let inside = Inside::of(sequence, height, recursion);
            lengths(sequence.shortest, sequence.longest, |length| inside.count(length))
        }
        Shape::Product(product) => count_product(product.fields, height, recursion),
        Shape::Sum(sum) => {
            let simplest = recursion.choice(shape.value_shape()).simplest.iter();
            let counts =
                simplest.map(|&variant| count_product(sum.variants[variant].fields, height, recursion));
            add_up(counts)
        }
        Shape::Wrapper(_) => unreachable!("`value_shape` looks through wrappers"),
    };
    count.min(MANY)
}

/// A height up to which there are as many values as needed, or all there are.
pub(crate) fn height_of(shape: &'static Shape, needed: u128, recursion: &Recursion) -> u32 {
    if !recursion.is_recursive(shape) {
        return u32::MAX;
    }
    let least = recursion.least_height(shape).unwrap_or(0);
    let greatest = least.saturating_add((needed as u32).saturating_mul(HEIGHTS));
    let enough = |&height: &u32| count(shape, height, recursion) >= needed;
    (least..greatest).find(enough).unwrap_or(greatest)
}

/// Appends the value with an index, which is less than the [`count`] up to that height.
pub(crate) fn push(
    shape: &'static Shape,
    height: u32,
    index: u128,
    recursion: &Recursion,
    test: &mut TestCase,
) {
    match shape.value_shape() {
        Shape::Bool => _ = test.leaf(NodeKind::Bool, index as u64 & 1),
        Shape::Char(alphabet) => {
            test.leaf(NodeKind::Char, u64::from(u32::from(character(alphabet, index))));
        }
        Shape::Integer(integer) => push_integer(integer, nth_integer(integer, index), test),
        Shape::Float(float) => _ = test.leaf(NodeKind::Float, nth_float(float, index).to_bits()),
        Shape::Text(text) => push_text(text, index, test),
        Shape::Sequence(sequence) => {
            let inside = Inside::of(sequence, height, recursion);
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
        Shape::Wrapper(_) => unreachable!("`value_shape` looks through wrappers"),
    }
}

/// Appends the simplest value of a variant.
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

fn count_product(fields: &'static [ShapeRef], height: u32, recursion: &Recursion) -> u128 {
    let too_high = |field: &ShapeRef| recursion.least_height(field()).is_none_or(|least| least >= height);
    if fields.iter().any(too_high) {
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

/// The height left for what is inside.
fn below(height: u32) -> u32 {
    if height == u32::MAX {
        height
    } else {
        height.saturating_sub(1)
    }
}

/// What a sequence is made of.
struct Inside<'a> {
    sequence: &'a Sequence,
    height: u32,
    recursion: &'a Recursion,
}

impl<'a> Inside<'a> {
    /// Without a limit of height, a set or map is of elements as high as it takes to have enough of them.
    fn of(sequence: &'a Sequence, height: u32, recursion: &'a Recursion) -> Inside<'a> {
        let enough = |shape| height_of(shape, sequence.shortest.max(1) as u128, recursion);
        let height = match (sequence.distinct, key(sequence)) {
            _ if height < u32::MAX => below(height),
            (Distinct::Nothing, _) => height,
            (_, None) => enough((sequence.element)()),
            (_, Some(key)) => enough(key).saturating_add(1),
        };
        Inside { sequence, height, recursion }
    }

    /// Sequences of a length.
    fn count(&self, length: usize) -> u128 {
        let element = (self.sequence.element)();
        let possible = |shape| self.recursion.least_height(shape).is_some_and(|least| least <= self.height);
        match (self.sequence.distinct, key(self.sequence)) {
            _ if length == 0 => 1,
            _ if !possible(element) => 0,
            (Distinct::Nothing, _) => power(count(element, self.height, self.recursion), length),
            (_, None) => windows(count(element, self.height, self.recursion), length),
            (_, Some(key)) => windows(count(key, below(self.height), self.recursion), length),
        }
    }

    /// Appends the elements of the sequence of a length with an index.
    fn push(&self, length: usize, mut index: u128, test: &mut TestCase) {
        let element = (self.sequence.element)();
        let (height, recursion) = (self.height, self.recursion);
        match (self.sequence.distinct, key(self.sequence)) {
            (Distinct::Nothing, _) => {
                for _ in 0..length {
                    let count = if index == 0 { 1 } else { count(element, height, recursion) };
                    push(element, height, index % count.max(1), recursion, test);
                    index /= count.max(1);
                }
            }
            (_, None) => {
                let count = count(element, height, recursion).max(1);
                for offset in 0..length as u128 {
                    push(element, height, (index + offset) % count, recursion, test);
                }
            }
            (_, Some(key)) => {
                let count = count(key, below(height), recursion).max(1);
                let Shape::Product(product) = element.value_shape() else {
                    unreachable!("keys have products")
                };
                for offset in 0..length as u128 {
                    let node = test.open(NodeKind::Product, 0);
                    push(key, below(height), (index + offset) % count, recursion, test);
                    push_fields(&product.fields[1..], height, 0, recursion, test);
                    test.close(node);
                }
            }
        }
    }
}

/// Runs of `length` neighbours out of `count`, around the end too.
fn windows(count: u128, length: usize) -> u128 {
    match count.cmp(&(length as u128)) {
        std::cmp::Ordering::Less => 0,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Greater => count,
    }
}

/// The sum of the counts for each length.
fn lengths(shortest: usize, longest: usize, count: impl Fn(usize) -> u128) -> u128 {
    add_up((shortest..=longest).map(count))
}

/// The length of what has an index, and its index among those of that length.
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
    // MANY is reached in so many doublings.
    (0..exponent.min(32)).fold(1, |power: u128, _| power.saturating_mul(base).min(MANY))
}

/// Rule 1: whether the value with an index is above the first, and how far off.
fn outwards(below: u128, above: u128, index: u128) -> (bool, u128) {
    let both = below.min(above);
    if index / 2 < both || index == 2 * both {
        (index % 2 == 1, index.div_ceil(2))
    } else {
        (above > below, index - both)
    }
}

fn nth_integer(integer: &Integer, index: u128) -> u128 {
    let first = integer.nearest(0, false);
    let gap = u128::from(skips_zero(integer));
    match outwards(first - integer.lowest - gap, integer.highest - first, index) {
        (_, 0) => first,
        (true, distance) => first + distance,
        (false, distance) => first - gap - distance,
    }
}

fn count_floats(float: &Float) -> u128 {
    match Grid::of(*float) {
        Some(grid) => grid.numbers().highest - grid.numbers().lowest + 1,
        None => {
            let place = |value| position(float.width, value);
            (place(float.highest) - place(float.lowest)) as u128 + 1
        }
    }
}

fn nth_float(float: &Float, index: u128) -> f64 {
    if let Some(grid) = Grid::of(*float) {
        return grid.multiple(nth_integer(grid.numbers(), index));
    }
    let place = |value| position(float.width, value);
    let first = place(float.nearest(0.0));
    let (below, above) = ((first - place(float.lowest)) as u128, (place(float.highest) - first) as u128);
    let (up, distance) = outwards(below, above, index);
    let distance = distance as i128;
    float.nearest(at_position(float.width, if up { first + distance } else { first - distance }))
}

/// The simplest character of an alphabet: one that reads as "any".
pub(crate) fn simplest_character(alphabet: &Alphabet) -> char {
    let plain = ['a', '0', 'A', ' '].into_iter().find(|&character| alphabet.contains(character));
    plain.unwrap_or_else(|| alphabet.nearest('a'))
}

fn character(alphabet: &Alphabet, index: u128) -> char {
    let first = alphabet.index(simplest_character(alphabet)).unwrap_or(0);
    alphabet.at(((u128::from(first) + index) % u128::from(alphabet.len())) as u32)
}

fn push_text(text: &Text, index: u128, test: &mut TestCase) {
    let base = u128::from(text.alphabet.len());
    let (length, mut index) = length(text.shortest, index, |length| power(base, length));
    let digits = (0..length).map(|_| {
        let digit = index % base;
        index /= base;
        character(&text.alphabet, digit)
    });
    test.push_characters(digits);
}
