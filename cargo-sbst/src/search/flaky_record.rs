//! A file with the functions that the last search of each found flaky, and why: a line for each, in
//! Rusty Object Notation.

use crate::search::target_report::TargetReport;
use crate::ui::whole_file;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use sbst_model::TargetId;
use sbst_wire::{from_line, to_line};
use std::collections::BTreeMap;
use std::fs;

/// Reasons by function.
pub type FlakyFunctions = BTreeMap<TargetId, String>;

fn path(work: &Utf8Path) -> Utf8PathBuf {
    work.join(".flaky")
}

/// Reads the file; lines of another version say nothing.
pub fn read(work: &Utf8Path) -> FlakyFunctions {
    let text = fs::read_to_string(path(work)).unwrap_or_default();
    text.lines().filter_map(|line| from_line(line).ok()).collect()
}

/// Replaces the lines of the functions that were searched.
pub fn update(work: &Utf8Path, reports: &[TargetReport]) -> anyhow::Result<()> {
    let mut found = read(work);
    for report in reports.iter().filter(|report| report.summary.is_some()) {
        let id = &report.description.id;
        match &report.flaky {
            Some(reason) => _ = found.insert(id.clone(), reason.clone()),
            None => _ = found.remove(id),
        }
    }
    let lines: Result<Vec<String>, String> =
        found.iter().map(|entry| to_line(&entry).map(|line| line + "\n")).collect();
    whole_file::replace(&path(work), lines.map_err(anyhow::Error::msg)?.concat().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    #[test]
    fn a_search_replaces_what_an_earlier_one_found_of_its_functions_and_of_no_others() {
        let folder = tempfile::tempdir().unwrap();
        let work = Utf8Path::from_path(folder.path()).unwrap();
        let report = |path: &str, flaky: Option<&str>| {
            let flaky = flaky.map(str::to_owned);
            TargetReport { flaky, ..fixture::report(path) }
        };
        let found = || {
            let found = read(work).into_iter();
            found.map(|(id, reason)| (id.path, reason)).collect::<Vec<_>>()
        };
        update(work, &[report("d::f", Some("once")), report("d::g", Some("\"too\""))]).unwrap();
        assert_eq!(
            found(),
            [("d::f", "once"), ("d::g", "\"too\"")].map(|(path, why)| (path.to_owned(), why.to_owned()))
        );
        let late = TargetReport::not_searched(&fixture::description("d::g", 1), "too late");
        update(work, &[report("d::f", None), late]).unwrap();
        assert_eq!(found(), [("d::g".to_owned(), "\"too\"".to_owned())]);
    }
}
