//! Conditions that tests must not depend on, different from those of this process: environment,
//! arguments, folders, the time of day.
//!
//! Variables for a loader, cargo or the command itself are kept. A library that is loaded before
//! all others (`LD_PRELOAD`) shifts the time of day. It is compiled at first use; if that fails,
//! the time stays.

use crate::cargo::workspace::VERSION;
use anyhow::{Context, ensure};
use cargo_metadata::camino::Utf8PathBuf;
use std::ffi::OsStr;
use std::process::{Command, Stdio};
use std::sync::{Arc, OnceLock};
use std::{env, fs, thread};

/// Variables that are kept.
const KEPT: [&str; 5] = ["PATH", "LD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH", "SystemRoot", "SYSTEMROOT"];
/// Prefixes of the names of other kept variables.
const KEPT_PREFIXES: [&str; 4] = ["CARGO", "RUST", "SBST_", "LLVM_"];
/// Variables with two values; the first one that differs from the present value is set.
const CHANGED: [(&str, [&str; 2]); 7] = [
    ("USER", ["somebody", "nobody"]),
    ("LOGNAME", ["somebody", "nobody"]),
    ("LANG", ["tr_TR.UTF-8", "C"]),
    ("LC_ALL", ["tr_TR.UTF-8", "C"]),
    // No such time zone exists: seven minutes past a quarter of an hour.
    ("TZ", ["XYZ-11:37", "XYZ+7:22"]),
    ("TERM", ["vt52", "dumb"]),
    ("COLUMNS", ["57", "61"]),
];
/// Arguments of a program without any, and of a test executable beside its own.
const ARGUMENTS: [&str; 2] = ["elsewhere", "--elsewhere=1"];
const TEST_ARGUMENTS: [&str; 1] = ["--color=never"];
/// The source of the library.
const CLOCK: &str = include_str!("other_conditions/shifted_clock.rs");

/// Other conditions, with a folder for their files.
#[derive(Debug)]
pub struct OtherConditions {
    directory: Utf8PathBuf,
    /// The folders that are made, or why they cannot be.
    folders: OnceLock<Result<(), String>>,
    /// The library that shifts the time of day, or why there is none.
    clock: OnceLock<Result<Utf8PathBuf, String>>,
}

impl OtherConditions {
    /// Returns conditions that make their files in this folder at their first use.
    pub fn new(directory: Utf8PathBuf) -> OtherConditions {
        OtherConditions { directory, folders: OnceLock::new(), clock: OnceLock::new() }
    }

    /// Compiles the library in a separate thread, so that it is ready in time.
    #[cfg(target_os = "linux")]
    pub fn prepare(self: &Arc<OtherConditions>) {
        let conditions = Arc::clone(self);
        thread::spawn(move || _ = conditions.clock());
    }

    /// Does nothing: there is no library.
    #[cfg(not(target_os = "linux"))]
    pub fn prepare(self: &Arc<OtherConditions>) {}

    /// Starts a process under them. Variables set for it need a kept name.
    pub fn apply(&self, command: &mut Command) -> anyhow::Result<()> {
        self.folders
            .get_or_init(|| self.make_folders().map_err(|error| format!("{error:#}")))
            .clone()
            .map_err(anyhow::Error::msg)?;
        for (name, _) in env::vars_os().filter(|(name, _)| !is_kept(name)) {
            command.env_remove(name);
        }
        for (name, values) in CHANGED {
            let now = env::var_os(name);
            let value = values.into_iter().find(|value| now.as_deref() != Some(OsStr::new(value)));
            command.envs(value.map(|value| (name, value)));
        }
        command.env("HOME", self.home()).env("TMPDIR", self.temporary());
        if let Ok(clock) = self.clock() {
            command.env("LD_PRELOAD", clock);
        }
        Ok(())
    }

    /// Returns the arguments that a process gets under them, behind its own.
    pub fn arguments(is_test: bool) -> &'static [&'static str] {
        if is_test { &TEST_ARGUMENTS } else { &ARGUMENTS }
    }

    fn clock(&self) -> &Result<Utf8PathBuf, String> {
        self.clock.get_or_init(|| self.build_clock().map_err(|error| format!("{error:#}")))
    }

    /// Returns the reason for an unchanged time of day, if a change was needed.
    pub fn obstacle(&self) -> Option<&str> {
        self.clock.get()?.as_ref().err().map(String::as_str)
    }

    /// Makes an empty folder to work in.
    pub fn fresh_folder(&self) -> anyhow::Result<Utf8PathBuf> {
        emptied(self.directory.join("here").join("fresh"))
    }

    fn home(&self) -> Utf8PathBuf {
        self.directory.join("home")
    }

    fn temporary(&self) -> Utf8PathBuf {
        self.directory.join("tmp")
    }

    fn make_folders(&self) -> anyhow::Result<()> {
        emptied(self.home())?;
        emptied(self.temporary())?;
        Ok(())
    }

    fn build_clock(&self) -> anyhow::Result<Utf8PathBuf> {
        ensure!(cfg!(target_os = "linux"), "it is shifted on Linux only");
        let library = self.directory.join(format!("libshifted_clock-{VERSION}.so"));
        let source = self.directory.join("shifted_clock.rs");
        if library.exists() && fs::read(&source).is_ok_and(|old| old == CLOCK.as_bytes()) {
            return Ok(library);
        }
        fs::create_dir_all(&self.directory)
            .with_context(|| format!("failed to create {}", self.directory))?;
        fs::write(&source, CLOCK).with_context(|| format!("failed to write {source}"))?;
        let unfinished = self.directory.join("unfinished.so");
        let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let output = Command::new(rustc)
            .args(["--edition=2021", "--crate-type=cdylib", "--crate-name=shifted_clock"])
            .args(["-Copt-level=2", "-Cpanic=abort", "-o", unfinished.as_str(), source.as_str()])
            .stdin(Stdio::null())
            .output()
            .context("failed to start rustc")?;
        let said = String::from_utf8_lossy(&output.stderr);
        let error = said.lines().find(|line| line.starts_with("error")).unwrap_or("rustc failed");
        ensure!(output.status.success(), "{error}");
        fs::rename(&unfinished, &library).with_context(|| format!("failed to write {library}"))?;
        Ok(library)
    }
}

fn is_kept(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    KEPT.contains(&&*name) || KEPT_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

/// Makes a folder, and empties it if it is there.
fn emptied(folder: Utf8PathBuf) -> anyhow::Result<Utf8PathBuf> {
    crate::cargo::own_directory::remove(&folder)?;
    fs::create_dir_all(&folder).with_context(|| format!("failed to create {folder}"))?;
    Ok(folder)
}

#[cfg(all(test, target_os = "linux", target_env = "gnu"))]
mod tests {
    use super::*;
    use cargo_metadata::camino::Utf8Path;
    use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

    /// The variable that makes a test print its conditions and end.
    const PRINT: &str = "SBST_PRINT_CONDITIONS";

    /// Returns the conditions of this test when it is started again, under other conditions.
    fn seen(conditions: &OtherConditions, test: &str) -> String {
        let mut command = Command::new(env::current_exe().unwrap());
        command.args(["--exact", test, "--nocapture", "--test-threads=1"]).env(PRINT, "1");
        conditions.apply(&mut command).unwrap();
        let output = command.output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn conditions(folder: &tempfile::TempDir) -> OtherConditions {
        OtherConditions::new(Utf8Path::from_path(folder.path()).unwrap().join("other"))
    }

    #[test]
    fn time_of_day_is_shifted_and_durations_are_unchanged() {
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
        if env::var_os(PRINT).is_some() {
            let start = Instant::now();
            thread::sleep(Duration::from_millis(20));
            let [slept, seconds] = [start.elapsed().as_millis(), since_epoch.as_secs().into()];
            return println!("seen {seconds} {slept}");
        }
        let folder = tempfile::tempdir().unwrap();
        let conditions = conditions(&folder);
        let test = "worker::other_conditions::tests::time_of_day_is_shifted_and_durations_are_unchanged";
        let seen = seen(&conditions, test);
        assert_eq!(conditions.obstacle(), None);
        let numbers = seen.split_once("seen ").unwrap().1.lines().next().unwrap();
        let (seconds, slept) = numbers.split_once(' ').unwrap();
        let shift = seconds.parse::<u64>().unwrap() - since_epoch.as_secs();
        let expected = 400 * 86_400 + 5 * 3_600 + 7 * 60 + 13;
        assert!((expected..expected + 60).contains(&shift), "{shift}");
        assert!((20..5_000).contains(&slept.parse::<u64>().unwrap()), "{slept}");
    }

    #[test]
    fn variables_of_the_user_change_and_those_of_cargo_stay() {
        if env::var_os(PRINT).is_some() {
            return env::vars().for_each(|(name, value)| println!("seen {name}={value}"));
        }
        let folder = tempfile::tempdir().unwrap();
        let conditions = conditions(&folder);
        let test = "worker::other_conditions::tests::variables_of_the_user_change_and_those_of_cargo_stay";
        let seen = seen(&conditions, test);
        let value = |name: &str| {
            let mut lines = seen.lines();
            lines
                .find_map(|line| line.split_once(&format!("seen {name}=")).map(|(_, value)| value.to_owned()))
        };
        for (name, _) in env::vars().filter(|(name, _)| !is_kept(OsStr::new(name))) {
            assert_ne!(value(&name), env::var(&name).ok(), "{name}");
        }
        for name in CHANGED.map(|(name, _)| name) {
            assert!(value(name).is_some(), "{name}");
        }
        for folder in ["HOME", "TMPDIR"] {
            assert!(Utf8Path::new(&value(folder).unwrap()).is_dir(), "{folder}");
        }
        assert_eq!(value("CARGO_PKG_NAME"), env::var("CARGO_PKG_NAME").ok());
    }

    #[test]
    fn a_folder_to_work_in_is_empty_each_time() {
        let folder = tempfile::tempdir().unwrap();
        let conditions = conditions(&folder);
        let fresh = conditions.fresh_folder().unwrap();
        fs::write(fresh.join("left"), "x").unwrap();
        assert_eq!(conditions.fresh_folder().unwrap().read_dir_utf8().unwrap().count(), 0);
    }
}
