//! The comparisons of one execution: operands that its conditions met, for input-to-state
//! correspondence.
//!
//! Aschermann, Schumilo, Blazytko, Gawlik and Holz, "REDQUEEN: Fuzzing with Input-to-State
//! Correspondence", NDSS 2019: a value at a comparison is often a part of the input, or a simple
//! function of one. Probes record operands; the search draws the conclusions.

#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// In the order of their evaluation.
    pub comparisons: Vec<Comparison>,
}

impl Trace {
    /// The most comparisons that are written down for one execution: a loop over a long text
    /// evaluates thousands, of which those at the beginning and the last of each condition say
    /// most.
    pub const MOST: usize = 1_024;

    pub fn clear(&mut self) {
        self.comparisons.clear();
    }
}

/// A condition that was evaluated, with its operands. A pattern has one for each of its literals,
/// and two for each of its ranges, which is one for each end. An arm of a `match` that was not
/// tried, because one before it was taken, has what it would have had.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The goal that this outcome covers.
    pub covers: u32,
    /// The goal of the other outcome.
    pub misses: u32,
    pub relation: Relation,
    /// The operand on the left, or the text or collection that was asked.
    pub left: Operand,
    /// The operand on the right, or the one asked for.
    pub right: Operand,
    /// True if the relation held. (The condition may be its negation, or need other relations too.)
    pub holds: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    /// `left.starts_with(right)`
    StartsWith,
    /// `left.ends_with(right)`
    EndsWith,
    /// `left.contains(right)`, where `left` is a text, or `right` is a member of a collection: then
    /// there is a comparison for each member that was looked at, with the member on the left.
    Contains,
    /// `left.eq_ignore_ascii_case(right)`
    EqualIgnoringCase,
}

/// A value at a condition.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand {
    /// An integer of any type in two's complement of 128 bits, and whether it is negative.
    Integer(u128, bool),
    Float(f64),
    Character(char),
    /// A text, or its first [`Operand::LONGEST`] bytes.
    Text(String),
    /// Bytes, at most [`Operand::LONGEST`].
    Bytes(Vec<u8>),
}

impl Operand {
    /// Bytes of a text that are written down.
    pub const LONGEST: usize = 1_000;
}
