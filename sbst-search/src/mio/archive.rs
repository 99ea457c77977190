//! The archive of [MIO](super), whose header has the rules: for each uncovered goal a population of tests.

use crate::{Evaluator, Random};
use sbst_model::{Distance, TestCase};

/// The tests for the uncovered goals.
pub(crate) struct MioArchive {
    populations: Vec<Population>,
    /// For each goal, how often it was sampled since a test was last added.
    sample_counters: Vec<u64>,
    /// Uncovered goals that have tests.
    candidates: Vec<u32>,
    covered: Vec<u32>,
    size: usize,
}

/// The tests for one goal with their distances, best first.
#[derive(Clone, Default)]
struct Population(Vec<(Distance, TestCase)>);

impl MioArchive {
    pub(crate) fn new(goals: usize) -> MioArchive {
        MioArchive {
            populations: vec![Population::default(); goals],
            sample_counters: vec![0; goals],
            candidates: Vec::new(),
            covered: Vec::new(),
            size: usize::MAX,
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.candidates.is_empty() && self.covered.is_empty()
    }

    /// Rules 1 to 4 for the test just evaluated; says whether the archive has changed.
    pub(crate) fn update(&mut self, evaluator: &Evaluator<'_>, test: &TestCase, archive_size: usize) -> bool {
        let mut updated = evaluator.kept();
        for &goal in evaluator.newly_covered() {
            self.populations[goal as usize] = Population::default();
            self.sample_counters[goal as usize] = 0;
            self.candidates.retain(|&candidate| candidate != goal);
            self.covered.push(goal);
        }
        for &(goal, distance) in evaluator.near() {
            let population = &mut self.populations[goal as usize];
            if population.0.is_empty() {
                self.candidates.push(goal);
            }
            if population.update(distance, test, archive_size) {
                self.sample_counters[goal as usize] = 0;
                updated = true;
            }
        }
        updated
    }

    /// Rules 5 and 6.
    pub(crate) fn sample<'a>(
        &'a mut self,
        evaluator: &'a Evaluator<'_>,
        random: &mut Random,
    ) -> &'a TestCase {
        let goals = if self.candidates.is_empty() { &self.covered } else { &self.candidates };
        let goal = self.lowest_counter(goals, random);
        self.sample_counters[goal as usize] += 1;
        match evaluator.archive().test(goal) {
            Some(test) => test,
            None => &random.pick(&self.populations[goal as usize].0).1,
        }
    }

    /// The goal with the lowest counter, any of them if there are several.
    fn lowest_counter(&self, goals: &[u32], random: &mut Random) -> u32 {
        let counter = |goal: u32| self.sample_counters[goal as usize];
        let (mut lowest, mut ties) = (u64::MAX, 0);
        for &goal in goals {
            let counter = counter(goal);
            if counter < lowest {
                (lowest, ties) = (counter, 0);
            }
            ties += usize::from(counter == lowest);
        }
        let mut tied = goals.iter().filter(|&&goal| counter(goal) == lowest);
        *tied.nth(random.index(ties)).expect("the archive is not empty")
    }

    /// Takes note that a goal was covered while tests were evaluated of which the archive was not told.
    pub(crate) fn cover(&mut self, goal: u32) {
        self.populations[goal as usize] = Population::default();
        self.candidates.retain(|&candidate| candidate != goal);
        self.covered.push(goal);
    }

    /// The goals that were reached and not covered.
    pub(crate) fn uncovered(&self) -> &[u32] {
        &self.candidates
    }

    /// The best test for an uncovered goal that was reached.
    pub(crate) fn best(&self, goal: u32) -> Option<&(Distance, TestCase)> {
        self.populations[goal as usize].0.first()
    }

    /// Any of the tests for an uncovered goal that was reached.
    pub(crate) fn any(&self, goal: u32, random: &mut Random) -> &TestCase {
        &random.pick(&self.populations[goal as usize].0).1
    }

    /// Deletes the worst tests of populations that have become too large.
    pub(crate) fn crop(&mut self, archive_size: usize) {
        if archive_size < self.size {
            for population in &mut self.populations {
                population.0.truncate(archive_size);
            }
        }
        self.size = archive_size;
    }
}

impl Population {
    /// Rules 3, 4 and 8; says whether the test was added.
    fn update(&mut self, distance: Distance, test: &TestCase, archive_size: usize) -> bool {
        let full = self.0.len() >= archive_size;
        if full && self.0.last().is_some_and(|worst| distance >= worst.0) {
            return false;
        }
        let place = self.0.partition_point(|there| there.0 <= distance);
        // Equal tests have equal distances.
        let equals = self.0[..place].iter().rev().take_while(|there| there.0 == distance);
        if equals.map(|there| &there.1).any(|there| there == test) {
            return false;
        }
        if full {
            let worst = self.0.last_mut().expect("a full population has tests");
            worst.0 = distance;
            worst.1.clone_from(test);
        } else {
            self.0.push((distance, test.clone()));
        }
        self.0[place..].rotate_right(1);
        true
    }
}
