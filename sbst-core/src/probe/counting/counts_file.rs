//! The file of counts of a process, mapped into memory region by region.

use super::{Region, Slot};
use memmap2::MmapOptions;
use sbst_model::observed::{counts_name, header, HEADER};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::ptr::NonNull;
use std::sync::{Mutex, PoisonError};

/// The most names that are tried: more than the processes that can share one number, in as many
/// containers, before the end of a run.
const ATTEMPTS: u32 = 1_000;

/// A file created at the first record.
///
/// It is open only while it grows: code under test may close files that it did not open, or count
/// the open ones.
pub(super) struct CountsFile {
    directory: PathBuf,
    header: [u8; HEADER],
    region: u64,
    /// The path and the length; `None` before the first region, or after an error.
    grown: Mutex<Grown>,
}

enum Grown {
    NotYet,
    To(PathBuf, u64),
    No,
}

impl CountsFile {
    /// Returns the file for a process, by the hash of its executable's registry and its number of
    /// slots.
    pub(super) fn new(directory: &Path, registry: u64, slots: u32) -> CountsFile {
        CountsFile {
            directory: directory.to_owned(),
            header: header(registry, slots),
            region: u64::from(slots) * size_of::<Slot>() as u64,
            grown: Mutex::new(Grown::NotYet),
        }
    }

    /// Adds a region of zeros at the end, if possible.
    pub(super) fn add_region(&self) -> Option<Region> {
        let mut grown = self.grown.lock().unwrap_or_else(PoisonError::into_inner);
        match self.grow(&grown) {
            Ok((path, length, region)) => {
                *grown = Grown::To(path, length);
                Some(region)
            }
            Err(_) => {
                *grown = Grown::No;
                None
            }
        }
    }

    fn grow(&self, grown: &Grown) -> io::Result<(PathBuf, u64, Region)> {
        let (path, file, start) = match grown {
            Grown::NotYet => {
                let (path, mut file) = self.create()?;
                file.write_all(&self.header)?;
                (path, file, HEADER as u64)
            }
            Grown::To(path, length) => {
                (path.clone(), OpenOptions::new().read(true).write(true).open(path)?, *length)
            }
            Grown::No => return Err(io::ErrorKind::Unsupported.into()),
        };
        let end = start + self.region;
        file.set_len(end)?;
        let length = usize::try_from(self.region).map_err(|_| io::ErrorKind::OutOfMemory)?;
        let map = MmapOptions::new().offset(start).len(length).map_raw(&file)?;
        // A thread may still use the region when the process ends.
        let map = ManuallyDrop::new(map);
        let slots = NonNull::new(map.as_mut_ptr().cast::<Slot>()).ok_or(io::ErrorKind::Other)?;
        Ok((path, end, Region(slots)))
    }

    fn create(&self) -> io::Result<(PathBuf, File)> {
        let mut attempt = 0;
        loop {
            let path = self.directory.join(counts_name(std::process::id(), attempt));
            match OpenOptions::new().read(true).write(true).create_new(true).open(&path) {
                Ok(file) => return Ok((path, file)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && attempt < ATTEMPTS => {
                    attempt += 1
                }
                Err(error) => return Err(error),
            }
        }
    }
}
