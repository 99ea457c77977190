//! Has executables write down which functions they know, without running anything of theirs: tests may fail before an
//! executable's turn comes, or leave out what nothing calls.

use crate::cargo::executable::TestExecutable;
use crate::worker::process;
use anyhow::Context;
use cargo_metadata::camino::Utf8Path;
use memchr::memmem;
use sbst_model::observed::{ANNOUNCE, DIRECTORY};
use std::fs;
use std::process::Stdio;

/// Asks them. One that cannot be started here (of another platform, say) will tell when cargo runs it.
pub fn ask(executables: &[TestExecutable], observed: &Utf8Path) -> anyhow::Result<()> {
    for executable in executables {
        let path = &executable.path;
        let contents = fs::read(path).with_context(|| format!("failed to read {path}"))?;
        // Without the runtime in it, it would run its tests.
        if memmem::find(&contents, ANNOUNCE.as_bytes()).is_some() {
            let mut command = process::command(executable, observed)?;
            command.env(DIRECTORY, observed).env(ANNOUNCE, "1").stdout(Stdio::null()).stderr(Stdio::null());
            _ = command.status();
        }
    }
    Ok(())
}
