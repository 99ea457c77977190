//! Generated files: their places, blocks and text.

pub mod declare;
pub mod placement;
pub mod source;
pub mod files;
