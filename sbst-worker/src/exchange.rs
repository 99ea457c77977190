//! Files that a worker shares with the command.

pub(crate) mod events;
pub(crate) mod journal_file;
pub(crate) mod wish;
