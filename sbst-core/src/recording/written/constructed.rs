//! Values that functions make (`construct = path`). Such a value does not contain its arguments;
//! but if its fields have the types of the parameters, in order, they may be the arguments. So the
//! function is called with the fields. They are written only if it makes the same value: an equal
//! one, or one with the same `{:?}` text.

use crate::value::build::Input;
use crate::value::frame::Frame;
use crate::value::store::Store;
use crate::value::within::Unbounded;
use sbst_model::{conforms, TestCase};
use std::fmt::Debug;
use std::panic::{catch_unwind, AssertUnwindSafe};

/// Two values of a type that may be comparable.
pub struct Compared<'a, T>(pub &'a T, pub &'a T);

pub trait ComparedByEquality {
    /// True if they are equal.
    fn is_same(&self) -> bool;
}

impl<T: PartialEq> ComparedByEquality for &&Compared<'_, T> {
    fn is_same(&self) -> bool {
        self.0 == self.1
    }
}

pub trait ComparedByText {
    /// True if their texts are equal.
    fn is_same(&self) -> bool;
}

impl<T: Debug> ComparedByText for &Compared<'_, T> {
    fn is_same(&self) -> bool {
        format!("{:?}", self.0) == format!("{:?}", self.1)
    }
}

/// The fallback: they are incomparable.
pub trait Incomparable {
    fn is_same(&self) -> bool;
}

impl<T> Incomparable for Compared<'_, T> {
    fn is_same(&self) -> bool {
        false
    }
}

/// Appends the nodes that `write` appends, if they build the same value.
pub fn write_constructed<T: for<'f> Input<'f>>(
    nodes: &mut TestCase,
    write: impl FnOnce(&mut TestCase) -> bool,
    is_same: impl FnOnce(&T) -> bool,
) -> bool {
    let mut made = TestCase::new();
    if !write(&mut made) || !conforms(T::shape::<Unbounded>(), &made, 0) {
        return false;
    }
    let store = Store::default();
    // The function or a comparison may panic; a refusal unwinds, too.
    let same = catch_unwind(AssertUnwindSafe(|| is_same(&T::build(&Frame::new(&made, &store, None)))));
    let is_same = same.unwrap_or(false);
    if is_same {
        nodes.append(&made);
    }
    is_same
}
