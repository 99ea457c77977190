//! The plan of a crate: which instances of its generic functions are called.
//!
//! 1. An instance is *possible* if each generic type among its parameters is given by a possible instance
//!    of a function, or no function of the crate gives a type of that name. Such a type is built of its
//!    parts, or not at all.
//! 2. Of each function, the likeliest possible instance is called; the likeliest, if none is possible.
//! 3. For each type that a called instance takes, instances are called that give it: the likeliest of each
//!    function that does.

use std::collections::{BTreeMap, HashMap, HashSet};

/// The most functions that are called to give one type: a search seldom needs more ways to build it.
const MOST_GIVING: usize = 8;

/// The most instances of one function that are called to give types. Each is compiled.
const MOST_OF_FUNCTION: usize = 4;

/// An instance whose bounds are met.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Met {
    pub(crate) number: u64,
    /// The place of its function.
    pub(crate) function: String,
    /// Its place among the instances of the function, the likeliest first.
    pub(crate) rank: usize,
    /// The generic types among its parameters, as texts.
    pub(crate) takes: Vec<String>,
    /// The generic types that it gives although it takes none of them.
    pub(crate) gives: Vec<String>,
}

/// The instances of a crate that can be called, and those that are.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    standings: HashMap<u64, Standing>,
}

/// The standing of an instance whose bounds are met, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Standing {
    Called,
    Possible,
    Met,
}

impl Plan {
    pub(crate) fn from_instances(mut met: Vec<Met>) -> Plan {
        met.sort_by(|one, other| (&one.function, one.rank).cmp(&(&other.function, other.rank)));
        met.dedup_by_key(|one| one.number);
        let givers = Givers::from_instances(&met);
        let possible = givers.possible(&met);
        let called = givers.called(&met, &possible);
        let standing = |index: usize| match (called.contains(&index), possible[index]) {
            (true, _) => Standing::Called,
            (false, true) => Standing::Possible,
            (false, false) => Standing::Met,
        };
        let standings = met.iter().enumerate().map(|(index, one)| (one.number, standing(index)));
        Plan { standings: standings.collect() }
    }

    /// The standing of an instance; none if its bounds are not met.
    pub(crate) fn standing(&self, number: u64) -> Option<Standing> {
        self.standings.get(&number).copied()
    }
}

/// The instances that give types, by the texts of these, in the order of functions and ranks.
struct Givers<'a> {
    by_type: BTreeMap<&'a str, Vec<usize>>,
    names: HashSet<&'a str>,
}

impl<'a> Givers<'a> {
    fn from_instances(met: &'a [Met]) -> Givers<'a> {
        let mut by_type: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (index, one) in met.iter().enumerate() {
            one.gives.iter().for_each(|ty| by_type.entry(ty).or_default().push(index));
        }
        let names = by_type.keys().map(|ty| name(ty)).collect();
        Givers { by_type, names }
    }

    fn of(&self, ty: &str) -> &[usize] {
        self.by_type.get(ty).map_or(&[], Vec::as_slice)
    }

    /// Rule 1.
    fn possible(&self, met: &[Met]) -> Vec<bool> {
        let mut possible = vec![false; met.len()];
        loop {
            let is_given = |ty: &String, possible: &[bool]| {
                !self.names.contains(name(ty)) || self.of(ty).iter().any(|giver| possible[*giver])
            };
            let more: Vec<usize> = (0..met.len())
                .filter(|index| !possible[*index])
                .filter(|index| met[*index].takes.iter().all(|ty| is_given(ty, &possible)))
                .collect();
            if more.is_empty() {
                return possible;
            }
            more.into_iter().for_each(|index| possible[index] = true);
        }
    }

    /// Rules 2 and 3.
    fn called(&self, met: &[Met], possible: &[bool]) -> HashSet<usize> {
        let mut first: BTreeMap<&str, usize> = BTreeMap::new();
        for (index, one) in met.iter().enumerate() {
            let known = first.entry(&one.function).or_insert(index);
            if possible[index] && !possible[*known] {
                *known = index;
            }
        }
        let mut waiting: Vec<usize> = first.into_values().collect();
        let mut called: HashSet<usize> = waiting.iter().copied().collect();
        let mut of_function: HashMap<&str, usize> = HashMap::new();
        let mut given: HashSet<&str> = HashSet::new();
        let mut next = 0;
        while let Some(one) = waiting.get(next).map(|index| &met[*index]) {
            next += 1;
            for ty in &one.takes {
                if !given.insert(ty) {
                    continue;
                }
                let mut functions: Vec<&str> = Vec::new();
                for &giver in self.of(ty).iter().filter(|giver| possible[**giver]) {
                    let function = &*met[giver].function;
                    let count = of_function.entry(function).or_insert(1);
                    let is_there = called.contains(&giver);
                    if functions.contains(&function) || !is_there && *count >= MOST_OF_FUNCTION {
                        continue;
                    }
                    functions.push(function);
                    if !is_there {
                        *count += 1;
                        called.insert(giver);
                        waiting.push(giver);
                    }
                    if functions.len() >= MOST_GIVING {
                        break;
                    }
                }
            }
        }
        called
    }
}

/// The name of a type without its arguments.
fn name(ty: &str) -> &str {
    ty.split('<').next().unwrap_or(ty).trim_end()
}

#[cfg(test)]
mod tests {
    use super::*;
    use Standing::{Called, Met as Admitted, Possible};

    fn met(number: u64, function: &str, rank: usize, takes: &[&str], gives: &[&str]) -> Met {
        let [takes, gives] = [takes, gives].map(|all| all.iter().map(|ty| (*ty).to_owned()).collect());
        Met { number, function: function.to_owned(), rank, takes, gives }
    }

    fn standings(all: Vec<Met>) -> Vec<Standing> {
        let mut numbers: Vec<u64> = all.iter().map(|one| one.number).collect();
        numbers.sort_unstable();
        let plan = Plan::from_instances(all);
        numbers.into_iter().filter_map(|number| plan.standing(number)).collect()
    }

    #[test]
    fn an_instance_is_called_that_some_constructor_gives_values_for() {
        let all = vec![
            met(0, "next", 0, &["Walk<i32>"], &[]),
            met(1, "next", 1, &["Walk<u8>"], &[]),
            met(2, "new", 0, &[], &["Walk<u8>"]),
        ];
        assert_eq!(standings(all), [Admitted, Called, Called]);
    }

    #[test]
    fn constructors_are_called_for_each_type_that_is_taken() {
        let all = vec![
            met(0, "sum", 0, &["Queue<f64>"], &[]),
            met(1, "new", 0, &[], &["Queue<i32>"]),
            met(2, "new", 1, &[], &["Queue<u8>"]),
            met(3, "new", 2, &[], &["Queue<f64>"]),
        ];
        assert_eq!(standings(all), [Called, Called, Possible, Called]);
    }

    #[test]
    fn what_gives_a_type_only_of_itself_makes_nothing_possible() {
        let all = vec![
            met(0, "join", 0, &["Tree<i32>"], &["Forest<i32>"]),
            met(1, "split", 0, &["Forest<i32>"], &["Tree<i32>"]),
            met(2, "len", 0, &["Plain<i32>"], &[]),
        ];
        assert_eq!(standings(all), [Called, Called, Called]);
        let all = vec![
            met(0, "join", 0, &["Tree<i32>"], &["Forest<i32>"]),
            met(1, "join", 1, &["Tree<u8>"], &["Forest<u8>"]),
            met(2, "split", 0, &["Forest<i32>"], &["Tree<i32>"]),
            met(3, "leaf", 0, &[], &["Tree<u8>"]),
        ];
        assert_eq!(standings(all), [Admitted, Called, Called, Called]);
    }
}
