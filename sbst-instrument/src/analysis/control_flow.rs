//! The control-flow graph of a body.
//!
//! 1. A node is a statement, or a part of one between two conditions; or a condition.
//! 2. A condition that is decided beforehand, or that does not count, is a node without a number: a way to go on
//!    depends on it all the same.
//! 3. A `for` evaluates its condition once, before its first iteration ([`conditions`](crate::condition)): whether there
//!    is another one is a node of its own.
//! 4. What a `#[cfg]` stands before may not be there, so that there is a way around it.
//! 5. From an endless loop leads a pseudo edge to the exit, so that everything has a way there.
//! 6. The bodies of closures and `async` blocks have graphs of their own, which know where they are created.

pub mod builder;

use super::data_flow::Access;
use super::Place;
use crate::condition::ConditionKind;

/// The graph of a body. Node 0 is the entry, node 1 the exit.
#[derive(Clone, Debug)]
pub struct ControlFlow {
    /// The nodes.
    pub nodes: Vec<Node>,
    /// The graph and its node in which it is created, if it is that of a closure or an `async` block.
    pub created_at: Option<(usize, usize)>,
}

/// The node at which control enters.
pub const ENTRY: usize = 0;
/// The node at which control leaves, however it does.
pub const EXIT: usize = 1;

/// A node of a graph.
#[derive(Clone, Debug)]
pub struct Node {
    /// The kind of the node.
    pub kind: NodeKind,
    /// Where it stands; nowhere for entry and exit.
    pub place: Place,
    /// The accesses to variables before control goes on.
    pub accesses: Vec<Access>,
    /// Where control goes next.
    pub successors: Vec<Edge>,
}

/// The kind of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// Where control enters.
    Entry,
    /// Where it leaves.
    Exit,
    /// A condition, and its number if it counts.
    Condition(ConditionKind, Option<usize>),
    /// True if a `for` has another iteration, and the number of its condition if that counts.
    Iteration(Option<usize>),
    /// A decision that is no condition.
    Choice,
    /// True if what a `#[cfg]` stands before is there.
    Presence,
    /// Where the iterations of a loop begin.
    Loop,
    /// A statement or a part of one.
    Statement,
}

impl NodeKind {
    /// The number of the condition that it evaluates.
    pub fn number(self) -> Option<usize> {
        match self {
            NodeKind::Condition(_, number) | NodeKind::Iteration(number) => number,
            _ => None,
        }
    }
}

/// An edge of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The node that it leads to.
    pub to: usize,
    /// When it is taken.
    pub label: Label,
}

/// When an edge is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Label {
    /// Always.
    Next,
    /// If the condition holds.
    True,
    /// If it does not.
    False,
    /// On `return`.
    Return,
    /// On `break`.
    Break,
    /// On `continue`.
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

/// The edges of a graph turned round.
pub fn reversed(successors: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut predecessors = vec![Vec::new(); successors.len()];
    for (from, to) in successors.iter().enumerate() {
        to.iter().for_each(|&to| predecessors[to].push(from));
    }
    predecessors
}
