//! Values that functions make (`construct = path`). What such a value was made of, it does not say; but where its fields are
//! what the function takes, in order, they may well be what it was given. So they are taken for that, the function is called
//! with them, and only if it gives the same value they are written: an equal one, or one that `{:?}` shows alike.

use crate::value::build::Input;
use crate::value::frame::Frame;
use crate::value::store::Store;
use crate::value::within::Unbounded;
use sbst_model::TestCase;
use sbst_search::conforms;
use std::fmt::Debug;
use std::panic::{catch_unwind, AssertUnwindSafe};

/// Two values of a type that can perhaps be compared.
pub struct Compared<'a, T>(pub &'a T, pub &'a T);

/// Preferred by method look-up.
pub trait ComparedByEquality {
    /// Whether they are the same.
    fn is_same(&self) -> bool;
}

impl<T: PartialEq> ComparedByEquality for &&Compared<'_, T> {
    fn is_same(&self) -> bool {
        self.0 == self.1
    }
}

/// The second choice.
pub trait ComparedByText {
    /// Whether they look the same.
    fn is_same(&self) -> bool;
}

impl<T: Debug> ComparedByText for &Compared<'_, T> {
    fn is_same(&self) -> bool {
        format!("{:?}", self.0) == format!("{:?}", self.1)
    }
}

/// The fallback: nobody knows.
pub trait Incomparable {
    /// Not certainly.
    fn is_same(&self) -> bool;
}

impl<T> Incomparable for Compared<'_, T> {
    fn is_same(&self) -> bool {
        false
    }
}

/// Appends what `write` does, if what is built of that is the same value; otherwise nothing.
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
    // The function may panic, and so may a comparison; or refuse, which unwinds.
    let same = catch_unwind(AssertUnwindSafe(|| is_same(&T::build(&Frame::new(&made, &store, None)))));
    let is_same = same.unwrap_or(false);
    if is_same {
        nodes.append(&made);
    }
    is_same
}
