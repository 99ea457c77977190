//! Ranges and their ends. The first end may be the greater one, for empty ranges.

use crate::value::build::{product, Build};
use crate::value::frame::Frame;
use crate::value::within::Within;
use sbst_model::shape::{Shape, ShapeRef, Sum};
use std::ops::{Bound, Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};

macro_rules! ranges {
    ($($range:ident $template:literal $($end:ident)+ => $value:expr;)*) => { $(
        impl<'f, T: Build<'f>> Build<'f> for $range<T> {
            type SbstValue = $range<T::SbstValue>;
            made_of!(T);

            fn shape<B: Within>() -> &'static Shape {
                const {
                    let ends = &[$(ranges!(@end $end T B)),+];
                    &Shape::Product(product(ends, $template))
                }
            }
            #[inline]
            fn build(frame: &'f Frame<'f>) -> Self::SbstValue {
                frame.open();
                $(let $end = T::build(frame);)+
                $value
            }
        }
    )* };
    (@end $end:ident $type:ident $bounds:ident) => { $type::shape::<$bounds> as ShapeRef };
}
ranges! {
    Range "{0}..{1}" start end => start..end;
    RangeInclusive "{0}..={1}" start end => start..=end;
    RangeFrom "{0}.." start => start..;
    RangeTo "..{0}" end => ..end;
    RangeToInclusive "..={0}" end => ..=end;
}

impl<'f, T: Build<'f>> Build<'f> for Bound<T> {
    type SbstValue = Bound<T::SbstValue>;
    made_of!(T);

    fn shape<B: Within>() -> &'static Shape {
        const {
            &Shape::Sum(Sum {
                variants: &[
                    product(&[T::shape::<B> as ShapeRef], "{std::ops::Bound}::Included({0})"),
                    product(&[T::shape::<B> as ShapeRef], "{std::ops::Bound}::Excluded({0})"),
                    product(&[], "{std::ops::Bound}::Unbounded"),
                ],
            })
        }
    }
    fn build(frame: &'f Frame<'f>) -> Self::SbstValue {
        match frame.variant() {
            0 => Bound::Included(T::build(frame)),
            1 => Bound::Excluded(T::build(frame)),
            _ => Bound::Unbounded,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::*;

    #[test]
    #[allow(clippy::reversed_empty_ranges, clippy::single_range_in_vec_init)]
    fn ranges_are_built_as_they_are_printed() {
        check!(Range<i32>, [1, 5], 1..5);
        check!(Range<i32>, [-5, i32::MIN], -5..i32::MIN);
        check!(&Range<usize>, [1, 5], &(1..5));
        check!(&mut RangeInclusive<char>, ['a', 'z'], &mut ('a'..='z'));
        check!(Option<RangeFrom<i8>>, [1, -1], Some(-1..));
        check!((RangeTo<f64>, RangeToInclusive<&str>), [0.5, "a"], (..0.5, ..="a"));
        check!(&&RangeFrom<u8>, [1], &&(1..));
        check!(&RangeFull, [], &(..));
        check!([Range<u8>; 1], [1, 1, 2], [1..2]);
        check!(Range<Range<u8>>, [1, 2, 3, 4], (1..2)..(3..4));
    }

    #[test]
    fn ends_of_ranges_are_built_as_they_are_printed() {
        check!(
            (Bound<u8>, Bound<&str>, Bound<()>),
            [0, 1, 1, "a", 2],
            (Bound::Included(1), Bound::Excluded("a"), Bound::Unbounded)
        );
    }
}
