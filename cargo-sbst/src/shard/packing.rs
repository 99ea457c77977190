//! The packing of functions on shards.
//!
//! 1. A function costs what its searches took on average, in seconds of search. A function without
//!    a known search costs as much as the others for as many goals and one more, so that no
//!    function is free.
//! 2. A function is hard if it is known to cost more than the mean load of a shard. It is searched
//!    on several, as *islands* with separate seeds: on as many as keep its part below that load.
//! 3. The functions are placed in descending order of cost, each on the shard with the least load
//!    (longest processing time first: Graham, "Bounds on multiprocessing timing anomalies", 1969; the
//!    greatest load is at most 4/3 of the best possible). Ties go by the order of the functions and
//!    of the shards.

use std::cmp::Reverse;
use std::collections::BTreeSet;

/// The size of a function.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    pub goals: usize,
    /// Seconds of search, if known.
    pub seconds: Option<f64>,
}

/// The unit of costs: a whole number is the same on every machine.
const MICROSECONDS: f64 = 1e6;

/// Returns the cost of each function, by rule 1.
fn costs(functions: &[Size]) -> Vec<u64> {
    let weight = |function: &Size| function.goals as f64 + 1.0;
    let known = functions.iter().filter_map(|function| Some((weight(function), function.seconds?)));
    let (goals, seconds) = known.fold((0.0, 0.0), |sum, known| (sum.0 + known.0, sum.1 + known.1));
    let each = if goals > 0.0 && seconds > 0.0 { seconds / goals } else { 1.0 };
    let cost = |function: &Size| function.seconds.unwrap_or_else(|| weight(function) * each);
    functions.iter().map(|function| (cost(function) * MICROSECONDS) as u64).collect()
}

/// Returns on how many shards each function is searched, by rule 2.
fn parts(functions: &[Size], costs: &[u64], shards: u32) -> Vec<u32> {
    let mean = (costs.iter().sum::<u64>() / u64::from(shards)).max(1);
    let part = |(function, cost): (&Size, &u64)| match function.seconds {
        Some(_) => cost.div_ceil(mean).clamp(1, u64::from(shards)) as u32,
        None => 1,
    };
    functions.iter().zip(costs).map(part).collect()
}

/// Returns the shards of each function, counted from 1, by rule 3.
pub fn pack(functions: &[Size], shards: u32) -> Vec<Vec<u32>> {
    let shards = shards.max(1);
    let costs = costs(functions);
    let parts = parts(functions, &costs, shards);
    let cost = |index: usize| (costs[index] / u64::from(parts[index])).max(1);
    let mut order: Vec<usize> = (0..functions.len()).collect();
    order.sort_by_key(|&index| Reverse(cost(index)));
    let mut loads: BTreeSet<(u64, u32)> = (1..=shards).map(|shard| (0, shard)).collect();
    let mut packed = vec![Vec::new(); functions.len()];
    for index in order {
        let least: Vec<(u64, u32)> = loads.iter().copied().take(parts[index] as usize).collect();
        for (load, shard) in least {
            loads.remove(&(load, shard));
            loads.insert((load.saturating_add(cost(index)), shard));
            packed[index].push(shard);
        }
    }
    packed
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn known(seconds: f64) -> Size {
        Size { goals: 2, seconds: Some(seconds) }
    }

    fn unknown(goals: usize) -> Size {
        Size { goals, seconds: None }
    }

    #[test]
    fn the_longest_comes_first_and_goes_where_least_is() {
        // The example of Graham's paper for two machines.
        let functions = [3.0, 3.0, 2.0, 2.0, 2.0].map(known);
        assert_eq!(pack(&functions, 2), [[1], [2], [1], [2], [1]]);
        assert_eq!(pack(&functions, 1), [[1]; 5]);
    }

    #[test]
    fn a_hard_function_is_searched_on_several_shards() {
        let functions = [known(8.0), known(1.0), known(1.0), known(2.0)];
        assert_eq!(pack(&functions, 4), [&[1, 2, 3][..], &[4], &[1], &[4]]);
        assert_eq!(pack(&[known(5.0)], 3), [[1, 2, 3]]);
        assert_eq!(pack(&[unknown(5)], 3), [[1]], "goals alone say little");
    }

    #[test]
    fn without_knowledge_the_number_of_goals_decides() {
        assert_eq!(pack(&[1, 9, 4, 4].map(unknown), 2), [[1], [1], [2], [2]]);
        assert_eq!(
            pack(&[0, 0, 0].map(unknown), 3),
            [[1], [2], [3]],
            "functions without goals are spread, too"
        );
    }

    #[test]
    fn a_new_function_costs_as_much_as_others_per_goal() {
        let functions = [Size { goals: 9, seconds: Some(50.0) }, unknown(1)];
        assert_eq!(costs(&functions), [50_000_000, 10_000_000]);
        assert_eq!(costs(&[known(0.0), unknown(1)]), [0, 2_000_000], "nothing is known of the others");
    }

    proptest! {
        #[test]
        fn no_shard_has_more_than_the_bound(
            seconds in prop::collection::vec(0.001..100.0f64, 1..60), shards in 1..9u32,
        ) {
            let functions: Vec<Size> = seconds.iter().copied().map(known).collect();
            let packed = pack(&functions, shards);
            prop_assert_eq!(&packed, &pack(&functions, shards));
            let load = |shard: u32| -> f64 {
                let own = packed.iter().zip(&seconds).filter(|(on, _)| on.contains(&shard));
                own.map(|(on, seconds)| seconds / on.len() as f64).sum()
            };
            for on in &packed {
                let different: BTreeSet<&u32> = on.iter().collect();
                prop_assert!(!on.is_empty() && different.len() == on.len(), "islands are apart");
            }
            let most = (1..=shards).map(load).fold(0.0, f64::max);
            let sum: f64 = seconds.iter().sum();
            let longest = seconds.iter().copied().fold(0.0, f64::max);
            // A list schedule is at most the mean and one more function.
            prop_assert!(most <= sum / f64::from(shards) + longest + 1e-3);
        }
    }
}
