//! Directories of workers: their places, and the files for a worker that starts.

use crate::cargo::own_directory::remove;
use anyhow::Context;
use cargo_metadata::camino::{Utf8DirEntry, Utf8Path, Utf8PathBuf};
use sbst_model::messages::{EVENTS, JOURNAL, ORDERS, Orders, SCRATCH};
use sbst_model::{TargetId, journal};
use sbst_wire::codec::Codec;
use sbst_wire::to_line;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

/// Longest readable part of a directory's name; the hash distinguishes the rest.
const NAME_LENGTH: usize = 100;

/// Returns the directory of the workers of a target, below `work`: readable and unique.
pub fn for_target(work: &Utf8Path, id: &TargetId) -> Utf8PathBuf {
    work.join(sanitised(&id.package)).join(format!("{}-{:016x}", readable_name(id), id.seed(0)))
}

/// Returns a name for files of a target: readable, but perhaps not unique.
pub fn readable_name(id: &TargetId) -> String {
    let kind = id.binary.as_ref().map(|binary| format!("bin.{binary}-")).unwrap_or_default();
    sanitised(&format!("{kind}{}", id.path.replace("::", ".")))
}

fn sanitised(name: &str) -> String {
    let safe = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    name.chars().take(NAME_LENGTH).map(|c| if safe(c) { c } else { '_' }).collect()
}

/// Directories of finished workers, for later ones. A search starts thousands of workers, and a
/// file system takes longer to create files than to move and fill them. They are removed at the
/// end.
#[derive(Clone, Debug, Default)]
pub struct SpareDirectories(Arc<Spare>);

#[derive(Debug, Default)]
struct Spare(Mutex<BTreeSet<Utf8PathBuf>>);

impl SpareDirectories {
    /// Prepares a directory for a worker: only its orders, a journal, no events, and the working
    /// directory of the code under test.
    pub fn prepare(&self, directory: &Utf8Path, orders: &Orders) -> anyhow::Result<()> {
        self.place(directory);
        prepare(directory, orders)
    }

    /// Keeps the directory of a worker that has ended.
    pub fn keep(&self, directory: &Utf8Path) {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner).insert(directory.to_owned());
    }

    /// Moves a spare directory to this place, if there is none. A new one is made where that fails.
    fn place(&self, directory: &Utf8Path) {
        let mut spare = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !spare.remove(directory)
            && !directory.exists()
            && let Some(kept) = spare.pop_first()
        {
            let made = directory.parent().map_or(Ok(()), fs::create_dir_all);
            if made.and_then(|()| fs::rename(&kept, directory)).is_err() {
                _ = remove(&kept);
            }
        }
    }
}

impl Drop for Spare {
    fn drop(&mut self) {
        // Remaining files are below the folder of all searches.
        let spare = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        spare.iter().for_each(|directory| _ = remove(directory));
    }
}

/// Prepares a directory. The files of the last worker are overwritten.
fn prepare(directory: &Utf8Path, orders: &Orders) -> anyhow::Result<()> {
    let scratch = directory.join(SCRATCH);
    clear(directory).or_else(|_| remove(directory))?;
    fs::create_dir_all(&scratch).with_context(|| format!("failed to create {scratch}"))?;
    write(&directory.join(ORDERS), &to_line(orders))?;
    write(&directory.join(EVENTS), b"")?;
    make_journal(&directory.join(JOURNAL))
}

/// Removes a worker's leftovers, except the files of every worker and its working directory.
fn clear(directory: &Utf8Path) -> io::Result<()> {
    if !directory.exists() {
        return Ok(());
    }
    for entry in directory.read_dir_utf8()? {
        let entry = entry?;
        let kind = entry.file_type()?;
        match entry.file_name() {
            ORDERS | EVENTS | JOURNAL if kind.is_file() => {}
            SCRATCH if kind.is_dir() => {
                let mut left = entry.path().read_dir_utf8()?;
                left.try_for_each(|entry| remove_entry(&entry?))?;
            }
            _ => remove_entry(&entry)?,
        }
    }
    Ok(())
}

fn remove_entry(entry: &Utf8DirEntry) -> io::Result<()> {
    match entry.file_type()?.is_dir() {
        true => fs::remove_dir_all(entry.path()),
        false => fs::remove_file(entry.path()),
    }
}

/// Makes a file of zeros with allocated blocks. Touching a hole in a mapped file kills a worker if
/// the disk is full.
fn make_journal(path: &Utf8Path) -> anyhow::Result<()> {
    let file = File::options().write(true).create(true).truncate(false).open(path);
    let file = file.with_context(|| format!("failed to write {path}"))?;
    if has_zeros(&file, journal::SIZE as u64) {
        return Ok(());
    }
    write(path, &vec![0; journal::SIZE])
}

/// Allocates a file of zeros without writing it, which would take most of the time of a worker's
/// start. Not every file system can do that.
#[cfg(target_os = "linux")]
fn has_zeros(file: &File, size: u64) -> bool {
    use rustix::fs::{FallocateFlags, fallocate};
    // More file systems support allocation for a new file.
    let is_new = file.metadata().is_ok_and(|metadata| metadata.len() == 0);
    let flags = if is_new { FallocateFlags::empty() } else { FallocateFlags::ZERO_RANGE };
    fallocate(file, flags, 0, size).is_ok()
}

/// On other systems, the file is written.
#[cfg(not(target_os = "linux"))]
fn has_zeros(_: &File, _: u64) -> bool {
    false
}

/// Gives a worker the file of this name, for which it waits. The file appears as a whole.
pub fn give(directory: &Utf8Path, name: &str, contents: &impl Codec) -> anyhow::Result<()> {
    let (file, unfinished) = (directory.join(name), directory.join(format!("{name}.unfinished")));
    write(&unfinished, &to_line(contents))?;
    fs::rename(&unfinished, &file).with_context(|| format!("failed to write {file}"))
}

fn write(path: &Utf8Path, contents: &[u8]) -> anyhow::Result<()> {
    fs::write(path, contents).with_context(|| format!("failed to write {path}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sbst_model::messages::Task;

    fn directory(path: &str) -> Utf8PathBuf {
        let id = TargetId { package: "p".into(), crate_name: "p".into(), binary: None, path: path.into() };
        for_target("work".into(), &id)
    }

    #[test]
    fn journal_is_allocated_and_contains_zeros() {
        let folder = tempfile::tempdir().unwrap();
        let path = Utf8Path::from_path(folder.path()).unwrap().join(JOURNAL);
        make_journal(&path).unwrap();
        assert!(fs::read(&path).unwrap() == vec![0; journal::SIZE]);
        #[cfg(target_os = "linux")]
        {
            use std::os::unix::fs::MetadataExt;
            let placed = fs::metadata(&path).unwrap().blocks() * 512;
            assert!(placed >= journal::SIZE as u64, "{placed} bytes");
        }
    }

    #[test]
    fn spare_directories_are_reused_and_removed_at_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| Utf8Path::from_path(folder.path()).unwrap().join(name);
        let orders = Orders { version: "1".to_owned(), task: Task::Describe };
        let directories = SpareDirectories::default();
        directories.prepare(&path("a/first"), &orders).unwrap();
        write(&path("a/first/scratch/left"), b"left").unwrap();
        directories.keep(&path("a/first"));
        directories.prepare(&path("a/first"), &orders).unwrap();
        directories.keep(&path("a/first"));
        directories.prepare(&path("b/second"), &orders).unwrap();
        assert!(!path("a/first").exists(), "it was moved");
        assert_eq!(path("b/second/scratch").read_dir_utf8().unwrap().count(), 0);
        directories.prepare(&path("a/first"), &orders).unwrap();
        directories.keep(&path("a/first"));
        directories.keep(&path("b/second"));
        drop(directories);
        assert!(!path("a/first").exists() && !path("b/second").exists());
    }

    #[test]
    fn leftovers_of_the_last_worker_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = Utf8Path::from_path(folder.path()).unwrap().join("worker");
        let orders = Orders { version: "1".to_owned(), task: Task::Describe };
        prepare(&path, &orders).unwrap();
        for (name, contents) in [(ORDERS, vec![7; 5_000]), (EVENTS, vec![7; 50]), (JOURNAL, vec![7; 5_000])] {
            write(&path.join(name), &contents).unwrap();
        }
        for name in ["recipe", "scratch/left", ".other"] {
            write(&path.join(name), b"left").unwrap();
        }
        fs::create_dir_all(path.join("scratch/deep/deeper")).unwrap();
        prepare(&path, &orders).unwrap();
        let mut names: Vec<String> =
            path.read_dir_utf8().unwrap().map(|entry| entry.unwrap().file_name().to_owned()).collect();
        names.sort();
        assert_eq!(names, [EVENTS, JOURNAL, ORDERS, SCRATCH]);
        assert_eq!(path.join(SCRATCH).read_dir_utf8().unwrap().count(), 0);
        assert_eq!(fs::read(path.join(EVENTS)).unwrap(), b"");
        assert_eq!(fs::read(path.join(ORDERS)).unwrap(), to_line(&orders));
        assert!(fs::read(path.join(JOURNAL)).unwrap() == vec![0; journal::SIZE]);
    }

    #[test]
    fn every_target_has_a_directory_of_its_own() {
        assert!(directory("p::a::f").as_str().starts_with("work/p/p.a.f-"));
        assert_ne!(directory("p::<A>::f"), directory("p::_A_::f"));
        let long = "x".repeat(300);
        assert_ne!(directory(&format!("{long}a")), directory(&format!("{long}b")));
        assert!(directory(&long).as_str().len() < 140);
    }
}
