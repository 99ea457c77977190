//! The choice of constructs for each function.
//!
//! The plan uses as many new pairs of constructs as possible. A function begins with the construct
//! in the most new pairs, and repeatedly adds the construct with the most new pairs with its own.

use std::collections::BTreeSet;

use sbst_search::Random;

use crate::Edition;
use crate::constructs::Construct;
use crate::generator::Function;
use crate::pairs::Pairs;

/// The number of required constructs of a function. With more of them functions become long, and
/// code behind an early return is executed less often.
const CONSTRUCTS: usize = 16;

/// The number of candidates for each taken construct: few, so that functions stay random.
const LOOKED_AT: usize = 12;

/// Generates functions for an edition, and counts their pairs.
pub fn functions(
    random: &mut Random,
    edition: Edition,
    count: usize,
    prefix: &str,
    pairs: &mut Pairs,
) -> Vec<Function> {
    let all: Vec<Construct> =
        Construct::ALL.iter().copied().filter(|construct| construct.is_in(edition)).collect();
    let generated = (0..count).map(|index| {
        let wanted = choose(random, &all, pairs);
        let function = Function::generate(random, edition, &format!("{prefix}{index}"), &wanted);
        pairs.count(&function);
        function
    });
    generated.collect()
}

fn choose(random: &mut Random, all: &[Construct], pairs: &Pairs) -> Vec<Construct> {
    let mut chosen: BTreeSet<Construct> = BTreeSet::new();
    let mut order = Vec::new();
    while order.len() < CONSTRUCTS {
        let mut best: Option<(usize, Construct)> = None;
        for _ in 0..LOOKED_AT {
            let candidate = *random.pick(all);
            let excluded = chosen.iter().any(|&other| candidate.excludes(other).is_some());
            if chosen.contains(&candidate) || excluded {
                continue;
            }
            let gain = match order.is_empty() {
                true => pairs.missing_with(candidate),
                false => chosen.iter().filter(|&&other| !pairs.has(candidate, other)).count(),
            };
            if best.is_none_or(|(most, _)| gain > most) {
                best = Some((gain, candidate));
            }
        }
        if let Some((_, construct)) = best {
            chosen.insert(construct);
            order.push(construct);
        }
    }
    order
}
