//! The event sequences that a search tried for a goal, in words.

use crate::report::uncovered::distance;
use crate::search::target_report::TargetReport;
use crate::ui::quantity::count;
use sbst_model::event_graph::{Event, EventGraph};
use sbst_model::messages::{TriedSequence, TriedSequences};
use sbst_model::{Goal, TargetDescription, TargetId};

/// Returns lines for the sequences that were tried for a goal, the nearest first. `named` returns
/// the description of a function.
pub fn lines<'t>(
    report: &TargetReport,
    goal: Goal,
    named: impl Fn(&TargetId) -> Option<&'t TargetDescription>,
) -> Vec<String> {
    let (Some(events), Some(tried)) = (&report.events, report.tried(goal)) else { return Vec::new() };
    let TriedSequences { count: all, nearest } = tried;
    let words = Words { events, own: &report.description.id.path, named: &named };
    let sequences = nearest.iter().map(|sequence| words.sequence(sequence));
    let first = format!("{} of assignments tried:", count(*all as usize, "sequence"));
    std::iter::once(first).chain(sequences.map(|sequence| format!("  {sequence}"))).collect()
}

struct Words<'w, 't> {
    events: &'w EventGraph,
    /// The path of the function whose goal it is.
    own: &'w str,
    named: &'w dyn Fn(&TargetId) -> Option<&'t TargetDescription>,
}

impl Words<'_, '_> {
    fn sequence(&self, sequence: &TriedSequence) -> String {
        let definitions = sequence.definitions.iter().map(|(node, kept)| self.definition(*node, kept));
        let definitions: Vec<String> = definitions.collect();
        let definitions = definitions.join(", then ");
        let end = match &sequence.missing {
            None => "executed, and not enough".to_owned(),
            Some(missing) => {
                let far = distance(missing.distance);
                match self.condition(missing.condition, missing.outcome) {
                    Some(wanted) => format!("{wanted}, best distance {far}"),
                    None => format!("a condition on the way is missing, best distance {far}"),
                }
            }
        };
        format!("{definitions}: {end}")
    }

    /// `flag` must stay as line 5 sets it.
    fn definition(&self, node: u32, kept: &[u32]) -> String {
        let Some(at) = self.events.nodes.get(node as usize) else { return "?".to_owned() };
        let defined = match &at.event {
            Event::Definition(variables) => variables.as_slice(),
            _ => &[],
        };
        let names = kept.iter().filter(|variable| defined.contains(variable));
        let names = names.filter_map(|&variable| self.events.variables.get(variable as usize));
        let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
        let function = self.events.flows.get(at.flow as usize).filter(|path| **path != self.own);
        let of = function.map(|path| format!(" of `{}`", last(path))).unwrap_or_default();
        format!("{} must stay as line {}{of} sets it", names.join(" and "), at.line)
    }

    /// `a[i] != 7` (src/lib.rs:8:12) must be false.
    fn condition(&self, condition: u32, outcome: bool) -> Option<String> {
        let (function, index) = self.events.conditions.get(condition as usize)?.as_ref()?;
        let condition = (self.named)(function)?.conditions.get(*index as usize)?;
        let means = condition.kind.outcome(outcome);
        Some(format!("`{}` ({}) is needed: {means}", condition.text, condition.place))
    }
}

/// The last two parts of a path.
fn last(path: &str) -> &str {
    path.rmatch_indices("::").nth(1).map_or(path, |(at, _)| &path[at + 2..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use sbst_model::event_graph::EventNode;
    use sbst_model::messages::MissingOutcome;

    #[test]
    fn sequences_are_told_with_what_they_lack() {
        let mut report = fixture::report("d::f");
        let node = |event, line| EventNode {
            event,
            flow: 0,
            line,
            successors: Vec::new(),
            depends_on: Vec::new(),
            uses: Vec::new(),
        };
        report.events = Some(EventGraph {
            conditions: vec![Some((report.description.id.clone(), 0))],
            nodes: vec![node(Event::Definition(vec![0]), 5), node(Event::Definition(vec![0]), 8)],
            flows: vec!["d::f".to_owned()],
            variables: vec!["flag".to_owned()],
            ..EventGraph::default()
        });
        let missing = MissingOutcome { condition: 0, outcome: false, distance: 12.0 };
        let goal = &mut report.summary.as_mut().unwrap().uncovered[0];
        goal.tried.count = 2;
        goal.tried.nearest = vec![
            TriedSequence { definitions: vec![(0, vec![0])], missing: Some(missing) },
            TriedSequence { definitions: vec![(1, vec![0])], missing: None },
        ];
        let goal = Goal::from_index(goal.goal as usize);
        let description = report.description.clone();
        let lines = lines(&report, goal, |id| (*id == description.id).then_some(&description));
        assert_eq!(
            lines,
            [
                "2 sequences of assignments tried:",
                "  `flag` must stay as line 5 sets it: `n > 0` (src/lib.rs:2:8) is needed: false, best distance 12",
                "  `flag` must stay as line 8 sets it: executed, and not enough",
            ]
        );
    }
}
