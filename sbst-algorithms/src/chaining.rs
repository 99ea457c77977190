//! Evolutionary testing with the chaining approach.
//!
//! McMinn and Holcombe, "Hybridizing Evolutionary Testing with the Chaining Approach", GECCO 2004.
//!
//! 1. Each goal has a tree of event sequences (`chaining/tree.rs`). The search for the first one is
//!    [evolutionary testing](super::evolutionary_testing) unchanged.
//! 2. When a search fails, the path of its best test is recorded once more. Its first problem node
//!    determines the next sequences.
//! 3. Each sequence is searched for with the same evolutionary search and its own fitness
//!    (`chaining/sequence.rs`). The search ends when the goal is covered, after 50 generations
//!    without improvement, or after 200 in all.
//! 4. Between two conditions, the definitions that were executed follow from the event graph
//!    (`chaining/flow.rs`). A problem without such a graph is searched by evolutionary testing.
//!
//! # Details that the paper leaves open
//! 5. A turn of a goal continues with the sequence in which the last one ended. When a tree has
//!    been explored, it is begun again with other random numbers.
//! 6. While a tree is explored for the first time, a new sequence and a better fitness for it count
//!    as progress, which prolongs the search.

pub(crate) mod tree;
#[cfg(test)]
mod tests;

use crate::evolutionary_testing::{self, Evolution, Parameters};
use crate::goals_in_turn::{search_all, search_one, Failed, Turn, TurnOver};
use sbst_model::{messages::Stopped, TestCase};
use sbst_search::algorithm::event_sequence::flow::Flow;
use sbst_search::algorithm::event_sequence::pursuit::SequencePursuit;
use sbst_search::algorithm::event_sequence::sequence::Measure;
use sbst_search::evaluation::evaluator::Evaluator;
use sbst_search::evaluation::events::Events;
use sbst_search::operator::Operators;
use std::rc::Rc;
use tree::Tree;

/// Covers goal by goal until the evaluator stops. First populations have the `initial` tests.
pub fn search(
    evaluator: &mut Evaluator<'_>,
    operators: &mut Operators,
    initial: &[TestCase],
    parameters: &Parameters,
) -> Stopped {
    let Some(events) = evaluator.events() else {
        return evolutionary_testing::search(evaluator, operators, initial, parameters);
    };
    let mut chaining = Chaining::new(events, evaluator.archive().goals());
    let mut evolution = Evolution::new(operators, parameters);
    search_all(evaluator, initial, Failed::TryAgain, &mut |turn| {
        chaining.search(turn, initial, &mut evolution)
    })
}

/// Covers one goal, unless the evaluator stops before, for experiments. It requires an event graph.
pub fn search_goal(
    evaluator: &mut Evaluator<'_>,
    operators: &mut Operators,
    goal: u32,
    parameters: &Parameters,
) -> Option<Stopped> {
    let events = evaluator.events()?;
    let mut chaining = Chaining::new(events, evaluator.archive().goals());
    let mut evolution = Evolution::new(operators, parameters);
    search_one(evaluator, goal, &mut |turn| chaining.search(turn, &[], &mut evolution))
}

struct Chaining {
    flow: Flow,
    /// The tree of each goal that has had a turn.
    trees: Vec<Option<Tree>>,
    /// True for each goal whose tree is completely explored.
    explored: Vec<bool>,
}

impl Chaining {
    fn new(events: Rc<Events>, goals: usize) -> Chaining {
        Chaining {
            flow: Flow::new(events),
            trees: (0..goals).map(|_| None).collect(),
            explored: vec![false; goals],
        }
    }

    fn search(
        &mut self,
        turn: &mut Turn<'_, '_>,
        initial: &[TestCase],
        evolution: &mut Evolution<'_>,
    ) -> Result<(), TurnOver> {
        let goal = turn.goal;
        let Some(outcome) = self.flow.goal(goal) else {
            return evolution.search_goal(turn, initial);
        };
        loop {
            let tree = self.trees[goal as usize].get_or_insert_with(|| Tree::new(outcome));
            let Some((depth, sequence)) = tree.first().cloned() else {
                self.trees[goal as usize] = None;
                self.explored[goal as usize] = true;
                return Ok(());
            };
            turn.evaluator.tell_sequence(goal, sequence.len());
            let is_progress = !self.explored[goal as usize];
            if is_progress {
                turn.evaluator.note_progress();
            }
            let mut pursuit = SequencePursuit::new(&mut self.flow, goal, sequence, Measure::Normalised)
                .with_progress(is_progress);
            if depth == 0 {
                evolution.search_goal(turn, initial)?;
                turn.pursue(&mut pursuit, evolution.best_test())?;
            } else {
                evolution.search(turn, initial, &mut pursuit)?;
            }
            let problem = pursuit.best.and_then(|best| best.problem);
            if let Some(tree) = &mut self.trees[goal as usize] {
                tree.expand(&self.flow, problem);
            }
        }
    }
}
