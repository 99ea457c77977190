//! The numbers of a graph's nodes, as the rewriting has numbered the conditions.
//!
//! Both walk over the same tree by the same rules, in the same order. Yet they are two walks, so
//! they are matched: a node is the condition of its kind at its place. Several may be at one place:
//! an operand of `&` and the whole, or all conditions from a procedural macro. They are matched in
//! order if there are equally many, and otherwise get no numbers. Nodes without a condition do not
//! count, such as the arms of a `match` with a macro among the patterns.

use std::collections::HashMap;

use super::{control_flow::builder::Builder, control_flow::NodeKind, Place};
use crate::condition::{Condition, ConditionKind};

/// Numbers the nodes of `conditions`, and returns for each the index of the builder's condition, if
/// any.
pub fn number(builder: &mut Builder, conditions: &[Condition]) -> Vec<Option<usize>> {
    // For look-up only: its order is random.
    let mut found: HashMap<(ConditionKind, Place), Vec<usize>> = HashMap::new();
    for (number, condition) in conditions.iter().enumerate() {
        let place = Place { line: condition.line, column: condition.column };
        found.entry((condition.kind, place)).or_default().push(number);
    }
    let mut met: HashMap<(ConditionKind, Place), Vec<usize>> = HashMap::new();
    let mut keys = Vec::new();
    for (index, condition) in builder.conditions.iter().enumerate() {
        let (flow, node) = condition.at;
        let at = &builder.flows[flow].nodes[node];
        if let NodeKind::Condition(kind, _) = at.kind {
            let nodes = met.entry((kind, at.place)).or_default();
            if nodes.is_empty() {
                keys.push((kind, at.place));
            }
            nodes.push(index);
        }
    }
    let mut nodes = vec![None; conditions.len()];
    for key in keys {
        let (Some(numbers), Some(met)) = (found.get(&key), met.get(&key)) else {
            continue;
        };
        if numbers.len() != met.len() {
            continue;
        }
        for (&number, &index) in numbers.iter().zip(met) {
            let (flow, node) = builder.conditions[index].at;
            let graph = &mut builder.flows[flow].nodes;
            graph[node].kind = NodeKind::Condition(key.0, Some(number));
            if key.0 == ConditionKind::Loop {
                // The node after it begins the next iterations, and the one after that decides
                // whether another follows.
                if let Some(next) = graph.get_mut(node + 2) {
                    debug_assert_eq!(next.kind, NodeKind::Iteration(None));
                    next.kind = NodeKind::Iteration(Some(number));
                }
            }
            nodes[number] = Some(index);
        }
    }
    nodes
}
