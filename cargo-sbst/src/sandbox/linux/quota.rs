//! The limits of a scratch directory.

use std::fs;
use std::path::Path;

/// Limit on the bytes of one file: far more than a test needs, and enough for the events of a long
/// search.
pub const FILE_LIMIT: u64 = 64 << 20;
/// Limit on the bytes in a scratch directory. An open file counts as full, so 32 of them may be
/// open.
const SCRATCH_LIMIT: u64 = 2 << 30;
/// Limit on the files and folders in a scratch directory.
const MOST_FILES: usize = 1024;

/// The remaining room in a scratch directory at the last count.
#[derive(Debug, Default)]
pub struct Quota {
    /// Number of new files that need no count before.
    files: usize,
}

impl Quota {
    /// Resets all counts: the directory is new, or was emptied.
    pub fn reset(&mut self) {
        self.files = 0;
    }

    /// True if `scratch` has room for one more file of maximum size. Open files of `process` count
    /// as maximum size, too.
    pub fn has_room(&mut self, scratch: &Path, process: u32) -> bool {
        if self.files == 0 {
            let (files, bytes) = count(scratch);
            let open = open_files(scratch, process);
            let left = SCRATCH_LIMIT.saturating_sub(bytes) / FILE_LIMIT;
            let left = usize::try_from(left).unwrap_or(usize::MAX).saturating_sub(open);
            self.files = left.min(MOST_FILES.saturating_sub(files));
        }
        let has_room = self.files > 0;
        self.files = self.files.saturating_sub(1);
        has_room
    }
}

/// Counts the files, folders and bytes beneath a directory, up to the limits.
fn count(directory: &Path) -> (usize, u64) {
    let (mut files, mut bytes) = (0, 0);
    let mut folders = vec![directory.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let Ok(metadata) = entry.metadata() else { continue };
            files += 1;
            bytes += metadata.len();
            if files > MOST_FILES {
                return (files, bytes);
            }
            if metadata.is_dir() {
                folders.push(entry.path());
            }
        }
    }
    (files, bytes)
}

fn open_files(directory: &Path, process: u32) -> usize {
    let open = fs::read_dir(format!("/proc/{process}/fd")).into_iter().flatten().flatten();
    let places = open.filter_map(|entry| fs::read_link(entry.path()).ok());
    places.filter(|place| place.starts_with(directory)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_directory_takes_files_until_they_are_too_many_or_too_large() {
        let scratch = tempfile::tempdir().unwrap();
        let mut quota = Quota::default();
        assert!(quota.has_room(scratch.path(), std::process::id()));
        let full = fs::File::create(scratch.path().join("full")).unwrap();
        full.set_len(SCRATCH_LIMIT).unwrap();
        quota.reset();
        assert!(!quota.has_room(scratch.path(), std::process::id()));
        drop(full);
        fs::remove_file(scratch.path().join("full")).unwrap();
        for number in 0..MOST_FILES {
            fs::write(scratch.path().join(number.to_string()), "").unwrap();
        }
        assert!(!quota.has_room(scratch.path(), std::process::id()));
    }
}
