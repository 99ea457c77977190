//! Runs the tests of earlier runs as they stand in the user's files.

use super::compile::{self, Build};
use super::harness::{self, Run, Setting};
use super::{MOST_ROUNDS, Reason, executables};
use crate::cargo::executable::TestExecutable;
use crate::suite::SuiteOptions;
use crate::suite::earlier::written_tests;
use crate::suite::test_module::{Executable, TestModule};
use cargo_metadata::Package;
use cargo_metadata::camino::Utf8Path;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// Time limit of the tests of one executable.
const LIMIT: Duration = Duration::from_secs(120);

/// The written tests of a package, after they ran.
#[derive(Debug, Default)]
pub struct WrittenRun {
    pub passed: usize,
    /// The failed ones, with the reasons.
    pub failed: Vec<(String, Reason)>,
    /// The reason why they could not be run.
    pub obstacle: Option<String>,
}

/// Compiles and runs the written tests of a package.
pub fn run_written(package: &Package, options: &SuiteOptions<'_>) -> anyhow::Result<WrittenRun> {
    let tests = written_tests(package);
    let mut needed = BTreeSet::new();
    if tests.outside {
        needed.insert(Executable::Integration);
    }
    if tests.inside {
        let binaries = package.targets.iter().filter(|target| target.is_bin());
        needed.extend(binaries.map(|target| Executable::Binary(target.name.clone())));
        let is_library = |target: &cargo_metadata::Target| target.is_lib() || target.is_proc_macro();
        if package.targets.iter().any(is_library) {
            needed.insert(Executable::Library);
        }
    }
    let mut written = WrittenRun::default();
    if needed.is_empty() {
        return Ok(written);
    }
    let executables = match compile::compile(package, options, &needed, &[], &mut Vec::new())? {
        Build::Done(executables) => executables,
        Build::Failed(_) => Vec::new(),
        Build::NotOurs(reason) => {
            written.obstacle = Some(reason);
            return Ok(written);
        }
    };
    run(package, options, executables, &mut written)?;
    Ok(written)
}

/// Runs test executables, and adds the results.
fn run(
    package: &Package,
    options: &SuiteOptions<'_>,
    executables: Vec<(Executable, TestExecutable)>,
    written: &mut WrittenRun,
) -> anyhow::Result<()> {
    let directory = package.manifest_path.parent().unwrap_or(Utf8Path::new("."));
    let setting = Setting { directory, conditions: None, sandbox: options.sandbox };
    for (executable, file) in executables {
        let filter: &[&str] = if executable == Executable::Integration { &[] } else { &["sbst_tests::"] };
        let mut fail = |why| written.failed.push((file.path.to_string(), Reason::Failed(why)));
        match harness::run(&file, setting, filter, LIMIT)?.0 {
            Run::Ended { passed, failed } => {
                written.passed += passed;
                written.failed.extend(failed.into_iter().map(|(name, why)| (name, Reason::Failed(why))));
            }
            Run::Died(how) => fail(format!("ends the process: {how}")),
            Run::TimedOut => fail(format!("does not end within {} s", LIMIT.as_secs())),
        }
    }
    Ok(())
}

/// Runs modules with tests of earlier runs. A test that does not compile fails. `write` removes it
/// from its file, so that the others run.
pub fn run_earlier(
    package: &Package,
    options: &SuiteOptions<'_>,
    modules: &mut [TestModule],
    mut write: impl FnMut(&[TestModule]) -> anyhow::Result<()>,
) -> anyhow::Result<WrittenRun> {
    let mut written = WrittenRun::default();
    let mut not_compiled: BTreeMap<String, Reason> = BTreeMap::new();
    for _ in 0..MOST_ROUNDS {
        let needed = executables(modules);
        if needed.is_empty() {
            break;
        }
        match compile::compile(package, options, &needed, modules, &mut Vec::new())? {
            Build::Done(executables) => {
                run(package, options, executables, &mut written)?;
                break;
            }
            Build::NotOurs(reason) => {
                written.obstacle = Some(reason);
                break;
            }
            Build::Failed(failures) => {
                for failure in failures {
                    let module = &mut modules[failure.module];
                    for name in failure.test.map_or_else(|| module.names(), |name| vec![name]) {
                        module.remove(&name);
                        let full = format!("{}{name}", module.prefix);
                        not_compiled.entry(full).or_insert_with(|| failure.reason.clone());
                    }
                }
                write(modules)?;
            }
        }
    }
    written.failed.extend(not_compiled);
    Ok(written)
}
