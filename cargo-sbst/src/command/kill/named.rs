//! Survivors of cargo-mutants, by their names.

use crate::mutants::Grading;
use crate::ui::console;
use crate::ui::quantity::count;
use anyhow::Context;
use cargo_metadata::camino::Utf8Path;
use std::collections::BTreeSet;
use std::fs;

/// The list of the mutants alive in a `mutants.out` directory.
const MISSED: &str = "missed.txt";
/// The most unknown names shown.
const MOST_SHOWN: usize = 5;

/// Reads the names in a `mutants.out` directory, or in the directory that has one.
pub fn read(directory: &Utf8Path) -> anyhow::Result<BTreeSet<String>> {
    let file = [directory.join(MISSED), directory.join("mutants.out").join(MISSED)];
    let file = file.iter().find(|file| file.exists()).unwrap_or(&file[0]);
    let text = fs::read_to_string(file)
        .with_context(|| format!("failed to read {file}; run `cargo mutants`, or name its mutants.out"))?;
    Ok(names(&text))
}

fn names(text: &str) -> BTreeSet<String> {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

/// Warns of names that are no mutants of sbst, or of other code.
pub fn warn_of_unknown(names: &BTreeSet<String>, grading: &Grading) {
    let known: BTreeSet<String> = grading.judged.iter().map(|judged| judged.mutant.name()).collect();
    let unknown: Vec<&str> = names.difference(&known).map(String::as_str).collect();
    if !unknown.is_empty() {
        let shown = unknown[..unknown.len().min(MOST_SHOWN)].join("\n  ");
        console::warning(format_args!(
            "skipping {} of cargo-mutants: not in this code, or not supported by sbst:\n  {shown}",
            count(unknown.len(), "mutant")
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_lines() {
        let text = "src/a.rs:12:9: replace < with <= in f\n\nsrc/b.rs:1:1: replace g with ()\r\n";
        let expected = ["src/a.rs:12:9: replace < with <= in f", "src/b.rs:1:1: replace g with ()"];
        assert_eq!(names(text).into_iter().collect::<Vec<_>>(), expected);
    }
}
