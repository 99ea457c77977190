//! The command `cargo sbst`, built from the same sources as the runtime.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use cargo_metadata::Message;

use crate::process;

/// Builds the command of `repository` in `target_directory` and returns its path.
pub fn build(repository: &Path, target_directory: &Path) -> anyhow::Result<PathBuf> {
    let output = process::command("cargo", repository)
        .args(["build", "--package", "cargo-sbst", "--message-format=json-render-diagnostics"])
        .env("CARGO_TARGET_DIR", target_directory)
        .stderr(std::process::Stdio::inherit())
        .output()
        .context("failed to start cargo")?;
    anyhow::ensure!(output.status.success(), "cargo-sbst in {} does not compile", repository.display());
    let messages = Message::parse_stream(&output.stdout[..]);
    let executables = messages.filter_map(|message| match message {
        Ok(Message::CompilerArtifact(artifact)) if artifact.target.name == "cargo-sbst" => {
            artifact.executable
        }
        _ => None,
    });
    Ok(executables.last().context("cargo built no cargo-sbst")?.into_std_path_buf())
}
