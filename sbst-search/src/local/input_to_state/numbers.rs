//! Functions that may map a number of the input to a compared number.

use super::{target_value::TargetValue, Rank};
use sbst_model::trace::Operand;

/// A function of an integer, with a partial inverse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    /// `x`
    Same,
    /// `x as u8` and similar casts: the lower bits, as signed or unsigned.
    Narrowed { bits: u32, signed: bool },
    /// `-x`
    Negated,
    /// `!x` in this number of bits, as signed or unsigned.
    Inverted { bits: u32, signed: bool },
    /// `x.swap_bytes()` in this number of bits.
    Swapped { bits: u32 },
    /// `x.abs()`
    Absolute,
    /// `x * x`
    Squared,
    /// `x * factor`
    Times(i128),
    /// `x / divisor`
    DividedBy(i128),
    /// `x + summand`
    Plus(i128),
    /// `minuend - x`
    TakenFrom(i128),
}

impl Function {
    /// Returns its value at `x`, if defined.
    pub(super) fn value_at(self, x: i128) -> Option<i128> {
        match self {
            Function::Same => Some(x),
            Function::Narrowed { bits, signed } => Some(narrowed(x, bits, signed)),
            Function::Negated => x.checked_neg(),
            Function::Inverted { bits, signed } => Some(narrowed(!x, bits, signed)),
            Function::Swapped { bits } => Some(swapped(x, bits)),
            Function::Absolute => x.checked_abs(),
            Function::Squared => x.checked_mul(x),
            Function::Times(factor) => x.checked_mul(factor),
            Function::DividedBy(divisor) => x.checked_div(divisor),
            Function::Plus(summand) => x.checked_add(summand),
            Function::TakenFrom(minuend) => minuend.checked_sub(x),
        }
    }

    /// Returns a number that it maps to `wanted`, the nearest to `x` of several.
    pub(super) fn inverse(self, wanted: i128, x: i128) -> Option<i128> {
        let inverse = match self {
            Function::Same | Function::Absolute => Some(wanted),
            // The bits above stay.
            Function::Narrowed { bits, .. } => Some(x & !mask(bits) | wanted & mask(bits)),
            Function::Negated => wanted.checked_neg(),
            Function::Inverted { bits, .. } => Some(x & !mask(bits) | !wanted & mask(bits)),
            Function::Swapped { bits } => Some(swapped(wanted, bits)),
            Function::Squared => {
                u128::try_from(wanted).ok().and_then(|wanted| i128::try_from(wanted.isqrt()).ok())
            }
            Function::Times(factor) => wanted.checked_div(factor),
            Function::DividedBy(divisor) => wanted.checked_mul(divisor),
            Function::Plus(summand) => wanted.checked_sub(summand),
            Function::TakenFrom(minuend) => minuend.checked_sub(wanted),
        };
        inverse.filter(|&inverse| self.value_at(inverse) == Some(wanted))
    }

    fn rank(self) -> Rank {
        match self {
            Function::Same => Rank::Same,
            Function::Times(_) | Function::DividedBy(_) => Rank::Scaled,
            Function::Plus(_) | Function::TakenFrom(_) => Rank::Shifted,
            _ => Rank::Function,
        }
    }
}

fn mask(bits: u32) -> i128 {
    (1 << bits) - 1
}

/// Returns the lower bits, fewer than 128.
fn narrowed(x: i128, bits: u32, signed: bool) -> i128 {
    let unused = 128 - bits;
    if signed {
        x << unused >> unused
    } else {
        x & mask(bits)
    }
}

fn swapped(x: i128, bits: u32) -> i128 {
    match bits {
        16 => (x as u16).swap_bytes().into(),
        32 => (x as u32).swap_bytes().into(),
        _ => (x as u64).swap_bytes().into(),
    }
}

/// Returns every function that maps `x`, an integer of this number of bits, to `seen`.
pub(super) fn functions(bits: u32, x: i128, seen: i128) -> impl Iterator<Item = Function> {
    let narrow = [8, 16, 32, 64].into_iter().flat_map(|bits| {
        [true, false].into_iter().flat_map(move |signed| {
            [Function::Narrowed { bits, signed }, Function::Inverted { bits, signed }]
        })
    });
    let swapped = [16, 32, 64].into_iter().filter(move |&swapped| swapped == bits);
    let swapped = swapped.map(|bits| Function::Swapped { bits });
    let factor = seen.checked_div(x).filter(|factor| factor.unsigned_abs() > 1);
    let divisor = x.checked_div(seen).filter(|divisor| divisor.unsigned_abs() > 1);
    let fixed = [Function::Same, Function::Negated, Function::Absolute, Function::Squared];
    let open = [
        factor.map(Function::Times),
        divisor.map(Function::DividedBy),
        seen.checked_sub(x).map(Function::Plus),
        seen.checked_add(x).map(Function::TakenFrom),
    ];
    fixed
        .into_iter()
        .chain(narrow)
        .chain(swapped)
        .chain(open.into_iter().flatten())
        .filter(move |function| function.value_at(x) == Some(seen))
}

/// Guesses integers that replace `x` of this number of bits.
pub(super) fn guess(bits: u32, x: i128, target: &TargetValue, emit: &mut dyn FnMut(Rank, i128)) {
    let Some(seen) = whole(&target.seen) else { return };
    // A fractional float is approached from both sides.
    let (below, above) = match target.wanted {
        Operand::Float(wanted) if wanted.is_finite() => (wanted.floor() as i128, wanted.ceil() as i128),
        ref wanted => match whole(wanted) {
            Some(wanted) => (wanted, wanted),
            None => return,
        },
    };
    for function in functions(bits, x, seen) {
        for wanted in [below, above] {
            match function.inverse(wanted, x) {
                Some(inverse) => emit(function.rank(), inverse),
                // An ordering holds beside the exact value; if it must be exact, one evaluation is
                // lost.
                None => {
                    if let Function::Times(factor) = function {
                        let quotient = wanted.div_euclid(factor);
                        emit(Rank::Offered, quotient);
                        emit(Rank::Offered, quotient.saturating_add(1));
                    }
                }
            }
        }
    }
}

/// Returns an operand as an integer, floats rounded.
pub(super) fn whole(operand: &Operand) -> Option<i128> {
    match *operand {
        Operand::Integer(value, negative) => i128::try_from(value).ok().or(negative.then_some(value as i128)),
        Operand::Character(value) => Some(u32::from(value).into()),
        Operand::Float(value) if value.is_finite() => Some(value.round() as i128),
        _ => None,
    }
}

fn real(operand: &Operand) -> Option<f64> {
    match *operand {
        Operand::Float(value) => Some(value),
        _ => whole(operand).map(|value| value as f64),
    }
}

/// Guesses floats that replace `x`. Computation rounds: functions with a constant fit
/// approximately.
pub(super) fn guess_float(x: f64, target: &TargetValue, emit: &mut dyn FnMut(Rank, f64)) {
    let (Some(seen), Some(wanted)) = (real(&target.seen), real(&target.wanted)) else { return };
    if x == seen || x.is_nan() && seen.is_nan() {
        emit(Rank::Same, wanted);
    }
    // Infinity and NaN identify no function.
    if !(x.is_finite() && seen.is_finite()) {
        emit(Rank::Offered, wanted);
        return;
    }
    let same = [(-x == seen, -wanted), (x.abs() == seen, wanted), (x * x == seen, wanted.sqrt())];
    for (fits, inverse) in same {
        if fits && !inverse.is_nan() {
            emit(Rank::Function, inverse);
        }
    }
    let rounded = [x.trunc(), x.round(), x.floor(), x.ceil(), f64::from(x as f32)];
    if rounded.contains(&seen) {
        emit(Rank::Function, wanted);
    }
    let factor = seen / x;
    if factor.is_finite() && factor != 0.0 && factor.abs() != 1.0 {
        // Nearly every float is a multiple of another.
        emit(Rank::Shifted, wanted / factor);
    }
    emit(Rank::Shifted, x + (wanted - seen));
    emit(Rank::Shifted, x - (wanted - seen));
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_function() -> impl Strategy<Value = Function> {
        let bits = prop_oneof![Just(8), Just(16), Just(32), Just(64)];
        let constant = prop_oneof![-1_000..1_000_i128, any::<i64>().prop_map(i128::from)];
        prop_oneof![
            Just(Function::Same),
            Just(Function::Negated),
            Just(Function::Absolute),
            Just(Function::Squared),
            (bits.clone(), any::<bool>()).prop_map(|(bits, signed)| Function::Narrowed { bits, signed }),
            (bits, any::<bool>()).prop_map(|(bits, signed)| Function::Inverted { bits, signed }),
            Just(Function::Swapped { bits: 64 }),
            constant.clone().prop_map(Function::Times),
            constant.clone().prop_map(Function::Plus),
            constant.prop_map(Function::TakenFrom),
        ]
    }

    fn number(value: i128) -> Operand {
        Operand::Integer(value as u128, value < 0)
    }

    proptest! {
        #[test]
        fn functions_map_guesses_to_the_wanted_value(function in any_function(), x: i64, y: i64) {
            // The target value is the function's value at another number, so a solution exists.
            let (x, y) = (i128::from(x), i128::from(y));
            let (Some(seen), Some(wanted)) = (function.value_at(x), function.value_at(y)) else { return Ok(()) };
            if function == Function::Times(0) {
                return Ok(()); // Zero has no inverse.
            }
            let inverse = function.inverse(wanted, x).expect("a solution exists");
            prop_assert_eq!(function.value_at(inverse), Some(wanted));
            if x == 0 {
                return Ok(()); // Zero identifies no factor.
            }
            let mut found = false;
            let target = TargetValue { seen: number(seen), wanted: number(wanted) };
            guess(64, x, &target, &mut |_, guess| found |= function.value_at(guess) == Some(wanted));
            prop_assert!(found, "{function:?} of {x} is {seen}, of {y} {wanted}");
        }

        #[test]
        fn divisions_are_inverted(x in 1_000_000..i128::from(i64::MAX), divisor in 2..1_000_i128, wanted in 1..1_000_i128) {
            let function = Function::DividedBy(divisor);
            let inverse = function.inverse(wanted, x).expect("a solution exists");
            prop_assert_eq!(inverse / divisor, wanted);
        }

        #[test]
        fn moved_or_scaled_floats_are_inverted(x in -1e6..1e6, constant in 1.0..1e3, wanted in -1e6..1e6) {
            for function in [|x, constant| x + constant, |x, constant| constant - x, |x: f64, constant: f64| x * constant] {
                let target = TargetValue { seen: Operand::Float(function(x, constant)), wanted: Operand::Float(wanted) };
                let mut nearest = f64::INFINITY;
                guess_float(x, &target, &mut |_, guess| nearest = nearest.min((function(guess, constant) - wanted).abs()));
                prop_assert!(nearest <= 1e-6, "{nearest}");
            }
        }
    }
}
