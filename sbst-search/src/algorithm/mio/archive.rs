//! The archive of [MIO](super), whose header has the rules: for each uncovered goal a population of
//! tests.
//!
//! A test is stored once, regardless of its number of populations. An evaluation takes time linear
//! in the number of its goals; choosing a goal takes logarithmic time. Populations that have become
//! too large are cut down at their next use.

use super::{Choice, Parameters, Resets};
use crate::algorithm::heap::{GoalHeap, Key};
use crate::{algorithm::store::Store, evaluation::evaluator::Evaluator, operator::random::Random};
use sbst_model::{Distance, TestCase};

/// A test, and its distances, by goal, to goals that were reached, but uncovered then.
#[derive(Debug, Default)]
pub(crate) struct Tested {
    pub(crate) test: TestCase,
    pub(crate) near: Vec<(u32, Distance)>,
}

impl Tested {
    /// The most goals stored: a test's memory must not grow with the number of goals.
    const MOST: usize = 64;

    /// Records the results of the test's evaluation, just made.
    pub(crate) fn record(&mut self, evaluator: &Evaluator<'_>) {
        self.near.clear();
        self.near.extend_from_slice(&evaluator.near()[..evaluator.near().len().min(Self::MOST)]);
        self.near.sort_unstable_by_key(|near| near.0);
    }

    /// True if this test subsumes `other`, which is nearer to no uncovered goal, and farther from
    /// some.
    pub(crate) fn subsumes(&self, other: &Tested, is_covered: impl Fn(u32) -> bool) -> bool {
        let (mut mine, mut others) = (self.near.iter().peekable(), other.near.iter().peekable());
        let mut farther = false;
        loop {
            match (mine.peek(), others.peek()) {
                (None, None) => return farther,
                (Some(one), None) => {
                    farther |= !is_covered(one.0);
                    mine.next();
                }
                (Some(one), Some(two)) if one.0 < two.0 => {
                    farther |= !is_covered(one.0);
                    mine.next();
                }
                (Some(one), Some(two)) if one.0 == two.0 => {
                    if two.1 < one.1 {
                        return false;
                    }
                    farther |= one.1 < two.1;
                    mine.next();
                    others.next();
                }
                (_, Some(_)) => return false,
            }
        }
    }
}

pub(crate) struct MioArchive {
    choice: Choice,
    resets: Resets,
    accepts_equals: bool,
    tests: Store<Tested>,
    populations: Vec<Population>,
    /// The number of samples of each goal since its counter was last reset.
    sample_counters: Vec<u64>,
    /// The number of samples of each goal at the last reset of its counter.
    last_improvements: Vec<u64>,
    /// Goals that have tests or are covered, by their counters, uncovered ones first.
    by_counter: GoalHeap,
    /// Goals with a recent improvement, by its number of samples.
    quickest: GoalHeap,
    last_chosen: Option<u32>,
    size: usize,
}

/// The tests for one goal, best first.
#[derive(Clone, Default)]
struct Population(Vec<Member>);

#[derive(Clone, Copy)]
struct Member {
    /// Distance and, if sizes count, size.
    value: (Distance, usize),
    test: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Update {
    pub(crate) changed: bool,
    /// A goal was reached for the first time, or covered.
    pub(crate) reached_new: bool,
}

/// A bit in the key of a covered goal, which puts it behind all uncovered ones.
const COVERED: u64 = 1 << 63;

impl MioArchive {
    pub(crate) fn new(goals: usize, parameters: &Parameters) -> MioArchive {
        MioArchive {
            choice: parameters.choice,
            resets: parameters.resets,
            accepts_equals: parameters.accepts_equals,
            tests: Store::default(),
            populations: vec![Population::default(); goals],
            sample_counters: vec![0; goals],
            last_improvements: vec![0; goals],
            by_counter: GoalHeap::new(goals),
            quickest: GoalHeap::new(goals),
            last_chosen: None,
            size: usize::MAX,
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.by_counter.first().is_none()
    }

    #[cfg(test)]
    pub(crate) fn tests_in_use(&self) -> usize {
        self.tests.in_use()
    }

    /// Sets the most tests for a goal from now on.
    pub(crate) fn crop(&mut self, archive_size: usize) {
        self.size = archive_size;
    }

    /// Rules 1 to 4 for the test just evaluated.
    pub(crate) fn update(
        &mut self,
        evaluator: &Evaluator<'_>,
        test: &TestCase,
        random: &mut Random,
    ) -> Update {
        let mut update = Update { changed: evaluator.kept(), reached_new: false };
        for &goal in evaluator.newly_covered() {
            self.cover(goal, random);
            update.reached_new = true;
        }
        let mut stored = None;
        for &(goal, distance) in evaluator.near() {
            let size = if self.accepts_equals { test.size() } else { 0 };
            let is_new = self.populations[goal as usize].0.is_empty();
            let improves = self.improves(goal, (distance, size));
            if self.add(goal, (distance, size), evaluator, test, &mut stored) {
                update.changed = true;
                update.reached_new |= is_new;
                if improves || self.resets == Resets::Addition {
                    self.reset(goal, random);
                }
            }
        }
        if let Some(stored) = stored {
            self.tests.release(stored);
        }
        update
    }

    /// Rule 1: records a covered goal, even without an offered test.
    pub(crate) fn cover(&mut self, goal: u32, random: &mut Random) {
        let population = std::mem::take(&mut self.populations[goal as usize]);
        population.0.iter().for_each(|member| self.tests.release(member.test));
        self.sample_counters[goal as usize] = 0;
        self.by_counter.set(goal, (COVERED, random.bits() as u32));
        self.quickest.remove(goal);
    }

    /// Returns the best test for an uncovered goal that was reached.
    pub(crate) fn best(&self, goal: u32) -> Option<(Distance, &TestCase)> {
        let best = self.populations[goal as usize].0.first()?;
        Some((best.value.0, &self.tests[best.test].test))
    }

    /// Returns a random test for an uncovered goal that was reached.
    pub(crate) fn any(&self, goal: u32, random: &mut Random) -> Option<&TestCase> {
        let members = &self.populations[goal as usize].0;
        (!members.is_empty()).then(|| &self.tests[random.pick(members).test].test)
    }

    /// True if a test of this value is better than the worst for a goal.
    fn improves(&self, goal: u32, value: (Distance, usize)) -> bool {
        self.populations[goal as usize].0.last().is_none_or(|worst| value < worst.value)
    }

    /// Rules 3, 4 and 8. True if the test was added. `stored` is its number once it has one.
    fn add(
        &mut self,
        goal: u32,
        value: (Distance, usize),
        evaluator: &Evaluator<'_>,
        test: &TestCase,
        stored: &mut Option<u32>,
    ) -> bool {
        self.cut_down(goal);
        let MioArchive { tests, populations, size, accepts_equals, .. } = self;
        let Population(members) = &mut populations[goal as usize];
        let full = members.len() >= *size;
        let worst = members.last().map(|worst| worst.value);
        if full && worst.is_some_and(|worst| value > worst || value == worst && !*accepts_equals) {
            return false;
        }
        let equals = members.partition_point(|there| there.value < value);
        let behind = members.partition_point(|there| there.value <= value);
        // Equal tests have equal values.
        if members[equals..behind].iter().any(|there| tests[there.test].test == *test) {
            return false;
        }
        if full {
            members.pop().into_iter().for_each(|worst| tests.release(worst.test));
        }
        let number = *stored.get_or_insert_with(|| {
            let number = tests.take();
            tests[number].test.clone_from(test);
            tests[number].record(evaluator);
            number
        });
        // If equals replace one another the oldest is removed first, so a population of equals
        // drifts.
        let place = if *accepts_equals { equals } else { behind };
        members.insert(place.min(members.len()), Member { value, test: tests.share(number) });
        true
    }

    /// Records the pace of an improved goal, and resets its counter.
    fn reset(&mut self, goal: u32, random: &mut Random) {
        let counter = std::mem::take(&mut self.sample_counters[goal as usize]);
        self.last_improvements[goal as usize] = counter;
        self.by_counter.set(goal, (0, random.bits() as u32));
        self.update_pace(goal, random);
    }

    /// Updates the quickest goals. A goal is among them for up to twice the samples of its last
    /// improvement.
    fn update_pace(&mut self, goal: u32, random: &mut Random) {
        if self.choice == Choice::FocusedQuickest {
            let last = self.last_improvements[goal as usize];
            if self.is_quick(goal) {
                self.quickest.set(goal, (last, random.bits() as u32));
            } else {
                self.quickest.remove(goal);
            }
        }
    }

    fn is_quick(&self, goal: u32) -> bool {
        self.sample_counters[goal as usize] < 2 * self.last_improvements[goal as usize]
    }

    /// Rules 5 and 6.
    pub(crate) fn sample(&mut self, evaluator: &Evaluator<'_>, random: &mut Random, sampled: &mut Tested) {
        let goal = self.choose();
        self.last_chosen = Some(goal);
        self.sample_counters[goal as usize] += 1;
        let covered = evaluator.archive().test(goal);
        let key: Key = (self.sample_counters[goal as usize], random.bits() as u32);
        match covered {
            Some(test) => {
                self.by_counter.set(goal, (key.0 | COVERED, key.1));
                sampled.test.clone_from(test);
                sampled.near.clear();
            }
            None => {
                self.by_counter.set(goal, key);
                self.update_pace(goal, random);
                self.cut_down(goal);
                let member = random.pick(&self.populations[goal as usize].0);
                let Tested { test, near } = &self.tests[member.test];
                sampled.test.clone_from(test);
                sampled.near.clone_from(near);
            }
        }
    }

    fn choose(&self) -> u32 {
        let stays = |&goal: &u32| !self.populations[goal as usize].0.is_empty() && self.is_quick(goal);
        let focused = match self.choice {
            Choice::FocusedQuickest => self.last_chosen.filter(stays).or_else(|| self.quickest.first()),
            Choice::LowestCounter => None,
        };
        focused.or_else(|| self.by_counter.first()).expect("the archive is not empty")
    }

    /// Deletes the worst tests of a population that has become too large.
    fn cut_down(&mut self, goal: u32) {
        let Population(members) = &mut self.populations[goal as usize];
        for member in members.drain(self.size.min(members.len())..) {
            self.tests.release(member.test);
        }
    }
}
