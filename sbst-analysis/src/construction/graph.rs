//! Distilling: the object construction graph of a condition.
//!
//! 1. Of what the slice has found, fields and elements of inputs are kept, with all that they are parts of. An input itself is
//!    no state variable: it is varied anyway.
//! 2. Made on the way are objects that the function builds itself; what is in them comes from elsewhere and is kept for that.
//! 3. Calls are kept through which something was reached that is kept, if their arguments say what they hand out.

use std::collections::{BTreeMap, BTreeSet};

use super::nodes::Nodes;
use super::program::Program;
use super::slicer::Slicer;
use super::state::{Kind, State};
use super::written_type::WrittenType;
use super::Unresolved;
use crate::analysis::Analysis;
use sbst_instrument::analysis::Place;
use sbst_instrument::condition::ConditionKind;

/// The object construction graph of a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// What kind of condition it is of.
    pub kind: ConditionKind,
    /// Where that begins.
    pub place: Place,
    /// The state variables with what they are parts of, breadth first, so that each stands behind its parent; then the calls.
    pub nodes: Vec<Node>,
    /// Whether there is more than the limits allow.
    pub is_cut: bool,
}

/// A node of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// What it is.
    pub kind: NodeKind,
    /// What it is a part of; none for an input and a call.
    pub parent: Option<usize>,
    /// What it comes from: its parent, or the calls that hand out what it is a part of; for a call, what it is given and what
    /// it may hand out.
    pub from: Vec<usize>,
    /// What it may hand out, if it is a call.
    pub returns: Vec<usize>,
    /// Its type, if that is known.
    pub ty: Option<WrittenType>,
    /// Whether it is a field that can be set from anywhere.
    pub is_public: bool,
}

/// What a node is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// The argument with this index, and its name.
    Input(usize, String),
    /// The field of this name; those of variants are named `Variant.field`.
    Field(String),
    /// The elements.
    Element,
    /// A call of the function with this path.
    Call(String),
}

impl Graph {
    /// Whether a node is a state variable of which no other is a part.
    pub fn is_leaf(&self, node: usize) -> bool {
        let is_part = matches!(self.nodes[node].kind, NodeKind::Field(_) | NodeKind::Element);
        is_part && self.nodes.iter().all(|other| other.parent != Some(node))
    }

    /// A node as it could be written: `state.players[_].action`.
    pub fn name(&self, node: usize) -> String {
        let before = self.nodes[node].parent.map(|parent| self.name(parent)).unwrap_or_default();
        match &self.nodes[node].kind {
            NodeKind::Input(_, name) => name.clone(),
            NodeKind::Field(name) => format!("{before}.{name}"),
            NodeKind::Element => format!("{before}[_]"),
            NodeKind::Call(path) => format!("{}(…)", path.rsplit("::").next().unwrap_or(path)),
        }
    }

    /// The graphs of the conditions of a function, by their numbers, and what is not certain of them.
    pub fn of(program: &Program, function: usize) -> (Vec<Graph>, Vec<Unresolved>) {
        let graphs = Graphs::of(program, function);
        (graphs.own, graphs.unresolved)
    }
}

/// The graphs of all conditions that the inputs of a function have a say in.
#[derive(Clone, Debug)]
pub struct Graphs {
    /// Those of its own conditions, by their numbers.
    pub own: Vec<Graph>,
    /// Those of functions that it calls, by index and the number of the condition there. Only if there is something in them.
    pub callees: Vec<(usize, usize, Graph)>,
    /// What is not certain.
    pub unresolved: Vec<Unresolved>,
}

impl Graphs {
    /// Those of a function.
    pub fn of(program: &Program, function: usize) -> Graphs {
        let (slicer, inputs, _) = Slicer::slice(program, function, false);
        let distillation = Distillation { program, slicer: &slicer, function, inputs: &inputs };
        let own = distillation.of_conditions(function);
        let called: BTreeSet<usize> = slicer.conditions.keys().map(|key| key.0).collect();
        let called = called.into_iter().filter(|&callee| callee != function);
        let callees = called.flat_map(|callee| {
            let graphs = distillation.of_conditions(callee).into_iter().enumerate();
            graphs.map(move |(condition, graph)| (callee, condition, graph))
        });
        let callees = callees.filter(|(_, _, graph)| !graph.nodes.is_empty()).collect();
        Graphs { own, callees, unresolved: slicer.unresolved.iter().cloned().collect() }
    }
}

/// A condition, those that it depends on, and so on.
fn before(analysis: &Analysis, condition: usize) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut waiting = vec![condition];
    while let Some(condition) = waiting.pop() {
        if found.insert(condition) {
            let condition = &analysis.conditions[condition];
            waiting.extend(condition.depends_on.iter().map(|branch| branch.condition));
        }
    }
    found
}

struct Distillation<'a> {
    program: &'a Program,
    slicer: &'a Slicer<'a>,
    function: usize,
    inputs: &'a [usize],
}

impl Distillation<'_> {
    /// The graphs of the conditions of a function, the target or one that it calls.
    fn of_conditions(&self, function: usize) -> Vec<Graph> {
        let item = &self.program.functions[function];
        let analysis = Analysis::of(&item.signature, &item.body);
        let graphs = (0..analysis.conditions.len()).map(|condition| {
            let mut nodes = Nodes::new();
            for condition in before(&analysis, condition) {
                let condition = &analysis.conditions[condition];
                let key = (function, condition.kind as u8, condition.place);
                self.slicer.conditions.get(&key).into_iter().for_each(|found| nodes.add(found));
            }
            let condition = &analysis.conditions[condition];
            self.graph(condition.kind, condition.place, &nodes)
        });
        graphs.collect()
    }

    fn graph(&self, kind: ConditionKind, place: Place, nodes: &Nodes) -> Graph {
        let states = &self.slicer.states;
        let reached = states.influencing(nodes);
        let mut kept = Nodes::new();
        for node in reached.iter().filter(|&node| states.is_of_input(node) && states.all[node].depth > 0) {
            let mut next = Some(node);
            while let Some(node) = next.filter(|&node| kept.insert(node)) {
                next = states.all[node].parent;
            }
        }
        let is_call = |node: &usize| {
            let State { kind, through: given, returns, .. } = &states.all[*node];
            matches!(kind, Kind::Call(_)) && given.meets(&kept) && returns.meets(&kept)
        };
        let calls: Vec<usize> = reached.iter().filter(is_call).collect();
        let order = self.breadth_first(&kept, &calls);
        let number: BTreeMap<usize, usize> = order.iter().enumerate().map(|(at, &node)| (node, at)).collect();
        let known =
            |nodes: &Nodes| nodes.iter().filter_map(|node| number.get(&node).copied()).collect::<Vec<_>>();
        let nodes = order.iter().map(|&node| {
            let state = &states.all[node];
            let parent = state.parent.and_then(|parent| number.get(&parent).copied());
            let mut from: Vec<usize> = known(&state.through);
            if let Kind::Call(_) = state.kind {
                from.extend(known(&state.returns));
            } else if from.is_empty() {
                from.extend(parent);
            }
            from.sort_unstable();
            from.dedup();
            Node {
                kind: self.kind(node),
                parent,
                from,
                returns: known(&state.returns),
                ty: state.ty.clone(),
                is_public: self.is_public(node),
            }
        });
        Graph { kind, place, nodes: nodes.collect(), is_cut: self.slicer.is_cut() }
    }

    /// The nodes in layers, inputs first; each layer in the order of its parents, and of names. A call stands behind all that
    /// it comes from.
    fn breadth_first(&self, kept: &Nodes, calls: &[usize]) -> Vec<usize> {
        let states = &self.slicer.states;
        let mut order: Vec<usize> =
            self.inputs.iter().copied().filter(|&input| kept.contains(input)).collect();
        let mut next = 0;
        while let Some(&node) = order.get(next) {
            next += 1;
            let parts = states.parts_of(node).into_iter().map(|part| part.1);
            order.extend(parts.filter(|&part| kept.contains(part)));
        }
        order.extend(calls);
        order
    }

    fn is_public(&self, node: usize) -> bool {
        let states = &self.slicer.states.all;
        let ty = states[node].parent.and_then(|parent| states[parent].ty.as_ref());
        let module = &self.program.functions[self.function].module;
        match (&states[node].kind, ty) {
            (Kind::Field(name), Some(ty)) => self.program.is_public(ty, name, module),
            _ => false,
        }
    }

    fn kind(&self, node: usize) -> NodeKind {
        match &self.slicer.states.all[node].kind {
            Kind::Input(index) => {
                NodeKind::Input(*index, self.program.functions[self.function].argument(*index))
            }
            Kind::Field(name) => NodeKind::Field(name.clone()),
            Kind::Element | Kind::Made => NodeKind::Element,
            Kind::Call(function) => NodeKind::Call(self.program.functions[*function].path.clone()),
        }
    }
}
