//! Events of functions with the numbers that they have in the executable.

use super::recipes::condition_of;
use sbst_analysis::events::{Event, EventGraph, EventNode, EventUse};
use sbst_model::TargetDescription;
use sbst_model::event_graph as model;

/// The graph with the numbers of a worker.
pub(super) fn numbered<'t>(
    graph: &EventGraph,
    target: impl Fn(usize) -> Option<&'t TargetDescription>,
) -> model::EventGraph {
    let conditions = graph.conditions.iter().map(|found| {
        let of = target(found.function)?;
        Some((of.id.clone(), condition_of(of, found.kind, found.place, found.condition)?))
    });
    model::EventGraph {
        conditions: conditions.collect(),
        nodes: graph.nodes.iter().map(node).collect(),
        callers: graph.callers.iter().map(|callers| numbers(callers)).collect(),
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
        successors: numbers(&node.successors),
        depends_on: numbers(&node.depends_on),
        uses: node.uses.iter().map(used).collect(),
    }
}

fn numbers(indices: &[usize]) -> Vec<u32> {
    indices.iter().map(|&index| index as u32).collect()
}
