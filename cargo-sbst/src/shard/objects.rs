//! The objects of a run beside its plan: results, and the ends of shards.

use super::environment::Shard;
use super::plan::{self, VERSION};
use super::store::{Object, Store, name_by_content};
use crate::state::Batch;
use crate::ui::console;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The folders of a run.
const TESTS: &str = "tests";
const ENDED: &str = "ended";

/// A batch as an object.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Found {
    version: u32,
    /// The shard that found it.
    pub shard: u32,
    #[serde(flatten)]
    pub batch: Batch,
}

/// The end of a shard.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ended {
    version: u32,
    /// From 1 on.
    pub shard: u32,
    pub of: u32,
    /// Seconds that it took, the build included.
    pub elapsed_seconds: f64,
}

impl Found {
    pub fn new(shard: Shard, batch: Batch) -> Found {
        Found { version: VERSION, shard: shard.number, batch }
    }

    pub fn object(&self, run: &str) -> Object {
        named(run, TESTS, self)
    }
}

impl Ended {
    pub fn new(shard: Shard, elapsed_seconds: f64) -> Ended {
        Ended { version: VERSION, shard: shard.number, of: shard.of, elapsed_seconds }
    }

    pub fn object(&self, run: &str) -> Object {
        named(run, ENDED, self)
    }
}

fn named(run: &str, folder: &str, object: &impl Serialize) -> Object {
    let content = serde_json::to_vec(object).expect("texts and numbers can be written");
    (name_by_content(&format!("{}/{folder}", plan::folder(run)), &content, "json"), content)
}

/// Reads the results of a run's shards, and the ends of finished ones. Objects that make no sense
/// are left out, with a warning.
pub fn read(store: &Store, run: &str) -> anyhow::Result<(Vec<Found>, Vec<Ended>)> {
    let found = read_new(store, run, &mut BTreeSet::new())?;
    let ended = names(store, run, ENDED)?;
    Ok((found, parse(&ended, store.read_all(&ended)?, |ended: &Ended| ended.version)))
}

/// Reads the new results of a run's shards, by name.
pub fn read_new(store: &Store, run: &str, known: &mut BTreeSet<String>) -> anyhow::Result<Vec<Found>> {
    let mut tests = names(store, run, TESTS)?;
    tests.retain(|name| !known.contains(name));
    let found = parse(&tests, store.read_all(&tests)?, |found: &Found| found.version);
    known.extend(tests);
    Ok(found)
}

fn names(store: &Store, run: &str, folder: &str) -> anyhow::Result<Vec<String>> {
    let listed = store.list(&format!("{}/{folder}", plan::folder(run)))?;
    Ok(listed.into_iter().map(|listed| listed.name).collect())
}

fn parse<T: for<'d> Deserialize<'d>>(
    names: &[String],
    contents: Vec<Vec<u8>>,
    version: impl Fn(&T) -> u32,
) -> Vec<T> {
    let mut all = Vec::new();
    for (name, content) in names.iter().zip(contents) {
        match serde_json::from_slice::<T>(&content) {
            Ok(object) if version(&object) == VERSION => all.push(object),
            Ok(object) => console::warning(format_args!(
                "skipping {name}: it has version {}, and this cargo-sbst reads version {VERSION}",
                version(&object)
            )),
            Err(error) => console::warning(format_args!("skipping {name}: it is corrupt ({error})")),
        }
    }
    all
}
