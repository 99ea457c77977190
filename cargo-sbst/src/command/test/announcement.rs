//! Makes executables list their functions without running the user's code: tests may fail before an
//! executable's turn comes, or call none of its functions.

use crate::cargo::executable::TestExecutable;
use crate::worker::process;
use anyhow::Context;
use cargo_metadata::camino::Utf8Path;
use memchr::memmem;
use sbst_model::observed::{ANNOUNCE, DIRECTORY};
use std::fs;
use std::process::Stdio;

/// Runs the executables for their lists. An executable that does not start here, such as one for
/// another platform, fails when cargo runs it.
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
