//! Literals, ranges and constants in patterns.
//!
//! The type of a literal is inferred from the value's, as in the pattern itself. That needs a trait
//! with a closed set of types: the language has literals of few types, and matches them behind any
//! number of references.

use super::Fit;
use crate::probe::branch_distance::{self, range};
use crate::probe::notes;
use crate::probe::operand::Operator;
use crate::probe::site::{self, SearchDistance};
use std::ops::RangeBounds;

/// A value that a literal of type `L` in a pattern can match.
pub trait Literal<L> {
    fn fit(&self, literal: &L) -> Fit;
}

/// A value that a range of `L` in a pattern can match.
pub trait Ordered<L> {
    fn fit_range<B: RangeBounds<L>>(&self, range: &B) -> Fit;
}

/// Returns the fit to a literal.
#[inline(always)]
pub fn literal<T: Literal<L> + ?Sized, L>(value: &T, literal: L) -> Fit {
    value.fit(&literal)
}

/// Returns the fit to a range, written as the expression of the same form.
#[inline(always)]
pub fn range<T: Ordered<L> + ?Sized, L, B: RangeBounds<L>>(value: &T, range: B) -> Fit {
    value.fit_range(&range)
}

/// Returns the fit to a constant. Its type may have no literals, so the pattern itself decides if
/// it `matches`.
#[inline(always)]
pub fn constant<T: ?Sized, C: ?Sized>(value: &T, constant: &C, matches: bool) -> Fit {
    notes::part(Operator::Equal, value, constant, matches);
    let distance = site::search_distance(|| {
        branch_distance::to_other_outcome(Operator::Equal, value, constant, matches)
    });
    Fit { matches, levels: 0, distance }
}

#[inline(always)]
fn equal<T: PartialEq<L> + ?Sized, L: ?Sized>(value: &T, literal: &L) -> Fit {
    constant(value, literal, *value == *literal)
}

macro_rules! scalars {
    ($($scalar:ty)*) => { $(
        impl Literal<$scalar> for $scalar {
            #[inline(always)]
            fn fit(&self, literal: &$scalar) -> Fit {
                equal(self, literal)
            }
        }
        impl Ordered<$scalar> for $scalar {
            #[inline(always)]
            fn fit_range<B: RangeBounds<$scalar>>(&self, bounds: &B) -> Fit {
                let matches = bounds.contains(self);
                notes::part_range(self, bounds.start_bound(), bounds.end_bound());
                let distance = site::search_distance(|| {
                    range::to_other_outcome(self, bounds.start_bound(), bounds.end_bound(), matches)
                });
                Fit { matches, levels: 0, distance }
            }
        }
    )* };
}
scalars!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 char);

impl Literal<bool> for bool {
    #[inline(always)]
    fn fit(&self, literal: &bool) -> Fit {
        let matches = self == literal;
        notes::part(Operator::Equal, self, literal, matches);
        Fit { matches, levels: 0, distance: SearchDistance::ONE }
    }
}

impl Literal<&str> for str {
    #[inline(always)]
    fn fit(&self, literal: &&str) -> Fit {
        // The length first: the literal's is known, most texts of a `match` differ in it, and then
        // there is no call.
        constant(self, *literal, self.len() == literal.len() && *self == **literal)
    }
}

impl<const N: usize> Literal<&[u8; N]> for [u8] {
    #[inline]
    fn fit(&self, literal: &&[u8; N]) -> Fit {
        equal(self, literal.as_slice())
    }
}

impl<const M: usize, const N: usize> Literal<&[u8; N]> for [u8; M] {
    #[inline]
    fn fit(&self, literal: &&[u8; N]) -> Fit {
        equal(self.as_slice(), literal.as_slice())
    }
}

impl<T: Literal<L> + ?Sized, L> Literal<L> for &T {
    #[inline(always)]
    fn fit(&self, literal: &L) -> Fit {
        (**self).fit(literal)
    }
}

impl<T: Literal<L> + ?Sized, L> Literal<L> for &mut T {
    #[inline(always)]
    fn fit(&self, literal: &L) -> Fit {
        (**self).fit(literal)
    }
}

impl<T: Ordered<L> + ?Sized, L> Ordered<L> for &T {
    #[inline(always)]
    fn fit_range<B: RangeBounds<L>>(&self, range: &B) -> Fit {
        (**self).fit_range(range)
    }
}

impl<T: Ordered<L> + ?Sized, L> Ordered<L> for &mut T {
    #[inline(always)]
    fn fit_range<B: RangeBounds<L>>(&self, range: &B) -> Fit {
        (**self).fit_range(range)
    }
}
