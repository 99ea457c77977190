//! The length of the suite of an archive's tests. A test counts once, regardless of its number of
//! goals. The length is read after each kept test, so updates cost a time independent of the number
//! of goals.

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SuiteLength {
    pub tests: usize,
    /// The sum of the [sizes](sbst_model::TestCase::size) of the tests.
    pub size: usize,
}

/// The assignment of goals to the tests kept for them.
#[derive(Clone, Debug)]
pub(super) struct Witnesses {
    /// The numbers of the goals' tests; numbers of removed tests are reused.
    numbers: Vec<u32>,
    /// The counts of the tests' goals.
    goals: Vec<u32>,
    free: Vec<u32>,
    /// The number of the current test; `NONE` until it is kept for a goal.
    current: u32,
    length: SuiteLength,
}

const NONE: u32 = u32::MAX;

impl Witnesses {
    pub(super) fn new(goals: usize) -> Witnesses {
        Witnesses {
            numbers: vec![NONE; goals],
            goals: Vec::new(),
            free: Vec::new(),
            current: NONE,
            length: SuiteLength::default(),
        }
    }

    pub(super) fn length(&self) -> SuiteLength {
        self.length
    }

    pub(super) fn next_test(&mut self) {
        self.current = NONE;
    }

    /// Keeps the current test, of size `new`, for `goal`, instead of one of size `old`, if any.
    pub(super) fn replace(&mut self, goal: usize, old: usize, new: usize) {
        let before = self.numbers[goal];
        if before != NONE {
            self.goals[before as usize] -= 1;
            if self.goals[before as usize] == 0 {
                self.free.push(before);
                self.length.tests -= 1;
                self.length.size -= old;
            }
        }
        if self.current == NONE {
            self.current = self.free.pop().unwrap_or_else(|| {
                self.goals.push(0);
                self.goals.len() as u32 - 1
            });
            self.length.tests += 1;
            self.length.size += new;
        }
        self.goals[self.current as usize] += 1;
        self.numbers[goal] = self.current;
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Archive, Rank};
    use super::SuiteLength;
    use crate::evaluation::problem::Ending;
    use proptest::prelude::*;
    use sbst_model::TestCase;
    use std::collections::BTreeSet;

    proptest! {
        /// Tests of different lengths, each kept where it is shorter. The running counts equal
        /// those of the archive.
        #[test]
        fn length_counts_distinct_tests_once(
            kept in prop::collection::vec((1usize..30, prop::collection::btree_set(0u32..6, 0..6)), 0..60)
        ) {
            let mut archive = Archive::new(6);
            for (number, (length, goals)) in kept.into_iter().enumerate() {
                let mut test = TestCase::new();
                test.push_text(&format!("{number:02}{}", "x".repeat(length)));
                let rank = Rank::new(Ending::Returned, test.size());
                archive.next_test();
                for goal in goals {
                    if rank < archive.rank(goal) {
                        archive.keep(goal, rank, &test);
                    }
                }
                let distinct: BTreeSet<&str> = archive.iter().map(|(_, test)| test.text(0)).collect();
                let size = distinct.iter().map(|text| text.len() + 1).sum();
                prop_assert_eq!(archive.suite_length(), SuiteLength { tests: distinct.len(), size });
            }
        }
    }
}
