//! Lines of a package's sources: in a report in LCOV's format, and their numbers before an
//! insertion.

use anyhow::{Context as _, ensure};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Lines, by their files' paths from the package's root.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lines(pub BTreeMap<String, BTreeSet<u32>>);

impl Lines {
    /// The lines in a report, if their files are in the folder `root` and they were executed at
    /// least `times` times.
    ///
    /// ```
    /// use sbst_experiments::lines::Lines;
    ///
    /// let report = "SF:/a/src/lib.rs\nFN:2,f\nDA:2,1\nDA:3,0\nend_of_record\nSF:/b/src/lib.rs\nDA:9,9\nend_of_record\n";
    /// let [all, executed] = [0, 1].map(|times| Lines::in_report(report, "/a".as_ref(), times));
    /// assert_eq!((all.count(), executed.count()), (2, 1));
    /// ```
    pub fn in_report(report: &str, root: &Path, times: u64) -> Lines {
        let mut lines = Lines::default();
        let mut file = None;
        for record in report.lines() {
            if let Some(path) = record.strip_prefix("SF:") {
                file =
                    Path::new(path).strip_prefix(root).ok().map(|path| path.to_string_lossy().into_owned());
            } else if let (Some(file), Some(data)) = (&file, record.strip_prefix("DA:")) {
                let numbers = data.split_once(',').map(|(line, count)| (line.parse(), count.parse::<u64>()));
                if let Some((Ok(line), Ok(count))) = numbers
                    && count >= times
                {
                    lines.0.entry(file.clone()).or_default().insert(line);
                }
            }
        }
        lines
    }

    /// The number of lines.
    pub fn count(&self) -> usize {
        self.0.values().map(BTreeSet::len).sum()
    }

    /// Returns the lines in both.
    #[must_use]
    pub fn among(&self, others: &Lines) -> Lines {
        let files = self.0.iter().filter_map(|(file, lines)| {
            let both: BTreeSet<u32> = lines.intersection(others.0.get(file)?).copied().collect();
            (!both.is_empty()).then(|| (file.clone(), both))
        });
        Lines(files.collect())
    }

    /// Returns the lines in one of them.
    #[must_use]
    pub fn and(mut self, others: Lines) -> Lines {
        for (file, lines) in others.0 {
            self.0.entry(file).or_default().extend(lines);
        }
        self
    }

    /// Maps these lines of the copy `after` to the copy `before`; `after` has all lines of
    /// `before`. Lines only in `after` are left out.
    ///
    /// # Errors
    /// If a file is unreadable, or a line was changed or removed.
    pub fn before_insertions(&self, before: &Path, after: &Path) -> anyhow::Result<Lines> {
        let mut moved = BTreeMap::new();
        for (file, lines) in self.0.iter().filter(|(file, _)| before.join(file).exists()) {
            let read = |root: &Path| {
                let path = root.join(file);
                fs::read(&path).with_context(|| format!("failed to read {}", path.display()))
            };
            let origins = origins(&read(before)?, &read(after)?);
            let origins = origins.with_context(|| {
                format!("more than insertions happened to {file}, so its lines cannot be compared")
            })?;
            let lines: BTreeSet<u32> = lines.iter().filter_map(|line| origins.get(line).copied()).collect();
            moved.insert(file.clone(), lines);
        }
        Ok(Lines(moved))
    }
}

/// The lines of `after`, mapped to those of `before`, both from 1.
///
/// The first fitting line is taken. It is the right one if no inserted line equals the one behind
/// the insertion, except for empty lines, which have no code.
fn origins(before: &[u8], after: &[u8]) -> anyhow::Result<BTreeMap<u32, u32>> {
    let mut left = before.split(|byte| *byte == b'\n').zip(1..).peekable();
    let mut origins = BTreeMap::new();
    for (line, number) in after.split(|byte| *byte == b'\n').zip(1..) {
        if let Some((_, origin)) = left.next_if(|(next, _)| *next == line) {
            origins.insert(number, origin);
        }
    }
    if let Some((_, line)) = left.find(|(line, _)| !line.is_empty()) {
        ensure!(false, "line {line} is not there any more");
    }
    Ok(origins)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(file: &str, lines: &[u32]) -> Lines {
        Lines([(file.to_owned(), lines.iter().copied().collect())].into())
    }

    #[test]
    fn lines_behind_an_inserted_declaration_are_where_they_were() {
        let before = "mod a {\n    fn f() {}\n}\nfn g() {}";
        let after =
            "mod a {\n    fn f() {}\n\n    #[cfg(test)]\n    mod t;\n}\nfn g() {}\n\n#[cfg(test)]\nmod t;\n";
        let origins = origins(before.as_bytes(), after.as_bytes()).expect("only insertions");
        assert_eq!(origins, [(1, 1), (2, 2), (6, 3), (7, 4)].into());
    }

    #[test]
    fn a_changed_line_is_an_error() {
        let error = origins(b"fn f() {}\nfn g() {}\n", b"fn f() {}\nfn h() {}\n").expect_err("a change");
        assert_eq!(error.to_string(), "line 2 is not there any more");
    }

    #[test]
    fn added_files_have_no_earlier_lines() {
        let [before, after] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
        fs::write(before.path().join("a.rs"), "x\ny\n").expect("a file");
        fs::write(after.path().join("a.rs"), "new\nx\ny\n").expect("a file");
        fs::write(after.path().join("b.rs"), "z\n").expect("a file");
        let executed = lines("a.rs", &[1, 3]).and(lines("b.rs", &[1]));
        let moved = executed.before_insertions(before.path(), after.path()).expect("only insertions");
        assert_eq!(moved, lines("a.rs", &[2]));
    }

    #[test]
    fn common_lines_are_those_of_both() {
        let some = lines("a.rs", &[1, 2]).and(lines("b.rs", &[5]));
        assert_eq!(some.among(&lines("a.rs", &[2, 3])), lines("a.rs", &[2]));
    }
}
