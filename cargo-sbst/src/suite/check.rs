//! Compiles and runs the generated tests, and removes failing ones without losing the rest.
//!
//! 1. A test with a compile error or a failing exact assertion is rewritten in its next weaker
//!    form. A test without a weaker form is removed.
//! 2. If an error cannot be traced to a test, all tests of its file are removed, so a working
//!    `cargo test` keeps working.
//! 3. Tests run twice and must pass both times: in parallel in the package's folder, and
//!    sequentially under [other conditions](crate::worker::other_conditions) in an empty folder.
//! 4. When a run crashes or does not end, its tests run one by one to find the offending one.
//! 5. A failing test of an earlier run stays if it compiles: it may show the bug that the user
//!    seeks.

mod trace;
pub mod compile;
mod harness;
mod run;
pub mod written;

use super::test_module::{Executable, TestModule};
use super::{RemovedTest, SuiteOptions};
use cargo_metadata::Package;
use compile::Build;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;

/// Limit on rounds of compiling and running that weaken tests; the last one and later ones remove
/// them, until none fails.
const MOST_ROUNDS: usize = 12;

#[derive(Default)]
pub struct Checked {
    pub removed: Vec<RemovedTest>,
    /// Paths of functions with a test that fails only under other conditions.
    pub flaky: BTreeSet<String>,
    /// Remarks for the user.
    pub notes: Vec<String>,
}

impl Checked {
    /// Adds the results of a later check.
    pub fn add(&mut self, later: Checked) {
        self.removed.extend(later.removed);
        self.flaky.extend(later.flaky);
        self.notes.extend(later.notes);
        self.notes.sort();
        self.notes.dedup();
    }
}

/// A failing test, or all tests of a module.
#[derive(Debug)]
pub struct Failure {
    /// Index of the module.
    pub module: usize,
    /// Name of the test; `None` for all.
    pub test: Option<String>,
    pub reason: Reason,
    pub remedy: Remedy,
    /// True if the test passes under the usual conditions.
    pub elsewhere: bool,
}

/// The reason why a test fails, in one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reason {
    /// The first line of the compiler's error, and its code.
    NotCompiled(String, Option<String>),
    /// The acts that the sandbox refused.
    Refused(String),
    Failed(String),
}

impl Reason {
    /// Returns the code of the compiler's error, if it has one; else the kind of failure.
    pub fn cause(&self) -> &str {
        match self {
            Reason::NotCompiled(_, code) => code.as_deref().unwrap_or("does not compile"),
            Reason::Refused(_) => "would act outside of memory",
            Reason::Failed(_) => "does not pass",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::NotCompiled(error, Some(code)) => write!(formatter, "does not compile: {error} [{code}]"),
            Reason::NotCompiled(error, None) => write!(formatter, "does not compile: {error}"),
            Reason::Refused(acts) => write!(formatter, "would {acts}"),
            Reason::Failed(message) => formatter.write_str(message),
        }
    }
}

/// Repair to try on a failing test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// Any weaker form: a compile error is no result of the function.
    AnyForm,
    /// A weaker form that asserts something. Equality alone may fail, but a bare call would hide
    /// that the function's results vary.
    WeakerAssertion,
    /// No weaker form; the test is removed.
    Removal,
}

/// Checks the modules, rewriting them with `write` after each change.
pub fn check(
    package: &Package,
    options: &SuiteOptions<'_>,
    modules: &mut [TestModule],
    mut write: impl FnMut(&[TestModule]) -> anyhow::Result<()>,
) -> anyhow::Result<Checked> {
    let mut checked = Checked::default();
    for round in 0.. {
        let needed = executables(modules);
        if needed.is_empty() {
            break;
        }
        let mut failures = match compile::compile(package, options, &needed, modules, &mut checked.notes)? {
            Build::Done(executables) => {
                let mut failures = Vec::new();
                for (executable, file) in executables {
                    failures.extend(run::failures(
                        package,
                        &executable,
                        &file,
                        modules,
                        options,
                        &mut checked.notes,
                    )?);
                }
                failures
            }
            Build::Failed(failures) => failures,
            Build::NotOurs(reason) => {
                checked.notes.push(format!("the tests of {} were not checked: {reason}", package.name));
                break;
            }
        };
        if failures.is_empty() {
            break;
        }
        // Several errors in one test are one reason to change it.
        let mut seen = BTreeSet::new();
        failures.retain(|failure| seen.insert((failure.module, failure.test.clone())));
        let removes = round + 1 >= MOST_ROUNDS;
        let removed = checked.removed.len();
        for failure in failures {
            apply(failure, modules, removes, &mut checked);
        }
        write(modules)?;
        if removes && checked.removed.len() == removed {
            break;
        }
    }
    checked.removed.sort_by(|a, b| a.test.cmp(&b.test));
    checked.notes.sort();
    checked.notes.dedup();
    Ok(checked)
}

/// Returns the executables that contain tests of the modules.
pub fn executables(modules: &[TestModule]) -> BTreeSet<Executable> {
    let executables = modules.iter().filter(|module| !module.is_empty()).map(|module| &module.executable);
    executables.filter(|executable| **executable != Executable::None).cloned().collect()
}

fn apply(failure: Failure, modules: &mut [TestModule], removes: bool, checked: &mut Checked) {
    let module = &mut modules[failure.module];
    let names = match failure.test {
        Some(name) => vec![name],
        None => module.names(),
    };
    for name in names {
        checked.flaky.extend(module.function(&name).filter(|_| failure.elsewhere).map(str::to_owned));
        let weakened = match failure.remedy {
            Remedy::AnyForm => module.weaken(&name, false),
            Remedy::WeakerAssertion => module.weaken(&name, true),
            Remedy::Removal => false,
        };
        if weakened && !removes {
            continue;
        }
        module.remove(&name);
        checked
            .removed
            .push(RemovedTest { test: format!("{}{name}", module.prefix), reason: failure.reason.clone() });
    }
}
