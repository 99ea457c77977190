//! Goals in closures that leave their function within a value: `Function::new(|x| …)`. Only uses of
//! the value reach them.
//!
//! 1. A goal in a closure is *deferred* if its function was executed without reaching it, and gives
//!    values of some type to others.
//! 2. Functions that take values of such a type adopt it, and need another turn for it. They begin
//!    that turn with the values of the first function.
//! 3. A function that reaches no condition in a closure of the other in that turn does not call it.
//!    It gives up all these goals for good.

use super::{AdoptingFunction, Adoption, Key};
use sbst_model::TargetDescription;
use sbst_model::messages::SearchSummary;
use std::collections::{BTreeMap, BTreeSet};

/// The part of a function in deferring goals.
#[derive(Debug, Default)]
pub(super) struct Deferred {
    /// The types of values that it takes and gives, by key.
    takes: BTreeSet<u64>,
    gives: BTreeSet<u64>,
    /// Its goals in closures.
    in_closures: BTreeSet<u32>,
    /// Its goals with conditions that it reached itself.
    reached: BTreeSet<u32>,
    evaluations: u64,
    /// The functions of its deferred adopted goals, each with its own evaluations at the adoption.
    awaits: BTreeMap<usize, u64>,
    /// The functions whose closures it does not call.
    in_vain: BTreeSet<usize>,
}

impl Deferred {
    pub(super) fn from_description(description: &TargetDescription) -> Deferred {
        let conditions = description.conditions.iter().enumerate();
        let in_closures = conditions.filter(|(_, condition)| condition.in_closure);
        let goals = in_closures.flat_map(|(index, _)| [2 * index as u32, 2 * index as u32 + 1]);
        Deferred {
            takes: description.exchanges.takes.iter().copied().collect(),
            gives: description.exchanges.gives.iter().copied().collect(),
            in_closures: goals.collect(),
            ..Deferred::default()
        }
    }
}

impl Adoption {
    /// Records the goals that a turn reached.
    pub(super) fn learn_deferred(&mut self, index: usize, summary: &SearchSummary) {
        let function = &self.functions[index];
        let evaluations = summary.evaluations;
        let had_turn = |since: u64| evaluations != since;
        let came_to = |of: usize| {
            let mut met = function.covers.iter().chain(function.near.keys());
            met.any(|key| key.0 == of && self.functions[of].deferred.in_closures.contains(&key.1))
        };
        let awaits = function.deferred.awaits.iter();
        let vain = awaits.filter(|&(of, since)| had_turn(*since) && !came_to(*of)).map(|(of, _)| *of);
        let vain: Vec<usize> = vain.collect();
        let deferred = &mut self.functions[index].deferred;
        deferred.evaluations = evaluations;
        deferred.in_vain.extend(vain);
        let uncovered = summary.uncovered.iter().filter(|goal| goal.best_distance.is_some());
        deferred.reached = summary.covered.iter().copied().chain(uncovered.map(|goal| goal.goal)).collect();
    }

    /// Adopts an uncovered goal for the takers of its function's values, or gives it up, if it is
    /// deferred.
    pub(super) fn defer(&mut self, key: Key) {
        let (of, goal) = key;
        let Deferred { gives, in_closures, reached, .. } = &self.functions[of].deferred;
        if !in_closures.contains(&goal) || reached.contains(&goal) || !self.functions[of].is_begun {
            return;
        }
        let takes = |function: &AdoptingFunction| {
            !function.is_ready
                && !function.near.contains_key(&key)
                && !function.deferred.takes.is_disjoint(gives)
        };
        let takers: Vec<usize> = (0..self.functions.len())
            .filter(|&index| takes(&self.functions[index]) && self.may_adopt(index, key))
            .collect();
        for index in takers {
            let function = &mut self.functions[index];
            if function.deferred.in_vain.contains(&of) {
                function.give_up(key);
            } else {
                let evaluations = function.deferred.evaluations;
                function.deferred.awaits.entry(of).or_insert(evaluations);
                function.adopt(key);
            }
        }
    }
}

impl AdoptingFunction {
    /// The adopted deferred goals that it has not reached yet.
    pub(super) fn awaited(&self) -> impl Iterator<Item = &Key> {
        let awaits =
            |key: &&Key| self.deferred.awaits.contains_key(&key.0) && !self.deferred.in_vain.contains(&key.0);
        let is_away = |key: &&Key| !self.near.contains_key(key) && !self.covers.contains(key);
        self.adopted().filter(awaits).filter(is_away).filter(|key| self.seeks(**key))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{along, functions, goals_of, summary};
    use super::*;

    /// Returns a function that gives a closure with the goals 2 and 3, and two that take it.
    fn gives_to_two() -> Adoption {
        let mut adoption = functions(&[("gives", 4), ("calls", 0), ("keeps", 0), ("other", 2)]);
        let gives = Deferred { gives: [7].into(), in_closures: [2, 3].into(), ..Deferred::default() };
        adoption.functions[0].deferred = gives;
        for taker in [1, 2] {
            adoption.functions[taker].deferred.takes = [7, 8].into();
        }
        adoption
    }

    fn open(adoption: &Adoption) -> [usize; 4] {
        [0, 1, 2, 3].map(|index| adoption.open(index))
    }

    #[test]
    fn goals_unreached_by_their_function_are_sought_by_takers() {
        let mut adoption = gives_to_two();
        assert_eq!(open(&adoption), [4, 0, 0, 2]);
        adoption.learn(0, &summary(&[0, 1], &[], &[]), &[]);
        adoption.share();
        assert_eq!(open(&adoption), [2, 2, 2, 2]);
        for taker in [1, 2] {
            assert_eq!(adoption.orders(taker).goals, [goals_of("gives", &[2, 3])]);
        }
        assert!(adoption.orders(3).goals.is_empty());
    }

    #[test]
    fn a_function_without_access_gives_up_deferred_goals() {
        let mut adoption = gives_to_two();
        adoption.learn(0, &summary(&[0, 1], &[], &[]), &[]);
        adoption.share();
        // One reaches a goal in its turn, the other a goal outside of the closure.
        adoption.learn(1, &summary(&[], &[], &[(0, 1.0)]), &[]);
        adoption.learn(2, &summary(&[], &[], &[]), &along("gives", &[(0, 0.0)]));
        for _ in 0..2 {
            adoption.share();
            assert_eq!(open(&adoption), [2, 2, 0, 2]);
            assert!(adoption.orders(1).given_up.is_empty());
            assert_eq!(adoption.orders(2).given_up, [0, 1]);
        }
    }

    #[test]
    fn goals_reached_by_their_function_are_not_deferred() {
        let mut adoption = gives_to_two();
        adoption.learn(0, &summary(&[0, 1, 2], &[], &[]), &[]);
        adoption.functions[0].deferred.reached.insert(3);
        adoption.share();
        assert_eq!(open(&adoption), [1, 0, 0, 2]);
    }
}
