//! The program's results of computations.

use super::super::number::{Number, Type};
use crate::probe::typed::{with_integer_types, LifetimeFree, Typed};
use sbst_solver::term::{Term, TermPool};
use std::cmp::Ordering;
use std::num::ParseIntError;

/// The result of a method, by its type.
#[derive(Clone, Copy, Debug)]
pub(in super::super) enum Given<'a> {
    Number(Number),
    /// The number in an option or a result, and its type.
    Optional(Option<Number>, Type),
    /// A value beside a flag.
    Flagged(Number, bool),
    Order(Ordering),
    /// The bytes of an integer.
    Bytes(&'a [u8]),
    Other,
}

// SAFETY: as free as the type of its contents.
unsafe impl<T: LifetimeFree> LifetimeFree for Option<T> {}
// SAFETY: the error has no lifetime.
unsafe impl<T: LifetimeFree> LifetimeFree for Result<T, ParseIntError> {}
// SAFETY: as free as the type of its contents.
unsafe impl<T: LifetimeFree> LifetimeFree for (T, bool) {}

impl<'a> Given<'a> {
    pub(in super::super) fn new<V: ?Sized>(value: &'a V) -> Given<'a> {
        if let Some((number, _)) = Number::find(value) {
            return Given::Number(number);
        }
        let typed = Typed::new(value);
        macro_rules! find {
            ($($integer:ident)*) => { $(
                let number = |found: $integer| Number::find(&found).map(|(number, _)| number);
                let ty = || Type::new::<$integer>();
                if let (Some(found), Some(ty)) = (typed.get::<Option<$integer>>(), ty()) {
                    return Given::Optional(found.and_then(number), ty);
                }
                if let (Some(found), Some(ty)) = (typed.get::<Result<$integer, ParseIntError>>(), ty()) {
                    return Given::Optional(found.as_ref().ok().and_then(|found| number(*found)), ty);
                }
                if let Some((found, flag)) = typed.get::<($integer, bool)>() {
                    return number(*found).map_or(Given::Other, |number| Given::Flagged(number, *flag));
                }
            )* };
        }
        with_integer_types!(find);
        if let Some(order) = typed.get::<Ordering>() {
            return Given::Order(*order);
        }
        if let Some(order) = typed.get::<Option<Ordering>>() {
            return order.map_or(Given::Other, Given::Order);
        }
        super::super::number::bytes(value).map_or(Given::Other, Given::Bytes)
    }

    /// Returns the width of the value.
    pub(super) fn bits(&self) -> Option<u32> {
        Some(match self {
            Given::Number(number) | Given::Flagged(number, _) => number.ty.bits,
            Given::Optional(_, ty) => ty.bits,
            Given::Order(_) => 2,
            Given::Bytes(bytes) => 8 * bytes.len() as u32,
            Given::Other => return None,
        })
    }

    /// True if it is a computed value, or a failure.
    pub(super) fn is(&self, value: u128, fails: bool) -> bool {
        match *self {
            Given::Number(number) => number.value == value,
            Given::Optional(Some(number), _) => !fails && number.value == value,
            Given::Optional(None, _) => fails,
            Given::Flagged(number, flag) => number.value == value && flag == fails,
            Given::Order(order) => value == order_number(order),
            Given::Bytes(bytes) => joined(bytes) == value,
            Given::Other => false,
        }
    }

    pub(super) fn numbers(&self) -> impl Iterator<Item = Number> + '_ {
        let (number, flag, bytes): (_, _, &[u8]) = match *self {
            Given::Number(number) => (Some(number), None, &[]),
            Given::Optional(number, _) => (number, None, &[]),
            Given::Flagged(number, flag) => (Some(number), Some(Number::from_flag(flag)), &[]),
            Given::Bytes(bytes) => (None, None, bytes),
            Given::Order(_) | Given::Other => (None, None, &[]),
        };
        let bytes = bytes.iter().filter_map(|byte| Number::find(byte).map(|(number, _)| number));
        number.into_iter().chain(flag).chain(bytes)
    }

    /// Returns the numbers with their terms.
    pub(super) fn parts(&self, value: Term, fails: Option<Term>, pool: &mut TermPool) -> Vec<(Number, Term)> {
        let numbers: Vec<Number> = self.numbers().collect();
        let terms: Vec<Term> = match self {
            Given::Flagged(..) => vec![value, fails.unwrap_or_else(|| pool.boolean(false))],
            Given::Bytes(bytes) => {
                (0..bytes.len() as u32).map(|byte| pool.extract(value, 8 * byte + 7, 8 * byte)).collect()
            }
            _ => vec![value],
        };
        numbers.into_iter().zip(terms).collect()
    }
}

/// Returns the number with these bytes, the lowest first.
fn joined(bytes: &[u8]) -> u128 {
    bytes.iter().rev().fold(0, |value, byte| value << 8 | u128::from(*byte))
}

/// Returns the number of an ordering in terms.
pub(super) fn order_number(order: Ordering) -> u128 {
    (order as i8 + 1) as u128
}
