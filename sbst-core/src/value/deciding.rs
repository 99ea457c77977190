//! The question if a shape has a finite value, while shapes still depend on the answer.
//!
//! Origins and choices that have no finite value are left out of shapes. To leave them in changes no
//! answer, for they add no value. So all of them count while the question is decided, also where a
//! type is made of itself.
//!
//! A second question leaves out what only a variant of a result gives: a value is preferred to such
//! origins, so it counts as one only if it needs none of them.

use std::cell::Cell;

thread_local! {
    static QUESTION: Cell<Option<Question>> = const { Cell::new(None) };
}

/// The origins that count while a question is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    All,
    AllButVariants,
}

/// The question that this thread decides, if it does.
pub(crate) fn deciding() -> Option<Question> {
    QUESTION.get()
}

/// Decides a question, during which nothing is left out of shapes but what it says.
pub(crate) fn decide<T>(question: Question, answer: impl FnOnce() -> T) -> T {
    let before = QUESTION.replace(Some(question));
    let answer = answer();
    QUESTION.set(before);
    answer
}
