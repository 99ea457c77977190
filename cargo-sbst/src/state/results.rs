//! The results of all runs, and the changes since the last one.
//!
//! 1. A goal is identified by its condition, without a line, so it stays the same while lines move.
//!    A goal that no longer exists is neither won nor lost.
//! 2. Functions that this run did not search keep their last results.
//! 3. The attempts for a goal are added up over the runs, until one covers it. A goal that is
//!    proved infeasible is neither won nor lost.
//! 4. A function missing in its package is *gone*, and reported once. Its tests stay, in case it
//!    returns.

use super::State;
use super::exchange::Batch;
use super::findings::{self, FoundFinding, StoredFinding};
use super::rows::{identity, key, number};
use super::tried::{Tried, insert_sequences, sequences};
use rusqlite::{Connection, OptionalExtension, Transaction, params};
use sbst_model::TargetId;
use std::collections::{BTreeMap, BTreeSet};

/// A goal: true if a test covers it, and otherwise the least distance of searches.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GoalResult {
    /// Its name, unique in the function.
    pub name: String,
    pub covered: bool,
    /// The least distance met, if its condition was evaluated.
    pub best_distance: Option<f64>,
    pub tried: Tried,
    /// The proof that it is infeasible, if any; then it is not counted.
    pub infeasible: Option<String>,
}

/// The goals of a searched function.
#[derive(Clone, Debug)]
pub struct FunctionResult<'a> {
    pub id: &'a TargetId,
    pub goals: Vec<GoalResult>,
    /// True if its search executed all initial tests.
    pub is_complete: bool,
}

/// The results of a run.
#[derive(Clone, Debug, Default)]
pub struct Results<'a> {
    /// The functions that this run searched, or reached in other searches.
    pub functions: Vec<FunctionResult<'a>>,
    pub not_searched: Vec<&'a TargetId>,
    pub findings: Vec<FoundFinding<'a>>,
    /// The packages of the run.
    pub packages: BTreeSet<&'a str>,
    /// All functions in them.
    pub there: BTreeSet<&'a TargetId>,
}

/// The changes since the last run with the function.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Since {
    /// True if an earlier run exists.
    pub is_known: bool,
    /// Functions with the names of goals covered by this run, but not by the last one.
    pub won: BTreeMap<TargetId, Vec<String>>,
    /// Functions with the names of goals covered by the last run, but not by this one.
    pub lost: BTreeMap<TargetId, Vec<String>>,
    /// Fingerprints new in this run.
    pub new_findings: Vec<String>,
    /// Findings that are not reproduced.
    pub gone_findings: Vec<StoredFinding>,
    /// Functions that no longer exist.
    pub gone_functions: Vec<TargetId>,
    /// Functions searched by earlier runs, but not by this one.
    pub no_longer_searched: BTreeSet<TargetId>,
}

impl FunctionResult<'_> {
    /// Returns this run's sequences for its uncovered goals, and its proofs of them.
    fn left(&self) -> Batch {
        let left = || self.goals.iter().filter(|goal| !goal.covered);
        let tried = left().filter(|goal| !goal.tried.is_empty());
        let proved = left().filter_map(|goal| Some((goal.name.clone(), goal.infeasible.clone()?)));
        Batch {
            tried: tried.map(|goal| (goal.name.clone(), goal.tried.clone())).collect(),
            infeasible: proved.collect(),
            ..Batch::new(self.id)
        }
    }
}

impl State {
    /// Stores the results of a run, and returns the changes.
    pub fn end_searches(&mut self, run: i64, results: &Results<'_>) -> Since {
        let since = self.write(|transaction| changes(transaction, run, results));
        // A suite need not have a test of every finding.
        let shown =
            results.findings.iter().filter_map(|finding| Some((finding.id, finding.test?.to_owned())));
        let shown = shown.map(|(id, test)| Batch { covering: vec![test], ..Batch::new(id) });
        let searched = results.functions.iter().filter(|result| result.is_complete);
        let left = searched.map(FunctionResult::left).filter(|batch| !batch.is_empty());
        self.tell(shown.chain(left));
        since
    }

    /// Returns the changes without storing them.
    pub fn compare(&mut self, results: &Results<'_>) -> Since {
        self.write_and_forget(|transaction| changes(transaction, 0, results))
    }

    /// The goals of a function after its last searching run.
    pub fn goals(&self, id: &TargetId) -> Vec<GoalResult> {
        self.read(|connection| {
            let mut question = connection.prepare_cached(
                "SELECT function, name FROM goal JOIN function ON function = id
                 WHERE package = ?1 AND crate = ?2 AND binary = ?3 AND path = ?4",
            )?;
            let rows = question.query_map(key(id), |row| Ok((row.get(0)?, row.get(1)?)))?;
            let goals = rows.map(|row| {
                let (function, name): (i64, String) = row?;
                goal(connection, function, &name)?.ok_or(rusqlite::Error::QueryReturnedNoRows)
            });
            goals.collect()
        })
    }
}

/// A stored goal.
fn goal(connection: &Connection, function: i64, name: &str) -> rusqlite::Result<Option<GoalResult>> {
    let mut question = connection.prepare_cached(
        "SELECT covered, best_distance, sequences, evaluations, infeasible FROM goal
         WHERE function = ?1 AND name = ?2",
    )?;
    let found = question.query_row(params![function, name], |row| {
        let number = |column| row.get::<_, i64>(column).map(i64::cast_unsigned);
        let tried = Tried { sequences: number(2)?, evaluations: number(3)?, nearest: Vec::new() };
        let (covered, best_distance, infeasible) = (row.get(0)?, row.get(1)?, row.get(4)?);
        Ok(GoalResult { name: name.to_owned(), covered, best_distance, tried, infeasible })
    });
    let Some(mut goal) = found.optional()? else { return Ok(None) };
    goal.tried.nearest = sequences(connection, function, name)?;
    Ok(Some(goal))
}

fn changes(transaction: &Transaction<'_>, run: i64, results: &Results<'_>) -> rusqlite::Result<Since> {
    let others: i64 = transaction.query_row(
        "SELECT count(*) FROM run WHERE id <> ?1 AND elapsed_seconds IS NOT NULL",
        [run],
        |row| row.get(0),
    )?;
    let mut since = Since { is_known: others > 0, ..Since::default() };
    since.gone_functions = file_gone(transaction, run, results)?;
    for result in &results.functions {
        let function = number(transaction, result.id)?;
        let (won, lost) = replace_goals(transaction, function, &result.goals)?;
        for (changed, all) in [(won, &mut since.won), (lost, &mut since.lost)] {
            if !changed.is_empty() {
                all.insert(result.id.clone(), changed);
            }
        }
    }
    for id in &results.not_searched {
        let mut question = transaction.prepare_cached(
            "SELECT runs > 0 FROM function
             WHERE package = ?1 AND crate = ?2 AND binary = ?3 AND path = ?4",
        )?;
        if question.query_row(key(id), |row| row.get(0)).optional()? == Some(true) {
            since.no_longer_searched.insert((*id).clone());
        }
    }
    let complete = results.functions.iter().filter(|result| result.is_complete);
    let searched: BTreeSet<&TargetId> = complete.map(|result| result.id).collect();
    let is_there =
        |id: &TargetId| results.packages.contains(id.package.as_str()).then(|| results.there.contains(id));
    since.gone_findings = findings::file_gone(transaction, run, &results.findings, is_there, &searched)?;
    since.new_findings = findings::file(transaction, run, &results.findings)?;
    Ok(since)
}

/// Marks the functions that no longer exist, by rule 3, and those that have returned. Returns the
/// newly missing ones.
fn file_gone(
    transaction: &Transaction<'_>,
    run: i64,
    results: &Results<'_>,
) -> rusqlite::Result<Vec<TargetId>> {
    let mut question = transaction.prepare_cached(
        "SELECT package, crate, binary, path, id, gone_in FROM function ORDER BY package, path",
    )?;
    let rows = question
        .query_map([], |row| Ok((identity(row)?, row.get::<_, i64>(4)?, row.get::<_, Option<i64>>(5)?)))?;
    let mut gone = Vec::new();
    for row in rows.collect::<rusqlite::Result<Vec<_>>>()? {
        let (id, number, gone_in) = row;
        let is_gone = !results.there.contains(&id);
        if !results.packages.contains(id.package.as_str()) || is_gone == gone_in.is_some() {
            continue;
        }
        transaction
            .prepare_cached("UPDATE function SET gone_in = ?2 WHERE id = ?1")?
            .execute(params![number, is_gone.then_some(run)])?;
        gone.extend(is_gone.then_some(id));
    }
    Ok(gone)
}

/// Replaces the goals of a function. Returns those won and those lost, in the order of the
/// function. A function searched for the first time has neither.
fn replace_goals(
    transaction: &Transaction<'_>,
    function: i64,
    goals: &[GoalResult],
) -> rusqlite::Result<(Vec<String>, Vec<String>)> {
    let (mut won, mut lost) = (Vec::new(), Vec::new());
    let mut goals = goals.to_vec();
    for goal in &mut goals {
        let Some(before) = self::goal(transaction, function, &goal.name)? else { continue };
        match before.covered {
            _ if before.infeasible.is_some() || goal.infeasible.is_some() => {}
            false if goal.covered => won.push(goal.name.clone()),
            true if !goal.covered => lost.push(goal.name.clone()),
            _ => {}
        }
        if !goal.covered {
            goal.tried.add_earlier(before.tried);
        }
    }
    transaction.prepare_cached("DELETE FROM goal WHERE function = ?1")?.execute([function])?;
    let mut insertion = transaction.prepare_cached(
        "INSERT INTO goal (function, name, covered, best_distance, sequences, evaluations, infeasible)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?;
    for goal in &goals {
        let GoalResult { name, covered, best_distance, tried, infeasible } = goal;
        let [sequences, spent] = [tried.sequences, tried.evaluations].map(u64::cast_signed);
        insertion.execute(params![function, name, covered, best_distance, sequences, spent, infeasible])?;
        insert_sequences(transaction, function, name, &tried.nearest)?;
    }
    Ok((won, lost))
}
