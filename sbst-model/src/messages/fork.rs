//! Messages between the command and a fork server.

/// The environment variable that makes an executable a fork server. After its initialisation, it
/// reads paths of sockets from standard input, a line each, and forks a worker per socket. Its
/// answers on the socket are [`Forked`]s, a line each.
pub const FORK_SERVER: &str = "SBST_FORK_SERVER";
/// The line by which a fork server reports on standard error that a worker (its process) ended.
pub const END_OF_WORKER: &str = "\nsbst: end of worker ";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fork {
    /// The worker's directory, absolute.
    pub directory: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Forked {
    /// A worker is running: its process, which leads a group. No other process has this number
    /// before the next worker is requested.
    Started(u32),
    /// The worker has ended, with this status in Unix's encoding, and so have its descendants.
    Ended(i32),
    Refused(String),
}
