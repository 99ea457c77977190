//! The characters allowed in a text, or as a character.

/// A set of characters: ranges, inclusive, in ascending order, not empty and not touching one
/// another.
///
/// ```
/// use sbst_model::shape::Alphabet;
///
/// let digits = Alphabet::from_ranges(&[('0', '9'), ('a', 'f')]);
/// assert_eq!(digits.len(), 16);
/// assert_eq!(digits.at(10), 'a');
/// assert_eq!(digits.index('b'), Some(11));
/// assert_eq!(digits.nearest('z'), 'f');
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alphabet {
    ranges: &'static [(char, char)],
}

impl Alphabet {
    pub const ALL: Alphabet = Alphabet { ranges: &[('\0', '\u{d7ff}'), ('\u{e000}', char::MAX)] };

    /// The characters in these ranges. Panics without ranges, with an empty range, or if the ranges
    /// are not in ascending order.
    pub const fn from_ranges(ranges: &'static [(char, char)]) -> Alphabet {
        assert!(!ranges.is_empty(), "an alphabet needs a character");
        let mut index = 0;
        while index < ranges.len() {
            assert!(ranges[index].0 as u32 <= ranges[index].1 as u32, "a range of characters is empty");
            assert!(
                index == 0 || (ranges[index - 1].1 as u32) < ranges[index].0 as u32,
                "ranges are out of order"
            );
            index += 1;
        }
        Alphabet { ranges }
    }

    #[inline]
    pub const fn is_all(&self) -> bool {
        // The usual form is fast to recognise.
        matches!(self.ranges, [('\0', '\u{d7ff}'), ('\u{e000}', char::MAX)])
            || self.len() == Alphabet::ALL.len()
    }

    /// The number of characters; at least 1.
    #[allow(clippy::len_without_is_empty)] // none is
    #[inline]
    pub const fn len(&self) -> u32 {
        let (mut count, mut index) = (0, 0);
        while index < self.ranges.len() {
            count += self.ranges[index].1 as u32 - self.ranges[index].0 as u32 + 1;
            index += 1;
        }
        count
    }

    pub const fn ranges(&self) -> &'static [(char, char)] {
        self.ranges
    }

    /// The character with an index, in ascending order; the last one if the index is too great.
    pub fn at(&self, mut index: u32) -> char {
        for &(first, last) in self.ranges {
            let count = u32::from(last) - u32::from(first) + 1;
            if index < count {
                return char::from_u32(u32::from(first) + index).unwrap_or(first);
            }
            index -= count;
        }
        self.ranges[self.ranges.len() - 1].1
    }

    /// The index of a character, if it is in the alphabet.
    pub fn index(&self, character: char) -> Option<u32> {
        let mut before = 0;
        for &(first, last) in self.ranges {
            if (first..=last).contains(&character) {
                return Some(before + u32::from(character) - u32::from(first));
            }
            before += u32::from(last) - u32::from(first) + 1;
        }
        None
    }

    #[inline]
    pub fn contains(&self, character: char) -> bool {
        self.ranges.iter().any(|&(first, last)| (first..=last).contains(&character))
    }

    /// The character of the alphabet with the nearest scalar value; the lower of two equally near
    /// ones.
    pub fn nearest(&self, character: char) -> char {
        let distance = |other: char| u32::from(other).abs_diff(u32::from(character));
        let candidates = self.ranges.iter().map(|&(first, last)| character.clamp(first, last));
        candidates.min_by_key(|&candidate| distance(candidate)).unwrap_or(character)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const WORD: Alphabet = Alphabet::from_ranges(&[('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')]);

    proptest! {
        #[test]
        fn characters_and_their_indices_go_together(index in 0..WORD.len(), any: char) {
            prop_assert_eq!(WORD.index(WORD.at(index)), Some(index));
            prop_assert_eq!(Alphabet::ALL.index(any).map(|index| Alphabet::ALL.at(index)), Some(any));
            prop_assert_eq!(WORD.contains(any), WORD.index(any).is_some());
        }

        #[test]
        fn the_nearest_character_is_in_the_alphabet(any: char) {
            prop_assert!(WORD.contains(WORD.nearest(any)));
            prop_assert_eq!(Alphabet::ALL.nearest(any), any);
        }
    }

    #[test]
    fn all_characters_are_all_but_the_surrogates() {
        assert_eq!(Alphabet::ALL.len(), 0x11_0000 - 0x800);
        assert!(Alphabet::ALL.is_all() && !WORD.is_all());
    }
}
