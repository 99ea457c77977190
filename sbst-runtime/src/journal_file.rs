//! The journal, mapped into memory: what is written is in the file even if the process dies on the next instruction.

use memmap2::MmapMut;
use sbst_model::journal::{self, State};
use sbst_model::TestCase;
use std::fs::OpenOptions;
use std::io;
use std::path::Path;

/// The worker's side of the journal.
pub(crate) struct JournalFile {
    map: MmapMut,
}

impl JournalFile {
    /// Maps the file that the command made.
    pub(crate) fn open(path: &Path) -> io::Result<JournalFile> {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        file.set_len(journal::SIZE as u64)?;
        // SAFETY: the file is in the worker's own directory; the command, which reads it, only reads bytes, and
        // nobody shortens it while this worker lives.
        let map = unsafe { MmapMut::map_mut(&file)? };
        Ok(JournalFile { map })
    }

    /// A journal that nobody reads.
    pub(crate) fn nowhere() -> io::Result<JournalFile> {
        Ok(JournalFile { map: MmapMut::map_anon(journal::SIZE)? })
    }

    /// Notes that `test` is about to be executed.
    #[inline]
    pub(crate) fn executing(&mut self, state: State, evaluations: u64, test: &TestCase) {
        journal::write_execution(&mut self.map, state, evaluations, test);
    }

    /// Notes what the worker is doing.
    #[inline]
    pub(crate) fn state(&mut self, state: State) {
        journal::write_state(&mut self.map, state);
    }
}
