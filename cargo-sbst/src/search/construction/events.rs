//! Events of functions with the numbers that they have in the executable.

use sbst_analysis::Place;
use sbst_analysis::events::{Event, EventGraph, EventNode, EventUse};
use sbst_model::event_graph as model;
use sbst_model::{ConditionKind, TargetDescription};

/// Returns the graph with the numbers of a worker.
pub(super) fn numbered<'t>(
    graph: &EventGraph,
    target: impl Fn(usize) -> Option<&'t TargetDescription>,
    path: impl Fn(usize) -> String,
) -> model::EventGraph {
    let conditions = graph.conditions.iter().map(|found| {
        let of = target(found.function)?;
        Some((of.id.clone(), find_condition(of, found.kind, found.place, found.condition)?))
    });
    let entries = graph
        .entries
        .iter()
        .filter_map(|&(function, flow)| Some((target(function)?.id.clone(), flow as u32)));
    model::EventGraph {
        conditions: conditions.collect(),
        nodes: graph.nodes.iter().map(node).collect(),
        callers: graph.callers.iter().map(|callers| numbers(callers)).collect(),
        entries: entries.collect(),
        flows: graph.flows.iter().map(|&function| path(function)).collect(),
        variables: graph.variables.clone(),
    }
}

fn node(node: &EventNode) -> model::EventNode {
    let event = match &node.event {
        Event::Entry => model::Event::Entry,
        Event::Exit => model::Event::Exit,
        Event::Condition(condition) => model::Event::Condition(*condition as u32),
        Event::Outcome(condition, outcome) => model::Event::Outcome(*condition as u32, *outcome),
        Event::Definition(_, variables) => model::Event::Definition(numbers(variables)),
    };
    let used = |used: &EventUse| model::EventUse {
        variable: used.variable as u32,
        definitions: numbers(&used.definitions),
    };
    model::EventNode {
        event,
        flow: node.flow as u32,
        line: match node.event {
            Event::Definition(place, _) => place.line,
            _ => 0,
        },
        successors: numbers(&node.successors),
        depends_on: numbers(&node.depends_on),
        uses: node.uses.iter().map(used).collect(),
    }
}

fn numbers(indices: &[usize]) -> Vec<u32> {
    indices.iter().map(|&index| index as u32).collect()
}

/// Returns the executable's number of a condition of this kind at this place. `number` is its
/// number in the source.
pub(super) fn find_condition(
    target: &TargetDescription,
    kind: ConditionKind,
    place: Place,
    number: usize,
) -> Option<u32> {
    let same = |there: &sbst_model::target::Place| (there.line, there.column) == (place.line, place.column);
    let conditions = target.conditions.iter().enumerate();
    let mut found = conditions.filter(|(_, condition)| condition.kind == kind && same(&condition.place));
    match (found.next(), found.next()) {
        (Some((index, _)), None) => Some(index as u32),
        // several of a kind at one place: from a macro, in their order
        (Some(_), Some(_)) if number < target.conditions.len() => Some(number as u32),
        _ => None,
    }
}
