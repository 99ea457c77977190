//! Preference sorting, and non-dominated sorting of the rest: rules 4 and 5 of [MOSA](super).
//!
//! The fronts are those of NSGA-II's fast non-dominated sorting (Deb, Pratap, Agarwal and
//! Meyarivan, IEEE TEC 2002). They are found with less work, as by Zhang, Tian, Cheng and Jin ("An
//! efficient approach to nondominated sorting for evolutionary multiobjective optimization", IEEE
//! TEC 2015):
//!
//! 1. Tests are taken in lexicographic order, so that none is dominated by a later one.
//! 2. A test belongs to the first front without a test that dominates it. Fronts before it all have
//!    one, so binary search finds it.
//! 3. Once some first fronts have the requested number of tests, the tests outside of them are
//!    skipped.

use super::objectives::Objectives;

/// The tests of a generation, front by front, by index.
#[derive(Debug, Default)]
pub struct Fronts {
    /// The first fronts are in use; the others keep their buffers.
    fronts: Vec<Vec<u32>>,
    used: usize,
    /// True for each test that is neither in front 0 nor a copy of a test there.
    remaining: Vec<bool>,
    /// The best tests of the objectives.
    best: Vec<u32>,
    /// Tests outside of front 0, with their first distances.
    order: Vec<(f64, u32)>,
}

impl Fronts {
    /// Sorts the tests into fronts; those beyond the `wanted` best may be missing. Each front is in
    /// ascending order, front 0 in that of the objectives. `size` is the secondary objective, and
    /// `equal` returns true for copies.
    pub fn sort(
        &mut self,
        objectives: &Objectives,
        wanted: usize,
        size: impl Fn(u32) -> usize,
        equal: impl Fn(u32, u32) -> bool,
    ) {
        self.used = 0;
        self.remaining.clear();
        self.remaining.resize(objectives.tests(), true);
        self.prefer(objectives, size, equal);
        let preferred = self.fronts[0].len();
        if preferred < wanted {
            self.sort_remaining(objectives, wanted - preferred);
        }
    }

    /// The fronts, best first.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        self.fronts[..self.used].iter().map(Vec::as_slice)
    }

    /// Front 0: for each objective the test with the least distance.
    fn prefer(
        &mut self,
        objectives: &Objectives,
        size: impl Fn(u32) -> usize,
        equal: impl Fn(u32, u32) -> bool,
    ) {
        let tests = 0..objectives.tests() as u32;
        let front = self.open();
        self.best.clear();
        self.best.resize(objectives.count(), 0);
        for test in tests.clone().skip(1) {
            for (objective, best) in self.best.iter_mut().enumerate() {
                let (one, other) =
                    (objectives.distance(test, objective), objectives.distance(*best, objective));
                if one < other || one == other && size(test) < size(*best) {
                    *best = test;
                }
            }
        }
        for (objective, &best) in self.best.iter().enumerate() {
            if self.remaining[best as usize] {
                self.fronts[front].push(best);
                // Copies have the same distances.
                let distance = objectives.distance(best, objective);
                for test in tests.clone() {
                    if objectives.distance(test, objective) == distance && equal(test, best) {
                        self.remaining[test as usize] = false;
                    }
                }
            }
        }
    }

    /// Sorts fronts 1, 2 …
    fn sort_remaining(&mut self, objectives: &Objectives, wanted: usize) {
        let first = self.used;
        let mut order = std::mem::take(&mut self.order);
        let tests = (0..objectives.tests() as u32).filter(|&test| self.remaining[test as usize]);
        order.clear();
        // The first distance nearly always decides, so it is cached.
        order.extend(
            tests.map(|test| (objectives.row(test).first().map_or(0.0, |first| first.magnitude()), test)),
        );
        order.sort_unstable_by(|(one_first, one), (other_first, other)| {
            let rows = || objectives.row(*one).cmp(objectives.row(*other));
            one_first.total_cmp(other_first).then_with(rows).then(one.cmp(other))
        });
        // The first unneeded front, and the number of tests before it.
        let (mut end, mut members) = (usize::MAX, 0);
        for &(_, test) in &order {
            let fronts = &self.fronts[first..self.used.min(end)];
            let place = first
                + fronts.partition_point(|front| {
                    front.iter().rev().any(|&other| dominates(objectives, other, test))
                });
            if place == end {
                continue;
            }
            if place == self.used {
                self.open();
            }
            self.fronts[place].push(test);
            members += 1;
            while members - self.fronts[self.used.min(end) - 1].len() >= wanted {
                end = self.used.min(end) - 1;
                members -= self.fronts[end].len();
            }
        }
        self.used = self.used.min(end);
        self.order = order;
        for front in &mut self.fronts[first..self.used] {
            front.sort_unstable();
        }
    }

    /// Begins a front, and returns its number.
    fn open(&mut self) -> usize {
        if self.used == self.fronts.len() {
            self.fronts.push(Vec::new());
        }
        self.fronts[self.used].clear();
        self.used += 1;
        self.used - 1
    }
}

/// True if `other` dominates `test`, which does not precede it in lexicographic order: `test` is
/// never nearer, and farther for some objective.
#[inline]
fn dominates(objectives: &Objectives, other: u32, test: u32) -> bool {
    let (others, tests) = (objectives.row(other), objectives.row(test));
    !others.iter().zip(tests).any(|(other, test)| test < other) && others != tests
}
