//! Pointers, which have no nodes of their own.

use super::{write_variant, Written};
use sbst_model::TestCase;
use std::borrow::{Borrow as _, Cow};
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;

macro_rules! transparent {
    ($($type:ty => |$value:ident| $inner:expr;)*) => { $(
        impl<T: Written + ?Sized> Written for $type {
            #[inline(always)]
            fn write(&self, nodes: &mut TestCase) -> bool {
                let $value = self;
                $inner.write(nodes)
            }
        }
    )* };
}
transparent! {
    &T => |value| **value;
    &mut T => |value| **value;
    Box<T> => |value| **value;
    Rc<T> => |value| **value;
    Arc<T> => |value| **value;
    Pin<Box<T>> => |value| **value;
}

impl<T: Written + ?Sized + ToOwned> Written for Cow<'_, T> {
    fn write(&self, nodes: &mut TestCase) -> bool {
        match self {
            Cow::Borrowed(value) => write_variant(nodes, 0, *value),
            Cow::Owned(value) => {
                let value: &T = value.borrow();
                write_variant(nodes, 1, value)
            }
        }
    }
}
