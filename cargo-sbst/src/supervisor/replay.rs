//! Executing the tests of a finished search again, in another process under
//! [other conditions](crate::other_conditions), so that nothing is asserted that differs there.
//!
//! # Policy
//! 1. Tests that are known as test cases are executed. Those of faults come last, because hangs lower the
//!    limit of steps for all after them; deaths are not brought about again.
//! 2. A test that does not show again what it is there for is not written (`outline/replay.rs` of the
//!    runtime).
//! 3. A worker that dies or stands still in a test has shown that this test ends differently: it is not
//!    written, and a new worker goes on behind it. After [`MAX_DEATHS`] the tests that are left are not
//!    written either.
//! 4. A replay that the user ends, that a worker refuses, or whose worker dies in no test, leaves the rest as
//!    it is.
//! 5. Goals of the target that no test covers again are not covered.

use super::{Assignment, Supervisor};
use crate::report::TargetReport;
use crate::watched_worker::{self, End};
use crate::worker_directory;
use crate::worker_process::Host;
use cargo_metadata::camino::Utf8PathBuf;
use sbst_model::messages::{
    Differing, Event, FindingKind, Observed, RecipeOrders, SearchOrders, Task, TestOutline, UncoveredGoal,
};
use std::collections::BTreeSet;

/// Deaths after which a replay is given up.
const MAX_DEATHS: u32 = 3;

impl Supervisor<'_> {
    /// Returns the orders for a replay, with the goals numbered as the last worker had them.
    pub(super) fn replay_orders(&self) -> SearchOrders {
        SearchOrders {
            adopted: self.adopted.clone(),
            given_up: self.given_up.clone(),
            seeds: Vec::new(),
            recipe: RecipeOrders::Without,
            ..self.assignment.orders.clone()
        }
    }
}

/// Replays the tests of a report, takes over what they have in common, and says what differs.
pub(super) fn replay(
    assignment: &Assignment<'_>,
    orders: &SearchOrders,
    report: &mut TargetReport,
) -> anyhow::Result<()> {
    let indices = 0..report.tests.len();
    let mut left: Vec<usize> = indices.filter(|index| can_be_executed(&report.tests[*index])).collect();
    left.sort_by_key(|index| matches!(report.tests[*index].observed, Observed::Fault(_)));
    if let Some(host) = assignment.host.replay.as_ref().filter(|_| !left.is_empty()) {
        let not_shown = execute(assignment, host, orders, &mut report.tests, left)?;
        report.flaky = reason(&report.tests);
        leave_out(report, &not_shown);
        keep_covered(report);
    } else {
        report.flaky = reason(&report.tests);
    }
    Ok(())
}

/// Has workers execute tests, and returns which of them are not to be written.
fn execute(
    assignment: &Assignment<'_>,
    host: &Host,
    orders: &SearchOrders,
    tests: &mut [TestOutline],
    mut left: Vec<usize>,
) -> anyhow::Result<BTreeSet<usize>> {
    let mut not_shown = BTreeSet::new();
    let outer = Utf8PathBuf::from(format!("{}-replay", assignment.directory));
    let directory = outer.join("elsewhere");
    let mut deaths = 0;
    while !left.is_empty() {
        let outlines = left.iter().map(|index| tests[*index].clone()).collect();
        let task = Task::Replay(Box::new(orders.clone()), outlines);
        let mut done = 0;
        let end = watched_worker::work(host, &directory, task, assignment.hang_timeout, |event| {
            if let Event::Replayed { index, outline, is_shown } = event {
                not_shown.extend((!is_shown).then_some(left[index]));
                tests[left[index]] = *outline;
                done = index + 1;
            }
        })?;
        left.drain(..done);
        if !matches!(end, End::Died { evaluation: Some(_), .. }) || left.is_empty() {
            break;
        }
        deaths += 1;
        tests[left[0]].differs.insert(Differing::Ending);
        let dropped = if deaths < MAX_DEATHS { 1 } else { left.len() };
        not_shown.extend(left.drain(..dropped));
    }
    worker_directory::remove(&outer)?;
    Ok(not_shown)
}

/// Rule 1.
fn can_be_executed(test: &TestOutline) -> bool {
    let is_death = matches!(&test.observed, Observed::Fault(finding) if finding.kind == FindingKind::Death);
    !test.test.is_empty() && !is_death
}

/// Rule 2.
fn leave_out(report: &mut TargetReport, not_shown: &BTreeSet<usize>) {
    let tests = std::mem::take(&mut report.tests).into_iter().enumerate();
    let (lost, kept): (Vec<_>, Vec<_>) = tests.partition(|(index, _)| not_shown.contains(index));
    report.tests = kept.into_iter().map(|(_, test)| test).collect();
    report.not_reproduced.extend(lost.into_iter().filter_map(|(_, test)| match test.observed {
        Observed::Fault(finding) => Some(finding),
        _ => None,
    }));
}

/// Rule 5.
fn keep_covered(report: &mut TargetReport) {
    let own = &report.description.id;
    let goals = report.tests.iter().flat_map(|test| {
        let covers = test.covers.iter().filter(|goals| goals.target == *own);
        covers.flat_map(|goals| &goals.goals).chain(&test.goals)
    });
    let covered: BTreeSet<u32> = goals.copied().collect();
    report.first_covered.retain(|goal, _| covered.contains(goal));
    let Some(summary) = &mut report.summary else { return };
    let lost = summary.covered.extract_if(.., |goal| !covered.contains(goal));
    summary.uncovered.extend(lost.map(|goal| UncoveredGoal { goal, best_distance: Some(0.0) }));
    summary.uncovered.sort_by_key(|uncovered| uncovered.goal);
}

/// Returns what differs between executions of these tests, in words.
fn reason(tests: &[TestOutline]) -> Option<String> {
    let differs: BTreeSet<Differing> = tests.iter().flat_map(|test| &test.differs).copied().collect();
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
