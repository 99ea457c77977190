//! Comparisons of computations with those of the language.

use super::super::number::Number;
use super::*;
use proptest::prelude::*;
use sbst_solver::term::{Assignment, Variable};

fn number<T: 'static>(value: u128) -> Number {
    Number { ty: Type::new::<T>().unwrap(), value: 0 }.with(value)
}

/// Checks that a computation is recognised, with the program's values of its terms.
fn agrees<V>(computation: Computation, operands: &[Number], result: V) {
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
    let given = Given::new(&result);
    let computed = computation.apply(known[0], known.get(1).copied(), &given, &mut pool);
    let computed = computed.unwrap_or_else(|| panic!("{computation:?} of {operands:?} is {given:?}"));
    for part in &computed.parts {
        assert_eq!(
            pool.evaluate(part.term.unwrap(), &values),
            part.number.value,
            "{computation:?} {operands:?} {given:?}"
        );
    }
    let numbers: Vec<Number> = computed.parts.iter().map(|part| part.number).collect();
    assert_eq!(numbers, given.numbers().collect::<Vec<_>>());
    for term in computed.form.into_iter().chain(computed.survived) {
        assert_eq!(pool.evaluate(term, &values), 1, "{computation:?} {operands:?} {given:?}");
    }
}

macro_rules! laws {
    ($($name:ident: $type:ident, $unsigned:ty, $any:expr;)*) => { $(
        proptest! {
            #[test]
            fn $name(a in $any, b in $any, by in 0..200_u32) {
                use Computation::*;
                use Operation::*;
                let n = |value: $type| number::<$type>(value as u128);
                let count = number::<u32>(by.into());
                let (x, y) = (n(a), n(b));
                macro_rules! bounded {
                    ($operation:ident: $checked:ident $overflowing:ident $wrapping:ident) => {
                        agrees(Bounded(Policy::Checked, $operation), &[x, y], a.$checked(b));
                        if a.$checked(b).is_some() || b != 0 {
                            agrees(Bounded(Policy::Overflowing, $operation), &[x, y], a.$overflowing(b));
                            agrees(Bounded(Policy::Wrapping, $operation), &[x, y], a.$wrapping(b));
                        }
                    };
                }
                bounded!(Add: checked_add overflowing_add wrapping_add);
                bounded!(Subtract: checked_sub overflowing_sub wrapping_sub);
                bounded!(Multiply: checked_mul overflowing_mul wrapping_mul);
                bounded!(Divide: checked_div overflowing_div wrapping_div);
                bounded!(Remainder: checked_rem overflowing_rem wrapping_rem);
                bounded!(DivideEuclid: checked_div_euclid overflowing_div_euclid wrapping_div_euclid);
                bounded!(RemainderEuclid: checked_rem_euclid overflowing_rem_euclid wrapping_rem_euclid);
                agrees(Bounded(Policy::Saturating, Add), &[x, y], a.saturating_add(b));
                agrees(Bounded(Policy::Saturating, Subtract), &[x, y], a.saturating_sub(b));
                agrees(Bounded(Policy::Saturating, Multiply), &[x, y], a.saturating_mul(b));
                if b != 0 {
                    agrees(Bounded(Policy::Saturating, Divide), &[x, y], a.saturating_div(b));
                }
                agrees(Bounded(Policy::Checked, Negate), &[x], a.checked_neg());
                agrees(Bounded(Policy::Overflowing, Negate), &[x], a.overflowing_neg());
                agrees(Bounded(Policy::Wrapping, Negate), &[x], a.wrapping_neg());
                agrees(Bounded(Policy::Checked, ShiftLeft), &[x, count], a.checked_shl(by));
                agrees(Bounded(Policy::Overflowing, ShiftLeft), &[x, count], a.overflowing_shl(by));
                agrees(Bounded(Policy::Wrapping, ShiftRight), &[x, count], a.wrapping_shr(by));
                agrees(Bounded(Policy::Checked, ShiftRight), &[x, count], a.checked_shr(by));
                agrees(Least, &[x, y], a.min(b));
                agrees(Greatest, &[x, y], a.max(b));
                agrees(Order, &[x, y], a.cmp(&b));
                agrees(Difference, &[x, y], a.abs_diff(b));
                agrees(RotateLeft, &[x, count], a.rotate_left(by));
                agrees(RotateRight, &[x, count], a.rotate_right(by));
                agrees(SwapBytes, &[x], a.swap_bytes());
                agrees(ReverseBits, &[x], a.reverse_bits());
                agrees(CountOnes, &[x], a.count_ones());
                agrees(CountZeros, &[x], a.count_zeros());
                agrees(LeadingZeros, &[x], a.leading_zeros());
                agrees(LeadingOnes, &[x], a.leading_ones());
                agrees(TrailingZeros, &[x], a.trailing_zeros());
                agrees(TrailingOnes, &[x], a.trailing_ones());
                if a > 0 {
                    agrees(LogarithmOfTwo, &[x], a.ilog2());
                }
                if size_of::<$type>() > 1 {
                    agrees(BytesFromLowest, &[x], a.to_le_bytes());
                    agrees(BytesFromHighest, &[x], a.to_be_bytes());
                }
            }
        }
    )* };
}
laws! {
    computations_of_i32_have_the_programs_values: i32, u32, prop_oneof![any::<i32>(), Just(i32::MIN), -9..9];
    computations_of_u8_have_the_programs_values: u8, u8, prop_oneof![any::<u8>(), 0..9u8];
    computations_of_i8_have_the_programs_values: i8, u8, prop_oneof![any::<i8>(), Just(i8::MIN), -9..9i8];
    computations_of_u64_have_the_programs_values: u64, u64, prop_oneof![any::<u64>(), 0..9u64];
}

macro_rules! powers {
    ($($name:ident: $type:ident;)*) => { $(
        proptest! {
            #[test]
            fn $name(a: $type, exponent in 0..10_u32) {
                use Computation::Bounded;
                let operands = [number::<$type>(a as u128), number::<u32>(exponent.into())];
                let mut pool = TermPool::default();
                let variable = Variable { index: 0, width: $type::BITS as u8 };
                let base = Known { number: operands[0], term: Some(pool.variable(variable)), is_exact: true };
                let by = Known::constant(operands[1]);
                let mut values = Assignment::default();
                values.set(variable, operands[0].value);
                macro_rules! of_policy {
                    ($policy:ident, $result:expr) => {
                        let result = $result;
                        let given = Given::new(&result);
                        let power = Bounded(Policy::$policy, Operation::Power);
                        let computed = power.apply(base, Some(by), &given, &mut pool).unwrap();
                        for part in computed.parts {
                            let term = operations::term(part, &mut pool);
                            prop_assert_eq!(pool.evaluate(term, &values), part.number.value);
                        }
                    };
                }
                of_policy!(Checked, a.checked_pow(exponent));
                of_policy!(Wrapping, a.wrapping_pow(exponent));
                of_policy!(Saturating, a.saturating_pow(exponent));
                of_policy!(Overflowing, a.overflowing_pow(exponent));
            }
        }
    )* };
}
powers! {
    powers_of_i8_have_the_programs_values: i8;
    powers_of_u16_have_the_programs_values: u16;
    powers_of_i64_have_the_programs_values: i64;
}

proptest! {
    #[test]
    fn methods_of_some_integers_only_are_computed(a in prop_oneof![any::<i16>(), Just(i16::MIN), -3..3i16], c: u32, d in 1..9_u32) {
        use Computation::*;
        let x = number::<i16>(a as u128);
        agrees(Bounded(Policy::Wrapping, Operation::Absolute), &[x], a.wrapping_abs());
        agrees(Bounded(Policy::Saturating, Operation::Absolute), &[x], a.saturating_abs());
        agrees(Bounded(Policy::Saturating, Operation::Negate), &[x], a.saturating_neg());
        agrees(Bounded(Policy::Checked, Operation::Absolute), &[x], a.checked_abs());
        agrees(Bounded(Policy::Overflowing, Operation::Absolute), &[x], a.overflowing_abs());
        agrees(UnsignedAbsolute, &[x], a.unsigned_abs());
        agrees(Sign, &[x], a.signum());
        agrees(IsNegative, &[x], a.is_negative());
        agrees(IsPositive, &[x], a.is_positive());
        let (y, z) = (number::<u32>(c.into()), number::<u32>(d.into()));
        agrees(IsPowerOfTwo, &[y], c.is_power_of_two());
        agrees(IsPowerOfTwo, &[z], d.is_power_of_two());
        agrees(DivideUp, &[y, z], c.div_ceil(d));
        agrees(IsMultiple, &[y, z], c % d == 0);
    }
}

#[test]
fn results_of_user_methods_are_not_computations() {
    let mut pool = TermPool::default();
    let known = Known::constant(number::<i32>(5));
    let negation = Computation::Bounded(Policy::Wrapping, Operation::Negate);
    assert!(negation.apply(known, None, &Given::new(&7), &mut pool).is_none());
    let sum = Computation::Bounded(Policy::Checked, Operation::Add);
    assert!(sum.apply(known, Some(known), &Given::new(&None::<i32>), &mut pool).is_none());
    assert!(sum.apply(known, Some(known), &Given::new(&Some(9)), &mut pool).is_none());
    assert!(sum.apply(known, Some(known), &Given::new(&Some(10)), &mut pool).is_some());
}

#[test]
fn letters_change_case_and_numbers_their_width() {
    for (from, to) in [(b'a', b'A'), (b'z', b'Z'), (b'{', b'{'), (b'5', b'5')] {
        agrees(Computation::ToUppercase, &[number::<u8>(from.into())], to);
    }
    agrees(Computation::Convert, &[number::<i8>(-3_i8 as u128)], -3_i64);
    agrees(Computation::Convert, &[number::<u8>(200)], 200_i64);
}
