//! Classes of characters and numbers that emitted code names, in a search as in a build that only
//! counts.

/// A predicate of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quality {
    PowerOfTwo,
    Positive,
    Negative,
    SignPositive,
    SignNegative,
    Nan,
    Infinite,
    Finite,
    Normal,
    Subnormal,
}

/// The type that a text is parsed as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// An integer without a sign, of this number of bits.
    Unsigned(u32),
    /// A signed integer with this number of bits.
    Signed(u32),
    Float,
}

/// The ASCII members of a class, one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class(pub(crate) u128);

impl Class {
    pub const ASCII: Class = Class::between(0, 127);
    /// `0` to `9`.
    pub const DIGIT: Class = Class::between(b'0', b'9');
    /// `A` to `Z`.
    pub const UPPERCASE: Class = Class::between(b'A', b'Z');
    /// `a` to `z`.
    pub const LOWERCASE: Class = Class::between(b'a', b'z');
    pub const ALPHABETIC: Class = Class::UPPERCASE.and(Class::LOWERCASE);
    pub const ALPHANUMERIC: Class = Class::ALPHABETIC.and(Class::DIGIT);
    /// Digits to the base of 16.
    pub const HEXDIGIT: Class = Class::digits(16);
    /// Visible characters.
    pub const GRAPHIC: Class = Class::between(b'!', b'~');
    /// Visible characters that are neither letters nor digits.
    pub const PUNCTUATION: Class = Class(Class::GRAPHIC.0 & !Class::ALPHANUMERIC.0);
    /// Control characters.
    pub const CONTROL: Class = Class::between(0, 31).and(Class::between(127, 127));
    /// Space, tab, line feed, form feed, carriage return.
    pub const ASCII_WHITESPACE: Class =
        Class::between(b'\t', b'\r').without(0x0B).and(Class::between(b' ', b' '));
    /// Whitespace of ASCII, and the vertical tab.
    pub const WHITESPACE: Class = Class::between(b'\t', b'\r').and(Class::between(b' ', b' '));

    const fn between(first: u8, last: u8) -> Class {
        Class((u128::MAX >> (127 - last)) & (u128::MAX << first))
    }

    const fn and(self, other: Class) -> Class {
        Class(self.0 | other.0)
    }

    const fn without(self, member: u8) -> Class {
        Class(self.0 & !(1 << member))
    }

    /// Digits to a base of 36 at most.
    pub(crate) const fn digits(base: u8) -> Class {
        match base {
            0 => Class(0),
            1..=10 => Class::between(b'0', b'0' + base - 1),
            _ => {
                let letters = if base < 36 { base - 11 } else { 25 };
                Class::DIGIT
                    .and(Class::between(b'A', b'A' + letters))
                    .and(Class::between(b'a', b'a' + letters))
            }
        }
    }
}
