//! Uncovered goals of a function.

use crate::search::target_report::is_before_fault;
use crate::ui::console::{self, HEADING};
use sbst_model::{ConditionKind, Goal, TargetDescription};
use std::fmt::{self, Write};

/// A goal that was not reached.
pub struct Uncovered {
    pub goal: Goal,
    /// True if its condition was evaluated.
    pub is_evaluated: bool,
    /// The least distance, if known.
    pub best_distance: Option<f64>,
    /// More about the attempts, by lines.
    pub tried: Vec<String>,
}

/// Writes the remaining goals of a function, if any, sorted, with their least distances.
pub fn uncovered_goals(text: &mut String, function: &TargetDescription, goals: &[Uncovered]) -> fmt::Result {
    if !goals.is_empty() {
        writeln!(text, "  {}", function.id)?;
    }
    for (index, of) in goals.iter().enumerate() {
        let Some(condition) = function.conditions.get(of.goal.condition as usize) else {
            continue;
        };
        let what = match what(of, condition.kind) {
            Some(what) => what,
            // The line of its other outcome shows that already.
            None if index > 0 && goals[index - 1].goal.condition == of.goal.condition => continue,
            None => "condition never evaluated".to_owned(),
        };
        writeln!(text, "    {}  {}  {what}", condition.place, condition.text)?;
        of.tried.iter().try_for_each(|line| writeln!(text, "        {line}"))?;
    }
    Ok(())
}

/// Returns a description of an open goal; `None` if its condition was never evaluated.
fn what(uncovered: &Uncovered, kind: ConditionKind) -> Option<String> {
    let never = kind.never(uncovered.goal.outcome);
    match uncovered.best_distance {
        // a test covered it, and not again
        Some(0.0) => Some("not in all runs".to_owned()),
        Some(best) if is_before_fault(best) => Some(format!("{never}, except before a fault")),
        Some(best) => Some(format!("{never}  best distance {}", distance(best))),
        None => uncovered.is_evaluated.then(|| never.to_owned()),
    }
}

/// The heading of goals that are proved infeasible.
pub const INFEASIBLE: &str = "Goals that no input reaches";

/// Returns the outcome that no input reaches, with the reason.
pub fn infeasible(kind: ConditionKind, outcome: bool, reason: &str) -> String {
    format!("{}: {reason}", kind.outcome(outcome))
}

/// Writes the goals that are proved infeasible, if any, with the proofs.
pub fn infeasible_goals<'a>(
    text: &mut String,
    goals: impl Iterator<Item = (&'a TargetDescription, Goal)>,
) -> fmt::Result {
    let mut function = None;
    for (of, goal) in goals {
        let Some(reason) = of.infeasible(goal) else { continue };
        if function.is_none() {
            writeln!(text, "\n{HEADING}{INFEASIBLE}{HEADING:#} (not counted)")?;
        }
        if function != Some(&of.id) {
            writeln!(text, "  {}", of.id)?;
            function = Some(&of.id);
        }
        let condition = &of.conditions[goal.condition as usize];
        let why = infeasible(condition.kind, goal.outcome, reason);
        writeln!(text, "    {}  {}  {why}", condition.place, condition.text)?;
    }
    Ok(())
}

/// Warns of wrong proofs: these goals were reached.
pub fn warn_of_refuted<'a>(reached: impl Iterator<Item = (&'a TargetDescription, Goal)>) {
    for (function, goal) in reached {
        let Some(reason) = function.infeasible(goal) else { continue };
        let condition = &function.conditions[goal.condition as usize];
        console::warning(format_args!(
            "`{}` at {} was considered infeasible ({}), but was reached; it counts. This is a bug in \
             cargo-sbst; please report it",
            condition.text,
            condition.place,
            infeasible(condition.kind, goal.outcome, reason)
        ));
    }
}

/// Returns a distance in a few characters.
pub fn distance(distance: f64) -> String {
    if distance < 1e9 {
        let rounded = format!("{distance:.3}");
        rounded.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        format!("{distance:.1e}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_short() {
        assert_eq!([3.0, 0.25, 1e-9, 1.7e308].map(distance), ["3", "0.25", "0", "1.7e308"]);
    }
}
