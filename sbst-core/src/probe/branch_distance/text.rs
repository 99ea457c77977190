//! Distances between texts, with characters compared from the left, as in Pynguin and EvoSuite:
//!
//! 1. `==`: each place with different characters and a gap g counts g/(g+1), and each character of
//!    only one text counts 1. So the right character is worth more than any near miss, and a near
//!    miss more than none.
//! 2. `<` and the other orderings are decided by the first difference, whose gap counts.

use super::number;
use crate::probe::operand::Operator;
use sbst_model::Distance;

/// Returns the distance between two texts or byte strings.
pub(super) fn distance<C: Into<u32> + PartialEq>(
    operator: Operator,
    left: impl Iterator<Item = C>,
    right: impl Iterator<Item = C>,
    holds: bool,
) -> Distance {
    match operator {
        Operator::Equal | Operator::NotEqual if are_equal(operator, holds) => Distance::ONE,
        Operator::Equal | Operator::NotEqual => difference(left, right),
        _ => number::integer(operator, first_difference(left, right), holds),
    }
}

/// True if the texts are equal, so that any change makes them differ.
fn are_equal(operator: Operator, holds: bool) -> bool {
    holds == (operator == Operator::Equal)
}

/// Returns the distance of two different texts to being equal.
pub(crate) fn difference<C: Into<u32>>(
    left: impl Iterator<Item = C>,
    right: impl Iterator<Item = C>,
) -> Distance {
    let (mut left, mut right) = (left.fuse(), right.fuse());
    let mut sum = 0.0;
    loop {
        match (left.next(), right.next()) {
            (None, None) => break,
            (Some(a), Some(b)) => {
                let gap = f64::from(a.into().abs_diff(b.into()));
                sum += gap / (gap + 1.0);
            }
            _ => sum += 1.0,
        }
    }
    // Equal characters contradict the operator, but the distance must not be zero.
    if sum == 0.0 {
        Distance::ONE
    } else {
        Distance::from_magnitude(sum, 0)
    }
}

/// Returns the gap at the first difference; a missing character is one step from any.
fn first_difference<C: Into<u32>>(
    mut left: impl Iterator<Item = C>,
    mut right: impl Iterator<Item = C>,
) -> u128 {
    loop {
        match (left.next(), right.next()) {
            (None, None) => return 0,
            (Some(a), Some(b)) => match a.into().abs_diff(b.into()) {
                0 => {}
                gap => return gap.into(),
            },
            _ => return 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::to_other_outcome;
    use super::*;

    fn to_equal(left: &str, right: &str) -> Distance {
        to_other_outcome(Operator::Equal, left, right, left == right)
    }

    #[test]
    fn every_character_that_comes_right_brings_a_text_closer() {
        let steps = ["", "x", "s", "sx", "se", "set", "secret"];
        for pair in steps.windows(2) {
            assert!(
                to_equal(pair[0], "secret") >= to_equal(pair[1], "secret") || pair[1] == "secret",
                "{pair:?}"
            );
        }
        assert!(to_equal("secrex", "secret") < to_equal("secrxx", "secret"));
        assert!(to_equal("secreu", "secret") < to_equal("secrex", "secret"));
        assert!(to_equal("secrett", "secret") < Distance::UNREACHED);
    }

    #[test]
    fn equal_texts_are_one_step_from_differing() {
        assert_eq!(to_equal("same", "same"), Distance::ONE);
        assert_eq!(to_other_outcome(Operator::NotEqual, "same", "same", false), Distance::ONE);
    }

    #[test]
    fn order_is_decided_by_the_first_difference() {
        let to_less = |left: &str, right: &str| to_other_outcome(Operator::Less, left, right, left < right);
        assert!(to_less("bz", "aa") < to_less("ca", "ab"));
        assert_eq!(to_less("ab", "ab"), Distance::ONE);
    }
}
