//! The commands.

pub mod completions;
pub mod history;
pub mod review;
pub mod laboratory;
pub mod init;
pub mod list;
pub mod run;
pub mod ci;
pub mod merge;
pub mod check;
pub mod replay;
pub mod test;
pub mod kill;
pub mod explain;
#[cfg(test)]
mod published_lines;
