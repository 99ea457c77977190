//! The events of a function: its control flow, reduced to conditions, their outcomes and the
//! definitions on which conditions depend, for the chaining approach (McMinn and Holcombe, GECCO
//! 2004).
//!
//! 1. Definitions count if they reach a condition, or a definition that counts.
//! 2. The result of a call of an instrumented function is defined at the function's returns
//!    (`assignments.rs`), if the function's name is unique in the program (`parts.rs`). Its
//!    conditions and definitions are events, too. Its parameters are made of the arguments of the
//!    calls.
//! 3. Results of other calls, and parameters, are not events: their sources are used instead.
//! 4. Fields of arguments have further definitions in earlier calls of the test case: functions
//!    that write a field of this name and type. Objects are not distinguished.
//! 5. A node of the control-flow graph without events is left out, and the paths through it are
//!    edges.

mod assignments;
mod parts;
#[cfg(test)]
mod tests;

use crate::construction::Tables;
use assignments::RESULT;
use parts::{parts, Part, Shared};
use sbst_instrument::analysis::control_flow::{ControlFlow, Label, NodeKind};
use sbst_instrument::analysis::data_flow::{Access, DefinitionKind};
use sbst_instrument::analysis::{Branch, Place};
use sbst_instrument::condition::ConditionKind;
use std::collections::{BTreeMap, BTreeSet};

/// The most nodes of a graph. A larger one is not made: every worker would receive it, and a search
/// for so many sequences would not end.
const MOST_NODES: usize = 4_096;

#[derive(Clone, Debug, PartialEq)]
pub struct EventGraph {
    pub conditions: Vec<EventCondition>,
    pub nodes: Vec<EventNode>,
    /// The flows that call or create each flow.
    pub callers: Vec<Vec<usize>>,
    /// The functions of earlier calls, each with its flow.
    pub entries: Vec<(usize, usize)>,
    /// The functions of the flows, by flow.
    pub flows: Vec<usize>,
    /// The names of the variables; `f(…)` for the result of a function.
    pub variables: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct EventCondition {
    /// The function, by its index in the program.
    pub function: usize,
    pub condition: usize,
    pub kind: ConditionKind,
    /// Its source text on one line.
    pub text: String,
    pub place: Place,
}

#[derive(Clone, Debug, PartialEq)]
pub struct EventNode {
    pub event: Event,
    pub flow: usize,
    pub successors: Vec<usize>,
    /// The alternative outcomes before its evaluation.
    pub depends_on: Vec<usize>,
    pub uses: Vec<EventUse>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    Entry,
    Exit,
    /// A condition, by its index in the graph.
    Condition(usize),
    Outcome(usize, bool),
    /// A definition at this place, of these variables.
    Definition(Place, Vec<usize>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventUse {
    pub variable: usize,
    /// The nodes of its last definitions, in source order.
    pub definitions: Vec<usize>,
}

/// Makes the graph of a function of the program, unless it is too large.
///
/// ```
/// use sbst_analysis::construction::{Program, Source, Tables};
/// use sbst_analysis::events::event_graph;
/// use sbst_source::files::ParsedFile;
///
/// let text = "fn f(a: u8) -> bool { let b = a + 1; b > 3 }";
/// let parsed = &ParsedFile::from_text(text);
/// let (program, _) = Program::read([Source { module: "demo", file: "src/lib.rs", parsed }]);
/// let graph = event_graph(&Tables::new(&program), 0, |_| true).unwrap();
/// assert_eq!(graph.conditions[0].text, "b > 3");
/// assert!(graph.variables.contains(&"b".to_owned()));
/// ```
pub fn event_graph(
    tables: &Tables<'_>,
    function: usize,
    is_instrumented: impl Fn(usize) -> bool,
) -> Option<EventGraph> {
    let parts = parts(tables, function, &is_instrumented);
    let mut builder = Builder::new(tables, &parts);
    builder.add_nodes();
    if builder.graph.nodes.len() > MOST_NODES {
        return None;
    }
    builder.add_edges();
    builder.add_dependences();
    builder.add_uses();
    Some(builder.graph)
}

/// The number of a condition. A `for` evaluates its condition once, before its first iteration; the
/// decision for another iteration is not a condition.
fn condition(kind: NodeKind) -> Option<usize> {
    match kind {
        NodeKind::Condition(_, number) => number,
        _ => None,
    }
}

/// A variable of the graph.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Key {
    /// A variable of one part, by its index there.
    Own(usize, usize),
    Shared(Shared),
}

struct Builder<'p> {
    tables: &'p Tables<'p>,
    parts: &'p [Part],
    graph: EventGraph,
    /// The numbers of the parts' first flows.
    flows: Vec<usize>,
    /// The entries and exits of the flows.
    ends: Vec<[usize; 2]>,
    definitions: BTreeMap<(usize, usize), usize>,
    /// The nodes of the conditions, and those of their outcomes, false and true.
    conditions: BTreeMap<(usize, usize), (usize, [usize; 2])>,
    /// The variables, by number.
    variables: Vec<Key>,
}

impl<'p> Builder<'p> {
    fn new(tables: &'p Tables<'p>, parts: &'p [Part]) -> Builder<'p> {
        let mut flows = Vec::new();
        let mut count = 0;
        for part in parts {
            flows.push(count);
            count += part.analysis.graphs.len();
        }
        let setters = parts.iter().zip(&flows).filter(|(part, _)| part.is_setter);
        let entries = setters.map(|(part, &flow)| (part.function, flow)).collect();
        let callers = vec![Vec::new(); count];
        let functions = parts.iter().flat_map(|part| vec![part.function; part.analysis.graphs.len()]);
        let functions = functions.collect();
        Builder {
            tables,
            parts,
            graph: EventGraph {
                conditions: Vec::new(),
                nodes: Vec::new(),
                callers,
                entries,
                flows: functions,
                variables: Vec::new(),
            },
            flows,
            ends: Vec::new(),
            definitions: BTreeMap::new(),
            conditions: BTreeMap::new(),
            variables: Vec::new(),
        }
    }

    fn node(&mut self, event: Event, flow: usize) -> usize {
        let (successors, depends_on, uses) = (Vec::new(), Vec::new(), Vec::new());
        self.graph.nodes.push(EventNode { event, flow, successors, depends_on, uses });
        self.graph.nodes.len() - 1
    }

    fn add_nodes(&mut self) {
        for (number, part) in self.parts.iter().enumerate() {
            for (index, graph) in part.analysis.graphs.iter().enumerate() {
                let flow = self.flows[number] + index;
                self.graph.callers[flow].extend(graph.created_at.map(|(at, _)| self.flows[number] + at));
                let ends = [Event::Entry, Event::Exit].map(|event| self.node(event, flow));
                self.ends.push(ends);
                for node in &graph.nodes {
                    self.add_events(number, flow, node);
                }
            }
        }
    }

    fn add_events(
        &mut self,
        number: usize,
        flow: usize,
        node: &sbst_instrument::analysis::control_flow::Node,
    ) {
        let part = &self.parts[number];
        for &access in &node.accesses {
            let Access::Definition(definition) = access else { continue };
            if part.wanted.contains(&definition) {
                let place = part.analysis.definitions[definition].place;
                let node = self.node(Event::Definition(place, Vec::new()), flow);
                self.definitions.insert((number, definition), node);
            }
            if let Some(&callee) = part.callees.get(&definition) {
                self.graph.callers[self.flows[callee]].push(flow);
            }
        }
        let Some(condition) = condition(node.kind) else { return };
        let found = &part.analysis.conditions[condition];
        let index = self.graph.conditions.len();
        let (function, kind, text, place) = (part.function, found.kind, found.text.clone(), found.place);
        self.graph.conditions.push(EventCondition { function, condition, kind, text, place });
        let at = self.node(Event::Condition(index), flow);
        let outcomes = [false, true].map(|outcome| self.node(Event::Outcome(index, outcome), flow));
        for outcome in outcomes {
            self.graph.nodes[at].successors.push(outcome);
            self.graph.nodes[outcome].depends_on.push(at);
        }
        self.conditions.insert((number, condition), (at, outcomes));
    }

    fn add_edges(&mut self) {
        for (number, part) in self.parts.iter().enumerate() {
            for (index, graph) in part.analysis.graphs.iter().enumerate() {
                for node in 0..graph.nodes.len() {
                    self.add_successors(number, self.flows[number] + index, graph, node);
                }
            }
        }
        for node in &mut self.graph.nodes {
            node.successors.sort_unstable();
            node.successors.dedup();
        }
    }

    fn add_successors(&mut self, number: usize, flow: usize, graph: &ControlFlow, node: usize) {
        let after = |is_meant: &dyn Fn(Label) -> bool| {
            let edges = graph.nodes[node].successors.iter().filter(|edge| is_meant(edge.label));
            let mut found = BTreeSet::new();
            let mut seen = BTreeSet::new();
            edges.for_each(|edge| self.first(number, flow, graph, edge.to, &mut seen, &mut found));
            found
        };
        let mut edges: Vec<(usize, BTreeSet<usize>)> = Vec::new();
        let chain = self.chain(number, flow, graph, node);
        edges.extend(chain.windows(2).map(|pair| (pair[0], BTreeSet::from([pair[1]]))));
        let condition =
            condition(graph.nodes[node].kind).and_then(|found| self.conditions.get(&(number, found)));
        match (condition, chain.last()) {
            (Some(&(_, [when_false, when_true])), _) => {
                edges.push((when_false, after(&|label| label != Label::True)));
                edges.push((when_true, after(&|label| label != Label::False)));
            }
            (None, Some(&last)) => edges.push((last, after(&|_| true))),
            (None, None) => {}
        }
        for (from, to) in edges {
            self.graph.nodes[from].successors.extend(to);
        }
    }

    /// The events of a node of the control-flow graph, in their order.
    fn chain(&self, number: usize, flow: usize, graph: &ControlFlow, node: usize) -> Vec<usize> {
        let at = &graph.nodes[node];
        let [entry, exit] = self.ends[flow];
        match at.kind {
            NodeKind::Entry => return vec![entry],
            NodeKind::Exit => return vec![exit],
            _ => {}
        }
        let definitions = at.accesses.iter().filter_map(|&access| match access {
            Access::Definition(definition) => self.definitions.get(&(number, definition)).copied(),
            _ => None,
        });
        let condition = condition(at.kind).and_then(|found| self.conditions.get(&(number, found)));
        definitions.chain(condition.map(|found| found.0)).collect()
    }

    /// Collects the first events from a node of the control-flow graph on.
    fn first(
        &self,
        number: usize,
        flow: usize,
        graph: &ControlFlow,
        node: usize,
        seen: &mut BTreeSet<usize>,
        found: &mut BTreeSet<usize>,
    ) {
        let mut waiting = vec![node];
        while let Some(node) = waiting.pop() {
            if !seen.insert(node) {
                continue;
            }
            match self.chain(number, flow, graph, node).first() {
                Some(&first) => _ = found.insert(first),
                None => waiting.extend(graph.nodes[node].successors.iter().map(|edge| edge.to)),
            }
        }
    }

    fn add_dependences(&mut self) {
        for (number, part) in self.parts.iter().enumerate() {
            let around = self.around(number);
            let outcomes = |branches: &[Branch]| match branches {
                [] => around.clone(),
                _ => branches.iter().filter_map(|branch| self.outcome(number, *branch)).collect(),
            };
            let conditions = part.analysis.conditions.iter().enumerate().filter_map(|(index, condition)| {
                Some((self.conditions.get(&(number, index))?.0, outcomes(&condition.depends_on)))
            });
            let definitions = part.wanted.iter().filter_map(|&index| {
                let node = *self.definitions.get(&(number, index))?;
                Some((node, outcomes(&part.analysis.definitions[index].depends_on)))
            });
            let found: Vec<(usize, Vec<usize>)> = conditions.chain(definitions).collect();
            for (node, depends_on) in found {
                self.graph.nodes[node].depends_on = depends_on;
            }
        }
    }

    fn outcome(&self, number: usize, branch: Branch) -> Option<usize> {
        let (_, outcomes) = self.conditions.get(&(number, branch.condition))?;
        Some(outcomes[usize::from(branch.outcome)])
    }

    /// The outcomes on which the calls of a part depend. It is empty if one call depends on no
    /// outcome, or on those of a caller's callers.
    fn around(&self, number: usize) -> Vec<usize> {
        let mut found = Vec::new();
        for &(caller, definition) in &self.parts[number].callers {
            let branches = &self.parts[caller].analysis.definitions[definition].depends_on;
            if branches.is_empty() {
                return Vec::new();
            }
            found.extend(branches.iter().filter_map(|&branch| self.outcome(caller, branch)));
        }
        found
    }

    fn add_uses(&mut self) {
        let mut users = Vec::new();
        for (number, part) in self.parts.iter().enumerate() {
            for (index, condition) in part.analysis.conditions.iter().enumerate() {
                let node = self.conditions.get(&(number, index)).map(|found| found.0);
                users.extend(node.map(|node| (node, number, condition.uses.clone())));
            }
            for &index in &part.wanted {
                let node = self.definitions.get(&(number, index)).copied();
                let uses = &part.analysis.definitions[index].uses;
                users.extend(node.map(|node| (node, number, uses.clone())));
            }
        }
        for (node, number, uses) in users {
            let mut found = Vec::new();
            self.collect(number, &uses, &mut BTreeSet::new(), &mut found);
            self.graph.nodes[node].uses = found;
        }
        for (&(number, definition), &node) in &self.definitions {
            let part = &self.parts[number];
            let defined = &part.analysis.variables[part.analysis.definitions[definition].variable];
            let shared = Shared::find(self.tables, part, defined);
            let is_overlapping = |key: &Key| match (key, &shared) {
                (Key::Own(of, other), _) => {
                    *of == number && part.analysis.variables[*other].overlaps(defined)
                }
                (Key::Shared(other), Some(shared)) => shared.overlaps(other),
                (Key::Shared(_), None) => false,
            };
            let all = self.variables.iter().enumerate();
            let overlapping = all.filter(|(_, key)| is_overlapping(key));
            let numbers = overlapping.map(|(variable, _)| variable).collect();
            if let Event::Definition(_, variables) = &mut self.graph.nodes[node].event {
                *variables = numbers;
            }
        }
    }

    /// Collects uses with their last definitions (rules 2 to 4).
    fn collect(
        &mut self,
        number: usize,
        uses: &[usize],
        seen: &mut BTreeSet<(usize, usize)>,
        found: &mut Vec<EventUse>,
    ) {
        let part = &self.parts[number];
        for &used in uses {
            if !seen.insert((number, used)) {
                continue;
            }
            let variable = part.analysis.uses[used].variable;
            for &definition in &part.analysis.uses[used].definitions {
                if let Some(&node) = self.definitions.get(&(number, definition)) {
                    self.add_use(number, variable, node, found);
                } else if let Some(&callee) = part.callees.get(&definition) {
                    let results = self.parts[callee].results();
                    for result in results {
                        let variable = self.parts[callee].analysis.definitions[result].variable;
                        if let Some(&node) = self.definitions.get(&(callee, result)) {
                            self.add_use(callee, variable, node, found);
                        }
                    }
                } else if part.analysis.definitions[definition].kind == DefinitionKind::Parameter {
                    self.add_definitions_of_others(number, variable, found);
                    for &(caller, result) in &part.callers {
                        let arguments = self.parts[caller].analysis.definitions[result].uses.clone();
                        self.collect(caller, &arguments, seen, found);
                    }
                }
            }
        }
    }

    /// Adds the definitions of a part of an argument in other functions (rule 4).
    fn add_definitions_of_others(&mut self, number: usize, variable: usize, found: &mut Vec<EventUse>) {
        let part = &self.parts[number];
        let Some(used) = Shared::find(self.tables, part, &part.analysis.variables[variable]) else { return };
        let all: Vec<(usize, usize, usize)> =
            self.definitions.iter().map(|(&(part, definition), &node)| (part, definition, node)).collect();
        for (other, definition, node) in all {
            let other = &self.parts[other];
            let defined = &other.analysis.variables[other.analysis.definitions[definition].variable];
            let shared = Shared::find(self.tables, other, defined);
            if other.is_setter && shared.is_some_and(|shared| shared.overlaps(&used)) {
                self.add_use(number, variable, node, found);
            }
        }
    }

    fn add_use(&mut self, number: usize, used: usize, node: usize, found: &mut Vec<EventUse>) {
        let part = &self.parts[number];
        let shared = Shared::find(self.tables, part, &part.analysis.variables[used]);
        let key = shared.map_or(Key::Own(number, used), Key::Shared);
        let known = self.variables.iter().position(|other| *other == key);
        let variable = known.unwrap_or(self.variables.len());
        if known.is_none() {
            self.variables.push(key);
            let name = part.analysis.variables[used].name.as_str();
            let function = &self.tables.program().functions[part.function].signature.ident;
            let name = if name == RESULT { format!("{function}(…)") } else { name.to_owned() };
            self.graph.variables.push(name);
        }
        match found.iter_mut().find(|there| there.variable == variable) {
            Some(there) if there.definitions.contains(&node) => {}
            Some(there) => {
                there.definitions.push(node);
                there.definitions.sort_unstable();
            }
            None => found.push(EventUse { variable, definitions: vec![node] }),
        }
    }
}
