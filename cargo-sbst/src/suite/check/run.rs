//! Finds generated tests that fail or would touch the user's system.
//!
//! A test with a refused operation would perform it when the user runs the test, so it is removed:
//!
//! 1. If the sandbox refuses an operation in a joint run, tests run one by one to find it.
//! 2. If no single test is refused an operation, a thread outlives its test. Then the tests of
//!    functions with refusals in their searches are removed, or else all tests.

use super::harness::{Run, Setting, run};
use super::{Failure, Reason, Remedy};
use crate::cargo::executable::TestExecutable;
use crate::sandbox::Refusals;
use crate::suite::SuiteOptions;
use crate::suite::test_module::{Executable, TestModule};
use cargo_metadata::Package;
use cargo_metadata::camino::Utf8Path;
use std::time::Duration;

/// Time limit of a joint run, beyond the shares of its tests.
const RUN_LIMIT: Duration = Duration::from_secs(60);
/// Average time limit of each test in a joint run.
const TEST_SHARE: Duration = Duration::from_millis(200);
/// Time limit of a test that runs alone.
const SINGLE_LIMIT: Duration = Duration::from_secs(10);
/// Prefix of the reason of a test that fails only under other conditions.
const ELSEWHERE: &str = "fails in another directory, environment or at another time";

/// A test of an executable.
struct Test {
    module: usize,
    /// The test's name in the executable.
    full: String,
    name: String,
}

impl Test {
    fn fail(&self, reason: Reason, remedy: Remedy) -> Failure {
        Failure { module: self.module, test: Some(self.name.clone()), reason, remedy, elsewhere: false }
    }
}

/// Returns the tests of an executable that fail or are refused an operation in the package's
/// folder. Without any, returns the failures under other conditions.
pub fn failures(
    package: &Package,
    executable: &Executable,
    file: &TestExecutable,
    modules: &[TestModule],
    options: &SuiteOptions<'_>,
    notes: &mut Vec<String>,
) -> anyhow::Result<Vec<Failure>> {
    let mut tests: Vec<Test> = Vec::new();
    for (module, its) in modules.iter().enumerate().filter(|(_, module)| module.executable == *executable) {
        let named = |name: String| Test { module, full: format!("{}{name}", its.prefix), name };
        tests.extend(its.running().into_iter().map(named));
    }
    if tests.is_empty() {
        return Ok(Vec::new());
    }
    let usual = package.manifest_path.parent().unwrap_or(Utf8Path::new("."));
    let elsewhere = options.conditions.fresh_folder()?;
    let filter = (*executable != Executable::Integration).then_some("sbst_tests::");
    for conditions in [None, Some(options.conditions)] {
        let (directory, threads) = match conditions {
            None => (usual, None),
            Some(_) => (elsewhere.as_path(), Some("--test-threads=1")),
        };
        let setting = Setting { directory, conditions, sandbox: options.sandbox };
        let arguments: Vec<&str> = filter.into_iter().chain(threads).collect();
        let failures = run_all(file, setting, &arguments, &tests, modules, notes)?;
        if !failures.is_empty() {
            return Ok(failures);
        }
    }
    Ok(Vec::new())
}

fn run_all(
    file: &TestExecutable,
    setting: Setting<'_>,
    arguments: &[&str],
    tests: &[Test],
    modules: &[TestModule],
    notes: &mut Vec<String>,
) -> anyhow::Result<Vec<Failure>> {
    let limit = RUN_LIMIT + TEST_SHARE * tests.len() as u32;
    let (end, refusals) = run(file, setting, arguments, limit)?;
    let mut failures = Vec::new();
    let failed = match end {
        Run::Ended { failed, .. } if refusals.is_empty() => failed,
        _ => {
            let alone = one_by_one(file, setting, tests)?;
            if !refusals.is_empty() && alone.refused.is_empty() {
                failures.extend(suspects(tests, modules, &refusals));
            } else if refusals.is_empty() && alone.failed.is_empty() {
                notes.push(format!(
                    "{} passes its tests one by one, but does not survive all of them together; look for state \
                     they share",
                    file.path
                ));
            }
            let refused = alone.refused.into_iter();
            failures.extend(refused.map(|(test, refusals)| {
                test.fail(Reason::Refused(describe_refusals(&refusals)), Remedy::Removal)
            }));
            alone.failed
        }
    };
    for (full, reason) in failed {
        let Some(test) = tests.iter().find(|test| test.full == full) else { continue };
        if modules[test.module].is_kept(&test.name) {
            notes.push(format!("{full}, kept from an earlier run, fails now: {reason}"));
            continue;
        }
        // A weaker form helps only if an assertion failed.
        let asserted = reason.starts_with("assertion");
        let remedy = if asserted { Remedy::WeakerAssertion } else { Remedy::Removal };
        let elsewhere = setting.conditions.is_some();
        let reason = if elsewhere { format!("{ELSEWHERE}: {reason}") } else { reason };
        failures.push(Failure { elsewhere, ..test.fail(Reason::Failed(reason), remedy) });
    }
    Ok(failures)
}

/// Results of tests that ran one by one.
#[derive(Default)]
struct Alone<'t> {
    /// Names and reasons of the failed tests.
    failed: Vec<(String, String)>,
    refused: Vec<(&'t Test, Refusals)>,
}

fn one_by_one<'t>(
    file: &TestExecutable,
    setting: Setting<'_>,
    tests: &'t [Test],
) -> anyhow::Result<Alone<'t>> {
    let mut alone = Alone::default();
    for test in tests {
        let full = &test.full;
        let (end, refusals) = run(file, setting, &["--exact", full, "--test-threads=1"], SINGLE_LIMIT)?;
        if !refusals.is_empty() {
            alone.refused.push((test, refusals));
            continue;
        }
        match end {
            Run::Ended { failed, .. } => alone.failed.extend(failed),
            Run::Died(how) => alone.failed.push((full.clone(), format!("ends the process: {how}"))),
            Run::TimedOut => {
                let reason = format!("does not end within {} s", SINGLE_LIMIT.as_secs());
                alone.failed.push((full.clone(), reason));
            }
        }
    }
    Ok(alone)
}

/// Returns the tests that rule 2 removes.
fn suspects(tests: &[Test], modules: &[TestModule], refusals: &Refusals) -> Vec<Failure> {
    let touches = |test: &&Test| modules[test.module].touches(&test.name);
    let any = tests.iter().any(|test| touches(&test));
    let suspects = tests.iter().filter(|test| !any || touches(test));
    let acts = format!("{}, or another test's thread would", describe_refusals(refusals));
    let reason = Reason::Refused(acts);
    suspects.map(|test| test.fail(reason.clone(), Remedy::Removal)).collect()
}

/// Describes the refused operations.
fn describe_refusals(refusals: &Refusals) -> String {
    let acts = refusals.iter().map(|(act, refused)| format!("{} ({})", act.text(), refused.example));
    format!("{} when it is run", acts.collect::<Vec<_>>().join(" and "))
}
