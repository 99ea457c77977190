//! `cargo sbst compare`.

use sbst_tests::{Output, Project};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

/// Easy functions, one with an unreachable goal, one without goals, and one that is not callable.
const FUNCTIONS: &str = "--only is_between --only sign --only never --only twice --only larger";
const REPETITIONS: u64 = 3;
const COMPARED: [&str; 3] = ["hidden::deeper::is_between", "sign", "special::never"];

/// A comparison, shared by several tests.
static RUN: LazyLock<(Project, Output)> = LazyLock::new(|| {
    let project = Project::copy("library", "compare");
    let output = compare(&project, "--message-format json --jobs 2 --output results");
    (project, output)
});

#[track_caller]
fn compare(project: &Project, arguments: &str) -> Output {
    let options = "compare --algorithms mio,random --repetitions 3 --budget 2000evals --seed 7";
    project.sbst(options).arguments(FUNCTIONS).arguments(arguments).succeed()
}

/// The rows of a file, each by the names of its columns.
fn rows(project: &Project, path: &str) -> Vec<BTreeMap<String, String>> {
    let text = project.read(path);
    let mut lines = text.lines().map(|line| line.split(','));
    let names: Vec<&str> = lines.next().expect("there are names of columns").collect();
    let row = |cells: std::str::Split<'_, char>| {
        let cells: Vec<&str> = cells.collect();
        assert_eq!(cells.len(), names.len(), "{path}");
        names.iter().zip(cells).map(|(name, cell)| (name.to_string(), cell.to_owned())).collect()
    };
    lines.map(row).collect()
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

#[test]
fn every_algorithm_searches_every_function_with_the_same_seeds() {
    let mut expected = Vec::new();
    for function in COMPARED {
        for repetition in 1..=REPETITIONS {
            for algorithm in ["mio", "random"] {
                let target = format!("fixture_library::{function}");
                expected.push((target, algorithm.to_owned(), repetition, 6 + repetition));
            }
        }
    }
    let number = |run: &Value, field: &str| run[field].as_u64().unwrap();
    let runs = RUN.1.find_messages("run-finished");
    let runs = runs.iter().map(|run| {
        (text(&run["target"]), text(&run["algorithm"]), number(run, "repetition"), number(run, "seed"))
    });
    assert_eq!(runs.collect::<Vec<_>>(), expected);
}

#[test]
fn a_search_ends_with_full_coverage_or_with_its_budget() {
    for run in RUN.1.find_messages("run-finished") {
        if run["target"] == "fixture_library::special::never" {
            assert_eq!(
                (&run["stopped"], &run["evaluations"], &run["covered"]),
                (&"evaluations".into(), &2_000.into(), &1.into())
            );
        } else {
            assert_eq!((&run["stopped"], &run["covered"]), (&"all-covered".into(), &run["goals"]), "{run}");
            assert_eq!(run["evaluations"], run["evaluations_to_last_goal"], "{run}");
        }
    }
}

#[test]
fn a_run_can_be_had_again_with_its_seed() {
    let runs = RUN.1.find_messages("run-finished");
    for algorithm in ["mio", "random"] {
        let of_sign =
            |run: &&Value| run["target"] == "fixture_library::sign" && run["algorithm"] == algorithm;
        let run = runs.iter().rfind(of_sign).expect("it was compared");
        let options = "--no-write --message-format json --only sign --stall 2000 --budget 2000evals --seed";
        let again = RUN.0.sbst(options).argument(text(&run["seed"]));
        let again = again.arguments("--algorithm").argument(algorithm).succeed();
        assert!(!again.stderr.contains("Compiling"), "a comparison leaves its build: {again:?}");
        let again = again.target("fixture_library::sign");
        // After its last goal, a run searches for faults.
        for figure in ["covered", "evaluations_to_last_goal"] {
            assert_eq!(again[figure], run[figure], "{figure} of {run}");
        }
    }
}

#[test]
fn each_function_and_all_of_them_are_compared() {
    let lines = RUN.1.find_messages("comparison");
    let targets: Vec<String> = lines.iter().map(|line| text(&line["target"])).collect();
    let paths = COMPARED.map(|path| format!("fixture_library::{path}"));
    let expected = paths.iter().map(String::as_str).chain(["(all functions)"]);
    assert_eq!(targets, expected.flat_map(|target| [target; 2]).collect::<Vec<_>>());
    for line in &lines {
        assert_eq!(line["searches"], REPETITIONS, "{line}");
        let is_first = line["algorithm"] == "mio";
        for field in ["compared_with", "a12", "u", "p"] {
            assert_eq!(line[field].is_null(), is_first, "{line}");
        }
    }
    let never = &lines[5];
    assert_eq!(
        (&never["a12"], &never["p"]),
        (&0.5.into(), &1.0.into()),
        "both cover the one goal at once: {never}"
    );
    assert_eq!((&never["full_coverage"], &never["covered_median"]), (&0.into(), &1.0.into()));
    assert!(never["evaluations_to_full_coverage_median"].is_null());
    let all = &lines[7];
    assert_eq!((&all["goals"], &all["full_coverage"]), (&10.into(), &0.into()), "{all}");
}

#[test]
fn the_files_agree_with_the_output() {
    let project = &RUN.0;
    let same = |path: &str, messages: Vec<Value>| {
        let rows = rows(project, path);
        assert_eq!(rows.len(), messages.len(), "{path}");
        for (row, message) in rows.iter().zip(&messages) {
            for (name, cell) in row {
                let numbers = cell.parse::<f64>().ok().zip(message[name].as_f64());
                let same = numbers.map_or(*cell == text(&message[name]), |(cell, said)| cell == said);
                assert!(same, "{path}, {name}: {cell} in {message}");
            }
        }
    };
    same("results/runs.csv", RUN.1.find_messages("run-finished"));
    same("results/summary.csv", RUN.1.find_messages("comparison"));

    let mut covered: BTreeMap<[String; 3], BTreeSet<String>> = BTreeMap::new();
    for row in rows(project, "results/curves.csv") {
        let run = ["target", "algorithm", "repetition"].map(|name| row[name].clone());
        let goals = covered.entry(run).or_default();
        assert!(goals.insert(row["goal"].clone()), "covered first, and only once: {row:?}");
        assert_eq!(row["covered"], goals.len().to_string());
    }
    for run in RUN.1.find_messages("run-finished") {
        let key = ["target", "algorithm", "repetition"].map(|name| text(&run[name]));
        assert_eq!(run["covered"], covered[&key].len(), "{run}");
    }

    // Each run has a suite from its first test on, of no more tests than its covered goals.
    let mut suites: BTreeMap<[String; 3], Vec<u64>> = BTreeMap::new();
    for row in rows(project, "results/suites.csv") {
        let run = ["target", "algorithm", "repetition"].map(|name| row[name].clone());
        suites.entry(run).or_default().push(row["tests"].parse().unwrap());
        assert!(row["size"].parse::<u64>().unwrap() > 0, "{row:?}");
    }
    assert_eq!(suites.keys().collect::<Vec<_>>(), covered.keys().collect::<Vec<_>>());
    for (run, tests) in suites {
        assert!(
            tests.iter().all(|tests| (1..=covered[&run].len() as u64).contains(tests)),
            "{run:?}: {tests:?}"
        );
    }
}

#[test]
fn plots_cover_each_function_and_all() {
    let names = ["all-functions", "evaluations", "goals", "functions/fixture_library.sign"];
    for name in names {
        let svg = RUN.0.read(&format!("results/{name}.svg"));
        assert!(svg.starts_with("<svg ") && svg.contains("random"), "{name}");
    }
    let written = RUN.1.find_messages("comparison-written").pop().unwrap();
    assert_eq!(written["files"], 6 + COMPARED.len() + 3);
}

#[test]
fn all_of_it_is_on_one_page() {
    let page = RUN.0.read("results/comparison.html");
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    assert!(page.contains(
        "3 functions with 10 goals; 3 repetitions with the seeds 7 to 9, each search with 2,000 evaluations"
    ));
    for path in COMPARED {
        assert!(page.contains(&format!("<h3>fixture_library::{path}</h3>")), "{path}");
    }
    // Coverage and suite length of all functions, together and separately.
    assert_eq!(page.matches("<svg ").count(), 2 + 2 * COMPARED.len());
    let duels = rows(&RUN.0, "results/duels.csv");
    let number = |row: &BTreeMap<String, String>, name: &str| row[name].parse::<usize>().unwrap();
    for row in &duels {
        let decided = ["wins", "ties", "losses"].map(|name| number(row, name));
        assert_eq!(decided.iter().sum::<usize>(), COMPARED.len(), "{row:?}");
        let [wins, ties, losses] = decided;
        assert!(page.contains(&format!(">{wins} / {ties} / {losses}</td>")), "{row:?}");
    }
    assert_eq!(duels.len(), 2);
}

#[test]
fn only_results_are_written() {
    let before = Project::copy("library", "compare-untouched").files();
    let after = RUN.0.files().into_iter().filter(|path| !path.starts_with("results"));
    assert_eq!(after.collect::<BTreeSet<_>>(), before);
}

/// All files below a folder, without the seconds of searches.
fn without_seconds(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut contents = BTreeMap::new();
    for folder in [directory.to_owned(), directory.join("functions")] {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                continue;
            }
            let mut content = fs::read(&path).unwrap();
            if path.ends_with("runs.csv") {
                let text = String::from_utf8(content).unwrap();
                let seconds =
                    text.lines().next().unwrap().split(',').position(|name| name == "seconds").unwrap();
                let without = |line: &str| {
                    let mut cells: Vec<&str> = line.split(',').collect();
                    cells.remove(seconds);
                    cells.join(",") + "\n"
                };
                content = text.lines().map(without).collect::<String>().into_bytes();
            }
            contents.insert(path.strip_prefix(directory).unwrap().to_str().unwrap().to_owned(), content);
        }
    }
    contents
}

#[test]
fn the_same_seed_gives_the_same_files_with_one_job_or_two() {
    compare(&RUN.0, "--jobs 1 --quiet --output results-of-one-job");
    let [first, second] =
        ["results", "results-of-one-job"].map(|name| without_seconds(&RUN.0.directory().join(name)));
    assert!(first.len() > 10);
    assert_eq!(first.keys().collect::<Vec<_>>(), second.keys().collect::<Vec<_>>());
    for (path, content) in &first {
        assert!(second[path] == *content, "{path} differs");
    }
}

#[test]
fn table_is_printed_without_json() {
    let project = Project::shared("library");
    let options = "compare --repetitions 2 --budget 500evals --only sign --only twice --output results";
    let output = project.sbst(options).succeed();
    output.says("hybrid, random: 2 repetitions of 1 function, 500 evaluations each, in");
    output.says("Not compared").says("fixture_library::special::twice: it has no goals");
    for part in
        ["full coverage", "fixture_library::sign, 4 goals", "2 of 2", "A12", "more often better than hybrid"]
    {
        assert!(output.stdout.contains(part), "{part}: {output:?}");
    }
    assert!(!output.stdout.contains("(all functions)"), "there is only one: {output:?}");
    assert_eq!(
        output.stdout.lines().last(),
        Some("p: of a difference like this by chance alone (Mann-Whitney U test, two-sided).")
    );

    // The next comparison removes the files of this one, and no others.
    project.write("results/functions/mine.txt", "mine");
    project
        .sbst("compare --repetitions 2 --budget 500evals --only is_between --quiet --output results")
        .succeed();
    assert!(!project.has("results/functions/fixture_library.sign.svg"));
    assert!(project.has("results/functions/fixture_library.hidden.deeper.is_between.svg"));
    assert_eq!(project.read("results/functions/mine.txt"), "mine");
}

#[test]
fn comparison_survives_crashes_of_workers() {
    let project = Project::shared("trouble");
    let options = "compare --repetitions 2 --budget 3000evals --only exits --only aborts --message-format json \
                   --output results";
    let output = project.sbst(options).succeed();
    for run in output.find_messages("run-finished") {
        // The goal of a fatal execution does not count as covered, so the search continues.
        assert_eq!((&run["covered"], &run["findings"]), (&3.into(), &1.into()), "{run}");
        assert_eq!((&run["stopped"], &run["evaluations"]), (&"evaluations".into(), &3_000.into()), "{run}");
    }
}

#[test]
fn contradictory_options_are_refused() {
    let project = Project::copy("both", "compare-errors");
    for (arguments, said) in [
        ("compare --algorithms mio,mio", "`mio` stands twice"),
        ("compare --algorithms mio,hill", "hill"),
        ("compare --repetitions 1", "--repetitions"),
        ("compare --stall 5", "--stall"),
        ("compare --no-write", "--no-write"),
    ] {
        project.sbst(arguments).with("CARGO", "/does/not/exist").end_with(2).says(said);
    }
    project.write("results/runs.csv", "mine");
    let output = project.sbst("compare --repetitions 2 --output results").end_with(1);
    output.says("runs.csv was not written by `cargo sbst compare`").says("--output");
    assert_eq!(output.stdout, "", "no search was made");
    assert_eq!(project.read("results/runs.csv"), "mine");
}

#[test]
fn functions_without_goals_are_not_compared() {
    let output = RUN.0.sbst("compare --only twice --only larger").end_with(1);
    output.says("nothing to compare").says("it has no goals").says("tried for `T`");
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_comparison_keeps_common_repetitions() {
    use sbst_tests::{Worker, signal};
    let project = Project::shared("library");
    // The functions are searched in order: the search of the second one does not end.
    let options = "compare --repetitions 2 --budget 1000000000evals --jobs 2 --only sign --only never --output results \
                   --message-format json";
    let running = project.sbst(options).start();
    let worker = Worker::wait_for(&running, "never");
    signal(running.id(), "INT");
    let output = running.finish();
    assert_eq!(output.code, Some(130), "{output:?}");
    assert!(!worker.is_running());
    let targets =
        |name| output.find_messages(name).iter().map(|line| text(&line["target"])).collect::<BTreeSet<_>>();
    let sign = BTreeSet::from(["fixture_library::sign".to_owned()]);
    assert_eq!(targets("run-finished"), sign);
    assert_eq!(targets("comparison"), sign);
    assert_eq!(rows(&project, "results/runs.csv").len(), 4);
}
