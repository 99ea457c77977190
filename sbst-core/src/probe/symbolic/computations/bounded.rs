//! Operations of integers with results that may be out of range, by the treatment of these.

use super::super::number::Type;
use super::Terms;
use sbst_solver::term::{Term, TermPool};

/// The greatest constant exponent of a power.
const MOST_FACTORS: u128 = 16;

/// The fate of a result that is out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    Checked,
    Overflowing,
    Saturating,
    Wrapping,
    /// The program stops, or wraps where it does not check.
    Exact,
}

/// An operation that may have a result out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    Absolute,
    Add,
    Divide,
    DivideEuclid,
    Multiply,
    Negate,
    Power,
    Remainder,
    RemainderEuclid,
    ShiftLeft,
    ShiftRight,
    Subtract,
}
use Operation::*;

impl Operation {
    pub(super) fn is_binary(self) -> bool {
        !matches!(self, Absolute | Negate)
    }
}

/// The parts of an operation.
struct Parts {
    /// In two's complement, of this width.
    wrapped: Term,
    overflows: Term,
    /// True if a result out of range lies below it.
    is_below: Term,
    is_by_zero: Option<Term>,
}

pub(super) fn terms(
    policy: Policy,
    operation: Operation,
    ty: Type,
    a: Term,
    b: Option<Term>,
    pool: &mut TermPool,
) -> Option<Terms> {
    let Parts { wrapped, overflows, is_below, is_by_zero } = parts(operation, ty, a, b, pool)?;
    Some(match policy {
        Policy::Checked => {
            let by_zero = is_by_zero.unwrap_or_else(|| pool.boolean(false));
            Terms { value: wrapped, fails: Some(pool.or(overflows, by_zero)), panics: None }
        }
        Policy::Wrapping => Terms { value: wrapped, fails: None, panics: is_by_zero },
        Policy::Overflowing | Policy::Exact => {
            Terms { value: wrapped, fails: Some(overflows), panics: is_by_zero }
        }
        Policy::Saturating => {
            let greatest = pool.constant(u128::MAX >> (128 - ty.bits + u32::from(ty.signed)), ty.bits);
            let least = pool.constant(u128::from(ty.signed) << (ty.bits - 1), ty.bits);
            let limit = pool.ite(is_below, least, greatest);
            Terms { value: pool.ite(overflows, limit, wrapped), fails: None, panics: is_by_zero }
        }
    })
}

fn parts(operation: Operation, ty: Type, a: Term, b: Option<Term>, pool: &mut TermPool) -> Option<Parts> {
    let Type { bits, signed, .. } = ty;
    let zero = pool.constant(0, bits);
    let never = pool.boolean(false);
    let is_negative =
        |term: Term, pool: &mut TermPool| if signed { pool.slt(term, zero) } else { pool.boolean(false) };
    match operation {
        Power => return power(ty, a, b?, pool),
        ShiftLeft | ShiftRight => {
            let by = b?;
            let width = pool.constant(bits.into(), pool.width(by));
            let fits = pool.ult(by, width);
            let mask = pool.constant(u128::from(bits) - 1, bits);
            let by = pool.resize(by, bits);
            let by = pool.and(by, mask);
            let wrapped = match operation {
                ShiftLeft => pool.shl(a, by),
                _ if signed => pool.ashr(a, by),
                _ => pool.lshr(a, by),
            };
            return Some(Parts { wrapped, overflows: pool.not(fits), is_below: never, is_by_zero: None });
        }
        _ if operation.is_binary() && pool.width(b?) != bits => return None,
        _ => {}
    }
    let a_is_below = is_negative(a, pool);
    let (wrapped, overflows, is_below) = match operation {
        Absolute => {
            let negated = pool.neg(a);
            let overflows = if signed { pool.neg_overflow(a) } else { never };
            (pool.ite(a_is_below, negated, a), overflows, never)
        }
        Negate => {
            let is_zero = pool.eq(a, zero);
            let overflows = if signed { pool.neg_overflow(a) } else { pool.not(is_zero) };
            (pool.neg(a), overflows, pool.boolean(!signed))
        }
        Add => {
            let overflows = if signed { pool.sadd_overflow(a, b?) } else { pool.uadd_overflow(a, b?) };
            // A sum that is too large has a positive left operand, and so has a difference.
            (pool.add(a, b?), overflows, a_is_below)
        }
        Subtract => {
            let overflows = if signed { pool.ssub_overflow(a, b?) } else { pool.usub_overflow(a, b?) };
            let is_below = if signed { a_is_below } else { pool.boolean(true) };
            (pool.sub(a, b?), overflows, is_below)
        }
        Multiply => {
            let overflows = if signed { pool.smul_overflow(a, b?) } else { pool.umul_overflow(a, b?) };
            let b_is_below = is_negative(b?, pool);
            (pool.mul(a, b?), overflows, pool.xor(a_is_below, b_is_below))
        }
        Divide | DivideEuclid | Remainder | RemainderEuclid => {
            let b = b?;
            let is_by_zero = Some(pool.eq(b, zero));
            let overflows = if signed { pool.sdiv_overflow(a, b) } else { never };
            let wrapped = quotient_or_remainder(operation, signed, a, b, pool);
            return Some(Parts { wrapped, overflows, is_below: never, is_by_zero });
        }
        Power | ShiftLeft | ShiftRight => return None,
    };
    Some(Parts { wrapped, overflows, is_below, is_by_zero: None })
}

fn quotient_or_remainder(operation: Operation, signed: bool, a: Term, b: Term, pool: &mut TermPool) -> Term {
    match (operation, signed) {
        (Divide | DivideEuclid, false) => return pool.udiv(a, b),
        (Remainder | RemainderEuclid, false) => return pool.urem(a, b),
        (Divide, true) => return pool.sdiv(a, b),
        (Remainder, true) => return pool.srem(a, b),
        _ => {}
    }
    let bits = pool.width(a);
    let (zero, one) = (pool.constant(0, bits), pool.constant(1, bits));
    let remainder = pool.srem(a, b);
    let (is_below, b_is_below) = (pool.slt(remainder, zero), pool.slt(b, zero));
    let (plain, when_below, when_above) = if operation == DivideEuclid {
        let quotient = pool.sdiv(a, b);
        (quotient, pool.add(quotient, one), pool.sub(quotient, one))
    } else {
        (remainder, pool.sub(remainder, b), pool.add(remainder, b))
    };
    let corrected = pool.ite(b_is_below, when_below, when_above);
    pool.ite(is_below, corrected, plain)
}

/// A power with a constant exponent, factor by factor: once out of range, it stays there.
fn power(ty: Type, a: Term, exponent: Term, pool: &mut TermPool) -> Option<Parts> {
    let exponent = pool.as_constant(exponent).filter(|exponent| *exponent <= MOST_FACTORS)?;
    let mut wrapped = pool.constant(1, ty.bits);
    let mut overflows = pool.boolean(false);
    for _ in 0..exponent {
        let out = if ty.signed { pool.smul_overflow(wrapped, a) } else { pool.umul_overflow(wrapped, a) };
        overflows = pool.or(overflows, out);
        wrapped = pool.mul(wrapped, a);
    }
    let zero = pool.constant(0, ty.bits);
    let is_below = match ty.signed && exponent % 2 == 1 {
        true => pool.slt(a, zero),
        false => pool.boolean(false),
    };
    Some(Parts { wrapped, overflows, is_below, is_by_zero: None })
}
