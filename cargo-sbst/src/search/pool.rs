//! Values that searches share.
//!
//! # Policy
//! 1. A search reports the values in its kept tests: objects, results of its own calls, and texts
//!    that parsed. All searches that take values of the type may begin with them.
//! 2. A value stays if a test with it covers a goal that no test with a smaller value covers. So
//!    one value of each behaviour stays, in the smallest form found.
//! 3. At most [`MOST_VALUES`] of a type stay, the smallest ones.
//! 4. A function is not offered values that only its own search found: it begins with them anyway.
//! 5. Functions that give values to others have their first turn before the takers.
//! 6. A function with different results [under other conditions](environment) gives no values to
//!    types that have others.
//! 7. All of it depends on reports in the order of the functions, not of their arrival. The values
//!    for a search are fixed when its turn begins.

mod environment;

pub use environment::depends_on_environment;

use crate::search::supervisor::Assignment;
use sbst_model::messages::{BuiltValue, KnownValues, MOST_VALUES, ValuesOf};
use sbst_model::{TargetDescription, TargetId};
use std::collections::{BTreeMap, BTreeSet};

/// The values of all searches.
#[derive(Debug, Default)]
pub struct Pool {
    reported: BTreeMap<TargetId, Vec<BuiltValue>>,
    /// The remaining values, by the key of their type, with the functions that reported them.
    staying: BTreeMap<u64, Vec<Staying>>,
    /// Functions whose results depend on the environment.
    environmental: BTreeSet<TargetId>,
}

#[derive(Debug)]
struct Staying {
    value: String,
    reported_by: BTreeSet<TargetId>,
}

/// The tests with a value: the functions, each with the goals.
type Reported<'a> = BTreeMap<&'a TargetId, BTreeSet<u32>>;

impl Pool {
    /// Returns a pool with the values of earlier runs.
    pub fn new(values: Vec<(TargetId, Vec<BuiltValue>)>, environmental: &[TargetId]) -> Pool {
        let environmental = environmental.iter().cloned().collect();
        let mut pool =
            Pool { reported: values.into_iter().collect(), staying: BTreeMap::new(), environmental };
        pool.select();
        pool
    }

    /// Replaces the values that a function has reported.
    pub fn learn(&mut self, id: &TargetId, built: &[BuiltValue]) {
        if !built.is_empty() {
            self.reported.insert(id.clone(), built.to_vec());
        }
    }

    /// Records whether a function's results depend on the environment (rule 6).
    pub fn note_environmental(&mut self, id: &TargetId, is_environmental: bool) {
        match is_environmental {
            true => self.environmental.insert(id.clone()),
            false => self.environmental.remove(id),
        };
    }

    /// True if a function's results depend on the environment.
    pub fn is_environmental(&self, id: &TargetId) -> bool {
        self.environmental.contains(id)
    }

    /// Selects the values that stay (rules 2 and 3).
    pub fn select(&mut self) {
        let mut types: BTreeMap<u64, BTreeMap<(usize, &str), Reported<'_>>> = BTreeMap::new();
        for (id, built) in &self.reported {
            for BuiltValue { of, value, goals } in built {
                let values = types.entry(*of).or_default();
                let reported = values.entry((value.len(), value)).or_default();
                reported.entry(id).or_default().extend(goals);
            }
        }
        let types = types.into_iter();
        self.staying = types.map(|(of, values)| (of, stays(values))).collect();
    }

    /// Returns the values that a function's search may begin with (rules 4 and 6).
    pub fn known(&self, description: &TargetDescription) -> KnownValues {
        let is_of_others = |staying: &&Staying| staying.reported_by.iter().any(|id| *id != description.id);
        let of_type = |of: &u64| {
            let staying = self.staying.get(of)?.iter().filter(is_of_others);
            let values: Vec<String> = staying.map(|staying| staying.value.clone()).collect();
            (!values.is_empty()).then_some(ValuesOf { of: *of, values })
        };
        KnownValues {
            values: description.exchanges.takes.iter().filter_map(of_type).collect(),
            environmental: self.environmental.iter().cloned().collect(),
        }
    }
}

/// Rules 2 and 3.
fn stays(values: BTreeMap<(usize, &str), Reported<'_>>) -> Vec<Staying> {
    let mut covered: BTreeSet<(&TargetId, u32)> = BTreeSet::new();
    let mut staying = Vec::new();
    for ((_, value), reported) in values {
        let goals = reported.iter().flat_map(|(id, goals)| goals.iter().map(move |goal| (*id, *goal)));
        let before = covered.len();
        covered.extend(goals);
        if covered.len() > before || staying.is_empty() {
            let reported_by = reported.into_keys().cloned().collect();
            staying.push(Staying { value: value.to_owned(), reported_by });
        }
        if staying.len() == MOST_VALUES {
            break;
        }
    }
    staying
}

/// Divides functions into givers of values to others, and the rest (rule 5). The order stays.
pub fn givers_first<T: Copy>(
    functions: &[T],
    assignment: impl Fn(T) -> usize,
    assignments: &[Assignment<'_>],
) -> [Vec<T>; 2] {
    let mut takers: BTreeMap<u64, usize> = BTreeMap::new();
    for of in assignments.iter().flat_map(|assignment| &assignment.description.exchanges.takes) {
        *takers.entry(*of).or_default() += 1;
    }
    let gives = |function: &T| {
        let exchanges = &assignments[assignment(*function)].description.exchanges;
        let others =
            |of: &u64| takers.get(of).copied().unwrap_or(0) > usize::from(exchanges.takes.contains(of));
        exchanges.gives.iter().any(others)
    };
    let (givers, others) = functions.iter().copied().partition(gives);
    [givers, others]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use sbst_model::target::ExchangedTypes;

    fn built(value: &str, goals: &[u32]) -> BuiltValue {
        BuiltValue { of: 7, value: value.into(), goals: goals.into() }
    }

    fn taker(path: &str) -> TargetDescription {
        let exchanges = ExchangedTypes { takes: vec![7, 8], gives: Vec::new() };
        TargetDescription { exchanges, ..fixture::description(path, 1) }
    }

    fn known(pool: &mut Pool, path: &str) -> Vec<String> {
        pool.select();
        pool.known(&taker(path)).values.into_iter().flat_map(|of| of.values).collect()
    }

    #[test]
    fn values_stay_unless_smaller_ones_cover_their_goals() {
        let mut pool = Pool::default();
        let id = fixture::description("d::f", 1).id;
        pool.learn(
            &id,
            &[built("aaaa", &[1, 2]), built("bb", &[1]), built("cccccc", &[2]), built("b", &[3])],
        );
        assert_eq!(known(&mut pool, "d::g"), ["b", "bb", "aaaa"]);
    }

    #[test]
    fn a_function_is_not_offered_its_own_values() {
        let mut pool = Pool::default();
        pool.learn(&taker("d::f").id, &[built("aa", &[0]), built("bb", &[1])]);
        pool.learn(&taker("d::g").id, &[built("bb", &[1])]);
        assert_eq!(known(&mut pool, "d::f"), ["bb"]);
        assert_eq!(known(&mut pool, "d::g"), ["aa", "bb"]);
    }

    #[test]
    fn values_never_exceed_the_limit_of_a_search() {
        let mut pool = Pool::default();
        let many: Vec<BuiltValue> = (0..99).map(|goal| built(&format!("{goal:02}"), &[goal])).collect();
        pool.learn(&taker("d::f").id, &many);
        assert_eq!(known(&mut pool, "d::g").len(), MOST_VALUES);
    }

    #[test]
    fn the_order_of_reports_makes_no_difference() {
        let reports = [("d::f", built("aa", &[1])), ("d::g", built("aa", &[4])), ("d::h", built("c", &[1]))];
        let from = |order: [usize; 3]| {
            let mut pool = Pool::default();
            order.iter().for_each(|index| {
                pool.learn(&taker(reports[*index].0).id, std::slice::from_ref(&reports[*index].1));
            });
            known(&mut pool, "d::x")
        };
        assert_eq!(from([0, 1, 2]), from([2, 0, 1]));
    }
}
