//! Builds in the user's cache directory: their places, their locks, and their removal.

use crate::cargo::own_directory;
use anyhow::Context;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use etcetera::BaseStrategy;
use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs::{self, File};
use std::time::SystemTime;

const CACHE: &str = "SBST_CACHE";
/// Limit on the bytes of all builds. One takes 150 MB, and less for each further set of features,
/// so that a dozen toolchains and targets fit.
const MOST_BYTES: u64 = 2 << 30;
/// The file that processes lock while they use a build. Its time of change is the last use.
const LOCK: &str = "lock";
const BUILDING: &str = "building";
/// The file with the sizes of the built files.
const SIZES: &str = "sizes";

pub struct CachedBuild {
    pub directory: Utf8PathBuf,
}

impl CachedBuild {
    /// Opens the build of a key, which may still be empty, and makes room in the cache.
    pub fn open(key: &str, fallback: &Utf8Path) -> anyhow::Result<CachedBuild> {
        let in_cache = cache().map(|cache| (use_build(&cache.join(key)), cache));
        if let Some((Ok(build), cache)) = in_cache {
            make_room(&cache, MOST_BYTES);
            return Ok(build);
        }
        use_build(&fallback.join(key))
    }

    pub fn target_directory(&self) -> Utf8PathBuf {
        self.directory.join("target")
    }

    /// Returns the directory of a package, and creates it.
    pub fn package(&self, name: &str) -> anyhow::Result<Utf8PathBuf> {
        let package = self.directory.join(name);
        fs::create_dir_all(&package).with_context(|| format!("failed to create {package}"))?;
        Ok(package)
    }

    /// The file that a process locks while it builds.
    pub fn lock_file(&self) -> Utf8PathBuf {
        self.directory.join(BUILDING)
    }

    /// Waits until no other process builds, and locks the build until the file is closed.
    pub fn lock(&self) -> anyhow::Result<File> {
        let path = self.lock_file();
        let lock = File::create(&path).with_context(|| format!("failed to write {path}"))?;
        // Some file systems have no locks.
        _ = lock.lock();
        Ok(lock)
    }

    /// True if a build has ended, and no later one began.
    pub fn has_sizes(&self) -> bool {
        self.directory.join(SIZES).exists()
    }

    /// True if the size of a built file differs from the record.
    pub fn is_damaged(&self) -> bool {
        let Ok(text) = fs::read_to_string(self.directory.join(SIZES)) else { return false };
        let noted = text.lines().filter_map(|line| line.split_once(' '));
        noted
            .into_iter()
            .any(|(size, path)| fs::metadata(path).map_or(true, |file| file.len().to_string() != size))
    }

    pub fn remove(&self) -> anyhow::Result<()> {
        _ = fs::remove_file(self.directory.join(SIZES));
        own_directory::remove(&self.target_directory())
    }

    /// Records the sizes of the libraries in these folders.
    pub fn note_sizes(&self, folders: &BTreeSet<Utf8PathBuf>) -> anyhow::Result<()> {
        let entries = folders.iter().flat_map(|folder| folder.read_dir_utf8()).flatten().flatten();
        let libraries = entries.filter(|entry| entry.path().extension().is_some_and(|name| name != "d"));
        let line = |entry: cargo_metadata::camino::Utf8DirEntry| {
            Some(format!("{} {}\n", entry.metadata().ok()?.len(), entry.path()))
        };
        let sizes: BTreeSet<String> = libraries.filter_map(line).collect();
        let (file, text) = (self.directory.join(SIZES), sizes.into_iter().collect::<String>());
        if fs::read_to_string(&file).is_ok_and(|old| old == text) {
            return Ok(());
        }
        fs::write(&file, text).with_context(|| format!("failed to write {file}"))
    }
}

/// Returns the directory of all builds.
fn cache() -> Option<Utf8PathBuf> {
    let named = env::var_os(CACHE).filter(|directory| !directory.is_empty()).map(Into::into);
    let usual = || Some(etcetera::base_strategy::choose_native_strategy().ok()?.cache_dir().join("sbst"));
    let directory = std::path::absolute(named.or_else(usual)?).ok()?;
    Utf8PathBuf::from_path_buf(directory).ok()
}

/// Creates the directory of a build, and locks it until this process exits.
fn use_build(directory: &Utf8Path) -> anyhow::Result<CachedBuild> {
    let path = directory.join(LOCK);
    let lock = loop {
        fs::create_dir_all(directory).with_context(|| format!("failed to create {directory}"))?;
        let lock = File::create(&path).with_context(|| format!("failed to write {path}"))?;
        // Some file systems have no locks. Another process may have removed the build before the
        // lock.
        if lock.lock_shared().is_err() || path.exists() {
            break lock;
        }
    };
    _ = lock.set_modified(SystemTime::now());
    // The system releases the lock when the process exits.
    std::mem::forget(lock);
    Ok(CachedBuild { directory: directory.to_owned() })
}

/// Rule 5 of [`runtime`](super). Builds that cannot be removed stay.
fn make_room(cache: &Utf8Path, most: u64) {
    let mut builds = BTreeMap::new();
    for directory in cache.read_dir_utf8().into_iter().flatten().flatten() {
        let directory = directory.into_path();
        let used = fs::metadata(directory.join(LOCK)).and_then(|lock| lock.modified());
        if let Ok(used) = used {
            builds.insert((used, directory.clone()), bytes_below(&directory));
        }
    }
    let mut all: u64 = builds.values().sum();
    for ((_, directory), bytes) in builds {
        if all <= most {
            return;
        }
        let is_free = File::open(directory.join(LOCK)).is_ok_and(|lock| lock.try_lock().is_ok());
        if is_free && fs::remove_dir_all(&directory).is_ok() {
            all -= bytes;
        }
    }
}

fn bytes_below(directory: &Utf8Path) -> u64 {
    let bytes = |entry: cargo_metadata::camino::Utf8DirEntry| match entry.metadata() {
        Ok(metadata) if metadata.is_dir() => bytes_below(entry.path()),
        Ok(metadata) => metadata.len(),
        Err(_) => 0,
    };
    directory.read_dir_utf8().into_iter().flatten().flatten().map(bytes).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn folder() -> (tempfile::TempDir, Utf8PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = Utf8PathBuf::from_path_buf(folder.path().to_owned()).unwrap();
        (folder, path)
    }

    #[test]
    fn a_build_with_a_file_that_is_cut_short_or_gone_is_damaged() {
        let (_folder, path) = folder();
        let build = use_build(&path).unwrap();
        assert!(!build.is_damaged(), "nothing was built yet");
        let deps = build.target_directory().join("deps");
        fs::create_dir_all(&deps).unwrap();
        fs::write(deps.join("libsbst-1.rlib"), "whole").unwrap();
        build.note_sizes(&BTreeSet::from([deps.clone()])).unwrap();
        assert!(!build.is_damaged());
        fs::write(deps.join("libsbst-1.rlib"), "who").unwrap();
        assert!(build.is_damaged());
        build.remove().unwrap();
        assert!(!build.is_damaged() && !deps.exists());
    }

    #[test]
    fn least_recently_used_build_is_removed_first_unless_locked() {
        let (_folder, cache) = folder();
        for (age, name) in [(3, "oldest"), (2, "older"), (1, "old"), (0, "new")] {
            let build = cache.join(name);
            fs::create_dir_all(&build).unwrap();
            fs::write(build.join("build"), [0; 1_000]).unwrap();
            let lock = File::create(build.join(LOCK)).unwrap();
            lock.set_modified(SystemTime::now() - Duration::from_secs(3_600 * age)).unwrap();
        }
        let used = File::open(cache.join("oldest").join(LOCK)).unwrap();
        used.lock_shared().unwrap();
        make_room(&cache, 4_000);
        assert!(cache.join("older").exists(), "there is room for all");
        make_room(&cache, 2_500);
        let left = ["oldest", "older", "old", "new"].map(|name| cache.join(name).exists());
        assert_eq!(left, [true, false, false, true]);
    }
}
