//! Messages between the command and a fork server.

/// The environment variable that makes an executable a fork server: a process that has made
/// everything ready and, for each line that it reads on its standard input, a socket, forks a
/// worker. What it answers there are [`Forked`]s, a line each.
pub const FORK_SERVER: &str = "SBST_FORK_SERVER";
/// The line with which a fork server reports on standard error that a worker (its process) ended.
pub const END_OF_WORKER: &str = "\nsbst: end of worker ";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fork {
    /// The worker's directory, absolute.
    pub directory: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Forked {
    /// A worker is at work: its process, which leads a group. It is not another one's before the
    /// next worker is asked for.
    Started(u32),
    /// The worker has ended, with this status as Unix has it, and so has what it started.
    Ended(i32),
    Refused(String),
}
