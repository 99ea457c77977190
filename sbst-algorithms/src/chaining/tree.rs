//! The tree of event sequences (McMinn and Holcombe, sections 4 and 5).
//!
//! 1. The root is the goal alone, ⟨(goal, ∅)⟩.
//! 2. The children of a sequence [follow](expand) from its failure.
//! 3. Sequences are tried breadth first; those of one parent in their order.
//! 4. The tree is explored to a depth of 5.
//! 5. A sequence is made only once.

use sbst_search::algorithm::event_sequence::expansion::expand;
use sbst_search::algorithm::event_sequence::flow::Flow;
use sbst_search::algorithm::event_sequence::sequence::{Event, EventSequence, Problem};
use std::collections::{HashSet, VecDeque};

/// The depth of the tree (rule 4).
const DEPTH: u32 = 5;

/// The remaining sequences.
#[derive(Debug)]
pub(crate) struct Tree {
    waiting: VecDeque<(u32, EventSequence)>,
    /// The sequences made so far, for look-up only.
    known: HashSet<EventSequence>,
}

impl Tree {
    /// Rule 1.
    pub(crate) fn new(goal: u32) -> Tree {
        let root = vec![Event { node: goal, kept: Vec::new() }];
        Tree { waiting: VecDeque::from([(0, root.clone())]), known: HashSet::from([root]) }
    }

    /// The next sequence to try, with its depth.
    pub(crate) fn first(&self) -> Option<&(u32, EventSequence)> {
        self.waiting.front()
    }

    /// Appends the sequences that follow from the failure of the first one.
    pub(crate) fn expand(&mut self, flow: &Flow, problem: Option<Problem>) {
        let Some((depth, sequence)) = self.waiting.pop_front() else { return };
        let Some(problem) = problem.filter(|_| depth < DEPTH) else { return };
        for child in expand(flow, &sequence, problem) {
            if self.known.insert(child.clone()) {
                self.waiting.push_back((depth + 1, child));
            }
        }
    }
}
