//! The state's knowledge of functions.

use super::State;
use super::built::{replace_values, set_environmental};
use super::deaths::{Deaths, replace_deaths};
use super::exchange::{Batch, Cost};
use super::rows::{identity, key, number};
use rusqlite::types::FromSql;
use rusqlite::{Transaction, params};
use sbst_model::TargetId;
use sbst_model::messages::BuiltValue;
use std::collections::{BTreeMap, HashSet};

/// The tests of a function after a turn, as
/// [`TestCase::to_hex`](sbst_model::TestCase::to_hex) gives them.
#[derive(Clone, Debug)]
pub struct Turn<'a> {
    pub id: &'a TargetId,
    pub covering: Vec<&'a str>,
    /// Test cases that came nearest to uncovered goals.
    pub nearest: Vec<&'a str>,
    /// The values in its tests.
    pub built: &'a [BuiltValue],
    /// True if its results depend on the environment.
    pub is_environmental: bool,
    pub deaths: Deaths<'a>,
}

/// The end of a function's search.
#[derive(Clone, Debug)]
pub struct Outcome<'a> {
    pub id: &'a TargetId,
    pub covering: Vec<&'a str>,
    /// Tests that notice mutants beyond those of others; `None` if no mutants were sought.
    pub killing: Option<Vec<&'a str>>,
    /// True if these are as simple as they become.
    pub are_simple: bool,
    /// The values in its tests.
    pub built: &'a [BuiltValue],
    /// True if its results depend on the environment.
    pub is_environmental: bool,
    pub deaths: Deaths<'a>,
    pub goals: usize,
    pub covered: usize,
    pub evaluations: u64,
    pub search_seconds: f64,
}

impl From<&Turn<'_>> for Batch {
    fn from(turn: &Turn<'_>) -> Batch {
        let owned = |tests: &[&str]| tests.iter().copied().map(str::to_owned).collect();
        Batch {
            covering: owned(&turn.covering),
            nearest: owned(&turn.nearest),
            built: turn.built.to_vec(),
            is_environmental: turn.is_environmental,
            deaths: turn.deaths.shared(),
            ..Batch::new(turn.id)
        }
    }
}

impl From<&Outcome<'_>> for Batch {
    fn from(outcome: &Outcome<'_>) -> Batch {
        Batch {
            covering: outcome.covering.iter().copied().map(str::to_owned).collect(),
            built: outcome.built.to_vec(),
            is_environmental: outcome.is_environmental,
            deaths: outcome.deaths.shared(),
            ended: Some(Cost { evaluations: outcome.evaluations, seconds: outcome.search_seconds }),
            ..Batch::new(outcome.id)
        }
    }
}

pub(super) const COVERING: i64 = 0;
pub(super) const NEAREST: i64 = 1;
const KILLING: i64 = 2;

impl State {
    /// The initial tests of the function's search.
    pub fn tests(&self, id: &TargetId) -> Vec<String> {
        self.read(|connection| {
            let mut question = connection.prepare_cached(
                "SELECT test_case FROM test JOIN function ON function = id
                 WHERE package = ?1 AND crate = ?2 AND binary = ?3 AND path = ?4 ORDER BY kind, position",
            )?;
            let rows = question.query_map(key(id), |row| row.get(0))?;
            rows.collect()
        })
    }

    /// The tests of a function that notice mutants beyond those of others.
    pub fn killing_tests(&self, id: &TargetId) -> Vec<String> {
        self.tests_of_kind(id, KILLING)
    }

    /// The tests of a function that are stored for one reason.
    pub(super) fn tests_of_kind(&self, id: &TargetId, kind: i64) -> Vec<String> {
        let [package, name, binary, path] = key(id);
        self.read(|connection| {
            let mut question = connection.prepare_cached(
                "SELECT test_case FROM test JOIN function ON function = id
                 WHERE package = ?1 AND crate = ?2 AND binary = ?3 AND path = ?4 AND kind = ?5
                 ORDER BY position",
            )?;
            let rows = question.query_map(params![package, name, binary, path, kind], |row| row.get(0))?;
            rows.collect()
        })
    }

    /// The tests of a function that are as simple as they become.
    pub fn simple_tests(&self, id: &TargetId) -> Vec<String> {
        self.read(|connection| {
            let mut question = connection.prepare_cached(
                "SELECT test_case FROM test JOIN function ON function = id
                 WHERE package = ?1 AND crate = ?2 AND binary = ?3 AND path = ?4 AND simple",
            )?;
            let rows = question.query_map(key(id), |row| row.get(0))?;
            rows.collect()
        })
    }

    /// Replaces the tests of functions after a turn of each. Returns the results of others for
    /// them.
    pub fn keep(&mut self, turns: &[Turn<'_>]) -> Vec<Batch> {
        self.write(|transaction| {
            turns.iter().try_for_each(|turn| {
                let function = number(transaction, turn.id)?;
                replace_tests(transaction, function, COVERING, &turn.covering, false)?;
                replace_tests(transaction, function, NEAREST, &turn.nearest, false)?;
                replace_values(transaction, function, turn.built)?;
                set_environmental(transaction, function, turn.is_environmental)?;
                replace_deaths(transaction, function, &turn.deaths)
            })
        });
        self.tell(turns.iter().map(Batch::from))
    }

    /// Files the end of a search. Test cases that came near to goals stay from its last turn.
    pub fn end_search(&mut self, outcome: &Outcome<'_>) {
        self.write(|transaction| {
            let function = number(transaction, outcome.id)?;
            replace_tests(transaction, function, COVERING, &outcome.covering, outcome.are_simple)?;
            if let Some(killing) = &outcome.killing {
                replace_tests(transaction, function, KILLING, killing, false)?;
            }
            replace_values(transaction, function, outcome.built)?;
            set_environmental(transaction, function, outcome.is_environmental)?;
            replace_deaths(transaction, function, &outcome.deaths)?;
            let mut update = transaction.prepare_cached(
                "UPDATE function SET runs = runs + 1, evaluations = evaluations + ?2,
                     search_seconds = search_seconds + ?3, goals = ?4, covered = ?5 WHERE id = ?1",
            )?;
            let Outcome { goals, covered, evaluations, search_seconds, .. } = *outcome;
            let numbers = [evaluations, goals as u64, covered as u64].map(u64::cast_signed);
            update.execute(params![function, numbers[0], search_seconds, numbers[1], numbers[2]])?;
            Ok(())
        });
        self.tell(std::iter::once(Batch::from(outcome)));
    }

    /// The functions, with the number of their searches that came to their end.
    pub fn searches(&self) -> Vec<(TargetId, u64)> {
        self.read(|connection| {
            let mut question =
                connection.prepare("SELECT package, crate, binary, path, runs FROM function")?;
            let rows =
                question.query_map([], |row| Ok((identity(row)?, row.get::<_, i64>(4)?.unsigned_abs())))?;
            rows.collect()
        })
    }

    /// Stores the flakiness of each function in its last search, with the reason.
    pub fn note_flaky(&mut self, found: &[(&TargetId, Option<&str>)]) {
        self.write(|transaction| {
            found.iter().try_for_each(|(id, reason)| {
                let function = number(transaction, id)?;
                let mut update =
                    transaction.prepare_cached("UPDATE function SET flaky = ?2 WHERE id = ?1")?;
                update.execute(params![function, reason]).map(|_| ())
            })
        });
    }

    /// The functions whose last search found them flaky, and why.
    pub fn flaky(&self) -> BTreeMap<TargetId, String> {
        self.values("flaky", "flaky IS NOT NULL")
    }

    /// Returns the value of an expression for the row of each function that meets a condition.
    pub(super) fn values<T: FromSql>(&self, expression: &str, condition: &str) -> BTreeMap<TargetId, T> {
        let question =
            format!("SELECT package, crate, binary, path, {expression} FROM function WHERE {condition}");
        self.read(|connection| {
            let mut question = connection.prepare(&question)?;
            let rows = question.query_map([], |row| Ok((identity(row)?, row.get(4)?)))?;
            rows.collect()
        })
    }
}

/// Replaces the tests of a function. Tests that are stored as simple stay so.
pub(super) fn replace_tests(
    transaction: &Transaction<'_>,
    function: i64,
    kind: i64,
    tests: &[&str],
    are_simple: bool,
) -> rusqlite::Result<()> {
    let mut question = transaction
        .prepare_cached("SELECT test_case FROM test WHERE function = ?1 AND kind = ?2 AND simple")?;
    let rows = question.query_map([function, kind], |row| row.get(0))?;
    let simple: HashSet<String> = rows.collect::<rusqlite::Result<_>>()?;
    let mut removal = transaction.prepare_cached("DELETE FROM test WHERE function = ?1 AND kind = ?2")?;
    removal.execute([function, kind])?;
    let mut insertion = transaction.prepare_cached(
        "INSERT INTO test (function, kind, position, test_case, simple) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?;
    for (position, test) in tests.iter().enumerate() {
        let is_simple = are_simple || simple.contains(*test);
        insertion.execute(params![function, kind, position as i64, test, is_simple])?;
    }
    Ok(())
}
