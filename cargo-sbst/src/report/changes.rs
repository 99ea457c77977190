//! Changes since the last run, for people and for programs.

use crate::search::target_report::TargetReport;
use crate::state::{GoalResult, Since};
use crate::ui::json_lines::Message;
use crate::ui::quantity::count;
use sbst_model::{Goal, TargetId};
use serde::Serialize;
use std::collections::BTreeMap;

/// The goals of a function by names that stay the same while lines move: the condition and the
/// outcome in words, and a number where several conditions read the same.
pub fn goals(report: &TargetReport) -> Vec<GoalResult> {
    let covered = report.covered_goals();
    let target = &report.description;
    let mut alike: BTreeMap<_, usize> = BTreeMap::new();
    let mut goals = Vec::new();
    for (index, condition) in target.conditions.iter().enumerate() {
        let number = alike.entry((&condition.text, condition.kind.outcome(true))).or_default();
        *number += 1;
        let number = if *number > 1 { format!(" ({number})") } else { String::new() };
        for goal in [2 * index, 2 * index + 1] {
            let is_covered = covered.contains(&(goal as u32));
            let goal = Goal::from_index(goal);
            if !is_covered && target.infeasible(goal).is_some() {
                continue;
            }
            let outcome = condition.kind.outcome(goal.outcome);
            goals.push(GoalResult {
                name: format!("`{}`{number} {outcome}", condition.text),
                covered: is_covered,
            });
        }
    }
    goals
}

/// One line: `12 goals won, 1 lost, 2 new findings`.
pub fn line(since: &Since) -> String {
    let sum = |changed: &BTreeMap<TargetId, Vec<String>>| changed.values().map(Vec::len).sum::<usize>();
    let [won, lost] = [&since.won, &since.lost].map(sum);
    let new = since.new_findings.len();
    if (won, lost, new) == (0, 0, 0) {
        return "nothing since the last run".to_owned();
    }
    format!("since the last run: {} won, {lost} lost, {}", count(won, "goal"), count(new, "new finding"))
}

/// The goals of a function that were won or lost.
#[derive(Debug, Serialize)]
struct Changed<'a> {
    package: &'a str,
    target: &'a str,
    goals: &'a [String],
}

/// The changes, as JSON.
#[derive(Debug, Serialize)]
pub struct Changes<'a> {
    won: Vec<Changed<'a>>,
    lost: Vec<Changed<'a>>,
    /// Fingerprints.
    new_findings: &'a [String],
}

impl<'a> Changes<'a> {
    pub fn from_since(since: &'a Since) -> Changes<'a> {
        let changed = |all: &'a BTreeMap<TargetId, Vec<String>>| {
            let changed =
                all.iter().map(|(id, goals)| Changed { package: &id.package, target: &id.path, goals });
            changed.collect()
        };
        Changes { won: changed(&since.won), lost: changed(&since.lost), new_findings: &since.new_findings }
    }
}

impl Message for Changes<'_> {
    const TYPE: &'static str = "changes";
}

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
    fn a_line_says_what_changed_or_that_nothing_did() {
        let id = fixture::description("d::f", 1).id;
        let since =
            Since { is_known: true, won: BTreeMap::from([(id, vec!["a".into()])]), ..Since::default() };
        assert_eq!(line(&since), "since the last run: 1 goal won, 0 lost, 0 new findings");
        assert_eq!(line(&Since::default()), "nothing since the last run");
    }
}
