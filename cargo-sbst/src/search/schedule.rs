//! Searches many functions with a number of threads, and shows the progress. Results come in the
//! order of the functions, for any number of threads.
//!
//! 1. Without a total budget, each function is searched in one go, unless functions adopt goals of
//!    others. Functions that give values to others come first ([`pool`](crate::search::pool)).
//! 2. Otherwise functions are searched in [`turns`]: the [`total_budget`] is allocated by need, or
//!    each function's own in two [`phases`]. Between turns [`adoption`] decides on the goals of
//!    others.

mod total_budget;
mod phases;
mod adoption;
mod function_search;
mod turns;

use crate::search::pool::{Pool, depends_on_environment, givers_first};
use crate::search::supervisor::{self, Assignment, Searched};
use crate::search::target_report::TargetReport;
use crate::state::State;
use crate::ui::json_lines::{JsonLines, Warning};
use crate::ui::options::{MessageFormat, OutputOptions};
use crate::ui::progress::{Progress, Work};
use crate::ui::{console, interrupt};
use adoption::Adoption;
use sbst_model::TargetDescription;
use sbst_model::messages::{Budget, Stopped};
use sbst_model::target::{Exclusion, Obstacle};
use serde::Serialize;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

/// Searches to make.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    /// The functions, in order.
    pub assignments: &'a [Assignment<'a>],
    /// Searches at the same time.
    pub jobs: usize,
    /// The total of evaluations or time.
    pub total_budget: Option<Budget>,
    /// True if functions adopt each other's goals.
    pub adopts: bool,
    /// True if progress is reported live.
    pub counts_goals: bool,
    /// The state, which takes the tests of all functions after each round of turns.
    pub state: Option<&'a RefCell<State>>,
}

impl Plan<'_> {
    /// Returns the pool with the values of earlier runs.
    fn pool(&self) -> Pool {
        let values = self.state.map_or_else(Vec::new, |state| state.borrow().built());
        let environmental = self.assignments.first().map(|first| &first.orders.known.environmental);
        Pool::new(values, environmental.map_or(&[], Vec::as_slice))
    }

    /// Returns the work, for the display.
    pub fn work(&self) -> Work {
        let searched = || {
            let assignments = self.assignments.iter();
            assignments.filter(|assignment| assignment.description.not_searched.is_none())
        };
        let goals = |assignment: &Assignment<'_>| {
            let TargetDescription { conditions, .. } = assignment.description;
            let infeasible: usize = conditions.iter().map(|condition| condition.infeasible.len()).sum();
            assignment.description.own_goals() - infeasible
        };
        let none = Budget::UNLIMITED;
        // A check has one evaluation per test, for any budget.
        let first = searched().find(|assignment| !assignment.only_checks);
        Work {
            word: if first.is_some() { "Searching" } else { "Checking" },
            goals: searched().map(|assignment| (assignment.name.clone(), goals(assignment))).collect(),
            searches: searched().count(),
            counts_goals: self.counts_goals,
            jobs: self.jobs,
            own: first.map_or(none, |assignment| assignment.orders.budget),
            total: self.total_budget,
        }
    }
}

/// The result of a function.
#[derive(Clone, Debug)]
pub enum Outcome {
    Searched(Box<Searched>),
    /// It was not searched, for this reason.
    LeftOut(Exclusion),
}

/// The unused part of a total budget, in the unit in which it was given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Left {
    pub evaluations: Option<u64>,
    pub seconds: Option<f64>,
}

/// Runs the searches of a plan, shows their progress and each end, and warns of failed ones. Passes
/// each report to `receive` with its index, in order, and true if the search was complete. A
/// complete search was neither excluded nor interrupted, and its workers did not fail.
///
/// Returns true if no search failed, except for functions that crash their workers; and the rest of
/// the total budget.
pub fn search_all(
    plan: &Plan<'_>,
    output: &OutputOptions,
    lines: JsonLines,
    mut receive: impl FnMut(usize, TargetReport, bool) -> anyhow::Result<()>,
) -> anyhow::Result<(bool, Left)> {
    let assignments = plan.assignments;
    let visible = output.message_format == MessageFormat::Human && !output.quiet;
    let progress = Progress::new(plan.work(), visible);
    let mut warnings = Vec::new();
    let mut failed = false;
    let left = search_in_order(plan, &progress, &mut |index, outcome| {
        let Assignment { description, name, directory, .. } = &assignments[index];
        let (report, is_complete) = match outcome {
            Outcome::LeftOut(exclusion) => (TargetReport::not_searched(description, exclusion), false),
            Outcome::Searched(searched) => {
                let is_complete = searched.failure.is_none() && !searched.interrupted;
                failed |= searched.failure.is_some() && !searched.by_function;
                warnings.extend(searched.failure.map(|why| format!("`{name}`: {why} (see {directory})")));
                (searched.report, is_complete)
            }
        };
        let ending = ending(name, &report);
        // Announced results have been stored.
        receive(index, report, is_complete)?;
        if output.verbose {
            progress.suspend(|| console::detail(output, ending));
        }
        Ok(())
    });
    progress.finish();
    assignments.iter().for_each(|assignment| assignment.host.dismiss_servers());
    let left = left?;
    for warning in &warnings {
        console::warning(warning);
        lines.emit(&Warning { message: warning })?;
    }
    Ok((!failed, left))
}

/// Searches by rules 1 and 2, and passes each outcome to `receive` with its index, in order.
pub fn search_in_order(
    plan: &Plan<'_>,
    progress: &Progress,
    receive: &mut dyn FnMut(usize, Outcome) -> anyhow::Result<()>,
) -> anyhow::Result<Left> {
    let Plan { assignments, jobs, total_budget, adopts, .. } = *plan;
    let adoption = Adoption::new(assignments, adopts);
    if total_budget.is_some() || adoption.is_any() {
        return turns::search(plan, adoption, progress, receive);
    }
    let indices: Vec<usize> = (0..assignments.len()).collect();
    let mut results = InOrder::default();
    let mut pool = plan.pool();
    for stage in givers_first(&indices, |index| index, assignments) {
        let mut reports = Vec::new();
        let search = |&index: &usize| {
            let assignment = &assignments[index];
            let mut outcome = search_in_one_go(assignment, &pool, progress)?;
            if let Outcome::Searched(searched) = &mut outcome {
                let report = &mut searched.report;
                if depends_on_environment(assignment, &report.outcomes)? {
                    report.note_environmental();
                }
            }
            Ok((index, outcome))
        };
        in_parallel(&stage, jobs, search, |(index, outcome)| {
            if let Outcome::Searched(searched) = &outcome {
                reports.push((index, searched.report.built.clone(), searched.report.is_environmental));
            }
            results.take(index, outcome, receive)
        })?;
        for (index, built, is_environmental) in reports {
            let id = &assignments[index].description.id;
            pool.learn(id, &built);
            pool.note_environmental(id, is_environmental);
        }
        pool.select();
    }
    Ok(Left::default())
}

fn search_in_one_go(
    assignment: &Assignment<'_>,
    pool: &Pool,
    progress: &Progress,
) -> anyhow::Result<Outcome> {
    let name = &assignment.name;
    if let Some(reason) = reason_to_leave_out(assignment) {
        progress.end(name);
        return Ok(Outcome::LeftOut(reason));
    }
    progress.begin(name);
    let known = pool.known(assignment.description);
    let update = |evaluations, covered| progress.update(name, evaluations, covered);
    let searched = supervisor::search(assignment, known, update);
    progress.end(name);
    Ok(Outcome::Searched(Box::new(searched?)))
}

/// Returns the line of a search that has ended.
fn ending(name: &str, report: &TargetReport) -> String {
    let how = match report.summary.as_ref().map(|summary| summary.stopped) {
        None => "not searched",
        Some(Stopped::AllCovered) => "every goal is covered",
        Some(Stopped::Evaluations) => "the evaluations are spent",
        Some(Stopped::Time) => "the time is over",
        Some(Stopped::Stalled) => "nothing improved for too long",
        Some(Stopped::Deaths) => "its workers died too often",
    };
    format!("{name}: {how}")
}

fn reason_to_leave_out(assignment: &Assignment<'_>) -> Option<Exclusion> {
    let interrupted = || interrupt::requested().then(|| Obstacle::Interrupted.into());
    assignment.description.not_searched.clone().or_else(interrupted)
}

/// Does all of `work` in threads, `jobs` at a time, and passes the results to `receive` in this
/// thread. Ends at the first error.
fn in_parallel<W: Sync, T: Send>(
    work: &[W],
    jobs: usize,
    act: impl Fn(&W) -> anyhow::Result<T> + Sync,
    mut receive: impl FnMut(T) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let next = AtomicUsize::new(0);
    let give_up = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..jobs.min(work.len()) {
            let sender = sender.clone();
            let (next, give_up, act) = (&next, &give_up, &act);
            scope.spawn(move || {
                while let Some(work) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if give_up.load(Ordering::Relaxed) || sender.send(act(work)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let received = receiver.into_iter().try_for_each(|brought| receive(brought?));
        give_up.store(received.is_err(), Ordering::Relaxed);
        received
    })
}

/// Passes on items in the order of their indices, for any order of arrival.
struct InOrder<T> {
    waiting: BTreeMap<usize, T>,
    next: usize,
}

impl<T> Default for InOrder<T> {
    fn default() -> InOrder<T> {
        InOrder { waiting: BTreeMap::new(), next: 0 }
    }
}

impl<T> InOrder<T> {
    /// Takes an item, and passes on all that are next.
    fn take(
        &mut self,
        index: usize,
        item: T,
        receive: &mut dyn FnMut(usize, T) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        self.waiting.insert(index, item);
        while let Some(item) = self.waiting.remove(&self.next) {
            receive(self.next, item)?;
            self.next += 1;
        }
        Ok(())
    }

    /// True if the item of this index has not arrived yet.
    fn is_missing(&self, index: usize) -> bool {
        index >= self.next && !self.waiting.contains_key(&index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_received_in_order() {
        let mut in_order = InOrder::default();
        let mut received = Vec::new();
        for index in [2, 0, 3, 1] {
            assert!(in_order.is_missing(index));
            let mut receive = |index, item| {
                received.push((index, item));
                Ok(())
            };
            in_order.take(index, index * 10, &mut receive).unwrap();
            assert!(!in_order.is_missing(index));
        }
        assert_eq!(received, [(0, 0), (1, 10), (2, 20), (3, 30)]);
    }

    #[test]
    fn an_error_ends_the_work() {
        let work: Vec<u32> = (0..1_000).collect();
        let mut done = 0;
        let act = |number: &u32| if *number == 3 { anyhow::bail!("three") } else { Ok(*number) };
        let ended = in_parallel(&work, 1, act, |_| {
            done += 1;
            Ok(())
        });
        assert_eq!((ended.unwrap_err().to_string().as_str(), done), ("three", 3));
    }
}
