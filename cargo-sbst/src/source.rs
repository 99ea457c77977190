//! The sources of crates: modules, items, `use` declarations, and the paths that reach them.

pub mod attributes;
pub mod declared;
pub mod constructors;
pub mod items;
pub mod module;
pub mod crate_sources;
pub mod module_files;
pub mod identifiers;
pub mod name_resolution;
pub mod path_lookup;
pub mod public_paths;
pub mod exports;
pub mod examples;
