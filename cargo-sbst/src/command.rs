//! The commands.

pub mod laboratory;
pub mod init;
pub mod list;
pub mod run;
pub mod test;
pub mod explain;
