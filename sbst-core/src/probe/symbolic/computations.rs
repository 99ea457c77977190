//! Methods of integers as terms. Each is named in a table in `sbst-instrument`
//! (`condition/computations.rs`).
//!
//! 1. The terms of a computation are first evaluated for the numbers of the execution. If their
//!    value is not the program's, it was another method of that name, and the result is unknown.
//! 2. A computation that may fail gives a value and a condition of failing. Its [`Policy`] decides
//!    on the program's result: an option, a value with a flag, or a limit.
//! 3. The absence of panics is assumed: no overflow where it would panic, a divisor other than
//!    zero.

mod bounded;
mod given;
mod plain;

pub use bounded::{Operation, Policy};
pub(super) use given::Given;

use super::number::Type;
use super::operations;
use super::shadow::Known;
use sbst_solver::term::{Term, TermPool};

/// A computation by a method of the standard library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Computation {
    Bounded(Policy, Operation),
    Difference,
    Convert,
    Order,
    Length,
    CountOnes,
    CountZeros,
    DivideUp,
    LogarithmOfTwo,
    IsMultiple,
    IsNegative,
    IsPositive,
    IsPowerOfTwo,
    LeadingOnes,
    LeadingZeros,
    Greatest,
    Least,
    Parse,
    ReverseBits,
    RotateLeft,
    RotateRight,
    Sign,
    SwapBytes,
    ToLowercase,
    ToUppercase,
    BytesFromHighest,
    BytesFromLowest,
    TrailingOnes,
    TrailingZeros,
    UnsignedAbsolute,
    UnwrapOr,
}

/// The terms of a computation.
struct Terms {
    value: Term,
    /// True if the computation fails (rule 2).
    fails: Option<Term>,
    /// True if the program stops.
    panics: Option<Term>,
}

impl Terms {
    fn value(value: Term) -> Terms {
        Terms { value, fails: None, panics: None }
    }
}

/// The result of a computation.
pub(super) struct Computed {
    /// The program's result: a number; an option's content, if any; a value with a flag; bytes.
    pub(super) parts: Vec<Known>,
    /// True in all executions with a result of the same form: the variant of an option, the flag
    /// beside a value, an ordering.
    pub(super) form: Option<Term>,
    /// Rule 3.
    pub(super) survived: Option<Term>,
    pub(super) is_exact: bool,
}

impl Computation {
    /// True if it has two operands.
    pub(super) fn is_binary(self) -> bool {
        use Computation::*;
        match self {
            Bounded(_, operation) => operation.is_binary(),
            _ => matches!(
                self,
                Difference
                    | Order
                    | DivideUp
                    | IsMultiple
                    | Greatest
                    | Least
                    | RotateLeft
                    | RotateRight
                    | UnwrapOr
            ),
        }
    }

    /// Returns the result, if the program has the same (rule 1).
    pub(super) fn apply(
        self,
        left: Known,
        right: Option<Known>,
        given: &Given<'_>,
        pool: &mut TermPool,
    ) -> Option<Computed> {
        let is_exact = left.is_exact && right.is_none_or(|right| right.is_exact);
        let of_operand =
            |known: Known, pool: &mut TermPool| pool.constant(known.number.value, known.number.ty.bits);
        let (a, b) = (of_operand(left, pool), right.map(|right| of_operand(right, pool)));
        let now = self.terms(left.number.ty, given, a, b, pool)?;
        let is_true = |term: Option<Term>, pool: &TermPool| {
            term.map_or(Some(false), |term| pool.as_constant(term).map(|value| value == 1))
        };
        let (fails, panics) = (is_true(now.fails, pool)?, is_true(now.panics, pool)?);
        let value = pool.as_constant(now.value)?;
        if !given.is(value, fails) {
            return None;
        }
        if left.term.is_none() && right.is_none_or(|right| right.term.is_none()) {
            let parts = given.numbers().map(|number| Known { number, term: None, is_exact });
            return Some(Computed { parts: parts.collect(), form: None, survived: None, is_exact });
        }
        let (a, b) = (operations::term(left, pool), right.map(|right| operations::term(right, pool)));
        let Terms { value, fails: failing, panics: stops } = self.terms(left.number.ty, given, a, b, pool)?;
        let mut survived = stops.filter(|_| !panics).map(|stops| pool.not(stops));
        let mut form = None;
        match *given {
            Given::Order(_) => form = Some(pool.eq(value, now.value)),
            // An operator's method that wraps here stops elsewhere.
            Given::Number(_) if !fails => {
                let fits = failing.map(|failing| pool.not(failing));
                survived = match (survived, fits) {
                    (Some(one), Some(other)) => Some(pool.and(one, other)),
                    (one, other) => one.or(other),
                };
            }
            Given::Number(_) => {}
            _ => form = failing.map(|failing| if fails { failing } else { pool.not(failing) }),
        }
        let parts = given.parts(value, failing, pool);
        let parts = parts.into_iter().map(|(number, term)| Known { number, term: Some(term), is_exact });
        Some(Computed { parts: parts.collect(), form, survived, is_exact })
    }

    fn terms(
        self,
        from: Type,
        given: &Given<'_>,
        a: Term,
        b: Option<Term>,
        pool: &mut TermPool,
    ) -> Option<Terms> {
        match self {
            Computation::Bounded(policy, operation) => bounded::terms(policy, operation, from, a, b, pool),
            _ => plain::term(self, from, given.bits()?, a, b, pool).map(Terms::value),
        }
    }
}

#[cfg(test)]
mod tests;
