//! Findings, each with the shortest call that provokes it.

use crate::search::target_report::TargetReport;
use crate::suite;
use crate::ui::console::{BAD, HEADING, WARNING};
use crate::ui::quantity::count;
use sbst_model::messages::{Finding, FindingKind};
use std::fmt::{self, Write};

pub fn write(text: &mut String, reports: &[TargetReport]) -> fmt::Result {
    let all = reports.iter().flat_map(|report| report.findings.iter().map(move |finding| (report, finding)));
    let all: Vec<_> = all.collect();
    if !all.is_empty() {
        writeln!(text, "\n{HEADING}Findings{HEADING:#}")?;
    }
    // A panic that several functions come to is shown once, by the shortest call; hangs and deaths
    // are each function's own.
    let place_of = |finding: &Finding| (finding.kind, finding.place.clone());
    let has_place_of_its_own = |finding: &Finding| {
        finding.place.is_some()
            && !matches!(finding.kind, FindingKind::Hang | FindingKind::DeepRecursion | FindingKind::Death)
    };
    for (index, &(report, finding)) in all.iter().enumerate() {
        let alike = |(_, other): &&(&TargetReport, &Finding)| {
            has_place_of_its_own(finding) && place_of(other) == place_of(finding)
        };
        if all[..index].iter().any(|other| alike(&other)) {
            continue;
        }
        let alike: Vec<_> = all[index..].iter().filter(alike).collect();
        let length = |lines: &[String]| lines.iter().map(|line| line.chars().count()).sum::<usize>();
        let shortest = alike.iter().min_by_key(|(report, finding)| length(&story(report, finding)));
        let (report, finding) = shortest.map_or((report, finding), |(report, finding)| (*report, *finding));
        writeln!(text, "  {BAD}{}{BAD:#}: {}", kind(finding.kind), finding.message)?;
        if let Some(place) = &finding.place {
            writeln!(text, "    at {place}")?;
        }
        match &story(report, finding)[..] {
            [call] => writeln!(text, "    by {call}")?,
            story => {
                writeln!(text, "    by")?;
                story.iter().try_for_each(|line| writeln!(text, "      {line}"))?;
            }
        }
        let is_death = finding.kind == FindingKind::Death;
        if let Some(searches) = report.also_met.get(&finding.message).filter(|_| is_death) {
            writeln!(text, "    also met in searches of {}", count(*searches, "other function"))?;
        }
        let mut others: Vec<&str> =
            alike.iter().map(|(report, _)| report.description.id.path.as_str()).collect();
        others.retain(|path| *path != report.description.id.path);
        others.dedup();
        match &others[..] {
            [] => {}
            [one] => writeln!(text, "    and through {one}")?,
            [one, rest @ ..] => writeln!(text, "    and through {one} and {} more", rest.len())?,
        }
    }
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

fn kind(kind: FindingKind) -> &'static str {
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

/// Returns what provokes a finding, as Rust: the statements before the call, and the call.
fn story(report: &TargetReport, finding: &Finding) -> Vec<String> {
    let path = &report.description.id.path;
    if finding.arguments.len() != report.description.parameters.len() {
        return vec![format!("{path}, with arguments that could not be told")];
    }
    let (mut lines, arguments) = suite::as_read(&finding.before, &finding.arguments);
    lines.push(format!("{path}({})", arguments.join(", ")));
    lines
}
