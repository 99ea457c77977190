//! Integer types and ranges of them.

use super::{Bounds, Range};

/// The values of an integer type. Ordinals count them from the type's least value, which is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Integer {
    /// The type's name, `i32` for example.
    pub name: &'static str,
    /// Width in bits: 8 to 128.
    pub bits: u32,
    pub signed: bool,
    /// The ordinal of the least allowed value.
    pub lowest: u128,
    /// The ordinal of the greatest allowed value, inclusive.
    pub highest: u128,
    /// True if zero is between the extremes but is excluded. Then neither extreme is zero.
    pub nonzero: bool,
}

impl Integer {
    pub const fn all(name: &'static str, bits: u32, signed: bool) -> Integer {
        Integer { name, bits, signed, lowest: 0, highest: u128::MAX >> (128 - bits), nonzero: false }
    }

    /// These values without zero. Panics without other values.
    pub const fn without_zero(self) -> Integer {
        let zero = self.sign_bit();
        let mut integer = Integer { nonzero: true, ..self };
        if self.lowest == zero {
            assert!(self.highest > zero, "no value but zero is allowed");
            integer.lowest = zero + 1;
        } else if self.highest == zero {
            integer.highest = zero - 1;
        }
        integer
    }

    /// Restricts the values to a range. Panics if it is empty.
    pub const fn within(self, bounds: &Bounds) -> Integer {
        let Some(Range { lowest, highest, exclusive }) = bounds.range else { return self };
        let mut integer = self;
        if let Some(lowest) = lowest {
            match self.position(lowest.value, lowest.negative) {
                Position::Below => {}
                Position::At(ordinal) => integer.lowest = ordinal,
                Position::Above => panic!("the range has no value of this type"),
            }
        }
        if let Some(highest) = highest {
            match self.position(highest.value, highest.negative) {
                Position::Below => panic!("the range has no value of this type"),
                Position::At(0) if exclusive => panic!("the range has no value of this type"),
                Position::At(ordinal) => integer.highest = ordinal - exclusive as u128,
                Position::Above => {}
            }
        }
        assert!(integer.lowest <= integer.highest, "the range is empty");
        if self.nonzero {
            integer.without_zero()
        } else {
            integer
        }
    }

    /// The position of a number among all values of the type; `negative` ones are in two's
    /// complement.
    const fn position(&self, value: u128, negative: bool) -> Position {
        let zero = self.sign_bit();
        if negative {
            let magnitude = value.wrapping_neg();
            if magnitude > zero {
                Position::Below
            } else {
                Position::At(zero - magnitude)
            }
        } else if value > (u128::MAX >> (128 - self.bits)) - zero {
            Position::Above
        } else {
            Position::At(zero + value)
        }
    }

    /// Flips between two's complement and ordinal.
    const fn sign_bit(&self) -> u128 {
        if self.signed {
            1 << (self.bits - 1)
        } else {
            0
        }
    }

    /// The ordinal of a value given in two's complement (bits above the width are ignored).
    ///
    /// ```
    /// let byte = sbst_model::shape::Integer::all("i8", 8, true);
    /// assert_eq!(byte.ordinal(-128i128 as u128), 0);
    /// assert_eq!(byte.ordinal(0), 128);
    /// assert_eq!(byte.value(129) as i128, 1);
    /// ```
    #[inline]
    pub const fn ordinal(&self, value: u128) -> u128 {
        (value & (u128::MAX >> (128 - self.bits))) ^ self.sign_bit()
    }

    /// The value with an ordinal, in two's complement, sign-extended to 128 bits.
    #[inline]
    pub const fn value(&self, ordinal: u128) -> u128 {
        let raw = ordinal ^ self.sign_bit();
        if self.signed {
            let unused = 128 - self.bits;
            (((raw << unused) as i128) >> unused) as u128
        } else {
            raw
        }
    }

    #[inline]
    pub const fn allows(&self, ordinal: u128) -> bool {
        self.clamp(ordinal) == ordinal
    }

    /// The allowed ordinal nearest to `ordinal`; the greater of two equally near ones.
    #[inline]
    pub const fn clamp(&self, ordinal: u128) -> u128 {
        if ordinal < self.lowest {
            self.lowest
        } else if ordinal > self.highest {
            self.highest
        } else if self.nonzero && ordinal == self.sign_bit() {
            ordinal + 1
        } else {
            ordinal
        }
    }

    /// The ordinal nearest to a number from elsewhere (a literal, an integer of another type):
    /// out-of-range numbers become the nearest extreme. `negative` numbers are given in two's
    /// complement.
    pub const fn nearest(&self, value: u128, negative: bool) -> u128 {
        match self.position(value, negative) {
            Position::Below => self.lowest,
            Position::At(ordinal) => self.clamp(ordinal),
            Position::Above => self.highest,
        }
    }
}

/// The position of a number among the values of a type.
enum Position {
    Below,
    /// The value with this ordinal.
    At(u128),
    Above,
}

#[cfg(test)]
mod tests {
    use super::super::Endpoint;
    use super::*;
    use proptest::prelude::*;

    const I32: Integer = Integer::all("i32", 32, true);
    const I128: Integer = Integer::all("i128", 128, true);
    const U128: Integer = Integer::all("u128", 128, false);

    fn range(lowest: i128, highest: i128, exclusive: bool) -> Bounds {
        let endpoint = |value| Some(Endpoint::new(value, value as f64));
        let range = Range { lowest: endpoint(lowest), highest: endpoint(highest), exclusive };
        Bounds { range: Some(range), ..Bounds::NONE }
    }

    proptest! {
        #[test]
        fn ordinals_keep_the_order_of_values(a: i128, b: i128) {
            prop_assert_eq!(I128.ordinal(a as u128) < I128.ordinal(b as u128), a < b);
            prop_assert_eq!(I128.value(I128.ordinal(a as u128)), a as u128);
            prop_assert_eq!(U128.ordinal(a as u128), a as u128);
        }

        #[test]
        fn narrow_integers_come_back_sign_extended(a: i32) {
            prop_assert_eq!(I32.value(I32.ordinal(a as u128)) as i128, i128::from(a));
        }

        #[test]
        fn the_nearest_value_is_saturated(a: i64) {
            let near = I32.value(I32.nearest(a as i128 as u128, a < 0)) as i128;
            prop_assert_eq!(near, i128::from(a.clamp(i32::MIN.into(), i32::MAX.into())));
        }

        #[test]
        fn range_allows_exactly_its_values(a: i8, b: i8, x: i8, exclusive: bool) {
            let (low, high) = (a.min(b), a.max(b));
            prop_assume!(!exclusive || low < high);
            for integer in [Integer::all("i8", 8, true), I32, I128] {
                let within = integer.within(&range(low.into(), high.into(), exclusive));
                let expected = low <= x && if exclusive { x < high } else { x <= high };
                prop_assert_eq!(within.allows(integer.ordinal(x as i128 as u128)), expected);
            }
        }

        #[test]
        fn all_values_except_zero_are_allowed(x: i8) {
            let integer = Integer::all("i8", 8, true).without_zero();
            prop_assert_eq!(integer.allows(integer.ordinal(x as i128 as u128)), x != 0);
            let natural = Integer::all("u8", 8, false).without_zero();
            prop_assert_eq!(natural.allows(natural.ordinal(u128::from(x as u8))), x != 0);
        }
    }

    #[test]
    fn the_extremes_of_a_type_are_its_first_and_last_ordinal() {
        assert_eq!(I128.ordinal(i128::MIN as u128), 0);
        assert_eq!(I128.ordinal(i128::MAX as u128), u128::MAX);
        assert_eq!(I32.highest, u128::from(u32::MAX));
    }

    #[test]
    fn range_end_beyond_type_is_ignored() {
        let byte = Integer::all("u8", 8, false).within(&range(-5, 256, true));
        assert_eq!((byte.lowest, byte.highest), (0, 255));
    }

    #[test]
    #[should_panic(expected = "the range has no value of this type")]
    fn a_range_beyond_the_type_is_refused() {
        let _ = Integer::all("u8", 8, false).within(&range(300, 400, false));
    }

    #[test]
    #[should_panic(expected = "the range has no value of this type")]
    fn a_range_below_the_type_is_refused() {
        let _ = Integer::all("u8", 8, false).within(&range(-9, -1, false));
    }

    #[test]
    #[should_panic(expected = "no value but zero is allowed")]
    fn range_of_only_excluded_zero_is_refused() {
        let _ = I32.within(&range(0, 0, false)).without_zero();
    }
}
