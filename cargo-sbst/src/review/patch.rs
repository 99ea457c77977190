//! The changes of a run as a unified diff.

use super::last_run::{LastRun, in_target};
use crate::suite::changes::FileChange;
use crate::ui::whole_file;
use anyhow::Context;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use similar::TextDiff;
use std::fs;
use std::io::ErrorKind;

/// Lines around a change.
const CONTEXT: usize = 3;

/// Writes the patch of a run to the target directory. Returns its place, or `None` if the run
/// changes nothing.
pub fn write(
    last: &LastRun,
    target_directory: &Utf8Path,
    workspace_root: &Utf8Path,
) -> anyhow::Result<Option<Utf8PathBuf>> {
    let path = place(target_directory, workspace_root);
    let text = render(last, workspace_root);
    if text.is_empty() {
        return Ok(None);
    }
    whole_file::replace(&path, text.as_bytes())?;
    Ok(Some(path))
}

/// Removes the patch of an earlier run.
pub fn remove(target_directory: &Utf8Path, workspace_root: &Utf8Path) -> anyhow::Result<()> {
    let path = place(target_directory, workspace_root);
    match fs::remove_file(&path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| format!("failed to remove {path}"))
        }
        _ => Ok(()),
    }
}

fn place(target_directory: &Utf8Path, workspace_root: &Utf8Path) -> Utf8PathBuf {
    in_target(target_directory, workspace_root, "suite", "patch")
}

/// Returns a patch for `git apply` or `patch -p1` in the root of the workspace.
fn render(last: &LastRun, workspace_root: &Utf8Path) -> String {
    let files = last.packages.iter().flat_map(|package| &package.changes.files);
    files.map(|file| of_file(file, workspace_root)).collect()
}

fn of_file(file: &FileChange, workspace_root: &Utf8Path) -> String {
    let path = file.path.strip_prefix(workspace_root).unwrap_or(&file.path).as_str().replace('\\', "/");
    let name = |side: &str, text: &Option<String>| match text {
        Some(_) => format!("{side}/{path}"),
        None => "/dev/null".to_owned(),
    };
    let (old, new) = (file.before.as_deref().unwrap_or_default(), file.after.as_deref().unwrap_or_default());
    let diff = TextDiff::from_lines(old, new);
    let mut unified = diff.unified_diff();
    unified.context_radius(CONTEXT).header(&name("a", &file.before), &name("b", &file.after));
    unified.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::changes::{Changes, Role};
    use crate::suite::fixtures::Directory;
    use std::process::Command;

    fn change(path: &str, before: Option<&str>, after: Option<&str>) -> FileChange {
        let text = |text: Option<&str>| text.map(str::to_owned);
        FileChange { path: path.into(), before: text(before), after: text(after), role: Role::Root }
    }

    #[test]
    fn git_applies_the_patch_to_files_that_are_new_changed_and_gone() {
        let directory = Directory::with_files(&[("b.rs", "1\n2\n3"), ("sub/c.rs", "gone\n")]);
        let root = directory.path();
        let place = |path: &str| root.join(path).into_string();
        let files = vec![
            change(&place("tests/a.rs"), None, Some("new\n")),
            change(&place("b.rs"), Some("1\n2\n3"), Some("1\nzwei\n3\n")),
            change(&place("sub/c.rs"), Some("gone\n"), None),
        ];
        let changes = Changes { files, ..Changes::default() };
        let last = LastRun::new([(root.join("Cargo.toml"), changes)], true);
        insta::assert_snapshot!(render(&last, root));
        let path = write(&last, &root.join("target"), root).unwrap().unwrap();
        let applied = Command::new("git").args(["apply", path.as_str()]).current_dir(root).status().unwrap();
        assert!(applied.success());
        assert_eq!(directory.read("tests/a.rs"), "new\n");
        assert_eq!(directory.read("b.rs"), "1\nzwei\n3\n");
        assert!(!root.join("sub/c.rs").exists());
        assert_eq!(write(&LastRun::default(), &root.join("target"), root).unwrap(), None);
        remove(&root.join("target"), root).unwrap();
        assert!(!path.exists());
    }
}
