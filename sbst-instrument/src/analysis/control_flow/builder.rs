//! The builder of a graph: one walk over the syntax tree in the order of evaluation.
//!
//! The walk carries the *ends*: the edges to the next evaluated node. A decision leaves one set of
//! them per outcome. Code that leaves has no ends, and the nodes after it are unreachable.

mod claims;
mod decisions;
mod places;
mod expressions;
mod loops;
mod macros;
mod matching;
mod patterns;
mod statements;

pub use places::is_compound;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use sbst_source::visit::Visit as _;
use syn::{Block, Signature, Type};

use super::{ControlFlow, Edge, Label, Node, NodeKind, ENTRY, EXIT};
use crate::analysis::claim::{Aspect, Claim, Operand};
use crate::analysis::data_flow::recorder::Recorder;
use crate::analysis::data_flow::Access;
use crate::analysis::data_flow::FieldsOfMethods;
use crate::analysis::dominators::reachable;
use crate::analysis::{Imprecision, Place, Reason};
use crate::condition::ConditionKind;

/// An edge to the next evaluated node.
type End = (usize, Label);

struct Outcomes {
    when_true: Vec<End>,
    when_false: Vec<End>,
}

struct Enclosing {
    label: Option<String>,
    kind: EnclosingKind,
    /// The ends of paths that have left it.
    left: Vec<End>,
}

#[derive(Clone, Copy, PartialEq)]
enum EnclosingKind {
    /// A loop, with the node at which its next iteration begins.
    Loop(usize),
    Block,
    Try,
}

/// A condition with its node in the graph.
pub struct ConditionNode {
    /// Its graph and its node.
    pub at: (usize, usize),
    pub uses: Range<usize>,
    /// The statements that hold if the condition is true.
    pub claims: Vec<Claim>,
    /// The predicates of `#[cfg]` before all later arms, if each has one.
    pub presence_behind: Vec<String>,
}

/// The surroundings of a body. Without them, names from outside have no meaning.
#[derive(Clone, Copy, Default)]
pub struct Around<'a> {
    pub signature: Option<&'a Signature>,
    pub statics: &'a [String],
    /// True to record definitions and uses of variables. Control flow alone costs half as much.
    pub records: bool,
    /// The methods declared around the body, and true if any of this name takes `self` as an
    /// exclusive reference.
    pub receivers: Option<&'a BTreeMap<String, bool>>,
    /// The fields that methods of the same type read and write.
    pub fields: Option<&'a FieldsOfMethods>,
}

pub struct Builder {
    /// The graph of the body, and those of the closures and `async` blocks in it.
    pub flows: Vec<ControlFlow>,
    /// The conditions in the order of the walk.
    pub conditions: Vec<ConditionNode>,
    pub recorder: Recorder,
    pub imprecisions: Vec<Imprecision>,
    /// The facts about a variable after a definition, by definition.
    pub facts: BTreeMap<usize, Vec<(Aspect, Operand)>>,
    /// The roots in macros, which may change them.
    pub unseen: BTreeSet<usize>,
    /// The declared types of roots.
    types: BTreeMap<usize, Type>,
    /// The methods that are called on `self`.
    pub own_calls: Vec<String>,
    current: usize,
    ends: Vec<End>,
    /// The enclosing constructs, outermost first.
    enclosing: Vec<Enclosing>,
    /// The beginning of the current statement.
    statement: Place,
    /// The uses in the current call until now: a closure argument may get their values.
    given: Range<usize>,
    /// The variable whose exclusive borrow is the value for the next bound name.
    lent: Option<usize>,
    /// The methods declared around the body (see [`Around`]).
    receivers: BTreeMap<String, bool>,
    /// The fields that methods of the same type read and write.
    fields: FieldsOfMethods,
}

impl Builder {
    pub fn body(around: Around<'_>, block: &Block) -> Self {
        let mut builder = Builder {
            flows: vec![ControlFlow::new(None)],
            conditions: Vec::new(),
            recorder: Recorder::new(around.records),
            imprecisions: Vec::new(),
            facts: BTreeMap::new(),
            unseen: BTreeSet::new(),
            types: BTreeMap::new(),
            own_calls: Vec::new(),
            current: 0,
            ends: vec![(ENTRY, Label::Next)],
            enclosing: Vec::new(),
            statement: Place::default(),
            given: 0..0,
            lent: None,
            receivers: around.receivers.cloned().unwrap_or_default(),
            fields: around.fields.cloned().unwrap_or_default(),
        };
        around.statics.iter().for_each(|name| builder.declare_static(name));
        if let Some(signature) = around.signature {
            builder.parameters(signature);
        }
        builder.visit_block(block);
        builder.finish();
        builder
    }

    /// Makes the graph of code that is created here and executed at another time, or never.
    fn apart(&mut self, place: Place, walk: impl FnOnce(&mut Self)) {
        let creation = self.node(NodeKind::Statement, place);
        self.flows.push(ControlFlow::new(Some((self.current, creation))));
        let current = std::mem::replace(&mut self.current, self.flows.len() - 1);
        let ends = std::mem::replace(&mut self.ends, vec![(ENTRY, Label::Next)]);
        let enclosing = std::mem::take(&mut self.enclosing);
        let (variables, definitions) = (self.recorder.roots.len(), self.recorder.definitions.len());
        let names = self.recorder.scope();
        walk(self);
        self.finish();
        self.recorder.leave_scope(names);
        self.current = current;
        self.ends = ends;
        self.enclosing = enclosing;
        let recorder = &self.recorder;
        let is_captured = |&definition: &usize| {
            recorder.variables[recorder.definitions[definition].variable].root < variables
        };
        let captured = (definitions..recorder.definitions.len()).filter(is_captured).map(Access::Created);
        self.flows[current].nodes[creation].accesses.extend(captured);
    }

    /// Leads the remaining ends and endless loops to the exit.
    fn finish(&mut self) {
        self.lead_to(EXIT);
        let flow = &mut self.flows[self.current];
        // A `match` without arms.
        for node in flow.nodes.iter_mut().filter(|node| node.successors.is_empty()) {
            if node.kind != NodeKind::Exit {
                node.successors.push(Edge { to: EXIT, label: Label::Never });
            }
        }
        let loops: Vec<usize> =
            (0..flow.nodes.len()).filter(|&node| flow.nodes[node].kind == NodeKind::Loop).collect();
        for endless in loops {
            // Few functions have one, so a new search after each is cheap.
            if !reachable(&flow.successors(), endless)[EXIT] {
                flow.nodes[endless].successors.push(Edge { to: EXIT, label: Label::Never });
            }
        }
    }

    /// A node that is evaluated next.
    fn node(&mut self, kind: NodeKind, place: Place) -> usize {
        if kind == NodeKind::Loop {
            self.settle();
        }
        let node = self.node_apart(kind, place);
        let accesses = std::mem::take(&mut self.recorder.pending);
        self.flows[self.current].nodes[node].accesses = accesses;
        self.lead_to(node);
        self.ends.push((node, Label::Next));
        node
    }

    /// A node without predecessors yet.
    fn node_apart(&mut self, kind: NodeKind, place: Place) -> usize {
        let nodes = &mut self.flows[self.current].nodes;
        nodes.push(Node::new(kind, place));
        nodes.len() - 1
    }

    fn decide(&mut self, kind: NodeKind, place: Place) -> Outcomes {
        let node = self.node(kind, place);
        self.ends.clear();
        Outcomes { when_true: vec![(node, Label::True)], when_false: vec![(node, Label::False)] }
    }

    /// A condition that is evaluated next, with these uses.
    fn condition(
        &mut self,
        kind: ConditionKind,
        place: Place,
        uses: Range<usize>,
        claims: Vec<Claim>,
    ) -> Outcomes {
        let outcomes = self.decide(NodeKind::Condition(kind, None), place);
        let at = (self.current, outcomes.when_true[0].0);
        self.conditions.push(ConditionNode { at, uses, claims, presence_behind: Vec::new() });
        outcomes
    }

    /// Makes a node for pending accesses, if any: before ends are joined, or left for others.
    fn settle(&mut self) {
        if !self.recorder.pending.is_empty() {
            self.node(NodeKind::Statement, self.statement);
        }
    }

    /// Leads all ends to `node`, and clears them.
    fn lead_to(&mut self, node: usize) {
        self.settle();
        let nodes = &mut self.flows[self.current].nodes;
        for (from, label) in self.ends.drain(..) {
            let edge = Edge { to: node, label };
            if !nodes[from].successors.contains(&edge) {
                nodes[from].successors.push(edge);
            }
        }
    }

    /// Returns the ends, and clears them.
    fn take_ends(&mut self) -> Vec<End> {
        self.settle();
        std::mem::take(&mut self.ends)
    }

    /// Continues from both outcomes.
    fn join(&mut self, outcomes: Outcomes) {
        self.ends = outcomes.when_true;
        self.ends.extend(outcomes.when_false);
    }

    /// A statement that leaves the body.
    fn leave(&mut self, place: Place, label: Label) {
        self.node(NodeKind::Statement, place);
        self.relabel(label);
        self.lead_to(EXIT);
    }

    /// Sets the label of the ends of a statement.
    fn relabel(&mut self, label: Label) {
        self.ends.iter_mut().for_each(|end| end.1 = label);
    }

    /// Walks over code that can be left, and continues from its end and from all exits.
    fn within(&mut self, label: Option<String>, kind: EnclosingKind, walk: impl FnOnce(&mut Self)) {
        self.enclosing.push(Enclosing { label, kind, left: Vec::new() });
        walk(self);
        self.settle();
        if let Some(enclosing) = self.enclosing.pop() {
            self.ends.extend(enclosing.left);
        }
    }

    fn imprecise(&mut self, place: Place, reason: Reason) {
        self.imprecisions.push(Imprecision { place, reason });
    }
}
