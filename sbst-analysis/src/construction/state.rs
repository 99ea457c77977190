//! State variables: inputs, what was made on the way, and the fields and elements of both. Each is one node, however often it
//! is met.

use std::collections::BTreeMap;

use super::nodes::Nodes;
use super::written_type::WrittenType;
use super::NODES;

/// What a node is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// The input with this index.
    Input(usize),
    /// An object that was made on the way.
    Made,
    /// A field.
    Field(String),
    /// The elements of a collection, all as one.
    Element,
    /// The result of a call that hands out what its arguments choose.
    Call(usize),
}

/// A node.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) kind: Kind,
    /// What it is a part of.
    pub(super) parent: Option<usize>,
    /// The input or the object that it is in.
    pub(super) root: usize,
    pub(super) depth: usize,
    pub(super) ty: Option<WrittenType>,
    /// The calls through which it was reached; of a call, what it was given.
    pub(super) through: Nodes,
    /// What was written into it.
    pub(super) written: Nodes,
    /// What it may hand out, if it is a call.
    pub(super) returns: Nodes,
}

/// All of them.
#[derive(Debug, Default)]
pub(super) struct States {
    pub(super) all: Vec<State>,
    parts: BTreeMap<(usize, Kind), usize>,
    calls: BTreeMap<(usize, Nodes), usize>,
    /// How long a path may be: what is behind it is taken for what is at its end.
    pub(super) path_length: usize,
    /// Whether there were more than there may be.
    pub(super) is_full: bool,
}

impl States {
    /// None yet, with room for paths of this length.
    pub(super) fn new(path_length: usize) -> States {
        States { path_length, ..States::default() }
    }

    /// A new node that is no part of another.
    pub(super) fn root(&mut self, kind: Kind, ty: Option<WrittenType>) -> usize {
        let root = self.all.len();
        self.push(kind, None, root, 0, ty)
    }

    fn push(
        &mut self,
        kind: Kind,
        parent: Option<usize>,
        root: usize,
        depth: usize,
        ty: Option<WrittenType>,
    ) -> usize {
        let [through, written, returns] = [Nodes::new(), Nodes::new(), Nodes::new()];
        self.all.push(State { kind, parent, root, depth, ty, through, written, returns });
        self.all.len() - 1
    }

    /// A part of a node, or the node itself where there is no room for more.
    pub(super) fn part(&mut self, whole: usize, kind: Kind, ty: Option<WrittenType>) -> usize {
        if let Some(&part) = self.parts.get(&(whole, kind.clone())) {
            if self.all[part].ty.is_none() {
                self.all[part].ty = ty;
            }
            return part;
        }
        let State { root, depth, .. } = self.all[whole];
        if depth >= self.path_length {
            return whole;
        }
        if self.parts.len() >= NODES {
            self.is_full = true;
            return whole;
        }
        let part = self.push(kind.clone(), Some(whole), root, depth + 1, ty);
        self.parts.insert((whole, kind), part);
        part
    }

    /// The parts of a node that have been met.
    pub(super) fn parts_of(&self, whole: usize) -> Vec<(Kind, usize)> {
        // `Input(0)` is the least kind
        let parts = self.parts.range((whole, Kind::Input(0))..);
        parts.take_while(|part| part.0 .0 == whole).map(|(key, &part)| (key.1.clone(), part)).collect()
    }

    /// The call of a function that is given these nodes.
    pub(super) fn call(&mut self, function: usize, given: &Nodes) -> usize {
        if let Some(&call) = self.calls.get(&(function, given.clone())) {
            return call;
        }
        let call = self.root(Kind::Call(function), None);
        self.all[call].through = given.clone();
        self.calls.insert((function, given.clone()), call);
        call
    }

    /// Whether a node is an input or in one.
    pub(super) fn is_of_input(&self, node: usize) -> bool {
        matches!(self.all[self.all[node].root].kind, Kind::Input(_))
    }

    /// Whether a node was made on the way, or is in what was.
    pub(super) fn is_made(&self, node: usize) -> bool {
        self.all[self.all[node].root].kind == Kind::Made
    }

    /// The path from its root to a node.
    pub(super) fn path(&self, node: usize) -> Vec<Kind> {
        let mut path = Vec::new();
        let mut next = Some(node);
        while let Some(node) = next.filter(|&node| self.all[node].parent.is_some()) {
            path.push(self.all[node].kind.clone());
            next = self.all[node].parent;
        }
        path.reverse();
        path
    }

    /// The nodes, and what was written into them, and so on.
    pub(super) fn influencing(&self, nodes: &Nodes) -> Nodes {
        let mut found = Nodes::new();
        let mut waiting: Vec<usize> = nodes.iter().collect();
        while let Some(node) = waiting.pop() {
            if found.insert(node) {
                waiting.extend(self.all[node].written.iter());
                // what is in an object that was made on the way is all that is known of it
                if self.is_made(node) {
                    waiting.extend(self.parts_of(node).into_iter().map(|part| part.1));
                }
            }
        }
        found
    }
}
