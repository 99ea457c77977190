//! The question if a shape has a finite value, while shapes still depend on the answer.
//!
//! Origins and choices that have no finite value are left out of shapes. To leave them in changes no
//! answer, for they add no value. So all of them count while the question is decided, also where a
//! type is made of itself.

use std::cell::Cell;

thread_local! {
    static IS_DECIDING: Cell<bool> = const { Cell::new(false) };
}

/// True while this thread finds out if there is a finite value.
pub(crate) fn is_deciding() -> bool {
    IS_DECIDING.get()
}

/// Decides a question, during which nothing is left out of shapes.
pub(crate) fn decide<T>(question: impl FnOnce() -> T) -> T {
    let before = IS_DECIDING.replace(true);
    let answer = question();
    IS_DECIDING.set(before);
    answer
}
