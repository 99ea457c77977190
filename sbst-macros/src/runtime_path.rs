//! The path by which the crate that is being compiled reaches the runtime.
//!
//! A user may rename the dependency in `Cargo.toml`. Expansions are many and the manifest is one, so it is read once for
//! each package that this process compiles.

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};

use proc_macro2::{Ident, Span};
use proc_macro_crate::{crate_name, FoundCrate};

/// The name of the package, and that of its library.
const PACKAGE: &str = "sbst-runtime";
const LIBRARY: &str = "sbst";

/// The runtime's path in the crate that is being compiled.
pub(crate) fn runtime_path() -> sbst_instrument::Path {
    static NAMES: OnceLock<Mutex<HashMap<String, String>>> = OnceLock::new();
    let package = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let mut names = NAMES.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    let name = names.entry(package).or_insert_with(name_in_manifest);
    sbst_instrument::crate_path(&Ident::new(name, Span::mixed_site()))
}

fn name_in_manifest() -> String {
    match crate_name(PACKAGE) {
        // A dependency that keeps its package's name is reached by the name of its library.
        Ok(FoundCrate::Name(name)) if name != PACKAGE.replace('-', "_") => name,
        _ => LIBRARY.to_owned(),
    }
}
