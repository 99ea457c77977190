//! Cargo's part: the workspace, its packages and features, and the options that are handed on to
//! it.

pub mod arguments;
pub mod configuration;
pub mod features;
pub mod selection;
pub mod workspace;
pub mod executable;
pub mod own_directory;
pub mod link_tree;
