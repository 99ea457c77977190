//! The plan of a run: the first object of it, which its first shard writes and all others take.

use super::packing::{self, Size};
use super::store::Store;
use crate::state::{self, State};
use anyhow::{Context, ensure};
use cargo_metadata::camino::Utf8Path;
use sbst_model::TargetId;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use tempfile::TempDir;

/// The version of all objects but states, which have their own.
pub const VERSION: u32 = 1;
/// The folder of merged states: the greatest name is the latest.
pub const STATES: &str = "states";
/// The folder of all runs.
pub const RUNS: &str = "runs";

/// The folder of a run.
pub fn folder(run: &str) -> String {
    format!("{RUNS}/{run}")
}

/// The name of a run's plan.
pub fn name(run: &str) -> String {
    format!("{}/plan.json", folder(run))
}

/// The shards of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    version: u32,
    pub shards: u32,
    pub seed: u64,
    /// Seconds since 1970.
    pub began: u64,
    /// The merged state that the run goes on from, by its name; none for the first run in a store.
    pub base: Option<String>,
    pub functions: Vec<Planned>,
}

/// A function, and the shard that searches it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Planned {
    pub function: TargetId,
    pub shard: u32,
}

/// A function to be planned.
#[derive(Clone, Copy, Debug)]
pub struct Function<'a> {
    pub id: &'a TargetId,
    pub goals: usize,
}

impl Plan {
    /// Packs functions by the cost of their searches.
    pub fn new(
        functions: &[Function<'_>],
        seconds: &BTreeMap<TargetId, f64>,
        shards: u32,
        seed: u64,
        base: Option<String>,
    ) -> Plan {
        let size = |function: &Function<'_>| Size {
            goals: function.goals,
            seconds: seconds.get(function.id).copied(),
        };
        let packed = packing::pack(&functions.iter().map(size).collect::<Vec<_>>(), shards);
        let planned = functions.iter().zip(packed);
        let functions = planned.flat_map(|(function, shards)| {
            shards.into_iter().map(|shard| Planned { function: function.id.clone(), shard })
        });
        let functions = functions.collect();
        Plan { version: VERSION, shards, seed, began: state::now(), base, functions }
    }

    /// Reads the plan of a run, if there is one.
    pub fn read(store: &Store, run: &str) -> anyhow::Result<Option<Plan>> {
        let name = name(run);
        let Some(content) = store.read(&name)? else { return Ok(None) };
        let plan: Plan =
            serde_json::from_slice(&content).with_context(|| format!("{name} is not a plan of a run"))?;
        ensure!(
            plan.version == VERSION,
            "{name} is of version {}, and this cargo-sbst reads version {VERSION}; use one version for all \
             shards of a run",
            plan.version
        );
        Ok(Some(plan))
    }

    /// The functions of a shard.
    pub fn functions_in(&self, shard: u32) -> BTreeSet<TargetId> {
        let planned = self.functions.iter().filter(|planned| planned.shard == shard);
        planned.map(|planned| planned.function.clone()).collect()
    }

    /// The functions of a shard that others search, too, with the number of its island from 0 on.
    pub fn islands(&self, shard: u32) -> BTreeMap<TargetId, u64> {
        let mut shards: BTreeMap<&TargetId, Vec<u32>> = BTreeMap::new();
        for planned in &self.functions {
            shards.entry(&planned.function).or_default().push(planned.shard);
        }
        let shared = shards.into_iter().filter(|(_, shards)| shards.len() > 1);
        shared
            .filter_map(|(id, shards)| {
                Some((id.clone(), shards.iter().position(|other| *other == shard)? as u64))
            })
            .collect()
    }
}

/// The initial state of a run, in a temporary folder while in use.
pub struct Base {
    _folder: TempDir,
    pub state: State,
}

impl Base {
    /// Opens a merged state of a store.
    pub fn open(content: &[u8], name: &str) -> anyhow::Result<Base> {
        let folder = tempfile::tempdir()?;
        let path = Utf8Path::from_path(folder.path())
            .context("the temporary directory's path is not valid UTF-8")?;
        let path = path.join("state.sqlite");
        std::fs::write(&path, content)?;
        let state = State::open(&path);
        ensure!(state.is_there(), "{name} cannot be read by this cargo-sbst");
        Ok(Base { _folder: folder, state })
    }
}

/// Returns the latest merged state by its name, if there is one.
pub fn latest(store: &Store) -> anyhow::Result<Option<String>> {
    Ok(store.list(STATES)?.pop().map(|listed| listed.name))
}
