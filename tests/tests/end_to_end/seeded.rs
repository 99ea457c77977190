//! Searches that begin with the arguments of calls in the user's own tests.

use sbst_tests::{Output, Project};
use serde_json::Value;

/// Returns the number of uncovered goals of a function.
fn unreached(output: &Output, name: &str) -> usize {
    output.unreached(&format!("fixture_seeded::{name}")).len()
}

/// Returns the number of recorded calls of a function, and the numbers of unrecorded calls, with
/// the reasons.
fn recorded(output: &Output, name: &str) -> (u64, Vec<(u64, String)>) {
    let functions = output.find_messages("seeds-recorded")[0]["functions"].clone();
    let is_meant = |function: &&Value| function["target"].as_str().unwrap().ends_with(name);
    let Some(function) = functions.as_array().unwrap().iter().find(is_meant) else { return (0, Vec::new()) };
    let lost = function["not_recorded"].as_array().unwrap().iter();
    let lost =
        lost.map(|lost| (lost["calls"].as_u64().unwrap(), lost["reason"].as_str().unwrap().to_owned()));
    (function["calls"].as_u64().unwrap(), lost.collect())
}

/// Functions never covered without seeds.
const HARD: [&str; 8] =
    ["is_password", "House::lets_in", "hides", "is_deck", "inherits", "agrees", "steals", "whispers"];

#[test]
fn arguments_of_tests_cover_goals_beyond_a_search() {
    let project = Project::shared("seeded");
    let options = "--message-format json --budget 5000evals --no-write";
    let without = project.sbst(options).succeed();
    for name in HARD.iter().chain(&["bounded"]) {
        assert_eq!(unreached(&without, name), 1, "{name} is hard");
    }

    let with = project.sbst(&format!("{options} --seed-tests")).succeed();
    for name in HARD {
        assert_eq!(unreached(&with, name), 0, "{name}: {with:?}");
    }
    assert_eq!(unreached(&with, "bounded"), 1, "a seed that does not keep the bounds is none");
    let files = project.contents("");
    assert!(
        !files.contains_key("ignored") && !files.contains_key("ignored-visit"),
        "ignored tests are not run"
    );

    let counts = &with.find_messages("seeds-recorded")[0];
    assert_eq!((counts["tests"].as_u64(), counts["calls"].as_u64()), (Some(10), Some(11)), "{counts:#}");
    assert_eq!(counts["failed"].as_array().map(Vec::len), Some(0), "{counts:#}");
    assert_eq!(recorded(&with, "is_password").0, 3, "two of unit tests and one of a binary");
    let (calls, lost) = recorded(&with, "is_deck");
    assert_eq!((calls, lost[0].0), (1, 1), "{lost:?}");
    for (name, reason) in [
        ("waits", "the value of `until: Instant` does not show its parts"),
        ("bounded", "the value of `digit: u64` is out of its bounds"),
        ("is_deck", "with other type arguments than the search has chosen"),
        ("is_great", "the value of `title: &Title` does not show its parts"),
        ("meets", "a parameter is taken apart where it is declared"),
    ] {
        let (_, lost) = recorded(&with, name);
        assert!(lost.len() == 1 && lost[0].1.starts_with(reason), "{name}: {lost:?}");
    }
}

/// An object whose values are also an input, and a test with the opening one.
const VAULT: &str = "
    #[derive(sbst::Input)]
    pub struct Vault { pub code: u64, pub turns: Vec<u8> }
    impl Vault {
        #[sbst::instrument]
        pub fn turn(&mut self, by: u8) { self.turns.push(by); }
    }
    #[sbst::instrument]
    pub fn opens(vault: &Vault) -> bool {
        vault.turns == [3, 1] && vault.code.wrapping_mul(0x9e37_79b9_7f4a_7c15) == 0x7106_49e0_fa53_e0a8
    }
    #[test]
    fn the_vault_opens() {
        assert!(opens(&Vault { code: 0x1_0000_0008, turns: vec![3, 1] }));
    }
";

#[test]
fn objects_of_tests_are_values_to_begin_with() {
    let project = Project::copy("seeded", "seeded-objects");
    project.write("src/vault.rs", VAULT);
    project.edit("src/lib.rs", "use std::fmt::Debug;", "pub mod vault;\n\nuse std::fmt::Debug;");
    let options = "--message-format json --budget 5000evals --only fixture_seeded::vault::opens";
    let without = project.sbst(&format!("{options} --no-write")).succeed();
    assert_eq!(unreached(&without, "vault::opens"), 1, "it is hard");
    let with = project.sbst(&format!("{options} --seed-tests")).succeed();
    assert_eq!(unreached(&with, "vault::opens"), 0, "{with:?}");
    let tests = project.read("tests/sbst/vault.rs");
    // On one line or several, depending on rustfmt's configuration here.
    let words = tests.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("opens(&Vault { code: 4_294_967_304, turns: vec![3, 1] })"), "{tests}");
    project.cargo("test --test sbst").succeed();
}

#[test]
fn seeds_become_tests_and_recording_is_reported() {
    let project = Project::shared("seeded");
    let output = project.sbst("--budget 5000evals --seed-tests").succeed();
    output.says("Running your own tests (unit tests of 1 crate, 1 integration test)");
    output.says("Recorded 11 different calls of 9 functions, from 10 tests");
    output.says("Skipped 1 call of `fixture_seeded::waits`: the value of `until: Instant`");
    let tests = project.read("tests/sbst/crate_root.rs");
    assert!(tests.contains("is_password(\"Open, Sesame\")"), "{tests}");
    assert!(tests.contains("inherits(&Share::of(63, \"Kasim\").unwrap())"), "{tests}");
    project.cargo("test --test sbst").succeed();
}

#[test]
fn tests_of_earlier_run_keep_its_coverage() {
    let project = Project::copy("seeded", "seeded-again");
    let first =
        project.sbst("--budget 5000evals --seed-tests --write-private --message-format json").succeed();
    let source = project.read("src/lib.rs");
    let (before, tests) = source.split_once("#[cfg(test)]\nmod tests {").expect("it has unit tests");
    let (_, after) = tests.split_once("\n}\n").expect("they end");
    assert!(after.contains("mod sbst_tests;"), "generated tests are declared: {after}");
    project.write("src/lib.rs", &format!("{before}{after}"));
    project.write("tests/visits.rs", "");

    let calls = |output: &Output| output.find_messages("seeds-recorded")[0]["calls"].as_u64().unwrap();
    let options = "--seed-tests --no-write --message-format json";
    let recording = project.sbst(&format!("{options} --budget 1evals")).succeed();
    let seeds = calls(&recording);
    assert!((10..60).contains(&seeds), "{seeds} seeds");
    // The number of evaluations is the number of seeds.
    for name in HARD {
        let (seeds, _) = recorded(&recording, name);
        let options = format!("{options} --budget {seeds}evals --only fixture_seeded::{name}");
        let again = project.sbst(&options).succeed();
        let name = format!("fixture_seeded::{name}");
        assert_eq!(again.target(&name)["covered"], first.target(&name)["covered"], "{name}: {again:?}");
        assert_eq!(again.target(&name)["evaluations"], seeds, "{name}");
    }
    assert_eq!(recorded(&recording, "steals").0, 2, "the fault's arguments come from a test that is not run");
}

#[test]
fn hanging_and_failing_tests_are_reported_and_their_calls_count() {
    let project = Project::copy("seeded", "seeded-trouble");
    project.write("tests/broken.rs", "#[test]\nfn broken() {\n    fixture_seeded::nothing();\n}\n");
    let trouble = "use fixture_seeded::*;\n\
        #[test]\nfn a_fails() {\n    assert!(is_password(\"before\"));\n}\n\
        #[test]\nfn b_hangs() {\n    is_password(\"hanging\");\n    std::thread::park();\n    std::thread::sleep(std::time::Duration::from_secs(600));\n}\n\
        #[test]\nfn c_dies() {\n    is_password(\"dying\");\n    std::process::abort();\n}\n\
        #[test]\nfn d_passes() {\n    assert!(!is_password(\"after\"));\n}\n";
    project.write("tests/trouble.rs", trouble);
    let own = "fn main() {\n    assert_eq!(std::env::args().count(), 1);\n    fixture_seeded::is_password(\"own harness\");\n}\n";
    project.write("tests/own.rs", own);
    project.edit("Cargo.toml", "[workspace]", "[[test]]\nname = \"own\"\nharness = false\n\n[workspace]");
    let options = "--seed-tests --seed-tests-timeout 5 --budget 500evals --no-write --only is_password";
    let output = project.sbst(&format!("{options} --message-format json")).succeed();
    assert_eq!(recorded(&output, "is_password").0, 8, "{output:?}");
    let recorded = &output.find_messages("seeds-recorded")[0];
    assert_eq!(recorded["failed"], serde_json::json!(["a_fails"]));
    assert_eq!(recorded["tests"], 14);
    let warnings = output.find_messages("warning");
    for text in [
        "tests/broken.rs does not compile in the search build, so its tests are left out: cannot find function",
        "test `b_hangs` in tests/trouble.rs did not end within 5 s: its records up to then are used",
        "test `c_dies` in tests/trouble.rs ended its process: its records up to then are used",
        "1 test failed (`a_fails`)",
    ] {
        let is_said = warnings.iter().any(|warning| warning["message"].as_str().unwrap().starts_with(text));
        assert!(is_said, "{text}: {warnings:#?}");
    }
}

#[test]
fn calls_of_many_threads_give_the_same_tests() {
    let project = Project::shared("seeded");
    let threads = "use fixture_seeded::*;\n#[test]\nfn many() {\n    std::thread::scope(|scope| {\n        \
        for first in 0..4_u32 {\n            scope.spawn(move || {\n                \
        (first..8_000).step_by(4).for_each(|number| _ = is_password(&format!(\"word {number}\")));\n            \
        });\n        }\n    });\n}\n";
    project.write("tests/threads.rs", threads);
    let options = "--seed-tests --budget 3000evals --seed 3 --only is_password";
    let output = project.sbst(options).succeed();
    output.says("Recorded 1,024 different calls of 1 function");
    let first = project.contents("tests/sbst");
    for _ in 0..3 {
        project.remove("tests/sbst");
        project.sbst(options).succeed();
        assert!(project.contents("tests/sbst") == first, "the same tests");
    }
}

#[test]
fn tests_of_other_packages_in_the_workspace_give_seeds_too() {
    let project = Project::copy("seeded", "seeded-workspace");
    project.edit("Cargo.toml", "[workspace]", "[workspace]\nmembers = [\"checks\"]");
    project.write(
        "checks/Cargo.toml",
        "[package]\nname = \"checks\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n\
         [dev-dependencies]\nfixture-seeded = { path = \"..\" }\n",
    );
    project.write("checks/src/lib.rs", "");
    project.write(
        "checks/tests/outside.rs",
        "#[test]\nfn outside() {\n    assert!(std::path::Path::new(\"../checks/Cargo.toml\").exists());\n    \
         fixture_seeded::is_password(\"from outside\");\n}\n",
    );
    let options = "--seed-tests --budget 100evals --no-write --only is_password --message-format json";
    let alone = project.sbst(options).succeed();
    assert_eq!(recorded(&alone, "is_password").0, 3);
    let together = project.sbst(&format!("{options} --workspace")).succeed();
    assert_eq!(recorded(&together, "is_password").0, 4, "{together:?}");
}

#[test]
fn whole_crates_are_seeded_by_their_unit_tests() {
    let project = Project::shared("seeded");
    let options = "--all --budget 2000evals --no-write --only is_password --message-format json";
    let without = project.sbst(options).succeed();
    assert_eq!(unreached(&without, "is_password"), 1, "it is hard");
    assert!(without.find_messages("seeds-recorded").is_empty());
    let with = project.sbst(&format!("{options} --seed-tests")).succeed();
    assert_eq!(unreached(&with, "is_password"), 0, "{with:?}");
}

#[test]
fn whole_crate_is_searched_despite_broken_unit_tests() {
    let project = Project::copy("seeded", "seeded-whole-broken");
    // Packages left out of a build are remembered until a change.
    let unique = format!("// {}\n", std::process::id());
    project.write("src/broken.rs", &(unique + "#[test]\nfn broken() {\n    crate::nothing();\n}\n"));
    project.edit("src/lib.rs", "use std::fmt::Debug;", "mod broken;\n\nuse std::fmt::Debug;");
    let options = "--all --seed-tests --budget 2000evals --no-write --only is_password";
    project.sbst(options).succeed().says("Building without your unit tests");
}
