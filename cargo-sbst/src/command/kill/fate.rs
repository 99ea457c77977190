//! The fates of survivors.

use crate::mutants::{Grading, Judged, Mutant, Verdict};
use crate::search::target_report::TargetReport;
use sbst_model::messages::TriedMutant;

/// The survivors with their fates, by file and place.
#[derive(Debug, Default)]
pub struct Fates {
    pub all: Vec<(Mutant, Fate)>,
}

/// The end of a survivor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The test with this name notices it.
    Killed(String),
    /// No execution has shown it.
    Equivalent {
        /// Executions of its place.
        executed: u64,
        /// Those in which it made a difference there.
        differed: u64,
    },
    /// It is alive, for this reason.
    Left(String),
}

impl Fates {
    /// Puts together the verdicts of the tests and the results of the searches.
    pub fn new(grading: &Grading, reports: &[TargetReport]) -> Fates {
        let all = grading.judged.iter().filter_map(|judged| {
            let fate = fate(judged, grading, reports)?;
            Some((judged.mutant.clone(), fate))
        });
        Fates { all: all.collect() }
    }

    pub fn killed(&self) -> usize {
        self.all.iter().filter(|(_, fate)| matches!(fate, Fate::Killed(_))).count()
    }

    pub fn equivalent(&self) -> usize {
        self.all.iter().filter(|(_, fate)| matches!(fate, Fate::Equivalent { .. })).count()
    }

    pub fn left(&self) -> usize {
        self.all.len() - self.killed() - self.equivalent()
    }
}

fn fate(judged: &Judged, grading: &Grading, reports: &[TargetReport]) -> Option<Fate> {
    match judged.verdict {
        Verdict::Noticed(test) => {
            let name = grading.tests.get(test).map_or("?", |(name, _)| name);
            Some(Fate::Killed(name.to_owned()))
        }
        Verdict::Unknown(_) => Some(Fate::Left("a test takes too many steps with it".to_owned())),
        Verdict::Inapplicable => None,
        Verdict::Alive(_) => Some(searched(&judged.mutant, reports)),
    }
}

/// The result of the search for a mutant that no written test notices.
fn searched(mutant: &Mutant, reports: &[TargetReport]) -> Fate {
    let Some((report, goal)) = goal_of(mutant, reports) else {
        return Fate::Left("its function is not searched, or cannot have a second body".to_owned());
    };
    if let Some(reason) = &report.description.not_searched {
        return Fate::Left(reason.clone());
    }
    let is_covered = report.summary.as_ref().is_some_and(|summary| summary.covered.contains(&goal));
    if is_covered {
        return Fate::Left("a test case shows it, and no written test asserts that".to_owned());
    }
    match report.mutants.get(&goal) {
        Some(&TriedMutant { executed: executed @ 1.., differed, .. }) => {
            Fate::Equivalent { executed, differed }
        }
        _ => Fate::Left("no execution reaches it".to_owned()),
    }
}

/// Returns the search of a mutant's function, and its goal there.
fn goal_of<'a>(mutant: &Mutant, reports: &'a [TargetReport]) -> Option<(&'a TargetReport, u32)> {
    reports.iter().find_map(|report| {
        let description = &report.description;
        let check = description.checks.iter().position(|check| {
            (check.place.line, check.place.column) == mutant.place[0]
                && check.place.file == mutant.file
                && check.text == mutant.own_text
        })?;
        Some((report, (description.goals() + check) as u32))
    })
}
