//! Control dependence: the branches that the execution of a node depends on.
//!
//! Ferrante, Ottenstein and Warren, "The program dependence graph and its use in optimization",
//! TOPLAS 9 (3), 1987, section 3.1:
//!
//! 1. The graph gets an edge from the entry to the exit. So nodes that always execute depend on the
//!    entry.
//! 2. For each edge from A to B where B does not post-dominate A, the nodes from B up the tree of
//!    post-dominators are control dependent on A with the edge's label. The parent of A and its
//!    ancestors are excluded. A itself may be among them: then it is a loop.
//!
//! So a branch that misses a node within one iteration of a loop is critical for it, although
//! another iteration may follow. Such a branch leads from A to a node after which the other need
//! not execute.

use super::control_flow::{ControlFlow, Label, ENTRY, EXIT};
use super::{dominators::Dominators, post_dominators::post_dominators};

#[derive(Clone, Debug)]
pub struct ControlDependence {
    /// For each node, the branches that it depends on: a node and the label of one of its edges.
    pub on: Vec<Vec<(usize, Label)>>,
    /// The nodes on every path to a node.
    pub dominators: Dominators,
}

impl ControlDependence {
    pub fn from_flow(flow: &ControlFlow) -> ControlDependence {
        let mut successors = flow.successors();
        let dominators = Dominators::from_successors(&successors, ENTRY);
        successors[ENTRY].push(EXIT);
        let post_dominators = post_dominators(&successors, EXIT);
        let mut on = vec![Vec::new(); flow.nodes.len()];
        for (from, node) in flow.nodes.iter().enumerate() {
            // There are no dependences on an unreachable node.
            if !dominators.is_reachable(from) {
                continue;
            }
            let parent = post_dominators.immediate(from);
            for edge in &node.successors {
                let mut at = Some(edge.to);
                while at != parent {
                    let Some(dependent) = at else {
                        break;
                    };
                    let branch = (from, edge.label);
                    if !on[dependent].contains(&branch) {
                        on[dependent].push(branch);
                    }
                    at = post_dominators.immediate(dependent);
                }
            }
        }
        ControlDependence { on, dominators }
    }
}
