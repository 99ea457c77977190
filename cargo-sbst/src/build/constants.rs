//! The functions that constants of the workspace need: the attribute makes every other `const fn`
//! record.
//!
//! 1. All sources of the workspace are read, those of tests, examples and documentation among them:
//!    no other code can need a function of the workspace.
//! 2. The compiler complains about needs that the sources do not show (of a call that a macro
//!    makes, say). They are remembered, and the build is begun again.
//! 3. The file's name depends on its contents, and the compiler notes the name: cargo rebuilds the
//!    crates that are affected.

use crate::cargo::own_directory;
use crate::cargo::workspace::Workspace;
use anyhow::Context;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use sbst_model::fingerprint;
use sbst_source::constants::{ANY_MACRO, Needed, Sources};
use std::collections::BTreeSet;
use std::fs;

/// The name of the file with functions whose need only the compiler found.
const COMPLAINTS: &str = "constants-complained-of";

/// Writes the functions that constants need, and returns the file.
pub fn write(workspace: &Workspace) -> anyhow::Result<Utf8PathBuf> {
    let mut text = needed(workspace).to_string();
    text.push_str(&complaints(workspace));
    let directory = own_directory::directory(workspace);
    fs::create_dir_all(&directory).with_context(|| format!("failed to create {directory}"))?;
    let file = directory.join(format!("constants-{:016x}", fingerprint::hash_text(&text)));
    if !file.exists() {
        fs::write(&file, text).with_context(|| format!("failed to write {file}"))?;
    }
    Ok(file)
}

/// True if the compiler has not reported the need of one of these functions before.
pub fn are_new(workspace: &Workspace, names: &BTreeSet<String>) -> bool {
    let known = complaints(workspace);
    let is_known = |name: &str| known.lines().any(|line| line == name);
    names.iter().any(|name| !is_known(if is_of_probes(name) { ANY_MACRO } else { name }))
}

/// Records the functions that the compiler reported as needed.
pub fn note_complaints(workspace: &Workspace, names: &BTreeSet<String>) -> anyhow::Result<()> {
    let mut known: BTreeSet<String> = complaints(workspace).lines().map(str::to_owned).collect();
    for name in names {
        match is_of_probes(name) {
            true => _ = known.insert(ANY_MACRO.to_owned()),
            false => known.extend([name.clone(), format!("*::{name}")]),
        }
    }
    let file = complaints_file(workspace);
    let text: String = known.iter().map(|name| format!("{name}\n")).collect();
    fs::write(&file, text).with_context(|| format!("failed to write {file}"))
}

/// Returns the function that a message of the compiler complains about because it is not `const`:
/// `new` of "cannot call non-const associated function `Type::<u8>::new` in constants".
pub fn parse_complaint(message: &str) -> Option<String> {
    let after = message.strip_prefix("cannot call non-const ")?;
    let (_, path) = after.split_once('`')?;
    let (path, _) = path.split_once('`')?;
    let mut depth = 0u32;
    let without_arguments: String = path
        .chars()
        .filter(|sign| {
            depth += u32::from(*sign == '<');
            let is_outside = depth == 0;
            depth -= u32::from(*sign == '>' && depth > 0);
            is_outside
        })
        .collect();
    without_arguments.rsplit("::").find(|name| !name.is_empty()).map(str::to_owned)
}

/// True if probes call the function: a constant uses a macro in whose definition they are.
fn is_of_probes(name: &str) -> bool {
    name.starts_with("evaluate_")
        || matches!(name, "eq_" | "ord_" | "step" | "capture" | "begin" | "look_at_membership")
}

fn complaints(workspace: &Workspace) -> String {
    fs::read_to_string(complaints_file(workspace)).unwrap_or_default()
}

/// Several workspaces may share a target directory.
fn complaints_file(workspace: &Workspace) -> Utf8PathBuf {
    let root = fingerprint::hash_text(workspace.metadata.workspace_root.as_str());
    own_directory::directory(workspace).join(format!("{COMPLAINTS}-{root:016x}"))
}

fn needed(workspace: &Workspace) -> Needed {
    let mut files = BTreeSet::new();
    for package in workspace.metadata.workspace_packages() {
        if let Some(root) = package.manifest_path.parent() {
            collect(root, &workspace.target_directory, &mut files);
        }
    }
    let texts: Vec<(Utf8PathBuf, String)> =
        files.into_iter().filter_map(|file| Some((file.clone(), fs::read_to_string(file).ok()?))).collect();
    let mut sources = Sources::default();
    // Most programs have none.
    if !texts.iter().any(|(_, text)| mentions_const_function(text)) {
        return sources.needed();
    }
    for (file, text) in &texts {
        match file.extension() {
            Some("md") => sources.add_documentation(text),
            _ => sources.add(text),
        }
    }
    sources.needed()
}

fn mentions_const_function(text: &str) -> bool {
    ["const fn", "const unsafe", "const extern", "const async"].iter().any(|words| text.contains(words))
}

/// Collects the sources below a folder. Folders that cannot be read are left to the compiler to
/// complain of.
fn collect(folder: &Utf8Path, target_directory: &Utf8Path, files: &mut BTreeSet<Utf8PathBuf>) {
    for entry in folder.read_dir_utf8().into_iter().flatten().flatten() {
        let path = entry.path();
        let is_hidden = entry.file_name().starts_with('.');
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => {
                let is_target = path == target_directory || path.join("CACHEDIR.TAG").exists();
                if !is_hidden && !is_target {
                    collect(path, target_directory, files);
                }
            }
            Ok(kind) if kind.is_file() && matches!(path.extension(), Some("rs" | "md")) => {
                files.insert(path.to_owned());
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn needs_are_read_from_compiler_errors() {
        for (called, name) in [
            ("function `square` in constants", "square"),
            ("associated function `m::Foo::<u8>::new` in constant functions", "new"),
            ("associated function `<F<u8> as Tr>::t` in statics", "t"),
            ("function `g::<u8>` in constants", "g"),
        ] {
            assert_eq!(parse_complaint(&format!("cannot call non-const {called}")).as_deref(), Some(name));
        }
        assert_eq!(parse_complaint("mismatched types"), None);
    }
}
