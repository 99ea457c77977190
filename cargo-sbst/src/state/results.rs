//! The results of each run, and the changes since the last one.
//!
//! 1. A goal is known by its condition, without a line, so it stays the same while lines move. One
//!    that is there no more is neither won nor lost.
//! 2. Functions that this run did not search keep what the last one said of them.
//! 3. A finding that one run does not meet is not gone: the next may meet it.

use super::State;
use super::functions::number;
use rusqlite::{OptionalExtension, Transaction, params};
use sbst_model::TargetId;
use std::collections::BTreeMap;

/// A goal, and whether a test covers it.
#[derive(Clone, Debug, PartialEq)]
pub struct GoalResult {
    /// Its name, which no other goal of the function has.
    pub name: String,
    pub covered: bool,
}

/// The goals of a function that was searched.
#[derive(Clone, Debug)]
pub struct FunctionResult<'a> {
    pub id: &'a TargetId,
    pub goals: Vec<GoalResult>,
}

/// The changes since the last run that knew of a function.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Since {
    /// True if there was a run before.
    pub is_known: bool,
    /// Functions with the names of goals that this run covers, and the last one did not.
    pub won: BTreeMap<TargetId, Vec<String>>,
    /// Functions with the names of goals that the last run covered, and this one does not.
    pub lost: BTreeMap<TargetId, Vec<String>>,
    /// Fingerprints that no run met before.
    pub new_findings: Vec<String>,
}

impl State {
    /// Files what a run reached, and returns what changed.
    pub fn end_searches(
        &mut self,
        run: i64,
        functions: &[FunctionResult<'_>],
        fingerprints: &[String],
    ) -> Since {
        self.write(|transaction| {
            let others: i64 = transaction.query_row(
                "SELECT count(*) FROM run WHERE id <> ?1 AND elapsed_seconds IS NOT NULL",
                [run],
                |row| row.get(0),
            )?;
            let mut since = Since { is_known: others > 0, ..Since::default() };
            for result in functions {
                let function = number(transaction, result.id)?;
                let (won, lost) = replace_goals(transaction, function, &result.goals)?;
                for (changed, all) in [(won, &mut since.won), (lost, &mut since.lost)] {
                    if !changed.is_empty() {
                        all.insert(result.id.clone(), changed);
                    }
                }
            }
            for fingerprint in fingerprints {
                let mut update =
                    transaction.prepare_cached("UPDATE finding SET last_run = ?2 WHERE fingerprint = ?1")?;
                if update.execute(params![fingerprint, run])? == 0 {
                    transaction
                        .prepare_cached("INSERT INTO finding VALUES (?1, ?2, ?2)")?
                        .execute(params![fingerprint, run])?;
                    since.new_findings.push(fingerprint.clone());
                }
            }
            Ok(since)
        })
    }
}

/// Replaces the goals of a function. Returns those won and those lost, in the order of the function.
/// A function that is searched for the first time has neither.
fn replace_goals(
    transaction: &Transaction<'_>,
    function: i64,
    goals: &[GoalResult],
) -> rusqlite::Result<(Vec<String>, Vec<String>)> {
    let (mut won, mut lost) = (Vec::new(), Vec::new());
    {
        let mut before =
            transaction.prepare_cached("SELECT covered FROM goal WHERE function = ?1 AND name = ?2")?;
        for goal in goals {
            let before = before.query_row(params![function, goal.name], |row| row.get::<_, bool>(0));
            match before.optional()? {
                Some(false) if goal.covered => won.push(goal.name.clone()),
                Some(true) if !goal.covered => lost.push(goal.name.clone()),
                _ => {}
            }
        }
    }
    transaction.prepare_cached("DELETE FROM goal WHERE function = ?1")?.execute([function])?;
    let mut insertion =
        transaction.prepare_cached("INSERT INTO goal (function, name, covered) VALUES (?1, ?2, ?3)")?;
    for goal in goals {
        insertion.execute(params![function, goal.name, goal.covered])?;
    }
    Ok((won, lost))
}
