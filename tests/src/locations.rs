//! The places of the workspace, the fixtures, their copies and the builds.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The root of this workspace.
pub(crate) fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests are a folder of the workspace")
}

/// The folder of a fixture in the repository.
pub(crate) fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(name)
}

/// The target directory of this test executable, which is `TARGET/debug/deps/NAME`, with the triple
/// after `TARGET` if there was a `--target`.
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

/// The number of target directories. Two tests run at a time on two processors, and both cargo and
/// `cargo sbst` lock the target directory that they build in.
pub(crate) const TARGET_DIRECTORIES: usize = 2;

/// The target directory of each copy, by its name, and the number of commands at work in each.
static TARGETS: Mutex<(BTreeMap<OsString, usize>, [usize; TARGET_DIRECTORIES])> =
    Mutex::new((BTreeMap::new(), [0; TARGET_DIRECTORIES]));

/// Returns the number of the target directory of the copy that `folder` is in. A copy gets the one
/// that fewest commands work in when it is first used.
fn target(folder: &Path) -> usize {
    let copy = folder.strip_prefix(copies()).ok().and_then(|path| path.iter().next()).unwrap_or_default();
    let mut targets = TARGETS.lock().unwrap_or_else(PoisonError::into_inner);
    let (of_copies, busy) = &mut *targets;
    let idlest = (0..TARGET_DIRECTORIES).min_by_key(|target| busy[*target]).unwrap_or_default();
    *of_copies.entry(copy.to_owned()).or_insert(idlest)
}

/// Returns the target directory of the copy that `folder` is in.
pub(crate) fn target_directory(folder: &Path) -> PathBuf {
    everything().join(format!("target-{}", target(folder)))
}

/// A command at work in a target directory.
pub(crate) struct Work(usize);

impl Work {
    pub(crate) fn begin(folder: &Path) -> Work {
        let target = target(folder);
        TARGETS.lock().unwrap_or_else(PoisonError::into_inner).1[target] += 1;
        Work(target)
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        TARGETS.lock().unwrap_or_else(PoisonError::into_inner).1[self.0] -= 1;
    }
}

/// The target directory of `cargo-sbst`.
pub(crate) fn command_target_directory() -> PathBuf {
    own_target_directory()
}

/// The cache of builds that all projects share.
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

/// The directory source that the fixtures depend on.
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
