//! Changes since the last run, as text and as JSON.

use crate::search::target_report::TargetReport;
use crate::state::{GoalResult, Since};
use crate::ui::json_lines::message;
use crate::ui::quantity::count;
use sbst_model::{ConditionKind, Goal, TargetId};
use serde::Serialize;
use std::collections::BTreeMap;

/// Returns the goals of a function by names that are independent of lines: the condition and the
/// outcome in words, and a number if several conditions read the same.
pub fn goals(report: &TargetReport) -> Vec<GoalResult> {
    numbered_goals(report).into_iter().map(|(_, goal)| goal).collect()
}

/// Returns the goals of a function by such names, with their indices.
pub fn numbered_goals(report: &TargetReport) -> Vec<(u32, GoalResult)> {
    let covered = report.covered_goals();
    let target = &report.description;
    let distances: BTreeMap<Goal, Option<f64>> = report.uncovered().into_iter().collect();
    let conditions = target.conditions.iter().map(|condition| (condition.kind, condition.text.as_str()));
    let mut goals = Vec::new();
    for (index, name) in (0u32..).zip(goal_names(conditions)) {
        let goal = Goal::from_index(index as usize);
        let covered = covered.contains(&index);
        let infeasible = target.infeasible(goal).filter(|_| !covered).map(str::to_owned);
        // Proofs of the analysis need not be stored.
        if infeasible.is_some() && !report.proved.contains(&index) {
            continue;
        }
        let best_distance = distances.get(&goal).copied().flatten();
        let tried = report.tried.get(&index).cloned().unwrap_or_default();
        goals.push((index, GoalResult { name, covered, best_distance, tried, infeasible }));
    }
    goals
}

/// Returns the names of both goals of each condition, in the order of their indices.
pub fn goal_names<'c>(conditions: impl IntoIterator<Item = (ConditionKind, &'c str)>) -> Vec<String> {
    let mut alike: BTreeMap<_, usize> = BTreeMap::new();
    let mut names = Vec::new();
    for (kind, text) in conditions {
        let number = alike.entry((text, kind.outcome(true))).or_default();
        *number += 1;
        let number = if *number > 1 { format!(" ({number})") } else { String::new() };
        names.extend([true, false].map(|outcome| format!("`{text}`{number} {}", kind.outcome(outcome))));
    }
    names
}

/// Returns one line: `12 goals won, 1 lost, 2 new findings, 1 gone`.
pub fn line(since: &Since) -> String {
    let sum = |changed: &BTreeMap<TargetId, Vec<String>>| changed.values().map(Vec::len).sum::<usize>();
    let [won, lost] = [&since.won, &since.lost].map(sum);
    let (new, gone) = (since.new_findings.len(), since.gone_findings.len());
    let functions = since.gone_functions.len();
    if (won, lost, new, gone, functions) == (0, 0, 0, 0, 0) {
        return "nothing since the last run".to_owned();
    }
    let mut line =
        format!("since the last run: {} won, {lost} lost, {}", count(won, "goal"), count(new, "new finding"));
    if gone > 0 {
        line += &format!(", {} gone", count(gone, "finding"));
    }
    if functions > 0 {
        line += &format!(", {} gone", count(functions, "function"));
    }
    line
}

/// The goals of a function that were won or lost.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Changed<'a> {
    package: &'a str,
    target: &'a str,
    goals: &'a [String],
}

/// A finding that does not come back.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct GoneFinding<'a> {
    fingerprint: &'a str,
    package: &'a str,
    target: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'a str>,
    message: &'a str,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Function<'a> {
    package: &'a str,
    target: &'a str,
}

/// A function that was not searched.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct NotSearched<'a> {
    package: &'a str,
    target: &'a str,
    reason: &'a str,
    /// True if an earlier run searched it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    before: bool,
}

/// The changes, as JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Changes<'a> {
    won: Vec<Changed<'a>>,
    lost: Vec<Changed<'a>>,
    /// Fingerprints.
    new_findings: &'a [String],
    gone_findings: Vec<GoneFinding<'a>>,
    gone_functions: Vec<Function<'a>>,
    not_searched: Vec<NotSearched<'a>>,
}

impl<'a> Changes<'a> {
    pub fn from_since(since: &'a Since, not_searched: &'a [(TargetId, String)]) -> Changes<'a> {
        let changed = |all: &'a BTreeMap<TargetId, Vec<String>>| {
            let changed =
                all.iter().map(|(id, goals)| Changed { package: &id.package, target: &id.path, goals });
            changed.collect()
        };
        let gone = since.gone_findings.iter().map(|finding| GoneFinding {
            fingerprint: &finding.fingerprint,
            package: &finding.id.package,
            target: &finding.id.path,
            kind: finding.kind.as_deref(),
            message: &finding.message,
        });
        let functions =
            since.gone_functions.iter().map(|id| Function { package: &id.package, target: &id.path });
        let not_searched = not_searched.iter().map(|(id, reason)| NotSearched {
            package: &id.package,
            target: &id.path,
            reason,
            before: since.no_longer_searched.contains(id),
        });
        Changes {
            won: changed(&since.won),
            lost: changed(&since.lost),
            new_findings: &since.new_findings,
            gone_findings: gone.collect(),
            gone_functions: functions.collect(),
            not_searched: not_searched.collect(),
        }
    }
}

message!("changes": Changes<'_>);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    #[test]
    fn goals_have_names_of_their_own_and_no_lines() {
        let goals = goals(&fixture::report("d::f"));
        let named = goals.iter().map(|goal| (goal.name.as_str(), goal.covered)).collect::<Vec<_>>();
        assert_eq!(
            named,
            [
                ("`n > 0` true", true),
                ("`n > 0` false", true),
                ("`n > 0` (2) true", true),
                ("`n > 0` (2) false", false)
            ]
        );
    }

    #[test]
    fn a_line_lists_changes_or_their_absence() {
        let id = fixture::description("d::f", 1).id;
        let since =
            Since { is_known: true, won: BTreeMap::from([(id, vec!["a".into()])]), ..Since::default() };
        assert_eq!(line(&since), "since the last run: 1 goal won, 0 lost, 0 new findings");
        assert_eq!(line(&Since::default()), "nothing since the last run");
        let gone = Since { gone_functions: vec![fixture::description("d::f", 1).id], ..since };
        assert_eq!(line(&gone), "since the last run: 1 goal won, 0 lost, 0 new findings, 1 function gone");
    }
}
