//! The folder of ours in the user's target directory, and the commands of cargo that build there.

use super::arguments::{CargoArguments, cargo};
use super::workspace::Workspace;
use crate::ui::options::{Color, OutputOptions};
use anyhow::Context;
use cargo_metadata::Package;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use sbst_model::fingerprint::fnv1a;
use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::process::Command;

/// The folder in the user's target directory where everything of ours is.
pub const FOLDER: &str = "sbst";

pub fn directory(workspace: &Workspace) -> Utf8PathBuf {
    workspace.target_directory.join(FOLDER)
}

/// The ending of names in a target directory that several checkouts may share: empty where the
/// directory is one checkout's own.
pub fn checkout(target_directory: &Utf8Path, workspace_root: &Utf8Path) -> String {
    match target_directory.starts_with(workspace_root) {
        true => String::new(),
        false => format!("-{:016x}", fnv1a(workspace_root.as_str().bytes())),
    }
}

/// A subcommand of cargo that builds packages, as far as all our builds agree.
pub fn cargo_of<'a>(
    subcommand: &str,
    packages: impl Iterator<Item = &'a Package>,
    arguments: &CargoArguments,
    target_directory: &Utf8Path,
) -> Command {
    let mut command = cargo();
    command.arg(subcommand);
    for package in packages {
        // Its identity: a name and a version may be those of another package, too, from a registry.
        command.args(["--package", &package.id.repr]);
    }
    arguments.apply(&mut command);
    command.args(["--target-dir", target_directory.as_str()]);
    command
}

/// Passes our settings for verbosity and colour on to cargo.
pub fn show(command: &mut Command, output: &OutputOptions) {
    match output.color {
        Color::Auto => {}
        Color::Always => _ = command.arg("--color=always"),
        Color::Never => _ = command.arg("--color=never"),
    }
    if output.quiet {
        command.arg("--quiet");
    }
    if output.verbose {
        command.arg("--verbose");
    }
}

/// Removes a worker's directory, if it is there.
pub fn remove(directory: &Utf8Path) -> anyhow::Result<()> {
    match fs::remove_dir_all(directory) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| format!("failed to remove {directory}"))
        }
        _ => Ok(()),
    }
}

/// Waits until no other `cargo sbst` works in `work`, and keeps others out until the file is
/// closed. `waiting` is called if there is one.
pub fn lock(work: &Utf8Path, waiting: impl FnOnce()) -> anyhow::Result<File> {
    fs::create_dir_all(work).with_context(|| format!("failed to create {work}"))?;
    let path = work.join(".lock");
    let file = File::create(&path).with_context(|| format!("failed to write {path}"))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            waiting();
            file.lock().with_context(|| format!("failed to lock {path}"))?;
        }
        // some file systems know no locks
        Err(TryLockError::Error(_)) | Ok(()) => {}
    }
    Ok(file)
}
