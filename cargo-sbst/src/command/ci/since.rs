//! The part of a workspace that has changed since a revision of git.
//!
//! 1. Lines are compared between the work tree, including untracked files, and the commit where the
//!    branch left the revision. A revision without such a commit is compared itself.
//! 2. A function has changed if a line of it has, or an item that it mentions ([`items`]).
//! 3. A place has changed if its line has.

mod items;

use crate::cargo::workspace::SourceTree;
use crate::source::module_files::module_files;
use crate::ui::console;
use anyhow::{Context, bail};
use cargo_metadata::Package;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use items::Items;
use sbst_model::target::Place;
use sbst_model::{TargetDescription, TargetId};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::process::Command;

/// Files whose changes may change any function, and are not followed.
const OF_ALL: [&str; 3] = ["Cargo.toml", "Cargo.lock", "build.rs"];

/// The lines that have changed, by files from the root of the workspace on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChangedLines(BTreeMap<String, Vec<RangeInclusive<u32>>>);

impl ChangedLines {
    /// Runs git. Errors contain the next step.
    pub fn read(root: &Utf8Path, revision: &str) -> anyhow::Result<ChangedLines> {
        let git = Git { root };
        if git.ask(&["rev-parse", "--show-toplevel"])?.is_none() {
            bail!("{root} is not in a git repository, so it cannot be compared with `{revision}`");
        }
        let commit = format!("{revision}^{{commit}}");
        let is_shallow =
            git.ask(&["rev-parse", "--is-shallow-repository"])?.is_some_and(|answer| answer.trim() == "true");
        let known = git.ask(&["rev-parse", "--verify", "--quiet", "--end-of-options", &commit])?;
        let Some(known) = known else {
            match is_shallow {
                true => bail!("{}", shallow(revision)),
                false => bail!("git has no revision `{revision}` here; try `git fetch`"),
            }
        };
        let known = known.trim();
        let base = match git.ask(&["merge-base", known, "HEAD"])? {
            Some(base) => base.trim().to_owned(),
            None if is_shallow => bail!("{}", shallow(revision)),
            None => known.to_owned(),
        };
        let differences = git.ask(&[
            "-c",
            "core.quotepath=false",
            "diff",
            "--relative",
            "--no-color",
            "--no-ext-diff",
            "--no-renames",
            "--src-prefix=a/",
            "--dst-prefix=b/",
            "--unified=0",
            &base,
            "--",
        ])?;
        let mut lines = ChangedLines::from_diff(&differences.context("`git diff` failed")?);
        let unknown =
            git.ask(&["-c", "core.quotepath=false", "ls-files", "--others", "--exclude-standard"])?;
        for file in unknown.unwrap_or_default().lines() {
            lines.0.entry(file.to_owned()).or_default().push(1..=u32::MAX);
        }
        Ok(lines)
    }

    /// Creates the lines of changed places.
    pub fn from_places(places: impl IntoIterator<Item = (String, u32)>) -> ChangedLines {
        let mut lines = ChangedLines::default();
        for (file, line) in places {
            lines.0.entry(file).or_default().push(line..=line);
        }
        lines
    }

    /// Reads a difference without context lines. Where lines were removed, the lines beside the gap
    /// have changed.
    fn from_diff(text: &str) -> ChangedLines {
        let mut changed: BTreeMap<String, Vec<RangeInclusive<u32>>> = BTreeMap::new();
        let mut file = None;
        // Remaining lines of contents, which may look like headers.
        let mut contents = 0;
        for line in text.lines() {
            if contents > 0 && line.starts_with(['+', '-']) {
                contents -= 1;
            } else if let Some(path) = line.strip_prefix("+++ ") {
                file = path.strip_prefix("b/").map(|path| path.trim_end_matches('\t').to_owned());
            } else if let Some(hunk) = line.strip_prefix("@@ ") {
                let mut sides = hunk.split(' ').take(2).map(side);
                let (Some(Some(before)), Some(Some(after))) = (sides.next(), sides.next()) else { continue };
                contents = before.1 + after.1;
                let range = match after {
                    (line, 0) => line..=line + 1,
                    (line, count) => line..=line + count - 1,
                };
                if let Some(file) = &file {
                    changed.entry(file.clone()).or_default().push(range);
                }
            }
        }
        ChangedLines(changed)
    }

    /// Rule 3.
    pub fn has(&self, place: &Place) -> bool {
        self.touch(&place.file, place.line..=place.line)
    }

    /// True if one of these lines has changed.
    pub fn touch(&self, file: &str, lines: RangeInclusive<u32>) -> bool {
        let ranges = self.0.get(file).into_iter().flatten();
        ranges.into_iter().any(|range| range.start() <= lines.end() && lines.start() <= range.end())
    }

    /// Returns the changed functions, by rule 2.
    pub fn functions<'p>(
        &self,
        root: &Utf8PathBuf,
        packages: impl IntoIterator<Item = &'p Package>,
        functions: impl IntoIterator<Item = &'p TargetDescription>,
    ) -> BTreeSet<TargetId> {
        let of_all = |file: &&String| OF_ALL.iter().any(|name| file.rsplit('/').next() == Some(name));
        if let Some(file) = self.0.keys().find(of_all) {
            console::warning(format_args!("{file} has changed; its effect on functions is not analysed"));
        }
        let mut items = Items::default();
        for file in module_files(&SourceTree::from_packages(root, packages)) {
            if let Ok(parsed) = &file.source.written {
                items.read(&file.name, parsed);
            }
        }
        let changed = items.changed(|file, lines| self.touch(file, lines));
        let functions = functions.into_iter();
        let functions = functions.filter(|function| {
            // Code outside of items may come from a macro.
            let own = items.at(&function.place);
            own.map_or_else(|| self.has(&function.place), |item| changed.contains(&item))
        });
        functions.map(|function| function.id.clone()).collect()
    }
}

fn shallow(revision: &str) -> String {
    format!(
        "this clone is shallow, and does not reach back to `{revision}`: use `fetch-depth: 0` with \
         actions/checkout, `GIT_DEPTH: 0` with GitLab, or `git fetch --unshallow`"
    )
}

/// Reads `-3`, or `+3,2`: a line, and the number of lines.
fn side(text: &str) -> Option<(u32, u32)> {
    let text = text.get(1..)?;
    match text.split_once(',') {
        Some((line, count)) => Some((line.parse().ok()?, count.parse().ok()?)),
        None => Some((text.parse().ok()?, 1)),
    }
}

struct Git<'a> {
    root: &'a Utf8Path,
}

impl Git<'_> {
    /// Returns the output of git; `None` if it fails.
    fn ask(&self, arguments: &[&str]) -> anyhow::Result<Option<String>> {
        let mut command = Command::new("git");
        command.arg("-C").arg(self.root).args(arguments).env("GIT_PAGER", "cat").env("LC_ALL", "C");
        let output = command.output().context("failed to start `git`, which `--since` needs")?;
        Ok(output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIFF: &str = "diff --git a/src/lib.rs b/src/lib.rs\nindex 1..2 100644\n--- a/src/lib.rs\n+++ b/src/lib.rs\n\
        @@ -3 +3,2 @@ fn f() {\n-    old\n+++ new\n+@@ -1 +99 @@\n@@ -10,2 +11,0 @@\n-a\n-b\n\
        diff --git a/src/gone.rs b/src/gone.rs\n--- a/src/gone.rs\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-x\n-y\n";

    #[test]
    fn lines_of_a_difference_are_current_lines() {
        let lines = ChangedLines::from_diff(DIFF);
        let expected = BTreeMap::from([("src/lib.rs".to_owned(), vec![3..=4, 11..=12])]);
        assert_eq!(lines.0, expected);
        let at = |line| lines.has(&Place { file: "src/lib.rs".into(), line, column: 1 });
        assert_eq!((1..=13).filter(|line| at(*line)).collect::<Vec<_>>(), [3, 4, 11, 12]);
    }

    fn git(root: &Utf8Path, arguments: &str) {
        let settings = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"];
        let words = arguments.split(' ');
        let output = Command::new("git").arg("-C").arg(root).args(settings).args(words).output().unwrap();
        assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    }

    #[test]
    fn changes_are_of_branch_and_work_tree_and_errors_give_advice() {
        let folder = tempfile::tempdir().unwrap();
        let root = &Utf8Path::from_path(folder.path()).unwrap().join("a");
        std::fs::create_dir_all(root.join("member/src")).unwrap();
        let error =
            |root: &Utf8Path, revision: &str| ChangedLines::read(root, revision).unwrap_err().to_string();
        // A folder above may be a repository.
        if ChangedLines::read(root, "HEAD").is_err() {
            assert!(error(root, "HEAD").contains("not in a git repository"));
        }
        git(root, "init -q -b trunk");
        let file = root.join("member/src/lib.rs");
        std::fs::write(&file, "one\ntwo\nthree\n").unwrap();
        git(root, "add .");
        git(root, "commit -q -m first");
        git(root, "checkout -q -b branch");
        std::fs::write(&file, "one\ntwo\nthree\nfour\n").unwrap();
        git(root, "commit -q -a -m second");
        git(root, "checkout -q trunk");
        std::fs::write(&file, "zero\none\ntwo\nthree\n").unwrap();
        git(root, "commit -q -a -m other");
        git(root, "checkout -q branch");
        std::fs::write(&file, "ONE\ntwo\nthree\nfour\n").unwrap();
        std::fs::write(root.join("member/src/new.rs"), "new\n").unwrap();
        let lines = ChangedLines::read(&root.join("member"), "trunk").unwrap();
        let expected = BTreeMap::from([
            ("src/lib.rs".to_owned(), vec![1..=1, 4..=4]),
            ("src/new.rs".to_owned(), vec![1..=u32::MAX]),
        ]);
        assert_eq!(lines.0, expected);

        assert!(error(root, "nothing").contains("has no revision `nothing`"));
        assert!(error(root, "--help").contains("has no revision"));
        let clone = folder.path().join("clone");
        let from = format!("clone -q --depth 1 file://{root} {}", clone.display());
        git(root, &from);
        let clone = Utf8Path::from_path(&clone).unwrap();
        assert!(error(clone, "HEAD~1").contains("fetch-depth: 0"));
    }
}
