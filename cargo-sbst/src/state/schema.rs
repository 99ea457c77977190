//! The tables of the state, and how one version of them becomes the next.

use anyhow::Context;
use cargo_metadata::camino::Utf8Path;
use rusqlite::{Connection, ErrorCode};
use std::time::Duration;

/// The version of the tables.
pub const VERSION: u32 = STEPS.len() as u32;

/// The steps from each version to the next, the first from nothing. Never changed, only added to.
const STEPS: [&str; 6] = [
    "
    CREATE TABLE run (
        id INTEGER PRIMARY KEY,
        began_at INTEGER NOT NULL, -- seconds since 1970
        seed INTEGER NOT NULL,
        elapsed_seconds REAL, -- this and what follows only if it came to its end
        functions INTEGER,
        goals INTEGER,
        covered INTEGER,
        findings INTEGER,
        tests INTEGER,
        evaluations INTEGER
    ) STRICT;
    CREATE TABLE function (
        id INTEGER PRIMARY KEY,
        package TEXT NOT NULL,
        crate TEXT NOT NULL,
        binary TEXT NOT NULL, -- empty for the library
        path TEXT NOT NULL,
        runs INTEGER NOT NULL DEFAULT 0, -- searches that ended
        evaluations INTEGER NOT NULL DEFAULT 0, -- of all these
        search_seconds REAL NOT NULL DEFAULT 0,
        goals INTEGER, -- after the last search
        covered INTEGER,
        flaky TEXT, -- why, if it is
        UNIQUE (package, crate, binary, path)
    ) STRICT;
    CREATE TABLE test (
        function INTEGER NOT NULL REFERENCES function (id) ON DELETE CASCADE,
        kind INTEGER NOT NULL, -- 0: it covers goals; 1: it came nearest to an uncovered one; 2: it notices a mutant
        position INTEGER NOT NULL,
        test_case TEXT NOT NULL,
        PRIMARY KEY (function, kind, position)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE goal (
        function INTEGER NOT NULL REFERENCES function (id) ON DELETE CASCADE,
        name TEXT NOT NULL, -- its condition and outcome, without a line
        covered INTEGER NOT NULL,
        PRIMARY KEY (function, name)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE finding (
        fingerprint TEXT PRIMARY KEY,
        first_run INTEGER NOT NULL,
        last_run INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
",
    "
    CREATE TABLE death (
        function INTEGER NOT NULL REFERENCES function (id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        test_case TEXT NOT NULL, -- that a worker died on, or that has no end
        how TEXT NOT NULL, -- in words
        halves INTEGER, -- of its call sequence that bring it about, if they are known
        executable TEXT NOT NULL, -- a fingerprint of the one that showed it last
        PRIMARY KEY (function, position)
    ) STRICT, WITHOUT ROWID;
    ALTER TABLE function ADD COLUMN gone_in INTEGER; -- the run that missed it
    ALTER TABLE finding ADD COLUMN function INTEGER REFERENCES function (id); -- that is called
    ALTER TABLE finding ADD COLUMN kind TEXT; -- none for a panic that a person wrote
    ALTER TABLE finding ADD COLUMN message TEXT;
    ALTER TABLE finding ADD COLUMN place TEXT; -- file:line:column
    ALTER TABLE finding ADD COLUMN call TEXT; -- as Rust
    ALTER TABLE finding ADD COLUMN test_case TEXT; -- none if it is not known
    ALTER TABLE finding ADD COLUMN gone_in INTEGER; -- the run in which it did not come back
",
    "
    ALTER TABLE goal ADD COLUMN best_distance REAL; -- if it is uncovered and was evaluated
    ALTER TABLE goal ADD COLUMN sequences INTEGER NOT NULL DEFAULT 0; -- tried, in all runs
    ALTER TABLE goal ADD COLUMN evaluations INTEGER NOT NULL DEFAULT 0; -- spent on sequences
    CREATE TABLE sequence ( -- of assignments, one of those that came nearest
        function INTEGER NOT NULL,
        goal TEXT NOT NULL,
        position INTEGER NOT NULL,
        needs TEXT NOT NULL, -- the assignments, in words
        lacks TEXT, -- an outcome, in words; none if the sequence was executed in vain
        distance REAL, -- to that outcome
        PRIMARY KEY (function, goal, position),
        FOREIGN KEY (function, goal) REFERENCES goal (function, name) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
",
    "
    ALTER TABLE goal ADD COLUMN infeasible TEXT; -- why, in words, if that is proved
",
    "
    ALTER TABLE test ADD COLUMN simple INTEGER NOT NULL DEFAULT 0; -- 1: it becomes no simpler
",
    "
    CREATE TABLE value ( -- in the tests of a function, for others
        function INTEGER NOT NULL REFERENCES function (id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        type INTEGER NOT NULL, -- its key
        value TEXT NOT NULL,
        goals TEXT NOT NULL, -- the goals of the function that tests with it cover, with spaces between
        PRIMARY KEY (function, position)
    ) STRICT, WITHOUT ROWID;
    ALTER TABLE function ADD COLUMN environmental INTEGER NOT NULL DEFAULT 0; -- 1: its results are
",
];

/// The time that a command waits for another one's write.
const PATIENCE: Duration = Duration::from_secs(10);

/// An opened file.
pub enum Opened {
    Ready(Connection),
    /// A database of this later version.
    Later(u32),
    Damaged(String),
}

/// Opens a database, makes it if it is not there, and brings its tables to this version.
pub fn open(path: &Utf8Path) -> anyhow::Result<Opened> {
    let mut connection =
        Connection::open(path).with_context(|| "the state could not be opened".to_owned())?;
    match prepare(&mut connection) {
        Ok(version) if version > VERSION => Ok(Opened::Later(version)),
        Ok(_) => Ok(Opened::Ready(connection)),
        Err(error) if is_damage(&error) => Ok(Opened::Damaged(error.to_string())),
        Err(error) => Err(error).context("the state could not be read"),
    }
}

/// Returns the version of the tables, which is brought to this one's if it is older.
fn prepare(connection: &mut Connection) -> rusqlite::Result<u32> {
    connection.busy_timeout(PATIENCE)?;
    // A transaction is there after a crash of the command; after one of the machine, too, if it was
    // on the disk. The database is whole in either case.
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    let version: u32 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    // A page that is read late would end a search.
    connection.query_row("PRAGMA quick_check(1)", [], |row| match row.get::<_, String>(0)?.as_str() {
        "ok" => Ok(()),
        found => Err(rusqlite::Error::SqliteFailure(
            rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT),
            Some(found.to_owned()),
        )),
    })?;
    if version < VERSION {
        let transaction = connection.transaction()?;
        for step in &STEPS[version as usize..] {
            transaction.execute_batch(step)?;
        }
        transaction.pragma_update(None, "user_version", VERSION)?;
        transaction.commit()?;
    }
    Ok(version)
}

fn is_damage(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase))
}

/// Makes a database of an earlier version, with a function, a test, a goal and a finding.
#[cfg(test)]
pub fn open_version(path: &Utf8Path, version: usize) {
    let connection = Connection::open(path).unwrap();
    STEPS[..version].iter().for_each(|step| connection.execute_batch(step).unwrap());
    connection.pragma_update(None, "user_version", version as u32).unwrap();
    let rows = "INSERT INTO function (id, package, crate, binary, path) VALUES (1, 'p', 'p', '', 'p::f');
        INSERT INTO test (function, kind, position, test_case) VALUES (1, 0, 0, 'a');
        INSERT INTO goal (function, name, covered) VALUES (1, '`n > 0` true', 0);
        INSERT INTO finding (fingerprint, first_run, last_run) VALUES ('x', 1, 1);";
    connection.execute_batch(rows).unwrap();
}
