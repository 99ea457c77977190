//! The plan of a crate: which instances of its generic functions are called.
//!
//! 1. An instance is *possible* if each generic type among its parameters is given by a possible instance
//!    of a function, or no function of the crate gives a type of that name. Such a type is built of its
//!    parts, or not at all.
//! 2. Of each function, the likeliest possible instance is called; the likeliest, if none is possible.
//! 3. For each type that a called instance takes, instances are called that give it: the likeliest of each
//!    function that does.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// The most functions that are called to give one type: a search seldom needs more ways to build it.
const MOST_GIVING: usize = 8;

/// The most instances of one function that are called to give types. Each is compiled.
const MOST_OF_FUNCTION: usize = 4;

/// The most types of one name that other functions follow. Each makes instances of all of these.
const MOST_FOLLOWED: usize = 3;

/// The rank of the first instance that the second compilation asked about; twice as much that of the third.
pub(crate) const AGAIN: usize = 1_000;

/// The most compilations that ask: an `Entry` comes from a map, and what is in it from the entry.
const MOST_ROUNDS: usize = 3;

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
    possible: HashSet<u64>,
    /// The types that possible instances give of which the first compilation asked, those of which the
    /// first two did, and so on.
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
        let rounds = met.iter().map(|one| one.rank / AGAIN + 1).max().unwrap_or(0);
        let given: Vec<Given> =
            (1..=rounds).map(|round| givers.followed(&met, &possible, AGAIN * round)).collect();
        let mut latest = given.iter().rev();
        let (now, before) = (latest.next(), latest.next());
        let is_new = |ty: &String| {
            let of = |given: Option<&Given>| given?.get(&owned(family(ty))).cloned();
            of(now).is_some() && of(now) != of(before)
        };
        let is_short = rounds < MOST_ROUNDS
            && called.iter().any(|index| !possible[*index] && met[*index].takes.iter().any(is_new));
        let numbers = met.iter().zip(&possible).filter(|(_, is_possible)| **is_possible);
        let numbers = numbers.map(|(one, _)| one.number).collect();
        Plan { standings: standings.collect(), possible: numbers, given, is_short }
    }

    /// True if functions give what an instance takes (rule 1).
    pub(crate) fn is_possible(&self, number: u64) -> bool {
        self.possible.contains(&number)
    }

    /// The number of compilations that were asked and found an instance, and at least one.
    pub(crate) fn rounds(&self) -> usize {
        self.given.len().max(1)
    }

    /// The types of this name, with this number of arguments, that functions gave after so many rounds.
    pub(crate) fn given(&self, round: usize, name: &str, count: usize) -> &[String] {
        let given = round.checked_sub(1).and_then(|round| self.given.get(round));
        given.and_then(|given| given.get(&owned((name, count)))).map_or(&[], Vec::as_slice)
    }

    /// True if a function is called that takes no type which is given, although there are types of that name.
    pub(crate) fn is_short(&self) -> bool {
        self.is_short
    }

    /// The standing of an instance; none if its bounds are not met.
    pub(crate) fn standing(&self, number: u64) -> Option<Standing> {
        self.standings.get(&number).copied()
    }
}

/// The instances that give types, by the texts of these, in the order of functions and ranks.
struct Givers<'a> {
    by_type: BTreeMap<&'a str, Vec<usize>>,
    families: HashSet<Family<'a>>,
}

impl<'a> Givers<'a> {
    fn from_instances(met: &'a [Met]) -> Givers<'a> {
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

    /// Rule 1.
    fn possible(&self, met: &[Met]) -> Vec<bool> {
        let mut possible = vec![false; met.len()];
        loop {
            let is_given = |ty: &String, possible: &[bool]| {
                !self.families.contains(&family(ty)) || self.of(ty).iter().any(|giver| possible[*giver])
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

    /// The types that other functions may follow, those first that most functions give.
    fn followed(&self, met: &[Met], possible: &[bool], before: usize) -> Given {
        let mut counted: BTreeMap<Family<'_>, Vec<(usize, &str)>> = BTreeMap::new();
        for (ty, instances) in &self.by_type {
            let first = instances.iter().filter(|index| possible[**index] && met[**index].rank < before);
            let functions: BTreeSet<&str> = first.map(|index| &*met[*index].function).collect();
            // Something that only the compiler knows cannot be written.
            if !functions.is_empty() && !ty.contains(" _ ") {
                counted.entry(family(ty)).or_default().push((functions.len(), ty));
            }
        }
        let most = counted.into_iter().map(|(family, mut types)| {
            types.sort_by_key(|(count, _)| Reverse(*count));
            let types = types.into_iter().take(MOST_FOLLOWED).map(|(_, ty)| ty.to_owned());
            (owned(family), types.collect())
        });
        most.collect()
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

/// The name of a type, and the number of its arguments: a crate may have an `Entry` of a map and another of
/// a set.
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
    fn types_are_followed_that_are_given_where_others_are_taken() {
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
