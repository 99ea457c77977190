//! `--all`: crates without annotations, unchanged.

use sbst_tests::{Output, Project};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Returns the files of a project with their contents.
fn files(directory: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(directory).unwrap().flatten() {
        match entry.path() {
            path if path.is_dir() => files.extend(self::files(&path)),
            path => _ = files.insert(path.clone(), fs::read(&path).unwrap()),
        }
    }
    files
}

/// Returns the result lines of tests, sorted.
fn tests(printed: &str) -> BTreeSet<&str> {
    printed.lines().filter(|line| line.starts_with("test ") && line.contains(" ... ")).collect()
}

fn hits(output: &Output, path: &str) -> Vec<u64> {
    let target = output.target(path);
    target["hits"].as_array().unwrap().iter().map(|hits| hits.as_u64().unwrap()).collect()
}

/// The results of the crate's own tests, without sbst and with it.
struct Observed {
    project: Project,
    before: BTreeMap<PathBuf, Vec<u8>>,
    plain: Output,
    output: Output,
}

static OBSERVED: LazyLock<Observed> = LazyLock::new(|| {
    let project = Project::copy("whole", "whole-observed");
    let plain = project.cargo("test --workspace").succeed();
    let before = files(project.directory());
    let output = project.sbst("test --all --workspace --message-format json").succeed();
    Observed { project, before, plain, output }
});

#[test]
fn every_test_of_a_crate_without_us_ends_as_it_does_without_us() {
    let Observed { plain, output, .. } = &*OBSERVED;
    let expected = tests(&plain.stdout);
    assert!(expected.iter().any(|test| test.contains("places_are_those_of_the_source")), "{expected:?}");
    assert!(
        expected.iter().any(|test| test.contains("length (line 22)")),
        "one in the documentation: {expected:?}"
    );
    assert_eq!(tests(&output.stderr), expected);
}

#[test]
fn user_files_are_not_touched() {
    let Observed { project, before, .. } = &*OBSERVED;
    assert_eq!(files(project.directory()), *before);
}

#[test]
fn goals_of_all_kinds_of_tests_are_counted_in_all_editions() {
    let output = &OBSERVED.output;
    // a word in a unit test's list, one in an integration test, two in the documentation
    assert_eq!(hits(output, "fixture_whole::length")[2..], [2, 1]);
    assert_eq!(hits(output, "fixture_whole::Range::new"), [1, 1], "from outside");
    assert_eq!(hits(output, "fixture_whole::odd::odd"), [1, 0], "in a file elsewhere");
    assert_eq!(hits(output, "whole_tool::is_small"), [1, 0], "in a program");
    assert_eq!(hits(output, "fixture_whole_old::is_enough"), [2, 1], "of edition 2015");
    assert_eq!(hits(output, "fixture_whole_new::small"), [3, 0, 2, 1, 1, 1], "of edition 2024");
    assert_eq!(hits(output, "fixture_whole_bare::greatest")[..2], [1, 1], "without the standard library");
    let odd = output.target("fixture_whole::odd::odd");
    assert_eq!(odd["uncovered"][0]["file"], "crate/src/../../elsewhere/odd.rs");
}

#[test]
fn refused_functions_are_reported_and_count_as_uncovered() {
    let output = &OBSERVED.output;
    let refused = output.target("fixture_whole::refused");
    assert_eq!(refused["hits"], serde_json::json!([0, 0]));
    let reason = |path: &str| output.target(path)["not_searched"].as_str().unwrap().to_owned();
    assert!(reason("fixture_whole::refused").contains("the macro around it takes no attributes"));
    for path in ["fixture_whole::refused_later", "fixture_whole::refused_with_it"] {
        assert!(reason(path).contains("no rules expected"), "{path}: {}", reason(path));
    }
    output.says("skipping the functions in old/src/words.rs");
}

#[test]
fn functions_of_a_feature_exist_with_the_feature() {
    let project = Project::shared("whole");
    let listed = |arguments: &str| {
        let output =
            project.sbst(&format!("list --all -p fixture-whole --message-format json {arguments}")).succeed();
        output.find_messages("target").iter().any(|target| target["target"] == "fixture_whole::extra::great")
    };
    assert!(!listed("") && listed("--features extra"));
}

#[test]
fn changes_of_copies_and_their_neighbours_are_noticed() {
    let project = Project::copy("whole", "whole-changes");
    let run = || project.sbst("test --all -p fixture-whole --lib --message-format json").run();
    assert_eq!(hits(&run(), "fixture_whole::odd::odd"), [1, 0]);
    project.edit("elsewhere/odd.rs", "n % 2 == 1", "n % 2 == 0");
    let changed = run();
    assert_eq!(hits(&changed, "fixture_whole::odd::odd"), [0, 1]);
    assert_ne!(changed.code, Some(0), "a test fails now, as it should");
    project.edit("elsewhere/odd.rs", "n % 2 == 0", "n % 2 == 1");
    assert_eq!(run().code, Some(0));
    project.write("crate/data/words.txt", "pear\nplum\napple\n");
    assert_ne!(run().code, Some(0), "three words were included");
}

#[test]
fn fixed_user_error_leaves_no_trace() {
    let project = Project::copy("whole", "whole-mended");
    project.edit("bare/src/lib.rs", "/// The greatest", "const FIRST: u32 = 0;\n\n/// The greatest");
    project.edit(
        "bare/src/lib.rs",
        "let mut greatest = None;",
        "let _: i32 = FIRST;\n    let mut greatest = None;",
    );
    let test = || project.sbst("test --all -p fixture-whole-bare --lib --message-format json");
    let failed = test().run();
    assert_ne!(failed.code, Some(0));
    failed.says("mismatched types");
    project.edit("bare/src/lib.rs", "FIRST: u32", "FIRST: i32");
    assert_eq!(hits(&test().succeed(), "fixture_whole_bare::greatest")[..2], [1, 1]);
}

#[test]
fn written_tests_pass_in_unchanged_crate() {
    let project = Project::shared("whole");
    let manifest = project.read("crate/Cargo.toml");
    let output =
        project.sbst("--all --allow-effects --workspace --budget 3000evals --message-format json").succeed();
    let covered = |path: &str| {
        let target = output.target(path);
        (
            target["covered"].as_u64().unwrap(),
            target["goals"].as_array().map_or(target["goals"].clone(), |goals| goals.len().into()),
        )
    };
    for (path, goals) in [
        ("fixture_whole::length", 3),
        ("fixture_whole::Range::contains", 4),
        ("fixture_whole::Range::new", 2),
        ("fixture_whole::is_greater", 4),
        ("fixture_whole::odd::odd", 2),
        ("fixture_whole::private", 2),
        ("fixture_whole_old::is_enough", 2),
        ("fixture_whole_new::small", 5),
        ("fixture_whole_bare::greatest", 4),
        ("whole_tool::is_small", 2),
    ] {
        assert!(covered(path).0 >= goals, "{path}: {:?}", output.target(path));
    }
    let main = output.target("whole_tool::main");
    assert!(main["not_searched"].as_str().unwrap().contains("the program itself"), "{main}");

    assert_eq!(project.read("crate/Cargo.toml"), manifest);
    let written = project.read("crate/tests/sbst/crate_root.rs");
    assert!(written.contains("Range::new(") && !written.contains("sbst::"), "{written}");
    // A type's invariants are true of each of its values.
    let recent = covered("fixture_whole::Recent<K, V>::is_full");
    assert_eq!(recent.0, 3, "{:?}", output.target("fixture_whole::Recent<K, V>::is_full"));
    assert_eq!(covered("fixture_whole::Recent<K, V>::put").0, 4);
    assert!(written.contains("Recent::with_capacity(") && !written.contains("kept: vec!"), "{written}");
    let tested = project.cargo("test --workspace").succeed();
    assert!(tests(&tested.stdout).iter().any(|test| test.contains("crate_root::")), "{tested:?}");

    // Findings without a public call are only counted.
    let findings =
        output.find_messages("findings").into_iter().find(|of| of["package"] == "fixture-whole").unwrap();
    let shown = findings["shown"].as_array().unwrap();
    assert!(shown.iter().any(|entry| entry["message"] == "seven"), "{findings:#}");
    assert!(shown.iter().all(|entry| entry["reached"] == "anyone"), "{findings:#}");
    assert!(findings["private"].as_u64() >= Some(1), "it divides by zero: {findings:#}");
    // Panics of the standard library are placed at the package's call.
    let raised = shown.iter().find(|entry| entry["message"] == "assertion failed: step != 0");
    assert_eq!(raised.expect("nothing takes steps of 0")["place"]["file"], "crate/src/lib.rs");
}

/// Writes a compiler wrapper that logs its commands; returns the wrapper and the log.
fn recording_wrapper(project: &Project, name: &str) -> (PathBuf, PathBuf) {
    let (script, log) = (project.directory().join(name), project.directory().join(format!("{name}.log")));
    let text = format!("#!/bin/sh\necho \"$@\" >> '{}'\nexec \"$@\"\n", log.display());
    fs::write(&script, text).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    (script, log)
}

#[test]
fn the_users_wrappers_get_the_compiled_sources() {
    let project = Project::copy("whole", "whole-wrapped");
    let (first, first_log) = recording_wrapper(&project, "first");
    let (second, second_log) = recording_wrapper(&project, "second");
    let compiled = |log: &Path| {
        let text = fs::read_to_string(log).unwrap_or_default();
        let lines = text.lines().filter(|line| line.contains("--crate-name fixture_whole_bare"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let test = || project.sbst("test --all -p fixture-whole-bare --lib");
    test().with("RUSTC_WRAPPER", &first).with("RUSTC_WORKSPACE_WRAPPER", &second).succeed();
    for log in [&first_log, &second_log] {
        let lines = compiled(log);
        assert!(
            lines.iter().any(|line| line.contains("/sources/") && line.contains("--extern __sbst=")),
            "{lines:?}"
        );
    }

    fs::remove_file(&first_log).unwrap();
    project.write(".cargo/config.toml", "[build]\nrustc-wrapper = \"./first\"\n");
    project.edit("bare/src/lib.rs", "//! Without", "//! Quite without");
    test().succeed();
    assert!(!compiled(&first_log).is_empty());
}

#[test]
fn an_annotated_crate_keeps_its_attributes() {
    let project = Project::shared("library");
    let annotated = project.sbst("list --message-format json").succeed();
    let whole = project.sbst("list --all --message-format json").succeed();
    let by_name = |output: &Output| -> BTreeMap<String, Value> {
        let targets = output.find_messages("target").into_iter();
        // The advice for an annotated crate differs.
        let without_advice = |mut target: Value| {
            let why = target["not_searched"]
                .as_str()
                .and_then(|reason| Some(reason.split_once("; ")?.0.to_owned()));
            if let Some(why) = why {
                target["not_searched"] = why.into();
            }
            target
        };
        targets
            .map(without_advice)
            .map(|target| (target["target"].as_str().unwrap().to_owned(), target))
            .collect()
    };
    let whole = by_name(&whole);
    for (name, target) in by_name(&annotated) {
        assert_eq!(whole.get(&name), Some(&target), "{name}");
    }
}

#[test]
fn file_writers_are_called_without_sandbox_only_if_allowed() {
    let project = Project::copy("effects", "whole-effects");
    let search = |options: &str| {
        let options = format!("--sandbox=never --no-write --budget 200evals --message-format json {options}");
        project.sbst(&format!("--all {options}")).succeed()
    };
    let output = search("");
    assert!(!project.has("marked"));
    for (path, through) in [
        ("fixture_effects::mark::leave", ""),
        ("fixture_effects::note", "reaches `leave`, which "),
        ("fixture_effects::Noted::new", "reaches `leave`, which "),
        ("fixture_effects::made::spoil", ""),
        ("fixture_effects::made::all", "reaches `spoil`, which "),
    ] {
        let target = output.target(path);
        let reason = format!("it {through}mentions `std::fs::write` (`--allow-effects` calls it anyway)");
        assert_eq!(target["not_searched"], reason, "{target}");
    }
    assert_eq!(output.target("fixture_effects::is_small")["covered"], 2);
    // Its fields make a value that no call gives.
    assert_eq!(output.target("fixture_effects::Noted::is_great")["covered"], 2);
    output.says("5 of them because of possible effects");

    let output = search("--allow-effects");
    assert!(project.has("marked"));
    assert_eq!(output.target("fixture_effects::note")["covered"], 2);
    assert_eq!(output.target("fixture_effects::Noted::is_great")["covered"], 2);
}
