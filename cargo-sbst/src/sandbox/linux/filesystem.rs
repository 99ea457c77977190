//! Readable files and folders, and the Landlock ruleset for them.

use anyhow::Context;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use landlock::{
    ABI, Access, AccessFs, PathBeneath, PathFd, Ruleset, RulesetAttr, RulesetCreated, RulesetCreatedAttr,
    Scope,
};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The newest version of Landlock in use; on older kernels the crate drops missing rights.
const NEWEST: ABI = ABI::V6;

/// The parts of a system that programs read: libraries, locales, time zones, certificates, the
/// kernel's own files. Not `/tmp`, `/var`, `/run`, `/mnt` or `/media`, which contain the user's
/// files.
const SYSTEM: [&str; 14] = [
    "/usr",
    "/lib",
    "/lib32",
    "/lib64",
    "/bin",
    "/sbin",
    "/opt",
    "/etc",
    "/nix/store",
    "/gnu/store",
    "/proc",
    "/sys",
    "/dev/urandom",
    "/dev/random",
];
/// Devices that may be read and written, and store nothing.
const DEVICES: [&str; 3] = ["/dev/null", "/dev/zero", "/dev/full"];

/// Returns the kernel's version of Landlock; 0 if it has none.
pub fn version() -> i32 {
    // `LANDLOCK_CREATE_RULESET_VERSION` requests only the version.
    const VERSION: libc::c_long = 1;
    // SAFETY: with that flag the kernel reads no structure.
    let version = unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, 0_usize, 0_usize, VERSION) };
    i32::try_from(version).unwrap_or(0).max(0)
}

/// Places that may be read.
#[derive(Debug)]
pub struct Readable(Vec<PathBuf>);

impl Readable {
    /// Collects the system, these directories and `work`, except places that contain the home
    /// directory.
    pub fn from_directories(directories: &[Utf8PathBuf], work: &Utf8Path) -> Readable {
        let home = env::var_os("HOME").and_then(|home| fs::canonicalize(home).ok());
        let home = home.filter(|home| home.parent().is_some());
        let own = directories.iter().map(|directory| directory.as_std_path()).chain([work.as_std_path()]);
        let all = SYSTEM.iter().chain(&DEVICES).map(Path::new).chain(own);
        let mut places = Vec::new();
        for place in all.filter_map(|place| fs::canonicalize(place).ok()) {
            add_without(&mut places, place, home.as_deref());
        }
        places.sort();
        places.dedup();
        Readable(places)
    }

    /// True if a canonical path may be read.
    pub fn contains(&self, path: &Path) -> bool {
        self.0.iter().any(|place| path.starts_with(place))
    }
}

/// Adds a place. One that contains `home` is replaced by its entries that do not contain it.
fn add_without(places: &mut Vec<PathBuf>, place: PathBuf, home: Option<&Path>) {
    if !home.is_some_and(|home| home.starts_with(&place)) {
        return places.push(place);
    }
    if home == Some(place.as_path()) {
        return;
    }
    for entry in fs::read_dir(&place).into_iter().flatten().flatten() {
        add_without(places, entry.path(), home);
    }
}

/// True if a canonical path is one of the writable devices.
pub fn is_harmless_device(path: &Path) -> bool {
    DEVICES.iter().any(|device| path == Path::new(device))
}

/// Creates a ruleset that allows reading only `readable`, and writing only beneath `writable`.
pub fn ruleset(readable: &Readable, writable: Option<&Utf8Path>) -> anyhow::Result<OwnedFd> {
    let build = || -> Result<RulesetCreated, landlock::RulesetError> {
        let mut rules = Ruleset::default()
            .handle_access(AccessFs::from_all(NEWEST))?
            .scope(Scope::from_all(NEWEST))?
            .create()?;
        for place in &readable.0 {
            // A place that has vanished needs no rule.
            let Ok(opened) = PathFd::new(place) else { continue };
            let access = match is_harmless_device(place) {
                true => AccessFs::ReadFile | AccessFs::WriteFile,
                false if place.is_dir() => AccessFs::from_read(NEWEST),
                false => AccessFs::ReadFile | AccessFs::Execute,
            };
            rules = rules.add_rule(PathBeneath::new(opened, access))?;
        }
        if let Some(opened) = writable.filter(|path| path.is_dir()).and_then(|path| PathFd::new(path).ok()) {
            rules = rules.add_rule(PathBeneath::new(opened, AccessFs::from_all(NEWEST)))?;
        }
        Ok(rules)
    };
    let rules = build().context("failed to create a Landlock ruleset")?;
    Option::<OwnedFd>::from(rules).context("the kernel has no Landlock")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_that_contains_the_home_directory_is_read_around_it() {
        let root = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(root.path()).unwrap();
        for folder in ["users/me/project", "users/other", "data"] {
            fs::create_dir_all(root.join(folder)).unwrap();
        }
        let mut places = Vec::new();
        add_without(&mut places, root.clone(), Some(&root.join("users/me")));
        places.sort();
        assert_eq!(places, [root.join("data"), root.join("users/other")]);
        let mut places = Vec::new();
        add_without(&mut places, root.join("users/me/project"), Some(&root.join("users/me")));
        assert_eq!(places, [root.join("users/me/project")], "the project is in it");
        let mut places = Vec::new();
        add_without(&mut places, root.join("users/me"), Some(&root.join("users/me")));
        assert!(places.is_empty(), "a workspace that is the home directory");
    }
}
