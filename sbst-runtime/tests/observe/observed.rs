//! Running a child, and reading its files.

use sbst_model::observed::{read_counts, Executable, ObservedTarget, Tally, DIRECTORY, HEADER, SLOT};
use sbst_wire::{from_line, split_lines};
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The files of children in a directory.
pub struct Observed {
    directory: PathBuf,
    /// True if the last child succeeded.
    pub succeeded: bool,
}

/// Runs a child in a new directory.
pub fn observe(child: &str) -> Observed {
    static NUMBER: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let directory = std::env::temp_dir().join(format!("sbst-observe-{}-{number}", std::process::id()));
    fs::create_dir_all(&directory).unwrap();
    let mut observed = Observed { directory, succeeded: false };
    observed.again(child);
    observed
}

fn run(child: &str, directory: impl AsRef<OsStr>) -> bool {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", &format!("children::{child}"), "--ignored"]).env(DIRECTORY, directory);
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap().success()
}

impl Observed {
    /// Runs another child in the same directory.
    pub fn again(&mut self, child: &str) {
        self.succeeded = run(child, &self.directory);
    }

    /// Runs a child with a read-only directory, and returns true if it succeeded.
    pub fn nowhere(directory: &str, child: &str) -> bool {
        run(child, directory)
    }

    fn contents(&self, prefix: &str) -> Vec<Vec<u8>> {
        let files = fs::read_dir(&self.directory).unwrap().map(|entry| entry.unwrap().path());
        let named = files.filter(|path| path.file_name().unwrap().to_str().unwrap().starts_with(prefix));
        named.map(|path| fs::read(path).unwrap()).collect()
    }

    /// The number of files whose names begin with this text.
    pub fn files(&self, prefix: &str) -> usize {
        self.contents(prefix).len()
    }

    /// The number of regions in all files.
    pub fn regions(&self) -> u64 {
        let files = self.contents("counts-");
        files
            .iter()
            .map(|file| ((file.len() - HEADER) / (SLOT * read_counts(file).unwrap().1.len())) as u64)
            .sum()
    }

    /// Returns the record of the only condition with this text.
    #[track_caller]
    pub fn condition(&self, text: &str) -> Tally {
        let mut tallies: BTreeMap<u32, Tally> = BTreeMap::new();
        for file in self.contents("counts-") {
            for (slot, tally) in (0..).zip(read_counts(&file).unwrap().1) {
                tallies.entry(slot).or_default().merge(&tally);
            }
        }
        let registry = self.contents("registry-").remove(0);
        let mut lines = split_lines(&registry);
        let executable: Executable = from_line(lines.next().unwrap()).unwrap();
        assert_eq!(executable.version, env!("CARGO_PKG_VERSION"));
        assert_eq!(PathBuf::from(executable.path), std::env::current_exe().unwrap());
        let targets = lines.map(|line| from_line::<ObservedTarget>(line).unwrap());
        let slots = targets.flat_map(|target| {
            let texts = target.description.conditions.into_iter().map(|condition| condition.text);
            texts.zip(target.slots).collect::<Vec<_>>()
        });
        let found: Vec<u32> = slots.filter(|(known, _)| known == text).map(|(_, slot)| slot).collect();
        assert_eq!(found.len(), 1, "{text}");
        tallies.get(&found[0]).copied().unwrap_or_default()
    }
}

impl Drop for Observed {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.directory);
    }
}
