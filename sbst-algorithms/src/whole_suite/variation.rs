//! Crossover and mutation of suites: rules 4 to 6 of [whole suite optimisation](super). The
//! [`Variation`](sbst_search::operator::variation::Variation) of tests.

use super::suites::{Suite, Suites};
use sbst_model::messages::Stopped;
use sbst_search::operator::random::Random;

/// The points at which parents of these lengths are cut.
pub(super) fn variable_crossover(lengths: [usize; 2], random: &mut Random) -> [usize; 2] {
    lengths.map(|length| 1 + random.index(length))
}

/// The points at one part of both parents' lengths. No offspring is longer than both, or empty.
pub(super) fn relative_crossover(lengths: [usize; 2], part: f64) -> [usize; 2] {
    lengths.map(|length| (length as f64 * part) as usize)
}

/// The beginning of `one` up to its point, and the end of `other` from its point.
pub(super) fn joined<'a>(
    one: &'a [u32],
    other: &'a [u32],
    points: [usize; 2],
) -> impl Iterator<Item = u32> + 'a {
    one[..points[0]].iter().chain(&other[points[1]..]).copied()
}

impl Suites<'_, '_> {
    /// Two offspring of these parents: crossed over, or copies.
    pub(crate) fn crossed_over(&mut self, parents: [usize; 2]) -> [Suite; 2] {
        let [one, other] = parents;
        let lengths = parents.map(|parent| self.population[parent].tests.len());
        let random = self.variation.random();
        // Cut after their ends, parents stay unchanged.
        let points = if !random.chance(self.parameters.p_crossover) {
            lengths
        } else if self.parameters.bloat_control.relative_crossover {
            relative_crossover(lengths, random.unit())
        } else {
            variable_crossover(lengths, random)
        };
        [([one, other], points), ([other, one], [points[1], points[0]])].map(|(parents, points)| {
            let mut offspring = self.empty();
            let [one, other] = parents.map(|parent| self.population[parent].tests.as_slice());
            offspring.tests.extend(joined(one, other, points).map(|test| self.tests.share(test)));
            offspring
        })
    }

    /// Deletes, mutates and inserts tests, and computes fitness (`mutate_set`, `mutate_bounded`).
    pub(crate) fn mutate(&mut self, suite: &mut Suite) -> Result<(), Stopped> {
        let p_mutate = 1.0 / suite.tests.len() as f64;
        self.delete(suite, p_mutate);
        for place in 0..suite.tests.len() {
            if self.variation.random().chance(p_mutate) {
                suite.tests[place] = self.changed(suite.tests[place])?;
            }
        }
        let mut p_insertion = self.parameters.p_insertion;
        while self.variation.random().chance(p_insertion) && self.may_grow(suite) {
            p_insertion *= self.parameters.p_insertion;
            let test = self.new_test()?;
            suite.tests.push(test);
        }
        self.work_out(suite);
        Ok(())
    }

    /// Deletes each test with this probability, but not all of them.
    fn delete(&mut self, suite: &mut Suite, p_delete: f64) {
        self.deleted.clear();
        for _ in 0..suite.tests.len() {
            let deleted = self.variation.random().chance(p_delete);
            self.deleted.push(deleted);
        }
        if !self.deleted.contains(&false) {
            return;
        }
        let mut deleted = self.deleted.iter();
        suite.tests.retain(|&test| {
            let kept = !*deleted.next().expect("there is one for each test");
            if !kept {
                self.tests.release(test);
            }
            kept
        });
    }

    fn may_grow(&self, suite: &Suite) -> bool {
        !self.parameters.bloat_control.bounded_insertion || suite.tests.len() < self.parameters.tests
    }
}
