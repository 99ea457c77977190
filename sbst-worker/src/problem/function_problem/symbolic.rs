//! Symbolic execution of the target.
//!
//! 1. The variables are the slots of the test case, by their indices.
//! 2. The *structure* is the rest of the test case: calls, variants, and which characters of a text
//!    are ASCII. Lengths belong to the structure although they are variables: another length
//!    changes the set of variables. No clause with a length is exact.
//! 3. Slots in one argument belong to one object, and share a name.

use super::FunctionProblem;
use sbst_algorithms::path_condition::{Clause, Input, PathCondition};
use sbst_algorithms::slots;
use sbst_algorithms::symbolic::{Symbolic, SymbolicExecution};
use sbst_core::probe::site::{Site, NO_GOAL};
use sbst_core::probe::symbolic::{self, Concrete, Decision, Followed};
use sbst_model::slot::{Slot, SlotKind};
use sbst_model::{fingerprint, NodeKind, Shape, TestCase};
use sbst_search::{Ending, Execution, Problem};
use sbst_solver::term::Variable;
use std::collections::{HashMap, HashSet};
use std::ptr;

/// The numbers of sites, in the order of their first executions.
#[derive(Default)]
struct SiteNumbers(HashMap<usize, u32>);

impl SiteNumbers {
    fn number(&mut self, site: &'static Site) -> u32 {
        let next = self.0.len() as u32;
        *self.0.entry(ptr::from_ref(site).addr()).or_insert(next)
    }
}

/// The symbolic execution of a target.
pub(crate) struct FollowedTarget {
    parameters: Vec<&'static Shape>,
    sites: &'static [Site],
    site_numbers: SiteNumbers,
}

impl FunctionProblem {
    /// Returns the symbolic execution of the target.
    pub fn symbolic(&self) -> Symbolic {
        Symbolic::new(self.followed_target())
    }

    fn followed_target(&self) -> FollowedTarget {
        FollowedTarget {
            parameters: self.inputs.parameters.clone(),
            sites: self.target.sites,
            site_numbers: SiteNumbers::default(),
        }
    }

    /// Returns the path condition of `test` as text, for tests. A line is a clause: the goal of the
    /// other outcome or `-`, then `=` if the clause is exact, else `~`, and its term.
    pub fn path_condition(&mut self, test: &TestCase) -> Vec<String> {
        let condition = self.followed_target().execute(self, test, &mut Execution::default());
        let clauses = condition.clauses.iter().map(|clause| {
            let goal = clause.other_goal.map_or(String::from("-"), |goal| goal.to_string());
            let exact = if clause.is_exact { "=" } else { "~" };
            format!("{goal} {exact} {}", condition.pool.text(clause.term))
        });
        clauses.collect()
    }
}

impl SymbolicExecution for FollowedTarget {
    fn execute(
        &mut self,
        problem: &mut dyn Problem,
        test: &TestCase,
        execution: &mut Execution,
    ) -> PathCondition {
        let slots = slots::slots(&self.parameters, test);
        let slot = |node| slots.iter().position(|slot| slot.node == node && slot.character.is_none());
        symbolic::begin(&slots, self.sites, test.children(0).map(slot).collect());
        problem.evaluate(test, execution);
        let followed = symbolic::end();
        // The function was not executed if its arguments could not be built.
        let is_executed = !execution.reached.is_empty();
        let followed = if is_executed { followed } else { Followed::default() };
        let is_closed = followed.is_closed && self.decides_alone(&followed.clauses, execution);
        let Followed { pool, clauses, is_cut, .. } = followed;
        let mut concrete: Vec<(u32, String)> = Vec::new();
        let mut rounds: HashMap<u32, u32> = HashMap::new();
        let clauses = clauses.iter().map(|clause| {
            let symbolic::Clause { decision, term, is_exact } = *clause;
            let Some(Decision { site, outcome, away, is_round, concrete: reason }) = decision else {
                return Clause::assumed(term, is_exact);
            };
            let sought = site.sought().map(|goal| (goal != NO_GOAL && !is_round).then_some(goal));
            let (goal, other_goal) = (sought[usize::from(!outcome)], sought[usize::from(outcome)]);
            let site = self.site_numbers.number(site);
            concrete.extend(reason.map(|reason| (site, reason.to_string())));
            let passes = rounds.entry(site).or_default();
            let round = *passes;
            *passes += 1;
            Clause { is_assumed: false, site, round, outcome, term, is_exact, away, goal, other_goal }
        });
        let clauses: Vec<Clause> = clauses.collect();
        if is_cut {
            concrete.push((u32::MAX, Concrete::Limit.to_string()));
        }
        PathCondition {
            pool,
            clauses,
            inputs: inputs(test, &slots),
            structure: structure(test, &slots),
            is_cut,
            is_closed,
            is_failed: execution.ending == Ending::Fault,
            concrete,
        }
    }

    fn with_values(&self, test: &TestCase, values: &[(Input, u128)]) -> Option<TestCase> {
        let values = values.iter().map(|(input, value)| (input.variable.index as usize, *value));
        Some(slots::with_values(&self.parameters, test, values))
    }
}

impl FollowedTarget {
    /// True if all conditions of an execution belong to the target, and one passed each covered
    /// goal.
    fn decides_alone(&self, clauses: &[symbolic::Clause], execution: &Execution) -> bool {
        let decisions =
            || clauses.iter().filter_map(|clause| clause.decision).filter(|passed| !passed.is_round);
        let own = self.sites.as_ptr_range();
        let passed: HashSet<u32> =
            decisions().map(|passed| passed.site.sought()[usize::from(!passed.outcome)]).collect();
        decisions().all(|passed| own.contains(&ptr::from_ref(passed.site)))
            && execution.reached.iter().all(|(goal, away)| !away.is_zero() || passed.contains(goal))
    }
}

fn inputs(test: &TestCase, slots: &[Slot]) -> Vec<Input> {
    let arguments: Vec<usize> = test.children(0).collect();
    let inputs = slots.iter().enumerate().map(|(index, slot)| {
        let argument = arguments.iter().rposition(|argument| *argument <= slot.node).unwrap_or(0) as u32;
        let is_part = slot.character.is_some() || !arguments.contains(&slot.node);
        Input {
            variable: Variable { index: index as u32, width: slot.kind.width() as u8 },
            slot: slot.node as u32,
            is_signed: false,
            value: slot.value,
            object: is_part.then_some(argument),
            name: argument,
        }
    });
    inputs.collect()
}

/// Returns the fingerprint of a test case's structure (rule 2).
fn structure(test: &TestCase, slots: &[Slot]) -> u64 {
    let is_slot =
        |node: usize| slots.iter().any(|slot| slot.node == node && !matches!(slot.kind, SlotKind::Length(_)));
    let mut text = String::new();
    for (index, node) in test.nodes().iter().enumerate() {
        let payload = match node.kind {
            NodeKind::Text => {
                test.text(index).chars().map(|c| if c.is_ascii() { 'a' } else { '?' }).collect()
            }
            _ if is_slot(index) => String::new(),
            _ => node.payload.to_string(),
        };
        text.push_str(&format!("{:?} {} {payload};", node.kind, node.length));
    }
    fingerprint::hash_text(&text)
}
