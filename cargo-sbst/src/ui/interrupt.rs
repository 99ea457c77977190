//! Ctrl-C: the first one ends the search, whose results are still written and reported; the second
//! one ends the command as soon as its workers are gone.

use std::sync::atomic::{AtomicU32, Ordering};

static INTERRUPTS: AtomicU32 = AtomicU32::new(0);

pub fn listen() -> anyhow::Result<()> {
    ctrlc::set_handler(|| {
        INTERRUPTS.fetch_add(1, Ordering::Relaxed);
    })?;
    Ok(())
}

/// True if the user wants the search to end.
pub fn requested() -> bool {
    INTERRUPTS.load(Ordering::Relaxed) > 0
}

/// True if the user wants everything to end.
pub fn insisted() -> bool {
    INTERRUPTS.load(Ordering::Relaxed) > 1
}
