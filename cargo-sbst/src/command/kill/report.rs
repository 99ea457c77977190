//! The report of the survivors.

use super::fate::{Fate, Fates};
use crate::ui::console::{GOOD, HEADING, WARNING};
use crate::ui::json_lines::{JsonLines, message};
use crate::ui::quantity::{count, seconds, thousands};
use serde::Serialize;
use std::fmt::{self, Write};

/// A mutant that survived the existing tests.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SurvivorLine<'a> {
    /// The name, as cargo-mutants writes it.
    name: String,
    package: &'a str,
    file: &'a str,
    /// The line where the replaced text begins, from 1.
    line: u32,
    /// The column where it begins, from 1.
    column: u32,
    /// The end: `killed`, `equivalent` (probably) or `left`.
    fate: &'static str,
    /// The written test that notices it.
    #[serde(skip_serializing_if = "Option::is_none")]
    test: Option<&'a str>,
    /// The reason why it is left.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    /// If it is probably equivalent: executions of its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    executed: Option<u64>,
    /// If it is probably equivalent: executions with a difference at its place, and none in the
    /// result.
    #[serde(skip_serializing_if = "Option::is_none")]
    differed: Option<u64>,
}

message!("survivor": SurvivorLine<'_>);

/// All survivors have been searched.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SurvivorsFinished {
    survivors: usize,
    killed: usize,
    /// Survivors that are probably equivalent.
    equivalent: usize,
    left: usize,
    elapsed_seconds: f64,
}

message!("survivors-finished": SurvivorsFinished);

/// Emits a line for each survivor, and one for all.
pub fn emit(fates: &Fates, elapsed_seconds: f64, lines: JsonLines) -> anyhow::Result<()> {
    for (mutant, fate) in &fates.all {
        let (line, column) = mutant.place[0];
        let mut survivor = SurvivorLine {
            name: mutant.name(),
            package: &mutant.package,
            file: &mutant.file,
            line,
            column,
            fate: "left",
            test: None,
            reason: None,
            executed: None,
            differed: None,
        };
        match fate {
            Fate::Killed(test) => (survivor.fate, survivor.test) = ("killed", Some(test.as_str())),
            Fate::Left(reason) => survivor.reason = Some(reason),
            Fate::Equivalent { executed, differed } => {
                survivor.fate = "equivalent";
                (survivor.executed, survivor.differed) = (Some(*executed), Some(*differed));
            }
        }
        lines.emit(&survivor)?;
    }
    lines.emit(&SurvivorsFinished {
        survivors: fates.all.len(),
        killed: fates.killed(),
        equivalent: fates.equivalent(),
        left: fates.left(),
        elapsed_seconds,
    })
}

/// Renders the survivors by their fates.
pub fn render(fates: &Fates) -> String {
    let mut text = String::new();
    // writing to a string cannot fail
    _ = write_all(&mut text, fates);
    text
}

/// A heading, and the fates under it.
type Group = (&'static str, fn(&Fate) -> bool);

fn write_all(text: &mut String, fates: &Fates) -> fmt::Result {
    let groups: [Group; 3] = [
        ("Survivors killed", |fate| matches!(fate, Fate::Killed(_))),
        ("Survivors that are probably equivalent", |fate| matches!(fate, Fate::Equivalent { .. })),
        ("Survivors left", |fate| matches!(fate, Fate::Left(_))),
    ];
    for (heading, is_in) in groups {
        let mut group = fates.all.iter().filter(|(_, fate)| is_in(fate)).peekable();
        if group.peek().is_some() {
            writeln!(text, "\n{HEADING}{heading}{HEADING:#}")?;
        }
        for (mutant, fate) in group {
            writeln!(text, "  {}", mutant.name())?;
            match fate {
                Fate::Killed(test) => writeln!(text, "    {GOOD}by {test}{GOOD:#}")?,
                Fate::Equivalent { executed, differed } => {
                    writeln!(text, "    {}", effort(*executed, *differed))?
                }
                Fate::Left(reason) => writeln!(text, "    {WARNING}{reason}{WARNING:#}")?,
            }
        }
    }
    Ok(())
}

/// Returns the executions that did not show a mutant, in words.
fn effort(executed: u64, differed: u64) -> String {
    match differed {
        0 => format!("no difference at its place in {} executions", thousands(executed)),
        _ => format!("same result in {} executions", thousands(differed)),
    }
}

/// Returns the last line.
pub fn closing_line(fates: &Fates, elapsed_seconds: f64) -> String {
    format!(
        "{}: {} killed, {} probably equivalent, {} left in {}",
        count(fates.all.len(), "survivor"),
        fates.killed(),
        fates.equivalent(),
        fates.left(),
        seconds(elapsed_seconds)
    )
}
