//! The events passed by an execution, and the paths of control flow.
//!
//! A path has conditions only. The definitions between two of them follow from the event graph:
//!
//! 1. Between an outcome and the next condition of a flow, the executed definitions are those on
//!    every way without another condition.
//! 2. A new flow starts from its entry. A flow has started again if its last outcome does not lead
//!    to its next condition, or if it is not open.
//! 3. A condition of an open flow ends all flows opened after it: the definitions on every way to
//!    their exits were executed. So does the end of the path, and another call of the test case. A
//!    new flow ends the flows that do not call it.
//!
//! Recursion is not distinguished from a continuing flow. A panic between two conditions is
//! invisible.

use crate::evaluation::events::Events;
use sbst_model::event_graph::{Event, EventNode};
use sbst_model::path::{Path, Step};
use std::collections::HashMap;
use std::rc::Rc;

/// An event of an execution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Passed {
    Condition(Step),
    /// The node of a definition.
    Definition(u32),
}

/// The event graph, with look-up by condition and by flow.
#[derive(Debug)]
pub struct Flow {
    events: Rc<Events>,
    /// The nodes of the conditions, and those of their outcomes, false and true.
    conditions: Vec<(u32, [u32; 2])>,
    /// The entries and exits of the flows.
    ends: Vec<(u32, u32)>,
    /// The definitions between two nodes, as far as they were needed. Never iterated over.
    between: HashMap<(u32, u32), Option<Rc<[u32]>>>,
    /// The open flows, the innermost last, each with its last outcome or its entry.
    open: Vec<(u32, u32)>,
}

/// A node outside of the graph.
const NOWHERE: u32 = u32::MAX;

impl Flow {
    pub fn new(events: Rc<Events>) -> Flow {
        let graph = &events.graph;
        let mut conditions = Vec::new();
        let mut ends = Vec::new();
        for (number, node) in (0u32..).zip(&graph.nodes) {
            let flow = at(&mut ends, node.flow, (NOWHERE, NOWHERE));
            match node.event {
                Event::Entry => flow.0 = number,
                Event::Exit => flow.1 = number,
                Event::Condition(condition) => at(&mut conditions, condition, UNKNOWN).0 = number,
                Event::Outcome(condition, outcome) => {
                    at(&mut conditions, condition, UNKNOWN).1[usize::from(outcome)] = number;
                }
                Event::Definition(_) => {}
            }
        }
        Flow { events, conditions, ends, between: HashMap::new(), open: Vec::new() }
    }

    pub fn node(&self, node: u32) -> &EventNode {
        &self.events.graph.nodes[node as usize]
    }

    /// Returns the node of a goal's outcome.
    pub fn goal(&self, goal: u32) -> Option<u32> {
        self.events.outcomes.get(goal as usize).copied().flatten()
    }

    /// Returns the goal of an outcome's node.
    pub(crate) fn find_goal(&self, node: u32) -> Option<u32> {
        (0..).zip(&self.events.outcomes).find(|(_, outcome)| **outcome == Some(node)).map(|found| found.0)
    }

    pub fn condition(&self, condition: u32) -> u32 {
        self.conditions[condition as usize].0
    }

    pub(crate) fn outcome(&self, condition: u32, outcome: bool) -> u32 {
        self.conditions[condition as usize].1[usize::from(outcome)]
    }

    pub(crate) fn conditions(&self) -> usize {
        self.conditions.len()
    }

    /// Returns the variables that a node defines.
    pub(crate) fn defined(&self, node: u32) -> &[u32] {
        match &self.node(node).event {
            Event::Definition(variables) => variables,
            _ => &[],
        }
    }

    /// Writes the events of an execution with this path into `passed`.
    pub fn pass(&mut self, path: &Path, passed: &mut Vec<Passed>) {
        passed.clear();
        self.open.clear();
        let mut entries = path.entries.iter().peekable();
        for (number, &step) in path.steps.iter().enumerate() {
            while let Some(&(_, flow)) = entries.next_if(|(before, _)| *before <= number) {
                self.enter(flow, passed);
            }
            let Some(&(node, outcomes)) = self.conditions.get(step.condition as usize) else { continue };
            let flow = self.node(node).flow;
            match self.open.iter().rposition(|open| open.0 == flow) {
                Some(index) => {
                    while self.open.len() > index + 1 {
                        self.close(passed);
                    }
                    if self.lead(self.open[index].1, node, passed) {
                        self.open[index].1 = outcomes[usize::from(step.outcome)];
                    } else {
                        self.close(passed);
                        self.begin(flow, node, outcomes[usize::from(step.outcome)], passed);
                    }
                }
                None => self.begin(flow, node, outcomes[usize::from(step.outcome)], passed),
            }
            passed.push(Passed::Condition(step));
        }
        // Events after the last recorded step are unknown.
        if path.steps.len() < Path::MOST {
            entries.for_each(|&(_, flow)| self.enter(flow, passed));
            while !self.open.is_empty() {
                self.close(passed);
            }
        }
    }

    /// Begins the flow of a call of the test case.
    fn enter(&mut self, flow: u32, passed: &mut Vec<Passed>) {
        while !self.open.is_empty() {
            self.close(passed);
        }
        self.open.extend(self.ends.get(flow as usize).map(|&(entry, _)| (flow, entry)));
    }

    fn begin(&mut self, flow: u32, node: u32, outcome: u32, passed: &mut Vec<Passed>) {
        while let Some(&(innermost, _)) = self.open.last() {
            let callers = self.events.graph.callers.get(flow as usize);
            if callers.is_some_and(|callers| callers.contains(&innermost)) {
                break;
            }
            self.close(passed);
        }
        let (entry, _) = self.ends[flow as usize];
        self.lead(entry, node, passed);
        self.open.push((flow, outcome));
    }

    /// Ends the innermost open flow.
    fn close(&mut self, passed: &mut Vec<Passed>) {
        if let Some((flow, last)) = self.open.pop() {
            let (_, exit) = self.ends[flow as usize];
            self.lead(last, exit, passed);
        }
    }

    /// Adds the definitions between two nodes. True if such a path exists.
    fn lead(&mut self, from: u32, to: u32, passed: &mut Vec<Passed>) -> bool {
        if from == NOWHERE || to == NOWHERE {
            return false;
        }
        let nodes = &self.events.graph.nodes;
        let known = self.between.entry((from, to));
        let Some(definitions) = known.or_insert_with(|| between(nodes, from, to)) else { return false };
        passed.extend(definitions.iter().map(|&definition| Passed::Definition(definition)));
        true
    }

    /// True if a path leads from one node to another without a definition of one of `kept`. Between
    /// different flows this is unknown, and assumed.
    pub(crate) fn reaches(&self, from: u32, to: u32, kept: &[u32]) -> bool {
        if self.node(from).flow != self.node(to).flow {
            return true;
        }
        let mut seen = vec![false; self.events.graph.nodes.len()];
        let mut waiting = vec![from];
        while let Some(node) = waiting.pop() {
            for &next in &self.node(node).successors {
                if next == to {
                    return true;
                }
                let violates = self.defined(next).iter().any(|variable| kept.contains(variable));
                if !violates && !std::mem::replace(&mut seen[next as usize], true) {
                    waiting.push(next);
                }
            }
        }
        false
    }
}

const UNKNOWN: (u32, [u32; 2]) = (NOWHERE, [NOWHERE; 2]);

fn at<T: Clone>(all: &mut Vec<T>, index: u32, nothing: T) -> &mut T {
    if all.len() <= index as usize {
        all.resize(index as usize + 1, nothing);
    }
    &mut all[index as usize]
}

/// Returns the definitions on every way between two nodes, in order; `None` without a way.
fn between(nodes: &[EventNode], from: u32, to: u32) -> Option<Rc<[u32]>> {
    let way = way(nodes, from, to, None)?;
    let is_on_every = |&definition: &u32| self::way(nodes, from, to, Some(definition)).is_none();
    Some(way.into_iter().filter(is_on_every).collect())
}

/// Returns the definitions on one way between two nodes that avoids one node.
fn way(nodes: &[EventNode], from: u32, to: u32, avoided: Option<u32>) -> Option<Vec<u32>> {
    let mut before: HashMap<u32, u32> = HashMap::new();
    let mut waiting = vec![from];
    while let Some(node) = waiting.pop() {
        for &next in &nodes[node as usize].successors {
            if next == to {
                let back = std::iter::successors(Some(node), |node| before.get(node).copied());
                let mut way: Vec<u32> = back.filter(|&node| node != from).collect();
                way.reverse();
                return Some(way);
            }
            let is_definition = matches!(nodes[next as usize].event, Event::Definition(_));
            if is_definition && Some(next) != avoided && next != from && !before.contains_key(&next) {
                before.insert(next, node);
                waiting.push(next);
            }
        }
    }
    None
}
