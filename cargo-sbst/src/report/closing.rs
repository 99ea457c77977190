//! The report for people at the end of a search: [in brief](brief), or all of it: a table of the
//! functions, the goals that are left, the findings.

mod columns;
mod findings;
mod not_searched;
mod refusals;
mod slow;
mod reasons;
mod brief;

use crate::report::stated::Stated;
use crate::report::totals::Totals;
use crate::report::tried;
use crate::report::uncovered::{Uncovered, infeasible_goals, uncovered_goals};
use crate::search::target_report::TargetReport;
use crate::suite::findings::Findings;
use crate::suite::{RemovedTest, WrittenSuite};
use crate::ui::console::{BAD, GOOD, HEADING, WARNING};
use crate::ui::quantity::{count, seconds, thousands};
use cargo_metadata::camino::Utf8Path;
pub use findings::kind as kind_of_finding;
pub use not_searched::left_out;
use sbst_model::messages::{PathSummary, SearchSummary};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// Kinds of what is not followed that are shown.
const KINDS: usize = 8;

/// Returns a screen of the open goals and the findings.
pub fn render_brief(reports: &[TargetReport], found: &[Findings], root: &Utf8Path) -> String {
    let mut text = String::new();
    // writing to a string cannot fail
    _ = brief::write(&mut text, reports, found, &Stated::new(root));
    text
}

/// Returns the table, the uncovered goals and the findings.
pub fn render_search(reports: &[TargetReport], found: &[Findings], root: &Utf8Path) -> String {
    let mut text = String::new();
    let stated = Stated::new(root);
    _ = table(&mut text, reports)
        .and_then(|()| text.write_str(&left_out("Not searched", reports)))
        .and_then(|()| uncovered(&mut text, reports, &stated))
        .and_then(|()| infeasible(&mut text, reports))
        .and_then(|()| hidden_checks(&mut text, reports))
        .and_then(|()| findings::write(&mut text, found, reports))
        .and_then(|()| slow::write(&mut text, reports))
        .and_then(|()| refusals::write(&mut text, reports));
    text
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

/// Writes the attempts of symbolic execution, if there were any, and how many conditions depend on
/// something that it does not follow.
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
    writeln!(text, "conditions that depend on what is not followed: {}{more}", shown.join(", "))
}

/// Writes the time that object construction graphs and templates took, if that is more than a
/// hundredth of all searches, and where they took most.
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

/// Writes which goals no input reaches, and why.
fn infeasible(text: &mut String, reports: &[TargetReport]) -> fmt::Result {
    let goals = reports
        .iter()
        .flat_map(|report| report.infeasible().into_iter().map(move |goal| (&report.description, goal)));
    infeasible_goals(text, goals)
}

/// Writes how many hidden checks there are, of which most can never fail, and how near those came
/// that did not.
fn hidden_checks(text: &mut String, reports: &[TargetReport]) -> fmt::Result {
    let searched = || reports.iter().filter(|report| report.summary.is_some());
    let all: usize = searched().map(|report| report.description.checks.len()).sum();
    if all == 0 {
        return Ok(());
    }
    let failed: usize = searched().map(|report| report.failed_checks().count()).sum();
    writeln!(
        text,
        "\n{HEADING}Hidden checks{HEADING:#}: {}, of which {} made to fail",
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

/// Returns the folders that were written, and the first notes for the user.
pub fn render_suites_in_brief(suites: &[WrittenSuite]) -> String {
    let mut text = String::new();
    _ = brief::write_suites(&mut text, suites);
    text
}

/// Returns the files that were written, and notes for the user.
pub fn render_suites(suites: &[WrittenSuite]) -> String {
    let mut text = String::new();
    let files = || suites.iter().flat_map(|suite| &suite.files);
    if files().next().is_some() {
        _ = writeln!(text, "\n{HEADING}Written{HEADING:#}");
    }
    for file in files() {
        let path = from_here(&file.path);
        let private = if file.private { ", of private functions: not in its place yet" } else { "" };
        _ = writeln!(text, "  {path}  {}{private}", count(file.tests, "test"));
    }
    let ignored = suites.iter().map(|suite| suite.ignored).sum();
    if ignored > 0 {
        _ = writeln!(text, "  of findings: {}, to be run with --ignored", count(ignored, "ignored test"));
    }
    for removed in suites.iter().flat_map(|suite| &suite.removed) {
        _ = writeln!(text, "  {WARNING}taken out{WARNING:#} {}: {}", removed.test, removed.reason);
    }
    let causes = removed_by_cause(suites.iter().flat_map(|suite| &suite.removed));
    if !causes.is_empty() {
        _ = writeln!(text, "  {WARNING}taken out{WARNING:#} by cause: {causes}");
    }
    for note in suites.iter().flat_map(|suite| &suite.notes) {
        _ = writeln!(text, "  {WARNING}note{WARNING:#}: {note}");
    }
    text
}

/// Returns the numbers of removed tests by the compiler's code or another cause, the greatest
/// first; empty if there are not several.
fn removed_by_cause<'s>(removed: impl Iterator<Item = &'s RemovedTest>) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    removed.for_each(|removed| *counts.entry(removed.cause()).or_default() += 1);
    let mut counts: Vec<(&str, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|&(_, count)| Reverse(count));
    match counts.iter().map(|(_, count)| count).sum() {
        0 | 1 => String::new(),
        _ => counts.iter().map(|(cause, count)| format!("{count} {cause}")).collect::<Vec<_>>().join(", "),
    }
}

/// A path from the current directory, if it is below.
fn from_here(path: &Utf8Path) -> &Utf8Path {
    let here = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(here).unwrap_or(path)
}

/// Returns the functions whose tests do not show the same in all runs, or their number.
pub fn flaky(reports: &[TargetReport], is_verbose: bool) -> String {
    let flaky = || reports.iter().filter_map(|report| Some((&report.description, report.flaky.as_ref()?)));
    let number = flaky().count();
    let Some((first, why)) = flaky().next() else { return String::new() };
    if !is_verbose {
        let why = columns::shortened(&format!("first {}: {why}", first.id), columns::WIDTH);
        let (functions, verb) = (count(number, "function"), if number == 1 { "differs" } else { "differ" });
        return format!("  {functions} {verb} between runs, {why}\n");
    }
    let lines: String =
        flaky().map(|(function, why)| format!("  {}  {}: {why}\n", function.place, function.id)).collect();
    format!("\n{HEADING}Flaky{HEADING:#}\n{lines}")
}

pub fn closing_line(totals: &Totals) -> String {
    let checks = match totals.hidden_checks {
        0 => String::new(),
        checks => format!(
            ", {} of {} failed",
            thousands(totals.failed_checks as u64),
            count(checks, "hidden check")
        ),
    };
    let before_faults = match totals.before_faults {
        0 => String::new(),
        goals => format!(", {} only before a fault", thousands(goals as u64)),
    };
    let without_test = match totals.without_test {
        0 => String::new(),
        goals => format!(" ({} by no test that was written)", thousands(goals as u64)),
    };
    format!(
        "{}: {} of {} covered{without_test}{before_faults}{checks}, {}, {} in {} (seed {})",
        count(totals.targets, "function"),
        thousands(totals.covered as u64),
        count(totals.goals, "goal"),
        count(totals.tests, "test"),
        count(totals.findings, "finding"),
        seconds(totals.elapsed_seconds),
        totals.seed
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use crate::search::schedule::TOO_LATE;
    use crate::search::target_report::Through;
    use crate::suite::findings;
    use sbst_model::Distance;

    fn shown(reports: &[TargetReport]) -> String {
        plain(&render_search(reports, &[findings::collect_from_anyone(reports)], "/nowhere".into()))
    }

    #[test]
    fn removed_tests_are_counted_by_cause() {
        let removed = |reason: &str| RemovedTest { test: "t".to_owned(), reason: reason.to_owned() };
        let fails = removed("assertion failed [see E0001]");
        let untyped = || removed("does not compile: type annotations needed [E0282]");
        assert_eq!(removed_by_cause([fails, untyped(), untyped()].iter()), "2 E0282, 1 does not pass");
        assert_eq!(
            removed_by_cause([removed("does not compile"), untyped()].iter()),
            "1 E0282, 1 does not compile"
        );
        assert_eq!(removed_by_cause([untyped()].iter()), "");
    }

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    #[test]
    fn a_run_as_people_read_it() {
        let generic = TargetReport::not_searched(&fixture::description("d::generic", 1), "it is generic");
        let reports = [fixture::report("d::f"), generic];
        let expected = [
            "",
            "function      goals  evaluations          time  tests  findings",
            "d::f            3/4       12,345        0.50 s      0         1",
            "",
            "Not searched",
            "  src/lib.rs:1:1  d::generic: it is generic",
            "",
            "Uncovered goals",
            "  d::f",
            "    src/lib.rs:3:8  n > 0  never false  best distance 3",
            "",
            "Findings",
            "  overflow: attempt to negate with overflow",
            "    at src/lib.rs:9:5",
            "    by d::f(i32::MIN)",
        ];
        assert_eq!(shown(&reports).lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_goal_that_only_faults_reach_is_not_covered_and_says_so() {
        let mut report = fixture::report("d::f");
        let uncovered = &mut report.summary.as_mut().unwrap().uncovered[0];
        uncovered.best_distance = Some(Distance::BEFORE_FAULT.magnitude());
        assert_eq!(report.before_faults(), 1);
        let shown = shown(&[report]);
        assert!(shown.contains("n > 0  never false, except before a fault\n"), "{shown}");
    }

    #[test]
    fn flaky_functions_are_told_with_what_differs_and_others_are_not() {
        let flaky = TargetReport { flaky: Some("its result differs".into()), ..fixture::report("d::g") };
        let reports = [fixture::report("d::f"), flaky];
        assert_eq!(plain(&self::flaky(&reports, true)), "\nFlaky\n  src/lib.rs:1:1  d::g: its result differs\n");
        assert_eq!(self::flaky(&reports[..1], true), "");
    }

    #[test]
    fn many_functions_that_the_total_budget_did_not_reach_are_counted() {
        let late = |line| TargetReport::not_searched(&fixture::description("d::late", line), TOO_LATE);
        let few: Vec<TargetReport> = (1..=5).map(late).collect();
        assert_eq!(plain(&left_out("Not searched", &few)).matches("d::late").count(), 5);
        let many: Vec<TargetReport> = (1..=6).map(late).collect();
        let expected = "\nNot searched\n  6 functions, before whose turn the total budget was spent: a larger one would help\n";
        assert_eq!(plain(&left_out("Not searched", &many)), expected);
    }

    #[test]
    fn a_finding_of_a_story_is_shown_with_its_statements() {
        let mut report = fixture::report("d::f");
        fixture::tell_a_story(&mut report.findings[0]);
        let expected = "    at src/lib.rs:9:5\n    by\n      let mut stack = Stack::new(3);\n      stack.push(5);\n      \
                        d::f(&mut stack)\n";
        let shown = shown(&[report]);
        assert!(shown.ends_with(expected), "{shown}");
    }

    #[test]
    fn a_function_that_is_not_searched_is_shown_with_what_others_cover_of_it() {
        let mut helper = TargetReport::not_searched(&fixture::description("d::helper", 7), "it is private");
        let through = |path: &str, goals: &[u32]| Through {
            target: fixture::description(path, 0).id,
            goals: goals.into(),
        };
        helper.through = vec![through("d::eval", &[3]), through("d::Parser::parse", &[0, 1, 3])];
        let expected =
            "  src/lib.rs:1:1  d::helper: it is private; 3 of 14 goals, through `Parser::parse`, `eval`\n";
        assert!(plain(&left_out("Not searched", &[helper.clone()])).ends_with(expected));
        helper.through.extend(["d::a", "d::b"].map(|path| through(path, &[3])));
        assert!(
            plain(&left_out("", &[helper])).ends_with("through `Parser::parse`, `eval`, `a` and 1 more\n")
        );
    }

    #[test]
    fn the_closing_line_counts() {
        let mut totals = {
            let reports = [fixture::report("d::f")];
            Totals::from_reports(&reports, &[findings::collect_from_anyone(&reports)], 7)
        };
        totals.elapsed_seconds = 2.5;
        assert_eq!(
            closing_line(&totals),
            "1 function: 3 of 4 goals covered, 0 tests, 1 finding in 2.50 s (seed 7)"
        );
        totals.before_faults = 1;
        assert!(closing_line(&totals).contains("3 of 4 goals covered, 1 only before a fault, 0 tests"));
    }
}
