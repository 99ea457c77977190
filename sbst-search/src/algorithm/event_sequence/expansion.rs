//! The sequences that follow from the failure of one (McMinn and Holcombe, sections 4 and 5). Also
//! Ferguson and Korel, "The chaining approach for software test data generation", TOSEM 5 (1),
//! 1996.
//!
//! 1. Let p be the first problem node of the best test for a sequence, and e the event missed
//!    because of it. For each last definition d of a variable v that p uses, one sequence has (d,
//!    {v}) and (p, ∅) before e.
//! 2. If p is already an event before e, its last definitions did not help. Then the *influencing
//!    set* counts: variables used by p without a constraint set there, and those used by the
//!    definitions before p. These definitions became events after p had become a problem. Each last
//!    definition of one of these variables comes before the event that uses it. Level by level
//!    these are all definitions with an influence on p.
//! 3. Sequences are ordered by the events that use a variable, p first, then by the variables, then
//!    by the definitions in the source.
//!
//! # Propagation of constraint sets
//! 4. The definition and the problem node are placed where a set C must be kept. They keep it too:
//!    (d, C ∪ {v}), (p, C). A definition that would change a variable of C is skipped.
//! 5. A definition need not be directly before the event that uses it: two flags may be set in
//!    either order. It has the last place between events with a way from the event before and a way
//!    to the next. Neither way may define a variable to be kept. The events between it and the use
//!    keep v, too.
//! 6. An event that defines v is never between a definition of v and its use. Parameters are no
//!    events.

use super::flow::Flow;
use super::sequence::{Event, EventSequence, Problem};
use sbst_model::event_graph::Event as Node;

/// Returns the sequences that follow from the failure of one (rules 1 and 2).
pub fn expand(flow: &Flow, sequence: &EventSequence, problem: Problem) -> Vec<EventSequence> {
    let node = flow.condition(problem.condition);
    let mut sequence = sequence.clone();
    let before = problem.event;
    let is_there = before > 0 && sequence[before - 1].node == node;
    let at = if is_there { before - 1 } else { before };
    if !is_there {
        let kept = kept_before(&sequence, at);
        sequence.insert(at, Event { node, kept });
    }
    let is_definition = |&index: &usize| matches!(flow.node(sequence[index].node).event, Node::Definition(_));
    let definitions = (0..at).rev().take_while(is_definition);
    let users = std::iter::once(at).chain(definitions.take_while(|_| is_there));
    users.flat_map(|user| before_user(flow, &sequence, user)).collect()
}

/// Returns the sequences with a last definition of a variable before an event that uses it.
fn before_user(flow: &Flow, sequence: &EventSequence, user: usize) -> Vec<EventSequence> {
    let kept = kept_before(sequence, user);
    let uses = &flow.node(sequence[user].node).uses;
    let open = uses.iter().filter(|used| !kept.contains(&used.variable));
    let pairs = open.flat_map(|used| used.definitions.iter().map(|&node| (node, used.variable)));
    pairs.filter_map(|(definition, variable)| insert(flow, sequence, user, definition, variable)).collect()
}

/// Rules 4 to 6.
fn insert(
    flow: &Flow,
    sequence: &EventSequence,
    user: usize,
    definition: u32,
    variable: u32,
) -> Option<EventSequence> {
    for at in (0..=user).rev() {
        let mut kept = kept_before(sequence, at);
        let violates = flow.defined(definition).iter().any(|variable| kept.contains(variable));
        let is_reached = |kept: &[u32]| match at.checked_sub(1) {
            Some(before) => flow.reaches(sequence[before].node, definition, kept),
            None => true,
        };
        let follows = is_reached(&kept);
        if !kept.contains(&variable) {
            kept.push(variable);
            kept.sort_unstable();
        }
        if !violates && follows && flow.reaches(definition, sequence[at].node, &kept) {
            let mut found = sequence.clone();
            for event in &mut found[at..user] {
                if !event.kept.contains(&variable) {
                    event.kept.push(variable);
                    event.kept.sort_unstable();
                }
            }
            found.insert(at, Event { node: definition, kept });
            return Some(found);
        }
        let before = at.checked_sub(1)?;
        if flow.defined(sequence[before].node).contains(&variable) {
            return None;
        }
    }
    None
}

/// Returns the constraint set that must be kept at the place of an event.
fn kept_before(sequence: &EventSequence, at: usize) -> Vec<u32> {
    at.checked_sub(1).map_or_else(Vec::new, |before| sequence[before].kept.clone())
}
