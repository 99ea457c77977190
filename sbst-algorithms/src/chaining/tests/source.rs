//! Event graphs of structured programs.

use sbst_model::event_graph::{Event, EventGraph, EventNode, EventUse};
use std::collections::BTreeSet;

/// A statement of a program; conditions and variables are numbers.
pub(super) enum Statement {
    /// Assigns to a variable, using others.
    Define(u32, &'static [u32]),
    /// Branches by a condition that uses variables.
    If(u32, &'static [u32], Vec<Statement>, Vec<Statement>),
    While(u32, &'static [u32], Vec<Statement>),
}

use Statement::{Define, If, While};

/// The graph of some flows; each but the first is called from the first.
pub(super) fn graph(flows: &[Vec<Statement>]) -> EventGraph {
    let mut graph = EventGraph::default();
    for (number, statements) in (0u32..).zip(flows) {
        graph.callers.push(if number == 0 { vec![] } else { vec![0] });
        let mut builder = Builder { graph: &mut graph, flow: number };
        let entry = builder.node(Event::Entry, &[], None);
        let ends = builder.walk(statements, vec![entry], None);
        let exit = builder.node(Event::Exit, &[], None);
        builder.lead(&ends, exit);
    }
    find_last_definitions(&mut graph);
    graph
}

struct Builder<'g> {
    graph: &'g mut EventGraph,
    flow: u32,
}

impl Builder<'_> {
    fn node(&mut self, event: Event, uses: &[u32], within: Option<u32>) -> u32 {
        let uses = uses.iter().map(|&variable| EventUse { variable, definitions: Vec::new() });
        self.graph.nodes.push(EventNode {
            event,
            flow: self.flow,
            line: 0,
            successors: Vec::new(),
            depends_on: within.into_iter().collect(),
            uses: uses.collect(),
        });
        self.graph.nodes.len() as u32 - 1
    }

    fn lead(&mut self, ends: &[u32], to: u32) {
        for &end in ends {
            self.graph.nodes[end as usize].successors.push(to);
        }
    }

    /// A condition, with its node and its outcomes.
    fn condition(&mut self, condition: u32, uses: &[u32], within: Option<u32>) -> (u32, [u32; 2]) {
        let node = self.node(Event::Condition(condition), uses, within);
        let outcomes =
            [false, true].map(|outcome| self.node(Event::Outcome(condition, outcome), &[], Some(node)));
        outcomes.iter().for_each(|&outcome| self.lead(&[node], outcome));
        (node, outcomes)
    }

    fn walk(&mut self, statements: &[Statement], mut ends: Vec<u32>, within: Option<u32>) -> Vec<u32> {
        for statement in statements {
            match statement {
                Define(variable, uses) => {
                    let node = self.node(Event::Definition(vec![*variable]), uses, within);
                    self.lead(&ends, node);
                    ends = vec![node];
                }
                If(condition, uses, then, otherwise) => {
                    let (node, [when_false, when_true]) = self.condition(*condition, uses, within);
                    self.lead(&ends, node);
                    ends = self.walk(then, vec![when_true], Some(when_true));
                    ends.extend(self.walk(otherwise, vec![when_false], Some(when_false)));
                }
                While(condition, uses, body) => {
                    let (node, [when_false, when_true]) = self.condition(*condition, uses, within);
                    self.lead(&ends, node);
                    let again = self.walk(body, vec![when_true], Some(when_true));
                    self.lead(&again, node);
                    ends = vec![when_false];
                }
            }
        }
        ends
    }
}

/// Other flows use the results of a flow: definitions that reach an exit reach every node of
/// another flow.
fn find_last_definitions(graph: &mut EventGraph) {
    let count = graph.nodes.len();
    let mut reaching: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); count];
    let defined = |node: &EventNode| match &node.event {
        Event::Definition(variables) => variables.clone(),
        _ => Vec::new(),
    };
    for _ in 0..count {
        for node in 0..count {
            let killed = defined(&graph.nodes[node]);
            let mut end: BTreeSet<u32> = reaching[node].clone();
            end.retain(|&other| defined(&graph.nodes[other as usize]) != killed || killed.is_empty());
            if !killed.is_empty() {
                end.insert(node as u32);
            }
            let mut next = graph.nodes[node].successors.clone();
            if graph.nodes[node].event == Event::Exit && graph.nodes[node].flow > 0 {
                next.extend(0..graph.nodes.iter().filter(|node| node.flow == 0).count() as u32);
            }
            next.iter().for_each(|&next| reaching[next as usize].extend(&end));
        }
    }
    for (node, reaching) in reaching.iter().enumerate() {
        let mut uses = std::mem::take(&mut graph.nodes[node].uses);
        for used in &mut uses {
            let concerns = |other: &&u32| defined(&graph.nodes[**other as usize]).contains(&used.variable);
            used.definitions = reaching.iter().filter(concerns).copied().collect();
        }
        graph.nodes[node].uses = uses;
    }
}
