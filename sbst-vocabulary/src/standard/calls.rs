//! Questions of calls that return an option, a result or an ordering.

use crate::operators::{Arithmetic, Operator};

/// The question of a call that returns an option, a result or an ordering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallQuestion {
    /// A question about numbers or texts.
    Of(StdCall),
    /// The element of a collection at an index or for a key.
    Element,
    /// The existence of some member of a collection.
    SomeMember,
    /// The conversion of a number to the type of the result.
    Conversion,
}

impl CallQuestion {
    /// True if it compares two operands, both by reference.
    pub fn is_comparison(self) -> bool {
        use StdCall::{Compare, Order, ReversedOrder};
        matches!(self, CallQuestion::Of(Compare(_) | Order | ReversedOrder))
    }

    /// True if it is about numbers, which are taken by value.
    pub fn is_of_numbers(self) -> bool {
        use StdCall::{Beginning, End, Part, ToDigit};
        match self {
            CallQuestion::Conversion => true,
            CallQuestion::Of(Part | Beginning | End | ToDigit) => false,
            CallQuestion::Of(_) => !self.is_comparison(),
            CallQuestion::Element | CallQuestion::SomeMember => false,
        }
    }
}

/// A standard method, by the question that it answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StdCall {
    /// `checked_add`, `overflowing_shl`
    Calculate(Arithmetic),
    /// `checked_neg`
    Negate,
    /// `checked_abs`
    Magnitude,
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
    /// `eq`, `lt`
    Compare(Operator),
    /// `cmp`, `partial_cmp`
    Order,
    /// `cmp`, `partial_cmp` with exchanged operands.
    ReversedOrder,
}
