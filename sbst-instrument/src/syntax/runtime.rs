//! The path to the runtime in the crate that is being compiled.

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

/// The environment variable for the command's compiler wrapper to request probes at hidden checks.
pub const CHECKS: &str = "SBST_CHECKS";

/// The environment variable for the command's compiler wrapper to request mutants instead of the
/// probes of an observation. In a search it names the file with the wanted mutants.
pub const MUTANTS: &str = "SBST_MUTANTS";

/// The environment variable with the program that expands for the macro, from the command's
/// compiler wrapper.
pub const EXPANDER: &str = "SBST_EXPANDER";

/// The environment variable for the command's compiler wrapper to make the macro query the compiler
/// for types that meet the bounds of functions. Otherwise it names the file with the answers.
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
