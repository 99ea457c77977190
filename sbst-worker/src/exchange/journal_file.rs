//! The journal, mapped into memory: written data is in the file even if the process dies at the
//! next instruction.

use memmap2::MmapMut;
use sbst_model::journal::{self, State};
use sbst_model::TestCase;
use std::fs::OpenOptions;
use std::io;
use std::path::Path;
use std::sync::atomic::AtomicU64;

/// The worker's side of the journal.
pub(crate) struct JournalFile {
    map: MmapMut,
}

impl JournalFile {
    /// Maps the file made by the command.
    pub(crate) fn open(path: &Path) -> io::Result<JournalFile> {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        file.set_len(journal::SIZE as u64)?;
        // SAFETY: the file is in the worker's own directory; the command only reads its bytes, and
        // it is not truncated while this worker lives.
        let map = unsafe { MmapMut::map_mut(&file)? };
        Ok(JournalFile { map })
    }

    /// Returns a journal without a reader.
    pub(crate) fn nowhere() -> io::Result<JournalFile> {
        Ok(JournalFile { map: MmapMut::map_anon(journal::SIZE)? })
    }

    /// Records that `test` is about to be executed.
    #[inline]
    pub(crate) fn executing(&mut self, state: State, evaluations: u64, test: &TestCase) {
        journal::write_execution(&mut self.map, state, evaluations, test);
    }

    /// Records the goal of the executed mutant.
    pub(crate) fn mutant(&mut self, goal: u32) {
        journal::write_mutant(&mut self.map, goal);
    }

    /// Returns the progress marker of the execution.
    pub(crate) fn halves(&self) -> &AtomicU64 {
        let word = self.map.as_ptr().wrapping_add(journal::HALVES).cast::<AtomicU64>();
        // SAFETY: the map begins on a page and is longer than that, so the word is within it and
        // aligned. It lives as long as `self` is borrowed. In this time this process writes to it
        // through this reference alone; any bytes are a number.
        unsafe { &*word }
    }

    /// Records the state of the worker.
    #[inline]
    pub(crate) fn state(&mut self, state: State) {
        journal::write_state(&mut self.map, state);
    }
}
