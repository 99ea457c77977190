//! The written tests, and the next steps with them: in full, or in brief.

use crate::review::last_run::counts;
use crate::review::proposal::{Kind, Proposal};
use crate::suite::{RemovedTest, WrittenSuite};
use crate::ui::console::{HEADING, WARNING};
use crate::ui::quantity::count;
use cargo_metadata::camino::Utf8Path;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// The most named earlier tests with another result.
const MOST_NAMED: usize = 5;

/// The tests that a run has added, changed and removed, or proposes to.
pub struct Proposed<'p> {
    pub proposals: &'p [Proposal],
    /// True if the files are unchanged.
    pub only_proposed: bool,
}

impl Proposed<'_> {
    fn heading(&self) -> &'static str {
        if self.only_proposed { "Proposed" } else { "Written" }
    }

    /// Writes the changes to earlier tests. Changed results are always named.
    fn write(&self, text: &mut String) -> fmt::Result {
        let has_result = |proposal: &&Proposal| proposal.result_has_changed();
        let failing = || self.proposals.iter().filter(has_result);
        for proposal in failing().take(MOST_NAMED) {
            let Some(reason) = &proposal.fails else { continue };
            writeln!(text, "  {WARNING}changed result{WARNING:#} {}: {reason}", proposal.test)?;
        }
        if let more @ 1.. = failing().count().saturating_sub(MOST_NAMED) {
            writeln!(text, "  and {} that changed", count(more, "more result"))?;
        }
        let counts = counts(self.proposals);
        if self.only_proposed {
            writeln!(text, "  {counts}: `cargo sbst review` writes what you accept")?;
        } else if self.proposals.iter().any(|proposal| proposal.kind != Kind::Added) {
            writeln!(text, "  {counts}: `cargo sbst review` shows old and new")?;
        }
        Ok(())
    }
}

/// Writes each file, each discarded test and each note.
pub fn write(text: &mut String, suites: &[WrittenSuite], changes: &Proposed<'_>) -> fmt::Result {
    let files = || suites.iter().flat_map(|suite| &suite.files);
    if files().next().is_some() {
        writeln!(text, "\n{HEADING}{}{HEADING:#}", changes.heading())?;
    }
    for file in files() {
        let path = from_here(&file.path);
        let private = if file.private { ", of private functions: not in the sources yet" } else { "" };
        writeln!(text, "  {path}  {}{private}", count(file.tests, "test"))?;
    }
    changes.write(text)?;
    let ignored = suites.iter().map(|suite| suite.ignored).sum();
    if ignored > 0 {
        writeln!(text, "  of findings: {}, to be run with --ignored", count(ignored, "ignored test"))?;
    }
    for removed in suites.iter().flat_map(|suite| &suite.removed) {
        writeln!(text, "  {WARNING}discarded{WARNING:#} {}: {}", removed.test, removed.reason)?;
    }
    let causes = removed_by_cause(suites.iter().flat_map(|suite| &suite.removed));
    if !causes.is_empty() {
        writeln!(text, "  {WARNING}discarded{WARNING:#} by cause: {causes}")?;
    }
    for note in suites.iter().flat_map(WrittenSuite::all_notes) {
        writeln!(text, "  {WARNING}note{WARNING:#}: {note}")?;
    }
    Ok(())
}

/// Writes which folders have tests, and the first notes.
pub fn brief(text: &mut String, suites: &[WrittenSuite], changes: &Proposed<'_>) -> fmt::Result {
    let mut folders: BTreeMap<(bool, &str), (usize, usize)> = BTreeMap::new();
    for file in suites.iter().flat_map(|suite| &suite.files) {
        let folder = from_here(&file.path).parent().map_or("", |folder| folder.as_str());
        let (files, tests) = folders.entry((file.private, folder)).or_default();
        *files += 1;
        *tests += file.tests;
    }
    if !folders.is_empty() {
        writeln!(text, "\n{HEADING}{}{HEADING:#}", changes.heading())?;
    }
    for ((is_private, folder), (files, tests)) in folders {
        let remark = if is_private { ": `--write-private` puts them beside the source" } else { "" };
        writeln!(text, "  {folder}  {} in {}{remark}", count(tests, "test"), count(files, "file"))?;
    }
    changes.write(text)?;
    let ignored = suites.iter().map(|suite| suite.ignored).sum();
    if ignored > 0 {
        writeln!(text, "  of findings: {}, to be run with --ignored", count(ignored, "ignored test"))?;
    }
    let removed: usize = suites.iter().map(|suite| suite.removed.len()).sum();
    if removed > 0 {
        let causes = removed_by_cause(suites.iter().flat_map(|suite| &suite.removed));
        let causes = if causes.is_empty() { causes } else { format!(": {causes}") };
        writeln!(text, "  {WARNING}discarded{WARNING:#} {}{causes}", count(removed, "test"))?;
    }
    let notes = suites.iter().flat_map(WrittenSuite::all_notes);
    let (of_functions, others): (Vec<String>, Vec<String>) = notes.partition(|note| is_of_functions(note));
    for note in others {
        writeln!(text, "  {WARNING}note{WARNING:#}: {note}")?;
    }
    match of_functions.len() {
        0 => Ok(()),
        more => {
            writeln!(text, "  {} on tests of single functions: `--verbose` prints them", count(more, "note"))
        }
    }
}

/// True for a note about tests of functions that are elsewhere, or left out: there may be a
/// hundred.
fn is_of_functions(note: &str) -> bool {
    let parts = ["of private functions", " left out, because ", " not written, because nothing"];
    parts.iter().any(|part| note.contains(part))
}

/// Returns the numbers of removed tests by the compiler's code or another cause, the greatest
/// first; empty if there are not several.
fn removed_by_cause<'s>(removed: impl Iterator<Item = &'s RemovedTest>) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    removed.for_each(|removed| *counts.entry(removed.reason.cause()).or_default() += 1);
    let mut counts: Vec<(&str, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|&(_, count)| Reverse(count));
    match counts.iter().map(|(_, count)| count).sum() {
        0 | 1 => String::new(),
        _ => counts.iter().map(|(cause, count)| format!("{count} {cause}")).collect::<Vec<_>>().join(", "),
    }
}

/// Returns a path from the current directory, if it is below.
fn from_here(path: &Utf8Path) -> &Utf8Path {
    let here = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(here).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::Reason;

    fn told(proposals: &[Proposal], only_proposed: bool) -> String {
        let mut text = String::new();
        Proposed { proposals, only_proposed }.write(&mut text).unwrap();
        anstream::adapter::strip_str(&text).to_string()
    }

    #[test]
    fn changed_results_are_named_and_uncompiled_tests_counted() {
        let changed =
            |fails: Reason| Proposal { kind: Kind::Changed, fails: Some(fails), ..Proposal::example() };
        let mut proposals =
            vec![changed(Reason::NotCompiled("no `g` in `demo`".into(), None)), Proposal::example()];
        assert_eq!(told(&proposals, false), "  1 added, 1 changed: `cargo sbst review` shows old and new\n");
        proposals.extend((0..7).map(|_| changed(Reason::Failed("left: 1, right: 2".into()))));
        insta::assert_snapshot!(told(&proposals, true));
    }

    #[test]
    fn a_first_suite_is_nothing_to_compare() {
        assert_eq!(told(&[Proposal::example()], false), "");
    }

    #[test]
    fn removed_tests_are_counted_by_cause() {
        let removed = |reason| RemovedTest { test: "t".to_owned(), reason };
        let fails = removed(Reason::Failed("assertion failed [see E0001]".into()));
        let not_compiled = |code: Option<&str>| {
            removed(Reason::NotCompiled("type annotations needed".into(), code.map(str::to_owned)))
        };
        let untyped = || not_compiled(Some("E0282"));
        assert_eq!(removed_by_cause([fails, untyped(), untyped()].iter()), "2 E0282, 1 does not pass");
        assert_eq!(removed_by_cause([not_compiled(None), untyped()].iter()), "1 E0282, 1 does not compile");
        assert_eq!(removed_by_cause([untyped()].iter()), "");
        let reads = removed(Reason::Refused("read a file (/) when it is run".into()));
        assert_eq!(removed_by_cause([reads, untyped()].iter()), "1 E0282, 1 would act outside of memory");
    }
}
