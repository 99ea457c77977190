//! Recursive types, and the variants at which a value can end. The order of variants has no
//! influence on it.

use crate::sort::sort_short_by_key;
use sbst_model::shape::{Distinct, Heights, Sequence, Sum};
use sbst_model::Shape;

#[derive(Debug, Default)]
pub struct Recursion {
    heights: Heights,
    /// The choices in each sum, by the shape's address, ascending.
    choices: Vec<(usize, Choice)>,
    recursive: bool,
    without_values: bool,
    /// True if some sequences have no duplicates.
    distinct: bool,
}

/// The variants of a sum that have finite values.
#[derive(Debug)]
pub struct Choice {
    /// All, in source order.
    pub all: Vec<usize>,
    /// All, simplest first: of least height, then with the fewest fields, then in source order. A
    /// separate argument precedes one shared with another.
    pub(crate) simplest: Vec<usize>,
    /// The variants of least height.
    pub(crate) lowest: Vec<usize>,
    /// The variants without a value of a recursive type; without any, the lowest ones.
    pub(crate) ending: Vec<usize>,
    /// The variants with a value of a recursive type.
    pub(crate) growing: Vec<usize>,
    /// Least heights of all variants of the source; `None` for those without finite values.
    heights: Vec<Option<u32>>,
}

impl Choice {
    fn new(shape: &'static Shape, sum: &Sum, heights: &Heights, is_argument: bool) -> Choice {
        let least = sum.variants.iter().enumerate().map(|(index, variant)| {
            let least = heights.least_of_product(variant);
            least.filter(|_| !heights.is_avoided(shape, index))
        });
        let least: Vec<Option<u32>> = least.collect();
        let all: Vec<usize> = (0..least.len()).filter(|&variant| least[variant].is_some()).collect();
        let mut simplest = all.clone();
        // A test that uses one object twice needs a reason.
        let is_shared = |variant: usize| is_argument && variant > 0;
        sort_short_by_key(&mut simplest, |&variant| {
            (is_shared(variant), least[variant], sum.variants[variant].fields.len())
        });
        let lowest: Vec<usize> = all.iter().copied().filter(|&v| least[v] == least[simplest[0]]).collect();
        let (mut ending, growing): (Vec<usize>, Vec<usize>) =
            all.iter().partition(|&&variant| heights.is_limited_product(&sum.variants[variant]));
        if ending.is_empty() {
            ending.clone_from(&lowest);
        }
        Choice { all, simplest, lowest, ending, growing, heights: least }
    }

    /// Returns the variant of lesser height; `one` if both are equal.
    pub(crate) fn lower(&self, one: usize, other: usize) -> usize {
        if self.heights[other] < self.heights[one] {
            other
        } else {
            one
        }
    }
}

impl Recursion {
    /// Collects the facts about these types and the types in them.
    pub fn from_shapes(shapes: &[&'static Shape]) -> Recursion {
        Recursion::avoiding(shapes, &[])
    }

    /// Collects them without these variants of sums, unless no others have finite values.
    pub fn avoiding(shapes: &[&'static Shape], avoided: &[(&'static Shape, usize)]) -> Recursion {
        let heights = Heights::avoiding(shapes, avoided);
        let finite = |shape: &&'static Shape| heights.least(shape).is_some();
        let arguments: Vec<usize> = shapes.iter().filter_map(|shape| argument(shape)).collect();
        let choice = |shape: &'static Shape| match shape {
            Shape::Sum(sum) => {
                let is_argument = arguments.contains(&address(shape));
                Some((address(shape), Choice::new(shape, sum, &heights, is_argument)))
            }
            _ => None,
        };
        let mut choices: Vec<(usize, Choice)> = heights.shapes().filter(finite).filter_map(choice).collect();
        sort_short_by_key(&mut choices, |&(address, _)| address);
        let distinct = |shape: &'static Shape| matches!(shape, Shape::Sequence(sequence) if sequence.distinct != Distinct::Nothing);
        let recursive = heights.shapes().any(|shape| !heights.is_limited(shape));
        let distinct = heights.shapes().any(distinct);
        let without_values = !heights.shapes().all(|shape| finite(&shape));
        Recursion { heights, choices, recursive, without_values, distinct }
    }

    /// True if the height of values of this type has no limit.
    #[inline]
    pub(crate) fn is_recursive(&self, shape: &'static Shape) -> bool {
        self.recursive && !self.heights.is_limited(shape)
    }

    #[inline]
    pub(crate) fn has_distinct(&self) -> bool {
        self.distinct
    }

    /// Returns the greatest length: 0 if elements have no values.
    #[inline]
    pub fn longest(&self, sequence: &Sequence) -> usize {
        if self.without_values && self.least_height((sequence.element)()).is_none() {
            0
        } else {
            sequence.longest
        }
    }

    /// Returns the least height of a finite value, if any.
    pub fn least_height(&self, shape: &'static Shape) -> Option<u32> {
        self.heights.least(shape)
    }

    #[inline]
    pub fn choice(&self, shape: &'static Shape) -> &Choice {
        let found = self.choices.binary_search_by_key(&address(shape), |&(address, _)| address);
        let index = found.expect("a type always has the same shape");
        &self.choices[index].1
    }
}

/// Returns the address of the sum in an argument that may be shared with another.
fn argument(shape: &'static Shape) -> Option<usize> {
    matches!(shape, Shape::Argument(_)).then(|| address(shape.value_shape()))
}

fn address(shape: &'static Shape) -> usize {
    std::ptr::from_ref(shape).addr()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sbst_model::shape::{Argument, Integer, Product, Same};

    static U8: Shape = Shape::Integer(Integer::all("u8", 8, false));
    static PAIR: Shape = Shape::Product(Product::new(&[|| &U8, || &U8], "({0}, {1})"));

    #[test]
    fn a_separate_argument_is_simpler_than_a_shared_one() {
        let same = vec![Same { argument: 0, pointer: None }];
        let shape: &'static Shape = Box::leak(Box::new(Shape::Argument(Argument::new(|| &PAIR, same))));
        let recursion = Recursion::from_shapes(&[&PAIR, shape]);
        assert_eq!(recursion.choice(shape.value_shape()).simplest, [0, 1]);
    }
}
