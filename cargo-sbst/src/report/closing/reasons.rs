//! The reasons why goals are open, with the change that would help.
//!
//! # Policy
//! 1. Each open goal has one reason, the first that applies: its function is not searched; its
//!    author states that it is unreachable; only executions that fault reach it; no execution came
//!    to its condition; it is not reached in all runs; the search ended for time; no input was
//!    found.
//! 2. A goal with an unevaluated condition has the reason of the function's first open goal with an
//!    evaluated one: it is behind that goal.
//! 3. Functions that are not searched for the same type have the same reason.
//! 4. [`MOST`] reasons are shown, those of most goals first: the first change opens most.

use crate::report::stated::Stated;
use crate::search::target_report::{TargetReport, is_before_fault};
use crate::ui::console::HEADING;
use crate::ui::quantity::count;
use sbst_model::messages::Stopped;
use sbst_model::target::{Exclusion, Obstacle};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// The most reasons shown.
const MOST: usize = 3;
/// A reason, and the change that helps.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Reason {
    why: String,
    change: String,
}

impl Reason {
    fn new(why: impl Into<String>, change: impl Into<String>) -> Reason {
        Reason { why: why.into(), change: change.into() }
    }
}

/// The goals and functions with a reason.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Cost {
    goals: usize,
    functions: usize,
}

/// Writes the section; nothing if no goal is open.
pub fn write(text: &mut String, reports: &[TargetReport], stated: &Stated) -> fmt::Result {
    let mut costs: Vec<(Reason, Cost)> = costs(reports, stated).into_iter().collect();
    costs.sort_by_key(|(_, cost)| Reverse(cost.goals));
    if costs.is_empty() {
        return Ok(());
    }
    writeln!(text, "\n{HEADING}Why goals are open{HEADING:#}")?;
    for (Reason { why, change }, Cost { goals, functions }) in costs.iter().take(MOST) {
        writeln!(text, "  {} of {}: {why}", count(*goals, "goal"), count(*functions, "function"))?;
        writeln!(text, "    {change}")?;
    }
    match costs[MOST.min(costs.len())..].iter().map(|(_, cost)| cost.goals).sum() {
        0 => Ok(()),
        goals => writeln!(text, "  {} for other reasons", count(goals, "goal")),
    }
}

fn costs(reports: &[TargetReport], stated: &Stated) -> BTreeMap<Reason, Cost> {
    let mut costs: BTreeMap<Reason, Cost> = BTreeMap::new();
    for report in reports {
        let mut own: BTreeMap<Reason, usize> = BTreeMap::new();
        let open = report.uncovered();
        let before = open.iter().find(|(_, best)| best.is_some());
        for &of in &open {
            let (goal, best) = if of.1.is_none() { *before.unwrap_or(&of) } else { of };
            let is_stated = stated.is_unreachable(&report.description, goal);
            *own.entry(reason(report, best, is_stated)).or_default() += 1;
        }
        for (reason, goals) in own {
            let cost = costs.entry(reason).or_default();
            cost.goals += goals;
            cost.functions += 1;
        }
    }
    costs
}

/// Rule 1.
fn reason(report: &TargetReport, best: Option<f64>, is_stated: bool) -> Reason {
    if let Some(why) = &report.description.not_searched {
        return of_function(why);
    }
    let stopped = report.summary.as_ref().map(|summary| summary.stopped);
    match best {
        _ if is_stated => Reason::new(
            "`unreachable!()` states that they cannot be reached",
            "this is taken on trust, not proved",
        ),
        Some(best) if is_before_fault(best) => Reason::new(
            "every execution that reaches them faults, or does not end",
            "fix the findings, then these goals can be tested",
        ),
        Some(0.0) => {
            Reason::new("they are not reached in every run", "`cargo sbst explain` shows the differences")
        }
        None => Reason::new(
            "no execution reached their conditions",
            "they open with goals before them; `cargo sbst explain FUNCTION` shows the way",
        ),
        Some(_) if stopped == Some(Stopped::Time) => Reason::new(
            "the search ran out of time",
            "a larger budget may help, or another run, which continues from here",
        ),
        Some(_) => Reason::new(
            "no input was found",
            "`cargo sbst explain FUNCTION` shows the attempts; `--symbolic` solves conditions on numbers",
        ),
    }
}

/// The reason why a function is not searched. Rule 3.
fn of_function(exclusion: &Exclusion) -> Reason {
    let reason = |change: &str| Reason::new(exclusion.obstacle.reason(), change);
    match &exclusion.obstacle {
        Obstacle::TooLate => reason("a larger total budget helps"),
        Obstacle::Unbuildable { type_text, .. } | Obstacle::Uninhabited { type_text, .. } => {
            let name = owned(type_text);
            Reason::new(
                format!("no value of `{name}` can be built"),
                format!("write a function that returns a `{name}`, or `Default`, `From` or `FromStr` for it"),
            )
        }
        // It is no change that callers may reach them.
        Obstacle::Unsafe if exclusion.is_left_to_callers() => {
            reason("`#[sbst::instrument(unsafe)]`, if it is sound for every argument")
        }
        _ if exclusion.is_left_to_callers() => {
            reason("functions that call it reach them; a larger budget may help")
        }
        _ => reason(&exclusion.remedy().unwrap_or("`cargo sbst list --all` lists the functions".into())),
    }
}

/// A type without references and lifetimes, whose values can be lent once they are built.
fn owned(type_text: &str) -> String {
    let mut rest = type_text.trim();
    while let Some(lent) = rest.strip_prefix('&') {
        rest = lent.trim_start();
        if rest.starts_with('\'') {
            rest = rest.split_once(' ').map_or("", |(_, rest)| rest).trim_start();
        }
        rest = rest.strip_prefix("mut ").unwrap_or(rest).trim_start();
    }
    let mut text = rest.to_owned();
    for (spaced, plain) in [(" <", "<"), ("< ", "<"), (" >", ">"), (" ,", ",")] {
        text = text.replace(spaced, plain);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use sbst_model::Distance;

    fn shown(reports: &[TargetReport]) -> String {
        let mut text = String::new();
        write(&mut text, reports, &Stated::new("/nowhere".into())).unwrap();
        anstream::adapter::strip_str(&text).to_string()
    }

    #[test]
    fn functions_without_values_of_one_type_share_a_reason() {
        let without = |path: &str, type_text: &str, conditions| {
            let obstacle =
                Obstacle::Uninhabited { type_text: type_text.to_owned().into(), parameter: "a".into() };
            TargetReport::not_searched(&fixture::description(path, conditions), obstacle)
        };
        let reports = [
            fixture::report("d::f"),
            without("d::g", "&Slice < K, V >", 2),
            without("d::h", "&'a mut Slice<K, V>", 1),
        ];
        let expected = "\nWhy goals are open\n  6 goals of 2 functions: no value of `Slice<K, V>` can be built\n    write a \
                        function that returns a `Slice<K, V>`, or `Default`, `From` or `FromStr` for it\n  1 goal of 1 \
                        function: no input was found\n";
        let shown = shown(&reports);
        assert!(shown.starts_with(expected), "{shown}");
    }

    #[test]
    fn a_skipped_function_has_advice() {
        let in_whole_crate =
            |obstacle| of_function(&Exclusion { is_in_whole_crate: true, ..Exclusion::from(obstacle) });
        let unsafe_one = in_whole_crate(Obstacle::Unsafe);
        assert_eq!(unsafe_one.why, "it is `unsafe`");
        assert!(unsafe_one.change.starts_with("`#[sbst::instrument(unsafe)]`"));
        assert!(in_whole_crate(Obstacle::MadeByMacro).change.contains("call it"));
        let message = "mismatched types; `unsafe`";
        assert!(in_whole_crate(Obstacle::RejectedCall(message.into())).change.contains("call it"));
        assert_eq!(in_whole_crate(Obstacle::Program).change, "move its decisions to other functions");
        assert!(of_function(&Obstacle::Nested("f".into()).into()).change.contains("annotate it as well"));
    }

    #[test]
    fn each_goal_has_the_first_reason_that_holds() {
        let report = fixture::report("d::f");
        let why = |best, is_stated| reason(&report, best, is_stated).why;
        assert!(why(Some(1.0), true).contains("unreachable!()"));
        assert!(why(Some(Distance::BEFORE_FAULT.magnitude()), false).contains("faults"));
        assert!(why(None, false).contains("no execution reached"));
        let mut late = report.clone();
        late.summary.as_mut().unwrap().stopped = Stopped::Time;
        assert!(reason(&late, Some(1.0), false).why.contains("time"));
        assert_eq!(
            shown(&[TargetReport::not_searched(&fixture::description("d::f", 0), Obstacle::NoGoals)]),
            ""
        );
    }
}
