//! The comparisons of one execution: operands of its conditions, for input-to-state correspondence.
//!
//! Aschermann, Schumilo, Blazytko, Gawlik and Holz, "REDQUEEN: Fuzzing with Input-to-State
//! Correspondence", NDSS 2019. A value at a comparison is often a part of the input, or a simple
//! function of one. Probes record operands; the search draws the conclusions.

use crate::distance::Distance;
use sbst_vocabulary::Operator;

#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// The comparisons in the order of their evaluation.
    pub comparisons: Vec<Comparison>,
    /// The goals of outcomes with a boundary, each once, in any order, and the least distance to
    /// it. It is zero if the outcome was taken with neighbours, or with operands that distinguish
    /// `<` from `<=`.
    pub boundaries: Vec<(u32, Distance)>,
}

impl Trace {
    /// The most recorded comparisons of one execution. A loop over a long text evaluates thousands;
    /// the first ones and the last per condition are the most useful.
    pub const MOST: usize = 1_024;

    pub fn clear(&mut self) {
        self.comparisons.clear();
        self.boundaries.clear();
    }
}

/// An evaluated condition, with its operands. A pattern has one comparison per literal, and two per
/// range, for its ends. An arm of a `match` after the taken one has the comparisons of an attempt.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The goal of this outcome.
    pub covers: u32,
    /// The goal of the other outcome.
    pub misses: u32,
    pub relation: Relation,
    /// The operand on the left, or the queried text or collection.
    pub left: Operand,
    /// The operand on the right, or the searched one.
    pub right: Operand,
    /// True if the relation held. (The condition may be its negation, or need other relations too.)
    pub holds: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    Operator(Operator),
    /// `left.starts_with(right)`
    StartsWith,
    /// `left.ends_with(right)`
    EndsWith,
    /// `left.contains(right)`, where `left` is a text, or `right` is a member of a collection. A
    /// collection has a comparison for each tested member, with the member on the left.
    Contains,
    /// `left.eq_ignore_ascii_case(right)`
    EqualIgnoringCase,
}

impl From<Operator> for Relation {
    fn from(operator: Operator) -> Relation {
        Relation::Operator(operator)
    }
}

/// A value at a condition.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand {
    /// An integer of any type in two's complement of 128 bits, and true if it is negative.
    Integer(u128, bool),
    Float(f64),
    Character(char),
    /// A text, or its first [`Operand::LONGEST`] bytes.
    Text(String),
    /// Bytes, at most [`Operand::LONGEST`].
    Bytes(Vec<u8>),
}

impl Operand {
    /// The most recorded bytes of a text.
    pub const LONGEST: usize = 1_000;
}
