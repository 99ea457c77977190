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
const TARGET_DIRECTORIES: usize = 2;

/// Returns the target directory of the copy that a folder is in. Copies take turns in the order in
/// which they are first used, so that tests that run at the same time mostly have different ones.
pub(crate) fn target_directory(folder: &Path) -> PathBuf {
    static TURNS: Mutex<BTreeMap<OsString, usize>> = Mutex::new(BTreeMap::new());
    let copy = folder.strip_prefix(copies()).ok().and_then(|path| path.iter().next()).unwrap_or_default();
    let mut turns = TURNS.lock().unwrap_or_else(PoisonError::into_inner);
    let next = turns.len();
    let turn = *turns.entry(copy.to_owned()).or_insert(next) % TARGET_DIRECTORIES;
    everything().join(format!("target-{turn}"))
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

fn copies() -> PathBuf {
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
