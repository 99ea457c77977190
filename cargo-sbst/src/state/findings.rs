//! The findings of all runs, each with a test case that causes it.
//!
//! 1. A search begins with the test cases of its function, and gets the fatal ones. So a finding
//!    that a complete search of its function does not meet has *gone*, and so has one whose
//!    function no longer exists.
//! 2. An explicit panic is behaviour. The other tests of a suite decide if the suite shows it, so
//!    it never goes while its function exists.
//! 3. A finding that reappears after it has gone is new.

use super::State;
use super::rows::{identity, number};
use rusqlite::{OptionalExtension, Row, Transaction, params};
use sbst_model::TargetId;
use std::collections::BTreeSet;

/// A finding of a run.
#[derive(Clone, Debug)]
pub struct FoundFinding<'a> {
    pub fingerprint: &'a str,
    /// The function that is called.
    pub id: &'a TargetId,
    /// The kind in words; none for an explicit panic.
    pub kind: Option<&'static str>,
    pub message: &'a str,
    /// The place: `src/lib.rs:3:9`.
    pub place: Option<String>,
    /// The statements, as Rust.
    pub call: String,
    /// The test case, stored.
    pub test: Option<&'a str>,
}

/// A finding as it is stored.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredFinding {
    pub fingerprint: String,
    pub id: TargetId,
    pub kind: Option<String>,
    pub message: String,
    pub place: Option<String>,
    pub call: String,
    pub test: Option<String>,
    /// True if the last run of its function did not meet it.
    pub is_gone: bool,
}

const COLUMNS: &str = "package, crate, binary, path, fingerprint, kind, message, place, call, test_case,
    finding.gone_in IS NOT NULL";

impl State {
    /// All findings, including those that have gone, by their fingerprints.
    pub fn findings(&self) -> Vec<StoredFinding> {
        self.read(|connection| {
            let mut question = connection.prepare(&format!(
                "SELECT {COLUMNS} FROM finding JOIN function ON function = id ORDER BY fingerprint"
            ))?;
            let rows = question.query_map([], stored)?;
            rows.collect()
        })
    }
}

fn stored(row: &Row<'_>) -> rusqlite::Result<StoredFinding> {
    Ok(StoredFinding {
        id: identity(row)?,
        fingerprint: row.get(4)?,
        kind: row.get(5)?,
        message: row.get(6)?,
        place: row.get(7)?,
        call: row.get(8)?,
        test: row.get(9)?,
        is_gone: row.get(10)?,
    })
}

/// Files the findings of a run. Returns the fingerprints of new ones.
pub fn file(
    transaction: &Transaction<'_>,
    run: i64,
    found: &[FoundFinding<'_>],
) -> rusqlite::Result<Vec<String>> {
    let mut new = Vec::new();
    for finding in found {
        let mut known =
            transaction.prepare_cached("SELECT gone_in IS NOT NULL FROM finding WHERE fingerprint = ?1")?;
        let was_gone = known.query_row([finding.fingerprint], |row| row.get::<_, bool>(0)).optional()?;
        if was_gone.unwrap_or(true) {
            new.push(finding.fingerprint.to_owned());
        }
        transaction
            .prepare_cached(
                "INSERT OR IGNORE INTO finding (fingerprint, first_run, last_run) VALUES (?1, ?2, ?2)",
            )?
            .execute(params![finding.fingerprint, run])?;
        let function = number(transaction, finding.id)?;
        // An unknown test case does not replace a known one.
        transaction
            .prepare_cached(
                "UPDATE finding SET last_run = ?2, gone_in = NULL, kind = ?4, message = ?5, place = ?6,
                     call = CASE WHEN ?8 IS NULL THEN coalesce(call, ?7) ELSE ?7 END,
                     function = CASE WHEN ?8 IS NULL THEN coalesce(function, ?3) ELSE ?3 END,
                     test_case = coalesce(?8, test_case)
                 WHERE fingerprint = ?1",
            )?
            .execute(params![
                finding.fingerprint,
                run,
                function,
                finding.kind,
                finding.message,
                finding.place,
                finding.call,
                finding.test,
            ])?;
    }
    Ok(new)
}

/// Files the findings that have gone by rules 1 and 2, and returns them. `met` are those of the
/// run, `is_there` is true for existing functions, `searched` are the functions with a complete
/// search.
pub fn file_gone(
    transaction: &Transaction<'_>,
    run: i64,
    met: &[FoundFinding<'_>],
    is_there: impl Fn(&TargetId) -> Option<bool>,
    searched: &BTreeSet<&TargetId>,
) -> rusqlite::Result<Vec<StoredFinding>> {
    let met: BTreeSet<&str> = met.iter().map(|finding| finding.fingerprint).collect();
    let mut question = transaction.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM finding JOIN function ON function = id WHERE finding.gone_in IS NULL"
    ))?;
    let open: Vec<StoredFinding> = question.query_map([], stored)?.collect::<rusqlite::Result<_>>()?;
    let has_gone = |finding: &StoredFinding| match is_there(&finding.id) {
        None => false,
        Some(false) => true,
        Some(true) => finding.kind.is_some() && finding.test.is_some() && searched.contains(&finding.id),
    };
    let open = open.into_iter().filter(|finding| !met.contains(finding.fingerprint.as_str()));
    let gone: Vec<StoredFinding> = open.filter(has_gone).collect();
    for finding in &gone {
        transaction
            .prepare_cached("UPDATE finding SET gone_in = ?2 WHERE fingerprint = ?1")?
            .execute(params![finding.fingerprint, run])?;
    }
    Ok(gone)
}
