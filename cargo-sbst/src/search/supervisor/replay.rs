//! Executing the tests of a finished search again, in another process under [other
//! conditions](crate::worker::other_conditions), so that no assertion depends on them.
//!
//! # Policy
//! 1. Tests with a test case are executed. Those of faults come last, because hangs lower the step
//!    limit for all after them; deaths are not repeated.
//! 2. A test whose goals or finding are not reproduced is not written (`outline/replay.rs` of the
//!    worker).
//! 3. If a worker dies or hangs in a test, that test ends differently: it is not written, and a new
//!    worker continues after it. After [`MAX_DEATHS`] the remaining tests are not written either.
//! 4. If the user interrupts, a worker refuses, or a worker dies outside of tests, the rest stays
//!    as it is.
//! 5. Goals of the target that no test covers in the replay are not covered.
//! 6. In a sandbox, a replay may not write. A test with a refused operation is withheld: it would
//!    perform the operation when the user runs it. If the test is unknown, all are withheld. If the
//!    search touched anything outside of memory, tests are first replayed under the user's own
//!    conditions, for this alone.
//! 7. If the search touched anything outside of memory, tests that were not replayed are withheld
//!    as well. The goals of a withheld test stay covered.

use super::Assignment;
use crate::search::target_report::{TargetReport, Withheld};
use crate::worker::process::Host;
use crate::worker::watch::{self, Watched};
use sbst_model::messages::{
    Differing, Event, Finding, FindingKind, Observed, SearchOrders, Task, TestOutline, UncoveredGoal,
};
use std::collections::{BTreeMap, BTreeSet};

/// The number of deaths at which a replay is given up.
const MAX_DEATHS: u32 = 3;

/// Replays the tests of a report, and keeps the observations common to all executions.
pub fn replay(
    assignment: &Assignment<'_>,
    orders: &SearchOrders,
    report: &mut TargetReport,
) -> anyhow::Result<()> {
    let indices = 0..report.tests.len();
    let mut left: Vec<usize> = indices.filter(|index| can_be_executed(&report.tests[*index])).collect();
    left.sort_by_key(|index| matches!(report.tests[*index].observed, Observed::Fault(_)));
    let claimed = covered(report);
    let mut replayed = Replayed::default();
    if report.touched {
        let mut usual = Replayed::default();
        usual.execute(assignment, assignment.host, orders, &report.tests, left.clone())?;
        replayed.touching = usual.touching;
    }
    if let Some(host) = assignment.host.replay.as_ref().filter(|_| !left.is_empty()) {
        replayed.execute(assignment, host, orders, &report.tests, left)?;
    }
    replayed.take_over(report);
    let lost: BTreeSet<u32> = claimed.difference(&covered(report)).copied().collect();
    uncover(report, &lost);
    Ok(())
}

/// The results of a replay, by the indices of tests.
#[derive(Default)]
struct Replayed {
    outlines: BTreeMap<usize, TestOutline>,
    /// Tests to be left unwritten.
    not_shown: BTreeSet<usize>,
    /// Tests with refused operations, each with the first one.
    touching: BTreeMap<usize, String>,
}

impl Replayed {
    fn execute(
        &mut self,
        assignment: &Assignment<'_>,
        host: &Host,
        orders: &SearchOrders,
        tests: &[TestOutline],
        mut left: Vec<usize>,
    ) -> anyhow::Result<()> {
        let name = assignment.directory.file_name().unwrap_or_default();
        let directory = assignment.directory.with_file_name("elsewhere").join(name);
        let mut deaths = 0;
        while !left.is_empty() {
            let outlines = left.iter().map(|index| tests[*index].clone()).collect();
            let task = Task::Replay(Box::new(orders.clone()), outlines);
            let mut done = 0;
            let watched = watch::work(host, &directory, task, assignment.hang_timeout, |event| {
                if let Event::Replayed { index, outline, is_shown } = event {
                    self.not_shown.extend((!is_shown).then_some(left[index]));
                    self.outlines.insert(left[index], *outline);
                    done = index + 1;
                }
            })?;
            self.attribute(&watched, tests, &left);
            left.drain(..done);
            if watched.evaluation.is_none() || left.is_empty() {
                break;
            }
            deaths += 1;
            let died = self.outlines.entry(left[0]).or_insert_with(|| tests[left[0]].clone());
            died.differs.insert(Differing::Ending);
            let dropped = if deaths < MAX_DEATHS { 1 } else { left.len() };
            self.not_shown.extend(left.drain(..dropped));
        }
        host.directories.keep(&directory);
        Ok(())
    }

    /// Rule 6.
    fn attribute(&mut self, watched: &Watched, tests: &[TestOutline], executed: &[usize]) {
        let act = |test: &TestOutline| watched.touching.get(&test.test).cloned();
        let some = || {
            watched
                .refusals
                .iter()
                .next()
                .map(|(act, refused)| format!("{} ({})", act.text(), refused.example))
        };
        let unknown = if watched.touching.is_empty() { some() } else { None };
        let acts = executed.iter().map(|index| (*index, act(&tests[*index]).or_else(|| unknown.clone())));
        for (index, act) in acts.filter_map(|(index, act)| Some((index, act?))) {
            self.touching.entry(index).or_insert(act);
        }
    }

    /// Rules 2, 6 and 7.
    fn take_over(mut self, report: &mut TargetReport) {
        let mut flaky = Vec::new();
        for (index, test) in std::mem::take(&mut report.tests).into_iter().enumerate() {
            let unverified =
                report.touched && !self.outlines.contains_key(&index) && !self.not_shown.contains(&index);
            let unverified = unverified.then(|| String::from("touch files or processes, as its search did,"));
            if let Some(act) = self.touching.remove(&index).or(unverified) {
                report.not_reproduced.extend(fault(&test));
                report.withheld.push(Withheld { test, act });
                continue;
            }
            let test = self.outlines.remove(&index).unwrap_or(test);
            flaky.push(test.differs.clone());
            match self.not_shown.contains(&index) {
                true => report.not_reproduced.extend(fault(&test)),
                false => report.tests.push(test),
            }
        }
        report.flaky = reason(flaky.into_iter().flatten().collect());
    }
}

fn fault(test: &TestOutline) -> Option<Finding> {
    match &test.observed {
        Observed::Fault(finding) => Some(finding.clone()),
        _ => None,
    }
}

/// Rule 1.
fn can_be_executed(test: &TestOutline) -> bool {
    let is_death = matches!(&test.observed, Observed::Fault(finding) if finding.kind == FindingKind::Death);
    !test.test.is_empty() && !is_death
}

/// Returns the goals of the target that its tests cover or were kept for.
fn covered(report: &TargetReport) -> BTreeSet<u32> {
    let own = &report.description.id;
    let goals = report.covering_tests().flat_map(|test| {
        let covers = test.covers.iter().filter(|goals| goals.target == *own);
        covers.flat_map(|goals| &goals.goals).chain(&test.goals)
    });
    goals.copied().collect()
}

/// Rule 5.
fn uncover(report: &mut TargetReport, lost: &BTreeSet<u32>) {
    report.first_covered.retain(|goal, _| !lost.contains(goal));
    let Some(summary) = &mut report.summary else { return };
    let lost = summary.covered.extract_if(.., |goal| lost.contains(goal));
    summary.uncovered.extend(lost.map(|goal| UncoveredGoal::new(goal, Some(0.0))));
    summary.uncovered.sort_by_key(|uncovered| uncovered.goal);
}

/// Returns the differing parts of executions in words.
fn reason(differs: BTreeSet<Differing>) -> Option<String> {
    let named = differs.iter().map(|differing| match differing {
        Differing::Result => "result",
        Differing::Ending => "ending",
        Differing::Message => "panic message",
        Differing::Goals => "goals",
    });
    let named: Vec<&str> = named.collect();
    match named.split_last() {
        None => None,
        Some((&"goals", [])) => Some(String::from("its goals differ between runs")),
        Some((one, [])) => Some(format!("its {one} differs between runs")),
        Some((last, others)) => Some(format!("its {} and {last} differ between runs", others.join(", "))),
    }
}
