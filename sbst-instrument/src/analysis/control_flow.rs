//! The control-flow graph of a body.
//!
//! 1. A node is a statement, or a part of one between two conditions; or a condition.
//! 2. A condition that is decided beforehand, or that does not count, is a node without a number: a
//!    way to go on depends on it all the same.
//! 3. A `for` evaluates its condition once, before its first iteration
//!    ([`conditions`](crate::condition)): whether there is another one is a node of its own.
//! 4. What a `#[cfg]` stands before may not be there, so that there is a way around it.
//! 5. From an endless loop leads a pseudo edge to the exit, so that everything has a way there.
//! 6. The bodies of closures and `async` blocks have graphs of their own, which know where they are
//!    created.

pub mod builder;

use super::{data_flow::Access, Place};
use crate::condition::ConditionKind;

/// The graph of a body. Node 0 is the entry, node 1 the exit.
#[derive(Clone, Debug)]
pub struct ControlFlow {
    pub nodes: Vec<Node>,
    /// The graph and its node in which it is created, if it is that of a closure or an `async`
    /// block.
    pub created_at: Option<(usize, usize)>,
}

pub const ENTRY: usize = 0;
/// The node at which control leaves, however it does.
pub const EXIT: usize = 1;

#[derive(Clone, Debug)]
pub struct Node {
    pub kind: NodeKind,
    /// Where it stands; nowhere for entry and exit.
    pub place: Place,
    /// The accesses to variables before control goes on.
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
    /// A decision that is no condition.
    Choice,
    /// The decision by a `#[cfg]` if the code behind it is compiled.
    Presence,
    /// Where the iterations of a loop begin.
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
    /// On a panic that somebody wrote, or on the end of the process.
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

    /// For each node those that it leads to.
    pub fn successors(&self) -> Vec<Vec<usize>> {
        self.nodes.iter().map(|node| node.successors.iter().map(|edge| edge.to).collect()).collect()
    }
}

pub fn reversed(successors: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut predecessors = vec![Vec::new(); successors.len()];
    for (from, to) in successors.iter().enumerate() {
        to.iter().for_each(|&to| predecessors[to].push(from));
    }
    predecessors
}
