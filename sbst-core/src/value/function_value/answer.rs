//! An answer of a closure to its arguments. It reads keys and values in the order of its source,
//! and only as many as it needs.

use super::key::{self, Argument};
use crate::value::frame::Frame;
use std::cmp::Ordering;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Constant,
    /// The value of the first of this number of entries with equal keys, or the default.
    Table(usize),
    Equal,
    NotEqual,
    Less,
    Greater,
    /// True for one of this number of keys.
    Member(usize),
    /// The order of the argument and the key.
    ToKey,
    /// The order of the two arguments.
    Ascending,
    Descending,
    /// The argument with this index; the caller returns it.
    Itself(usize),
    /// The argument as an integer.
    Cast,
}

impl Answer {
    /// Returns the number of keys, or of tuples of keys.
    pub(super) fn entries(self) -> usize {
        match self {
            Answer::Table(entries) | Answer::Member(entries) => entries,
            Answer::Equal | Answer::NotEqual | Answer::Less | Answer::Greater | Answer::ToKey => 1,
            Answer::Constant | Answer::Ascending | Answer::Descending | Answer::Itself(_) | Answer::Cast => 0,
        }
    }
}

/// The next answer's result.
pub(super) enum Reply {
    /// The frame's next value.
    Next,
    Boolean(bool),
    Order(Ordering),
    /// An integer, in two's complement.
    Integer(u64),
}

/// Gives an answer, whose fields are the frame's next values.
pub(super) fn reply<'x>(answer: Answer, frame: &'x Frame<'x>, arguments: &[&dyn Argument]) -> Reply {
    let compared = || arguments.iter().filter(|argument| argument.has_keys());
    // Tuples are compared lexicographically.
    let compare = || {
        let mut all = Some(Ordering::Equal);
        // Each argument reads its key.
        for argument in compared() {
            let next = argument.compare(frame);
            all = if all == Some(Ordering::Equal) { next } else { all };
        }
        all
    };
    let is_equal = || compare() == Some(Ordering::Equal);
    let order = || {
        let mut typed = compared().map(|argument| argument.typed());
        typed.next().zip(typed.next()).map_or(Ordering::Equal, key::order)
    };
    match answer {
        Answer::Constant => Reply::Next,
        Answer::Table(entries) => {
            let default = frame.place();
            frame.skip();
            for _ in 0..entries {
                if is_equal() {
                    return Reply::Next;
                }
                frame.skip();
            }
            frame.return_to(default);
            Reply::Next
        }
        Answer::Equal => Reply::Boolean(is_equal()),
        Answer::NotEqual => Reply::Boolean(!is_equal()),
        Answer::Less => Reply::Boolean(compare() == Some(Ordering::Less)),
        Answer::Greater => Reply::Boolean(compare() == Some(Ordering::Greater)),
        Answer::Member(entries) => Reply::Boolean((0..entries).any(|_| is_equal())),
        Answer::ToKey => Reply::Order(compare().unwrap_or(Ordering::Equal)),
        Answer::Ascending => Reply::Order(order()),
        Answer::Descending => Reply::Order(order().reverse()),
        Answer::Cast => {
            Reply::Integer(compared().next().map_or(0, |argument| key::integer(argument.typed())))
        }
        Answer::Itself(_) => unreachable!("the argument is the caller's"),
    }
}
