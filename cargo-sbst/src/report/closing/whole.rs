//! All results of a search: a table of the functions, the open goals, the findings.

use super::{findings, not_searched, refusals, slow};
use crate::report::stated::Stated;
use crate::report::tried;
use crate::report::uncovered::{Uncovered, infeasible_goals, uncovered_goals};
use crate::search::target_report::TargetReport;
use crate::suite::findings::Findings;
use crate::ui::console::{BAD, GOOD, HEADING, WARNING};
use crate::ui::quantity::{seconds, thousands};
use sbst_model::messages::{PathSummary, SearchSummary};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// The most kinds of unfollowed values to show.
const KINDS: usize = 8;

/// Writes all sections.
pub fn write(
    text: &mut String,
    reports: &[TargetReport],
    found: &[Findings],
    stated: &Stated,
) -> fmt::Result {
    table(text, reports)?;
    text.write_str(&not_searched::left_out("Not searched", reports))?;
    uncovered(text, reports, stated)?;
    infeasible(text, reports)?;
    hidden_checks(text, reports)?;
    findings::write(text, found, reports)?;
    slow::write(text, reports)?;
    refusals::write(text, reports)
}

fn table(text: &mut String, reports: &[TargetReport]) -> fmt::Result {
    let searched: Vec<_> =
        reports.iter().filter_map(|report| Some((report, report.summary.as_ref()?))).collect();
    if searched.is_empty() {
        return Ok(());
    }
    let path_length = |(report, _): &(&TargetReport, _)| report.description.id.path.chars().count();
    let width = searched.iter().map(path_length).max().unwrap_or(0).max("function".len());
    writeln!(
        text,
        "\n{HEADING}{:width$}  {:>9}  {:>11}  {:>12}  {:>5}  {:>8}{HEADING:#}",
        "function", "goals", "evaluations", "time", "tests", "findings"
    )?;
    for (report, summary) in searched {
        let goals = format!("{}/{}", report.covered(), report.goals());
        let goals_style = if report.covered() == report.goals() { GOOD } else { WARNING };
        let findings_style = if report.findings.is_empty() { anstyle::Style::new() } else { BAD };
        writeln!(
            text,
            "{:width$}  {goals_style}{goals:>9}{goals_style:#}  {:>11}  {:>12}  {:>5}  \
             {findings_style}{:>8}{findings_style:#}",
            report.description.id.path,
            thousands(summary.evaluations),
            seconds(summary.search_seconds),
            report.tests.len(),
            report.findings.len(),
        )?;
    }
    synthesis(text, reports)?;
    paths(text, reports)
}

/// Writes the attempts of symbolic execution, if any, and the number of conditions that depend on
/// unfollowed values.
fn paths(text: &mut String, reports: &[TargetReport]) -> fmt::Result {
    let mut sum = PathSummary::default();
    let mut concrete: BTreeMap<&str, u64> = BTreeMap::new();
    for paths in reports.iter().filter_map(|report| report.summary.as_ref()?.paths.as_ref()) {
        sum.add(paths);
        for (kind, count) in &paths.concrete {
            *concrete.entry(kind).or_default() += count;
        }
    }
    if sum.tried > 0 {
        writeln!(
            text,
            "symbolic execution tried {} alternatives of paths: {} solved by the solver, {} by search, {} \
             proved infeasible; {} solutions took another path",
            thousands(sum.tried),
            thousands(sum.solved_by_solver),
            thousands(sum.solved_by_search),
            thousands(sum.infeasible),
            thousands(sum.diverged),
        )?;
    }
    if concrete.is_empty() {
        return Ok(());
    }
    let mut kinds: Vec<(&str, u64)> = concrete.into_iter().collect();
    kinds.sort_by_key(|(kind, count)| (Reverse(*count), *kind));
    let shown: Vec<String> =
        kinds.iter().take(KINDS).map(|(kind, count)| format!("{kind} {count}")).collect();
    let more = kinds.len().saturating_sub(KINDS);
    let more = if more > 0 { format!(", {more} more kinds") } else { String::new() };
    writeln!(text, "conditions on values that are not followed: {}{more}", shown.join(", "))
}

/// Writes the time of object construction graphs and templates, and the most expensive function, if
/// it is more than a hundredth of all searches.
fn synthesis(text: &mut String, reports: &[TargetReport]) -> fmt::Result {
    let summaries = || reports.iter().filter_map(|report| Some((report, report.summary.as_ref()?)));
    let spent: f64 = summaries().map(|(_, summary)| summary.synthesis.seconds()).sum();
    let share = spent / summaries().map(|(_, summary)| summary.search_seconds).sum::<f64>();
    let by_time = |(_, one): &(_, &SearchSummary), (_, other): &(_, &SearchSummary)| {
        one.synthesis.seconds().total_cmp(&other.synthesis.seconds())
    };
    match summaries().max_by(by_time) {
        Some((most, summary)) if share >= 0.01 => writeln!(
            text,
            "object construction graphs and templates took {} of that ({:.0} %), most for {}: {}",
            seconds(spent),
            100.0 * share,
            most.description.id.path,
            seconds(summary.synthesis.seconds())
        ),
        _ => Ok(()),
    }
}

fn uncovered(text: &mut String, reports: &[TargetReport], stated: &Stated) -> fmt::Result {
    let mut searched = reports.iter().filter(|report| report.summary.is_some()).peekable();
    if searched.peek().is_none() || searched.clone().all(|report| report.uncovered().is_empty()) {
        return Ok(());
    }
    writeln!(text, "\n{HEADING}Uncovered goals{HEADING:#}")?;
    for report in searched {
        let goals = report.uncovered().into_iter().map(|(goal, best_distance)| Uncovered {
            goal,
            is_evaluated: best_distance.is_some(),
            best_distance,
            tried: match stated.is_unreachable(&report.description, goal) {
                true => vec!["its `else` states that this is unreachable".to_owned()],
                false => tried::lines(report.tried.get(&(goal.index() as u32))),
            },
        });
        uncovered_goals(text, &report.description, &goals.collect::<Vec<_>>())?;
    }
    Ok(())
}

/// Writes the goals that no input reaches, with the reasons.
fn infeasible(text: &mut String, reports: &[TargetReport]) -> fmt::Result {
    let goals = reports
        .iter()
        .flat_map(|report| report.infeasible().into_iter().map(move |goal| (&report.description, goal)));
    infeasible_goals(text, goals)
}

/// Writes the number of hidden checks, most of which can never fail, and the least distances of
/// those that did not.
fn hidden_checks(text: &mut String, reports: &[TargetReport]) -> fmt::Result {
    let searched = || reports.iter().filter(|report| report.summary.is_some());
    let all: usize = searched().map(|report| report.description.hidden_checks()).sum();
    if all == 0 {
        return Ok(());
    }
    let failed: usize = searched().map(|report| report.failed_checks().count()).sum();
    writeln!(
        text,
        "\n{HEADING}Hidden checks{HEADING:#}: {}, {} made to fail",
        thousands(all as u64),
        were(failed)
    )?;
    for report in searched() {
        let mut failed: Vec<usize> = report.failed_checks().collect();
        failed.sort_unstable();
        if !failed.is_empty() {
            writeln!(
                text,
                "  {}  {} of {}",
                report.description.id,
                failed.len(),
                report.description.checks.len()
            )?;
        }
        for check in failed.into_iter().filter_map(|index| report.description.checks.get(index)) {
            writeln!(text, "    {}  {}  {}", check.place, check.text, check.kind.failure())?;
        }
    }
    Ok(())
}

fn were(number: usize) -> String {
    match number {
        1 => "1 was".to_owned(),
        number => format!("{} were", thousands(number as u64)),
    }
}
