//! Islands: other searches of a function at the same time, with seeds of their own, that exchange what
//! they find (Whitley, Rana and Heckendorn, "The island model genetic algorithm", 1999).
//!
//! The last rounds of a total budget are for the few functions that are hard, and a function has one
//! worker: without islands a machine of many processors would be idle for most of its time.
//!
//! 1. The turns of a round go to the jobs in their order, each to the job that is free first. A job
//!    that then has nothing to do until the longest turn ends searches an island of a function that
//!    has a turn.
//! 2. The job that is free first takes the function with the longest turn, the next one the second
//!    longest, and so on, over and over. An island's turn is not longer than the function's.
//! 3. An island begins with the tests of the function and the deaths that it met, and goes on in later
//!    rounds with what it knows. After a round the function takes over what its islands have found:
//!    faults and proofs at once, tests in its next turn. They take over its tests.
//! 4. Evaluations of islands are not counted, and what they tried is forgotten.
//!
//! Only budgets of time have islands: with evaluations, the number of jobs must change nothing.

use super::function_search::{FunctionSearch, unlocked};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Mutex;

/// The shortest time, in microseconds, that a job is worth an island for: ten times what it takes to
/// start a worker.
const LEAST_MICROSECONDS: u64 = 50_000;

/// A function by its index, and the number of the island, from 1 on.
pub type Island = (usize, u32);

/// The islands of all functions.
#[derive(Default)]
pub struct Islands<'a> {
    pub searches: BTreeMap<Island, Mutex<FunctionSearch<'a>>>,
}

impl<'a> Islands<'a> {
    /// Returns the islands that have a turn in a round, each with its share. New ones begin.
    pub fn begin(
        &mut self,
        round: &[(usize, u64)],
        jobs: usize,
        functions: &mut [Mutex<FunctionSearch<'a>>],
    ) -> Vec<(Island, u64)> {
        let shares: Vec<u64> = round.iter().map(|(_, share)| *share).collect();
        let mut numbers: BTreeMap<usize, u32> = BTreeMap::new();
        let mut turns = Vec::new();
        for (turn, share) in idle_turns(&shares, jobs) {
            let index = round[turn].0;
            let FunctionSearch { supervisor: Some(supervisor), history, .. } =
                unlocked(&mut functions[index])
            else {
                continue;
            };
            // The first turn may be all that it needs.
            if !history.is_begun || supervisor.assignment().only_checks {
                continue;
            }
            let number = numbers.entry(index).or_default();
            *number += 1;
            let island = (index, *number);
            self.searches.entry(island).or_insert_with(|| FunctionSearch::new(supervisor.island(*number)));
            turns.push((island, share));
        }
        turns
    }

    /// Rule 3, after a round.
    pub fn exchange(&mut self, functions: &mut [Mutex<FunctionSearch<'a>>]) {
        for (&(index, _), island) in &mut self.searches {
            let function = unlocked(&mut functions[index]).supervisor.as_mut();
            if let (Some(function), Some(island)) = (function, &mut unlocked(island).supervisor) {
                function.take_over(island);
                island.take_over(function);
            }
        }
    }

    /// Removes all islands and their directories.
    pub fn dismiss(&mut self) {
        for (_, mut island) in std::mem::take(&mut self.searches) {
            if let Some(supervisor) = unlocked(&mut island).supervisor.take() {
                supervisor.dismiss();
            }
        }
    }
}

/// Rules 1 and 2: returns the turns that idle jobs repeat, by their numbers in the round, each with
/// its share.
fn idle_turns(shares: &[u64], jobs: usize) -> Vec<(usize, u64)> {
    let mut loads = vec![0; jobs];
    for share in shares {
        if let Some(load) = loads.iter_mut().min() {
            *load += share;
        }
    }
    loads.sort_unstable();
    let end = loads.last().copied().unwrap_or_default();
    let mut longest: Vec<usize> = (0..shares.len()).collect();
    longest.sort_by_key(|&turn| Reverse(shares[turn]));
    let idle = loads.iter().map(|load| end - load).take_while(|idle| *idle >= LEAST_MICROSECONDS);
    idle.zip(longest.into_iter().cycle()).map(|(idle, turn)| (turn, idle.min(shares[turn]))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SECOND: u64 = 1_000_000;

    #[test]
    fn idle_jobs_repeat_the_longest_turns_until_the_round_ends() {
        assert_eq!(idle_turns(&[9 * SECOND], 3), [(0, 9 * SECOND), (0, 9 * SECOND)]);
        assert_eq!(
            idle_turns(&[9 * SECOND, 2 * SECOND, SECOND], 3),
            [(0, 8 * SECOND), (1, 2 * SECOND)],
            "the first idle job is free after a second"
        );
        assert_eq!(idle_turns(&[SECOND, SECOND, 10], 2), [], "what is left is not worth a worker");
        assert_eq!(idle_turns(&[], 2), []);
    }

    proptest! {
        #[test]
        fn a_round_is_not_longer_for_its_islands(
            shares in prop::collection::vec(1..100 * SECOND, 1..20), jobs in 1..9usize,
        ) {
            let idle = idle_turns(&shares, jobs);
            let mut loads = vec![0; jobs];
            let mut end = 0;
            for (number, share) in shares.iter().copied().chain(idle.iter().map(|(_, share)| *share)).enumerate() {
                let load = loads.iter_mut().min().unwrap();
                *load += share;
                end = if number < shares.len() { end.max(*load) } else { end };
            }
            prop_assert!(loads.iter().all(|load| *load <= end));
            prop_assert!(idle.len() < jobs);
        }
    }
}
