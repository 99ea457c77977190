//! A user's bounds on the values of a parameter or a field.

use super::Alphabet;

/// Bounds on values. They apply to the annotated value and to its parts of the right kind. `range`
/// and `step` are for numbers, `alphabet` for characters and texts, `length` for the outermost text
/// or collection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    pub range: Option<Range>,
    /// The distance between floats.
    pub step: Option<f64>,
    /// The least and the greatest length: of texts in characters, of collections in elements, both
    /// inclusive. The greatest `usize` means the type's limit.
    pub length: Option<(usize, usize)>,
    pub alphabet: Option<Alphabet>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    pub lowest: Option<Endpoint>,
    pub highest: Option<Endpoint>,
    /// True if the greatest is excluded.
    pub exclusive: bool,
}

/// A number for types that are not determined yet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Endpoint {
    /// The number as an integer, in two's complement; floats are truncated.
    pub value: u128,
    pub negative: bool,
    pub real: f64,
}

impl Endpoint {
    /// The number that is `integer` as an integer and `real` as a float. Numbers that only fit into
    /// a `u128` are given in two's complement.
    pub const fn new(integer: i128, real: f64) -> Endpoint {
        Endpoint { value: integer as u128, negative: integer < 0 && real < 0.0, real }
    }
}

impl Bounds {
    pub const NONE: Bounds = Bounds { range: None, step: None, length: None, alphabet: None };

    /// The least and the greatest length, with a type's own as defaults. Panics if they are
    /// reversed.
    pub const fn length_or(&self, shortest: usize, longest: usize) -> (usize, usize) {
        match self.length {
            None => (shortest, longest),
            Some((least, usize::MAX)) if least > longest => (least, least),
            Some((least, usize::MAX)) => (least, longest),
            Some((least, greatest)) => {
                assert!(least <= greatest, "the range of lengths is empty");
                (least, greatest)
            }
        }
    }

    pub const fn alphabet_or_all(&self) -> Alphabet {
        match self.alphabet {
            None => Alphabet::ALL,
            Some(alphabet) => alphabet,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Integer;
    use super::*;

    #[test]
    fn open_end_is_that_of_type() {
        let lengths = |length| Bounds { length: Some(length), ..Bounds::NONE }.length_or(0, 64);
        assert_eq!(lengths((3, 5)), (3, 5));
        assert_eq!(lengths((3, usize::MAX)), (3, 64));
        assert_eq!(lengths((100, usize::MAX)), (100, 100));
    }

    #[test]
    #[should_panic(expected = "the range of lengths is empty")]
    fn a_range_without_lengths_is_refused() {
        Bounds { length: Some((5, 3)), ..Bounds::NONE }.length_or(0, 64);
    }

    #[test]
    fn a_constant_may_be_any_number() {
        let largest = Endpoint::new(u128::MAX as i128, u128::MAX as f64);
        let range = Range { lowest: None, highest: Some(largest), exclusive: false };
        let bounds = Bounds { range: Some(range), ..Bounds::NONE };
        assert_eq!(Integer::all("u128", 128, false).within(&bounds).highest, u128::MAX);
        assert_eq!(Integer::all("u8", 8, false).within(&bounds).highest, 255);
        assert_eq!(Endpoint::new(-1, -1.0), Endpoint { value: u128::MAX, negative: true, real: -1.0 });
    }
}
