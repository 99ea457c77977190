//! Decisions that later runs respect: a file in the root of the workspace, committed like code.
//!
//! 1. A line `refused KEYS` is for a test that is not written, with the keys of the tests merged
//!    into it. A line `kept KEY` is for an earlier test that stays as it is. The rest of a line is
//!    a comment.
//! 2. Accepting a test revokes earlier decisions about it.
//! 3. A file without lines is removed.

use super::proposal::{Decision, Proposal};
use crate::suite::choices::Choices;
use crate::ui::whole_file;
use anyhow::Context;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use std::fs;
use std::io::ErrorKind;

/// The name of the file.
pub const FILE: &str = "sbst-review.txt";

const HEADING: &str = "\
# Decisions of `cargo sbst review`: tests that are not written, and tests that stay as they are.
# A line counts by its first two words. Delete a line to take a decision back.
";
const REFUSED: &str = "refused";
const KEPT: &str = "kept";

/// The file of decisions.
#[derive(Debug)]
pub struct Memory {
    path: Utf8PathBuf,
    lines: Vec<String>,
}

impl Memory {
    pub fn read(workspace_root: &Utf8Path) -> anyhow::Result<Memory> {
        let path = workspace_root.join(FILE);
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            text => text.with_context(|| format!("failed to read {path}"))?,
        };
        let lines = text.lines().filter(|line| !HEADING.lines().any(|heading| heading == *line));
        Ok(Memory { path, lines: lines.map(str::to_owned).collect() })
    }

    /// Adds the decisions that a run respects.
    pub fn add_to(&self, choices: &mut Choices) {
        choices.refused.extend(self.keys(REFUSED));
        choices.kept.extend(self.keys(KEPT));
    }

    fn keys<'m>(&'m self, word: &'static str) -> impl Iterator<Item = String> + 'm {
        let lines = self.lines.iter().filter_map(move |line| keys(line, word));
        lines.flatten().map(str::to_owned)
    }

    /// Adds decisions, and writes the file.
    pub fn decide(&mut self, decided: &[(Proposal, Decision)]) -> anyhow::Result<()> {
        decided.iter().for_each(|(proposal, decision)| self.take_in(proposal, *decision));
        self.write()
    }

    fn take_in(&mut self, proposal: &Proposal, decision: Decision) {
        let own = [(REFUSED, &proposal.new_keys[..]), (KEPT, proposal.old_key.as_slice())];
        for (word, own) in own {
            self.lines.retain_mut(|line| {
                let Some(keys) = keys(line, word) else { return true };
                let (all, left): (String, Vec<&str>) = (
                    keys.join(","),
                    keys.into_iter().filter(|key| !own.iter().any(|own| own == key)).collect(),
                );
                let is_left = !left.is_empty();
                *line = line.replacen(&all, &left.join(","), 1);
                is_left
            });
            if decision == Decision::Rejected && !own.is_empty() {
                let name = proposal.test.rsplit("::").next().unwrap_or_default();
                self.lines.push(format!("{word} {} {}: {name}", own.join(","), proposal.function));
            }
        }
    }

    /// Rule 3.
    fn write(&self) -> anyhow::Result<()> {
        if self.lines.iter().any(|line| !line.trim().is_empty()) {
            let lines: String = self.lines.iter().map(|line| format!("{line}\n")).collect();
            return whole_file::replace(&self.path, format!("{HEADING}{lines}").as_bytes());
        }
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(error).with_context(|| format!("failed to remove {}", self.path))
            }
            _ => Ok(()),
        }
    }
}

/// Returns the keys of a line that begins with a word.
fn keys<'l>(line: &'l str, word: &str) -> Option<Vec<&'l str>> {
    let mut words = line.split_whitespace();
    (words.next() == Some(word)).then(|| words.next().map_or_else(Vec::new, |keys| keys.split(',').collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proposal(new_keys: &[&str], old_key: Option<&str>) -> Proposal {
        let new_keys = new_keys.iter().map(|key| (*key).to_owned()).collect();
        Proposal { new_keys, old_key: old_key.map(str::to_owned), ..Proposal::example() }
    }

    fn choices(root: &Utf8Path) -> (Vec<String>, Vec<String>) {
        let mut choices = Choices::default();
        Memory::read(root).unwrap().add_to(&mut choices);
        (choices.refused.into_iter().collect(), choices.kept.into_iter().collect())
    }

    #[test]
    fn a_rejection_is_kept_until_acceptance() {
        let folder = tempfile::tempdir().unwrap();
        let root = Utf8Path::from_path(folder.path()).unwrap();
        let mut memory = Memory::read(root).unwrap();
        memory.decide(&[(proposal(&["aa", "bb"], Some("cc")), Decision::Rejected)]).unwrap();
        memory.decide(&[(proposal(&["aa", "bb"], Some("cc")), Decision::Rejected)]).unwrap();
        insta::assert_snapshot!(fs::read_to_string(root.join(FILE)).unwrap());
        assert_eq!(choices(root), (vec!["aa".to_owned(), "bb".to_owned()], vec!["cc".to_owned()]));

        let mut memory = Memory::read(root).unwrap();
        memory.decide(&[(proposal(&["bb"], None), Decision::Accepted)]).unwrap();
        assert_eq!(choices(root), (vec!["aa".to_owned()], vec!["cc".to_owned()]));
        memory.decide(&[(proposal(&["aa"], Some("cc")), Decision::Accepted)]).unwrap();
        assert!(!root.join(FILE).exists());
    }

    #[test]
    fn lines_written_by_the_user_stay() {
        let folder = tempfile::tempdir().unwrap();
        let root = Utf8Path::from_path(folder.path()).unwrap();
        fs::write(root.join(FILE), "# mine\n\nrefused dd because of its name\n").unwrap();
        Memory::read(root).unwrap().decide(&[(proposal(&["aa"], None), Decision::Rejected)]).unwrap();
        let text = fs::read_to_string(root.join(FILE)).unwrap();
        assert!(
            text.ends_with("# mine\n\nrefused dd because of its name\nrefused aa demo::f: f_cases\n"),
            "{text}"
        );
    }
}
