//! The fates of survivors.

use crate::command::run::Ended;
use crate::mutants::Mutant;
use crate::search::target_report::TargetReport;
use crate::suite::WrittenTest;
use std::collections::BTreeMap;

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
    /// Puts together what the written tests notice, and the results of the searches.
    pub fn new(survivors: &[Mutant], ended: &Ended) -> Fates {
        let noticing = ended.tests.iter().filter(|test| !test.is_ignored);
        let noticed: BTreeMap<&str, &WrittenTest> =
            noticing.flat_map(|test| test.notices.iter().map(move |name| (name.as_str(), test))).collect();
        let fate = |mutant: &Mutant| match noticed.get(mutant.name().as_str()) {
            Some(test) => Fate::Killed(test.name.clone()),
            None => searched(mutant, &ended.reports),
        };
        Fates { all: survivors.iter().map(|mutant| (mutant.clone(), fate(mutant))).collect() }
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

/// The result of the search for a mutant that no written test notices.
fn searched(mutant: &Mutant, reports: &[TargetReport]) -> Fate {
    let Some((report, goal)) = goal_of(mutant, reports) else {
        return Fate::Left("its function is not searched, or cannot have a second body".to_owned());
    };
    let description = &report.description;
    let is_shown = report.summary.as_ref().is_some_and(|summary| summary.covered.contains(&goal))
        || report.covered_through().contains(&goal);
    if is_shown {
        return Fate::Left("a test case shows it, and no written test asserts that".to_owned());
    }
    let key = (description.id.clone(), goal);
    let tried = reports.iter().filter_map(|report| report.mutants.get(&key));
    let [executed, differed] = tried.fold([0, 0], |sum, tried| [sum[0] + tried[0], sum[1] + tried[1]]);
    match (executed, &description.not_searched) {
        (0, Some(reason)) => Fate::Left(reason.clone()),
        (0, None) => Fate::Left("no execution reaches it".to_owned()),
        _ => Fate::Equivalent { executed, differed },
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
