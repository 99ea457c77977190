//! The reader of Rust crates: source files, modules, imports, visibility and `#[cfg]`s, without the
//! compiler.
//!
//! * [`span`]: spans of a compiler, of a text, or of another process;
//! * [`visit`], [`visit_mut`]: visitors of syntax trees that share their code;
//! * [`source_text`]: tokens in the usual notation of sources;
//! * [`documentation`]: documentation, and the code in it;
//! * [`standing`]: the place of a function among blocks and functions, and its path;
//! * [`conditional`]: the predicates of `#[cfg]` and `#[cfg_attr]`;
//! * [`configuration`]: the active conditions of a compilation;
//! * [`visibility`], [`use_tree`]: the modules to which an item is visible, and the names of `use`
//!   declarations;
//! * [`macro_input`]: the items in the input of macros;
//! * [`files`]: source files, each parsed once;
//! * [`module_files`]: the files of a crate, from its root;
//! * [`enclosing`]: the blocks around a place in a file;
//! * [`package`]: the modules, types and names of the compiled package;
//! * [`constants`]: the functions required by the constants of a program.

// Internal crates have no stable interface: an item has docs if its name is not enough.
#![allow(missing_docs)]

pub mod span;
pub mod visit;
pub mod visit_mut;
pub mod source_text;
pub mod documentation;
pub mod standing;
pub mod conditional;
pub mod configuration;
pub mod visibility;
pub mod use_tree;
pub mod macro_input;
pub mod files;
pub mod module_files;
mod words;
pub mod enclosing;
pub mod package;
pub mod constants;
