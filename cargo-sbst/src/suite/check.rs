//! Compiling and running what was written, and taking out what fails without losing the rest.
//!
//! 1. A test that does not compile, or whose exact assertion does not hold, is written in its next weaker form; one that
//!    has none is taken out.
//! 2. If an error cannot be traced to a test, everything in its file is taken out: a `cargo test` that worked keeps
//!    working.
//! 3. Tests run twice: all at a time in the package's folder, and one after the other under
//!    [other conditions](crate::worker::other_conditions), in an empty folder; a test must pass both times.
//! 4. When a run dies or does not end, its tests are run one by one to find out which it was.
//! 5. A test of an earlier run that compiles but fails stays: it may show what the user is looking for.

mod compile;
mod harness;
mod run;
mod trace;

use super::test_module::{Executable, TestModule};
use super::{RemovedTest, SuiteOptions};
use cargo_metadata::Package;
use compile::Build;
use std::collections::BTreeSet;

/// Rounds of compiling and running; each weakens or removes something, so few are needed.
const MOST_ROUNDS: usize = 12;

/// What was taken out, and what the user should know.
#[derive(Default)]
pub struct Checked {
    /// Tests taken out.
    pub removed: Vec<RemovedTest>,
    /// Paths of functions of which a test fails under other conditions alone.
    pub flaky: BTreeSet<String>,
    /// Remarks.
    pub notes: Vec<String>,
}

/// A test that fails, or all in a module.
#[derive(Debug)]
pub struct Failure {
    /// Which module.
    pub module: usize,
    /// Which test; `None` for all.
    pub test: Option<String>,
    /// Why, in a line.
    pub reason: String,
    /// Which weaker forms may do.
    pub remedy: Remedy,
    /// True if it passes under the usual conditions.
    pub elsewhere: bool,
}

/// What may help a test that fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// Any weaker form: what does not compile says nothing of the function.
    AnyForm,
    /// A weaker form that asserts something: equality may be what fails, and a call alone would hide that the function
    /// returns now this and now that.
    WeakerAssertion,
    /// None.
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
    for round in 0..MOST_ROUNDS {
        let needed: BTreeSet<Executable> = modules
            .iter()
            .filter(|module| !module.is_empty())
            .map(|module| module.executable.clone())
            .collect();
        if needed.iter().all(|executable| *executable == Executable::None) {
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
        let last = round + 1 == MOST_ROUNDS;
        for failure in failures {
            apply(failure, modules, last, &mut checked);
        }
        write(modules)?;
    }
    checked.removed.sort_by(|a, b| a.test.cmp(&b.test));
    checked.notes.sort();
    checked.notes.dedup();
    Ok(checked)
}

fn apply(failure: Failure, modules: &mut [TestModule], last: bool, checked: &mut Checked) {
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
        if weakened && !last {
            continue;
        }
        module.remove(&name);
        checked
            .removed
            .push(RemovedTest { test: format!("{}{name}", module.prefix), reason: failure.reason.clone() });
    }
}
