//! The output directory of a comparison.
//!
//! 1. Files of an earlier comparison are removed; a file beside them lists their names.
//! 2. No other files are touched: a file in the way is an error, if possible before the first
//!    search.

use anyhow::{Context, bail};
use cargo_metadata::camino::{Utf8Component, Utf8Path, Utf8PathBuf};
use cargo_sbst::ui::whole_file;
use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;

/// The file with the names of all written files, one per line.
const LIST: &str = ".sbst-compare";

/// A directory for a comparison.
#[derive(Debug)]
pub struct OutputDirectory {
    path: Utf8PathBuf,
    /// The files of an earlier comparison.
    earlier: BTreeSet<Utf8PathBuf>,
}

/// A file to be written, with its path in the directory.
#[derive(Clone, Debug)]
pub struct OutputFile {
    pub path: Utf8PathBuf,
    pub content: Vec<u8>,
}

impl OutputDirectory {
    /// Opens or creates a directory for files of these names.
    pub fn open(path: &Utf8Path, names: &[impl AsRef<Utf8Path>]) -> anyhow::Result<OutputDirectory> {
        fs::create_dir_all(path).with_context(|| format!("failed to create {path}"))?;
        let list = match fs::read_to_string(path.join(LIST)) {
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            read => read.with_context(|| format!("failed to read {}", path.join(LIST)))?,
        };
        // An edited list cannot point outside.
        let is_below = |path: &Utf8PathBuf| {
            path.components().all(|component| matches!(component, Utf8Component::Normal(_)))
        };
        let earlier = list.lines().map(Utf8PathBuf::from).filter(is_below).collect();
        let directory = OutputDirectory { path: path.to_owned(), earlier };
        names.iter().try_for_each(|name| directory.check(name.as_ref()))?;
        Ok(directory)
    }

    pub fn path(&self) -> &Utf8Path {
        &self.path
    }

    /// Writes the files, replacing those of an earlier comparison.
    pub fn write(&self, files: &[OutputFile]) -> anyhow::Result<()> {
        files.iter().try_for_each(|file| self.check(&file.path))?;
        let new: BTreeSet<&Utf8PathBuf> = files.iter().map(|file| &file.path).collect();
        // The list has all names from the first removal to the last write, so no file is forgotten.
        let all: BTreeSet<&Utf8PathBuf> = self.earlier.iter().chain(new.iter().copied()).collect();
        self.write_list(&all)?;
        for old in self.earlier.iter().filter(|old| !new.contains(old)) {
            self.remove(old)?;
        }
        for file in files {
            whole_file::replace(&self.path.join(&file.path), &file.content)?;
        }
        self.write_list(&new)
    }

    /// Fails if another program's file has this name.
    fn check(&self, name: &Utf8Path) -> anyhow::Result<()> {
        let path = self.path.join(name);
        if !self.earlier.contains(name) && path.symlink_metadata().is_ok() {
            bail!(
                "{path} was not written by `cargo sbst compare`, and is left alone; move it away, or choose another \
                 directory with --output"
            );
        }
        Ok(())
    }

    fn write_list(&self, names: &BTreeSet<&Utf8PathBuf>) -> anyhow::Result<()> {
        let lines: String = names.iter().map(|name| format!("{name}\n")).collect();
        whole_file::replace(&self.path.join(LIST), lines.as_bytes())
    }

    /// Removes a file, and its folder if that is then empty.
    fn remove(&self, name: &Utf8Path) -> anyhow::Result<()> {
        let path = self.path.join(name);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                return Err(error).with_context(|| format!("failed to remove {path}"));
            }
            _ => {}
        }
        if let Some(folder) = name.parent().filter(|folder| !folder.as_str().is_empty()) {
            // it stays if it is not empty
            _ = fs::remove_dir(self.path.join(folder));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, content: &str) -> OutputFile {
        OutputFile { path: path.into(), content: content.into() }
    }

    fn files(directory: &Utf8Path) -> Vec<String> {
        let entries = directory.read_dir_utf8().unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().to_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn only_files_of_earlier_comparison_are_removed() {
        let root = tempfile::tempdir().unwrap();
        let path = Utf8Path::from_path(root.path()).unwrap();
        let open = || OutputDirectory::open(path, &["a.csv"]).unwrap();
        open().write(&[file("a.csv", "1"), file("d/f.svg", "1"), file("d/g.svg", "1")]).unwrap();
        fs::write(path.join("mine"), "mine").unwrap();
        open().write(&[file("a.csv", "2"), file("d/g.svg", "2")]).unwrap();
        assert_eq!(files(path), [LIST, "a.csv", "d", "mine"]);
        assert_eq!(files(&path.join("d")), ["g.svg"]);
        assert_eq!(fs::read_to_string(path.join("a.csv")).unwrap(), "2");
        open().write(&[file("a.csv", "3")]).unwrap();
        assert_eq!(files(path), [LIST, "a.csv", "mine"]);
    }

    #[test]
    fn file_in_the_way_is_named_in_error() {
        let root = tempfile::tempdir().unwrap();
        let path = Utf8Path::from_path(root.path()).unwrap();
        fs::write(path.join("a.csv"), "mine").unwrap();
        let error = OutputDirectory::open(path, &["a.csv"]).unwrap_err().to_string();
        assert!(error.contains("a.csv was not written by") && error.contains("--output"), "{error}");
        let directory = OutputDirectory::open(path, &["b.csv"]).unwrap();
        let error = directory.write(&[file("b.csv", "1"), file("a.csv", "1")]).unwrap_err().to_string();
        assert!(error.contains("a.csv was not written by"), "{error}");
        assert_eq!(files(path), ["a.csv"]);
    }

    #[test]
    fn list_with_outside_paths_is_not_followed() {
        let root = tempfile::tempdir().unwrap();
        let path = Utf8Path::from_path(root.path()).unwrap().join("output");
        fs::create_dir_all(&path).unwrap();
        fs::write(path.with_file_name("mine"), "mine").unwrap();
        fs::write(path.join(LIST), format!("../mine\n{}\n", path.with_file_name("mine"))).unwrap();
        OutputDirectory::open(&path, &["a.csv"]).unwrap().write(&[]).unwrap();
        assert!(path.with_file_name("mine").exists());
    }
}
