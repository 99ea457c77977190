//! The values that searches share with others, and the environmental functions, whose results are
//! not shared.

use super::State;
use super::rows::{identity, key};
use rusqlite::{Row, Transaction, params};
use sbst_model::TargetId;
use sbst_model::messages::BuiltValue;

impl State {
    /// The values in the tests of each function.
    pub fn built(&self) -> Vec<(TargetId, Vec<BuiltValue>)> {
        self.read(|connection| {
            let mut question = connection.prepare(
                "SELECT package, crate, binary, path, type, value, value.goals
                 FROM value JOIN function ON function = id ORDER BY function, position",
            )?;
            let mut rows = question.query([])?;
            let mut all: Vec<(TargetId, Vec<BuiltValue>)> = Vec::new();
            while let Some(row) = rows.next()? {
                let (id, value) = (identity(row)?, from_row(row, 4)?);
                match all.last_mut().filter(|(last, _)| *last == id) {
                    Some((_, values)) => values.push(value),
                    None => all.push((id, vec![value])),
                }
            }
            Ok(all)
        })
    }

    /// The functions whose results depend on the environment.
    pub fn environmental(&self) -> Vec<TargetId> {
        self.values::<bool>("environmental", "environmental").into_keys().collect()
    }

    /// The values in the tests of a function.
    pub(super) fn built_by(&self, id: &TargetId) -> Vec<BuiltValue> {
        self.read(|connection| {
            let mut question = connection.prepare_cached(
                "SELECT type, value, value.goals FROM value JOIN function ON function = id
                 WHERE package = ?1 AND crate = ?2 AND binary = ?3 AND path = ?4 ORDER BY position",
            )?;
            let rows = question.query_map(key(id), |row| from_row(row, 0))?;
            rows.collect()
        })
    }
}

/// Replaces the values of a function, if it has any.
pub fn replace_values(
    transaction: &Transaction<'_>,
    function: i64,
    values: &[BuiltValue],
) -> rusqlite::Result<()> {
    if values.is_empty() {
        return Ok(());
    }
    transaction.prepare_cached("DELETE FROM value WHERE function = ?1")?.execute([function])?;
    let mut insertion = transaction.prepare_cached("INSERT INTO value VALUES (?1, ?2, ?3, ?4, ?5)")?;
    for (position, BuiltValue { of, value, goals }) in values.iter().enumerate() {
        let goals: Vec<String> = goals.iter().map(u32::to_string).collect();
        insertion.execute(params![function, position as i64, of.cast_signed(), value, goals.join(" ")])?;
    }
    Ok(())
}

/// Notes if the results of a function depend on the environment.
pub fn set_environmental(
    transaction: &Transaction<'_>,
    function: i64,
    is_environmental: bool,
) -> rusqlite::Result<()> {
    let mut update = transaction.prepare_cached("UPDATE function SET environmental = ?2 WHERE id = ?1")?;
    update.execute(params![function, is_environmental]).map(|_| ())
}

/// Reads a value from the columns that begin with this one.
fn from_row(row: &Row<'_>, first: usize) -> rusqlite::Result<BuiltValue> {
    let goals: String = row.get(first + 2)?;
    Ok(BuiltValue {
        of: row.get::<_, i64>(first)?.cast_unsigned(),
        value: row.get(first + 1)?,
        goals: goals.split_whitespace().filter_map(|goal| goal.parse().ok()).collect(),
    })
}
