//! The union of states: the tests and deaths that several searches of a function found.
//!
//! 1. Tests are a set. Tests that cover goals are ordered by length, short ones first. Tests near
//!    to goals follow, without the covering ones.
//! 2. The values of a function are a set, too: the union of the searches' values, each with all of
//!    its goals.
//! 3. A test case that crashed a worker is no test.
//! 4. So batches can be added in any order, and repeatedly.

use super::State;
use super::built::{replace_values, set_environmental};
use super::deaths::StoredDeath;
use super::exchange::{Batch, SharedDeath};
use super::functions::{COVERING, NEAREST, replace_tests};
use super::rows::number;
use anyhow::Context;
use cargo_metadata::camino::Utf8Path;
use rusqlite::{Transaction, params};
use sbst_model::TargetId;
use sbst_model::messages::{BuiltValue, Fatal};
use std::collections::{BTreeMap, BTreeSet};

impl State {
    /// Adds the results of other states to the stored ones.
    pub fn add(&mut self, batches: &[Batch]) {
        let mut by_function: BTreeMap<&TargetId, Union<'_>> = BTreeMap::new();
        let stored = self.batches();
        let meant: BTreeSet<&TargetId> = batches.iter().map(|batch| &batch.function).collect();
        let stored = stored.iter().filter(|batch| meant.contains(&batch.function));
        for batch in stored.chain(batches) {
            by_function.entry(&batch.function).or_default().add(batch);
        }
        self.write(|transaction| by_function.iter().try_for_each(|(id, union)| union.store(transaction, id)));
    }

    /// Forgets the tests, values and deaths of functions.
    pub fn forget_tests<'i>(&mut self, functions: impl Iterator<Item = &'i TargetId>) {
        self.write(|transaction| {
            for id in functions {
                let function = number(transaction, id)?;
                for table in ["test", "value", "death"] {
                    let removal = format!("DELETE FROM {table} WHERE function = ?1");
                    transaction.prepare_cached(&removal)?.execute([function])?;
                }
            }
            Ok(())
        });
    }

    /// The tests, values and deaths of each function.
    pub fn batches(&self) -> Vec<Batch> {
        let all = self.searches().into_iter().map(|(id, _)| self.batch(&id));
        all.filter(|batch| !batch.is_empty()).collect()
    }

    fn batch(&self, id: &TargetId) -> Batch {
        let shared = |StoredDeath { fatal, executable }| {
            let Fatal { test, death, halves, .. } = fatal;
            SharedDeath { test, how: death.to_string(), halves, executable }
        };
        Batch {
            covering: self.tests_of_kind(id, COVERING),
            nearest: self.tests_of_kind(id, NEAREST),
            built: self.built_by(id),
            is_environmental: self.environmental().contains(id),
            deaths: self.deaths(id).into_iter().map(shared).collect(),
            ..Batch::new(id)
        }
    }

    /// The mean search time of each completely searched function, in seconds.
    pub fn seconds(&self) -> BTreeMap<TargetId, f64> {
        self.values("search_seconds / runs", "runs > 0")
    }

    /// True if it can be read and written.
    pub fn is_there(&self) -> bool {
        self.connection.is_some()
    }

    /// Writes a copy of the database as one file.
    pub fn copy_to(&self, path: &Utf8Path) -> anyhow::Result<()> {
        let connection = self.connection.as_ref().context("there is no state")?;
        connection.execute("VACUUM INTO ?1", [path.as_str()])?;
        Ok(())
    }
}

/// The batches of a function together.
#[derive(Default)]
struct Union<'a> {
    /// Ordered by length first.
    covering: BTreeSet<(usize, &'a str)>,
    nearest: BTreeSet<(usize, &'a str)>,
    built: BTreeMap<(u64, &'a str), BTreeSet<u32>>,
    is_environmental: bool,
    deaths: BTreeMap<&'a str, &'a SharedDeath>,
}

impl<'a> Union<'a> {
    fn add(&mut self, batch: &'a Batch) {
        let keyed = |test: &'a String| (test.len(), test.as_str());
        self.covering.extend(batch.covering.iter().map(keyed));
        self.nearest.extend(batch.nearest.iter().map(keyed));
        self.is_environmental |= batch.is_environmental;
        for BuiltValue { of, value, goals } in &batch.built {
            self.built.entry((*of, value)).or_default().extend(goals);
        }
        for death in &batch.deaths {
            let known = self.deaths.entry(&death.test).or_insert(death);
            *known = (*known).max(death);
        }
    }

    fn store(&self, transaction: &Transaction<'_>, id: &TargetId) -> rusqlite::Result<()> {
        let function = number(transaction, id)?;
        let lives = |(_, test): &&(usize, &str)| !self.deaths.contains_key(test);
        let covering = self.covering.iter().filter(lives);
        let nearest = self.nearest.difference(&self.covering).filter(lives);
        let texts = |test: &(usize, &'a str)| test.1;
        replace_tests(transaction, function, COVERING, &covering.map(texts).collect::<Vec<_>>(), false)?;
        replace_tests(transaction, function, NEAREST, &nearest.map(texts).collect::<Vec<_>>(), false)?;
        let value = |((of, value), goals): (&(u64, &str), &BTreeSet<u32>)| BuiltValue {
            of: *of,
            value: (*value).to_owned(),
            goals: goals.iter().copied().collect(),
        };
        replace_values(transaction, function, &self.built.iter().map(value).collect::<Vec<_>>())?;
        set_environmental(transaction, function, self.is_environmental)?;
        transaction.prepare_cached("DELETE FROM death WHERE function = ?1")?.execute([function])?;
        let mut insertion =
            transaction.prepare_cached("INSERT INTO death VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
        for (position, death) in self.deaths.values().enumerate() {
            let SharedDeath { test, how, halves, executable } = death;
            let halves = halves.map(u64::cast_signed);
            insertion.execute(params![function, position as i64, test, how, halves, executable])?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::Turn;
    use super::super::deaths::Deaths;
    use super::*;
    use proptest::prelude::*;

    fn id(path: &str) -> TargetId {
        TargetId { package: "p".into(), crate_name: "p".into(), binary: None, path: path.into() }
    }

    /// The batches of a state after these were added one by one.
    fn added(batches: &[Batch]) -> Vec<Batch> {
        let folder = tempfile::tempdir().unwrap();
        let path = Utf8Path::from_path(folder.path()).unwrap().join("state.sqlite");
        let mut state = State::open(&path);
        batches.iter().for_each(|batch| state.add(std::slice::from_ref(batch)));
        let mut together = state.batches();
        together.sort_by(|a, b| a.function.cmp(&b.function));
        together
    }

    fn batch(function: u8, covering: &[u8], nearest: &[u8], deaths: &[u8]) -> Batch {
        let tests = |tests: &[u8]| tests.iter().map(|test| "a".repeat(usize::from(*test) + 1)).collect();
        let death =
            |test: String| SharedDeath { test, how: "x".into(), halves: None, executable: "e".into() };
        let deaths: Vec<String> = tests(deaths);
        Batch {
            covering: tests(covering),
            nearest: tests(nearest),
            deaths: deaths.into_iter().map(death).collect(),
            ..Batch::new(&id(&format!("p::f{function}")))
        }
    }

    #[test]
    fn fatal_tests_are_dropped_and_covering_ones_are_not_near() {
        let batches = [batch(0, &[2, 0], &[1, 4], &[]), batch(0, &[1, 3], &[], &[3])];
        assert_eq!(added(&batches), [batch(0, &[0, 1, 2], &[4], &[3])]);
    }

    #[test]
    fn stored_data_of_a_turn_is_mirrored_at_once() {
        #[derive(Debug)]
        struct Heard(std::rc::Rc<std::cell::RefCell<Vec<Batch>>>);
        impl super::super::Mirror for Heard {
            fn take(&mut self, batches: Vec<Batch>) -> Vec<Batch> {
                self.0.borrow_mut().extend(batches);
                Vec::new()
            }
        }
        let heard = std::rc::Rc::default();
        let mut state = State::without();
        state.mirror(Box::new(Heard(std::rc::Rc::clone(&heard))));
        let f = id("p::f0");
        state.keep(&[Turn {
            id: &f,
            covering: vec!["a"],
            nearest: vec!["aa"],
            built: &[],
            is_environmental: false,
            deaths: Deaths::default(),
        }]);
        assert_eq!(*heard.borrow(), [batch(0, &[0], &[1], &[])], "even where no state can be written");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn neither_order_nor_repetition_of_batches_matters(
            drawn in prop::collection::vec(
                (0..3u8, prop::collection::vec(0..9u8, 0..5), prop::collection::vec(0..9u8, 0..3),
                 prop::collection::vec(0..9u8, 0..2)), 1..8),
        ) {
            let batches: Vec<Batch> =
                drawn.iter().map(|(f, covering, nearest, deaths)| batch(*f, covering, nearest, deaths)).collect();
            let mut others = batches.clone();
            others.reverse();
            others.extend(batches.clone());
            prop_assert_eq!(added(&batches), added(&others));
        }
    }
}
