//! The rows of functions in the tables.

use rusqlite::{OptionalExtension, Row, Transaction};
use sbst_model::TargetId;

/// Returns the function that the first four columns name.
pub fn identity(row: &Row<'_>) -> rusqlite::Result<TargetId> {
    let binary: String = row.get(2)?;
    Ok(TargetId {
        package: row.get(0)?,
        crate_name: row.get(1)?,
        binary: Some(binary).filter(|binary| !binary.is_empty()),
        path: row.get(3)?,
    })
}

pub fn key(id: &TargetId) -> [&str; 4] {
    [&id.package, &id.crate_name, id.binary.as_deref().unwrap_or_default(), &id.path]
}

/// The number of a function, which it is given if it has none.
pub fn number(transaction: &Transaction<'_>, id: &TargetId) -> rusqlite::Result<i64> {
    let mut question = transaction.prepare_cached(
        "SELECT id FROM function WHERE package = ?1 AND crate = ?2 AND binary = ?3 AND path = ?4",
    )?;
    if let Some(number) = question.query_row(key(id), |row| row.get(0)).optional()? {
        return Ok(number);
    }
    let mut insertion = transaction
        .prepare_cached("INSERT INTO function (package, crate, binary, path) VALUES (?1, ?2, ?3, ?4)")?;
    insertion.insert(key(id))
}
