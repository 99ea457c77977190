//! Numbers.

use super::{write_leaf, write_parts, Written};
use sbst_model::{NodeKind, TestCase};
use std::cmp::Reverse;
use std::num::{NonZero, Saturating, Wrapping};
use std::sync::atomic::{self, Ordering::Relaxed};

macro_rules! integers {
    ($($type:ident)*) => { $(
        impl Written for $type {
            #[inline(always)]
            fn write(&self, nodes: &mut TestCase) -> bool {
                write_leaf(nodes, NodeKind::Integer, *self as i64 as u64)
            }
        }
    )* };
}
integers!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

macro_rules! wide_integers {
    ($($type:ident)*) => { $(
        impl Written for $type {
            #[inline(always)]
            fn write(&self, nodes: &mut TestCase) -> bool {
                let high = (*self >> 64) as u64;
                write_parts(nodes, NodeKind::Integer, *self as u64, move |nodes| {
                    write_leaf(nodes, NodeKind::Integer, high)
                })
            }
        }
    )* };
}
wide_integers!(i128 u128);

macro_rules! nonzero {
    ($($type:ident)*) => { $(
        impl Written for NonZero<$type> {
            #[inline(always)]
            fn write(&self, nodes: &mut TestCase) -> bool {
                self.get().write(nodes)
            }
        }
    )* };
}
nonzero!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

macro_rules! leaves {
    ($($type:ident $kind:ident |$value:ident| $payload:expr;)*) => { $(
        impl Written for $type {
            #[inline(always)]
            fn write(&self, nodes: &mut TestCase) -> bool {
                let $value = *self;
                write_leaf(nodes, NodeKind::$kind, $payload)
            }
        }
    )* };
}
leaves! {
    f64 Float |value| value.to_bits();
    f32 Float |value| f64::from(value).to_bits();
    bool Bool |value| u64::from(value);
    char Char |value| u64::from(u32::from(value));
}

macro_rules! wrappers {
    ($($type:ident)*) => { $(
        impl<T: Written> Written for $type<T> {
            fn write(&self, nodes: &mut TestCase) -> bool {
                self.0.write(nodes)
            }
        }
    )* };
}
wrappers!(Wrapping Saturating Reverse);

macro_rules! atomics {
    ($($width:literal $($type:ident)*;)*) => { $( $(
        #[cfg(target_has_atomic = $width)]
        impl Written for atomic::$type {
            fn write(&self, nodes: &mut TestCase) -> bool {
                self.load(Relaxed).write(nodes)
            }
        }
    )* )* };
}
atomics! {
    "8" AtomicBool AtomicI8 AtomicU8;
    "16" AtomicI16 AtomicU16;
    "32" AtomicI32 AtomicU32;
    "64" AtomicI64 AtomicU64;
    "ptr" AtomicIsize AtomicUsize;
}
