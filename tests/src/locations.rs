//! The places of the workspace, the fixtures, their copies and the builds.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

/// The root of this workspace.
pub(crate) fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests are a folder of the workspace")
}

/// The folder of a fixture in the repository.
pub(crate) fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(name)
}

/// The target directory of this test executable, which is `TARGET/debug/deps/NAME`, with the triple
/// after `TARGET` if `--target` was given.
fn own_target_directory() -> PathBuf {
    let executable = env::current_exe().expect("a test executable has a path");
    let marked = |directory: &&Path| directory.join("CACHEDIR.TAG").exists();
    let outermost = executable.ancestors().filter(marked).last();
    outermost
        .unwrap_or_else(|| executable.ancestors().nth(3).expect("it is in a target directory"))
        .to_owned()
}

/// The folder of all copies and builds of these tests, a separate one for packaged crates.
fn everything() -> PathBuf {
    own_target_directory().join(if source().is_some() { "e2e-packaged" } else { "e2e" })
}

/// The number of target directories, and so of commands at a time: both cargo and `cargo sbst` lock
/// the target directory that they build in. With more, a slow function of the fixture `memory` was
/// reported as a hang on two processors.
const TARGET_DIRECTORIES: usize = 2;

/// The target directories of the copies by name, and their use.
static TARGETS: Mutex<Targets> =
    Mutex::new(Targets { of_copies: BTreeMap::new(), uses: [const { Use::NONE }; TARGET_DIRECTORIES] });
/// Notified when a command ends.
static ENDED: Condvar = Condvar::new();

struct Targets {
    of_copies: BTreeMap<OsString, usize>,
    uses: [Use; TARGET_DIRECTORIES],
}

/// The use of a target directory.
struct Use {
    /// The number of its running and waiting commands.
    commands: usize,
    /// The test whose commands are running in it, and their number.
    holder: Option<(ThreadId, usize)>,
}

impl Use {
    const NONE: Use = Use { commands: 0, holder: None };
}

impl Targets {
    fn lock() -> MutexGuard<'static, Targets> {
        TARGETS.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of the target directory of the copy that contains `folder`. A copy gets
    /// the one with the fewest commands, or otherwise copies, at its first use.
    fn of(&mut self, folder: &Path) -> usize {
        let copy = folder.strip_prefix(copies()).ok().and_then(|path| path.iter().next()).unwrap_or_default();
        let copies = |target| self.of_copies.values().filter(|of| **of == target).count();
        let idlest =
            (0..TARGET_DIRECTORIES).min_by_key(|target| (self.uses[*target].commands, copies(*target)));
        *self.of_copies.entry(copy.to_owned()).or_insert(idlest.unwrap_or_default())
    }
}

/// Returns the target directory of the copy that contains `folder`.
pub(crate) fn target_directory(folder: &Path) -> PathBuf {
    everything().join(format!("target-{}", Targets::lock().of(folder)))
}

/// A running command in a target directory.
pub(crate) struct Work(usize);

impl Work {
    /// Waits until no command of another test runs in the target directory of `folder`.
    pub(crate) fn begin(folder: &Path) -> Work {
        let own = thread::current().id();
        let mut targets = Targets::lock();
        let target = targets.of(folder);
        targets.uses[target].commands += 1;
        let is_held =
            |targets: &mut Targets| targets.uses[target].holder.is_some_and(|(test, _)| test != own);
        targets = ENDED.wait_while(targets, is_held).unwrap_or_else(PoisonError::into_inner);
        targets.uses[target].holder.get_or_insert((own, 0)).1 += 1;
        Work(target)
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        let mut targets = Targets::lock();
        let used = &mut targets.uses[self.0];
        used.commands -= 1;
        used.holder = used.holder.map(|(test, commands)| (test, commands - 1)).filter(|held| held.1 > 0);
        ENDED.notify_all();
    }
}

/// The target directory of `cargo-sbst`.
pub(crate) fn command_target_directory() -> PathBuf {
    own_target_directory()
}

/// The common cache of builds of all projects.
pub(crate) fn cache() -> PathBuf {
    everything().join("cache")
}

/// The folder of a copy.
pub(crate) fn copy(name: &str) -> PathBuf {
    copies().join(name)
}

pub(crate) fn copies() -> PathBuf {
    everything().join("copies")
}

/// The directory source of the fixtures' dependencies.
pub(crate) fn source() -> Option<PathBuf> {
    env::var_os("SBST_SOURCE").map(PathBuf::from)
}

/// Creates an empty folder outside of any cargo package.
pub fn outside_of_any_package(name: &str) -> PathBuf {
    let directory = env::temp_dir().join(format!("sbst-tests-{}-{name}", std::process::id()));
    if directory.exists() {
        fs::remove_dir_all(&directory).expect("failed to remove an old folder");
    }
    fs::create_dir_all(&directory).expect("failed to create a folder");
    directory
}
