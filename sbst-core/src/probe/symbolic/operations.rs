//! Operations of integers as terms, with the assumptions of no panic.

use super::number::{Number, Type};
use super::shadow::Known;
use sbst_model::Arithmetic;
use sbst_solver::term::{Term, TermPool};

/// Returns the term of a known number.
pub(super) fn term(known: Known, pool: &mut TermPool) -> Term {
    known.term.unwrap_or_else(|| pool.constant(known.number.value, known.number.ty.bits))
}

/// Returns the wrapped result of an operation, and the condition under which the language does not
/// panic.
pub(super) fn apply(
    operator: Arithmetic,
    left: Known,
    right: Known,
    pool: &mut TermPool,
) -> (Known, Option<Term>) {
    let (number, fails) = compute(operator, left.number, right.number);
    let is_exact = left.is_exact && right.is_exact;
    if left.term.is_none() && right.term.is_none() {
        return (Known { number, term: None, is_exact }, None);
    }
    let Type { bits, signed, .. } = left.number.ty;
    let a = term(left, pool);
    let b = term(right, pool);
    use Arithmetic::*;
    let result = match operator {
        Add => pool.add(a, b),
        Subtract => pool.sub(a, b),
        Multiply => pool.mul(a, b),
        Divide if signed => pool.sdiv(a, b),
        Divide => pool.udiv(a, b),
        Remainder if signed => pool.srem(a, b),
        Remainder => pool.urem(a, b),
        And => pool.and(a, b),
        Or => pool.or(a, b),
        ExclusiveOr => pool.xor(a, b),
        ShiftLeft | ShiftRight => {
            let by = pool.resize(b, bits);
            match operator {
                ShiftLeft => pool.shl(a, by),
                _ if signed => pool.ashr(a, by),
                _ => pool.lshr(a, by),
            }
        }
    };
    let failure = match operator {
        Add if signed => Some(pool.sadd_overflow(a, b)),
        Add => Some(pool.uadd_overflow(a, b)),
        Subtract if signed => Some(pool.ssub_overflow(a, b)),
        Subtract => Some(pool.usub_overflow(a, b)),
        Multiply if signed => Some(pool.smul_overflow(a, b)),
        Multiply => Some(pool.umul_overflow(a, b)),
        Divide | Remainder => {
            let zero = pool.constant(0, bits);
            let is_zero = pool.eq(b, zero);
            Some(match signed {
                true => {
                    let overflows = pool.sdiv_overflow(a, b);
                    pool.or(is_zero, overflows)
                }
                false => is_zero,
            })
        }
        ShiftLeft | ShiftRight => {
            let width = pool.constant(bits.into(), pool.width(b));
            let fits = pool.ult(b, width);
            Some(pool.not(fits))
        }
        And | Or | ExclusiveOr => None,
    };
    let survived = failure.filter(|_| !fails).map(|failure| pool.not(failure));
    (Known { number, term: Some(result), is_exact }, survived)
}

/// Returns the result of an operation in two's complement, and true if the language panics.
fn compute(operator: Arithmetic, left: Number, right: Number) -> (Number, bool) {
    let (a, b) = (left.value, right.value);
    let (s, t) = (left.signed(), right.signed());
    let signed = left.ty.signed;
    use Arithmetic::*;
    let (value, exact) = match operator {
        Add => {
            (a.wrapping_add(b), if signed { s.checked_add(t).map(|n| n as u128) } else { a.checked_add(b) })
        }
        Subtract => {
            (a.wrapping_sub(b), if signed { s.checked_sub(t).map(|n| n as u128) } else { a.checked_sub(b) })
        }
        Multiply => {
            (a.wrapping_mul(b), if signed { s.checked_mul(t).map(|n| n as u128) } else { a.checked_mul(b) })
        }
        Divide if signed => (s.checked_div(t).unwrap_or(0) as u128, s.checked_div(t).map(|n| n as u128)),
        Divide => (a.checked_div(b).unwrap_or(0), a.checked_div(b)),
        Remainder if signed => (s.checked_rem(t).unwrap_or(0) as u128, s.checked_rem(t).map(|n| n as u128)),
        Remainder => (a.checked_rem(b).unwrap_or(0), a.checked_rem(b)),
        And => return (left.with(a & b), false),
        Or => return (left.with(a | b), false),
        ExclusiveOr => return (left.with(a ^ b), false),
        ShiftLeft | ShiftRight => {
            let by = u32::try_from(b).ok().filter(|by| *by < left.ty.bits);
            let shifted = by.map_or(0, |by| match operator {
                ShiftLeft => a << by,
                _ if signed => (s >> by) as u128,
                _ => a >> by,
            });
            return (left.with(shifted), by.is_none());
        }
    };
    let result = left.with(value);
    let is_exact = exact.is_some_and(|exact| match signed {
        true => exact == result.signed() as u128,
        false => exact == result.value,
    });
    (result, !is_exact)
}

/// Returns the result of `operand as target`.
pub(super) fn cast(operand: Known, target: Type, pool: &mut TermPool) -> Known {
    let signed = operand.number.ty.signed;
    let value = if signed { operand.number.signed() as u128 } else { operand.number.value };
    let number = Number { ty: target, value: 0 }.with(value);
    let term = operand.term.map(|term| match pool.width(term) {
        width if width > target.bits => pool.extract(term, target.bits - 1, 0),
        width if width < target.bits && signed => pool.sign_extend(term, target.bits),
        _ => pool.resize(term, target.bits),
    });
    Known { number, term, is_exact: operand.is_exact }
}

/// Returns a number with the higher bits of one number, and the lower bits of another.
pub(super) fn join(high: Known, low: Known, pool: &mut TermPool) -> Known {
    let ty = Type { bits: high.number.ty.bits + low.number.ty.bits, ..low.number.ty };
    let number = Number { ty, value: high.number.value << low.number.ty.bits | low.number.value };
    let is_constant = high.term.is_none() && low.term.is_none();
    let term = (!is_constant).then(|| {
        let (high, low) = (term(high, pool), term(low, pool));
        pool.concat(high, low)
    });
    Known { number, term, is_exact: high.is_exact && low.is_exact }
}

/// Returns the result of `!operand`.
pub(super) fn complement(operand: Known, pool: &mut TermPool) -> Known {
    let number = operand.number.with(!operand.number.value);
    Known { number, term: operand.term.map(|term| pool.not(term)), ..operand }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use sbst_solver::term::{Assignment, Variable};

    /// Returns the results of the language: `None` where it panics.
    macro_rules! language {
        ($name:ident: $integer:ty) => {
            fn $name(operator: Arithmetic, a: $integer, b: $integer) -> Option<$integer> {
                match operator {
                    Arithmetic::Add => a.checked_add(b),
                    Arithmetic::Subtract => a.checked_sub(b),
                    Arithmetic::Multiply => a.checked_mul(b),
                    Arithmetic::Divide => a.checked_div(b),
                    Arithmetic::Remainder => a.checked_rem(b),
                    Arithmetic::ShiftLeft => u32::try_from(b).ok().and_then(|b| a.checked_shl(b)),
                    Arithmetic::ShiftRight => u32::try_from(b).ok().and_then(|b| a.checked_shr(b)),
                    Arithmetic::And => Some(a & b),
                    Arithmetic::Or => Some(a | b),
                    Arithmetic::ExclusiveOr => Some(a ^ b),
                }
            }
        };
    }
    language!(of_i32: i32);
    language!(of_u8: u8);
    language!(of_i128: i128);

    fn agrees(operator: Arithmetic, a: Number, b: Number, wanted: Option<u128>) {
        let mut pool = TermPool::default();
        let mut values = Assignment::default();
        let [left, right] = [(0, a), (1, b)].map(|(index, number)| {
            let variable = Variable { index, width: number.ty.bits as u8 };
            values.set(variable, number.value);
            Known { number, term: Some(pool.variable(variable)), is_exact: true }
        });
        let (result, survived) = apply(operator, left, right, &mut pool);
        let wanted = wanted.map(|wanted| a.with(wanted));
        match wanted {
            Some(wanted) => {
                assert_eq!(result.number, wanted, "{operator:?} {a:?} {b:?}");
                assert_eq!(
                    pool.evaluate(result.term.unwrap(), &values),
                    wanted.value,
                    "{operator:?} {a:?} {b:?}"
                );
                assert!(survived.is_none_or(|survived| pool.evaluate(survived, &values) == 1));
            }
            None => assert!(survived.is_none(), "{operator:?} {a:?} {b:?}"),
        }
    }

    fn number<T: 'static>(value: u128) -> Number {
        Number { ty: Type::new::<T>().unwrap(), value: 0 }.with(value)
    }

    proptest! {
        #[test]
        fn terms_have_the_results_of_the_language(a: i32, b in prop_oneof![any::<i32>(), -40..40_i32], c: u8, d: u8, e: i128, f: i128) {
            for operator in Arithmetic::ALL {
                let [x, y] = [a, b].map(|n| number::<i32>(n as u128));
                agrees(operator, x, y, of_i32(operator, a, b).map(|n| n as u128));
                let [x, y] = [c, d].map(|n| number::<u8>(n.into()));
                agrees(operator, x, y, of_u8(operator, c, d).map(u128::from));
                let [x, y] = [e, f].map(|n| number::<i128>(n as u128));
                agrees(operator, x, y, of_i128(operator, e, f).map(|n| n as u128));
            }
        }

        #[test]
        fn casts_and_complements_are_those_of_the_language(a: i16) {
            let mut pool = TermPool::default();
            let variable = Variable { index: 0, width: 16 };
            let mut values = Assignment::default();
            values.set(variable, (a as u16).into());
            let known = Known { number: number::<i16>(a as u128), term: Some(pool.variable(variable)), is_exact: true };
            let narrow = cast(known, Type::new::<u8>().unwrap(), &mut pool);
            let wide = cast(known, Type::new::<u64>().unwrap(), &mut pool);
            let complement = complement(known, &mut pool);
            for (known, wanted) in [(narrow, (a as u8).into()), (wide, (a as u64).into()), (complement, (!a as u16).into())] {
                prop_assert_eq!(known.number.value, wanted);
                prop_assert_eq!(pool.evaluate(known.term.unwrap(), &values), wanted);
            }
        }
    }
}
