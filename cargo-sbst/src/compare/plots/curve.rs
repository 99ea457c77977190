//! Coverage over evaluations: the goals that were covered after each number of evaluations, as median and quartiles
//! over the repetitions.

use super::super::quartiles::Quartiles;
use super::super::subject::Outcome;
use std::iter;

/// A curve of steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// From how many evaluations on so many goals were covered; ascending.
    pub steps: Vec<(u64, Quartiles<f64>)>,
}

impl Curve {
    /// The curve of an algorithm.
    ///
    /// # Panics
    /// If there are no outcomes.
    pub fn of(outcomes: &[Outcome]) -> Curve {
        let mut events: Vec<(u64, usize)> = (0..)
            .zip(outcomes)
            .flat_map(|(index, outcome)| outcome.covered_at.iter().copied().zip(iter::repeat(index)))
            .collect();
        events.sort_unstable();
        let mut covered = vec![0; outcomes.len()];
        let mut steps = vec![(0, Quartiles::of(covered.iter().copied()))];
        for at_once in events.chunk_by(|a, b| a.0 == b.0) {
            for (_, index) in at_once {
                covered[*index] += 1;
            }
            let quartiles = Quartiles::of(covered.iter().copied());
            if steps.last().is_none_or(|(_, last)| *last != quartiles) {
                steps.push((at_once[0].0, quartiles));
            }
        }
        Curve { steps }
    }

    /// The corners of the curve of one quartile, up to `end`.
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
    fn the_median_climbs_when_half_of_the_searches_have_covered_more() {
        let subject = fixture::subject("d::f", 4, &[&[&[1, 1, 5], &[1, 4, 5, 9], &[2, 4]]]);
        let curve = Curve::of(&subject.samples[0]);
        assert_eq!(
            curve.corners(|quartiles| quartiles.median, 20.0),
            [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (4.0, 1.0), (4.0, 2.0), (5.0, 2.0), (5.0, 3.0), (20.0, 3.0)]
        );
        let last = curve.steps.last().unwrap();
        assert_eq!((last.0, last.1), (9, Quartiles { first: 2.5, median: 3.0, third: 3.5 }));
    }
}
