//! A run as its shards have left it in a store.
//!
//! 1. The state of the merge is the run's initial state with all tests of its shards. An earlier
//!    state in the target directory is ignored, and moved aside.
//! 2. A function whose search has ended needs no older tests, since its search began with them.
//!    Other functions keep the older tests.
//! 3. The attempts for a goal are added up over the islands of its function; of an island that was
//!    started twice, the longer search counts. The nearest of all sequences are reported.
//! 4. The merged state goes back to the store, where the next run goes on from it. Its name is made
//!    of the run's number, of how many objects were merged, and of their names. So merging again
//!    writes nothing, unless a shard has brought more, and then the later state is the greater name.

use super::environment::StoreOptions;
use super::objects::{self, Found};
use super::plan::{self, Base, Plan};
use super::store::{Store, name_by_content};
use crate::state::{Batch, Cost, State, Tried};
use crate::ui::exit_code::{ExitCode, Failure, OrExit};
use anyhow::{Context, anyhow};
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use sbst_model::TargetId;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// A run to be merged.
#[derive(Debug)]
pub struct Merged {
    store: Store,
    pub run: String,
    pub plan: Plan,
    base: Option<Vec<u8>>,
    found: Vec<Found>,
    /// The number of shards that have ended.
    pub ended: usize,
    /// Shards that have not, counted from 1.
    pub missing: Vec<u32>,
    /// The longest time that a shard took, in seconds.
    pub elapsed_seconds: f64,
    /// The cost of each function whose search has ended: the greatest of each island, if its shard
    /// was started more than once.
    pub costs: BTreeMap<TargetId, Cost>,
    /// The sequences that were tried for goals, by functions and names of goals.
    pub tried: BTreeMap<(TargetId, String), Tried>,
    /// Goals that are proved infeasible, with the reasons.
    pub infeasible: BTreeMap<(TargetId, String), String>,
}

impl Merged {
    /// Reads all results of a run's shards; by default, of the run that was started last.
    pub fn read(options: &StoreOptions) -> Result<Merged, Failure> {
        let no_store = || anyhow!("the store of the shards is not given; name it with `--store`");
        let url = options.store.as_deref().with_context(no_store).or_exit(ExitCode::Usage)?;
        let store = Store::open(url).or_exit(ExitCode::Usage)?;
        let run = match options.run() {
            Some(run) => run,
            None => last_run(&store)?.with_context(|| format!("{url} contains no run"))?,
        };
        let plan = Plan::read(&store, &run)?
            .with_context(|| format!("{url} contains no run {run}: none of its shards was started"))?;
        let base = match &plan.base {
            None => None,
            Some(name) => Some(store.read(name)?.with_context(|| format!("{name} is no longer in {url}"))?),
        };
        let (found, ends) = objects::read(&store, &run)?;
        let ended: BTreeSet<u32> = ends.iter().map(|ended| ended.shard).collect();
        Ok(Merged {
            missing: (1..=plan.shards).filter(|shard| !ended.contains(shard)).collect(),
            ended: ended.len(),
            elapsed_seconds: ends.iter().map(|ended| ended.elapsed_seconds).fold(0.0, f64::max),
            store,
            run,
            plan,
            base,
            costs: costs(&found),
            tried: tried(&found),
            infeasible: infeasible(&found),
            found,
        })
    }

    /// The functions with results.
    pub fn searched(&self) -> BTreeSet<TargetId> {
        self.found.iter().map(|found| found.batch.function.clone()).collect()
    }

    /// The planned functions without results.
    pub fn unsearched(&self) -> Vec<(TargetId, u32)> {
        let searched = self.searched();
        let planned = self.plan.functions.iter().filter(|planned| !searched.contains(&planned.function));
        planned.map(|planned| (planned.function.clone(), planned.shard)).collect()
    }

    /// Makes the state of the merge at a path, by rules 1 and 2.
    pub fn make_state(&self, path: &Utf8Path) -> anyhow::Result<()> {
        let new = Utf8PathBuf::from(format!("{path}.merging"));
        State::forget(&new)?;
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).with_context(|| format!("failed to create {folder}"))?;
        }
        if let Some(base) = &self.base {
            // Fails if it has a later version.
            Base::open(base, self.plan.base.as_deref().unwrap_or_default())?;
            fs::write(&new, base).with_context(|| format!("failed to write {new}"))?;
        }
        let mut state = State::open(&new);
        state.forget_tests(self.costs.keys());
        let batches: Vec<Batch> = self.found.iter().map(|found| found.batch.clone()).collect();
        state.add(&batches);
        anyhow::ensure!(state.is_there(), "failed to write {new}");
        drop(state);
        State::put_aside(path)?;
        fs::rename(&new, path).with_context(|| format!("failed to move {new} to {path}"))
    }

    /// Writes the merged state to the store, by rule 4, with the number of its run.
    pub fn publish(&self, state: &State, number: i64) -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = Utf8Path::from_path(folder.path())
            .context("the temporary directory's path is not valid UTF-8")?;
        let path = path.join("state.sqlite");
        state.copy_to(&path)?;
        let content = fs::read(&path)?;
        self.store.write_once(&self.state_name(number), content)?;
        Ok(())
    }

    fn state_name(&self, number: i64) -> String {
        let mut merged: Vec<String> = self.found.iter().map(|found| found.object(&self.run).0).collect();
        merged.sort();
        merged.extend([self.run.clone(), format!("{:?}", self.missing)]);
        let all = format!("{:06}-{:08}", number, self.found.len() + self.ended);
        let name = name_by_content("", merged.join("\n").as_bytes(), "sqlite");
        format!("{}/{all}-{}", plan::STATES, name.trim_start_matches('/'))
    }
}

fn costs(found: &[Found]) -> BTreeMap<TargetId, Cost> {
    let mut islands: BTreeMap<(&TargetId, u32), Cost> = BTreeMap::new();
    for Found { shard, batch, .. } in found {
        let Some(cost) = batch.ended else { continue };
        let known = islands.entry((&batch.function, *shard)).or_default();
        known.evaluations = known.evaluations.max(cost.evaluations);
        known.seconds = known.seconds.max(cost.seconds);
    }
    let mut costs: BTreeMap<TargetId, Cost> = BTreeMap::new();
    for ((function, _), cost) in islands {
        let sum = costs.entry(function.clone()).or_default();
        sum.evaluations += cost.evaluations;
        sum.seconds += cost.seconds;
    }
    costs
}

/// Rule 3.
fn tried(found: &[Found]) -> BTreeMap<(TargetId, String), Tried> {
    let mut islands: BTreeMap<(&TargetId, &str, u32), &Tried> = BTreeMap::new();
    for Found { shard, batch, .. } in found {
        for (goal, tried) in &batch.tried {
            let known = islands.entry((&batch.function, goal, *shard)).or_insert(tried);
            if known.order(tried).is_lt() {
                *known = tried;
            }
        }
    }
    let mut sums: BTreeMap<(TargetId, String), Tried> = BTreeMap::new();
    for ((function, goal, _), tried) in islands {
        sums.entry((function.clone(), goal.to_owned())).or_default().add_other(tried);
    }
    sums
}

/// Returns the proofs; of several of a goal the shortest.
fn infeasible(found: &[Found]) -> BTreeMap<(TargetId, String), String> {
    let mut proofs: BTreeMap<(TargetId, String), String> = BTreeMap::new();
    for Found { batch, .. } in found {
        for (goal, reason) in &batch.infeasible {
            let known = proofs.entry((batch.function.clone(), goal.clone())).or_insert(reason.clone());
            if (reason.len(), reason) < (known.len(), known) {
                known.clone_from(reason);
            }
        }
    }
    proofs
}

/// Returns the run that was begun last.
fn last_run(store: &Store) -> anyhow::Result<Option<String>> {
    let objects = store.list(plan::RUNS)?;
    let plans = objects.iter().filter_map(|object| {
        let run = object.name.strip_prefix(plan::RUNS)?.strip_prefix('/')?.strip_suffix("/plan.json")?;
        Some((object.written, run))
    });
    Ok(plans.max().map(|(_, run)| run.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::super::plan::Function;
    use super::super::publisher::Published;
    use super::super::share::Share;
    use super::*;
    use crate::state::{Mirror, Sequence};
    use tempfile::TempDir;

    fn id(path: &str) -> TargetId {
        TargetId { package: "p".into(), crate_name: "p".into(), binary: None, path: path.into() }
    }

    fn options(store: &TempDir) -> StoreOptions {
        StoreOptions { store: store.path().to_str().map(str::to_owned), run_id: Some("7".into()) }
    }

    fn publish(store: &TempDir, shard: &str, batches: &[Batch], ends: bool) {
        let ids = [id("p::f"), id("p::g")];
        let functions: Vec<Function<'_>> = ids.iter().map(|id| Function { id, goals: 2 }).collect();
        let shard = shard.parse().unwrap();
        let share = Share::open(shard, &options(store), &functions, 5, &State::without()).unwrap();
        let mut published = Published::new(&share);
        published.take(batches.to_vec());
        assert!(published.end(f64::from(shard.number), !ends));
    }

    fn batch(path: &str, test: &str, evaluations: u64) -> Batch {
        let ended = (evaluations > 0).then_some(Cost { evaluations, seconds: 0.5 });
        Batch { covering: vec![test.into()], ended, ..Batch::new(&id(path)) }
    }

    #[test]
    fn a_merged_run_has_the_results_of_its_shards() {
        let store = tempfile::tempdir().unwrap();
        publish(&store, "1/2", &[batch("p::f", "a", 0), batch("p::f", "b", 9)], true);
        let early = Merged::read(&options(&store)).unwrap();
        assert_eq!((&early.missing[..], early.unsearched()), (&[2][..], vec![(id("p::g"), 2)]));
        publish(&store, "2/2", &[batch("p::g", "c", 0)], false);
        publish(&store, "1/2", &[batch("p::f", "b", 7)], true);
        let merged = Merged::read(&options(&store)).unwrap();
        assert_eq!((&merged.missing[..], merged.unsearched().len()), (&[2][..], 0), "it was killed");
        assert_eq!(merged.costs[&id("p::f")], Cost { evaluations: 9, seconds: 0.5 }, "it was started twice");
        assert_eq!((merged.elapsed_seconds, merged.plan.seed), (1.0, 5));

        let folder = tempfile::tempdir().unwrap();
        let path = Utf8Path::from_path(folder.path()).unwrap().join("state.sqlite");
        State::open(&path).add(&[batch("p::f", "local", 0)]);
        merged.make_state(&path).unwrap();
        assert_eq!(State::open(&path).tests(&id("p::f")), ["a", "b"]);
        assert_eq!(State::open(&path).tests(&id("p::g")), ["c"]);
        let aside = Utf8PathBuf::from(format!("{path}.before-merge"));
        assert_eq!(State::open(&aside).tests(&id("p::f")), ["local"], "nothing is lost");
    }

    #[test]
    fn attempts_of_shards_add_up_in_any_order_and_once_per_shard() {
        let sequence =
            |needs: &str, distance| Sequence { needs: needs.into(), lacks: Some("x".into()), distance };
        let left = |evaluations, nearest: Vec<Sequence>, reason: &str| {
            let tried = Tried { sequences: nearest.len() as u64, evaluations, nearest };
            Batch {
                tried: [("g".to_owned(), tried)].into(),
                infeasible: [("h".to_owned(), reason.to_owned())].into(),
                ..Batch::new(&id("p::f"))
            }
        };
        let batches = [
            ("1/2", left(10, vec![sequence("a", Some(3.0)), sequence("b", None)], "a long one")),
            ("2/2", left(20, vec![sequence("a", Some(2.0)), sequence("c", Some(1.0))], "short")),
            ("1/2", left(15, vec![sequence("d", Some(9.0))], "another")),
        ];
        let merge = |order: [usize; 4]| {
            let store = tempfile::tempdir().unwrap();
            for index in order {
                let (shard, batch) = &batches[index];
                publish(&store, shard, std::slice::from_ref(batch), true);
            }
            let merged = Merged::read(&options(&store)).unwrap();
            (merged.tried, merged.infeasible)
        };
        let (tried, infeasible) = merge([0, 1, 2, 1]);
        let goal = &tried[&(id("p::f"), "g".to_owned())];
        assert_eq!((goal.sequences, goal.evaluations), (3, 35), "the greater of the first shard's two");
        let nearest: Vec<&str> = goal.nearest.iter().map(|sequence| &*sequence.needs).collect();
        assert_eq!(nearest, ["c", "a", "d"]);
        assert_eq!(infeasible[&(id("p::f"), "h".to_owned())], "short");
        assert_eq!(merge([2, 1, 1, 0]), (tried, infeasible));
    }

    #[test]
    fn the_next_run_goes_on_from_the_state_that_was_merged_with_most() {
        let store = tempfile::tempdir().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = Utf8Path::from_path(folder.path()).unwrap().join("state.sqlite");
        let merge = || {
            let merged = Merged::read(&options(&store)).unwrap();
            merged.make_state(&path).unwrap();
            let mut state = State::open(&path);
            let run = state.begin_run(0);
            merged.publish(&state, run).unwrap();
            merged
        };
        publish(&store, "1/2", &[batch("p::f", "a", 1)], true);
        merge();
        merge();
        publish(&store, "2/2", &[batch("p::g", "c", 1)], true);
        let merged = merge();
        assert_eq!(merged.store.list(plan::STATES).unwrap().len(), 2, "one more when more was there");
        let latest = plan::latest(&merged.store).unwrap().unwrap();
        let state = Base::open(&merged.store.read(&latest).unwrap().unwrap(), &latest).unwrap().state;
        assert_eq!(state.tests(&id("p::g")), ["c"]);

        let ids = [id("p::f")];
        let functions = [Function { id: &ids[0], goals: 1 }];
        let next = StoreOptions { run_id: Some("8".into()), ..options(&store) };
        let share = Share::open("1/1".parse().unwrap(), &next, &functions, 0, &State::without()).unwrap();
        assert_eq!(share.batches[0].covering, ["a"], "it begins with the last run's tests");
    }
}
