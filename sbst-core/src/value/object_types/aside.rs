//! Arguments of types without a known builder: results of earlier statements, or values of the same
//! type that another function [composes](crate::value::compose).

use super::KNOWN;
use crate::value::frame::Frame;
use std::pin::Pin;

/// Returns the next argument, by value.
pub(crate) fn taken<'f, T>(frame: &'f Frame<'f>) -> T {
    match frame.next_result::<T>() {
        Some(statement) => frame.store().take_result(statement),
        None => {
            set_aside::<T>(frame);
            frame.store().take_aside()
        }
    }
}

/// Returns the next argument, as `&`.
pub(crate) fn lent<'f, T: ?Sized>(frame: &'f Frame<'f>) -> &'f T {
    match frame.next_result::<T>() {
        Some(statement) => frame.store().lend_result(statement),
        None => {
            set_aside::<T>(frame);
            frame.store().lend_aside()
        }
    }
}

/// Returns the next argument, as `&mut`.
pub(crate) fn lent_mutably<'f, T: ?Sized>(frame: &'f Frame<'f>) -> &'f mut T {
    match frame.next_result::<T>() {
        Some(statement) => frame.store().lend_result_mutably(statement),
        None => {
            set_aside::<T>(frame);
            frame.store().lend_aside()
        }
    }
}

/// Returns the next argument, pinned in place.
pub(crate) fn pinned<'f, T: ?Sized>(frame: &'f Frame<'f>) -> Pin<&'f mut T> {
    match frame.next_result::<T>() {
        Some(statement) => frame.store().pin_result(statement),
        None => {
            set_aside::<T>(frame);
            frame.store().pin_aside()
        }
    }
}

fn set_aside<'f, T: ?Sized>(frame: &'f Frame<'f>) {
    let build = KNOWN.get().and_then(|known| known.set_aside(typeid::of::<T>()));
    build.expect("the argument is not the result of a statement, and values of its type cannot be built")(
        frame,
    );
}
