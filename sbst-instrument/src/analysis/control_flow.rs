//! The control-flow graph of a body.
//!
//! 1. A node is a statement, or a part of one between two conditions; or a condition.
//! 2. A condition that is constant, or does not count, is a node without a number: paths depend on
//!    it nevertheless.
//! 3. A `for` evaluates its condition once, before its first iteration
//!    ([`conditions`](crate::condition)): the decision for another iteration is a separate node.
//! 4. Code under a `#[cfg]` may be absent, so a path leads around it.
//! 5. From an endless loop, a pseudo edge leads to the exit, so that each node has a path there.
//! 6. The bodies of closures and `async` blocks have separate graphs, with the place of their
//!    creation.

pub mod builder;

use super::{data_flow::Access, Place};
use crate::condition::ConditionKind;

/// The graph of a body. Node 0 is the entry, node 1 the exit.
#[derive(Clone, Debug)]
pub struct ControlFlow {
    pub nodes: Vec<Node>,
    /// The graph and the node that create it, if this is the graph of a closure or an `async`
    /// block.
    pub created_at: Option<(usize, usize)>,
}

pub const ENTRY: usize = 0;
/// The node at which control leaves in any way.
pub const EXIT: usize = 1;

#[derive(Clone, Debug)]
pub struct Node {
    pub kind: NodeKind,
    /// Its place in the source; the default for entry and exit.
    pub place: Place,
    /// The accesses to variables before control continues.
    pub accesses: Vec<Access>,
    pub successors: Vec<Edge>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    Entry,
    Exit,
    /// A condition, and its number if it counts.
    Condition(ConditionKind, Option<usize>),
    /// The decision for another iteration of a `for`, with the number of its condition if it
    /// counts.
    Iteration(Option<usize>),
    /// A decision without a condition.
    Choice,
    /// The decision by a `#[cfg]` if its code is compiled.
    Presence,
    /// The beginning of each iteration of a loop.
    Loop,
    Statement,
}

impl NodeKind {
    pub fn number(self) -> Option<usize> {
        match self {
            NodeKind::Condition(_, number) | NodeKind::Iteration(number) => number,
            _ => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    pub to: usize,
    pub label: Label,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Label {
    Next,
    True,
    False,
    Return,
    Break,
    Continue,
    /// On an explicit panic, or on the end of the process.
    Panic,
    /// Never: it leads from an endless loop to the exit.
    Never,
}

impl Node {
    fn new(kind: NodeKind, place: Place) -> Self {
        Node { kind, place, accesses: Vec::new(), successors: Vec::new() }
    }
}

impl ControlFlow {
    fn new(created_at: Option<(usize, usize)>) -> Self {
        let node = |kind| Node::new(kind, Place::default());
        ControlFlow { nodes: vec![node(NodeKind::Entry), node(NodeKind::Exit)], created_at }
    }

    /// The successors of each node.
    pub fn successors(&self) -> Vec<Vec<usize>> {
        self.nodes.iter().map(|node| node.successors.iter().map(|edge| edge.to).collect()).collect()
    }
}
