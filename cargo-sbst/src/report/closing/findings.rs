//! Findings, each with the shortest call that provokes it.

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
        writeln!(text, "\n{HEADING}Panics that a person wrote, and anyone can bring about{HEADING:#}")?;
    }
    for entry in shown().filter(|entry| entry.kind.is_none()) {
        write_entry(text, entry)?;
    }
    write_folded(text, found)?;
    match reports.iter().map(|report| report.lost_deaths).sum() {
        0 => Ok(()),
        lost => writeln!(
            text,
            "  {WARNING}note{WARNING:#}: {} of workers did not come back when what was executed last was executed by itself: \
             something before it may have broken memory",
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

/// Writes how many entries are not shown, by reason.
fn write_folded(text: &mut String, found: &[Findings]) -> fmt::Result {
    let sum = |number: fn(&Findings) -> usize| found.iter().map(number).sum::<usize>();
    let folded = [
        (sum(|findings| findings.more), "more"),
        (
            sum(|findings| findings.private + findings.inside),
            "of private functions or by values that only the crate makes: no public call brought them about",
        ),
        (
            sum(|findings| findings.contracts),
            "of `unsafe` functions, by an index out of range, or where the documentation mentions panics",
        ),
        (sum(|findings| findings.sizes), "by sizes that no program has"),
    ];
    for (number, what) in folded.into_iter().filter(|(number, _)| *number > 0) {
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
