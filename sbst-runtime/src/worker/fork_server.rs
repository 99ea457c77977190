//! A fork server (as that of AFL, Zalewski 2014): a process in which everything is ready that searches have in common, and that forks a
//! worker for each turn. A turn costs a fork then, and not a start of the executable, its harness and a look at all that is registered.
//!
//! 1. Nothing of the user's ran in the server but what runs before `main` and what says how values are built, as in each process that is
//!    started anew. So a forked worker finds the statics and thread-locals that a process of its own would find, whatever
//!    workers before it did: the same seed has the same suite, however workers come to be.
//! 2. Of a process only the thread that forks goes on in the copy, and a lock that another one held would stay locked. So there is a
//!    server only where no thread is but the one that forks and the harness's, which waits for it.
//! 3. A worker leads a group of processes; what is left of the group when it ends is killed before that is told. Its process is waited for to the end
//!    only after that, so its number is not given to another one while somebody may kill it.
//! 4. On Linux alone: elsewhere threads cannot be counted without more, and libraries of the system may not survive a fork.

#[cfg(target_os = "linux")]
mod linux;

#[cfg(target_os = "linux")]
pub(crate) use linux::{is_possible, serve};

/// Whether this process could be one (rules 2 and 4).
#[cfg(not(target_os = "linux"))]
pub(crate) fn is_possible() -> bool {
    false
}

/// There is none here, and nobody asks for one.
#[cfg(not(target_os = "linux"))]
pub(crate) fn serve() -> ! {
    std::process::exit(1)
}
