//! Lists the annotated functions of executables.

use crate::cargo::executable::{Product, TestExecutable};
use crate::cargo::own_directory;
use crate::sandbox::{Grant, Sandbox};
use crate::ui::console;
use crate::ui::exit_code::{ExitCode, Failure};
use crate::worker::directories::SpareDirectories;
use crate::worker::fork_server::ForkServers;
use crate::worker::other_conditions::OtherConditions;
use crate::worker::process::{self, Entry, Host};
use crate::worker::watch::{self, Crash, End, Follower};
use anyhow::{Context, anyhow};
use cargo_metadata::camino::Utf8Path;
use memchr::memmem;
use sbst_model::messages::{ENTRY_PREFIX, Event, Task, WORKER_BEFORE_MAIN};
use sbst_model::{TargetDescription, TargetId};
use std::collections::BTreeSet;
use std::fs;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

/// The longest time that an executable may take to answer.
const TIMEOUT: Duration = Duration::from_secs(60);

#[derive(Clone, Debug)]
pub struct FoundTarget {
    pub description: TargetDescription,
    pub host: Arc<Host>,
}

/// Returns the annotated functions of all executables, sorted, each from its own crate's
/// executable. Their tests are replayed under these conditions.
pub fn describe(
    executables: &[TestExecutable],
    conditions: &Arc<OtherConditions>,
    work: &Utf8Path,
    sandbox: Option<&Arc<Sandbox>>,
) -> Result<Vec<FoundTarget>, Failure> {
    let mut found: Vec<FoundTarget> = Vec::new();
    let mut elsewhere: BTreeSet<TargetId> = BTreeSet::new();
    for executable in executables {
        let Some(Answer { mut host, descriptions }) = describe_one(executable, work, sandbox)? else {
            continue;
        };
        let conditions = Some(Arc::clone(conditions));
        let fork_servers = host.fork_servers.others();
        host.replay = Some(Arc::new(Host { fork_servers, conditions, ..host.clone() }));
        let host = Arc::new(host);
        for description in descriptions {
            if !is_own(&description.id, executable) {
                elsewhere.insert(description.id);
                continue;
            }
            // All expansions of a macro make one function: the first that can be called.
            match found.iter_mut().find(|other| other.description.id == description.id) {
                Some(known) => {
                    let is_called = |target: &TargetDescription| target.not_searched.is_none();
                    if !is_called(&known.description) && is_called(&description) {
                        known.description = description;
                    }
                }
                None => found.push(FoundTarget { description, host: Arc::clone(&host) }),
            }
        }
    }
    elsewhere.retain(|id| !found.iter().any(|target| target.description.id == *id));
    elsewhere
        .retain(|id| executables.iter().any(|executable| executable.package.name.as_str() == id.package));
    for id in elsewhere {
        console::warning(format_args!(
            "skipping `{id}`: the unit-test executable of its crate `{}` does not contain it",
            id.crate_name
        ));
    }
    found.sort_by(|a, b| a.description.id.cmp(&b.description.id));
    Ok(found)
}

/// The answer of an executable.
struct Answer {
    host: Host,
    descriptions: Vec<TargetDescription>,
}

/// Lists those of an executable; `None` if it has no annotated functions.
fn describe_one(
    executable: &TestExecutable,
    work: &Utf8Path,
    sandbox: Option<&Arc<Sandbox>>,
) -> Result<Option<Answer>, Failure> {
    let name = executable.binary.as_ref().unwrap_or(&executable.crate_name);
    let directory = work.join(executable.package.name.as_str()).join(format!("describe-{name}"));
    let answer = match entry(executable, &directory, sandbox.map(Arc::as_ref))? {
        None => None,
        Some(entry) => {
            let mut host = Host {
                executable: executable.clone(),
                entry,
                fork_servers: ForkServers::none(),
                directories: SpareDirectories::default(),
                sandbox: sandbox.cloned(),
                conditions: None,
                replay: None,
            };
            let (descriptions, can_fork) = ask(&host, &directory)?;
            if can_fork {
                host.fork_servers = ForkServers::wanted();
            }
            (!descriptions.is_empty()).then(|| Answer { host, descriptions })
        }
    };
    own_directory::remove(&directory)?;
    Ok(answer)
}

/// True if a target belongs to the crate under test of the executable, not to a linked one.
fn is_own(id: &TargetId, executable: &TestExecutable) -> bool {
    let package = executable.package.name.as_str();
    (id.package.as_str(), &id.crate_name, &id.binary) == (package, &executable.crate_name, &executable.binary)
}

/// Returns the entry of an executable, if it may have annotated functions.
fn entry(
    executable: &TestExecutable,
    directory: &Utf8Path,
    sandbox: Option<&Sandbox>,
) -> anyhow::Result<Option<Entry>> {
    if executable.product == Product::Workers {
        return Ok(Some(Entry::Main));
    }
    fs::create_dir_all(directory).with_context(|| format!("failed to create {directory}"))?;
    let mut command = process::command(executable, directory)?;
    command.args(["--list", "--ignored"]).stdout(Stdio::piped());
    let (child, _) = process::spawn(&mut command, sandbox, Grant::default(), false)?;
    let output = child
        .wait_with_output()
        .with_context(|| format!("failed to read the output of {}", executable.path))?;
    let list = String::from_utf8_lossy(&output.stdout);
    let entry = match output.status.success() && is_list_of_tests(&list) {
        true => find_entry(&list).map(Entry::Test),
        // Another harness than the standard one.
        false => None,
    };
    Ok(match entry {
        Some(entry) => Some(entry),
        None => can_be_entered_before_main(executable)?.then_some(Entry::BeforeMain),
    })
}

/// True if the runtime is in an executable. An executable without it would ignore its orders.
fn can_be_entered_before_main(executable: &TestExecutable) -> anyhow::Result<bool> {
    let path = &executable.path;
    let contents = fs::read(path).with_context(|| format!("failed to read {path}"))?;
    Ok(memmem::find(&contents, WORKER_BEFORE_MAIN.as_bytes()).is_some())
}

fn is_list_of_tests(list: &str) -> bool {
    let last = list.lines().last().unwrap_or_default();
    last.contains(" test") && last.contains(" benchmark")
}

fn find_entry(list: &str) -> Option<String> {
    let mut tests = list.lines().filter_map(|line| line.strip_suffix(": test"));
    let is_entry = |test: &&str| {
        let module = test.strip_suffix("::entry").and_then(|path| path.rsplit("::").next());
        module.is_some_and(|name| name.starts_with(ENTRY_PREFIX))
    };
    tests.find(is_entry).map(str::to_owned)
}

/// Starts a worker that describes its targets. Returns them, and true if its executable can be a
/// fork server.
fn ask(host: &Host, directory: &Utf8Path) -> Result<(Vec<TargetDescription>, bool), Failure> {
    let path = &host.executable.path;
    let mut descriptions = Descriptions::default();
    let (_, end) = watch::follow(host, directory, Task::Describe, TIMEOUT, &mut descriptions)?;
    let crate_name = &host.executable.crate_name;
    match end {
        End::Done | End::Stopped => Ok((descriptions.targets, descriptions.can_fork)),
        End::Refused(reason) => Err(useless(format!("`{crate_name}` cannot be searched: {reason}"))),
        End::Crashed(Crash { exit: Some((status, last_words)), .. }) => {
            Err(useless(format!("{path} exited before listing its functions ({status})\n{last_words}")))
        }
        End::Crashed(Crash { exit: None, .. }) => {
            Err(useless(format!("{path} timed out listing its functions ({} s)", TIMEOUT.as_secs())))
        }
    }
}

/// The functions that a worker has described so far.
#[derive(Default)]
struct Descriptions {
    targets: Vec<TargetDescription>,
    can_fork: bool,
    is_complete: bool,
}

impl Follower for Descriptions {
    fn take(&mut self, event: Event) {
        match event {
            Event::Target(target) => self.targets.push(*target),
            Event::Described { targets, can_fork } if targets == self.targets.len() => {
                (self.can_fork, self.is_complete) = (can_fork, true);
            }
            _ => {}
        }
    }

    fn is_done(&mut self) -> bool {
        self.is_complete
    }

    fn must_stop(&mut self) -> bool {
        false
    }
}

/// Returns the error for a worker that did not do its work.
fn useless(problem: String) -> Failure {
    Failure { code: ExitCode::WorkerFailed, error: anyhow!(problem) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_entry_is_found_among_ignored_tests() {
        let list = "a::slow: test\na::__sbst_entry_f::entry: test\n__sbst_entry_g::entry: test\n\n\
                    3 tests, 0 benchmarks\n";
        assert!(is_list_of_tests(list));
        assert_eq!(find_entry(list).as_deref(), Some("a::__sbst_entry_f::entry"));
    }

    #[test]
    fn other_tests_are_no_entries() {
        assert_eq!(
            find_entry("__sbst_entry_::f: test\nx__sbst_entry_f::entry: test\n\n2 tests, 0 benchmarks\n"),
            None
        );
        assert!(is_list_of_tests("0 tests, 0 benchmarks\n"));
        assert!(!is_list_of_tests("welcome to my harness\n"));
    }
}
