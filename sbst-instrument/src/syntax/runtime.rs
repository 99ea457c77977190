//! The path by which the crate that is being compiled reaches the runtime.

use sbst_source::span::mixed_site;
use std::env;

use proc_macro2::Ident;
use syn::{parse_quote, Path};

/// The environment variable in which the command's compiler wrapper names the runtime's crate, as
/// the compiled crate knows it.
///
/// A user may rename the dependency in `Cargo.toml`; the wrapper links the runtime, so it knows the
/// name.
pub const RUNTIME_NAME: &str = "SBST_RUNTIME_NAME";

/// The environment variable by which the command's compiler wrapper asks for probes at hidden
/// checks.
pub const CHECKS: &str = "SBST_CHECKS";

/// The environment variable by which the command's compiler wrapper asks for mutants instead of
/// the probes of an observation, or names the file with the mutants that a search is to show.
pub const MUTANTS: &str = "SBST_MUTANTS";

/// The environment variable in which the command's compiler wrapper names the program that expands
/// what the macro sends.
pub const EXPANDER: &str = "SBST_EXPANDER";

/// The environment variable by which the command's compiler wrapper has the macro ask which types meet
/// the bounds of functions, or names the file with the answers.
pub const BOUNDS: &str = "SBST_BOUNDS";

/// The name of the runtime's library, by which a dependency is reached that nobody renamed.
const LIBRARY: &str = "sbst";

/// Returns the runtime's path in the crate that is being compiled.
pub fn runtime_path() -> Path {
    let name = env::var(RUNTIME_NAME).unwrap_or_default();
    let name = if name.is_empty() { LIBRARY } else { &name };
    let name = Ident::new(name, mixed_site());
    parse_quote!(::#name)
}
