//! Which generated tests fail.

use super::super::test_module::{Executable, TestModule};
use super::harness::{Run, run};
use super::{Failure, Remedy};
use crate::other_conditions::OtherConditions;
use crate::search_build::TestExecutable;
use cargo_metadata::Package;
use cargo_metadata::camino::Utf8Path;
use std::time::Duration;

/// How long a run may take beside what its tests may take.
const RUN_LIMIT: Duration = Duration::from_secs(60);
/// How long each test may take in a run of all, on average.
const TEST_SHARE: Duration = Duration::from_millis(200);
/// How long a test may take that runs alone.
const SINGLE_LIMIT: Duration = Duration::from_secs(10);
/// The beginning of the reason of a test that fails under other conditions alone.
const ELSEWHERE: &str = "fails in another directory, environment or at another time";

/// Returns the tests of an executable that fail in the package's folder; if none does, those that fail
/// under other conditions.
pub fn failures(
    package: &Package,
    conditions: &OtherConditions,
    executable: &Executable,
    file: &TestExecutable,
    modules: &[TestModule],
    notes: &mut Vec<String>,
) -> anyhow::Result<Vec<Failure>> {
    let mut names: Vec<(usize, String, String)> = Vec::new();
    for (index, module) in modules.iter().enumerate().filter(|(_, module)| module.executable == *executable) {
        let full = module.running().into_iter().map(|name| (index, format!("{}{name}", module.prefix), name));
        names.extend(full);
    }
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let directory = package.manifest_path.parent().unwrap_or(Utf8Path::new("."));
    let filter = (*executable != Executable::Integration).then_some("sbst_tests::");
    let limit = RUN_LIMIT + TEST_SHARE * names.len() as u32;
    let mut failures = Vec::new();
    for conditions in [None, Some(conditions)] {
        let (directory, threads) = match conditions {
            None => (directory.to_owned(), None),
            Some(conditions) => (conditions.fresh_folder()?, Some("--test-threads=1")),
        };
        let run = |arguments: &[&str], limit| run(file, &directory, conditions, arguments, limit);
        let arguments: Vec<&str> = filter.into_iter().chain(threads).collect();
        let failed = match run(&arguments, limit)? {
            Run::Ended(failed) => failed,
            Run::Died(_) | Run::TimedOut => one_by_one(file, run, &names, notes)?,
        };
        for (full, reason) in failed {
            let Some((module, _, name)) = names.iter().find(|(_, other, _)| *other == full) else { continue };
            if modules[*module].is_kept(name) {
                notes.push(format!("{full}, kept from an earlier run, fails now: {reason}"));
                continue;
            }
            // Only what an assertion says can be said more weakly.
            let asserted = reason.starts_with("assertion");
            let remedy = if asserted { Remedy::WeakerAssertion } else { Remedy::Removal };
            let elsewhere = conditions.is_some();
            let reason = if elsewhere { format!("{ELSEWHERE}: {reason}") } else { reason };
            failures.push(Failure { module: *module, test: Some(name.clone()), reason, remedy, elsewhere });
        }
        if !failures.is_empty() {
            break;
        }
    }
    Ok(failures)
}

fn one_by_one(
    file: &TestExecutable,
    run: impl Fn(&[&str], Duration) -> anyhow::Result<Run>,
    names: &[(usize, String, String)],
    notes: &mut Vec<String>,
) -> anyhow::Result<Vec<(String, String)>> {
    let mut failed = Vec::new();
    for (_, full, _) in names {
        match run(&["--exact", full, "--test-threads=1"], SINGLE_LIMIT)? {
            Run::Ended(alone) => failed.extend(alone),
            Run::Died(how) => failed.push((full.clone(), format!("ends the process: {how}"))),
            Run::TimedOut => {
                let reason = format!("does not end within {} s", SINGLE_LIMIT.as_secs());
                failed.push((full.clone(), reason));
            }
        }
    }
    if failed.is_empty() {
        notes.push(format!(
            "{} passes its tests one by one, but does not survive all of them together; look for state they share",
            file.path
        ));
    }
    Ok(failed)
}
