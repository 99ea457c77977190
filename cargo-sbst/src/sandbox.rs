//! The sandbox of the code under test: a worker, or a run that checks written tests, cannot harm
//! the user's system.
//!
//! 1. It writes only beneath its scratch directory. It reads only the system, the toolchain, the
//!    workspace and the target directory; not the rest of the user's home.
//! 2. It starts no process, signals no other one, opens no socket, and changes neither permissions
//!    nor the system.
//! 3. Landlock and seccomp enforce the policy, for every thread from before its first instruction.
//!    The command sets both up between `fork` and `exec`; the user's executable links nothing of
//!    it.
//! 4. A refused act is an ordinary error, `EPERM`. The monitor counts it by [`Act`], with the first
//!    one as an example.
//! 5. Files are limited in size and in number, singly and in a scratch directory.
//!
//! Seccomp passes every call that may be an act to a monitor in the command (`seccomp_unotify(2)`).
//! The monitor judges and counts it. A path that changes during the judgement gets past the
//! monitor, but not past Landlock.

mod act;
#[cfg(not(target_os = "linux"))]
mod elsewhere;
#[cfg(target_os = "linux")]
mod linux;

pub use act::{Act, Refusals, Refused, merge};
#[cfg(not(target_os = "linux"))]
pub use elsewhere::{Monitor, Sandbox};
#[cfg(target_os = "linux")]
pub use linux::{Monitor, Sandbox};

use cargo_metadata::camino::Utf8PathBuf;

/// The rights of a sandboxed process beyond computing and reading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grant {
    /// The directory of a worker, where it writes events and a journal.
    pub worker: Option<Utf8PathBuf>,
    /// The directory beneath which every act on files is allowed.
    pub scratch: Option<Utf8PathBuf>,
}
