//! The archive of MIO as in the [notebook](super): for each goal up to n tests, or the one test
//! that covers it.

use sbst_model::{Distance, TestCase};
use sbst_search::operator::crossover::units;
use sbst_search::operator::random::Random;

/// `archive` and `sample_counter` of the notebook.
#[derive(Debug)]
pub(super) struct MioArchive {
    /// The tests of each goal with normalised distances, best first. The only test at 0 covers it.
    pub(super) tests: Vec<Vec<(f64, TestCase)>>,
    /// The number of samples of each goal since its tests last changed.
    pub(super) sample_counter: Vec<u64>,
    /// Scratch space: goals that may be sampled.
    candidates: Vec<u32>,
}

impl MioArchive {
    pub(super) fn new(goals: usize) -> MioArchive {
        MioArchive {
            tests: vec![Vec::new(); goals],
            sample_counter: vec![0; goals],
            candidates: Vec::with_capacity(goals),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.tests.iter().all(Vec::is_empty)
    }

    /// `update_mio_archive`: for the goals that `test` reached. True if the archive has changed.
    pub(super) fn update(
        &mut self,
        reached: &[(u32, Distance)],
        test: &TestCase,
        archive_size: usize,
    ) -> bool {
        let mut updated = false;
        for &(goal, distance) in reached {
            let (goal, h) = (goal as usize, distance.normalised());
            let tests = &mut self.tests[goal];
            let covered = is_covered(tests);
            if h == 0.0 {
                if !covered || units(test, 0) < units(&tests[0].1, 0) {
                    tests.truncate(1);
                    put(tests, 1, h, test);
                    self.sample_counter[goal] = 0;
                    updated = true;
                }
            } else if h < 1.0 && !covered {
                let room = tests.len() < archive_size && !tests.iter().any(|there| there.1 == *test);
                if room || tests.last().is_some_and(|worst| h < worst.0) {
                    let size = tests.len() + usize::from(room);
                    put(tests, size, h, test);
                    self.sample_counter[goal] = 0;
                    updated = true;
                }
            }
        }
        updated
    }

    pub(super) fn sample(&mut self, random: &mut Random) -> &TestCase {
        let goal = *random.pick(self.with_lowest_counter()) as usize;
        self.sample_counter[goal] += 1;
        &random.pick(&self.tests[goal]).1
    }

    /// The goals that may be sampled now: uncovered goals with tests, or else the covered ones; of
    /// these, those with the lowest counter.
    pub(super) fn with_lowest_counter(&mut self) -> &[u32] {
        let MioArchive { tests, sample_counter, candidates } = self;
        let goals = || (0..tests.len() as u32).filter(|&goal| !tests[goal as usize].is_empty());
        candidates.clear();
        candidates.extend(goals().filter(|&goal| !is_covered(&tests[goal as usize])));
        if candidates.is_empty() {
            candidates.extend(goals());
        }
        let counter = |goal: u32| sample_counter[goal as usize];
        let lowest = candidates.iter().map(|&goal| counter(goal)).min();
        candidates.retain(|&goal| Some(counter(goal)) == lowest);
        candidates
    }

    /// Deletes the worst tests beyond the limit.
    pub(super) fn crop(&mut self, archive_size: usize) {
        for tests in &mut self.tests {
            tests.truncate(archive_size);
        }
    }
}

fn is_covered(tests: &[(f64, TestCase)]) -> bool {
    tests.first().is_some_and(|best| best.0 == 0.0)
}

/// Puts a test after equally good ones, so that the population has `size`. If that is the present
/// size, the test replaces the last one; otherwise the size grows by one.
fn put(tests: &mut Vec<(f64, TestCase)>, size: usize, h: f64, test: &TestCase) {
    if tests.len() < size {
        tests.push((h, test.clone()));
    } else {
        let last = tests.last_mut().expect("there is a test to replace");
        last.0 = h;
        last.1.clone_from(test);
    }
    let others = tests.len() - 1;
    let place = tests[..others].partition_point(|there| there.0 <= h);
    tests[place..].rotate_right(1);
}
