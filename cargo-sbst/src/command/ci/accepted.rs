//! Findings accepted by a team: a file in the root of the workspace with a line for each. It is
//! reviewed and committed like code. A line begins with a fingerprint; the rest is for the reader.

use crate::report::closing::kind_of_finding;
use crate::suite::findings::Entry;
use crate::ui::whole_file;
use anyhow::Context;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use std::fs;
use std::io::ErrorKind;

/// The name of the file.
pub const FILE: &str = "sbst-accepted.txt";

const HEADING: &str = "\
# Findings of `cargo sbst` that we accept, so that `cargo sbst ci` does not fail for them.
# A line counts by its first word; write the reason behind it. Delete a line to be told again.
";

pub struct Accepted {
    path: Utf8PathBuf,
    text: String,
}

impl Accepted {
    pub fn read(workspace_root: &Utf8Path) -> anyhow::Result<Accepted> {
        let path = workspace_root.join(FILE);
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            text => text.with_context(|| format!("failed to read {path}"))?,
        };
        Ok(Accepted { path, text })
    }

    pub fn has(&self, entry: &Entry) -> bool {
        self.text.lines().any(|line| line.split_whitespace().next() == Some(&entry.fingerprint))
    }

    /// Adds lines for new ones, and writes the file.
    pub fn add(&mut self, entries: &[&Entry]) -> anyhow::Result<()> {
        for entry in entries {
            if self.has(entry) {
                continue;
            }
            if self.text.is_empty() {
                self.text.push_str(HEADING);
            }
            if !self.text.ends_with('\n') {
                self.text.push('\n');
            }
            let place = entry.place.as_ref().map(|place| format!(" at {}", place.file)).unwrap_or_default();
            let kind = entry.kind.map_or("panic", kind_of_finding);
            let message = entry.message.lines().next().unwrap_or_default();
            let line = format!("{} {}: {kind}{place}: {message}\n", entry.fingerprint, entry.function);
            self.text.push_str(&line);
        }
        match self.text.is_empty() {
            true => Ok(()),
            false => whole_file::replace(&self.path, self.text.as_bytes()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use crate::suite::findings::collect_from_anyone;

    #[test]
    fn accepted_findings_are_recognised_and_written_once() {
        let folder = tempfile::tempdir().unwrap();
        let root = Utf8Path::from_path(folder.path()).unwrap();
        let found = collect_from_anyone(&[fixture::report("d::f")]);
        let entries: Vec<&Entry> = found.shown.iter().collect();
        let mut accepted = Accepted::read(root).unwrap();
        assert!(!accepted.has(entries[0]));
        accepted.add(&entries).unwrap();
        accepted.add(&entries).unwrap();
        let again = Accepted::read(root).unwrap();
        assert!(again.has(entries[0]));
        assert_eq!(again.text.lines().count(), 3, "{}", again.text);
    }
}
