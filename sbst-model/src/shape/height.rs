//! The heights of values: the least, and if they are limited.

use super::{Product, Sequence, Shape, ShapeRef};
use std::collections::HashMap;

/// The most shapes to explore. A type has as many as the types in it. Only references with another
/// shape at each call would lead to more, and the rest then counts as unlimited.
const MOST: usize = 10_000;

/// The most elements of a sequence with a minimum length: a larger test is unreadable, and each
/// execution copies them all. A page of bytes, 4096, still fits. Longer ones count as without a
/// value, so that other ways to build the type are used, if any.
pub const MOST_ELEMENTS: usize = 5_000;

/// The least height of a value of this shape; `None` without a finite value.
///
/// The height of a value without parts is 0, that of any other is one more than the greatest of its
/// parts.
///
/// ```
/// use sbst_model::shape::{least_height, Product, Shape, ShapeRef, Sum};
///
/// const INNER: ShapeRef = || &TREE;
/// static TREE: Shape = Shape::Sum(Sum {
///     variants: &[
///         Product { fields: &[INNER, INNER], template: "Node({0}, {1})", fallible: false },
///         Product { fields: &[|| &Shape::Bool], template: "Leaf({0})", fallible: false },
///     ],
/// });
/// assert_eq!(least_height(&TREE), Some(1));
///
/// static ENDLESS: Shape =
///     Shape::Product(Product { fields: &[|| &ENDLESS], template: "Endless({0})", fallible: false });
/// assert_eq!(least_height(&ENDLESS), None);
/// ```
pub fn least_height(shape: &'static Shape) -> Option<u32> {
    Heights::from_shapes(&[shape]).least(shape)
}

/// The heights of the values of some shapes and of all their parts.
#[derive(Clone, Debug, Default)]
pub struct Heights {
    /// The shapes by address, ascending.
    known: Vec<(&'static Shape, Height)>,
    /// Excluded variants, by the address of the sum.
    avoided: Vec<(usize, usize)>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Height {
    /// The least height, if a finite value exists.
    least: Option<u32>,
    limited: bool,
}

impl Height {
    /// The heights of a value without parts.
    const LEAF: Height = Height { least: Some(0), limited: true };

    fn from_fields(fields: impl Iterator<Item = Height>) -> Height {
        fields.fold(Height::LEAF, |height, field| Height {
            least: height.least.zip(field.least).map(|(height, field)| height.max(field + 1)),
            limited: height.limited && field.limited,
        })
    }

    fn from_variants(variants: impl Iterator<Item = Height>) -> Height {
        variants.fold(Height { least: None, limited: true }, |height, variant| Height {
            least: height.least.into_iter().chain(variant.least).min(),
            limited: height.limited && variant.limited,
        })
    }

    fn from_element(sequence: &Sequence, element: Height) -> Height {
        Height {
            least: match sequence.shortest {
                0 => Some(0),
                1..=MOST_ELEMENTS => element.least.map(|height| height + 1),
                _ => None,
            },
            limited: sequence.longest == 0 || element.limited,
        }
    }
}

impl Heights {
    /// The heights of these shapes and their parts: the least fixpoint of [`least_height`]'s rules.
    pub fn from_shapes(shapes: &[&'static Shape]) -> Heights {
        Heights::avoiding(shapes, &[])
    }

    /// The heights of values without these variants of sums, unless no others are finite.
    pub fn avoiding(shapes: &[&'static Shape], avoided: &[(&'static Shape, usize)]) -> Heights {
        let explored = explore(shapes);
        let mut avoided: Vec<(usize, usize)> =
            avoided.iter().map(|&(sum, variant)| (address(sum), variant)).collect();
        let mut heights = fixpoint(&explored, &avoided);
        if !avoided.is_empty() {
            let is_finite = |sum: usize| {
                let index = explored.iter().position(|explored| address(explored.shape) == sum);
                index.is_some_and(|index| heights[index].least.is_some())
            };
            avoided.retain(|&(sum, _)| is_finite(sum));
            heights = fixpoint(&explored, &avoided);
        }
        let shapes = explored.iter().map(|explored| explored.shape);
        let mut known: Vec<(&'static Shape, Height)> = shapes.zip(heights).collect();
        known.sort_by_key(|&(shape, _)| address(shape));
        Heights { known, avoided }
    }

    /// True if the variant of a sum is excluded.
    pub fn is_avoided(&self, sum: &'static Shape, variant: usize) -> bool {
        !self.avoided.is_empty() && self.avoided.contains(&(address(sum), variant))
    }

    /// The shapes, without wrappers, in an arbitrary order.
    pub fn shapes(&self) -> impl Iterator<Item = &'static Shape> + '_ {
        self.known.iter().map(|&(shape, _)| shape)
    }

    /// The least height of a value; `None` without a finite one, or for an unknown shape.
    pub fn least(&self, shape: &'static Shape) -> Option<u32> {
        self.find(shape).least
    }

    pub fn least_of_product(&self, product: &Product) -> Option<u32> {
        Height::from_fields(product.fields.iter().map(|field| self.find(field()))).least
    }

    /// True if heights are limited. Those of recursive types, and of types that contain them, are
    /// not.
    pub fn is_limited(&self, shape: &'static Shape) -> bool {
        self.find(shape).limited
    }

    /// True if the heights of values with these fields are limited.
    pub fn is_limited_product(&self, product: &Product) -> bool {
        product.fields.iter().all(|field| self.is_limited(field()))
    }

    fn find(&self, shape: &'static Shape) -> Height {
        let address = address(shape.value_shape());
        let index = self.known.binary_search_by_key(&address, |&(shape, _)| self::address(shape));
        index.map_or(Height::default(), |index| self.known[index].1)
    }
}

/// A shape, and the places of its parts: elements, or fields, variant after variant.
struct Explored {
    shape: &'static Shape,
    parts: Vec<usize>,
}

/// These shapes and all their parts, without wrappers, breadth first. Parts beyond [`MOST`] have no
/// place.
fn explore(shapes: &[&'static Shape]) -> Vec<Explored> {
    let mut explored: Vec<Explored> = Vec::new();
    let mut places = HashMap::new();
    let mut place = |shape: &'static Shape, explored: &mut Vec<Explored>| {
        let shape = shape.value_shape();
        *places.entry(address(shape)).or_insert_with(|| {
            if explored.len() == MOST {
                return usize::MAX;
            }
            explored.push(Explored { shape, parts: Vec::new() });
            explored.len() - 1
        })
    };
    for shape in shapes {
        place(shape, &mut explored);
    }
    let mut next = 0;
    while next < explored.len() {
        let parts: Vec<ShapeRef> = match explored[next].shape {
            Shape::Sequence(sequence) => vec![sequence.element],
            Shape::Product(product) => product.fields.to_vec(),
            Shape::Sum(sum) => sum.variants.iter().flat_map(|variant| variant.fields).copied().collect(),
            _ => Vec::new(),
        };
        explored[next].parts = parts.into_iter().map(|part| place(part(), &mut explored)).collect();
        next += 1;
    }
    explored
}

/// Returns the heights of shapes without the excluded variants.
fn fixpoint(explored: &[Explored], avoided: &[(usize, usize)]) -> Vec<Height> {
    let mut heights = vec![Height::default(); explored.len()];
    loop {
        let before = heights.clone();
        // The shapes found last are deepest, and settle first.
        for index in (0..explored.len()).rev() {
            heights[index] = from_parts(&explored[index], &heights, avoided);
        }
        if heights == before {
            return heights;
        }
    }
}

/// Returns the heights by those of the parts.
fn from_parts(explored: &Explored, heights: &[Height], avoided: &[(usize, usize)]) -> Height {
    let mut parts = explored.parts.iter().map(|&part| heights.get(part).copied().unwrap_or_default());
    match explored.shape {
        Shape::Sequence(sequence) => Height::from_element(sequence, parts.next().unwrap_or_default()),
        Shape::Product(_) => Height::from_fields(parts),
        Shape::Sum(sum) => {
            let variants = sum.variants.iter().enumerate().map(|(index, variant)| {
                let height = Height::from_fields(parts.by_ref().take(variant.fields.len()));
                let is_avoided = !avoided.is_empty() && avoided.contains(&(address(explored.shape), index));
                Height { least: height.least.filter(|_| !is_avoided), ..height }
            });
            Height::from_variants(variants)
        }
        _ => Height::LEAF,
    }
}

fn address(shape: &'static Shape) -> usize {
    std::ptr::from_ref(shape).addr()
}

#[cfg(test)]
mod tests {
    use super::super::{Alphabet, Distinct, Sum, Text, Wrapper};
    use super::*;

    const fn product(fields: &'static [ShapeRef]) -> Product {
        Product { fields, template: "", fallible: false }
    }

    const fn sequence(element: ShapeRef, shortest: usize, longest: usize) -> Shape {
        let distinct = Distinct::Nothing;
        Shape::Sequence(Sequence { element, template: "", empty: None, shortest, longest, distinct })
    }

    static TEXT: Shape =
        Shape::Text(Text { template: "", empty: None, shortest: 3, longest: 4, alphabet: Alphabet::ALL });
    static PAIR: Shape = Shape::Product(product(&[|| &TEXT, || &Shape::Bool]));
    static OPTION: Shape = Shape::Sum(Sum { variants: &[product(&[|| &PAIR]), product(&[])] });

    #[test]
    fn values_in_others_make_them_higher() {
        assert_eq!(least_height(&TEXT), Some(0));
        assert_eq!(least_height(&PAIR), Some(1));
        assert_eq!(least_height(&OPTION), Some(0));
        static PAIRS: Shape = sequence(|| &PAIR, 0, 4);
        static ARRAY: Shape = sequence(|| &PAIR, 2, 2);
        assert_eq!(least_height(&PAIRS), Some(0));
        assert_eq!(least_height(&ARRAY), Some(2));
        assert!(Heights::from_shapes(&[&PAIRS, &ARRAY, &OPTION])
            .shapes()
            .all(|shape| Heights::from_shapes(&[shape]).is_limited(shape)));
    }

    // Expressions, with a block of statements in them, and statements with expressions in them.
    static EXPRESSION: Shape = Shape::Sum(Sum {
        variants: &[product(&[BOXED, BOXED]), product(&[|| &BLOCK]), product(&[|| &TEXT])],
    });
    const BOXED: ShapeRef = || &WRAPPED;
    static WRAPPED: Shape = Shape::Wrapper(Wrapper::new(|| &EXPRESSION, "Box::new({0})"));
    static BLOCK: Shape = sequence(|| &STATEMENT, 1, 64);
    static STATEMENT: Shape = Shape::Product(product(&[BOXED]));

    #[test]
    fn mutually_recursive_types_are_finite_if_one_variant_ends() {
        let heights = Heights::from_shapes(&[&BLOCK]);
        let of = |shape| heights.least(shape);
        assert_eq!([of(&EXPRESSION), of(&STATEMENT), of(&BLOCK)], [Some(1), Some(2), Some(3)]);
        assert_eq!(heights.least(&WRAPPED), Some(1), "wrappers are looked through");
        assert!([&EXPRESSION, &STATEMENT, &BLOCK].iter().all(|shape| !heights.is_limited(shape)));
        let Shape::Sum(sum) = &EXPRESSION else { unreachable!() };
        let limited: Vec<bool> =
            sum.variants.iter().map(|variant| heights.is_limited_product(variant)).collect();
        assert_eq!(limited, [false, false, true]);
    }

    #[test]
    fn always_recursive_type_has_no_finite_value() {
        static ONE: Shape = Shape::Sum(Sum { variants: &[product(&[|| &OTHER])] });
        static OTHER: Shape = Shape::Product(product(&[|| &PAIR, || &NONEMPTY]));
        static NONEMPTY: Shape = sequence(|| &ONE, 1, 3);
        assert_eq!(least_height(&ONE), None);
        static PERHAPS: Shape = Shape::Sum(Sum { variants: &[product(&[|| &ONE]), product(&[|| &PAIR])] });
        assert_eq!(least_height(&PERHAPS), Some(2), "the other variant");
    }

    #[test]
    fn a_sequence_of_a_shape_without_values_is_empty() {
        static NEVER: Shape = Shape::Product(product(&[|| &NEVER]));
        static NEVERS: Shape = sequence(|| &NEVER, 0, 3);
        assert_eq!(least_height(&NEVERS), Some(0));
        static NONE: Shape = sequence(|| &NEVER, 0, 0);
        assert!(Heights::from_shapes(&[&NONE]).is_limited(&NONE));
    }

    /// Another shape at each call.
    fn fresh() -> &'static Shape {
        let variants = Box::leak(Box::new([product(&[fresh, fresh]), product(&[|| &PAIR])]));
        Box::leak(Box::new(Shape::Sum(Sum { variants })))
    }

    #[test]
    fn endlessly_different_shapes_terminate() {
        let shape = fresh();
        let heights = Heights::from_shapes(&[shape]);
        assert_eq!(heights.least(shape), Some(2));
        assert!(!heights.is_limited(shape));
    }
}
