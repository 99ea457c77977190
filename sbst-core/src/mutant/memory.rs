//! Memory that a forked process shares with the server.

use std::sync::atomic::{AtomicPtr, AtomicU32, AtomicU64, AtomicU8, Ordering::Relaxed};

/// An end of a process that its exit code does not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Mark {
    /// It had no remaining steps.
    Steps = 1,
    /// The active alternative cannot be applied.
    Inapplicable = 2,
}

/// The beginning of the memory; behind it are the words of points.
#[repr(C)]
pub(super) struct Header {
    /// Remaining steps.
    pub(super) steps: AtomicU64,
    pub(super) mark: AtomicU8,
}

static MEMORY: AtomicPtr<Header> = AtomicPtr::new(std::ptr::null_mut());

/// Returns the bytes of the memory for this number of points.
pub(super) const fn size(points: usize) -> usize {
    size_of::<Header>() + points * size_of::<AtomicU32>()
}

/// Registers memory of this process.
///
/// # Safety
/// There must be zeros of the right [size](size), aligned for the header, as long as the process
/// runs.
pub(super) unsafe fn set(memory: *mut Header) {
    MEMORY.store(memory, Relaxed);
}

#[inline(always)]
pub(super) fn header() -> Option<&'static Header> {
    // SAFETY: null, or as `set` demands.
    unsafe { MEMORY.load(Relaxed).as_ref() }
}

/// Returns the word of a point by its index.
pub(super) fn word(index: u32) -> Option<&'static AtomicU32> {
    let header = MEMORY.load(Relaxed);
    // SAFETY: indices are those of points, and `set` made room for these.
    (!header.is_null()).then(|| unsafe { &*header.add(1).cast::<AtomicU32>().add(index as usize) })
}

/// Ends this process.
#[cold]
pub(super) fn end(mark: Mark) -> ! {
    if let Some(header) = header() {
        header.mark.store(mark as u8, Relaxed);
    }
    leave()
}

/// Ends this process at once.
fn leave() -> ! {
    #[cfg(unix)]
    // SAFETY: it may be called at any time.
    unsafe {
        libc::_exit(0)
    }
    #[cfg(not(unix))]
    std::process::abort()
}
