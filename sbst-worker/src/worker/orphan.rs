//! The end of a worker whose command was killed.
//!
//! A worker that a server forked ends with its server (`fork_server.rs`, rule 4). A worker started
//! by the command waits for a lock of the command. The system releases it when the command ends in
//! any way.

use sbst_model::exit_code::UNJUDGED;
use sbst_model::messages::NEEDED;
use std::fs::File;
use std::path::Path;

/// The stack of a waiting thread.
const STACK: usize = 64 << 10;

/// Ends this process with the command, if the command holds a lock in this directory.
pub(super) fn end_with_command(directory: &Path) {
    let Ok(needed) = File::open(directory.join(NEEDED)) else { return };
    let wait = move || {
        if needed.lock_shared().is_ok() {
            std::process::exit(UNJUDGED);
        }
    };
    // Without the thread, the worker ends by its budget.
    _ = std::thread::Builder::new().name("sbst-orphan".to_owned()).stack_size(STACK).spawn(wait);
}
