//! The measures of a subject shown by box plots.

use super::super::subject::{Outcome, Subject};
use crate::chart::Scale;
use crate::statistics::quartiles::Time;

/// A measure of outcomes, and its scale.
#[derive(Clone, Debug)]
pub struct Measure {
    /// Its scale.
    pub scale: Scale,
    /// Its name.
    pub description: String,
    /// The place of censored values.
    pub limit: f64,
    /// Returns its values for outcomes of a subject with this number of goals.
    pub times: fn(&[Outcome], u64) -> Vec<Time>,
}

/// Evaluations to full coverage, on one scale for all subjects.
pub fn to_full_coverage(subjects: &[&Subject], most_ticks: usize) -> Measure {
    let outcomes = || subjects.iter().flat_map(|subject| subject.outcomes());
    let times = || outcomes().map(Outcome::to_full_coverage);
    let seen = times().filter(|time| !time.is_censored()).map(Time::evaluations);
    let limit = times().map(Time::evaluations).max().unwrap_or(1) as f64;
    let is_censored = times().any(Time::is_censored);
    let how = if is_censored { " (triangle: not reached)" } else { "" };
    Measure {
        scale: Scale::from_evaluations(seen.min().unwrap_or(1) as f64, limit, most_ticks),
        description: format!("evaluations to full coverage{how}"),
        limit,
        times: |sample, _| sample.iter().map(Outcome::to_full_coverage).collect(),
    }
}

/// Goals covered of a subject.
pub fn covered(subject: &Subject) -> Measure {
    let least = subject.outcomes().map(Outcome::covered).min().unwrap_or(0) as f64;
    let goals = subject.goals as f64;
    // Two goals fewer than the least, so that boxes without length do not fill the plot.
    let start = (least - 2.0).max(0.0);
    Measure {
        scale: Scale::from_counts(start, goals, 6).with_room(0.04 * (goals - start)),
        description: format!("goals covered, of {}", subject.goals),
        limit: goals,
        times: |sample, _| sample.iter().map(|outcome| Time::Seen(outcome.covered())).collect(),
    }
}

/// Goals covered in hundredths, on one scale for all subjects.
pub fn coverage(subjects: &[&Subject]) -> Measure {
    let per_cent = |outcome: &Outcome, goals: u64| 100 * outcome.covered() / goals;
    let all = subjects
        .iter()
        .flat_map(|subject| subject.outcomes().map(move |outcome| per_cent(outcome, subject.goals)));
    let start = (all.min().unwrap_or(0) as f64 - 5.0).max(0.0);
    Measure {
        scale: Scale::from_counts(start, 100.0, 6).with_room(0.03 * (100.0 - start)).with_unit("\u{a0}%"),
        description: "goals covered".to_owned(),
        limit: 100.0,
        times: |sample, goals| {
            let per_cent = |outcome: &Outcome| 100 * outcome.covered() / goals;
            sample.iter().map(|outcome| Time::Seen(per_cent(outcome))).collect()
        },
    }
}

/// The number of searches with full coverage, in words.
pub fn full_coverage(sample: &[Outcome]) -> String {
    format!("{} of {}", sample.iter().filter(|outcome| outcome.is_full()).count(), sample.len())
}
