//! The plan of a crate: the instances of its generic functions that are called.
//!
//! 1. An instance is *possible* if a possible instance of a function returns each generic type
//!    among its parameters. It is also possible if no function of the crate returns a type of that
//!    name, except from another type of this name. Such a type is built from its parts, or not at
//!    all.
//! 2. Of each function, the likeliest possible instance is called; the likeliest, if none is
//!    possible.
//! 3. For each type taken by a called instance, instances that return it are called: the likeliest
//!    of each such function, up to a limit.
//! 4. An instance is *reached* if reached and called instances return the types that it takes. If a
//!    function's instance is not reached, its likeliest reached instance is called instead.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// The most functions to call for one type: a search seldom needs more ways to build it.
const MOST_GIVING: usize = 8;

/// The most instances of one function to call for types. Each is compiled.
const MOST_OF_FUNCTION: usize = 4;

/// The most types of one name in instances of other functions. Each of these functions has
/// instances for all of them.
const MOST_FOLLOWED: usize = 3;

/// The rank of the first instance in the second compilation's queries, and half of that in the
/// third's.
pub(crate) const AGAIN: usize = 1_000;

/// The most compilations with queries: an `Entry` comes from a map, and its fields from the entry.
const MOST_ROUNDS: usize = 3;

/// An instance whose bounds are met.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MatchingType {
    pub(crate) number: u64,
    /// The place of its function.
    pub(crate) function: String,
    /// Its position among the instances of the function, the likeliest first.
    pub(crate) rank: usize,
    /// The generic types among its parameters, as texts.
    pub(crate) takes: Vec<String>,
    /// The generic types that it returns without taking them.
    pub(crate) gives: Vec<String>,
}

/// The most rounds of replacing instances by reached ones.
const MOST_EXCHANGES: usize = 3;

/// The callable instances of a crate, and the selected ones.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    standings: HashMap<u64, Standing>,
    reached: HashSet<u64>,
    /// The types that reached instances return: after the queries of the first compilation, of the
    /// first two, and so on.
    given: Vec<Given>,
    is_short: bool,
}

/// Types by their families.
type Given = BTreeMap<(String, usize), Vec<String>>;

/// The standing of an instance whose bounds are met, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Standing {
    Called,
    Possible,
    MatchingType,
}

impl Plan {
    pub(crate) fn from_instances(mut met: Vec<MatchingType>) -> Plan {
        met.sort_by(|one, other| (&one.function, one.rank).cmp(&(&other.function, other.rank)));
        met.dedup_by_key(|one| one.number);
        let rounds = met.iter().map(|one| one.rank / AGAIN + 1).max().unwrap_or(0);
        let mut plan = Plan::default();
        for round in 1..=rounds {
            let asked: Vec<&MatchingType> = met.iter().filter(|one| one.rank < AGAIN * round).collect();
            plan.add(&asked, round == rounds);
        }
        plan
    }

    /// Adds a compilation, with all known instances whose bounds are met.
    fn add(&mut self, met: &[&MatchingType], is_last: bool) {
        let mut givers = Givers::from_instances(met);
        let depths = givers.depths(met);
        let possible: Vec<bool> = depths.iter().map(Option::is_some).collect();
        let (called, reached) = givers.called_and_reached(met, &possible);
        self.given.push(givers.followed(met, &depths, &reached));
        if !is_last {
            return;
        }
        let standing = |index: usize| match (called.contains(&index), possible[index]) {
            (true, _) => Standing::Called,
            (false, true) => Standing::Possible,
            (false, false) => Standing::MatchingType,
        };
        self.standings = met.iter().enumerate().map(|(index, one)| (one.number, standing(index))).collect();
        self.reached = reached.iter().map(|index| met[*index].number).collect();
        let mut latest = self.given.iter().rev();
        let (now, before) = (latest.next(), latest.next());
        let is_new = |ty: &String| {
            let of = |given: Option<&Given>| given?.get(&owned(family(ty))).cloned();
            of(now).is_some() && of(now) != of(before)
        };
        let functions = |indices: &HashSet<usize>| -> HashSet<&str> {
            indices.iter().map(|index| &*met[*index].function).collect()
        };
        let served = functions(&reached);
        let is_open = |index: &usize| !served.contains(&*met[*index].function);
        self.is_short = self.given.len() < MOST_ROUNDS
            && called.iter().filter(|index| is_open(index)).any(|index| met[*index].takes.iter().any(is_new));
    }

    /// True if called functions return the types that an instance takes (rule 4).
    pub(crate) fn is_reached(&self, number: u64) -> bool {
        self.reached.contains(&number)
    }

    /// The number of compilations with queries that found an instance, and at least one.
    pub(crate) fn rounds(&self) -> usize {
        self.given.len().max(1)
    }

    /// The types of this name, with this number of arguments, that functions returned after this
    /// many rounds.
    pub(crate) fn given(&self, round: usize, name: &str, count: usize) -> &[String] {
        let given = round.checked_sub(1).and_then(|round| self.given.get(round));
        given.and_then(|given| given.get(&owned((name, count)))).map_or(&[], Vec::as_slice)
    }

    /// True if a called function takes no returned type, although types with its name are returned.
    pub(crate) fn is_short(&self) -> bool {
        self.is_short
    }

    /// The standing of an instance; `None` if its bounds are not met.
    pub(crate) fn standing(&self, number: u64) -> Option<Standing> {
        self.standings.get(&number).copied()
    }
}

/// The instances that return types, by the texts of these, in the order of functions and ranks.
struct Givers<'a> {
    by_type: BTreeMap<&'a str, Vec<usize>>,
    families: HashSet<Family<'a>>,
}

impl<'a> Givers<'a> {
    fn from_instances(met: &[&'a MatchingType]) -> Givers<'a> {
        let mut by_type: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (index, one) in met.iter().enumerate() {
            one.gives.iter().for_each(|ty| by_type.entry(ty).or_default().push(index));
        }
        let families = by_type.keys().map(|ty| family(ty)).collect();
        Givers { by_type, families }
    }

    fn of(&self, ty: &str) -> &[usize] {
        self.by_type.get(ty).map_or(&[], Vec::as_slice)
    }

    /// True if instances among these return all types that an instance takes.
    fn give(&self, one: &MatchingType, is_among: impl Fn(usize) -> bool) -> bool {
        let is_given = |ty: &String| {
            !self.families.contains(&family(ty)) || self.of(ty).iter().any(|giver| is_among(*giver))
        };
        one.takes.iter().all(is_given)
    }

    /// Rule 1: the number of calls before each instance, if it is possible.
    fn depths(&mut self, met: &[&MatchingType]) -> Vec<Option<usize>> {
        let mut depths = vec![None; met.len()];
        for depth in 0.. {
            let more: Vec<usize> = (0..met.len())
                .filter(|index| depths[*index].is_none())
                .filter(|index| self.give(met[*index], |giver| depths[giver].is_some()))
                .collect();
            more.iter().for_each(|index| depths[*index] = Some(depth));
            if more.is_empty() && !self.drop_families_without_beginning(&depths) {
                break;
            }
        }
        depths
    }

    /// Drops the families whose functions only return types that they take: these types are built
    /// from their parts. False without any.
    fn drop_families_without_beginning(&mut self, depths: &[Option<usize>]) -> bool {
        let begun =
            self.by_type.iter().filter(|(_, givers)| givers.iter().any(|giver| depths[*giver].is_some()));
        let begun: HashSet<Family<'_>> = begun.map(|(ty, _)| family(ty)).collect();
        let before = self.families.len();
        self.families.retain(|family| begun.contains(family));
        self.families.len() < before
    }

    /// Rules 2 to 4.
    fn called_and_reached(
        &self,
        met: &[&MatchingType],
        possible: &[bool],
    ) -> (HashSet<usize>, HashSet<usize>) {
        let mut first: BTreeMap<&str, usize> = BTreeMap::new();
        for (index, one) in met.iter().enumerate() {
            let known = first.entry(&one.function).or_insert(index);
            if possible[index] && !possible[*known] {
                *known = index;
            }
        }
        let mut exchanges = 0;
        loop {
            let called = self.called(met, possible, first.values().copied().collect());
            let reached = self.reached(met, &called);
            let mut exchanged: BTreeMap<&str, usize> = BTreeMap::new();
            for (index, one) in met.iter().enumerate() {
                let is_open = || !reached.contains(&first[&*one.function]);
                if possible[index] && is_open() && self.give(one, |giver| reached.contains(&giver)) {
                    exchanged.entry(&one.function).or_insert(index);
                }
            }
            if exchanged.is_empty() || exchanges == MOST_EXCHANGES {
                return (called, reached);
            }
            exchanges += 1;
            first.extend(exchanged);
        }
    }

    /// Rule 3. `waiting`: the instances to call in any case.
    fn called(&self, met: &[&MatchingType], possible: &[bool], mut waiting: Vec<usize>) -> HashSet<usize> {
        let mut called: HashSet<usize> = waiting.iter().copied().collect();
        let mut of_function: HashMap<&str, usize> = HashMap::new();
        let mut given: HashSet<&str> = HashSet::new();
        let mut next = 0;
        while let Some(one) = waiting.get(next).map(|index| met[*index]) {
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

    /// Rule 4.
    fn reached(&self, met: &[&MatchingType], called: &HashSet<usize>) -> HashSet<usize> {
        let mut reached: HashSet<usize> = HashSet::new();
        loop {
            let is_new = |index: &&usize| {
                !reached.contains(*index) && self.give(met[**index], |giver| reached.contains(&giver))
            };
            let more: Vec<usize> = called.iter().filter(is_new).copied().collect();
            if more.is_empty() {
                return reached;
            }
            reached.extend(more);
        }
    }

    /// The types for instances of other functions, the most returned first. A type counts by its
    /// functions after the fewest calls, and not if it needs such a type itself.
    fn followed(&self, met: &[&MatchingType], depths: &[Option<usize>], reached: &HashSet<usize>) -> Given {
        let mut counted: BTreeMap<Family<'_>, Vec<(bool, usize, &str)>> = BTreeMap::new();
        for (ty, instances) in &self.by_type {
            let least = instances.iter().filter_map(|index| depths[*index]).min();
            let first = instances.iter().filter(|index| least.is_some() && depths[**index] == least);
            let functions: BTreeSet<&str> = first.map(|index| &*met[*index].function).collect();
            let is_reached = instances.iter().any(|index| reached.contains(index));
            // A type with parts inferred by the compiler cannot be written.
            if !functions.is_empty() && !ty.contains(" _ ") {
                counted.entry(family(ty)).or_default().push((is_reached, functions.len(), ty));
            }
        }
        let most = counted.into_iter().map(|(family, mut types)| {
            types.sort_by_key(|(is_reached, count, _)| Reverse((*is_reached, *count)));
            let types = types.into_iter().take(MOST_FOLLOWED).map(|(.., ty)| ty.to_owned());
            (owned(family), types.collect())
        });
        most.collect()
    }
}

/// The name of a type, and the number of its arguments: a crate may have the `Entry` of a map and
/// that of a set.
type Family<'a> = (&'a str, usize);

fn owned((name, count): Family<'_>) -> (String, usize) {
    (name.to_owned(), count)
}

fn family(ty: &str) -> Family<'_> {
    let (name, arguments) = ty.split_once('<').unwrap_or((ty, ""));
    let (mut depth, mut count) = (0_usize, 1);
    for sign in arguments.chars() {
        match sign {
            '<' | '(' | '[' => depth += 1,
            '>' | ')' | ']' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => count += 1,
            _ => {}
        }
    }
    (name.trim_end(), count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Standing::{Called, MatchingType as Admitted, Possible};

    fn met(number: u64, function: &str, rank: usize, takes: &[&str], gives: &[&str]) -> MatchingType {
        let [takes, gives] = [takes, gives].map(|all| all.iter().map(|ty| (*ty).to_owned()).collect());
        MatchingType { number, function: function.to_owned(), rank, takes, gives }
    }

    fn standings(all: Vec<MatchingType>) -> Vec<Standing> {
        let mut numbers: Vec<u64> = all.iter().map(|one| one.number).collect();
        numbers.sort_unstable();
        let plan = Plan::from_instances(all);
        numbers.into_iter().filter_map(|number| plan.standing(number)).collect()
    }

    #[test]
    fn an_instance_is_called_if_a_constructor_supplies_its_values() {
        let all = vec![
            met(0, "next", 0, &["Walk<i32>"], &[]),
            met(1, "next", 1, &["Walk<u8>"], &[]),
            met(2, "new", 0, &[], &["Walk<u8>"]),
        ];
        assert_eq!(standings(all), [Admitted, Called, Called]);
    }

    #[test]
    fn an_instance_is_called_if_called_ones_supply_its_values() {
        let types = ["a", "b", "c", "d", "e"].map(|of| format!("Map<{of}>"));
        let mut all: Vec<MatchingType> =
            (0..5).map(|at| met(at, "with", at as usize, &[], &[&types[at as usize]])).collect();
        all.extend((0..4).map(|at| met(10 + at, &format!("get {at}"), 0, &[&types[at as usize]], &[])));
        all.extend([met(20, "remove", 0, &["Map<e>"], &[]), met(21, "remove", 1, &["Map<d>"], &[])]);
        // The number of called instances of `with` is limited.
        let plan = Plan::from_instances(all.clone());
        let standing = |number| plan.standing(number);
        assert_eq!([standing(4), standing(20), standing(21)], [Possible, Possible, Called].map(Some));
        assert!(plan.is_reached(21) && !plan.is_reached(20));
        all.pop();
        let plan = Plan::from_instances(all);
        assert!(plan.is_short() && plan.given(1, "Map", 1).iter().all(|ty| ty != "Map<e>"));
    }

    #[test]
    fn constructors_are_called_for_each_type_of_a_parameter() {
        let all = vec![
            met(0, "sum", 0, &["Queue<f64>"], &[]),
            met(1, "new", 0, &[], &["Queue<i32>"]),
            met(2, "new", 1, &[], &["Queue<u8>"]),
            met(3, "new", 2, &[], &["Queue<f64>"]),
        ];
        assert_eq!(standings(all), [Called, Called, Possible, Called]);
    }

    #[test]
    fn returned_types_replace_those_that_cannot_be_reached() {
        let all = |taken: &str| {
            vec![
                met(0, "get", 0, &[taken], &[]),
                met(1, "entry", 0, &[], &["Entry < char , _ >"]),
                met(2, "entry", 1, &[], &["Entry < char , u8 >"]),
                met(3, "late", AGAIN, &[], &["Entry < u8 , u8 >"]),
            ]
        };
        let plan = Plan::from_instances(all("Entry < i32 , i32 >"));
        assert_eq!(
            (plan.is_short(), plan.given(1, "Entry", 2)),
            (true, &["Entry < char , u8 >".to_owned()][..])
        );
        assert!(!Plan::from_instances(all("Entry < char , u8 >")).is_short());
        // It is another type of this name.
        assert!(!Plan::from_instances(all("Entry < [(u8 , char) ; 2] >")).is_short());
    }

    #[test]
    fn a_type_returned_only_from_itself_is_built_from_its_parts() {
        let plan = Plan::from_instances(vec![
            met(0, "map", 0, &["Fail<i32>"], &["Fail<u8>"]),
            met(1, "parse", 0, &["Fail<i32>"], &[]),
        ]);
        assert!(plan.is_reached(0) && plan.is_reached(1) && !plan.is_short());
    }

    #[test]
    fn types_returned_only_from_each_other_make_nothing_possible() {
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
