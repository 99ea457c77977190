//! The crates of PALM's measurements, and the lines of functions counted by its authors.
//!
//! Figures of the tools are in `data/palm.csv`. The lines are in a table of PALM's artifacts, which
//! have no licence: the user gives its path. `docs/data/README.md` has its columns.

use crate::lines::Lines;
use anyhow::{Context as _, ensure};
use sbst_fidelity::subject::Subject;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::Path;

/// The figures, which are compiled in.
const FIGURES: &str = include_str!("../data/palm.csv");

/// A crate of the table, with figures in percent of lines.
#[derive(Clone, Debug, Deserialize)]
pub struct Figures {
    /// Its name and version.
    #[serde(rename = "crate")]
    pub name: String,
    packages: String,
    functions: usize,
    /// The lines of its functions.
    pub lines: usize,
    /// The share executed by the tests of PALM.
    #[serde(rename = "PALM")]
    pub palm: f64,
    /// The share executed by the tests of RUG; none where no tests ran.
    #[serde(rename = "RUG")]
    pub rug: Option<f64>,
    /// The share executed by the tests of RuMono.
    #[serde(rename = "RuMono")]
    pub rumono: Option<f64>,
    /// The share executed by the tests of RustyUnit.
    #[serde(rename = "RustyUnit")]
    pub rusty_unit: Option<f64>,
}

impl Figures {
    /// All crates, or those named in `only`, if any.
    pub fn only(only: &[String]) -> anyhow::Result<Vec<Figures>> {
        let all = csv::Reader::from_reader(FIGURES.as_bytes()).into_deserialize();
        let all: Vec<Figures> = all.collect::<Result<_, _>>().context("in palm.csv")?;
        let short = |figures: &Figures| figures.name.split(' ').next().unwrap_or_default().to_owned();
        for name in only {
            ensure!(all.iter().any(|figures| short(figures) == *name), "{name} is not among PALM's crates");
        }
        Ok(all.into_iter().filter(|figures| only.is_empty() || only.contains(&short(figures))).collect())
    }

    /// The packages of the crate in the registry, itself first.
    pub fn packages(&self) -> anyhow::Result<Vec<Subject>> {
        self.packages.split(' ').map(|package| package.parse().map_err(anyhow::Error::msg)).collect()
    }

    /// The functions of this crate.
    pub fn functions<'a>(&self, all: &'a [Function]) -> anyhow::Result<Vec<&'a Function>> {
        let ours: Vec<&Function> = all.iter().filter(|function| function.owner == self.name).collect();
        let lines: usize = ours.iter().map(|function| function.lines.len()).sum();
        let (number, name) = (ours.len(), &self.name);
        ensure!(
            (number, lines) == (self.functions, self.lines),
            "the table has {lines} lines of {number} functions of {name}, but PALM's has {} of {}",
            self.lines,
            self.functions
        );
        Ok(ours)
    }
}

/// A function whose lines were counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    owner: String,
    /// Its path.
    pub name: String,
    /// The folder of its package, unless it is the crate's.
    pub package: Option<String>,
    /// Its file, from the root of the package.
    pub file: String,
    /// Its lines.
    pub lines: BTreeSet<u32>,
}

/// A line of the table.
#[derive(Debug, Deserialize)]
struct Row {
    #[serde(rename = "crate")]
    owner: String,
    function: String,
    file: String,
    line_numbers: String,
}

impl Function {
    /// Reads the table.
    pub fn all(table: &Path) -> anyhow::Result<Vec<Function>> {
        let mut rows = csv::ReaderBuilder::new();
        let rows = rows.delimiter(b'\t').quoting(false).from_path(table);
        let rows = rows.with_context(|| format!("failed to read {}", table.display()))?;
        let functions = rows.into_deserialize().map(|row| Function::new(row?));
        functions.collect::<anyhow::Result<_>>().with_context(|| format!("in {}", table.display()))
    }

    fn new(row: Row) -> anyhow::Result<Function> {
        let (package, file) = match row.file.split_once("/src/") {
            Some((package, file)) => (Some(package.to_owned()), format!("src/{file}")),
            None => (None, row.file),
        };
        let lines = parse_ranges(&row.line_numbers);
        let lines = lines.with_context(|| format!("`{}` are no lines", row.line_numbers))?;
        Ok(Function { owner: row.owner, name: row.function, package, file, lines })
    }

    /// Its lines among those of its package.
    pub fn among(&self, lines: &Lines) -> BTreeSet<u32> {
        let file = lines.0.get(&self.file);
        file.map(|lines| self.lines.intersection(lines).copied().collect()).unwrap_or_default()
    }

    /// The number of its executed lines: `code` are the lines of its package with code, and
    /// `executed` the executed ones.
    ///
    /// Older compilers also counted comments, empty lines and braces within a region of code. Such
    /// a line counts like the last line of code before it, or else the first of the function.
    pub fn count(&self, code: &BTreeSet<u32>, executed: &BTreeSet<u32>) -> usize {
        let region = |line: u32| code.range(..=line).next_back().or_else(|| code.first());
        let is_executed = |line: &&u32| region(**line).is_some_and(|line| executed.contains(line));
        self.lines.iter().filter(is_executed).count()
    }
}

/// Reads `62-71,73`.
fn parse_ranges(text: &str) -> Option<BTreeSet<u32>> {
    let mut lines = BTreeSet::new();
    for range in text.split(',') {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        lines.extend(first.parse::<u32>().ok()?..=last.parse().ok()?);
    }
    Some(lines)
}

/// Writes `62-71,73`.
///
/// ```
/// use sbst_experiments::palm::format_ranges;
///
/// assert_eq!(format_ranges(&[1, 2, 3, 7, 9, 10].into()), "1-3,7,9-10");
/// ```
pub fn format_ranges(lines: &BTreeSet<u32>) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for &line in lines {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == line => *last = line,
            _ => ranges.push((line, line)),
        }
    }
    let ranges = ranges.into_iter().map(|(first, last)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    });
    ranges.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_as_they_are_written() {
        let lines = parse_ranges("62-71,73").expect("lines");
        assert_eq!((lines.len(), format_ranges(&lines)), (11, "62-71,73".to_owned()));
        assert_eq!(parse_ranges("6x"), None);
    }

    #[test]
    fn files_of_other_packages_are_recognised_by_folder() {
        let row = |file: &str| Row {
            owner: "rand 0.9.1".into(),
            function: "f".into(),
            file: file.into(),
            line_numbers: "3".into(),
        };
        let place = |file| Function::new(row(file)).map(|function| (function.package, function.file)).ok();
        assert_eq!(place("rand_core/src/le.rs"), Some((Some("rand_core".into()), "src/le.rs".into())));
        assert_eq!(place("src/rngs/std.rs"), Some((None, "src/rngs/std.rs".into())));
    }

    #[test]
    fn a_line_without_code_counts_like_the_code_before_it() {
        let function = Function {
            owner: String::new(),
            name: String::new(),
            package: None,
            file: String::new(),
            lines: (1..=8).collect(),
        };
        // 1 is a brace, 2 to 4 run, 5 and 6 do not, 7 runs.
        assert_eq!(function.count(&[2, 3, 5, 7].into(), &[2, 3, 7].into()), 6);
        assert_eq!(function.count(&BTreeSet::new(), &BTreeSet::new()), 0);
    }

    #[test]
    fn a_crate_is_chosen_by_its_name_without_the_version() {
        let rand = Figures::only(&["rand".to_owned()]).expect("figures");
        assert_eq!(rand[0].packages().expect("packages").len(), 4);
        assert!(Figures::only(&["random".to_owned()]).is_err());
    }
}
