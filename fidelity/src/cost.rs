//! The cost of observing: instructions, counted by callgrind, of all test executables with and
//! without the attribute. Both are built with the optimisation of `cargo sbst test`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::process::{self, End, Output};

/// Instructions of one executable: plain, and observed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cost {
    /// The name by cargo: `unittests src/lib.rs`.
    pub executable: String,
    pub plain: u64,
    pub observed: u64,
}

/// Returns the executables that ran, by their names, from the `log` of a `cargo test`.
pub fn executables(log: &str, root: &Path) -> BTreeMap<String, PathBuf> {
    let lines = log.lines().filter_map(|line| line.trim_start().strip_prefix("Running "));
    let pairs = lines.filter_map(|line| line.strip_suffix(')')?.rsplit_once(" ("));
    pairs.map(|(name, path)| (name.to_owned(), root.join(path))).collect()
}

/// Counts the instructions of the executables in both. An executable slower than `limit` is left
/// out, and so are all without valgrind.
pub fn compare(
    plain: &BTreeMap<String, PathBuf>,
    observed: &BTreeMap<String, PathBuf>,
    folders: (&Path, &Path),
    logs: &Path,
    limit: Duration,
) -> anyhow::Result<Vec<Cost>> {
    let mut costs = Vec::new();
    for (name, executable) in plain {
        let Some(other) = observed.get(name) else { continue };
        let file = name.replace(|sign: char| !sign.is_ascii_alphanumeric(), "-");
        let before =
            instructions(executable, folders.0, &logs.join(format!("cost-{file}-plain.log")), limit)?;
        let after = instructions(other, folders.1, &logs.join(format!("cost-{file}-observed.log")), limit)?;
        if let (Some(plain), Some(observed)) = (before, after) {
            costs.push(Cost { executable: name.clone(), plain, observed });
        }
    }
    Ok(costs)
}

fn instructions(
    executable: &Path,
    folder: &Path,
    log: &Path,
    limit: Duration,
) -> anyhow::Result<Option<u64>> {
    let mut command = process::command("valgrind", folder);
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(executable);
    command.args(["--test-threads=1", "--quiet"]).env("CARGO_MANIFEST_DIR", folder);
    let ended = process::run(&mut command, log, Output::Log, limit);
    match ended {
        Ok((End::TooLong, _)) | Err(_) => Ok(None),
        Ok(_) => Ok(collected(&String::from_utf8_lossy(&fs::read(log)?))),
    }
}

/// Parses `==1== Collected : 123`.
fn collected(log: &str) -> Option<u64> {
    let line = log.lines().rev().find(|line| line.contains("Collected :"))?;
    line.rsplit(':').next()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn executables_have_their_cargo_names() {
        let log = "     Running unittests src/lib.rs (target/debug/deps/demo-1)\n   Doc-tests demo\n";
        let expected =
            BTreeMap::from([("unittests src/lib.rs".to_owned(), "/r/target/debug/deps/demo-1".into())]);
        assert_eq!(executables(log, Path::new("/r")), expected);
    }

    #[test]
    fn instructions_are_those_of_last_ended_process() {
        assert_eq!(collected("==7== Collected : 5\n==1== Collected : 1234\n==1== \n"), Some(1234));
        assert_eq!(collected("valgrind: no such file"), None);
    }
}
