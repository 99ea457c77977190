//! The fates of survivors.

use crate::command::run::Ended;
use crate::mutants::Mutant;
use crate::search::target_report::{TargetReport, Tries};
use crate::suite::WrittenTest;
use sbst_model::target::Check;
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
        /// Executions with a difference there.
        differed: u64,
    },
    /// It is alive, for this reason.
    Left(String),
}

impl Fates {
    /// Combines the verdicts of the written tests and the results of the searches.
    pub fn new(survivors: &[Mutant], ended: &Ended) -> Fates {
        let noticing = ended.tests.iter().filter(|test| !test.is_ignored);
        let noticed: BTreeMap<&str, &WrittenTest> =
            noticing.flat_map(|test| test.notices.iter().map(move |name| (name.as_str(), test))).collect();
        let fate = |mutant: &Mutant| match noticed.get(mutant.name().as_str()) {
            Some(test) => Some(Fate::Killed(test.name.clone())),
            None => searched(mutant, ended),
        };
        let all = survivors.iter().filter_map(|mutant| Some((mutant.clone(), fate(mutant)?)));
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

/// Returns the result of the search for a mutant that no written test notices; `None` if it is no
/// mutant, because it cannot be applied.
fn searched(mutant: &Mutant, ended: &Ended) -> Option<Fate> {
    let left = |reason: &str| Some(Fate::Left(reason.to_owned()));
    let reports = &ended.reports;
    let Some((report, goal)) = goal_of(mutant, reports) else {
        return match find(mutant, reports, |_| true) {
            Some(_) => left("the search calls another expansion of its macro"),
            None => left("its function is not searched, or cannot have a second body"),
        };
    };
    let description = &report.description;
    let key = (description.id.clone(), goal);
    let mut all = Tries::default();
    for tries in reports.iter().filter_map(|report| report.mutants.get(&key)) {
        all.executed += tries.executed;
        all.differed += tries.differed;
        all.is_inapplicable |= tries.is_inapplicable;
    }
    if all.is_inapplicable {
        return None;
    }
    let is_shown = report.summary.as_ref().is_some_and(|summary| summary.covered.contains(&goal))
        || report.covered_through().contains(&goal);
    if is_shown {
        let is_private = |test: &WrittenTest| {
            test.function == description.id.path && test.file.starts_with(&ended.target_directory)
        };
        return match ended.tests.iter().any(is_private) {
            true => {
                left("a test of a private function shows it; `--write-private` puts it beside the source")
            }
            false => left("a test case shows it, and no written test asserts that"),
        };
    }
    match (all.executed, &description.not_searched, open_condition(mutant, report)) {
        (0, Some(exclusion), _) => left(&exclusion.to_string()),
        (0, None, _) => left("no execution reaches it"),
        (_, _, Some(condition)) => left(&format!("no test covers both outcomes of `{condition}`")),
        (executed, _, None) => Some(Fate::Equivalent { executed, differed: all.differed }),
    }
}

/// Returns the condition of a line with a mutant, if an outcome of it is open: then the mutant's
/// effect is unknown.
fn open_condition<'a>(mutant: &Mutant, report: &'a TargetReport) -> Option<&'a str> {
    let line = mutant.place[0].0;
    let open = report.uncovered().into_iter();
    let conditions = open.filter_map(|(goal, _)| report.description.conditions.get(goal.condition as usize));
    let mut there = conditions.filter(|condition| condition.place.line == line);
    there.next().map(|condition| condition.text.as_str())
}

/// Returns the search of a mutant's function, and its goal there.
fn goal_of<'a>(mutant: &Mutant, reports: &'a [TargetReport]) -> Option<(&'a TargetReport, u32)> {
    find(mutant, reports, |check| check.text == mutant.own_text)
}

/// Finds a mutant among those at its place.
fn find<'a>(
    mutant: &Mutant,
    reports: &'a [TargetReport],
    is_meant: impl Fn(&Check) -> bool,
) -> Option<(&'a TargetReport, u32)> {
    reports.iter().find_map(|report| {
        let description = &report.description;
        let check = description.checks.iter().position(|check| {
            (check.place.line, check.place.column) == mutant.place[0]
                && check.place.file == mutant.file
                && is_meant(check)
        })?;
        Some((report, (description.goals() + check) as u32))
    })
}
