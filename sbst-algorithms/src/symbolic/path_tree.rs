//! The tree of paths.
//!
//! Tardis, section 3: "synthesizes the path conditions of the alternative branches by negating all
//! clauses one-by-one".
//!
//! 1. A path is a sequence of steps. The alternatives of a path are its prefixes, each with the
//!    next step negated.
//! 2. An executed step is no alternative. An alternative is offered once per structure of test
//!    cases: a step may be infeasible with one structure, but feasible with another.
//! 3. Drawn tests have endlessly many structures, so an alternative is offered for
//!    [`MOST_STRUCTURES`] of them.

use crate::path_condition::Step;

/// The most structures for which an alternative is offered: a few lengths for both of two
/// sequences.
const MOST_STRUCTURES: usize = 8;

/// A step after a prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Edge(u32);

#[derive(Debug, Default)]
struct Node {
    children: Vec<(Step, Edge)>,
    is_executed: bool,
    /// The structures for which this step was offered.
    offered: Vec<u64>,
}

#[derive(Debug)]
pub(super) struct PathTree {
    nodes: Vec<Node>,
}

/// News about one step of an executed path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct News {
    pub(super) depth: usize,
    /// True if no earlier execution took the step after this prefix.
    pub(super) is_new: bool,
    /// The other outcome, if it is to be tried.
    pub(super) alternative: Option<Edge>,
}

impl PathTree {
    pub(super) fn new() -> PathTree {
        PathTree { nodes: vec![Node::default()] }
    }

    /// Adds the path of an execution, and returns the steps with news. `is_open`: the step could
    /// have another outcome.
    pub(super) fn add(
        &mut self,
        structure: u64,
        path: impl Iterator<Item = Step>,
        is_open: impl Fn(usize) -> bool,
    ) -> Vec<News> {
        let mut news = Vec::new();
        let mut node = Edge(0);
        for (depth, step) in path.enumerate() {
            let alternative = if is_open(depth) { self.offer(structure, node, step.negate()) } else { None };
            node = self.child(node, step);
            let is_new = !std::mem::replace(&mut self.nodes[node.0 as usize].is_executed, true);
            if is_new || alternative.is_some() {
                news.push(News { depth, is_new, alternative });
            }
        }
        news
    }

    pub(super) fn is_executed(&self, edge: Edge) -> bool {
        self.nodes[edge.0 as usize].is_executed
    }

    /// Returns the edge at which an executed path ends.
    pub(super) fn end(&mut self, path: impl Iterator<Item = Step>) -> Edge {
        path.fold(Edge(0), |node, step| self.child(node, step))
    }

    /// True if an execution took a step after this edge.
    pub(super) fn goes_on(&self, edge: Edge) -> bool {
        self.nodes[edge.0 as usize].children.iter().any(|(_, child)| self.is_executed(*child))
    }

    /// Rules 2 and 3.
    fn offer(&mut self, structure: u64, node: Edge, step: Step) -> Option<Edge> {
        let edge = self.child(node, step);
        let Node { is_executed, offered, .. } = &mut self.nodes[edge.0 as usize];
        if *is_executed || offered.contains(&structure) || offered.len() >= MOST_STRUCTURES {
            return None;
        }
        offered.push(structure);
        Some(edge)
    }

    fn child(&mut self, node: Edge, step: Step) -> Edge {
        let children = &self.nodes[node.0 as usize].children;
        if let Some(&(_, child)) = children.iter().find(|(other, _)| *other == step) {
            return child;
        }
        let child = Edge(self.nodes.len() as u32);
        self.nodes.push(Node::default());
        self.nodes[node.0 as usize].children.push((step, child));
        child
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn path(outcomes: &[bool]) -> impl Iterator<Item = Step> + '_ {
        (0..).zip(outcomes).map(|(round, &outcome)| Step { site: 7, round, outcome })
    }

    fn offered(tree: &mut PathTree, structure: u64, outcomes: &[bool]) -> Vec<usize> {
        let news = tree.add(structure, path(outcomes), |_| true);
        news.iter().filter(|news| news.alternative.is_some()).map(|news| news.depth).collect()
    }

    #[test]
    fn each_negated_step_of_a_first_path_is_an_alternative() {
        assert_eq!(offered(&mut PathTree::new(), 0, &[true, false, true]), [0, 1, 2]);
    }

    #[test]
    fn executed_and_offered_steps_are_not_offered_again() {
        let mut tree = PathTree::new();
        offered(&mut tree, 0, &[true, true]);
        assert_eq!(offered(&mut tree, 0, &[true, false, true]), [2]);
        assert_eq!(offered(&mut tree, 0, &[true, true]), [0; 0]);
        assert_eq!(offered(&mut tree, 0, &[false]), [0; 0], "its alternative was executed");
    }

    #[test]
    fn a_step_is_offered_again_for_another_structure() {
        let mut tree = PathTree::new();
        assert_eq!(offered(&mut tree, 0, &[true]), [0]);
        assert_eq!(offered(&mut tree, 1, &[true]), [0]);
        let more = (2..100).filter(|&structure| !offered(&mut tree, structure, &[true]).is_empty());
        assert_eq!(more.count(), MOST_STRUCTURES - 2);
    }

    #[test]
    fn step_with_fixed_outcome_has_no_alternative() {
        let mut tree = PathTree::new();
        let news = tree.add(0, path(&[true, true]), |depth| depth == 1);
        let alternatives: Vec<bool> = news.iter().map(|news| news.alternative.is_some()).collect();
        assert_eq!(alternatives, [false, true]);
    }

    proptest! {
        #[test]
        fn alternatives_are_offered_once(
            paths in prop::collection::vec(prop::collection::vec(any::<bool>(), 0..6), 0..40),
        ) {
            let (mut tree, mut given) = (PathTree::new(), BTreeSet::new());
            let mut executed: BTreeSet<Vec<bool>> = BTreeSet::new();
            for path in &paths {
                for depth in offered(&mut tree, 0, path) {
                    let mut alternative = path[..=depth].to_vec();
                    alternative[depth] = !alternative[depth];
                    prop_assert!(!executed.contains(&alternative));
                    prop_assert!(given.insert(alternative));
                }
                executed.extend((1..=path.len()).map(|length| path[..length].to_vec()));
            }
        }
    }
}
