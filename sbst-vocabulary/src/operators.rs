//! Operators of the language, as emitted code, the runtime and the search name them.

use std::cmp::Ordering;

/// A comparison operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Operator {
    /// Returns the operator as written.
    pub fn sign(self) -> &'static str {
        match self {
            Operator::Equal => "==",
            Operator::NotEqual => "!=",
            Operator::Less => "<",
            Operator::LessOrEqual => "<=",
            Operator::Greater => ">",
            Operator::GreaterOrEqual => ">=",
        }
    }

    /// Returns the operator with the opposite meaning.
    pub fn negated(self) -> Operator {
        match self {
            Operator::Equal => Operator::NotEqual,
            Operator::NotEqual => Operator::Equal,
            Operator::Less => Operator::GreaterOrEqual,
            Operator::LessOrEqual => Operator::Greater,
            Operator::Greater => Operator::LessOrEqual,
            Operator::GreaterOrEqual => Operator::Less,
        }
    }

    /// Returns the operator with the same meaning for exchanged operands.
    #[inline]
    pub fn mirrored(self) -> Operator {
        match self {
            Operator::Less => Operator::Greater,
            Operator::LessOrEqual => Operator::GreaterOrEqual,
            Operator::Greater => Operator::Less,
            Operator::GreaterOrEqual => Operator::LessOrEqual,
            same => same,
        }
    }

    /// True if operands in this order are related so.
    #[inline(always)]
    pub fn holds(self, order: Ordering) -> bool {
        match self {
            Operator::Less => order.is_lt(),
            Operator::LessOrEqual => order.is_le(),
            Operator::Greater => order.is_gt(),
            Operator::GreaterOrEqual => order.is_ge(),
            Operator::Equal => order.is_eq(),
            Operator::NotEqual => order.is_ne(),
        }
    }
}

/// An operator of two integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    ShiftLeft,
    ShiftRight,
    And,
    Or,
    ExclusiveOr,
}

impl Arithmetic {
    pub const ALL: [Arithmetic; 10] = [
        Arithmetic::Add,
        Arithmetic::Subtract,
        Arithmetic::Multiply,
        Arithmetic::Divide,
        Arithmetic::Remainder,
        Arithmetic::ShiftLeft,
        Arithmetic::ShiftRight,
        Arithmetic::And,
        Arithmetic::Or,
        Arithmetic::ExclusiveOr,
    ];

    /// Returns the operator as written.
    pub fn sign(self) -> &'static str {
        match self {
            Arithmetic::Add => "+",
            Arithmetic::Subtract => "-",
            Arithmetic::Multiply => "*",
            Arithmetic::Divide => "/",
            Arithmetic::Remainder => "%",
            Arithmetic::ShiftLeft => "<<",
            Arithmetic::ShiftRight => ">>",
            Arithmetic::And => "&",
            Arithmetic::Or => "|",
            Arithmetic::ExclusiveOr => "^",
        }
    }

    /// True for operators of bits, which cannot fail.
    pub fn is_bitwise(self) -> bool {
        matches!(self, Arithmetic::And | Arithmetic::Or | Arithmetic::ExclusiveOr)
    }

    /// True for operators that fail if the right operand is zero.
    pub fn divides(self) -> bool {
        matches!(self, Arithmetic::Divide | Arithmetic::Remainder)
    }
}

/// The change that an alternative of a mutation point makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    Compare(Operator),
    Calculate(Arithmetic),
    True,
    False,
    Negated,
    /// `&&` for `||`, or the other way around.
    Swapped,
    /// The type has no `!`.
    Uncomplemented,
    /// The type has no `-`.
    Unnegated,
    Incremented,
    Decremented,
    /// A text is empty.
    Emptied,
    /// A value is returned at once.
    Value,
    /// A statement, an arm or a loop is missing, or a jump is another one.
    Removed,
    /// A loop ends after its first round.
    Once,
    /// `?` returns, whatever its operand.
    Early,
}
