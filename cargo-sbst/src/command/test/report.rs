//! The report after the tests have run, as text: a table of the functions, and their open goals.

use super::TestedFunction;
use crate::report::function_line::{InfeasibleGoal, TargetFinished, UncoveredGoal};
use crate::report::totals::Totals;
use crate::report::uncovered::{Uncovered, infeasible_goals, uncovered_goals};
use crate::ui::console::{GOOD, HEADING, WARNING};
use crate::ui::quantity::{count, seconds, thousands};
use sbst_model::Goal;
use std::fmt::{self, Write};

/// Returns the table and the uncovered goals.
pub fn render_tests(functions: &[TestedFunction]) -> String {
    let mut text = String::new();
    // writing to a string cannot fail
    let infeasible = functions.iter().flat_map(|function| {
        function.infeasible().into_iter().map(move |goal| (&function.description, goal))
    });
    _ = table(&mut text, functions)
        .and_then(|()| uncovered(&mut text, functions))
        .and_then(|()| infeasible_goals(&mut text, infeasible));
    text
}

fn table(text: &mut String, functions: &[TestedFunction]) -> fmt::Result {
    let path_length = |function: &TestedFunction| function.description.id.path.chars().count();
    let width = functions.iter().map(path_length).max().unwrap_or(0).max("function".len());
    writeln!(text, "\n{HEADING}{:width$}  {:>9}  {:>9}{HEADING:#}", "function", "goals", "reached")?;
    for function in functions {
        let (reached, all) = (function.reached(), function.goals().count());
        let style = if reached == all { GOOD } else { WARNING };
        let goals = format!("{reached}/{all}");
        // Calls of a function without conditions are not recorded.
        let share = if all == 0 { "-".to_owned() } else { percent(reached, all) };
        let path = &function.description.id.path;
        writeln!(text, "{path:width$}  {style}{goals:>9}{style:#}  {share:>9}")?;
    }
    Ok(())
}

fn uncovered(text: &mut String, functions: &[TestedFunction]) -> fmt::Result {
    let mut left =
        functions.iter().filter(|function| function.reached() < function.goals().count()).peekable();
    if left.peek().is_some() {
        writeln!(text, "\n{HEADING}Goals that no test reaches{HEADING:#}")?;
    }
    for function in left {
        if let Some(reason) = &function.description.not_searched {
            writeln!(text, "  {}\n    {}  {reason}", function.description.id, function.description.place)?;
            continue;
        }
        let unreached = function.goals().filter(|goal| function.hits(*goal) == 0);
        let goals = unreached.map(|goal| Uncovered {
            goal,
            is_evaluated: function.evaluations(goal.condition as usize) > 0,
            best_distance: function.best_distance(goal),
            tried: Vec::new(),
        });
        uncovered_goals(text, &function.description, &goals.collect::<Vec<_>>())?;
    }
    Ok(())
}

pub fn closing_line(totals: &Totals) -> String {
    format!(
        "{}: tests reach {} of {} ({}) in {}",
        count(totals.targets, "function"),
        thousands(totals.covered as u64),
        count(totals.goals, "goal"),
        percent(totals.covered, totals.goals),
        seconds(totals.elapsed_seconds)
    )
}

/// Returns a part in percent; 100 if the whole is empty.
pub fn percentage(part: usize, whole: usize) -> f64 {
    if whole == 0 { 100.0 } else { 100.0 * part as f64 / whole as f64 }
}

/// Returns a percentage with one decimal, rounded down: only all is 100 %.
fn percent(part: usize, whole: usize) -> String {
    format!("{:.1} %", (percentage(part, whole) * 10.0).floor() / 10.0)
}

/// Returns the line of JSON of a function: fields that only a search has are zero, null or empty.
pub fn line(function: &TestedFunction) -> TargetFinished<'_> {
    let target = &function.description;
    let unreached = function.goals().filter(|goal| function.hits(*goal) == 0);
    let uncovered =
        unreached.filter_map(|goal| UncoveredGoal::from_goal(target, goal, function.best_distance(goal)));
    TargetFinished {
        package: &target.id.package,
        target: &target.id.path,
        goals: function.goals().count(),
        covered: function.reached(),
        not_searched: target.not_searched.as_ref().map(ToString::to_string),
        uncovered: uncovered.collect(),
        infeasible: InfeasibleGoal::from_goals(target, function.infeasible()),
        hits: Some((0..target.goals()).map(|goal| function.hits(Goal::from_index(goal))).collect()),
        ..TargetFinished::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use sbst_model::ConditionKind;
    use sbst_model::observed::Tally;
    use sbst_model::target::Obstacle;

    #[test]
    fn reached_goals_as_text() {
        let mut description = fixture::description("d::f", 4);
        description.conditions[1].kind = ConditionKind::Arm;
        description.conditions[2].kind = ConditionKind::Boolean;
        let mut function = TestedFunction::new(description);
        function.tallies[0] = Tally { counts: [0, 7], nearest: [Some(2.5), None] };
        function.tallies[1] = Tally { counts: [3, 0], ..Tally::default() };
        function.tallies[2] = Tally { counts: [0, 1], ..Tally::default() };
        let untouched = TestedFunction::new(fixture::description("d::untouched", 0));
        let mut constant = TestedFunction::new(fixture::description("d::constant", 1));
        constant.description.not_searched = Some(Obstacle::Constant.into());
        let expected = [
            "",
            "function          goals    reached",
            "d::f                3/8     37.5 %",
            "d::untouched        0/0          -",
            "d::constant         0/2      0.0 %",
            "",
            "Goals that no test reaches",
            "  d::f",
            "    src/lib.rs:2:8  n > 0  never false  best distance 2.5",
            "    src/lib.rs:3:8  n > 0  never matches",
            "    src/lib.rs:4:8  n > 0  never false",
            "    src/lib.rs:5:8  n > 0  condition never evaluated",
            "  d::constant",
            "    src/lib.rs:1:1  constants need it, so it stays a `const fn`, in which probes cannot record",
        ];
        let text = anstream::adapter::strip_str(&render_tests(&[function, untouched, constant])).to_string();
        assert_eq!(text.lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn the_closing_line_does_not_round_up() {
        let totals =
            Totals { targets: 1, goals: 3000, covered: 2999, elapsed_seconds: 2.5, ..Totals::default() };
        assert_eq!(closing_line(&totals), "1 function: tests reach 2,999 of 3,000 goals (99.9 %) in 2.50 s");
        assert_eq!(percent(0, 0), "100.0 %");
    }
}
