//! Methods of integers that compute a number, as terms.

use super::number::{Number, Type};
use super::operations;
use super::shadow::Known;
use sbst_solver::term::{Term, TermPool};

/// A computation by a method of the standard library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Computation {
    WrappingAdd,
    WrappingSubtract,
    WrappingMultiply,
    WrappingNegate,
    WrappingShiftLeft,
    WrappingShiftRight,
    SaturatingAdd,
    SaturatingSubtract,
    RotateLeft,
    RotateRight,
    SwapBytes,
    CountOnes,
    LeadingZeros,
    TrailingZeros,
    Absolute,
    Difference,
    Least,
    Greatest,
    ToLowercase,
    ToUppercase,
    Convert,
}

impl Computation {
    /// True if it has two operands.
    pub(super) fn is_binary(self) -> bool {
        use Computation::*;
        !matches!(
            self,
            WrappingNegate
                | SwapBytes
                | CountOnes
                | LeadingZeros
                | TrailingZeros
                | Absolute
                | ToLowercase
                | ToUppercase
                | Convert
        )
    }

    /// Returns the result, if the program's number is what the computation gives for the program's
    /// operands: methods of users have these names, too.
    pub(super) fn apply(
        self,
        left: Known,
        right: Option<Known>,
        result: Number,
        pool: &mut TermPool,
    ) -> Option<Known> {
        let is_exact = left.is_exact && right.is_none_or(|right| right.is_exact);
        let constant =
            |known: Known, pool: &mut TermPool| pool.constant(known.number.value, known.number.ty.bits);
        let (from, to) = (left.number.ty, result.ty);
        let [a, b] = [Some(left), right].map(|known| known.map(|known| constant(known, pool)));
        let given = self.term(from, to, a?, b, pool)?;
        if pool.as_constant(given)? != result.value {
            return None;
        }
        if left.term.is_none() && right.is_none_or(|right| right.term.is_none()) {
            return Some(Known { number: result, term: None, is_exact });
        }
        let a = operations::term(left, pool);
        let b = right.map(|right| operations::term(right, pool));
        let term = self.term(from, to, a, b, pool)?;
        Some(Known { number: result, term: Some(term), is_exact })
    }

    fn term(self, from: Type, to: Type, a: Term, b: Option<Term>, pool: &mut TermPool) -> Option<Term> {
        let bits = from.bits;
        let distance = |pool: &mut TermPool| {
            let by = pool.resize(b?, bits);
            let width = pool.constant(u128::from(bits) - 1, bits);
            Some(pool.and(by, width))
        };
        if self.is_binary() && !self.is_shift() && pool.width(b?) != bits {
            return None;
        }
        use Computation::*;
        let term = match self {
            WrappingAdd => pool.add(a, b?),
            WrappingSubtract => pool.sub(a, b?),
            WrappingMultiply => pool.mul(a, b?),
            WrappingNegate => pool.neg(a),
            WrappingShiftLeft => {
                let by = distance(pool)?;
                pool.shl(a, by)
            }
            WrappingShiftRight => {
                let by = distance(pool)?;
                if from.signed {
                    pool.ashr(a, by)
                } else {
                    pool.lshr(a, by)
                }
            }
            SaturatingAdd | SaturatingSubtract => self.saturate(from, a, b?, pool),
            RotateLeft => {
                let by = distance(pool)?;
                pool.rotate_left(a, by)
            }
            RotateRight => {
                let by = distance(pool)?;
                pool.rotate_right(a, by)
            }
            SwapBytes => {
                let mut swapped = pool.extract(a, 7, 0);
                for byte in 1..bits / 8 {
                    let next = pool.extract(a, 8 * byte + 7, 8 * byte);
                    swapped = pool.concat(swapped, next);
                }
                swapped
            }
            CountOnes => pool.popcount(a),
            LeadingZeros => pool.clz(a),
            TrailingZeros => pool.ctz(a),
            Absolute => {
                let zero = pool.constant(0, bits);
                let negative = if from.signed { pool.slt(a, zero) } else { pool.boolean(false) };
                let negated = pool.neg(a);
                pool.ite(negative, negated, a)
            }
            Difference | Least | Greatest => {
                let b = b?;
                let less = if from.signed { pool.slt(a, b) } else { pool.ult(a, b) };
                match self {
                    Least => pool.ite(less, a, b),
                    Greatest => pool.ite(less, b, a),
                    _ => {
                        let (up, down) = (pool.sub(b, a), pool.sub(a, b));
                        pool.ite(less, up, down)
                    }
                }
            }
            ToLowercase | ToUppercase => {
                let (first, last) = if self == ToLowercase { (b'A', b'Z') } else { (b'a', b'z') };
                let [first, last, change] = [first, last, 32].map(|n| pool.constant(n.into(), bits));
                let (above, below) = (pool.ule(first, a), pool.ule(a, last));
                let has_other = pool.and(above, below);
                let changed = pool.xor(a, change);
                pool.ite(has_other, changed, a)
            }
            Convert if bits == to.bits => a,
            Convert => match () {
                () if to.bits > bits && from.signed => pool.sign_extend(a, to.bits),
                () => pool.resize(a, to.bits),
            },
        };
        // Counts are 32 bits wide.
        Some(pool.resize(term, to.bits))
    }

    fn is_shift(self) -> bool {
        use Computation::*;
        matches!(self, WrappingShiftLeft | WrappingShiftRight | RotateLeft | RotateRight)
    }

    fn saturate(self, ty: Type, a: Term, b: Term, pool: &mut TermPool) -> Term {
        let adds = self == Computation::SaturatingAdd;
        let plain = if adds { pool.add(a, b) } else { pool.sub(a, b) };
        let overflows = match (adds, ty.signed) {
            (true, true) => pool.sadd_overflow(a, b),
            (true, false) => pool.uadd_overflow(a, b),
            (false, true) => pool.ssub_overflow(a, b),
            (false, false) => pool.usub_overflow(a, b),
        };
        let greatest = pool.constant(u128::MAX >> (128 - ty.bits + u32::from(ty.signed)), ty.bits);
        let least = pool.constant(u128::from(ty.signed) << (ty.bits - 1), ty.bits);
        let limit = match (ty.signed, adds) {
            (false, true) => greatest,
            (false, false) => least,
            // A sum that is too large has a positive left operand, and so has a difference.
            (true, _) => {
                let zero = pool.constant(0, ty.bits);
                let negative = pool.slt(a, zero);
                pool.ite(negative, least, greatest)
            }
        };
        pool.ite(overflows, limit, plain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use sbst_solver::term::{Assignment, Variable};

    fn number<T: 'static>(value: u128) -> Number {
        Number { ty: Type::new::<T>().unwrap(), value: 0 }.with(value)
    }

    /// Checks that a computation is recognised, and that its term has the program's value.
    fn agrees(computation: Computation, operands: &[Number], result: Number) {
        let mut pool = TermPool::default();
        let mut values = Assignment::default();
        let known: Vec<Known> = operands
            .iter()
            .enumerate()
            .map(|(index, number)| {
                let variable = Variable { index: index as u32, width: number.ty.bits as u8 };
                values.set(variable, number.value);
                Known { number: *number, term: Some(pool.variable(variable)), is_exact: true }
            })
            .collect();
        let known = computation.apply(known[0], known.get(1).copied(), result, &mut pool);
        let known = known.unwrap_or_else(|| panic!("{computation:?} of {operands:?} is {result:?}"));
        assert_eq!(pool.evaluate(known.term.unwrap(), &values), result.value, "{computation:?} {operands:?}");
    }

    macro_rules! laws {
        ($($name:ident: $type:ty, $unsigned:ty;)*) => { $(
            proptest! {
                #[test]
                fn $name(a: $type, b: $type, by in 0..200_u32) {
                    use Computation::*;
                    let n = |value: $type| number::<$type>(value as u128);
                    let count = |value: u32| number::<u32>(value.into());
                    for (computation, result) in [
                        (WrappingAdd, a.wrapping_add(b)),
                        (WrappingSubtract, a.wrapping_sub(b)),
                        (WrappingMultiply, a.wrapping_mul(b)),
                        (SaturatingAdd, a.saturating_add(b)),
                        (SaturatingSubtract, a.saturating_sub(b)),
                        (Least, a.min(b)),
                        (Greatest, a.max(b)),
                    ] {
                        agrees(computation, &[n(a), n(b)], n(result));
                    }
                    agrees(Difference, &[n(a), n(b)], number::<$unsigned>(a.abs_diff(b) as u128));
                    for (computation, result) in [
                        (WrappingShiftLeft, a.wrapping_shl(by)),
                        (WrappingShiftRight, a.wrapping_shr(by)),
                        (RotateLeft, a.rotate_left(by)),
                        (RotateRight, a.rotate_right(by)),
                    ] {
                        agrees(computation, &[n(a), count(by)], n(result));
                    }
                    agrees(WrappingNegate, &[n(a)], n(a.wrapping_neg()));
                    agrees(SwapBytes, &[n(a)], n(a.swap_bytes()));
                    agrees(CountOnes, &[n(a)], count(a.count_ones()));
                    agrees(LeadingZeros, &[n(a)], count(a.leading_zeros()));
                    agrees(TrailingZeros, &[n(a)], count(a.trailing_zeros()));
                }
            }
        )* };
    }
    laws! {
        computations_of_i32_have_the_programs_values: i32, u32;
        computations_of_u8_have_the_programs_values: u8, u8;
        computations_of_u64_have_the_programs_values: u64, u64;
    }

    #[test]
    fn what_a_method_of_the_users_returns_is_not_taken_for_a_computation() {
        let mut pool = TermPool::default();
        let known = Known::constant(number::<i32>(5));
        assert!(Computation::WrappingNegate.apply(known, None, number::<i32>(7), &mut pool).is_none());
    }

    #[test]
    fn letters_change_case_and_numbers_their_width() {
        for (from, to) in [(b'a', b'A'), (b'z', b'Z'), (b'{', b'{'), (b'5', b'5')] {
            agrees(Computation::ToUppercase, &[number::<u8>(from.into())], number::<u8>(to.into()));
        }
        agrees(Computation::Convert, &[number::<i8>(-3_i8 as u128)], number::<i64>(-3_i64 as u128));
        agrees(Computation::Convert, &[number::<u8>(200)], number::<i64>(200));
    }
}
