//! The state that a run leaves to the next one: a SQLite database in the target directory.
//!
//! 1. The tests of a function are stored after each of its turns, and when its search ends, before
//!    that is announced. Each time is one transaction, so everything announced survives if the
//!    command or the machine stops at any moment.
//! 2. The next search of the function begins with them. Each is executed, and counts for the goals
//!    that it reaches now: a changed function keeps the tests that still fit it, without a
//!    comparison of sources.
//! 3. State makes no run fail. If it cannot be written, the run continues without it and prints a
//!    warning. A damaged database is put aside; one of a later version is left alone.
//! 4. A test case that a worker died on is stored as well, and no later search executes it.
//! 5. All stored data of functions can be [mirrored](Mirror) to other machines at the same moments.
//! 6. It depends on the seed and on earlier runs only, so the same state and seed give the same
//!    suite.

mod schema;
mod rows;
mod tried;
mod exchange;
mod deaths;
mod built;
mod functions;
mod union;
mod findings;
mod results;
mod runs;

pub use deaths::{Deaths, StoredDeath};
pub use exchange::{Batch, Cost, Mirror, SharedDeath};
pub use findings::{FoundFinding, StoredFinding};
pub use functions::{Outcome, Turn};
pub use results::{FunctionResult, GoalResult, Results, Since};
pub use runs::{Run, RunTotals, now};
pub use tried::{Sequence, Tried};

use crate::cargo::own_directory;
use crate::ui::console;
use anyhow::Context;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use rusqlite::{Connection, Transaction};
use schema::Opened;
use std::fs;
use std::io::ErrorKind;

/// Endings of the files that SQLite keeps beside a database while it is open.
const BESIDE: [&str; 3] = ["", "-wal", "-shm"];
/// The ending of a database that a merged one has replaced.
const ASIDE: &str = ".before-merge";

/// The database of a workspace, while a command uses it.
#[derive(Debug)]
pub struct State {
    path: Utf8PathBuf,
    /// `None` once it could not be written.
    connection: Option<Connection>,
    /// The mirror of stored data of functions.
    mirror: Option<Box<dyn Mirror>>,
}

impl State {
    /// The database of a workspace: a target directory that several share has one for each.
    pub fn path(target_directory: &Utf8Path, workspace_root: &Utf8Path) -> Utf8PathBuf {
        let checkout = own_directory::checkout(target_directory, workspace_root);
        target_directory.join("sbst").join(format!("state{checkout}.sqlite"))
    }

    /// Opens a database, or makes it. Warns if there is no state to continue from.
    pub fn open(path: &Utf8Path) -> State {
        let path = path.to_owned();
        let connection = match open(&path) {
            Ok(connection) => connection,
            Err(error) => {
                warn(&path, &error);
                None
            }
        };
        State { path, connection, mirror: None }
    }

    /// Opens a database if it is there.
    pub fn open_if_there(path: &Utf8Path) -> State {
        match path.exists() {
            true => State::open(path),
            false => State::without(),
        }
    }

    /// An empty state that stores nothing.
    pub fn without() -> State {
        State { path: Utf8PathBuf::new(), connection: None, mirror: None }
    }

    /// Removes a database.
    pub fn forget(path: &Utf8Path) -> anyhow::Result<()> {
        for ending in BESIDE {
            let path = format!("{path}{ending}");
            match fs::remove_file(&path) {
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    return Err(error).with_context(|| format!("failed to remove {path}"));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Moves a database out of the way of another one, if it is there.
    pub fn put_aside(path: &Utf8Path) -> anyhow::Result<()> {
        let aside = Utf8PathBuf::from(format!("{path}{ASIDE}"));
        State::forget(&aside)?;
        for ending in BESIDE {
            let (from, to) = (format!("{path}{ending}"), format!("{aside}{ending}"));
            match fs::rename(&from, &to) {
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    return Err(error).with_context(|| format!("failed to move {from} aside"));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Reads from the database; without one, returns the default.
    fn read<T: Default>(&self, question: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> T {
        let Some(connection) = &self.connection else { return T::default() };
        question(connection).unwrap_or_else(|error| {
            warn(&self.path, &error.into());
            T::default()
        })
    }

    /// Changes the database in one transaction, by rule 3.
    fn write<T: Default>(&mut self, change: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>) -> T {
        self.transact(change, |transaction| transaction.commit())
    }

    /// Returns the result of a change, and leaves the database as it is.
    fn write_and_forget<T: Default>(
        &mut self,
        change: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> T {
        self.transact(change, |transaction| transaction.rollback())
    }

    fn transact<T: Default>(
        &mut self,
        change: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
        end: impl FnOnce(Transaction<'_>) -> rusqlite::Result<()>,
    ) -> T {
        let Some(connection) = &mut self.connection else { return T::default() };
        let changed = || {
            let transaction = connection.transaction()?;
            let answer = change(&transaction)?;
            end(transaction)?;
            Ok(answer)
        };
        changed().unwrap_or_else(|error: rusqlite::Error| {
            warn(&self.path, &error.into());
            self.connection = None;
            T::default()
        })
    }
}

fn warn(path: &Utf8Path, error: &anyhow::Error) {
    console::warning(format_args!(
        "{path}: {error:#}; the run continues, and the next one begins with the state stored so far"
    ));
}

/// Opens a database by rule 3; `None` if it must be left alone.
fn open(path: &Utf8Path) -> anyhow::Result<Option<Connection>> {
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory).with_context(|| format!("failed to create {directory}"))?;
    }
    match schema::open(path)? {
        Opened::Ready(connection) => Ok(Some(connection)),
        Opened::Later(version) => {
            console::warning(format_args!(
                "{path} was written by a later cargo-sbst (state version {version}, this one's is {}): \
                 ignoring it; `--fresh` replaces it",
                schema::VERSION
            ));
            Ok(None)
        }
        Opened::Damaged(error) => {
            let aside = Utf8PathBuf::from(format!("{path}.damaged"));
            fs::rename(path, &aside).with_context(|| format!("failed to move {path} aside"))?;
            BESIDE[1..].iter().for_each(|ending| _ = fs::remove_file(format!("{path}{ending}")));
            console::warning(format_args!(
                "{path} is corrupt ({error}); moved to {aside}, starting from an empty state"
            ));
            match schema::open(path)? {
                Opened::Ready(connection) => Ok(Some(connection)),
                Opened::Later(_) | Opened::Damaged(_) => Ok(None),
            }
        }
    }
}

#[cfg(test)]
mod tests;
