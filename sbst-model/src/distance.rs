//! Branch distances: the distance of an execution to the other outcome of a condition.
//!
//! Source of the formulas: Fraser, "Search-Based Test Generation", part 2 (`evaluate_condition`).
//! Three rules are ours:
//!
//! 1. Raw distances are compared, and normalised ones only added. In `f64`, `x / (x + 1)` has no
//!    resolution for a unit step above 1e8, and becomes 1 near 1e16.
//! 2. A magnitude alone has no resolution for a unit step above 2^53 either, so it carries a
//!    tie-breaker that counts the steps exactly. Both grow together, so ordering by magnitude and
//!    then by tie-breaker is the exact order.
//! 3. The distance of a whole is the sum of its parts. Magnitudes are added, and so are steps, so
//!    that a unit step of any part counts at any size. A part that must count for less than one
//!    step of another is added normalised, and its tie-breaker orders parts with equal normalised
//!    values.

use std::{cmp::Ordering, ops::Add};

/// The greatest value of a normalised part. It is below 1, so that it is never worth a whole unit
/// even after rounding; the tie-breaker orders the parts made equal by it (above 10^6).
const BELOW_ONE: f64 = 1.0 - 1.0 / 1_048_576.0;

/// The branch distance of one outcome of a condition: zero if the outcome was taken, otherwise
/// positive.
///
/// Distances are totally ordered; [`Distance::UNREACHED`] is greater than that of every reached
/// condition.
///
/// ```
/// use sbst_model::Distance;
///
/// let near = Distance::from_steps(3);
/// let far = Distance::from_steps(u128::MAX);
/// assert!(Distance::ZERO < near && near < far && far < Distance::UNREACHED);
/// assert!(Distance::from_steps(u128::MAX - 1) < far, "a unit step is seen at any size");
/// assert_eq!(near.normalised(), 0.75);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Distance {
    /// The distance as a number, rounded: 0 to infinity, never NaN.
    magnitude: f64,
    /// Orders distances of equal magnitude: the exact number of steps less one for integers, the
    /// number of representable values between the operands for floats. In halves, which keeps a
    /// distance at 24 bytes.
    tie_high: u64,
    tie_low: u64,
}

impl Distance {
    pub const ZERO: Distance = Distance::from_parts(0.0, 0);

    /// One step away, or simply "not taken" without a finer measure.
    pub const ONE: Distance = Distance::from_parts(1.0, 0);

    /// The condition was reached at an unknown distance from the outcome (a NaN, for example).
    pub const FARTHEST: Distance = Distance::from_parts(f64::INFINITY, u128::MAX - 1);

    /// The condition was not evaluated at all.
    pub const UNREACHED: Distance = Distance::from_parts(f64::INFINITY, u128::MAX);

    /// The outcome was taken, in an execution that then ended in a fault. It is nearer than any
    /// other distance, but not covered, because such a test fails.
    pub const BEFORE_FAULT: Distance = Distance::from_parts(f64::MIN_POSITIVE, 0);

    /// `steps_less_one + 1` unit steps away. One less, because the extremes of `u128` are 2^128
    /// steps apart if one of them must exceed the other.
    #[inline]
    pub const fn from_steps_less_one(steps_less_one: u128) -> Distance {
        // Most integers are small, and the conversion from 64 bits is one instruction.
        let magnitude = if steps_less_one < u64::MAX as u128 {
            (steps_less_one as u64 + 1) as f64
        } else {
            steps_less_one as f64 + 1.0
        };
        Distance::from_parts(magnitude, steps_less_one)
    }

    /// `steps` unit steps away; zero steps are [`Distance::ZERO`].
    #[inline]
    pub const fn from_steps(steps: u128) -> Distance {
        match steps {
            0 => Distance::ZERO,
            _ => Distance::from_steps_less_one(steps - 1),
        }
    }

    /// A distance of `magnitude` (greater than 0; NaN counts as infinity), with `tie` to order
    /// equal magnitudes.
    ///
    /// `tie` must be below `u128::MAX - 1` for the result to rank below [`Distance::FARTHEST`].
    #[inline]
    pub const fn from_magnitude(magnitude: f64, tie: u128) -> Distance {
        let magnitude = if magnitude.is_nan() { f64::INFINITY } else { magnitude };
        Distance::from_parts(magnitude, tie)
    }

    /// The distance with the parts returned by [`Distance::magnitude`] and [`Distance::tie`].
    #[inline]
    pub const fn from_parts(magnitude: f64, tie: u128) -> Distance {
        Distance { magnitude, tie_high: (tie >> 64) as u64, tie_low: tie as u64 }
    }

    /// The distance as a number, rounded: 0 to infinity.
    #[inline]
    pub const fn magnitude(self) -> f64 {
        self.magnitude
    }

    /// The tie-breaker of distances of equal magnitude.
    #[inline]
    pub const fn tie(self) -> u128 {
        (self.tie_high as u128) << 64 | self.tie_low as u128
    }

    #[inline]
    pub fn is_zero(self) -> bool {
        self.magnitude == 0.0
    }

    #[inline]
    pub fn is_reached(self) -> bool {
        self != Distance::UNREACHED
    }

    /// `units` and this distance's normalised part. Less than `units + 1`; more than `units` unless
    /// this is zero.
    ///
    /// ```
    /// use sbst_model::Distance;
    ///
    /// let (near, far) = (Distance::from_steps(u128::MAX - 1), Distance::from_steps(u128::MAX));
    /// assert!(near.beyond(2) < far.beyond(2), "unit steps are seen");
    /// assert!(far.beyond(2) < Distance::ZERO.beyond(3), "but less than a unit");
    /// ```
    #[inline]
    pub fn beyond(self, units: u32) -> Distance {
        Distance::from_parts(f64::from(units) + self.normalised().min(BELOW_ONE), self.tie())
    }

    /// This distance, with `other`'s normalised part as a tie-breaker only.
    #[inline]
    pub fn and_then(self, other: Distance) -> Distance {
        if self.is_zero() {
            return other.beyond(0);
        }
        Distance::from_parts(self.magnitude + other.normalised().min(BELOW_ONE), self.tie())
    }

    /// `x / (x + 1)`, from 0 to 1, for sums of distances. Unit steps are lost above 1e8.
    pub fn normalised(self) -> f64 {
        if self.magnitude.is_infinite() {
            1.0
        } else {
            self.magnitude / (self.magnitude + 1.0)
        }
    }
}

impl Add for Distance {
    type Output = Distance;

    /// The sum of steps, exactly; at most [`Distance::FARTHEST`].
    #[inline]
    fn add(self, other: Distance) -> Distance {
        if self.is_zero() {
            return other;
        }
        if other.is_zero() {
            return self;
        }
        // Each tie is one less than its number of steps.
        let tie = self.tie().saturating_add(other.tie()).saturating_add(1).min(Distance::FARTHEST.tie());
        Distance::from_parts(self.magnitude + other.magnitude, tie)
    }
}

impl PartialEq for Distance {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.magnitude == other.magnitude && self.tie() == other.tie()
    }
}

impl Eq for Distance {}

impl PartialOrd for Distance {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
    #[inline]
    fn lt(&self, other: &Self) -> bool {
        self.magnitude < other.magnitude || (self.magnitude == other.magnitude && self.tie() < other.tie())
    }
}

impl Ord for Distance {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        if self < other {
            Ordering::Less
        } else if self == other {
            Ordering::Equal
        } else {
            Ordering::Greater
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn one_step_more_is_farther_at_any_size(steps in 0..u128::MAX) {
            prop_assert!(Distance::from_steps(steps) < Distance::from_steps(steps + 1));
            prop_assert!(Distance::from_steps(steps + 1) < Distance::FARTHEST);
        }

        #[test]
        fn magnitude_never_falls_as_steps_grow(a: u128, b: u128) {
            let (low, high) = (a.min(b), a.max(b));
            prop_assert!(Distance::from_steps(low).magnitude() <= Distance::from_steps(high).magnitude());
        }
    }

    fn steps() -> impl Strategy<Value = u128> {
        prop_oneof![0..20_u128, 0..u128::from(u64::MAX), 0..u128::MAX / 4]
    }

    proptest! {
        #[test]
        fn a_step_less_in_one_part_is_a_lesser_sum(a in steps(), b in steps()) {
            let sum = |a, b| Distance::from_steps(a) + Distance::from_steps(b);
            prop_assert_eq!(sum(a, b), sum(b, a));
            prop_assert!(sum(a, b) < sum(a + 1, b));
            prop_assert_eq!(sum(a, 0), Distance::from_steps(a));
            prop_assert!(sum(a, b) < Distance::FARTHEST);
        }

        #[test]
        fn a_part_counts_for_less_than_a_unit_and_its_steps_are_seen(a in steps(), units in 0..1000_u32) {
            let part = Distance::from_steps(a);
            prop_assert!(part.beyond(units) < Distance::from_steps(a + 1).beyond(units));
            prop_assert!(part.beyond(units) < Distance::ZERO.beyond(units + 1));
            prop_assert!(Distance::FARTHEST.beyond(units) < Distance::ZERO.beyond(units + 1));
        }

        #[test]
        fn the_second_distance_decides_only_ties_of_the_first(a in steps(), b in steps(), c in steps()) {
            let (first, second, third) = (Distance::from_steps(a), Distance::from_steps(b), Distance::from_steps(c));
            let farther = Distance::from_steps(a + 1);
            prop_assert!(first.and_then(second) < farther.and_then(third));
            prop_assert!(first.and_then(second) >= first);
            prop_assert_eq!(first.and_then(second).is_zero(), a == 0 && b == 0);
        }
    }

    #[test]
    fn the_extremes_of_u128_are_distinguished() {
        let all = Distance::from_steps_less_one(u128::MAX - 2);
        assert!(all < Distance::from_steps_less_one(u128::MAX - 1));
        assert!(Distance::from_steps_less_one(u128::MAX - 1) < Distance::from_steps_less_one(u128::MAX));
        assert!(Distance::from_steps_less_one(u128::MAX) < Distance::FARTHEST);
        assert!(Distance::FARTHEST < Distance::UNREACHED);
    }

    #[test]
    fn steps_around_two_to_the_64_keep_their_order() {
        let around = u128::from(u64::MAX);
        for steps in around - 3..around + 3 {
            assert!(Distance::from_steps(steps) < Distance::from_steps(steps + 1), "at {steps}");
        }
    }
}
