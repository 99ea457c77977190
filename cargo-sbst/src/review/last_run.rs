//! The files of the last run before and after it, in the target directory, with the decisions
//! since.

use super::proposal::{Decision, Kind, Proposal, proposals};
use crate::cargo::own_directory;
use crate::suite::changes::{Changes, Role};
use crate::suite::composition::Versions;
use crate::ui::whole_file;
use anyhow::{Context, ensure};
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;

/// The version of the file.
const VERSION: u32 = 2;

/// The changes of the last run, made or proposed.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct LastRun {
    version: u32,
    /// True if the run left the files unchanged.
    pub only_proposed: bool,
    pub packages: Vec<PackageChanges>,
    /// Decisions by the keys of proposals.
    pub decisions: BTreeMap<String, Decision>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PackageChanges {
    pub manifest_path: Utf8PathBuf,
    pub changes: Changes,
    /// The texts that decisions have given to files.
    pub composed: BTreeMap<Utf8PathBuf, Option<String>>,
}

impl LastRun {
    pub fn new(packages: impl IntoIterator<Item = (Utf8PathBuf, Changes)>, only_proposed: bool) -> LastRun {
        let packages = packages.into_iter().map(|(manifest_path, changes)| PackageChanges {
            manifest_path,
            changes,
            composed: BTreeMap::new(),
        });
        LastRun { version: VERSION, only_proposed, packages: packages.collect(), decisions: BTreeMap::new() }
    }

    /// Returns the path of the file. A target directory has one for each workspace that shares it.
    pub fn path(target_directory: &Utf8Path, workspace_root: &Utf8Path) -> Utf8PathBuf {
        in_target(target_directory, workspace_root, "review", "json")
    }

    /// Reads the file; `None` if no run has left one.
    pub fn read(path: &Utf8Path) -> anyhow::Result<Option<LastRun>> {
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            text => text.with_context(|| format!("failed to read {path}"))?,
        };
        let advice = || format!("{path} is not of this version of cargo-sbst; run `cargo sbst` again");
        let last: LastRun = serde_json::from_str(&text).with_context(advice)?;
        ensure!(last.version == VERSION, advice());
        Ok(Some(last))
    }

    pub fn write(&self, path: &Utf8Path) -> anyhow::Result<()> {
        let text = serde_json::to_string(self).context("failed to serialize the last run")?;
        whole_file::replace(path, text.as_bytes())
    }

    /// Returns the proposals in the order of packages and files, changed results first.
    pub fn proposals(&self) -> Vec<Proposal> {
        let mut all: Vec<Proposal> = Vec::new();
        for changes in self.packages.iter().map(|package| &package.changes) {
            for file in &changes.files {
                let Role::Tests(facts) = &file.role else { continue };
                let pairs = proposals(file, facts, &Versions::new(file), &changes.failing);
                all.extend(pairs.into_iter().filter_map(|(_, proposal)| proposal));
            }
        }
        all.sort_by_key(|proposal| proposal.fails.is_none());
        all
    }
}

/// Returns the path of a file of this workspace in our folder of the target directory.
pub fn in_target(
    target_directory: &Utf8Path,
    workspace_root: &Utf8Path,
    name: &str,
    extension: &str,
) -> Utf8PathBuf {
    let checkout = own_directory::checkout(target_directory, workspace_root);
    target_directory.join(own_directory::FOLDER).join(format!("{name}{checkout}.{extension}"))
}

/// Returns the numbers of proposals, as text.
pub fn counts(proposals: &[Proposal]) -> String {
    let number = |kind: Kind| proposals.iter().filter(|proposal| proposal.kind == kind).count();
    let kinds = [Kind::Added, Kind::Changed, Kind::Removed].map(|kind| (number(kind), kind));
    let counts: Vec<String> = kinds
        .iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, kind)| format!("{number} {}", kind.word()))
        .collect();
    match counts.is_empty() {
        true => "no test is added, changed or removed".to_owned(),
        false => counts.join(", "),
    }
}
