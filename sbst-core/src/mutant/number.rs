//! Numbers of any primitive type, and operations on them.

use sbst_model::{Arithmetic, Change};

/// The value of a primitive type, and the type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Number {
    Signed(i128, u32),
    Unsigned(u128, u32),
    Single(f32),
    Double(f64),
    Bool(bool),
}

/// Returns the difference of two values, if they are numbers of one type.
pub(super) fn gap<L, R>(left: &L, right: &R) -> Option<f64> {
    match (Number::read(left)?, Number::read(right)?) {
        (Number::Signed(left, _), Number::Signed(right, _)) => Some(left.abs_diff(right) as f64),
        (Number::Unsigned(left, _), Number::Unsigned(right, _)) => Some(left.abs_diff(right) as f64),
        (Number::Single(left), Number::Single(right)) => known((left - right).into()),
        (Number::Double(left), Number::Double(right)) => known(left - right),
        _ => None,
    }
}

/// Returns the difference between an integer and the nearest multiple of a divisor.
pub(super) fn division_gap(left: Number, right: Number) -> Option<f64> {
    let (rest, divisor) = match (left, right) {
        (Number::Signed(left, _), Number::Signed(right, _)) => {
            (left.checked_rem(right)?.unsigned_abs(), right.unsigned_abs())
        }
        (Number::Unsigned(left, _), Number::Unsigned(right, _)) => (left.checked_rem(right)?, right),
        _ => return None,
    };
    Some(rest.min(divisor - rest) as f64)
}

fn known(gap: f64) -> Option<f64> {
    (!gap.is_nan()).then_some(gap)
}

/// The result of an operation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Outcome {
    Value(Number),
    /// The operator panics.
    Panics,
}

/// Calls a macro with the types of integers up to 64 bits.
macro_rules! primitives {
    ($call:ident) => {
        $call! {
            i8 Signed 8, i16 Signed 16, i32 Signed 32, i64 Signed 64, isize Signed (isize::BITS),
            u8 Unsigned 8, u16 Unsigned 16, u32 Unsigned 32, u64 Unsigned 64, usize Unsigned (usize::BITS)
        }
    };
}

impl Number {
    /// Reads a value if its type is primitive, or a reference to a primitive one.
    pub(super) fn read<T>(value: &T) -> Option<Number> {
        let (identity, address) =
            referred(value).unwrap_or((typeid::of::<T>(), std::ptr::from_ref(value).cast()));
        macro_rules! read {
            ($($ty:ident $kind:ident $bits:tt),*) => { $(
                if identity == typeid::of::<$ty>() {
                    // SAFETY: it has this type.
                    return Some(Number::$kind(unsafe { *address.cast::<$ty>() }.into_wide(), $bits));
                }
            )* };
        }
        primitives!(read);
        // SAFETY: as above, for each.
        unsafe {
            if identity == typeid::of::<i128>() {
                return Some(Number::Signed(*address.cast(), 128));
            }
            if identity == typeid::of::<u128>() {
                return Some(Number::Unsigned(*address.cast(), 128));
            }
            if identity == typeid::of::<f32>() {
                return Some(Number::Single(*address.cast()));
            }
            if identity == typeid::of::<f64>() {
                return Some(Number::Double(*address.cast()));
            }
            if identity == typeid::of::<bool>() {
                return Some(Number::Bool(*address.cast()));
            }
        }
        None
    }

    /// Writes a value to a place of its type.
    ///
    /// Returns false if the place is of another type.
    pub(super) fn write<T>(self, place: &mut T) -> bool {
        let identity = typeid::of::<T>();
        let address: *mut () = std::ptr::from_mut(place).cast();
        macro_rules! write {
            ($($ty:ident $kind:ident $bits:tt),*) => { $(
                if let Number::$kind(value, bits) = self {
                    if identity == typeid::of::<$ty>() && bits == $bits {
                        // SAFETY: it has this type.
                        unsafe { *address.cast::<$ty>() = value as $ty };
                        return true;
                    }
                }
            )* };
        }
        primitives!(write);
        // SAFETY: as above, for each.
        unsafe {
            match self {
                Number::Signed(value, 128) if identity == typeid::of::<i128>() => *address.cast() = value,
                Number::Unsigned(value, 128) if identity == typeid::of::<u128>() => *address.cast() = value,
                Number::Single(value) if identity == typeid::of::<f32>() => *address.cast() = value,
                Number::Double(value) if identity == typeid::of::<f64>() => *address.cast() = value,
                Number::Bool(value) if identity == typeid::of::<bool>() => *address.cast() = value,
                _ => return false,
            }
        }
        true
    }

    /// Returns `self op right`; `None` if these types have no such operation.
    pub(super) fn apply(self, operator: Arithmetic, right: Number) -> Option<Outcome> {
        match (self, right) {
            (Number::Bool(left), Number::Bool(right)) => Some(Outcome::Value(Number::Bool(match operator {
                Arithmetic::And => left & right,
                Arithmetic::Or => left | right,
                Arithmetic::ExclusiveOr => left ^ right,
                _ => return None,
            }))),
            (Number::Single(left), Number::Single(right)) => {
                // Exact: double precision has more than twice the digits.
                let value = float(operator, f64::from(left), f64::from(right))?;
                Some(Outcome::Value(Number::Single(value as f32)))
            }
            (Number::Double(left), Number::Double(right)) => {
                Some(Outcome::Value(Number::Double(float(operator, left, right)?)))
            }
            (Number::Signed(left, bits), _) => {
                let value = match operator {
                    Arithmetic::ShiftLeft | Arithmetic::ShiftRight => {
                        shifted(operator, left as u128, bits, right, Some(left))
                    }
                    _ => match right {
                        Number::Signed(right, width) if width == bits => signed(operator, left, right)?,
                        _ => return None,
                    },
                };
                let fits = value
                    .filter(|value| bits == 128 || *value >> (bits - 1) == 0 || *value >> (bits - 1) == -1);
                Some(fits.map_or(Outcome::Panics, |value| Outcome::Value(Number::Signed(value, bits))))
            }
            (Number::Unsigned(left, bits), _) => {
                let value = match operator {
                    Arithmetic::ShiftLeft | Arithmetic::ShiftRight => {
                        shifted(operator, left, bits, right, None).map(|value| value as u128)
                    }
                    _ => match right {
                        Number::Unsigned(right, width) if width == bits => unsigned(operator, left, right)?,
                        _ => return None,
                    },
                };
                let fits = value.filter(|value| bits == 128 || *value >> bits == 0);
                Some(fits.map_or(Outcome::Panics, |value| Outcome::Value(Number::Unsigned(value, bits))))
            }
            _ => None,
        }
    }

    /// Writes a value as [`write`](Number::write) does, or makes a reference refer to one.
    pub(super) fn write_or_refer<T>(self, place: &mut T) {
        let (identity, address) = (typeid::of::<T>(), std::ptr::from_mut(place));
        macro_rules! refer {
            ($($ty:ident $kind:ident $bits:tt),*) => { $(
                if identity == typeid::of::<&$ty>() {
                    let referred: &'static $ty = match self {
                        Number::$kind(1, _) => &1,
                        _ => &0,
                    };
                    // SAFETY: it is a reference to this type, and a longer one stands for a
                    // shorter.
                    unsafe { *address.cast::<&'static $ty>() = referred };
                    return;
                }
            )* };
        }
        primitives!(refer);
        self.write(place);
    }

    /// Returns a right operand with which the operator cannot panic.
    pub(super) fn neutral(self, operator: Arithmetic) -> Number {
        let is_factor = operator == Arithmetic::Multiply || operator.divides();
        match self {
            Number::Signed(_, bits) => Number::Signed(i128::from(is_factor), bits),
            Number::Unsigned(_, bits) => Number::Unsigned(u128::from(is_factor), bits),
            other => other,
        }
    }

    /// Returns the operand of the unary operator with this result.
    pub(super) fn undone(self, change: Change) -> Option<Number> {
        Some(match (self, change) {
            (Number::Bool(value), Change::Uncomplemented) => Number::Bool(!value),
            (Number::Signed(value, bits), Change::Uncomplemented) => Number::Signed(!value, bits),
            (Number::Unsigned(value, bits), Change::Uncomplemented) => {
                Number::Unsigned(!value & u128::MAX >> (128 - bits), bits)
            }
            // The operator has not given the least number: it has no opposite.
            (Number::Signed(value, bits), Change::Unnegated) => Number::Signed(value.wrapping_neg(), bits),
            (Number::Single(value), Change::Unnegated) => Number::Single(-value),
            (Number::Double(value), Change::Unnegated) => Number::Double(-value),
            _ => return None,
        })
    }

    /// Returns the number plus or minus one.
    pub(super) fn nudged(self, up: bool) -> Option<Number> {
        let fits =
            |value: i128, bits: u32| bits == 128 || value >> (bits - 1) == 0 || value >> (bits - 1) == -1;
        match self {
            Number::Signed(value, bits) => {
                let value = if up { value.checked_add(1)? } else { value.checked_sub(1)? };
                fits(value, bits).then_some(Number::Signed(value, bits))
            }
            Number::Unsigned(value, bits) => {
                let value = if up { value.checked_add(1)? } else { value.checked_sub(1)? };
                (bits == 128 || value >> bits == 0).then_some(Number::Unsigned(value, bits))
            }
            _ => None,
        }
    }

    /// True for numbers that differ in any bit.
    pub(super) fn differs(self, other: Number) -> bool {
        match (self, other) {
            (Number::Single(left), Number::Single(right)) => left.to_bits() != right.to_bits(),
            (Number::Double(left), Number::Double(right)) => left.to_bits() != right.to_bits(),
            (left, right) => left != right,
        }
    }
}

/// Returns the type and the place of a value's referent, if that is primitive.
fn referred<T>(value: &T) -> Option<(std::any::TypeId, *const ())> {
    let identity = typeid::of::<T>();
    macro_rules! find {
        ($($ty:ident),*) => { $(
            if identity == typeid::of::<&$ty>() {
                // SAFETY: it is a reference to this type.
                let referred = unsafe { *std::ptr::from_ref(value).cast::<&$ty>() };
                return Some((typeid::of::<$ty>(), std::ptr::from_ref(referred).cast()));
            }
        )* };
    }
    find!(i8, i16, i32, i64, isize, u8, u16, u32, u64, usize, f32, f64, bool);
    None
}

trait IntoWide<W> {
    fn into_wide(self) -> W;
}

macro_rules! into_wide {
    ($($ty:ident $kind:ident $bits:tt),*) => { $(into_wide!($kind $ty);)* };
    (Signed $ty:ident) => {
        impl IntoWide<i128> for $ty {
            fn into_wide(self) -> i128 {
                self as i128
            }
        }
    };
    (Unsigned $ty:ident) => {
        impl IntoWide<u128> for $ty {
            fn into_wide(self) -> u128 {
                self as u128
            }
        }
    };
}
primitives!(into_wide);

fn float(operator: Arithmetic, left: f64, right: f64) -> Option<f64> {
    Some(match operator {
        Arithmetic::Add => left + right,
        Arithmetic::Subtract => left - right,
        Arithmetic::Multiply => left * right,
        Arithmetic::Divide => left / right,
        Arithmetic::Remainder => left % right,
        _ => return None,
    })
}

macro_rules! checked {
    ($name:ident, $number:ty) => {
        /// An inner `None` is an overflow.
        fn $name(operator: Arithmetic, left: $number, right: $number) -> Option<Option<$number>> {
            Some(match operator {
                Arithmetic::Add => left.checked_add(right),
                Arithmetic::Subtract => left.checked_sub(right),
                Arithmetic::Multiply => left.checked_mul(right),
                Arithmetic::Divide => left.checked_div(right),
                Arithmetic::Remainder => left.checked_rem(right),
                Arithmetic::And => Some(left & right),
                Arithmetic::Or => Some(left | right),
                Arithmetic::ExclusiveOr => Some(left ^ right),
                _ => return None,
            })
        }
    };
}

checked!(signed, i128);
checked!(unsigned, u128);

/// Shifts by any integer; `None` for more bits than the left operand has. Bits shifted out are
/// lost.
fn shifted(operator: Arithmetic, left: u128, bits: u32, right: Number, sign: Option<i128>) -> Option<i128> {
    let by = match right {
        Number::Signed(by, _) => u32::try_from(by).ok()?,
        Number::Unsigned(by, _) => u32::try_from(by).ok()?,
        _ => return None,
    };
    if by >= bits {
        return None;
    }
    Some(match (operator, sign) {
        (Arithmetic::ShiftRight, Some(value)) => value >> by,
        (Arithmetic::ShiftRight, None) => (left >> by) as i128,
        (_, Some(_)) => ((left << by) << (128 - bits)) as i128 >> (128 - bits),
        (_, None) => (((left << by) << (128 - bits)) >> (128 - bits)) as i128,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::panic::catch_unwind;

    macro_rules! as_the_operators {
        ($($name:ident $ty:ty),*) => { $(
            proptest! {
                #[test]
                fn $name(left: $ty, right: $ty, operator in prop::sample::select(&Arithmetic::ALL[..])) {
                    let checked = match operator {
                        Arithmetic::Add => left.checked_add(right),
                        Arithmetic::Subtract => left.checked_sub(right),
                        Arithmetic::Multiply => left.checked_mul(right),
                        Arithmetic::Divide => left.checked_div(right),
                        Arithmetic::Remainder => left.checked_rem(right),
                        Arithmetic::ShiftLeft => u32::try_from(right).ok().and_then(|by| left.checked_shl(by)),
                        Arithmetic::ShiftRight => u32::try_from(right).ok().and_then(|by| left.checked_shr(by)),
                        Arithmetic::And => Some(left & right),
                        Arithmetic::Or => Some(left | right),
                        _ => Some(left ^ right),
                    };
                    let expected = match checked {
                        Some(value) => Outcome::Value(Number::read(&value).unwrap()),
                        None => Outcome::Panics,
                    };
                    let [left, right] = [left, right].map(|number| Number::read(&number).unwrap());
                    prop_assert_eq!(left.apply(operator, right), Some(expected));
                }
            }
        )* };
    }
    as_the_operators!(bytes u8, signed_bytes i8, words u32, signed_words i64, wide u128, signed_wide i128);

    proptest! {
        #[test]
        fn single_precision_is_that_of_the_operators(left: f32, right: f32) {
            let [l, r] = [left, right].map(Number::Single);
            let value = |operator| match l.apply(operator, r) {
                Some(Outcome::Value(Number::Single(value))) => value.to_bits(),
                other => panic!("{other:?}"),
            };
            prop_assert_eq!(value(Arithmetic::Add), (left + right).to_bits());
            prop_assert_eq!(value(Arithmetic::Multiply), (left * right).to_bits());
            prop_assert_eq!(value(Arithmetic::Divide), (left / right).to_bits());
        }

        #[test]
        fn no_operator_panics_with_the_neutral_operand(left: i8, right: i8) {
            let neutral = |operator| match Number::read(&right).unwrap().neutral(operator) {
                Number::Signed(value, 8) => value as i8,
                other => panic!("{other:?}"),
            };
            let all = catch_unwind(|| {
                let _ = left + neutral(Arithmetic::Add);
                let _ = left - neutral(Arithmetic::Subtract);
                let _ = left * neutral(Arithmetic::Multiply);
                let _ = left / neutral(Arithmetic::Divide);
                let _ = left % neutral(Arithmetic::Remainder);
                let _ = left << neutral(Arithmetic::ShiftLeft);
                left >> neutral(Arithmetic::ShiftRight)
            });
            prop_assert!(all.is_ok());
        }
    }

    #[test]
    fn a_number_is_written_to_a_place_of_its_type_alone() {
        let (mut small, mut large, mut text) = (1_u8, 2_u16, String::new());
        assert!(Number::Unsigned(7, 8).write(&mut small) && small == 7);
        assert!(!Number::Unsigned(7, 8).write(&mut large) && large == 2);
        assert!(!Number::Unsigned(7, 8).write(&mut text));
        assert_eq!(Number::read(&text), None);
        assert_eq!(Number::read(&&&small), None);
        assert_eq!(Number::read(&&small), Some(Number::Unsigned(7, 8)));
        let (seven, mut reference) = (7_i32, &7_i32);
        Number::Signed(1, 32).write_or_refer(&mut reference);
        assert_eq!((*reference, seven), (1, 7));
        assert_eq!(Number::Unsigned(255, 8).nudged(true), None);
        assert_eq!(Number::Signed(-128, 8).nudged(false), None);
    }
}
