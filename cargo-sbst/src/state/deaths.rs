//! Test cases that crash or hang, so that no later search executes them.

use super::State;
use super::exchange::SharedDeath;
use super::rows::key;
use rusqlite::{Transaction, params};
use sbst_model::TargetId;
use sbst_model::messages::{Death, Fatal};
use std::collections::BTreeMap;

/// The most test cases of a function: as many as one search survives.
const MOST: usize = 100;

/// The fatal test cases of a function, and the executable in which they crashed.
#[derive(Clone, Debug, Default)]
pub struct Deaths<'a> {
    pub fatal: Vec<&'a Fatal>,
    /// The fingerprint of the executable that showed them; `None` leaves the one that is stored.
    pub executable: Option<String>,
}

/// A test case that a worker of an earlier run died on.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredDeath {
    pub fatal: Fatal,
    /// The fingerprint of the executable that showed it last.
    pub executable: String,
}

impl Deaths<'_> {
    /// The stored deaths, as they are sent to other states.
    pub(super) fn shared(&self) -> Vec<SharedDeath> {
        let shared = |fatal: &Fatal| SharedDeath {
            test: fatal.test.clone(),
            how: fatal.death.to_string(),
            halves: fatal.halves,
            executable: self.executable.clone().unwrap_or_default(),
        };
        self.lasting().map(shared).collect()
    }

    /// Deaths that do not come back are not stored: an earlier execution caused them.
    fn lasting(&self) -> impl Iterator<Item = &Fatal> {
        self.fatal.iter().copied().filter(|fatal| fatal.comes_back).take(MOST)
    }
}

impl State {
    /// The fatal test cases of a function, in the order of their discovery.
    pub fn deaths(&self, id: &TargetId) -> Vec<StoredDeath> {
        self.read(|connection| {
            let mut question = connection.prepare_cached(
                "SELECT test_case, how, halves, executable FROM death JOIN function ON function = id
                 WHERE package = ?1 AND crate = ?2 AND binary = ?3 AND path = ?4 ORDER BY position",
            )?;
            let rows = question.query_map(key(id), |row| {
                let fatal = Fatal {
                    test: row.get(0)?,
                    death: Death::from_text(row.get_ref(1)?.as_str()?),
                    evaluations: 0,
                    halves: row.get::<_, Option<i64>>(2)?.map(i64::cast_unsigned),
                    comes_back: true,
                };
                Ok(StoredDeath { fatal, executable: row.get(3)? })
            })?;
            rows.collect()
        })
    }
}

pub(super) fn replace_deaths(
    transaction: &Transaction<'_>,
    function: i64,
    deaths: &Deaths<'_>,
) -> rusqlite::Result<()> {
    let mut question =
        transaction.prepare_cached("SELECT test_case, executable FROM death WHERE function = ?1")?;
    let stored = question.query_map([function], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let stored: BTreeMap<String, String> = stored.collect::<rusqlite::Result<_>>()?;
    transaction.prepare_cached("DELETE FROM death WHERE function = ?1")?.execute([function])?;
    let mut insertion = transaction.prepare_cached("INSERT INTO death VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
    for (position, fatal) in deaths.lasting().enumerate() {
        let halves = fatal.halves.map(u64::cast_signed);
        let executable = deaths.executable.as_ref().or_else(|| stored.get(&fatal.test));
        insertion.execute(params![
            function,
            position as i64,
            fatal.test,
            fatal.death.to_string(),
            halves,
            executable.map_or("", String::as_str)
        ])?;
    }
    Ok(())
}
