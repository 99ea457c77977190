//! The path by which the crate that is being compiled reaches the runtime.

use sbst_source::span::mixed_site;
use std::env;

use proc_macro2::Ident;
use syn::{parse_quote, Path};

/// The environment variable with the name of the runtime's crate in the compiled crate, from the
/// command's compiler wrapper.
///
/// A user may rename the dependency in `Cargo.toml`; the wrapper links the runtime, so it has the
/// name.
pub const RUNTIME_NAME: &str = "SBST_RUNTIME_NAME";

/// The environment variable by which the command's compiler wrapper requests probes at hidden
/// checks.
pub const CHECKS: &str = "SBST_CHECKS";

/// The environment variable by which the command's compiler wrapper requests mutants instead of the
/// probes of an observation, or names the file with the mutants that a search is to show.
pub const MUTANTS: &str = "SBST_MUTANTS";

/// The environment variable with the program that expands for the macro, from the command's
/// compiler wrapper.
pub const EXPANDER: &str = "SBST_EXPANDER";

/// The environment variable by which the command's compiler wrapper makes the macro query the
/// compiler for types that meet the bounds of functions, or names the file with the answers.
pub const BOUNDS: &str = "SBST_BOUNDS";

/// The name of the runtime's library: the name of a dependency that is not renamed.
const LIBRARY: &str = "sbst";

/// Returns the runtime's path in the crate that is being compiled.
pub fn runtime_path() -> Path {
    let name = env::var(RUNTIME_NAME).unwrap_or_default();
    let name = if name.is_empty() { LIBRARY } else { &name };
    let name = Ident::new(name, mixed_site());
    parse_quote!(::#name)
}
