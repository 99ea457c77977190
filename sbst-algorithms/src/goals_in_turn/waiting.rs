//! The goals that wait for their turn in a round. The cost of the next one must not grow with their
//! number, since a turn may be short. Covered goals are removed, and make their dependents ready.

use sbst_search::evaluation::fitness::Dependences;
use std::{cmp::Reverse, collections::BinaryHeap};

/// The goals of a round without a turn yet; keeps its buffers.
#[derive(Debug)]
pub(super) struct Waiting {
    is_waiting: Vec<bool>,
    count: usize,
    /// Goals whose dependences are covered, the least first. Some may no longer wait.
    ready: BinaryHeap<Reverse<u32>>,
    /// Goals below this one are no longer waiting.
    least: usize,
    /// The number of covered goals already processed.
    heeded: usize,
}

impl Waiting {
    /// Without waiting goals.
    pub(super) fn new(goals: usize) -> Waiting {
        let ready = BinaryHeap::with_capacity(goals);
        Waiting { is_waiting: vec![false; goals], count: 0, ready, least: 0, heeded: 0 }
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Adds all goals that are not `covered`.
    pub(super) fn begin_round(&mut self, covered: &[u32], dependences: &Dependences) {
        self.is_waiting.fill(true);
        (self.count, self.least, self.heeded) = (self.is_waiting.len(), 0, covered.len());
        covered.iter().for_each(|&goal| {
            self.take(goal);
        });
        self.ready.clear();
        for goal in (0..self.is_waiting.len() as u32).filter(|&goal| self.is_waiting[goal as usize]) {
            let parents = dependences.parents(goal);
            if parents.is_empty() || parents.iter().any(|&parent| !self.is_waiting[parent as usize]) {
                self.ready.push(Reverse(goal));
            }
        }
    }

    pub(super) fn leave_out(&mut self, is_meant: impl Fn(u32) -> bool) {
        for goal in (0..self.is_waiting.len() as u32).filter(|&goal| is_meant(goal)) {
            self.take(goal);
        }
    }

    /// Takes the next goal (rule 1): the least ready one, or else the least. `covered` are the
    /// goals covered before the round, followed by those covered since.
    pub(super) fn next(&mut self, covered: &[u32], dependences: &Dependences) -> Option<u32> {
        for &goal in &covered[self.heeded..] {
            self.take(goal);
            let children = dependences.children(goal).iter();
            self.ready.extend(
                children.filter(|&&child| self.is_waiting[child as usize]).map(|&child| Reverse(child)),
            );
        }
        self.heeded = covered.len();
        while let Some(Reverse(goal)) = self.ready.pop() {
            if self.take(goal) {
                return Some(goal);
            }
        }
        self.least += self.is_waiting[self.least..].iter().position(|&waits| waits)?;
        let goal = self.least as u32;
        self.take(goal);
        Some(goal)
    }

    /// Removes a goal. True if it was waiting.
    fn take(&mut self, goal: u32) -> bool {
        let waited = std::mem::replace(&mut self.is_waiting[goal as usize], false);
        self.count -= usize::from(waited);
        waited
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_least_ready_goal_is_next_or_else_the_least(
            pairs in prop::collection::vec((0u32..30, 0u32..30), 0..60),
            before in prop::collection::btree_set(0u32..30, 0..9),
            since in prop::collection::vec(prop::collection::vec(0u32..30, 0..3), 40),
        ) {
            let dependences = Dependences::new(30, pairs);
            let mut covered: Vec<u32> = before.into_iter().collect();
            let mut waiting = Waiting::new(30);
            waiting.begin_round(&covered, &dependences);
            let mut left: Vec<u32> = (0..30).collect();
            for newly in since {
                left.retain(|goal| !covered.contains(goal));
                let is_ready = |goal: &&u32| {
                    let parents = dependences.parents(**goal);
                    parents.is_empty() || parents.iter().any(|parent| covered.contains(parent))
                };
                let expected = left.iter().find(is_ready).or(left.first()).copied();
                prop_assert_eq!(waiting.next(&covered, &dependences), expected);
                left.retain(|&goal| Some(goal) != expected);
                prop_assert_eq!(waiting.count(), left.len());
                for goal in newly {
                    if !covered.contains(&goal) {
                        covered.push(goal);
                    }
                }
            }
        }
    }
}
