//! Functions that are not searched, with the reasons.

use crate::search::target_report::{TargetReport, Through};
use crate::source::items::definition_names;
use crate::ui::console::HEADING;
use crate::ui::quantity::count;
use sbst_model::target::{Exclusion, Obstacle};
use std::cmp::Reverse;
use std::fmt::Write;

/// The most functions named that are not searched because of the total budget alone.
const MOST_LATE: usize = 5;

/// Returns the functions that are not searched, with the reasons.
pub fn left_out(heading: &str, reports: &[TargetReport]) -> String {
    let mut text = String::new();
    let left_out =
        reports.iter().filter_map(|report| Some((report, report.description.not_searched.as_ref()?)));
    // If a total budget is far too small for a crate, each line would be the same.
    let is_late = |(_, reason): &(&TargetReport, &Exclusion)| reason.obstacle == Obstacle::TooLate;
    let late = left_out.clone().filter(is_late).count();
    let is_counted = late > MOST_LATE;
    for (index, (report, reason)) in left_out.enumerate() {
        if index == 0 {
            _ = writeln!(text, "\n{HEADING}{heading}{HEADING:#}");
        }
        if is_counted && is_late(&(report, reason)) {
            continue;
        }
        let through = covered_through(report);
        _ = writeln!(text, "  {}  {}: {reason}{through}", report.description.place, report.description.id);
    }
    if is_counted {
        _ = writeln!(text, "  {late} functions: total budget exhausted; try a larger --total-budget");
    }
    text
}

/// The most functions to name whose tests cover another one's goals.
const MOST_CALLERS: usize = 3;

/// Returns the number of covered goals of a skipped function, and the functions whose tests cover
/// them; nothing without covered goals.
fn covered_through(report: &TargetReport) -> String {
    if report.through.is_empty() {
        return String::new();
    }
    let mut callers: Vec<&Through> = report.through.iter().collect();
    callers.sort_by_key(|through| Reverse(through.goals.len()));
    let named =
        callers.iter().take(MOST_CALLERS).map(|through| format!("`{}`", called(&through.target.path)));
    let mut named = named.collect::<Vec<_>>().join(", ");
    if let more @ 1.. = callers.len().saturating_sub(MOST_CALLERS) {
        _ = write!(named, " and {more} more");
    }
    format!("; {} of {}, through {named}", report.covered(), count(report.goals(), "goal"))
}

/// Returns a function's name, with its type or trait.
fn called(path: &str) -> String {
    let names = definition_names(path);
    let is_owner =
        |name: &&String| name.starts_with(|first: char| first.is_uppercase() || "<$".contains(first));
    match &names[..] {
        [.., owner, name] if is_owner(&owner) => format!("{owner}::{name}"),
        [.., name] => name.clone(),
        [] => String::new(),
    }
}
