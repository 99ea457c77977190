//! Generated files: where they stand, their blocks and their text.

pub mod declare;
pub mod placement;
pub mod blocks;
pub mod source;
pub mod files;
