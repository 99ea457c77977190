//! Numbers: integers and floats, nonzero and wrapping ones, and atomics.

use crate::value::build::{wrapper, Build};
use crate::value::frame::Frame;
use crate::value::reach::Reach;
use crate::value::within::Within;
use sbst_model::shape::{Float, Integer, Shape, Width};
use std::cmp::Reverse;
use std::mem::MaybeUninit;
use std::num::{NonZero, Saturating, Wrapping};
use std::sync::atomic;

macro_rules! integers {
    ($($type:ident $signed:literal |$frame:ident| $build:expr, $nonzero:literal;)*) => { $(
        impl<'f> Build<'f> for $type {
            owned!(Integer);

            fn shape<B: Within>() -> &'static Shape {
                const { &Shape::Integer(all(stringify!($type), $type::BITS, $signed).within(&B::BOUNDS)) }
            }
            #[inline]
            fn build($frame: &'f Frame<'f>) -> $type {
                $build
            }
        }

        impl<'f> Build<'f> for NonZero<$type> {
            owned!(Integer);

            fn shape<B: Within>() -> &'static Shape {
                fn without_zero<B: Within>() -> &'static Shape {
                    const {
                        let all = all(stringify!($type), $type::BITS, $signed);
                        &Shape::Integer(all.without_zero().within(&B::BOUNDS))
                    }
                }
                const { &wrapper(without_zero::<B>, concat!("{std::num::", $nonzero, "}::new({0}).unwrap()")) }
            }
            #[inline]
            fn build(frame: &'f Frame<'f>) -> Self {
                NonZero::new($type::build(frame)).expect("the shape has no zero")
            }
        }
    )* };
}

const fn all(name: &'static str, bits: u32, signed: bool) -> Integer {
    Integer::all(name, bits, signed)
}

/// Reads an integer in two nodes: the low half, then the high one.
#[inline]
fn wide(frame: &Frame<'_>) -> u128 {
    let (low, high) = (frame.next().payload, frame.next().payload);
    u128::from(low) | u128::from(high) << 64
}

integers! {
    i8 true |frame| frame.next().payload as i8, "NonZeroI8";
    i16 true |frame| frame.next().payload as i16, "NonZeroI16";
    i32 true |frame| frame.next().payload as i32, "NonZeroI32";
    i64 true |frame| frame.next().payload as i64, "NonZeroI64";
    i128 true |frame| wide(frame) as i128, "NonZeroI128";
    isize true |frame| frame.next().payload as isize, "NonZeroIsize";
    u8 false |frame| frame.next().payload as u8, "NonZeroU8";
    u16 false |frame| frame.next().payload as u16, "NonZeroU16";
    u32 false |frame| frame.next().payload as u32, "NonZeroU32";
    u64 false |frame| frame.next().payload, "NonZeroU64";
    u128 false |frame| wide(frame), "NonZeroU128";
    usize false |frame| frame.next().payload as usize, "NonZeroUsize";
}

impl<'f> Build<'f> for f64 {
    owned!(Float);

    fn shape<B: Within>() -> &'static Shape {
        const { &Shape::Float(Float::all(Width::Double).within(&B::BOUNDS)) }
    }
    #[inline]
    fn build(frame: &'f Frame<'f>) -> f64 {
        f64::from_bits(frame.next().payload)
    }
}

impl<'f> Build<'f> for f32 {
    owned!(Float);

    fn shape<B: Within>() -> &'static Shape {
        const { &Shape::Float(Float::all(Width::Single).within(&B::BOUNDS)) }
    }
    #[inline]
    fn build(frame: &'f Frame<'f>) -> f32 {
        f64::from_bits(frame.next().payload) as f32
    }
}

wrappers! {
    Wrapping<T> "{std::num::Wrapping}({0})" Wrapping;
    Saturating<T> "{std::num::Saturating}({0})" Saturating;
    Reverse<T> "{std::cmp::Reverse}({0})" Reverse;
    MaybeUninit<T> "{std::mem::MaybeUninit}::new({0})" MaybeUninit::new;
}

macro_rules! atomics {
    ($($width:literal $($type:ident $of:ident)*;)*) => { $( $(
        #[cfg(target_has_atomic = $width)]
        impl<'f> Build<'f> for atomic::$type {
            type SbstValue = Self;
            const REACH: Reach = <$of as Build<'f>>::REACH;
            const BORROWS: bool = false;

            fn shape<B: Within>() -> &'static Shape {
                const {
                    let template = concat!("{std::sync::atomic::", stringify!($type), "}::new({0})");
                    &wrapper(<$of as Build<'f>>::shape::<B>, template)
                }
            }
            #[inline]
            fn build(frame: &'f Frame<'f>) -> Self {
                atomic::$type::new($of::build(frame))
            }
        }
    )* )* };
}
atomics! {
    "8" AtomicBool bool AtomicI8 i8 AtomicU8 u8;
    "16" AtomicI16 i16 AtomicU16 u16;
    "32" AtomicI32 i32 AtomicU32 u32;
    "64" AtomicI64 i64 AtomicU64 u64;
    "ptr" AtomicIsize isize AtomicUsize usize;
}

#[cfg(test)]
mod tests {
    use std::cmp::Reverse;
    use std::num::*;
    use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize};

    #[test]
    fn numbers_are_built_as_they_are_printed() {
        check!(i8, [-5], -5);
        check!(u16, [65535], u16::MAX);
        check!(i128, [-5], -5);
        check!(i128, [i128::MIN], i128::MIN);
        check!(u128, [1u128 << 64], 0x1_0000_0000_0000_0000);
        check!(isize, [-1], -1);
        check!(f64, [0.1], 0.1);
        check!(f64, [f64::NEG_INFINITY], f64::NEG_INFINITY);
        check!(f32, [f64::from(0.1f32)], 0.1);
        check!((f32, f64), [f64::NAN, -0.0], (f32::NAN, -0.0));
    }

    #[test]
    fn numbers_in_others_are_built_as_they_are_printed() {
        check!(NonZeroU8, [7], NonZeroU8::new(7).unwrap());
        check!(NonZero<i64>, [-7], NonZeroI64::new(-7).unwrap());
        check!(Option<NonZeroI128>, [1, i128::MIN], Some(NonZeroI128::new(i128::MIN).unwrap()));
        check!(Wrapping<u32>, [u32::MAX], Wrapping(u32::MAX));
        check!(Saturating<i16>, [-9], Saturating(-9));
        check!(Reverse<f32>, [1.5], Reverse(1.5));
        check!(&AtomicUsize, [5], &AtomicUsize::new(5));
        check!((AtomicBool, AtomicI64), [true, -5], (AtomicBool::new(true), AtomicI64::new(-5)));
    }
}
