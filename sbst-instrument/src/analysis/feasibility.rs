//! Outcomes that no input reaches, by the conditions and definitions before them.
//!
//! An abstract interpretation of the control-flow graph, in sets of integers (Cousot and Cousot,
//! "Abstract interpretation: a unified lattice model for static analysis of programs by
//! construction or approximation of fixpoints", POPL 1977):
//!
//! 1. A [`Quantity`] is the value, the length or the presence of a variable, or the outcome of a
//!    comparison of variables. A fact is the set that contains a quantity.
//! 2. A branch narrows the quantities of its condition, and is not taken if a set would become
//!    empty. Where branches meet, sets are united.
//! 3. A definition of a variable ends the facts about it, and about all variables that it overlaps.
//!    A visible value begins a new fact.
//! 4. Variables that may change unseen have no facts. These are variables with an exclusive
//!    reference to them, variables changed by a closure or mentioned by a macro, and statics.
//! 5. The value of a `match` is a quantity from its first arm to its last. At the back edge of a
//!    loop, it meets a path without facts about it.
//! 6. An outcome is infeasible if its branch is never taken. Overflow ends an execution in a search
//!    build, and code after a panic is not reached.
//! 7. A condition that is not in the graph has no infeasible outcomes. Neither has any condition if
//!    the sets have not settled after `MOST_VISITS` visits to a node.

use sbst_source::span::mixed_site;
use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::TokenStream;
use quote::quote_spanned;

use super::claim::set::Set;
use super::claim::{Aspect, Operand, Quantity};
use super::control_flow::builder::{Builder, ConditionNode};
use super::control_flow::{Label, ENTRY};
use super::data_flow::{Access, VariableKind};
use super::Place;
use crate::condition::active;

/// The most visits to a node. Graphs settle within about the depth of their loops, except if a set
/// grows in small steps.
const MOST_VISITS: usize = 40;

/// The reasons why the outcomes of a condition are infeasible.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Infeasible {
    pub when_true: Option<String>,
    pub when_false: Option<String>,
    /// Predicates of `#[cfg]`: if none of them holds, the outcome "false" is infeasible, because
    /// they precede all later arms.
    pub unless: Vec<String>,
}

impl Infeasible {
    /// The infeasible outcomes in all configurations, each with the reason.
    pub fn reasons(&self) -> impl Iterator<Item = (bool, &str)> {
        let both = [(true, &self.when_true), (false, &self.when_false)].into_iter();
        both.filter_map(|(outcome, reason)| Some((outcome, reason.as_deref()?)))
    }

    /// An expression of the reasons for "true" and for "false"; empty for a feasible outcome.
    pub(crate) fn emit(&self) -> TokenStream {
        let at = mixed_site();
        let reason = |reason: &Option<String>| reason.clone().unwrap_or_default();
        let (when_true, mut when_false) = (reason(&self.when_true), reason(&self.when_false));
        if self.unless.is_empty() || !when_false.is_empty() {
            return quote_spanned!(at=> [#when_true, #when_false]);
        }
        let is_present = active(&[format!("any({})", self.unless.join(","))]);
        "no other arm is compiled".clone_into(&mut when_false);
        quote_spanned!(at=> [#when_true, if #is_present { "" } else { #when_false }])
    }
}

/// The set of a quantity, and the place at which it became known.
#[derive(Clone, Debug, PartialEq)]
struct Fact {
    set: Set,
    since: Option<Place>,
}

type Facts = BTreeMap<Quantity, Fact>;

/// The infeasible outcomes of the builder's conditions.
pub fn infeasible(builder: &Builder) -> Vec<Infeasible> {
    let interpretation = Interpretation { builder, changing: changing(builder) };
    let mut found: Vec<Infeasible> = vec![Infeasible::default(); builder.conditions.len()];
    for (met, found) in builder.conditions.iter().zip(&mut found) {
        found.unless.clone_from(&met.presence_behind);
    }
    for flow in 0..builder.flows.len() {
        let Some(states) = interpretation.solve(flow) else { continue };
        for (met, found) in builder.conditions.iter().zip(&mut found) {
            if met.at.0 == flow {
                (found.when_true, found.when_false) = interpretation.judge(met, states[met.at.1].as_ref());
            }
        }
    }
    found
}

/// Rule 4.
fn changing(builder: &Builder) -> BTreeSet<usize> {
    let recorder = &builder.recorder;
    let mut changing = builder.unseen.clone();
    for root in recorder.roots.iter().filter(|root| root.exclusive) {
        changing.extend(root.referent.map(|referent| recorder.variables[referent].root));
    }
    changing.extend(
        recorder.variables.iter().filter(|known| known.kind == VariableKind::Static).map(|known| known.root),
    );
    let nodes = builder.flows.iter().flat_map(|flow| &flow.nodes);
    for access in nodes.flat_map(|node| &node.accesses) {
        if let Access::Created(definition) = access {
            changing.insert(recorder.variables[recorder.definitions[*definition].variable].root);
        }
    }
    changing
}

struct Interpretation<'a> {
    builder: &'a Builder,
    changing: BTreeSet<usize>,
}

impl Interpretation<'_> {
    /// The facts before each node of a graph; `None` for an unreachable node.
    fn solve(&self, flow: usize) -> Option<Vec<Option<Facts>>> {
        let nodes = &self.builder.flows[flow].nodes;
        let mut conditions: BTreeMap<usize, &ConditionNode> = BTreeMap::new();
        for met in self.builder.conditions.iter().filter(|met| met.at.0 == flow) {
            conditions.insert(met.at.1, met);
        }
        let mut states: Vec<Option<Facts>> = vec![None; nodes.len()];
        states[ENTRY] = Some(Facts::new());
        let mut waiting = BTreeSet::from([ENTRY]);
        let mut visits = vec![0; nodes.len()];
        while let Some(node) = waiting.pop_first() {
            visits[node] += 1;
            if visits[node] > MOST_VISITS {
                return None;
            }
            let mut facts = states[node].clone().unwrap_or_default();
            nodes[node].accesses.iter().for_each(|&access| self.apply(access, &mut facts));
            for edge in &nodes[node].successors {
                let taken = match (conditions.get(&node), edge.label) {
                    (Some(met), Label::True) => self.narrowed(met, &facts, true).ok(),
                    (Some(met), Label::False) => self.narrowed(met, &facts, false).ok(),
                    _ => Some(facts.clone()),
                };
                if taken.is_some_and(|taken| join(&mut states[edge.to], taken)) {
                    waiting.insert(edge.to);
                }
            }
        }
        Some(states)
    }

    /// Rule 3.
    fn apply(&self, access: Access, facts: &mut Facts) {
        let Access::Definition(number) = access else { return };
        let recorder = &self.builder.recorder;
        let definition = &recorder.definitions[number];
        let defined = &recorder.variables[definition.variable];
        let given = self.builder.facts.get(&number).map(|given| {
            let given = given.iter().map(|(aspect, operand)| (aspect.clone(), self.known(operand, facts)));
            given.collect::<Vec<_>>()
        });
        facts.retain(|quantity, _| {
            !quantity.of.iter().any(|&variable| defined.overlaps(&recorder.variables[variable]))
        });
        for (aspect, set) in given.into_iter().flatten() {
            let quantity = Quantity { aspect, of: vec![definition.variable] };
            if !self.may_change(&quantity) && !set.is_all() {
                facts.insert(quantity, Fact { set, since: Some(definition.place) });
            }
        }
    }

    fn may_change(&self, quantity: &Quantity) -> bool {
        let root = |&variable: &usize| self.builder.recorder.variables[variable].root;
        quantity.of.iter().any(|variable| self.changing.contains(&root(variable)))
    }

    fn known(&self, operand: &Operand, facts: &Facts) -> Set {
        match operand.quantity.as_ref().and_then(|quantity| facts.get(quantity)) {
            Some(fact) => operand.always.intersection(&fact.set.shifted(operand.more)),
            None => operand.always.clone(),
        }
    }

    /// The facts after an outcome of a condition, or the reason why the outcome is infeasible.
    fn narrowed(&self, met: &ConditionNode, facts: &Facts, outcome: bool) -> Result<Facts, String> {
        let mut facts = facts.clone();
        let place = self.builder.flows[met.at.0].nodes[met.at.1].place;
        for claim in &met.claims {
            let before = facts.clone();
            let mut failed = None;
            claim.narrow(outcome, &|operand| self.known(operand, &before), &mut |operand, set| {
                let known = self.known(operand, &facts);
                let left = known.intersection(&set);
                if left.is_empty() {
                    // A reason by a query is preferred to one by a constant.
                    let is_queried = operand.quantity.is_some();
                    if failed.as_ref().is_none_or(|(was_queried, _)| is_queried && !was_queried) {
                        failed = Some((is_queried, self.reason(operand, &known, &before)));
                    }
                } else if let Some(quantity) = &operand.quantity {
                    if left != known && !self.may_change(quantity) {
                        let set = left.shifted(-operand.more);
                        facts.insert(quantity.clone(), Fact { set, since: Some(place) });
                    }
                }
            });
            if let Some((_, reason)) = failed {
                return Err(reason);
            }
        }
        Ok(facts)
    }

    fn judge(&self, met: &ConditionNode, facts: Option<&Facts>) -> (Option<String>, Option<String>) {
        let Some(facts) = facts else {
            let reason = || Some("nothing leads here".to_owned());
            return (reason(), reason());
        };
        let mut facts = facts.clone();
        let node = &self.builder.flows[met.at.0].nodes[met.at.1];
        node.accesses.iter().for_each(|&access| self.apply(access, &mut facts));
        let reason = |outcome| self.narrowed(met, &facts, outcome).err();
        // If both were infeasible, the claims would be wrong.
        match (reason(true), reason(false)) {
            (Some(_), Some(_)) => (None, None),
            reasons => reasons,
        }
    }

    fn reason(&self, operand: &Operand, known: &Set, facts: &Facts) -> String {
        let known = &known.shifted(-operand.more);
        let Some(quantity) = &operand.quantity else { return format!("{} is always {known}", operand.name) };
        let since = match facts.get(quantity).and_then(|fact| fact.since) {
            Some(place) => format!(" since line {}", place.line),
            None => String::new(),
        };
        let name = |variable: usize| {
            let name = &self.builder.recorder.variables[variable].name;
            name.split('#').next().unwrap_or(name).to_owned()
        };
        match &quantity.aspect {
            Aspect::Value => format!("`{}` is {known}{since}", name(quantity.of[0])),
            Aspect::Matched(_) => format!("the matched value is {known}{since}"),
            Aspect::Length => format!("the length of `{}` is {known}{since}", name(quantity.of[0])),
            Aspect::Presence => {
                let variant = if known.single() == Some(1) { "`Some` or `Ok`" } else { "`None` or `Err`" };
                format!("`{}` is {variant}{since}", name(quantity.of[0]))
            }
            Aspect::Outcome(_) => format!("it is {}{since}", known.single() == Some(1)),
        }
    }
}

/// Unites the facts at a node with those from another node; true if fewer remain.
fn join(state: &mut Option<Facts>, more: Facts) -> bool {
    let Some(facts) = state else {
        *state = Some(more);
        return true;
    };
    let before = facts.clone();
    facts.retain(|quantity, _| more.contains_key(quantity));
    for (quantity, fact) in facts.iter_mut() {
        let other = &more[quantity];
        let union = fact.set.union(&other.set);
        if union != fact.set {
            *fact = Fact { set: union, since: fact.since.filter(|_| fact.since == other.since) };
        } else if fact.since != other.since {
            fact.since = None;
        }
    }
    facts.retain(|_, fact| !fact.set.is_all());
    *facts != before
}

#[cfg(test)]
mod tests;
