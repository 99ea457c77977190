//! The library behind `#[sbst::instrument]`: it finds the conditions of functions, puts probes
//! around them, and registers the functions with the search. Tokens in, tokens out: all of it can
//! be used and tested outside of a procedural macro.
//!
//! [`instrument`] is the entry point; the modules are its parts, from the ground up:
//!
//! * [`syntax`]: spans, lifetimes and items of the user's code;
//! * [`attribute`]: the arguments of the attribute, and the attributes on parameters and fields;
//! * [`condition`]: conditions, hidden checks, and the syntax that decides the form of a probe;
//! * [`analysis`]: the control flow of a body, and the conditions that others depend on;
//! * [`mod@rewrite`]: the walk that finds the conditions of a body and puts probes around them;
//! * `mutants`: the walk that finds possible changes of a body, and adds code for them;
//! * [`call`]: the building of arguments and the call of a function by the search;
//! * [`mod@expand`]: the expansion of an annotated item;
//! * [`mod@serve`]: expansions for macros in other processes.
//!
//! All emitted code reaches the runtime through `__private` of the runtime crate, and is kept apart
//! from the user's code. The body becomes a block, so that its imports cannot change the meaning of
//! a type in the signature. The added items have reserved names.

// Internal crates have no stable interface: items have docs where the name is not enough.
#![allow(missing_docs)]

pub mod syntax;
pub mod attribute;
pub mod condition;
pub mod analysis;
pub mod rewrite;
mod mutants;
pub mod call;
pub mod expand;
pub mod serve;

pub use attribute::template::name_of_double;
pub use call::building::derive::derive_input;
pub use call::plan::verdicts;
pub use expand::{instrument, Mode};
pub use mutants::survivor_key;
pub use sbst_vocabulary::DOUBLE_TYPE;
pub use syn::{Error, Path};
pub use syntax::runtime::{runtime_path, BOUNDS, CHECKS, EXPANDER, MUTANTS, RUNTIME_NAME};
