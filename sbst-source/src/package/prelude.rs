//! The meaning of single names without a declaration.

use sbst_vocabulary::standard::types::{is_primitive, standard_type, Fact};
use syn::Path;

/// The path of a name from the language or the prelude, for names in the types of fields. Types
/// that need an allocator are reached through the standard library.
pub(super) fn in_prelude(name: &str) -> Option<Path> {
    let path = match standard_type(name)? {
        _ if is_primitive(name) => name.to_owned(),
        known if known.is(Fact::Prelude) => format!("::{}::{name}", known.module),
        _ => return None,
    };
    syn::parse_str(&path).ok()
}
