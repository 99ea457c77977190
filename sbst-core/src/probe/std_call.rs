//! Standard methods that are conditions, by their questions.

/// A standard method, by the question that it answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StdCall {
    /// `checked_add`, `overflowing_add`
    Add,
    /// `checked_sub`
    Subtract,
    /// `checked_mul`
    Multiply,
    /// `checked_div`, `checked_rem`
    Divide,
    /// `checked_neg`
    Negate,
    /// `checked_abs`
    Magnitude,
    /// `checked_shl`, `checked_shr`
    Shift,
    /// `checked_pow`
    Power,
    /// `checked_ilog`
    Logarithm,
    /// `NonZero::new`
    NonZero,
    /// `char::from_u32`
    Scalar,
    /// `char::from_digit`
    OfDigit,
    /// `to_digit`
    ToDigit,
    /// `find`, `split_once`
    Part,
    /// `strip_prefix`
    Beginning,
    /// `strip_suffix`
    End,
    /// `get(index)`, with the length of the collection kept.
    Element,
    /// `cmp`, `partial_cmp`
    Order,
    /// `cmp`, `partial_cmp` with exchanged operands.
    ReversedOrder,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}
