//! Control dependence between the numbered conditions of a function.
//!
//! A condition is evaluated only if one of the branches that it depends on is taken. So that this
//! is true, and says what has to come first:
//!
//! 1. Nodes without a number are looked through: what depends on one depends on what that depends
//!    on.
//! 2. What depends on the entry depends on nothing. In the graph of a closure or an `async` block,
//!    it depends on what the place depends on where that is created.
//! 3. A branch that is only reached through the condition itself says how it comes to be evaluated
//!    again: it is left out.
//! 4. What stands before a `#[cfg]` in whose code there is something that leaves is looked through
//!    only if there is nothing else: if that code is there, it decides.
//! 5. Where both outcomes of a condition are found, something else decides, and the condition is
//!    looked through as well.

use super::control_dependence::ControlDependence;
use super::control_flow::{ControlFlow, Label, NodeKind, ENTRY};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Branch {
    pub condition: usize,
    pub outcome: bool,
}

/// For each condition of a function the branches of which one must be taken for it to be evaluated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConditionDependences {
    /// By number of the condition; sorted, and none if it is always evaluated or nothing is known
    /// of it.
    pub of: Vec<Vec<Branch>>,
}

impl ConditionDependences {
    /// The dependences of the conditions whose graphs and nodes are given.
    pub fn from_flows(
        flows: &[ControlFlow],
        dependence: &[ControlDependence],
        nodes: impl IntoIterator<Item = Option<(usize, usize)>>,
    ) -> ConditionDependences {
        let branches = |node| match node {
            Some((flow, node)) => branches_before(flows, dependence, flow, node),
            None => Vec::new(),
        };
        ConditionDependences { of: nodes.into_iter().map(branches).collect() }
    }

    /// Pairs of a condition and a branch that it depends on.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, Branch)> + '_ {
        let of = self.of.iter().enumerate();
        of.flat_map(|(condition, branches)| branches.iter().map(move |&branch| (condition, branch)))
    }
}

/// The branches that a node is control dependent on, as the definition has it: also those after
/// which it is executed once more. A `for` decides before each iteration, and it is not told when a
/// closure is called. Nodes without a number are looked through.
pub fn controlling_branches(
    flows: &[ControlFlow],
    dependence: &[ControlDependence],
    flow: usize,
    node: usize,
) -> Vec<Branch> {
    let mut found = Vec::new();
    let nodes = &flows[flow].nodes;
    let own = nodes[node].kind.number();
    // For a `for`, what its further iterations depend on as well.
    let is_same = |&other: &usize| other == node || own.is_some() && nodes[other].kind.number() == own;
    let mut seen: Vec<usize> = (0..nodes.len()).filter(is_same).collect();
    let mut next = 0;
    while let Some(&looked_through) = seen.get(next) {
        next += 1;
        for &(on, label) in &dependence[flow].on[looked_through] {
            match (nodes[on].kind.number(), label) {
                _ if is_same(&on) => {}
                (Some(condition), Label::True | Label::False) => {
                    found.push(Branch { condition, outcome: label == Label::True });
                }
                _ if !seen.contains(&on) => seen.push(on),
                _ => {}
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The branches of which one must be taken for a node to be executed; none if it always is.
pub fn branches_before(
    flows: &[ControlFlow],
    dependence: &[ControlDependence],
    flow: usize,
    node: usize,
) -> Vec<Branch> {
    let mut search = Search { flows, dependence, origin: (flow, node), ..Search::default() };
    if dependence[flow].dominators.is_reachable(node) {
        search.look_through(flow, node);
    }
    while let Some((flow, node)) = search.absent.pop() {
        if search.found.is_empty() && !search.is_always {
            search.look_through(flow, node);
        }
    }
    search.look_through_undecided();
    let mut found: Vec<Branch> = search.found.into_iter().map(|found| found.0).collect();
    if search.is_always {
        found.clear();
    }
    found.sort_unstable();
    found.dedup();
    found
}

#[derive(Default)]
struct Search<'a> {
    flows: &'a [ControlFlow],
    dependence: &'a [ControlDependence],
    origin: (usize, usize),
    /// The condition that was found, with its graph and node.
    found: Vec<(Branch, (usize, usize))>,
    seen: Vec<(usize, usize)>,
    /// The branches to be looked through if nothing else is found (rule 4).
    absent: Vec<(usize, usize)>,
    /// True if there is a way from the entry that no condition decides on.
    is_always: bool,
}

impl Search<'_> {
    fn look_through(&mut self, flow: usize, node: usize) {
        if self.seen.contains(&(flow, node)) {
            return;
        }
        self.seen.push((flow, node));
        for &(on, label) in &self.dependence[flow].on[node] {
            let (origin_flow, origin) = self.origin;
            if flow == origin_flow && self.dependence[flow].dominators.dominates(origin, on) {
                continue;
            }
            match (self.flows[flow].nodes[on].kind, label) {
                _ if self.seen.contains(&(flow, on)) => {}
                (NodeKind::Condition(_, Some(condition)), Label::True | Label::False) => {
                    let outcome = label == Label::True;
                    self.found.push((Branch { condition, outcome }, (flow, on)));
                }
                (NodeKind::Presence, Label::False) => self.absent.push((flow, on)),
                _ if on == ENTRY => match self.flows[flow].created_at {
                    Some((around, creation)) => self.look_through(around, creation),
                    None => self.is_always = true,
                },
                _ => self.look_through(flow, on),
            }
        }
    }

    /// Rule 5. What was looked through is not found again, so this comes to an end.
    fn look_through_undecided(&mut self) {
        let mut checked = 0;
        while let Some(&(branch, (flow, node))) = self.found.get(checked) {
            let other = Branch { outcome: !branch.outcome, ..branch };
            if self.found.iter().any(|found| found.0 == other) {
                self.found.retain(|found| found.0.condition != branch.condition);
                self.look_through(flow, node);
                checked = 0;
            } else {
                checked += 1;
            }
        }
    }
}
