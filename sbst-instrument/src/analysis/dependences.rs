//! Control dependence between the numbered conditions of a function.
//!
//! A condition is evaluated only if one of the branches that it depends on is taken. To ensure
//! this, and to find the branches that come first:
//!
//! 1. Nodes without a number are skipped: their dependents depend on the branches of these nodes.
//! 2. A dependence on the entry does not count. In the graph of a closure or an `async` block, it
//!    is one on the branches of the place of creation.
//! 3. A branch that is only reached through the condition itself leads to a repeated evaluation,
//!    and is left out.
//! 4. The absence of code under a `#[cfg]` that leaves is skipped only if no other branch is found:
//!    the code decides if it is present.
//! 5. If both outcomes of a condition are found, other conditions decide, and it is skipped as
//!    well.

use super::control_dependence::ControlDependence;
use super::control_flow::{ControlFlow, Label, NodeKind, ENTRY};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Branch {
    pub condition: usize,
    pub outcome: bool,
}

/// For each condition of a function, the branches before it; one of them must be taken for its
/// evaluation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConditionDependences {
    /// By number of the condition, sorted. Empty if the condition is always evaluated or its
    /// branches are unknown.
    pub of: Vec<Vec<Branch>>,
}

impl ConditionDependences {
    /// The dependences of the conditions at these nodes.
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

/// The branches that a node is control dependent on by the definition, those for its repeated
/// execution included. A `for` decides before each iteration, and the calls of a closure are
/// unknown. Nodes without a number are skipped.
pub fn controlling_branches(
    flows: &[ControlFlow],
    dependence: &[ControlDependence],
    flow: usize,
    node: usize,
) -> Vec<Branch> {
    let mut found = Vec::new();
    let nodes = &flows[flow].nodes;
    let own = nodes[node].kind.number();
    // For a `for`, also the dependences of its further iterations.
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

/// The branches before a node, one of which must be taken for its execution; empty if it always
/// executes.
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
    /// The conditions found, with their graphs and nodes.
    found: Vec<(Branch, (usize, usize))>,
    seen: Vec<(usize, usize)>,
    /// The branches to skip if no others are found (rule 4).
    absent: Vec<(usize, usize)>,
    /// True if a path from the entry passes no condition.
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

    /// Rule 5. A node is skipped only once, so the loop ends.
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
