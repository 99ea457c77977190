//! Code that loops, recurses, crashes, sleeps, prints, or changes its directory.

use sbst_tests::{Output, Project, Worker, unreached};
use serde_json::Value;
use std::sync::LazyLock;

/// One run over all of it, without written tests, because some would not end either.
static RUN: LazyLock<(Project, Output)> = LazyLock::new(|| {
    let project = Project::copy("trouble", "trouble");
    let output = project.sbst("--message-format json --no-write --hang-timeout 1 --stall 4000").succeed();
    (project, output)
});

fn kinds(path: &str) -> Vec<String> {
    RUN.1.kinds(&format!("fixture_trouble::{path}"))
}

fn assert_reached(path: &str, reached: u64) {
    let target = RUN.1.target(&format!("fixture_trouble::{path}"));
    let goals = target["goals"].as_u64().unwrap();
    assert_eq!(goals - unreached(&target).len() as u64, reached, "{target:#}");
}

#[test]
fn endless_loops_are_ended_and_reported_as_hangs() {
    assert_eq!(kinds("endless::loops"), ["hang"]);
    assert_reached("endless::loops", 2);
    assert_eq!(kinds("endless::spins"), ["hang"]);
    assert_reached("endless::spins", 2);
}

#[test]
fn long_execution_is_not_a_hang() {
    let project = Project::shared("trouble");
    let only = "--message-format json --no-write --only letters --only sums --stall 1000";
    let output = project.sbst(only).succeed();
    for path in ["fixture_trouble::endless::letters", "fixture_trouble::endless::sums"] {
        assert_eq!(output.kinds(path), [""; 0], "{:#}", output.target(path));
    }
}

#[test]
fn endless_recursion_is_reported_as_deep_recursion() {
    assert_eq!(kinds("endless::recurses"), ["deep-recursion"]);
    assert_reached("endless::recurses", 2);
}

#[test]
fn code_catching_the_end_of_endless_loop_is_ended() {
    assert_eq!(kinds("endless::stubborn"), ["hang"]);
    assert_reached("endless::stubborn", 2);
}

/// Asserts that the only finding is a crash with these words and this argument, and that the other
/// goals are covered.
#[track_caller]
fn assert_dies(path: &str, how: &str, argument: &str, covered: u64) {
    let findings = RUN.1.findings(&format!("fixture_trouble::deaths::{path}"));
    assert_eq!(findings.len(), 1, "{findings:#?}");
    assert_eq!(findings[0]["kind"], "death");
    assert!(findings[0]["message"].as_str().unwrap().contains(how), "{findings:#?}");
    let given = findings[0]["arguments"][0].as_str().unwrap().replace('_', "");
    assert_eq!(given, argument, "{findings:#?}");
    assert_reached(&format!("deaths::{path}"), covered);
}

#[test]
fn crashes_are_reported_with_provoking_arguments() {
    assert_dies("aborts", "abort", "7700", 3);
    assert_dies("exits", "exit with code 3", "12003", 3);
    assert_dies("overflows_the_stack", "stack overflow", "2024", 3);
}

#[test]
fn sleeping_for_ever_is_ended_by_the_clock() {
    assert_dies("sleeps", "no end within 1 s", "4242", 3);
}

#[cfg(target_os = "linux")]
#[test]
fn a_wait_without_a_waker_is_a_deadlock() {
    assert_dies("waits", "deadlock", "5151", 3);
}

#[test]
fn functions_beside_crashing_ones_are_searched_fully() {
    assert_reached("good", 2);
    assert_eq!(kinds("good"), [""; 0]);
}

#[test]
fn output_of_code_under_test_stays_out_of_messages() {
    assert_reached("habits::prints", 2);
    assert_eq!(RUN.1.find_messages("summary").len(), 1);
    assert!(!RUN.1.stderr.contains("the worker in nowhere"), "{:?}", RUN.1);
}

#[test]
fn conditions_in_other_threads_count() {
    assert_reached("habits::in_threads", 2);
    assert_reached("habits::detaches", 2);
}

#[test]
fn caught_panics_are_not_reported() {
    assert_reached("habits::catches", 2);
    assert_eq!(kinds("habits::catches"), [""; 0]);
}

#[test]
fn panic_hook_of_code_under_test_hides_no_panic() {
    assert_reached("habits::hooks", 4);
    assert_eq!(kinds("habits::hooks"), [""; 0], "the panic has a message that a person wrote");
}

#[test]
fn files_of_code_under_test_land_in_scratch_folder() {
    assert_reached("habits::wanders", 5);
    let left = RUN.0.files().into_iter().filter(|path| path.contains("left-behind"));
    assert_eq!(left.collect::<Vec<_>>(), [""; 0]);
    assert!(!RUN.0.has("elsewhere"));
}

#[test]
fn no_worker_outlives_the_command() {
    LazyLock::force(&RUN);
    assert_eq!(Worker::orphans("fixture-trouble"), []);
}

#[test]
fn hangs_and_deaths_become_ignored_tests() {
    let project = Project::shared("trouble");
    let only = "--only aborts --only loops --only good --stall 4000";
    let output = project.sbst("--message-format json").arguments(only).succeed();
    assert_eq!(output.find_messages("test-removed").len(), 0, "{output:?}");
    let deaths = project.read("tests/sbst/deaths.rs");
    assert!(
        deaths.contains("#[ignore") && deaths.contains("aborts(7700)") || deaths.contains("aborts(7_700)"),
        "{deaths}"
    );
    assert!(project.read("tests/sbst/endless.rs").contains("#[ignore"));
    let test = project.cargo("test --test sbst").succeed();
    assert!(test.stdout.contains("2 ignored"), "{test:?}");
    let ignored = project.cargo("test --test sbst deaths -- --ignored").run();
    assert_ne!(ignored.code, Some(0), "the process that runs it dies");
}

#[test]
fn a_lower_stack_limit_and_a_lower_step_limit_are_kept() {
    let project = Project::shared("trouble");
    let only = "--message-format json --no-write --only recurses --only good --stall 2000";
    let deep = project.sbst(only).arguments("--stack-limit 64KiB").succeed();
    assert_eq!(deep.kinds("fixture_trouble::endless::recurses"), ["deep-recursion"]);
    let steps = project.sbst(only).arguments("--step-limit 10").succeed();
    assert_eq!(steps.kinds("fixture_trouble::endless::recurses"), ["hang"]);
}

#[test]
fn function_crashing_on_most_inputs_keeps_other_tests() {
    let project = Project::shared("memory");
    let only = "--only reserves --only table";
    let output = project.sbst("--message-format json").arguments(only).succeed();
    let path = "fixture_memory::reserves";
    assert_eq!(output.target(path)["covered"], 1, "only deaths and faults reach the other one: {output:?}");
    assert!(output.kinds(path).contains(&"death".to_owned()), "{output:?}");
    assert_eq!(
        output.target("fixture_memory::table")["covered"],
        4,
        "large numbers are avoided after some deaths"
    );
    let tests = project.read("tests/sbst/crate_root.rs");
    assert!(tests.contains("assert_eq!(reserves("), "{tests}");
    assert!(!tests.contains("fn reserves_ends_the_process"), "a size is no finding: {tests}");
    let findings = &output.find_messages("findings")[0];
    assert!(findings["shown"].as_array().unwrap().is_empty(), "{findings:#}");
    assert!(findings["sizes"].as_u64() >= Some(1), "{findings:#}");
    project.cargo("test").succeed();
}

#[test]
fn crash_in_step_is_reported_once_and_avoided_elsewhere() {
    let project = Project::shared("memory");
    let names = ["new", "grow", "put", "unlock", "has", "is_empty", "is_as_large"];
    let only: Vec<String> = names.iter().map(|name| format!("--only Bits::{name}")).collect();
    let output =
        project.sbst("--total-budget 60000evals --message-format json").arguments(&only.join(" ")).succeed();
    let deaths = |name: &str| -> Vec<String> {
        let findings = output.findings(&format!("fixture_memory::Bits::{name}"));
        let deaths = findings.iter().filter(|finding| finding["kind"] == "death");
        deaths.map(|finding| finding["message"].as_str().unwrap().to_owned()).collect()
    };
    for name in ["new", "put", "has", "is_empty", "is_as_large"] {
        assert_eq!(deaths(name), [""; 0], "{name}");
    }
    assert_eq!(deaths("grow"), ["out of memory"]);
    assert_eq!(deaths("unlock"), ["abort (SIGABRT)"]);
    let also_met = output.findings("fixture_memory::Bits::unlock")[0]["also_met"].as_u64();
    assert!(also_met >= Some(2), "{also_met:?}");
    for name in ["put", "has", "is_empty", "is_as_large"] {
        let target = output.target(&format!("fixture_memory::Bits::{name}"));
        assert_eq!(target["uncovered"], Value::Array(Vec::new()), "{name}");
    }
    let tests = project.read("tests/sbst/crate_root.rs");
    let ends: Vec<&str> = tests.split("_ends_the_process() {").collect();
    assert_eq!(ends.len(), 1 + 1, "room for too many is a size, and no finding: {tests}");
    let last = ends[1].split('}').next().unwrap().trim_end().lines().last().unwrap().trim();
    let asked = last.strip_prefix("bits.unlock(").unwrap_or_else(|| panic!("{last}"));
    let asked: u64 = asked.trim_end_matches(");").parse().unwrap();
    assert!(asked > 8, "what is called behind the call that ends the process does not matter: {last}");
    project.cargo("test").succeed();
}
