//! Cobertura XML, as GitLab, Jenkins and Azure read it.
//!
//! 1. A package is a package, a class is a file of it, a method a function with conditions.
//! 2. Only lines with conditions are listed; a line's branches are the outcomes of its conditions,
//!    without infeasible ones.
//! 3. Files are relative to the root of the workspace, which is the source.

use crate::report::counted::{CountedFunction, Counts};
use crate::report::xml::{self, Element, Xml, around, around_text};
use cargo_metadata::camino::Utf8Path;
use sbst_model::TargetDescription;
use std::collections::BTreeMap;
use std::io;

/// The document type that all tools name.
const DOCTYPE: &str = r#"coverage SYSTEM "http://cobertura.sourceforge.net/xml/coverage-04.dtd""#;

/// Conditions by line.
type Lines = BTreeMap<u32, Vec<Counts>>;

/// Numbers of something, and of those of it that were reached.
#[derive(Clone, Copy, Default)]
struct Sum {
    valid: u64,
    covered: u64,
}

impl Sum {
    fn from_branches<'l>(lines: impl IntoIterator<Item = &'l Lines>) -> Sum {
        let goals = lines.into_iter().flat_map(BTreeMap::values).flatten().flat_map(|counts| counts.goals());
        goals.fold(Sum::default(), |sum, (_, hits)| sum.and(hits > 0))
    }

    fn from_lines<'l>(lines: impl IntoIterator<Item = &'l Lines>) -> Sum {
        let lines = lines.into_iter().flat_map(BTreeMap::values);
        lines.fold(Sum::default(), |sum, counts| sum.and(hits(counts) > 0))
    }

    fn and(self, is_covered: bool) -> Sum {
        Sum { valid: self.valid + 1, covered: self.covered + u64::from(is_covered) }
    }

    fn rate(self) -> String {
        let rate = if self.valid == 0 { 1.0 } else { self.covered as f64 / self.valid as f64 };
        format!("{rate:.4}")
    }
}

/// Functions with their conditions in a file.
type InFile<'f> = Vec<(&'f TargetDescription, Lines)>;
/// Files by package.
type Packages<'f> = BTreeMap<&'f str, BTreeMap<&'f str, InFile<'f>>>;

/// Returns the document. `timestamp` is in milliseconds since 1970.
pub fn render(
    functions: &[CountedFunction<'_>],
    workspace_root: &Utf8Path,
    timestamp: u128,
) -> io::Result<String> {
    let packages = sort(functions);
    let all: Vec<Lines> = packages.values().flat_map(BTreeMap::values).map(merge).collect();
    let (in_lines, branches) = (Sum::from_lines(&all), Sum::from_branches(&all));
    xml::document(1, Some(DOCTYPE), |xml| {
        let coverage = with_rates(xml.create_element("coverage"), &all)
            .with_attribute(("lines-covered", &*in_lines.covered.to_string()))
            .with_attribute(("lines-valid", &*in_lines.valid.to_string()))
            .with_attribute(("branches-covered", &*branches.covered.to_string()))
            .with_attribute(("branches-valid", &*branches.valid.to_string()))
            .with_attribute(("version", env!("CARGO_PKG_VERSION")))
            .with_attribute(("timestamp", &*timestamp.to_string()));
        around(coverage, |xml| {
            around(xml.create_element("sources"), |xml| {
                around_text(xml.create_element("source"), workspace_root.as_str())
            })?;
            around(xml.create_element("packages"), |xml| {
                packages.iter().try_for_each(|(name, files)| package(xml, name, files))
            })
        })
    })
}

fn sort<'f>(functions: &[CountedFunction<'f>]) -> Packages<'f> {
    let mut packages = Packages::new();
    for CountedFunction { target, counts } in functions {
        let mut by_file: BTreeMap<&str, Lines> = BTreeMap::new();
        for (condition, counts) in target.conditions.iter().zip(counts) {
            let lines = by_file.entry(&condition.place.file).or_default();
            lines.entry(condition.place.line).or_default().push(*counts);
        }
        for (file, lines) in by_file {
            packages.entry(&target.id.package).or_default().entry(file).or_default().push((target, lines));
        }
    }
    packages
}

/// Returns the conditions in a file, of all functions.
fn merge(in_file: &InFile<'_>) -> Lines {
    let mut merged = Lines::new();
    for (line, conditions) in in_file.iter().flat_map(|(_, lines)| lines) {
        merged.entry(*line).or_default().extend(conditions);
    }
    merged
}

fn package(xml: &mut Xml, name: &str, files: &BTreeMap<&str, InFile<'_>>) -> io::Result<()> {
    let merged: Vec<Lines> = files.values().map(merge).collect();
    let element = xml.create_element("package").with_attribute(("name", name));
    around(with_rates(element, &merged), |xml| {
        around(xml.create_element("classes"), |xml| {
            files
                .iter()
                .zip(&merged)
                .try_for_each(|((file, functions), all)| class(xml, file, functions, all))
        })
    })
}

fn class(xml: &mut Xml, file: &str, functions: &InFile<'_>, all: &Lines) -> io::Result<()> {
    let element = xml.create_element("class").with_attribute(("name", file));
    around(with_rates(element.with_attribute(("filename", file)), [all]), |xml| {
        around(xml.create_element("methods"), |xml| {
            functions.iter().try_for_each(|(target, lines)| {
                let element = xml.create_element("method").with_attribute(("name", &*target.id.path));
                let element = with_rates(element.with_attribute(("signature", "")), [lines]);
                around(element, |xml| write_lines(xml, lines))
            })
        })?;
        write_lines(xml, all)
    })
}

fn write_lines(xml: &mut Xml, lines: &Lines) -> io::Result<()> {
    around(xml.create_element("lines"), |xml| {
        lines.iter().try_for_each(|(number, conditions)| line(xml, *number, conditions))
    })
}

fn line(xml: &mut Xml, number: u32, conditions: &[Counts]) -> io::Result<()> {
    let branches = Sum::from_branches([&BTreeMap::from([(number, conditions.to_vec())])]);
    let line = xml
        .create_element("line")
        .with_attribute(("number", &*number.to_string()))
        .with_attribute(("hits", &*hits(conditions).to_string()));
    if branches.valid == 0 {
        line.with_attribute(("branch", "false")).write_empty()?;
        return Ok(());
    }
    let covered = format!("{} ({}/{})", percent(branches), branches.covered, branches.valid);
    let line = line.with_attribute(("branch", "true")).with_attribute(("condition-coverage", &*covered));
    around(line, |xml| {
        around(xml.create_element("conditions"), |xml| {
            for (index, counts) in conditions.iter().enumerate() {
                let own = Sum::from_branches([&BTreeMap::from([(0, vec![*counts])])]);
                xml.create_element("condition")
                    .with_attribute(("number", &*index.to_string()))
                    .with_attribute(("type", "jump"))
                    .with_attribute(("coverage", &*percent(own)))
                    .write_empty()?;
            }
            Ok(())
        })
    })
}

fn percent(sum: Sum) -> String {
    format!("{}%", (100 * sum.covered).checked_div(sum.valid).unwrap_or(100))
}

fn with_rates<'x, 'l>(
    element: Element<'x>,
    lines: impl IntoIterator<Item = &'l Lines> + Clone,
) -> Element<'x> {
    let [in_lines, branches] = [Sum::from_lines(lines.clone()), Sum::from_branches(lines)];
    element
        .with_attribute(("line-rate", &*in_lines.rate()))
        .with_attribute(("branch-rate", &*branches.rate()))
        .with_attribute(("complexity", "0"))
}

/// Returns the executions of a line: the most evaluations of a condition on it.
fn hits(conditions: &[Counts]) -> u64 {
    conditions.iter().map(Counts::evaluations).max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::model::fixtures::Run;

    #[test]
    fn a_line_has_the_outcomes_of_its_conditions() {
        let run = Run::example();
        insta::assert_snapshot!(render(&run.report().counted(), "/w".into(), 1_700_000_000_000).unwrap());
    }
}
