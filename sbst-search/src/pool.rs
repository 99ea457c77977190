//! The sources of values beside random numbers, each of which can be switched off: literals of the source, special
//! values, and other values of the same test case.

use crate::Literals;
use sbst_model::messages::ValueSource;

/// Seeds and switches.
#[derive(Debug)]
pub(crate) struct Pool {
    /// Whether values may be copied from elsewhere in the test case.
    pub(crate) copying: bool,
    /// Whether zero, extremes, powers of two, NaN and the like are drawn on purpose.
    pub(crate) special_values: bool,
    /// Literals; all empty if they are switched off.
    pub(crate) literals: Literals,
}

impl Pool {
    /// Literals are used across kinds where source does so too: an integer is compared with a float after a cast, a
    /// character is found in a text.
    pub(crate) fn new(literals: &Literals, without: &[ValueSource]) -> Pool {
        let mut literals =
            if without.contains(&ValueSource::Literals) { Literals::default() } else { literals.clone() };
        for &(value, negative) in &literals.integers {
            let magnitude = if negative { value.wrapping_neg() } else { value } as f64;
            literals.floats.push(if negative { -magnitude } else { magnitude });
        }
        let in_texts = literals.texts.iter().flat_map(|text| text.chars());
        literals.characters.extend(in_texts);
        literals.characters.sort_unstable();
        literals.characters.dedup();
        literals.texts.retain(|text| !text.is_empty());
        Pool {
            copying: !without.contains(&ValueSource::Copying),
            special_values: !without.contains(&ValueSource::SpecialValues),
            literals,
        }
    }

    /// The same without literals: for numbers that stand for something else.
    pub(crate) fn without_literals(&self) -> Pool {
        Pool { literals: Literals::default(), ..*self }
    }
}
