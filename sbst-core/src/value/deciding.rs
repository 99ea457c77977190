//! The question whether a shape has a finite value, while shapes still depend on the answer.
//!
//! Origins and choices without finite values are left out of shapes. Including them would not
//! change the answer, since they add no value. So all of them count while the question is decided,
//! even if a type is made of itself.
//!
//! A second question ignores types given only by a variant of a result: a value is preferred to
//! such origins. So it counts as one only if it does not need them.
//!
//! A value of last resort does count: without it there may be none. So [these calls
//! alone](decide_with) decide whether calls give its type.

use sbst_model::Shape;
use std::cell::Cell;

thread_local! {
    static QUESTION: Cell<Option<Question>> = const { Cell::new(None) };
    static ORIGINS: Cell<Option<(usize, &'static Shape)>> = const { Cell::new(None) };
}

/// The origins that count while a question is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    All,
    AllButVariants,
}

/// Returns the question that this thread decides, if any.
pub(crate) fn deciding() -> Option<Question> {
    QUESTION.get()
}

/// Returns the shape in place of the origins at this address while a question is decided.
pub(crate) fn origins_of(address: usize) -> Option<&'static Shape> {
    ORIGINS.get().filter(|(own, _)| *own == address).map(|(_, shape)| shape)
}

/// Decides a question with this shape for the origins at an address.
pub(crate) fn decide_with<T>(
    origins: (usize, &'static Shape),
    question: Question,
    answer: impl FnOnce() -> T,
) -> T {
    let before = ORIGINS.replace(Some(origins));
    let answer = decide(question, answer);
    ORIGINS.set(before);
    answer
}

/// Decides a question; meanwhile shapes omit only the types excluded by it.
pub(crate) fn decide<T>(question: Question, answer: impl FnOnce() -> T) -> T {
    let before = QUESTION.replace(Some(question));
    let answer = answer();
    QUESTION.set(before);
    answer
}
