//! The end of a run on one screen.
//!
//! # Policy
//! 1. Each function with open goals has a line with its first open goal, those with most goals
//!    first. Full functions and those without goals are counted.
//! 2. The [reasons](reasons) why goals are open come next, and then the findings, two lines each.
//! 3. All other results are lines with a count.
//! 4. The rest is in `--verbose`, in the reports, and in `cargo sbst explain`.

use super::columns::{WIDTH, shortened};
use super::{findings, reasons};
use crate::report::stated::Stated;
use crate::search::target_report::{TargetReport, is_before_fault};
use crate::suite::findings::Findings;
use crate::ui::console::{HEADING, WARNING};
use crate::ui::quantity::{count, thousands};
use std::cmp::Reverse;
use std::fmt::{self, Write};

/// The most functions shown.
const MOST_FUNCTIONS: usize = 8;

/// Writes rules 1 to 3.
pub fn write(
    text: &mut String,
    reports: &[TargetReport],
    found: &[Findings],
    stated: &Stated,
) -> fmt::Result {
    let open = functions(text, reports, stated)?;
    reasons::write(text, reports, stated)?;
    let shown = findings::brief(text, found)?;
    let counted = counted(reports);
    if !counted.is_empty() {
        writeln!(text, "\n  also: {}", counted.join(", "))?;
    }
    if open > MOST_FUNCTIONS || !shown || !counted.is_empty() {
        writeln!(text, "  `--verbose` prints everything, `cargo sbst explain FUNCTION` the attempts")?;
    }
    Ok(())
}

/// Rule 1. Returns the number of functions with open goals.
fn functions(text: &mut String, reports: &[TargetReport], stated: &Stated) -> Result<usize, fmt::Error> {
    let searched = || reports.iter().filter(|report| report.summary.is_some());
    let open_goals = |report: &TargetReport| report.uncovered().len() - stated.count(report);
    let mut open: Vec<(&TargetReport, usize)> =
        searched().map(|report| (report, open_goals(report))).filter(|(_, open)| *open > 0).collect();
    open.sort_by_key(|(_, open)| Reverse(*open));
    if !open.is_empty() {
        writeln!(text, "\n{HEADING}Functions with open goals{HEADING:#}")?;
    }
    let crate_name = common_crate(reports);
    for (report, _) in open.iter().take(MOST_FUNCTIONS) {
        let goals = format!("{}/{}", report.covered(), report.goals());
        let path =
            report.description.id.path.strip_prefix(&crate_name).unwrap_or(&report.description.id.path);
        let line = format!("{path}  {}", first_open(report, stated));
        writeln!(text, "  {WARNING}{goals:>7}{WARNING:#}  {}", shortened(&line, WIDTH - 11))?;
    }
    if let [_, ..] = &open[MOST_FUNCTIONS.min(open.len())..] {
        let rest = &open[MOST_FUNCTIONS..];
        let goals = rest.iter().map(|(_, open)| open).sum();
        writeln!(text, "  and {} with {}", count(rest.len(), "more function"), count(goals, "open goal"))?;
    }
    let full = || searched().filter(|report| report.goals() > 0 && report.covered() == report.goals());
    let goals: usize = full().map(TargetReport::goals).sum();
    let without = searched().filter(|report| report.goals() == 0).count();
    let full = match full().count() {
        0 => None,
        1 => Some(format!("1 function reaches all of its {}", count(goals, "goal"))),
        number => Some(format!("{number} functions reach all of their {}", count(goals, "goal"))),
    };
    let without = (without > 0).then(|| format!("{} without goals", count(without, "function")));
    let counts: Vec<String> = full.into_iter().chain(without).collect();
    if !counts.is_empty() {
        let indentation = if open.is_empty() { "\n  " } else { "  " };
        writeln!(text, "{indentation}{}", counts.join(", "))?;
    }
    Ok(open.len())
}

/// Returns the beginning of all paths, if they are of one crate.
fn common_crate(reports: &[TargetReport]) -> String {
    let mut names = reports.iter().map(|report| report.description.id.path.split("::").next());
    let first = names.next().flatten().unwrap_or_default();
    if names.all(|name| name == Some(first)) { format!("{first}::") } else { String::new() }
}

/// Returns the first open goal of a function, in words, and the number of others.
fn first_open(report: &TargetReport, stated: &Stated) -> String {
    let open = report.uncovered();
    let mut open = open.iter().filter(|(goal, _)| !stated.is_unreachable(&report.description, *goal));
    let Some(&(goal, best_distance)) = open.next() else { return String::new() };
    let Some(condition) = report.description.conditions.get(goal.condition as usize) else {
        return String::new();
    };
    let what = match best_distance {
        Some(0.0) => "not in all runs".to_owned(),
        Some(best) if is_before_fault(best) => {
            format!("{}, except before a fault", condition.kind.never(goal.outcome))
        }
        Some(_) => condition.kind.never(goal.outcome).to_owned(),
        None => "never evaluated".to_owned(),
    };
    let more = match open.count() {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    format!("{} {what}{more}: {}", condition.place, condition.text)
}

/// Rule 3.
fn counted(reports: &[TargetReport]) -> Vec<String> {
    let with = |holds: &dyn Fn(&TargetReport) -> bool| reports.iter().filter(|report| holds(report)).count();
    let sum = |number: &dyn Fn(&TargetReport) -> usize| reports.iter().map(number).sum::<usize>();
    let slow = with(&|report| report.slow.executions > 0);
    let first_slow = reports.iter().find(|report| report.slow.executions > 0);
    let first_slow =
        first_slow.map_or(String::new(), |report| format!(" (`{}`)", report.description.id.path));
    let checks = sum(&|report| report.description.hidden_checks());
    let failed = format!(" ({} failed)", thousands(sum(&|report| report.failed_checks().count()) as u64));
    [
        (sum(&|report| report.infeasible().len()), ["goal", "goals"], " that no input reaches"),
        (slow, ["slow function", "slow functions"], &first_slow),
        (checks, ["hidden check", "hidden checks"], &failed),
        (with(&|report| !report.refusals.is_empty()), ["function", "functions"], " with refused acts"),
        (sum(&|report| report.withheld.len()), ["test", "tests"], " withheld for effects"),
        (sum(&|report| report.lost_deaths), ["death", "deaths"], " of workers without a cause"),
    ]
    .into_iter()
    .filter(|(number, ..)| *number > 0)
    .map(|(number, [one, several], remark)| {
        format!("{} {}{remark}", thousands(number as u64), if number == 1 { one } else { several })
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use crate::suite::findings;

    fn shown(reports: &[TargetReport]) -> String {
        let mut text = String::new();
        let found = [findings::collect_from_anyone(reports)];
        write(&mut text, reports, &found, &Stated::new("/nowhere".into())).unwrap();
        anstream::adapter::strip_str(&text).to_string()
    }

    #[test]
    fn a_run_has_open_goals_reasons_and_findings() {
        let expected = "
Functions with open goals
      3/4  f  src/lib.rs:3:8 never false: n > 0

Why goals are open
  1 goal of 1 function: no input was found
    `cargo sbst explain FUNCTION` shows the attempts; `--symbolic` solves conditions on numbers

Findings
  overflow at src/lib.rs:9:5: attempt to negate with overflow
    d::f(i32::MIN)
";
        assert_eq!(shown(&[fixture::report("d::f")]), expected);
    }

    #[test]
    fn a_crate_of_two_hundred_functions_fits_on_a_screen() {
        let mut reports: Vec<TargetReport> =
            (0..200).map(|number| fixture::report(&format!("d::function_{number}"))).collect();
        for (line, report) in (1..).zip(&mut reports) {
            report.findings[0].place.as_mut().unwrap().line = line;
        }
        let text = shown(&reports);
        assert!(text.lines().count() <= 40, "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
        assert!(text.contains("and 192 more functions with 192 open goals"), "{text}");
    }
}
