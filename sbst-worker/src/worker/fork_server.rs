//! A fork server (as in AFL, Zalewski 2014): a process that holds the shared state of searches, and
//! forks a worker for each turn. So a turn costs a fork, instead of the start of the executable,
//! its harness and its registry.
//!
//! 1. The only user code run in the server, as in each new process, is code before `main` and the
//!    description of values. So a forked worker finds the same statics and thread-locals as a
//!    started one, regardless of earlier workers. The same seed gives the same suite in both cases.
//! 2. Only the forking thread goes on in the copy, and a lock of another thread would stay locked.
//!    So the server needs a process with two threads only: the forking one, and the harness's,
//!    which waits for it.
//! 3. A worker leads a process group; the rest of the group is killed before the end of the worker
//!    is reported. Only then is the worker reaped, so that its number is not reused while it may be
//!    killed.
//! 4. The server ends when the command is gone, and a worker with its server: otherwise a hanging
//!    worker would stay. The system ensures that, since a server outside the sandbox's monitor may
//!    not kill processes.
//! 5. Only on Linux: other systems do not count threads easily, and their libraries may not survive
//!    a fork.

#[cfg(target_os = "linux")]
mod linux;

#[cfg(target_os = "linux")]
pub(crate) use linux::{is_possible, serve};

/// True if this process could be a server (rules 2 and 5).
#[cfg(not(target_os = "linux"))]
pub(crate) fn is_possible() -> bool {
    false
}

/// Fails: fork servers are not supported on this system.
#[cfg(not(target_os = "linux"))]
pub(crate) fn serve() -> ! {
    std::process::exit(1)
}
