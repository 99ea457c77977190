//! Directories of workers: their places, and the files for a worker that starts.

use crate::cargo::own_directory::remove;
use anyhow::Context;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use sbst_model::messages::{EVENTS, JOURNAL, ORDERS, Orders, SCRATCH};
use sbst_model::{TargetId, journal};
use sbst_wire::to_line;
use serde::Serialize;
use std::fs::{self, File};

/// Longest readable part of a directory's name; the rest is told apart by the hash.
const NAME_LENGTH: usize = 100;

/// The directory of the workers of a target, below `work`: readable, and no other target's.
pub fn for_target(work: &Utf8Path, id: &TargetId) -> Utf8PathBuf {
    work.join(sanitised(&id.package)).join(format!("{}-{:016x}", readable_name(id), id.seed(0)))
}

/// A name for files of a target: readable, but perhaps another target's too.
pub fn readable_name(id: &TargetId) -> String {
    let kind = id.binary.as_ref().map(|binary| format!("bin.{binary}-")).unwrap_or_default();
    sanitised(&format!("{kind}{}", id.path.replace("::", ".")))
}

fn sanitised(name: &str) -> String {
    let safe = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    name.chars().take(NAME_LENGTH).map(|c| if safe(c) { c } else { '_' }).collect()
}

/// Makes a directory ready for a worker: empty but for its orders, a journal, no events, and the
/// folder in which the code under test works.
pub fn prepare(directory: &Utf8Path, orders: &Orders) -> anyhow::Result<()> {
    remove(directory)?;
    let scratch = directory.join(SCRATCH);
    fs::create_dir_all(&scratch).with_context(|| format!("failed to create {scratch}"))?;
    let orders =
        to_line(orders).map_err(anyhow::Error::msg).context("failed to put the orders into words")?;
    write(&directory.join(ORDERS), orders.as_bytes())?;
    write(&directory.join(EVENTS), b"")?;
    make_journal(&directory.join(JOURNAL))
}

/// Makes a file of zeros that has its place on the disk: a worker that touches a hole in a mapped
/// file dies when the disk is full.
fn make_journal(path: &Utf8Path) -> anyhow::Result<()> {
    let file = File::create(path).with_context(|| format!("failed to write {path}"))?;
    if has_place(&file, journal::SIZE as u64) {
        return Ok(());
    }
    write(path, &vec![0; journal::SIZE])
}

/// Gives a new file its place without writing it, which for a small file takes most of the time of
/// a worker's start. Not every file system can.
#[cfg(target_os = "linux")]
fn has_place(file: &File, size: u64) -> bool {
    use rustix::fs::{FallocateFlags, fallocate};
    fallocate(file, FallocateFlags::empty(), 0, size).is_ok()
}

/// Elsewhere it is written.
#[cfg(not(target_os = "linux"))]
fn has_place(_: &File, _: u64) -> bool {
    false
}

/// Gives a worker the file of this name, which it waits for. It appears whole.
pub fn give(directory: &Utf8Path, name: &str, contents: &impl Serialize) -> anyhow::Result<()> {
    let (file, unfinished) = (directory.join(name), directory.join(format!("{name}.unfinished")));
    let contents = to_line(contents).map_err(anyhow::Error::msg);
    let contents = contents.with_context(|| format!("failed to put a {name} into words"))?;
    write(&unfinished, contents.as_bytes())?;
    fs::rename(&unfinished, &file).with_context(|| format!("failed to write {file}"))
}

fn write(path: &Utf8Path, contents: &[u8]) -> anyhow::Result<()> {
    fs::write(path, contents).with_context(|| format!("failed to write {path}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn directory(path: &str) -> Utf8PathBuf {
        let id = TargetId { package: "p".into(), crate_name: "p".into(), binary: None, path: path.into() };
        for_target("work".into(), &id)
    }

    #[test]
    fn a_journal_has_its_place_on_the_disk_and_holds_zeros() {
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
    fn every_target_has_a_directory_of_its_own() {
        assert!(directory("p::a::f").as_str().starts_with("work/p/p.a.f-"));
        assert_ne!(directory("p::<A>::f"), directory("p::_A_::f"));
        let long = "x".repeat(300);
        assert_ne!(directory(&format!("{long}a")), directory(&format!("{long}b")));
        assert!(directory(&long).as_str().len() < 140);
    }
}
