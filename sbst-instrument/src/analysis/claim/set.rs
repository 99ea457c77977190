//! Sets of integers, as sorted intervals with gaps between them.

use std::fmt::{self, Display, Formatter};

/// The most intervals of a set. With more, gaps are filled from the lowest on: additional integers
/// may lose proofs, but never make a wrong one.
const MOST: usize = 16;

/// A set of integers. Booleans are 0 and 1, characters their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set(Vec<(i128, i128)>);

impl Set {
    /// The range of supported integers.
    pub const ALL: (i128, i128) = (i128::MIN, i128::MAX);

    pub fn all() -> Set {
        Set(vec![Set::ALL])
    }

    pub fn empty() -> Set {
        Set(Vec::new())
    }

    /// The integers from `low` to `high`, both included.
    pub fn between(low: i128, high: i128) -> Set {
        Set(if low <= high { vec![(low, high)] } else { Vec::new() })
    }

    pub fn only(value: i128) -> Set {
        Set::between(value, value)
    }

    pub fn at_least(low: i128) -> Set {
        Set::between(low, i128::MAX)
    }

    pub fn at_most(high: i128) -> Set {
        Set::between(i128::MIN, high)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn is_all(&self) -> bool {
        self.0 == [Set::ALL]
    }

    pub fn least(&self) -> Option<i128> {
        self.0.first().map(|interval| interval.0)
    }

    pub fn greatest(&self) -> Option<i128> {
        self.0.last().map(|interval| interval.1)
    }

    /// The only member, if the set has one.
    pub fn single(&self) -> Option<i128> {
        match self.0[..] {
            [(low, high)] if low == high => Some(low),
            _ => None,
        }
    }

    pub fn union(&self, other: &Set) -> Set {
        let mut all: Vec<(i128, i128)> = self.0.iter().chain(&other.0).copied().collect();
        all.sort_unstable();
        let mut joined: Vec<(i128, i128)> = Vec::new();
        for (low, high) in all {
            match joined.last_mut() {
                Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
                _ => joined.push((low, high)),
            }
        }
        if joined.len() > MOST {
            let filled = joined.len() - MOST;
            let high = joined[filled].1;
            joined.drain(1..=filled);
            joined[0].1 = high;
        }
        Set(joined)
    }

    pub fn intersection(&self, other: &Set) -> Set {
        let mut common = Vec::new();
        for &(low, high) in &self.0 {
            for &(other_low, other_high) in &other.0 {
                let (low, high) = (low.max(other_low), high.min(other_high));
                if low <= high {
                    common.push((low, high));
                }
            }
        }
        Set(common)
    }

    /// The members, each plus a constant. Open ends stay unchanged.
    pub fn shifted(&self, by: i128) -> Set {
        let shift = |end: i128| match end {
            i128::MIN | i128::MAX => end,
            end => end.saturating_add(by),
        };
        Set(self.0.iter().map(|&(low, high)| (shift(low), shift(high))).collect())
    }

    pub fn complement(&self) -> Set {
        let mut outside = Vec::new();
        let mut from = Some(i128::MIN);
        for &(low, high) in &self.0 {
            if let Some(from) = from.filter(|from| *from < low) {
                outside.push((from, low - 1));
            }
            from = high.checked_add(1);
        }
        outside.extend(from.map(|from| (from, i128::MAX)));
        Set(outside)
    }
}

impl Display for Set {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        for (index, &(low, high)) in self.0.iter().enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            match (low, high) {
                (low, high) if low == high => write!(formatter, "{comma}{low}")?,
                (i128::MIN, high) => write!(formatter, "{comma}at most {high}")?,
                (low, i128::MAX) => write!(formatter, "{comma}at least {low}")?,
                (low, high) => write!(formatter, "{comma}{low} to {high}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn set(of: &[(i8, i8)]) -> Set {
        let sets = of.iter().map(|&(low, high)| Set::between(low.into(), high.into()));
        sets.fold(Set::empty(), |all, more| all.union(&more))
    }

    fn contains(set: &Set, value: i128) -> bool {
        !set.intersection(&Set::only(value)).is_empty()
    }

    proptest! {
        #[test]
        fn sets_obey_the_laws_of_sets(
            one in prop::collection::vec(any::<(i8, i8)>(), 0..6),
            other in prop::collection::vec(any::<(i8, i8)>(), 0..6),
            value in any::<i8>(),
        ) {
            let (one, other, value) = (set(&one), set(&other), i128::from(value));
            let (in_one, in_other) = (contains(&one, value), contains(&other, value));
            prop_assert_eq!(contains(&one.union(&other), value), in_one || in_other);
            prop_assert_eq!(contains(&one.intersection(&other), value), in_one && in_other);
            prop_assert_eq!(contains(&one.complement(), value), !in_one);
            prop_assert_eq!(contains(&one.shifted(3), value), contains(&one, value - 3));
            prop_assert_eq!(one.complement().complement(), one);
        }

        #[test]
        fn a_set_of_many_intervals_only_grows(values in prop::collection::vec(any::<i8>(), 0..60)) {
            let all = values.iter().map(|&value| Set::only(value.into()));
            let all = all.fold(Set::empty(), |all, more| all.union(&more));
            prop_assert!(values.iter().all(|&value| contains(&all, value.into())));
            prop_assert!(all.0.len() <= MOST);
        }
    }

    #[test]
    fn sets_are_displayed_in_words() {
        let text = |set: Set| set.to_string();
        assert_eq!(text(Set::at_least(2).union(&Set::only(0))), "0, at least 2");
        assert_eq!(text(Set::between(-2, 2)), "-2 to 2");
    }
}
