//! How likely a method sets a field: the score of the paper's section 3.2.2.
//!
//! A *path* p = m₁ … mₙ of calls leads from a method to one that sets the field. With nv, the number of inputs of m₁ that the
//! set value depends on, and comp(mᵢ), the share of the branches of mᵢ that lead on to the call of mᵢ₊₁, or to where the field
//! is set,
//!
//! > score(p) = nv · (comp(m₁) + … + comp(mₙ)) / n, and score(m) is the greatest one of the paths from m.
//!
//! The object itself is an input (the paper counts "its parameters and accessed instance fields"): without it, a method
//! without parameters would never be called, whereas in the paper's example one is in a seventh of all cases. What
//! makes an object has none yet: a constructor without arguments sets nothing to what a search could choose.

use std::collections::BTreeMap;

use super::program::Program;
use crate::analysis::Analysis;
use sbst_instrument::analysis::control_flow::{ControlFlow, Label, NodeKind, ENTRY};
use sbst_instrument::analysis::data_flow::Access;
use sbst_instrument::analysis::Place;

/// Scores of paths of calls.
pub struct Likelihood<'p> {
    program: &'p Program,
    analyses: BTreeMap<usize, Analysis>,
}

impl<'p> Likelihood<'p> {
    /// Those in this program.
    pub fn new(program: &'p Program) -> Likelihood<'p> {
        Likelihood { program, analyses: BTreeMap::new() }
    }

    /// score(p) of a path: functions, each with the place in it that leads on.
    pub fn score(&mut self, inputs: usize, path: &[(usize, Place)]) -> f64 {
        let sum: f64 = path.iter().map(|&(function, place)| self.comp(function, place)).sum();
        inputs as f64 * sum / path.len().max(1) as f64
    }

    /// comp(m): the share of the branches of a function that lead to what begins at `place`; all of them if there are none.
    ///
    /// A branch of a condition that is only evaluated afterwards has not led away.
    pub fn comp(&mut self, function: usize, place: Place) -> f64 {
        let item = &self.program.functions[function];
        let analysis = self.analyses.entry(function);
        let analysis = analysis.or_insert_with(|| Analysis::of(&item.signature, &item.body));
        let Some((graph, node)) = node_at(analysis, place) else { return 1.0 };
        let flow = &analysis.graphs[graph];
        let before = reachable(flow, ENTRY, Some(node));
        let (mut all, mut leading) = (0, 0);
        for (index, condition) in flow.nodes.iter().enumerate() {
            if !matches!(condition.kind, NodeKind::Condition(_, Some(_))) {
                continue;
            }
            for edge in
                condition.successors.iter().filter(|edge| matches!(edge.label, Label::True | Label::False))
            {
                let leads = !before[index] || index == node || reachable(flow, edge.to, None)[node];
                all += 1;
                leading += usize::from(leads);
            }
        }
        if all == 0 {
            1.0
        } else {
            f64::from(leading as u32) / f64::from(all)
        }
    }
}

/// The graph and the node in which something is evaluated that begins at `place`.
fn node_at(analysis: &Analysis, place: Place) -> Option<(usize, usize)> {
    let begins = |access: &Access| match *access {
        Access::Use(used) => analysis.uses[used].place == place,
        Access::Definition(definition) => analysis.definitions[definition].place == place,
        Access::Created(_) => false,
    };
    let all = || {
        let graphs = analysis.graphs.iter().enumerate();
        graphs
            .flat_map(|(graph, flow)| flow.nodes.iter().enumerate().map(move |(node, at)| (graph, node, at)))
    };
    let exact = all().find(|(_, _, node)| node.accesses.iter().any(begins));
    // the last one that begins before it, the statement rather than what is in it
    let around = || {
        let before = all().filter(|(_, _, node)| node.place != Place::default() && node.place <= place);
        before.max_by_key(|(_, _, node)| (node.place, node.kind == NodeKind::Statement))
    };
    exact.or_else(around).map(|(graph, node, _)| (graph, node))
}

/// The nodes to which a way leads from one, this one included. `without` is not passed.
fn reachable(flow: &ControlFlow, from: usize, without: Option<usize>) -> Vec<bool> {
    let mut found = vec![false; flow.nodes.len()];
    let mut waiting = vec![from];
    while let Some(node) = waiting.pop() {
        if !std::mem::replace(&mut found[node], true) && Some(node) != without {
            waiting.extend(flow.nodes[node].successors.iter().map(|edge| edge.to));
        }
    }
    found
}
