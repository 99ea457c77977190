//! Where things are: the workspace, the fixtures, the copies and what is built of them.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// The root of this workspace.
pub(crate) fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests are a folder of the workspace")
}

/// A fixture, as it is in the repository.
pub(crate) fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(name)
}

/// The target directory that this test executable was built in: it is `TARGET/debug/deps/NAME`, with the triple after
/// `TARGET` if there was a `--target`.
fn own_target_directory() -> PathBuf {
    let executable = env::current_exe().expect("a test executable has a path");
    let marked = |directory: &&Path| directory.join("CACHEDIR.TAG").exists();
    let outermost = executable.ancestors().filter(marked).last();
    outermost
        .unwrap_or_else(|| executable.ancestors().nth(3).expect("it is in a target directory"))
        .to_owned()
}

/// Where everything of these tests is. What packaged crates leave is kept apart.
fn everything() -> PathBuf {
    own_target_directory().join(if source().is_some() { "e2e-packaged" } else { "e2e" })
}

/// The target directory that all copies share.
pub fn target_directory() -> PathBuf {
    everything().join("target")
}

/// Where `cargo-sbst` is built.
pub(crate) fn command_target_directory() -> PathBuf {
    own_target_directory()
}

/// The copy of a name.
pub(crate) fn copy(name: &str) -> PathBuf {
    everything().join("copies").join(name)
}

/// The directory source that the fixtures shall depend on.
pub(crate) fn source() -> Option<PathBuf> {
    env::var_os("SBST_SOURCE").map(PathBuf::from)
}

/// An empty folder that is in no cargo package.
pub fn outside_of_any_package(name: &str) -> PathBuf {
    let directory = env::temp_dir().join(format!("sbst-tests-{}-{name}", std::process::id()));
    if directory.exists() {
        fs::remove_dir_all(&directory).expect("failed to remove an old folder");
    }
    fs::create_dir_all(&directory).expect("failed to create a folder");
    directory
}
