//! Writes generated files.
//!
//! 1. A file without the generated header belongs to the user and is never changed.
//! 2. A file with unchanged text is not written either, so cargo does not rebuild it.
//! 3. A file is replaced as a whole or not at all ([`whole_file`]).

use crate::suite::header;
use crate::ui::whole_file;
use anyhow::Context;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

pub struct FileWriter {
    edition: &'static str,
    /// The directory where rustfmt looks for its configuration.
    directory: Utf8PathBuf,
    formatted: HashMap<Utf8PathBuf, (String, String)>,
}

impl FileWriter {
    pub fn new(package: &cargo_metadata::Package) -> FileWriter {
        let directory = package.manifest_path.parent().unwrap_or(Utf8Path::new("."));
        FileWriter {
            edition: package.edition.as_str(),
            directory: directory.to_owned(),
            formatted: HashMap::new(),
        }
    }

    /// Formats and writes a file, unless it has the same text already.
    pub fn write(&mut self, path: &Utf8Path, text: String) -> anyhow::Result<()> {
        let formatted = match self.formatted.get(path) {
            Some((same, formatted)) if *same == text => formatted.clone(),
            _ => self.format(&text).unwrap_or_else(|| text.clone()),
        };
        self.formatted.insert(path.to_owned(), (text, formatted.clone()));
        whole_file::replace(path, formatted.as_bytes())
    }

    /// Formats a text. Returns `None` if rustfmt is missing or fails.
    pub fn format(&self, text: &str) -> Option<String> {
        let mut child = Command::new(std::env::var_os("RUSTFMT").unwrap_or_else(|| "rustfmt".into()))
            .args(["--edition", self.edition])
            .current_dir(&self.directory)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let mut input = child.stdin.take()?;
        let output = std::thread::scope(|scope| {
            // A separate thread: rustfmt may write before it has read all its input.
            scope.spawn(move || input.write_all(text.as_bytes()));
            child.wait_with_output()
        });
        let output = output.ok().filter(|output| output.status.success() && !output.stdout.is_empty())?;
        String::from_utf8(output.stdout).ok()
    }
}

/// True if the command may write a file: it is missing or generated.
pub fn is_ours_or_missing(path: &Utf8Path) -> bool {
    !path.exists() || is_ours(path)
}

/// True if a file begins with the generated header.
pub fn is_ours(path: &Utf8Path) -> bool {
    let mut line = Vec::new();
    let read = File::open(path).and_then(|file| BufReader::new(file).read_until(b'\n', &mut line));
    read.is_ok() && header::is_header(&String::from_utf8_lossy(&line))
}

/// Returns the note on a user's file that was not overwritten, with the remedy.
pub fn not_ours(path: &Utf8Path) -> String {
    format!(
        "{path} was not overwritten: it does not begin with `{}`; move it away to have it written again",
        header::MARK
    )
}

/// Removes a generated file.
pub fn remove(path: &Utf8Path) -> anyhow::Result<()> {
    if is_ours(path) {
        fs::remove_file(path).with_context(|| format!("failed to remove {path}"))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::fixtures::Directory;

    #[test]
    fn user_files_are_recognised_by_their_first_line() {
        let ours = header::lines(1, None);
        let directory = Directory::with_files(&[("ours.rs", &ours), ("theirs.rs", "// mine\n")]);
        let path = |name: &str| directory.path().join(name);
        assert!(is_ours(&path("ours.rs")) && is_ours_or_missing(&path("none.rs")));
        assert!(!is_ours(&path("theirs.rs")) && !is_ours(&path("none.rs")));
        remove(&path("theirs.rs")).unwrap();
        assert!(path("theirs.rs").exists());
    }
}
