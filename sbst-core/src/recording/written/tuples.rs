//! Tuples, and types of one value.

use super::{write_parts, Written};
use sbst_model::{NodeKind, TestCase};
use std::fmt;
use std::hash::BuildHasherDefault;
use std::marker::{PhantomData, PhantomPinned};
use std::ops::RangeFull;

macro_rules! tuples {
    ($($($field:ident)*;)*) => { $(
        impl<$($field: Written),*> Written for ($($field,)*) {
            #[allow(non_snake_case)]
            fn write(&self, nodes: &mut TestCase) -> bool {
                let ($($field,)*) = self;
                write_parts(nodes, NodeKind::Product, 0, |_nodes| true $(&& $field.write(_nodes))*)
            }
        }
    )* };
}
tuples! {
    ; A; A B; A B C; A B C D; A B C D E; A B C D E F; A B C D E F G; A B C D E F G H; A B C D E F G H I;
    A B C D E F G H I J; A B C D E F G H I J K; A B C D E F G H I J K L;
}

macro_rules! units {
    ($([$($parameter:tt)*] $type:ty;)*) => { $(
        impl<$($parameter)*> Written for $type {
            fn write(&self, nodes: &mut TestCase) -> bool {
                write_parts(nodes, NodeKind::Product, 0, |_| true)
            }
        }
    )* };
}
units! {
    [T: ?Sized] PhantomData<T>;
    [T] BuildHasherDefault<T>;
    [] PhantomPinned;
    [] RangeFull;
    [] fmt::Error;
}
