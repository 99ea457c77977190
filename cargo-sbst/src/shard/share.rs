//! The beginning of a shard: its functions, and their known results.

use super::environment::{Shard, StoreOptions};
use super::objects;
use super::plan::{self, Base, Function, Plan};
use super::store::Store;
use crate::state::{Batch, State};
use crate::ui::console;
use crate::ui::exit_code::{ExitCode, Failure, OrExit};
use crate::ui::quantity::count;
use anyhow::{Context, anyhow};
use sbst_model::TargetId;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The beginning of a shard.
#[derive(Debug)]
pub struct Share {
    pub shard: Shard,
    pub run: String,
    pub store: Rc<Store>,
    /// The functions that it searches.
    pub functions: BTreeSet<TargetId>,
    /// Functions that other shards search, too, with the number of this island.
    pub islands: BTreeMap<TargetId, u64>,
    /// Their tests in the store.
    pub batches: Vec<Batch>,
}

impl Share {
    /// Opens the share of a shard. Without an answer of the store it plans by the local state.
    pub fn open(
        shard: Shard,
        options: &StoreOptions,
        functions: &[Function<'_>],
        seed: u64,
        local: &State,
    ) -> Result<Share, Failure> {
        let no_store = || anyhow!("a shard needs a store: give it by `--store` or `store` in sbst.toml");
        let url = options.store.as_deref().with_context(no_store).or_exit(ExitCode::Usage)?;
        let no_run = || anyhow!("the run of this shard is not given; name it with `--run-id` or SBST_RUN_ID");
        let run = options.run().with_context(no_run).or_exit(ExitCode::Usage)?;
        let store = Rc::new(Store::open(url).or_exit(ExitCode::Usage)?);
        let (plan, batches) = match begin(&store, &run, shard, functions, seed) {
            Ok(begun) => begun,
            Err(error) => {
                console::warning(format_args!(
                    "{error:#}; the shard is planned from the local state, and its results are kept here and \
                     written later"
                ));
                (Plan::new(functions, &local.seconds(), shard.of, seed, None), Vec::new())
            }
        };
        if plan.shards != shard.of {
            return Err(anyhow!(
                "run {run} was begun with {} shards, and this is shard {} of {}; give it another --run-id",
                plan.shards,
                shard.number,
                shard.of
            ))
            .or_exit(ExitCode::Usage);
        }
        let known: BTreeSet<&TargetId> = plan.functions.iter().map(|planned| &planned.function).collect();
        let unknown = functions.iter().filter(|function| !known.contains(function.id)).count();
        if unknown > 0 {
            console::warning(format_args!(
                "the plan of run {run} lacks {}, which no shard will search: the first shard had different \
                 sources or options",
                count(unknown, "function")
            ));
        }
        let functions = plan.functions_in(shard.number);
        let batches = batches.into_iter().filter(|batch| functions.contains(&batch.function)).collect();
        let islands = plan.islands(shard.number);
        Ok(Share { shard, run, store, functions, islands, batches })
    }
}

/// Returns the plan of a run, writing it if necessary, and the tests in the store: the initial
/// ones, and those found by the run.
fn begin(
    store: &Store,
    run: &str,
    shard: Shard,
    functions: &[Function<'_>],
    seed: u64,
) -> anyhow::Result<(Plan, Vec<Batch>)> {
    let known = Plan::read(store, run)?;
    let base = match &known {
        Some(plan) => plan.base.clone(),
        None => plan::latest(store)?,
    };
    let mut batches = Vec::new();
    let mut seconds = BTreeMap::new();
    if let Some(name) = &base {
        let content = store.read(name)?.with_context(|| format!("{name} not found in {}", store.url()))?;
        let base = Base::open(&content, name)?;
        batches.extend(base.state.batches());
        seconds = base.state.seconds();
    }
    let plan = match known {
        Some(plan) => Some(plan),
        None => {
            let new = Plan::new(functions, &seconds, shard.of, seed, base);
            let is_first = store.write_once(&plan::name(run), serde_json::to_vec(&new)?)?;
            if is_first { Some(new) } else { Plan::read(store, run)? }
        }
    };
    let plan = plan.with_context(|| format!("the plan of run {run} has vanished from {}", store.url()))?;
    let (found, _) = objects::read(store, run)?;
    batches.extend(found.into_iter().map(|found| found.batch));
    Ok((plan, batches))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(path: &str) -> TargetId {
        TargetId { package: "p".into(), crate_name: "p".into(), binary: None, path: path.into() }
    }

    fn share(store: &str, shard: &str, goals: &[usize]) -> Result<Share, Failure> {
        let ids: Vec<TargetId> = (0..goals.len()).map(|number| id(&format!("p::f{number}"))).collect();
        let functions: Vec<Function<'_>> =
            ids.iter().zip(goals).map(|(id, &goals)| Function { id, goals }).collect();
        let options = StoreOptions { store: Some(store.to_owned()), run_id: Some("7".into()) };
        Share::open(shard.parse().unwrap(), &options, &functions, 1, &State::without())
    }

    #[test]
    fn the_first_shard_plans_and_all_others_agree() {
        let folder = tempfile::tempdir().unwrap();
        let store = folder.path().to_str().unwrap();
        let first = share(store, "1/2", &[9, 4, 4]).unwrap();
        // One that would plan otherwise.
        let second = share(store, "2/2", &[1, 1, 1]).unwrap();
        assert_eq!(first.functions, [id("p::f0")].into());
        assert_eq!(second.functions, [id("p::f1"), id("p::f2")].into());
        let failure = share(store, "1/3", &[9, 4, 4]).unwrap_err();
        assert_eq!(failure.code, ExitCode::Usage);
    }

    #[test]
    fn a_shard_without_a_run_or_a_store_is_a_wrong_command_line() {
        let open = |store: Option<&str>| {
            let options = StoreOptions { store: store.map(str::to_owned), run_id: None };
            Share::open("1/2".parse().unwrap(), &options, &[], 1, &State::without()).unwrap_err()
        };
        assert!(open(None).error.to_string().contains("--store"));
        let named = std::env::var("GITHUB_RUN_ID").is_ok() || std::env::var("CI_PIPELINE_ID").is_ok();
        assert!(named || open(Some("/nowhere")).error.to_string().contains("--run-id"));
    }
}
