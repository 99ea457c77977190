//! Findings, each with the shortest call that provokes it.

use super::columns::{WIDTH, shortened};
use crate::search::target_report::TargetReport;
use crate::suite::findings::{Entry, Findings, Reached};
use crate::ui::console::{BAD, HEADING, WARNING};
use crate::ui::quantity::count;
use sbst_model::messages::FindingKind;
use std::fmt::{self, Write};

pub fn write(text: &mut String, found: &[Findings], reports: &[TargetReport]) -> fmt::Result {
    let shown = || found.iter().flat_map(|findings| &findings.shown);
    if shown().any(|entry| entry.kind.is_some()) {
        writeln!(text, "\n{HEADING}Findings{HEADING:#}")?;
    }
    for entry in shown().filter(|entry| entry.kind.is_some()) {
        write_entry(text, entry)?;
    }
    if shown().any(|entry| entry.kind.is_none()) {
        writeln!(text, "\n{HEADING}Explicit panics that any caller can cause{HEADING:#}")?;
    }
    for entry in shown().filter(|entry| entry.kind.is_none()) {
        write_entry(text, entry)?;
    }
    write_folded(text, found)?;
    match reports.iter().map(|report| report.lost_deaths).sum() {
        0 => Ok(()),
        lost => writeln!(
            text,
            "  {WARNING}note{WARNING:#}: {} of workers could not be reproduced by the last test case alone: \
             an earlier one may have corrupted memory",
            count(lost, "death")
        ),
    }
}

fn write_entry(text: &mut String, entry: &Entry) -> fmt::Result {
    let inside = match entry.reached {
        Reached::Private => " (of a private function)",
        Reached::Inside => " (inside the crate)",
        Reached::Anyone | Reached::Contract | Reached::Size => "",
    };
    match entry.kind {
        Some(of) => writeln!(text, "  {BAD}{}{BAD:#}: {}{inside}", kind(of), entry.message)?,
        None => writeln!(text, "  {BAD}panic{BAD:#}: {}", entry.message)?,
    }
    if let Some(place) = &entry.place {
        writeln!(text, "    at {place}")?;
    }
    match &entry.call[..] {
        [call] => writeln!(text, "    by {call}")?,
        lines => {
            writeln!(text, "    by")?;
            lines.iter().try_for_each(|line| writeln!(text, "      {line}"))?;
        }
    }
    if entry.also_met > 0 {
        writeln!(text, "    also met in searches of {}", count(entry.also_met, "other function"))?;
    }
    match &entry.others[..] {
        [] => Ok(()),
        [one] => writeln!(text, "    and through {one}"),
        [one, rest @ ..] => writeln!(text, "    and through {one} and {} more", rest.len()),
    }
}

/// The most findings of a run shown in brief.
const MOST: usize = 5;

/// Writes the findings in two lines each, and the folded ones in one. Returns true if all are
/// shown.
pub fn brief(text: &mut String, found: &[Findings]) -> Result<bool, fmt::Error> {
    let shown = || found.iter().flat_map(|findings| &findings.shown);
    let faults: Vec<&Entry> = shown().filter(|entry| entry.kind.is_some()).collect();
    let panics = shown().filter(|entry| entry.kind.is_none()).count();
    let beyond = faults.len().saturating_sub(MOST);
    let mut counts = folded(found);
    counts[0].0 += beyond;
    counts.insert(1, (panics, "explicit panics"));
    let counts: Vec<String> = counts
        .into_iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, what)| format!("{number} {what}"))
        .collect();
    if faults.is_empty() && counts.is_empty() {
        return Ok(true);
    }
    writeln!(text, "\n{HEADING}Findings{HEADING:#}")?;
    for entry in faults.iter().take(MOST) {
        let place = entry.place.as_ref().map(|place| format!(" at {place}")).unwrap_or_default();
        let message = entry.message.lines().next().unwrap_or_default();
        let kind = entry.kind.map_or("panic", kind);
        let told = format!("{place}: {message}");
        writeln!(text, "  {BAD}{kind}{BAD:#}{}", shortened(&told, WIDTH - 2 - kind.len()))?;
        writeln!(text, "    {}", shortened(&in_one_line(&entry.call), WIDTH - 4))?;
    }
    if !counts.is_empty() {
        writeln!(text, "  not shown: {}", counts.join(", "))?;
    }
    Ok(beyond == 0 && panics == 0)
}

/// Returns statements in a line, or only the last one, the call, if they are too long.
fn in_one_line(statements: &[String]) -> String {
    let joined = statements.join(" ");
    match statements {
        [_, .., last] if joined.chars().count() > WIDTH - 4 => format!("… {last}"),
        _ => joined,
    }
}

/// Returns the numbers of hidden entries, by reason.
fn folded(found: &[Findings]) -> Vec<(usize, &'static str)> {
    let sum = |number: fn(&Findings) -> usize| found.iter().map(number).sum::<usize>();
    vec![
        (sum(|findings| findings.more), "more"),
        (sum(|findings| findings.private + findings.inside), "that no public call causes"),
        (sum(|findings| findings.contracts), "by contract"),
        (sum(|findings| findings.sizes), "by sizes that no program has"),
    ]
}

/// Writes the numbers of hidden entries, by reason.
fn write_folded(text: &mut String, found: &[Findings]) -> fmt::Result {
    for (number, what) in folded(found).into_iter().filter(|(number, _)| *number > 0) {
        writeln!(text, "  {} {what}", count(number, "finding"))?;
    }
    Ok(())
}

pub fn kind(kind: FindingKind) -> &'static str {
    match kind {
        FindingKind::Overflow => "overflow",
        FindingKind::Division => "division",
        FindingKind::Index => "index",
        FindingKind::Unwrap => "unwrap",
        FindingKind::Panic => "panic",
        FindingKind::Hang => "hang",
        FindingKind::DeepRecursion => "deep recursion",
        FindingKind::Death => "death of the process",
    }
}
