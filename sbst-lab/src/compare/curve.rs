//! Covered goals, or the size of the suite, after each number of evaluations, as median and
//! quartiles over the repetitions.

use super::subject::Outcome;
use crate::statistics::quartiles::Quartiles;

/// A curve of steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Numbers of evaluations, ascending, with the quartiles from there on.
    pub steps: Vec<(u64, Quartiles<f64>)>,
}

impl Curve {
    /// Returns the curve of an algorithm's covered goals.
    ///
    /// # Panics
    /// If the outcomes are empty.
    pub fn from_coverage(outcomes: &[Outcome]) -> Curve {
        Curve::from_changes(outcomes.iter().map(|outcome| outcome.covered_at.iter().map(|at| (*at, 1))))
    }

    /// Returns the curve of the sizes of an algorithm's suites.
    ///
    /// # Panics
    /// If the outcomes are empty.
    pub fn from_suites(outcomes: &[Outcome]) -> Curve {
        Curve::from_changes(outcomes.iter().map(|outcome| outcome.suite_changes.iter().copied()))
    }

    /// Returns the curve of a value from its changes in each search: evaluations and difference.
    fn from_changes(searches: impl ExactSizeIterator<Item = impl Iterator<Item = (u64, i64)>>) -> Curve {
        let mut values = vec![0i64; searches.len()];
        let numbered = searches.enumerate();
        let mut events: Vec<(u64, usize, i64)> = numbered
            .flat_map(|(index, changes)| changes.map(move |(at, change)| (at, index, change)))
            .collect();
        events.sort_unstable();
        let quartiles =
            |values: &[i64]| Quartiles::from_numbers(values.iter().map(|value| value.unsigned_abs()));
        let mut steps = vec![(0, quartiles(&values))];
        for at_once in events.chunk_by(|a, b| a.0 == b.0) {
            for (_, index, change) in at_once {
                values[*index] += change;
            }
            let quartiles = quartiles(&values);
            if steps.last().is_none_or(|(_, last)| *last != quartiles) {
                steps.push((at_once[0].0, quartiles));
            }
        }
        Curve { steps }
    }

    /// Returns the corners of the curve of one quartile, up to `end`.
    pub fn corners(&self, quartile: impl Fn(&Quartiles<f64>) -> f64, end: f64) -> Vec<(f64, f64)> {
        let mut corners: Vec<(f64, f64)> = Vec::new();
        for (evaluations, quartiles) in &self.steps {
            let (evaluations, value) = (*evaluations as f64, quartile(quartiles));
            match corners.last() {
                Some((_, before)) if *before == value => continue,
                Some((_, before)) => corners.push((evaluations, *before)),
                None => {}
            }
            corners.push((evaluations, value));
        }
        corners.extend(corners.last().map(|(_, value)| (end, *value)));
        corners
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::fixture;

    #[test]
    fn median_rises_when_half_of_searches_covered_more() {
        let subject = fixture::subject("d::f", 4, &[&[&[1, 1, 5], &[1, 4, 5, 9], &[2, 4]]]);
        let curve = Curve::from_coverage(&subject.samples[0]);
        assert_eq!(
            curve.corners(|quartiles| quartiles.median, 20.0),
            [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (4.0, 1.0), (4.0, 2.0), (5.0, 2.0), (5.0, 3.0), (20.0, 3.0)]
        );
        let last = curve.steps.last().unwrap();
        assert_eq!((last.0, last.1), (9, Quartiles { first: 2.5, median: 3.0, third: 3.5 }));
    }

    #[test]
    fn a_suite_is_as_long_as_its_last_change_left_it() {
        let subject = fixture::subject("d::f", 4, &[&[&[1, 1, 5], &[2, 4]]]);
        let curve = Curve::from_suites(&subject.samples[0]);
        let medians: Vec<(u64, f64)> = curve.steps.iter().map(|(at, size)| (*at, size.median)).collect();
        assert_eq!(medians, [(0, 0.0), (1, 3.0), (2, 4.5), (4, 6.0), (5, 7.5)]);
    }
}
