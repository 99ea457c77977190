//! Types with variants.

use super::{write_unit, write_variant, Written};
use sbst_model::TestCase;
use std::cmp::Ordering;
use std::convert::Infallible;
use std::ops::{Bound, ControlFlow};
use std::task::Poll;

/// The index and the contents of each variant.
macro_rules! variants {
    ($([$($parameter:ident),*] $type:ty { $($index:literal $($path:ident)::+ $(($value:ident))?;)+ })*) => { $(
        impl<$($parameter: Written),*> Written for $type {
            fn write(&self, nodes: &mut TestCase) -> bool {
                match self {
                    $($($path)::+ $(($value))? => variants!(@write nodes $index $($value)?),)+
                }
            }
        }
    )* };
    (@write $nodes:ident $index:literal) => { write_unit($nodes, $index) };
    (@write $nodes:ident $index:literal $value:ident) => { write_variant($nodes, $index, $value) };
}
variants! {
    [T] Option<T> { 0 None; 1 Some(value); }
    [T, E] Result<T, E> { 0 Ok(value); 1 Err(error); }
    [] Ordering { 0 Ordering::Less; 1 Ordering::Equal; 2 Ordering::Greater; }
    [B, C] ControlFlow<B, C> { 0 ControlFlow::Continue(value); 1 ControlFlow::Break(value); }
    [T] Poll<T> { 0 Poll::Pending; 1 Poll::Ready(value); }
    [T] Bound<T> { 0 Bound::Included(value); 1 Bound::Excluded(value); 2 Bound::Unbounded; }
}

impl Written for Infallible {
    fn write(&self, _: &mut TestCase) -> bool {
        match *self {}
    }
}
