//! Charts of curves: the median as a line, the quartiles as a band.

use super::curve::Curve;
use super::subject::{Outcome, Subject};
use crate::chart::{Line, LineChart, Scale, is_large};

/// A measure with curves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Goals covered.
    Coverage,
    /// Values and characters of all tests.
    SuiteSize,
}

/// Makes the chart of a subject, with a line for each algorithm.
pub fn make_chart(
    subject: &Subject,
    algorithms: &[String],
    measure: Measure,
    most_ticks: usize,
) -> LineChart {
    let curve: fn(&[Outcome]) -> Curve = match measure {
        Measure::Coverage => Curve::from_coverage,
        Measure::SuiteSize => Curve::from_suites,
    };
    let x = scale_of_evaluations(subject, most_ticks);
    let line = |(name, sample): (&String, &Vec<Outcome>)| {
        let curve = curve(sample);
        let mut band = curve.corners(|quartiles| quartiles.first, x.end());
        band.extend(curve.corners(|quartiles| quartiles.third, x.end()).into_iter().rev());
        Line { name: name.clone(), points: curve.corners(|quartiles| quartiles.median, x.end()), band }
    };
    let lines: Vec<Line> = algorithms.iter().zip(&subject.samples).map(line).collect();
    let (greatest, name, limit) = match measure {
        Measure::Coverage => {
            let goals = subject.goals as f64;
            (goals, format!("goals covered, of {}", subject.goals), Some(goals))
        }
        Measure::SuiteSize => {
            let values = lines.iter().flat_map(|line| &line.band).map(|(_, value)| *value);
            (values.fold(1.0, f64::max), "size of the suite".to_owned(), None)
        }
    };
    let y = Scale::from_counts(0.0, 1.04 * greatest, 6);
    LineChart { lines, x, y, names: ["evaluations".to_owned(), name], limit }
}

/// Returns a scale from the first evaluation to the last covered goal, or to the end of the longest
/// search unless every search covered all goals. It is logarithmic, unless everything happens late.
fn scale_of_evaluations(subject: &Subject, most_ticks: usize) -> Scale {
    let events = || subject.outcomes().flat_map(|outcome| &outcome.covered_at).copied();
    let end = match subject.outcomes().all(Outcome::is_full) {
        true => events().max(),
        false => subject.outcomes().map(|outcome| outcome.longest).max(),
    };
    let end = end.unwrap_or(1) as f64;
    match events().min() {
        Some(first) if !is_large(first as f64, end) => Scale::from_counts(0.0, 1.04 * end, most_ticks),
        _ => Scale::from_evaluations(1.0, end, most_ticks),
    }
}
