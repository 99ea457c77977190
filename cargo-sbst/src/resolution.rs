//! What the last successful build with one of our features was resolved from. `Cargo.lock` does not hold the dependencies
//! that the feature adds, so without this every build would ask the registry for them, and could get others.

use crate::discover::{VERSION, Workspace};
use anyhow::Context;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use std::fs;
use std::io::ErrorKind;

/// What the dependencies of a build follow from.
#[derive(Debug)]
pub struct Resolution {
    file: Utf8PathBuf,
    text: String,
}

impl Resolution {
    /// What the next build in a target directory will be resolved from.
    pub fn read(workspace: &Workspace, target_directory: &Utf8Path) -> Resolution {
        let lock = workspace.metadata.workspace_root.join("Cargo.lock");
        Resolution {
            file: target_directory.join(".resolved"),
            text: format!("# {VERSION}\n{}", fs::read_to_string(lock).unwrap_or_default()),
        }
    }

    /// Whether a build succeeded from this: then everything that it needs was downloaded.
    pub fn is_known(&self) -> bool {
        fs::read_to_string(&self.file).is_ok_and(|text| text == self.text)
    }

    /// Notes that a build succeeded.
    pub fn remember(&self) -> anyhow::Result<()> {
        fs::write(&self.file, &self.text).with_context(|| format!("failed to write {}", self.file))
    }

    /// Notes that something that was downloaded is gone.
    pub fn forget(&self) -> anyhow::Result<()> {
        match fs::remove_file(&self.file) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(error).with_context(|| format!("failed to remove {}", self.file))
            }
            _ => Ok(()),
        }
    }
}
