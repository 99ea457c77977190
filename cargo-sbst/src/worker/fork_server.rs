//! Fork servers: prepared executables that fork a worker for each turn
//! (`sbst-worker/src/worker/fork_server.rs` has the rules). A server has one worker at a time, so
//! there are as many servers as jobs.
//!
//! Without one, or if it fails before its worker has begun, workers are started one by one, with
//! the same results.

#[cfg(target_os = "linux")]
mod linux;

#[cfg(target_os = "linux")]
pub use linux::{ForkServers, ForkedProcess};

/// The environment variable that disables fork servers: every worker is started, not forked.
#[cfg(target_os = "linux")]
const WITHOUT_FORK_SERVER: &str = "SBST_WITHOUT_FORK_SERVER";

/// The fork servers of an executable: none, on this platform.
#[cfg(not(target_os = "linux"))]
#[derive(Clone, Debug)]
pub struct ForkServers;

#[cfg(not(target_os = "linux"))]
impl ForkServers {
    pub fn none() -> ForkServers {
        ForkServers
    }

    /// Returns as many as there are jobs, if there could be any.
    pub fn wanted() -> ForkServers {
        ForkServers
    }

    pub fn others(&self) -> ForkServers {
        ForkServers
    }

    /// Ends idle servers.
    pub fn dismiss(&self) {}
}
