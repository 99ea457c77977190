//! Runs the tests of earlier runs as they stand in the user's files, and changes none.

use super::compile::{self, Build};
use super::harness::{Run, Setting, run};
use crate::suite::SuiteOptions;
use crate::suite::earlier::written_files;
use crate::suite::test_module::Executable;
use cargo_metadata::Package;
use cargo_metadata::camino::Utf8Path;
use std::collections::BTreeSet;
use std::time::Duration;

/// The longest time that the tests of one executable may take.
const LIMIT: Duration = Duration::from_secs(120);

/// The written tests of a package, after they ran.
#[derive(Debug, Default)]
pub struct WrittenRun {
    pub passed: usize,
    /// The failed ones, with the reasons.
    pub failed: Vec<(String, String)>,
    /// The reason why they could not be run.
    pub obstacle: Option<String>,
}

/// Compiles and runs the written tests of a package.
pub fn run_written(package: &Package, options: &SuiteOptions<'_>) -> anyhow::Result<WrittenRun> {
    let files = written_files(package);
    let mut needed = BTreeSet::new();
    if files.iter().any(|file| !file.is_inside) {
        needed.insert(Executable::Integration);
    }
    if files.iter().any(|file| file.is_inside) {
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
    let directory = package.manifest_path.parent().unwrap_or(Utf8Path::new("."));
    let setting = Setting { directory, conditions: None, sandbox: options.sandbox };
    for (executable, file) in executables {
        let filter: &[&str] = if executable == Executable::Integration { &[] } else { &["sbst_tests::"] };
        match run(&file, setting, filter, LIMIT)?.0 {
            Run::Ended { passed, failed } => {
                written.passed += passed;
                written.failed.extend(failed);
            }
            Run::Died(how) => {
                written.failed.push((file.path.to_string(), format!("ends the process: {how}")))
            }
            Run::TimedOut => {
                let reason = format!("does not end within {} s", LIMIT.as_secs());
                written.failed.push((file.path.to_string(), reason));
            }
        }
    }
    Ok(written)
}
