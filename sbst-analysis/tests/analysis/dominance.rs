//! Dominance by the algorithm equals dominance by its definition.

use proptest::prelude::*;
use sbst_analysis::dominators::{reachable, Dominators};
use sbst_analysis::post_dominators::post_dominators;

/// Graphs of up to twelve nodes, each with up to three successors.
fn graph() -> impl Strategy<Value = Vec<Vec<usize>>> {
    (2..12_usize).prop_flat_map(|nodes| prop::collection::vec(prop::collection::vec(0..nodes, 0..3), nodes))
}

/// The graph without a node.
fn without(successors: &[Vec<usize>], node: usize) -> Vec<Vec<usize>> {
    let mut rest = successors.to_vec();
    rest[node].clear();
    rest.iter_mut().for_each(|to| to.retain(|&to| to != node));
    rest
}

proptest! {
    /// A node dominates another if no path from the entry avoids it.
    #[test]
    fn node_without_its_dominator_is_unreachable(successors in graph()) {
        let dominators = Dominators::from_successors(&successors, 0);
        let reached = reachable(&successors, 0);
        for node in 0..successors.len() {
            prop_assert_eq!(dominators.is_reachable(node), reached[node]);
            for dominator in 0..successors.len() {
                if !reached[node] || !reached[dominator] || node == dominator {
                    continue;
                }
                let is_reached = dominator != 0 && reachable(&without(&successors, dominator), 0)[node];
                prop_assert_eq!(dominators.dominates(dominator, node), !is_reached, "{} of {}", dominator, node);
            }
        }
    }

    /// A node post-dominates another if no path from there to the exit avoids it.
    #[test]
    fn node_without_its_post_dominator_cannot_reach_exit(successors in graph()) {
        let exit = successors.len() - 1;
        let dominators = post_dominators(&successors, exit);
        for node in 0..successors.len() {
            for dominator in 0..successors.len() {
                let leads = |graph: &[Vec<usize>], from: usize| reachable(graph, from)[exit];
                if node == dominator || !leads(&successors, node) || !leads(&successors, dominator) {
                    continue;
                }
                let leads_past = dominator != exit && leads(&without(&successors, dominator), node);
                prop_assert_eq!(dominators.dominates(dominator, node), !leads_past, "{} of {}", dominator, node);
            }
        }
    }
}
