//! What a user says of the values that a parameter or a field may have.

use super::Alphabet;

/// Bounds on values. They hold for the value they are written at and for what is in it, as far as it is of the right
/// kind: `range` and `step` for numbers, `alphabet` for characters and texts, `length` for the outermost text or
/// collection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Which numbers.
    pub range: Option<Range>,
    /// The distance between floats.
    pub step: Option<f64>,
    /// The least and the greatest length: of texts in characters, of collections in elements, both inclusive.
    pub length: Option<(usize, usize)>,
    /// Which characters.
    pub alphabet: Option<Alphabet>,
}

/// A range of numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// The least, if there is one.
    pub lowest: Option<Endpoint>,
    /// The greatest, if there is one.
    pub highest: Option<Endpoint>,
    /// Whether the greatest is itself left out.
    pub exclusive: bool,
}

/// A number for types that are not known yet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Endpoint {
    /// As an integer, in two's complement; floats are cut off.
    pub value: u128,
    /// Whether that is negative.
    pub negative: bool,
    /// As a float.
    pub real: f64,
}

impl Endpoint {
    /// The number that is `integer` as an integer and `real` as a float.
    pub const fn of(integer: i128, real: f64) -> Endpoint {
        Endpoint { value: integer as u128, negative: integer < 0, real }
    }
}

impl Bounds {
    /// None.
    pub const NONE: Bounds = Bounds { range: None, step: None, length: None, alphabet: None };

    /// The least and the greatest length, where a type has its own.
    ///
    /// # Panics
    /// If the least is greater than the greatest.
    pub const fn length_or(&self, shortest: usize, longest: usize) -> (usize, usize) {
        match self.length {
            None => (shortest, longest),
            Some((shortest, longest)) => {
                assert!(shortest <= longest, "the range of lengths is empty");
                (shortest, longest)
            }
        }
    }

    /// The characters allowed.
    pub const fn alphabet_or_all(&self) -> Alphabet {
        match self.alphabet {
            None => Alphabet::ALL,
            Some(alphabet) => alphabet,
        }
    }
}
