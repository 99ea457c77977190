//! The attempts of earlier runs to reach the outcomes of conditions, from the state.

use super::find::Found;
use crate::report::changes::goal_names;
use crate::report::{tried, uncovered};
use crate::search::target_report::is_before_fault;
use crate::state::{GoalResult, State};
use crate::ui::console::HEADING;
use sbst_model::Goal;
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// The note that the sources may have changed since.
const THEN: &str = "lines as they were then";

/// The goals of a function that the last run left uncovered, or proved infeasible.
pub type Uncovered = BTreeMap<Goal, GoalResult>;

/// Finds the uncovered goals of a function by their names, which stay the same while lines move.
pub fn uncovered(state: &State, found: &Found) -> Uncovered {
    let searched = state.searches().into_iter().filter(|(id, _)| id.path == found.path);
    let stored = searched.flat_map(|(id, _)| state.goals(&id));
    let mut stored: BTreeMap<String, GoalResult> = stored.map(|goal| (goal.name.clone(), goal)).collect();
    let conditions = &found.function.analysis.conditions;
    let names = goal_names(conditions.iter().map(|condition| (condition.kind, condition.text.as_str())));
    let goals = names.iter().enumerate().filter_map(|(index, name)| {
        let goal = stored.remove(name).filter(|goal| !goal.covered)?;
        Some((Goal::from_index(index), goal))
    });
    goals.collect()
}

/// Returns a text on the goals of these conditions; an empty one if none is left uncovered.
pub fn text(found: &Found, conditions: &[usize], uncovered: &Uncovered) -> String {
    let mut text = String::new();
    // writing to a string cannot fail
    _ = write(&mut text, found, conditions, uncovered);
    text
}

fn write(text: &mut String, found: &Found, conditions: &[usize], left: &Uncovered) -> fmt::Result {
    let all = &found.function.analysis.conditions;
    let told = left.iter().filter(|(goal, _)| conditions.contains(&(goal.condition as usize)));
    let (proved, missed): (Vec<_>, Vec<_>) = told.partition(|(_, stored)| stored.infeasible.is_some());
    for (index, (goal, stored)) in proved.into_iter().enumerate() {
        if index == 0 {
            writeln!(text, "\n{HEADING}{}{HEADING:#} ({THEN})", uncovered::INFEASIBLE)?;
        }
        let condition = &all[goal.condition as usize];
        let reason = stored.infeasible.as_deref().unwrap_or_default();
        let why = uncovered::infeasible(condition.kind, goal.outcome, reason);
        writeln!(text, "    [{}] {}  {why}", goal.condition + 1, condition.text)?;
    }
    for (index, (goal, stored)) in missed.into_iter().enumerate() {
        if index == 0 {
            writeln!(text, "\n{HEADING}Goals that searches did not reach{HEADING:#} ({THEN})")?;
        }
        let condition = &all[goal.condition as usize];
        let never = condition.kind.never(goal.outcome);
        let far = match stored.best_distance {
            None => "it was never evaluated, or has no distance".to_owned(),
            Some(best) if is_before_fault(best) => format!("{never}, except before a fault"),
            Some(best) => format!("{never}  best distance {}", uncovered::distance(best)),
        };
        writeln!(text, "    [{}] {}  {far}", goal.condition + 1, condition.text)?;
        let lines = tried::lines(Some(&stored.tried));
        lines.iter().try_for_each(|line| writeln!(text, "        {line}"))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::explain::find::tests::found;
    use crate::state::{Sequence, Tried};

    #[test]
    fn only_uncovered_goals_have_attempts() {
        let source =
            "fn f(a: i32) -> bool {\n    let flag = a > 3;\n    if flag { return true }\n    a > 9\n}";
        let found = &found("src/lib.rs", source)[0];
        let flag = found.function.analysis.conditions.iter().position(|one| one.text == "flag").unwrap();
        let needs = "`flag` must stay as line 2 sets it".to_owned();
        let nearest = vec![Sequence { needs, lacks: Some("`a > 3` is true".into()), distance: Some(2.0) }];
        let tried = Tried { sequences: 1, evaluations: 40, nearest };
        let goal = GoalResult { best_distance: Some(1.0), tried, ..GoalResult::default() };
        let uncovered = Uncovered::from([(Goal { condition: flag as u32, outcome: true }, goal)]);
        let plain = |conditions: &[usize]| {
            anstream::adapter::strip_str(&text(found, conditions, &uncovered)).to_string()
        };
        let expected = format!(
            "\nGoals that searches did not reach (lines as they were then)
    [{}] flag  never true  best distance 1
        1 sequence of assignments tried in 40 evaluations; the nearest:
          `flag` must stay as line 2 sets it: needs that `a > 3` is true, missed by 2\n",
            flag + 1
        );
        assert_eq!(plain(&[flag]), expected);
        assert_eq!(plain(&[flag + 1]), "");
    }

    #[test]
    fn an_infeasible_goal_has_its_contradiction() {
        let found = &found("src/lib.rs", "fn f(a: u8) -> bool {\n    a > 3 && a < 2\n}")[0];
        let infeasible = Some("this contradicts `a > 3` in line 2 (true)".to_owned());
        let goal = GoalResult { infeasible, ..GoalResult::default() };
        let uncovered = Uncovered::from([(Goal { condition: 1, outcome: true }, goal)]);
        let text = text(found, &[0, 1], &uncovered);
        assert_eq!(
            anstream::adapter::strip_str(&text).to_string(),
            "\nGoals that no input reaches (lines as they were then)
    [2] a < 2  true: this contradicts `a > 3` in line 2 (true)\n"
        );
    }
}
