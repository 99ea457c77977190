//! The state's knowledge of runs.

use super::State;
use rusqlite::params;
use serde::Serialize;
use std::time::{SystemTime, UNIX_EPOCH};

/// A run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Run {
    pub id: i64,
    /// The local time of its beginning: `2026-11-25 03:00`.
    pub began: String,
    /// The seed of its searches.
    pub seed: u64,
    /// Its results; none if it did not come to its end.
    pub totals: Option<RunTotals>,
}

/// The results of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RunTotals {
    /// Seconds that it took, the build included.
    pub elapsed_seconds: f64,
    /// Functions that were meant.
    pub functions: usize,
    /// Their goals.
    pub goals: usize,
    /// Goals covered.
    pub covered: usize,
    /// Causes of faults.
    pub findings: usize,
    /// Tests.
    pub tests: usize,
    /// Evaluations of all searches.
    pub evaluations: u64,
}

/// The seconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

impl State {
    /// Files the beginning of a run, and returns its number.
    pub fn begin_run(&mut self, seed: u64) -> i64 {
        self.begin_run_at(seed, now())
    }

    /// Files the beginning of a run at some second since 1970, and returns its number.
    pub fn begin_run_at(&mut self, seed: u64, second: u64) -> i64 {
        self.write(|transaction| {
            transaction.execute(
                "INSERT INTO run (began_at, seed) VALUES (?1, ?2)",
                params![second as i64, seed.cast_signed()],
            )?;
            Ok(transaction.last_insert_rowid())
        })
    }

    /// Files the results of a run.
    pub fn end_run(&mut self, run: i64, totals: &RunTotals) {
        self.write(|transaction| {
            transaction.execute(
                "UPDATE run SET elapsed_seconds = ?2, functions = ?3, goals = ?4, covered = ?5,
                     findings = ?6, tests = ?7, evaluations = ?8 WHERE id = ?1",
                params![
                    run,
                    totals.elapsed_seconds,
                    totals.functions as i64,
                    totals.goals as i64,
                    totals.covered as i64,
                    totals.findings as i64,
                    totals.tests as i64,
                    totals.evaluations as i64,
                ],
            )?;
            Ok(())
        });
    }

    /// All runs, the first one first.
    pub fn runs(&self) -> Vec<Run> {
        self.read(|connection| {
            let mut question = connection.prepare(
                "SELECT id, strftime('%Y-%m-%d %H:%M', began_at, 'unixepoch', 'localtime'), seed,
                     elapsed_seconds, functions, goals, covered, findings, tests, evaluations
                 FROM run ORDER BY id",
            )?;
            let rows = question.query_map([], |row| {
                let number = |column| row.get::<_, i64>(column).map(|number| number as usize);
                let totals = match row.get::<_, Option<f64>>(3)? {
                    None => None,
                    Some(elapsed_seconds) => Some(RunTotals {
                        elapsed_seconds,
                        functions: number(4)?,
                        goals: number(5)?,
                        covered: number(6)?,
                        findings: number(7)?,
                        tests: number(8)?,
                        evaluations: number(9)? as u64,
                    }),
                };
                Ok(Run {
                    id: row.get(0)?,
                    began: row.get(1)?,
                    seed: row.get::<_, i64>(2)?.cast_unsigned(),
                    totals,
                })
            })?;
            rows.collect()
        })
    }
}
