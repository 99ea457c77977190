//! The registries left by the processes of the observe build, and the `const fn`s required by
//! constants.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::Context as _;
use sbst_model::observed::ObservedTarget;
use sbst_model::target;
use sbst_wire::{from_line, split_lines};

use crate::census::Place;

/// A function that records.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Registered {
    /// The file, as the compiler names it.
    pub file: String,
    /// The place of the name.
    pub place: Place,
    pub path: String,
    /// The places of its conditions.
    pub conditions: Vec<Place>,
}

/// Reads the registries in `directory`, our folder in a target directory, and returns their
/// functions.
pub fn registered(directory: &Path) -> anyhow::Result<Vec<Registered>> {
    let mut all = BTreeSet::new();
    for (name, path) in files(&directory.join("observed"))? {
        if !name.starts_with("registry-") {
            continue;
        }
        let file = fs::read(&path)?;
        for line in split_lines(&file).skip(1) {
            let target: ObservedTarget = from_line(line).with_context(|| format!("in {}", path.display()))?;
            let at = |place: &target::Place| (place.line as usize, place.column as usize);
            let description = target.description;
            all.insert(Registered {
                file: description.place.file.clone(),
                place: at(&description.place),
                path: description.id.path.clone(),
                conditions: description.conditions.iter().map(|condition| at(&condition.place)).collect(),
            });
        }
    }
    Ok(all.into_iter().collect())
}

/// Removes the lists of `const fn`s in `directory`, one for each crate built in the target
/// directory.
pub fn forget_constants(directory: &Path) -> anyhow::Result<()> {
    for (name, path) in files(directory)? {
        if is_list(&name) {
            fs::remove_file(&path).with_context(|| format!("failed to remove {}", path.display()))?;
        }
    }
    Ok(())
}

/// True for names such as `constants-0123456789abcdef`.
fn is_list(name: &str) -> bool {
    let hash = name.strip_prefix("constants-").unwrap_or_default();
    hash.len() == 16 && hash.chars().all(|digit| digit.is_ascii_hexdigit())
}

/// Returns the `const fn`s that keep their `const`, from the newest list in `directory`.
pub fn needed_by_constants(directory: &Path) -> anyhow::Result<BTreeSet<String>> {
    let lists = files(directory)?.into_iter().filter(|(name, _)| is_list(name));
    let newest = lists.filter_map(|(_, path)| Some((fs::metadata(&path).ok()?.modified().ok()?, path))).max();
    let Some((_, path)) = newest else { return Ok(BTreeSet::new()) };
    let text = fs::read_to_string(path)?;
    let names = text.lines().filter_map(|line| line.rsplit("::").next());
    Ok(names.map(str::to_owned).collect())
}

/// Returns the names and paths of a folder's entries, sorted; empty without the folder.
fn files(folder: &Path) -> anyhow::Result<Vec<(String, std::path::PathBuf)>> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(Vec::new()) };
    let mut files = Vec::new();
    for entry in entries {
        let entry = entry.with_context(|| format!("failed to read {}", folder.display()))?;
        files.push((entry.file_name().to_string_lossy().into_owned(), entry.path()));
    }
    files.sort();
    Ok(files)
}
