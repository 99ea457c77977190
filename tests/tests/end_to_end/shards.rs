//! A run on several machines, connected only by a store.

use crate::chaining::ODD;
use sbst_tests::{Invocation, Output, Project};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A store in an empty directory.
struct Store(PathBuf);

impl Store {
    fn new(project: &Project, name: &str) -> Store {
        let path = project.target_directory().join("stores").join(name);
        _ = fs::remove_dir_all(&path);
        Store(path)
    }

    fn objects(&self, folder: &str) -> BTreeMap<PathBuf, Vec<u8>> {
        let read = |path: PathBuf| (path.clone(), fs::read(path).unwrap());
        let entries = fs::read_dir(self.0.join(folder)).into_iter().flatten();
        entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_file()).map(read).collect()
    }

    fn plan(&self) -> Value {
        serde_json::from_slice(&fs::read(self.0.join("runs/night/plan.json")).unwrap()).unwrap()
    }

    /// The functions of a shard by the plan.
    fn functions(&self, shard: u64) -> BTreeSet<String> {
        let plan = self.plan();
        let planned = plan["functions"].as_array().unwrap().iter();
        let own = planned.filter(|planned| planned["shard"] == shard);
        own.map(|planned| planned["function"]["path"].as_str().unwrap().to_owned()).collect()
    }
}

fn command(project: &Project, store: &Store, arguments: &str) -> Invocation {
    let command = project.sbst(arguments).argument("--store").argument(&store.0);
    command.arguments("--run-id night --message-format json")
}

fn shard(project: &Project, store: &Store, shard: &str) -> Output {
    command(project, store, &format!("--seed 3 --budget 2000evals --shard {shard}")).succeed()
}

const REPORTS: [&str; 4] = ["out/merged.lcov", "out/merged.sarif", "out/merged.html", "out/merged.xml"];

/// The files written by a merge.
fn merge(project: &Project, store: &Store, code: i32) -> (Output, BTreeMap<String, String>) {
    if Path::new(project.directory()).join("tests/sbst").exists() {
        project.remove("tests/sbst");
    }
    project.write("out/empty", "");
    let reports =
        "merge --lcov out/merged.lcov --sarif out/merged.sarif --html out/merged.html --junit out/merged.xml";
    let output = command(project, store, reports).end_with(code);
    let mut written = project.contents("tests/sbst");
    written.extend(REPORTS.map(|path| (path.to_owned(), project.read(path))));
    (output, written)
}

#[test]
fn shards_in_any_order_or_twice_give_one_suite() {
    let project = Project::shared("library");
    let one = Store::new(&project, "one");
    for number in ["1/3", "2/3", "3/3"] {
        let output = shard(&project, &one, number);
        assert!(!project.has("tests/sbst"), "a shard writes no tests: {output:?}");
    }
    let parts = [1, 2, 3].map(|shard| one.functions(shard));
    assert!(parts.iter().all(|part| part.len() > 1), "{parts:?}");
    // Findings of the fixture, which are not accepted.
    let (output, first) = merge(&project, &one, 3);
    assert_eq!(output.find_messages("shards")[0]["missing"].as_array().unwrap().len(), 0, "{output:?}");
    let searched: u64 = output
        .find_messages("target-finished")
        .iter()
        .map(|target| target["evaluations"].as_u64().unwrap())
        .sum();
    assert!(searched > 1_000, "evaluations are those of the shards: {searched}");

    let states = one.objects("states");
    let (_, again) = merge(&project, &one, 3);
    assert_eq!(first, again, "merging twice changes nothing");
    assert_eq!((states.len(), &states), (1, &one.objects("states")), "nor does it write another state");

    let other = Store::new(&project, "other");
    for number in ["3/3", "1/3", "3/3", "2/3"] {
        shard(&project, &other, number);
    }
    let (_, from_other) = merge(&project, &other, 3);
    for (path, text) in first.iter().filter(|(path, _)| !path.ends_with("html") && !path.ends_with("xml")) {
        assert_eq!(Some(text), from_other.get(path), "{path}");
    }
    project.cargo("test --test sbst").succeed();

    // The next run continues this one.
    let begun = |output: &Output| output.find_messages("target-finished").len();
    let next = project.sbst("--no-write --budget 1evals --shard 1/2 --message-format json").going_on();
    let next = next.argument("--store").argument(&one.0).arguments("--run-id next").succeed();
    assert!(begun(&next) > 0);
    let plan: Value = serde_json::from_slice(&fs::read(one.0.join("runs/next/plan.json")).unwrap()).unwrap();
    assert!(plan["base"].as_str().unwrap().starts_with("states/000001-"), "{plan}");
}

#[test]
fn failed_attempts_of_a_shard_are_reported_after_merging() {
    let project = Project::copy("library", "shards-tried");
    project.write("src/lib.rs", &(project.read("src/lib.rs") + ODD));
    let store = Store::new(&project, "tried");
    let search = "--only odd --budget 5000evals --seed 1";
    let tried = |output: &Output| {
        let target = output.target("fixture_library::odd");
        let mut left = target["uncovered"].as_array().unwrap().iter();
        left.find(|goal| goal["condition"] == "is_odd").expect("it is never true")["tried"].clone()
    };
    let told = tried(&command(&project, &store, &format!("{search} --shard 1/1")).succeed());
    assert!(told["nearest"][0]["needs"].as_str().unwrap().contains("must stay"), "{told}");
    for _ in 0..2 {
        let merged = command(&project, &store, "merge --only odd --no-write --html out/tried.html").succeed();
        assert_eq!(tried(&merged), told);
        assert!(project.read("out/tried.html").contains("must stay as line"));
        let explained =
            project.sbst("explain fixture_library::odd --message-format json").going_on().succeed();
        let conditions = explained.messages().remove(0)["conditions"].clone();
        assert_eq!(conditions[1]["uncovered"][0]["tried"], told, "the state says it, once");
    }
}

#[test]
fn a_missing_shard_is_named_and_results_of_others_are_kept() {
    let project = Project::shared("library");
    let store = Store::new(&project, "missing");
    shard(&project, &store, "1/3");
    shard(&project, &store, "2/3");
    let lost = store.functions(3);
    // The second one was killed before its last object.
    let ended = store.objects("runs/night/ended");
    let of = |content: &[u8]| serde_json::from_slice::<Value>(content).unwrap()["shard"].clone();
    let (killed, _) = ended.iter().find(|(_, content)| of(content) == 2).unwrap();
    fs::remove_file(killed).unwrap();

    let (output, written) = merge(&project, &store, 3);
    let shards = &output.find_messages("shards")[0];
    assert_eq!(shards["missing"], serde_json::json!([2, 3]), "{output:?}");
    let unsearched: BTreeSet<String> = shards["unsearched"]
        .as_array()
        .unwrap()
        .iter()
        .map(|function| function["target"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(unsearched, lost);
    assert!(output.stderr.contains("shard 3 of 3 has not finished; no results for"), "{output:?}");
    assert!(
        output.stderr.contains("shard 2 of 3 has not finished; there are some results for"),
        "{output:?}"
    );
    assert!(written.keys().any(|path| path.starts_with("tests/sbst")), "{written:?}");
    for function in store.functions(1).union(&store.functions(2)) {
        assert!(output.target(function)["not_searched"].is_null(), "{function}: {output:?}");
    }
    // These only fail because of the shards.
    command(&project, &store, "merge --accept").end_with(9);
}

#[test]
fn unreachable_store_ends_no_search() {
    let project = Project::shared("renamed");
    let store = Store::new(&project, "broken");
    fs::create_dir_all(&store.0).unwrap();
    // A file instead of a store's folder.
    fs::write(store.0.join("runs"), "").unwrap();
    let output = command(&project, &store, "--seed 3 --budget 2000evals --shard 1/1").end_with(9);
    assert!(output.stderr.contains("its results are kept here"), "{output:?}");
    assert_eq!(output.target("fixture_renamed::is_answer")["covered"], 2, "{output:?}");
    fs::remove_file(store.0.join("runs")).unwrap();
    let nothing = command(&project, &store, "merge").end_with(1);
    assert!(nothing.stderr.contains("none of its shards was started"), "{nothing:?}");
    let known = project.sbst("check --only-stored").succeed();
    assert!(known.stderr.contains("1 function"), "the local state is there: {known:?}");
}

#[test]
fn the_environment_of_a_job_selects_its_shard() {
    let project = Project::shared("renamed");
    let store = Store::new(&project, "environment");
    let job = |index: &str| {
        let job = project.sbst("ci --budget 2000evals").with("SBST_STORE", &store.0);
        job.with("CI_NODE_INDEX", index).with("CI_NODE_TOTAL", "2").with("CI_PIPELINE_ID", "77")
    };
    job("1").succeed();
    job("2").succeed().says("2 of 2, in run 77");
    let merging = project.sbst("merge").with("SBST_STORE", &store.0).with("CI_PIPELINE_ID", "77");
    merging.succeed().says("run 77: 2 of 2 shards");
    job("3").end_with(2).says("shards are numbered from 1 to 2");
}
