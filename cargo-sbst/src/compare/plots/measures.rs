//! What box plots show of a subject.

use crate::compare::quartiles::Time;
use crate::compare::subject::{Outcome, Subject};
use crate::plot::axis::Axis;

/// A measure of outcomes, and the axis that it needs.
#[derive(Clone, Debug)]
pub struct Measure {
    /// Its axis.
    pub axis: Axis,
    /// What it is.
    pub description: String,
    /// Where censored values stand.
    pub limit: f64,
    /// Its values.
    pub times: fn(&[Outcome], u64) -> Vec<Time>,
}

/// Evaluations to full coverage, on one axis for all subjects.
pub fn to_full_coverage<'a>(
    subjects: impl Iterator<Item = &'a Subject> + Clone,
    most_ticks: usize,
) -> Measure {
    let times = || subjects.clone().flat_map(Subject::outcomes).map(Outcome::to_full_coverage);
    let seen = times().filter(|time| matches!(time, Time::Seen(_))).map(Time::evaluations);
    let limit = times().map(Time::evaluations).max().unwrap_or(1) as f64;
    let censored = times().any(|time| matches!(time, Time::Censored(_)));
    let how = if censored { " (triangle: not reached)" } else { "" };
    Measure {
        axis: Axis::of_evaluations(seen.min().unwrap_or(1) as f64, limit, most_ticks),
        description: format!("evaluations to full coverage{how}"),
        limit,
        times: |sample, _| sample.iter().map(Outcome::to_full_coverage).collect(),
    }
}

/// Goals covered of a subject.
pub fn covered(subject: &Subject) -> Measure {
    let least = subject.outcomes().map(Outcome::covered).min().unwrap_or(0) as f64;
    let goals = subject.goals as f64;
    // Two goals fewer than the least, so that boxes without length do not fill everything.
    let start = (least - 2.0).max(0.0);
    let room = 0.04 * (goals - start);
    Measure {
        axis: Axis::linear(start - room..goals + room, 6),
        description: format!("goals covered, of {}", subject.goals),
        limit: goals,
        times: |sample, _| sample.iter().map(|outcome| Time::Seen(outcome.covered())).collect(),
    }
}

/// Goals covered in hundredths, on one axis for all subjects.
pub fn coverage<'a>(subjects: impl Iterator<Item = &'a Subject> + Clone) -> Measure {
    let per_cent = |outcome: &Outcome, goals: u64| 100 * outcome.covered() / goals;
    let of_subject =
        |subject: &'a Subject| subject.outcomes().map(move |outcome| per_cent(outcome, subject.goals));
    let least = subjects.flat_map(of_subject).min().unwrap_or(0) as f64;
    let start = (least - 5.0).max(0.0);
    let room = 0.03 * (100.0 - start);
    Measure {
        axis: Axis::linear(start - room..100.0 + room, 6).in_unit("\u{a0}%"),
        description: "goals covered".to_owned(),
        limit: 100.0,
        times: |sample, goals| {
            let per_cent = |outcome: &Outcome| 100 * outcome.covered() / goals;
            sample.iter().map(|outcome| Time::Seen(per_cent(outcome))).collect()
        },
    }
}

/// How many searches covered everything.
pub fn full_coverage(sample: &[Outcome]) -> String {
    format!("{} of {}", sample.iter().filter(|outcome| outcome.is_full()).count(), sample.len())
}
