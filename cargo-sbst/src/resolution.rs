//! What the last successful search build was resolved from. `Cargo.lock` does not hold the dependencies that the
//! feature `search` adds, so without this every build would ask the registry for them, and could get others.

use crate::discover::{VERSION, Workspace};
use crate::search_build;
use anyhow::Context;
use cargo_metadata::camino::Utf8PathBuf;
use std::fs;
use std::io::ErrorKind;

/// What the dependencies of a search build follow from.
#[derive(Debug)]
pub struct Resolution {
    file: Utf8PathBuf,
    text: String,
}

impl Resolution {
    /// What the next build will be resolved from.
    pub fn read(workspace: &Workspace) -> Resolution {
        let lock = workspace.metadata.workspace_root.join("Cargo.lock");
        Resolution {
            file: search_build::directory(workspace).join(".resolved"),
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
