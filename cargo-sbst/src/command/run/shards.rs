//! The beginning of a shard, and the end of all of them.

use super::searching::Results;
use super::{EarlierRuns, RunOptions, StoredTests};
use crate::report::changes;
use crate::report::uncovered::warn_of_refuted;
use crate::search::schedule::Left;
use crate::search::session::Session;
use crate::search::target_report::TargetReport;
use crate::shard::Function;
use crate::shard::environment::Shard;
use crate::shard::merged::Merged;
use crate::shard::publisher::Published;
use crate::shard::share::Share;
use crate::ui::console;
use crate::ui::exit_code::Failure;
use crate::ui::json_lines::JsonLines;
use crate::ui::quantity::count;
use sbst_model::target::Obstacle;
use sbst_model::{Goal, TargetDescription, TargetId};
use std::collections::BTreeMap;

/// Reduces the session to a shard: its functions, and the functions that no shard searches, with
/// their tests in the store. From now on stored results are also published. Returns the numbers of
/// its islands.
pub fn share(
    session: &mut Session,
    options: &RunOptions,
    earlier: &EarlierRuns,
    shard: Shard,
) -> Result<(Published, BTreeMap<TargetId, u64>), Failure> {
    let descriptions = session.targets.iter().map(|target| &target.description);
    let searched = descriptions.filter(|description| description.not_searched.is_none());
    let functions: Vec<Function<'_>> =
        searched.map(|description| Function { id: &description.id, goals: description.goals() }).collect();
    let all = functions.len();
    let state = earlier.state();
    let share = Share::open(shard, &options.shards.store, &functions, options.search.seed, &state.borrow())?;
    let is_own = |description: &TargetDescription| {
        description.not_searched.is_some() || share.functions.contains(&description.id)
    };
    session.targets.retain(|target| is_own(&target.description));
    let text = format!(
        "{} of {}, in run {}: {} of {all}",
        shard.number,
        shard.of,
        share.run,
        count(share.functions.len(), "function")
    );
    console::status(&options.common.output, "Shard", text);
    let published = Published::new(&share);
    let mut state = state.borrow_mut();
    if !options.fresh {
        state.add(&share.batches);
    }
    state.mirror(Box::new(published.clone()));
    Ok((published, share.islands))
}

/// Executes the tests that shards have found. Evaluations and times are those of their searches.
pub fn execute_merged(
    session: &Session,
    options: &RunOptions,
    earlier: &EarlierRuns,
    merged: &Merged,
    lines: JsonLines,
) -> anyhow::Result<Results> {
    let ids = session.targets.iter().map(|target| &target.description.id);
    let tests = ids.map(|id| (id.clone(), earlier.tests(id))).filter(|(_, tests)| !tests.is_empty());
    let unsearched: BTreeMap<TargetId, u32> = merged.unsearched().into_iter().collect();
    let reason = |id: &TargetId| match unsearched.get(id) {
        Some(shard) => Obstacle::LostByShard { shard: *shard, shards: merged.plan.shards },
        None => Obstacle::NotPlanned,
    };
    let stored = StoredTests {
        session,
        execution: &options.search.execution,
        output: &options.common.output,
        lines,
        tests: tests.collect(),
        deaths: earlier.known_deaths(&session.targets),
        known: earlier.known(),
        searched: merged.searched(),
        reason: &reason,
    };
    let (mut reports, done) = stored.execute_for_all_goals()?;
    for report in &mut reports {
        let Some(summary) = &mut report.summary else { continue };
        let cost = merged.costs.get(&report.description.id).copied().unwrap_or_default();
        summary.evaluations = cost.evaluations;
        summary.search_seconds = cost.seconds;
    }
    reports.iter_mut().for_each(|report| tell_attempts(report, merged));
    warn_of_refuted(reports.iter().flat_map(TargetReport::refuted));
    // All results of an unfinished search are stored already.
    let ended = reports.iter().zip(&session.targets);
    for (report, target) in ended.filter(|(report, _)| merged.costs.contains_key(&report.description.id)) {
        earlier.end_search(report, target);
    }
    Ok(Results { reports, failed: !done, left: Left::default() })
}

/// Adds the attempts and proofs of the shards for a function's uncovered goals to its report.
fn tell_attempts(report: &mut TargetReport, merged: &Merged) {
    for (index, goal) in changes::numbered_goals(report) {
        let key = (report.description.id.clone(), goal.name);
        if let Some(reason) = merged.infeasible.get(&key) {
            report.prove(Goal::from_index(index as usize), reason.clone());
        } else if let Some(tried) = merged.tried.get(&key).filter(|_| !goal.covered) {
            report.tried.insert(index, tried.clone());
        }
    }
}
