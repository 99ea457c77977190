//! Which of two searches of the same function was better.
//!
//! 1. The one that covered more goals. So a search that covered all of them is better than every search that did not.
//! 2. Of two that covered as many, the one that needed fewer evaluations to cover the last of them.
//! 3. Else they were equally good, and count as a tie.
//!
//! Every comparison of algorithms is made by this order, so that searches that ended by their budget, whose number of
//! evaluations to full coverage nobody knows, need no made-up number.

use std::cmp::Ordering;

/// How good a search was: the greater, the better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// Goals covered.
    pub covered: u64,
    /// Evaluations to the last goal that was covered; 0 if none was.
    pub evaluations: u64,
}

impl Ord for Score {
    fn cmp(&self, other: &Score) -> Ordering {
        let by_goals = self.covered.cmp(&other.covered);
        by_goals.then_with(|| other.evaluations.cmp(&self.evaluations))
    }
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Score) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_count_first_and_evaluations_among_equals() {
        let score = |covered, evaluations| Score { covered, evaluations };
        let from_best_to_worst = [score(4, 10), score(4, 90_000), score(3, 1), score(3, 2), score(0, 0)];
        assert!(from_best_to_worst.is_sorted_by(|a, b| a > b));
        assert_eq!(score(3, 7).cmp(&score(3, 7)), Ordering::Equal);
    }
}
