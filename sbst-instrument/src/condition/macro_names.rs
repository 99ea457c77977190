//! The names of macros of the standard library, and of those in rewritten macro definitions.

use sbst_vocabulary::standard::CRATES;
use syn::{Macro, Path};

/// Macros that format or collect their arguments.
pub(super) const OTHERS: [&str; 12] = [
    "dbg",
    "eprint",
    "eprintln",
    "format",
    "panic",
    "print",
    "println",
    "todo",
    "unimplemented",
    "unreachable",
    "write",
    "writeln",
];

/// The macro for a fragment of unknown form in a rewritten macro definition.
pub(crate) const FRAGMENT: &str = "__sbst_fragment";
/// The prefix of the replacement of a name there.
pub(crate) const FRAGMENT_NAME: &str = "__sbst_name_";

/// True if `invocation` is a fragment: an operand from the user of a macro.
pub(crate) fn is_fragment(invocation: &Macro) -> bool {
    invocation.path.is_ident(FRAGMENT)
}

/// True if `invocation` is a macro that makes a value, so certainly not a place.
pub fn makes_value(invocation: &Macro) -> bool {
    standard_name(&invocation.path).is_some_and(|name| matches!(&*name, "format" | "matches" | "vec"))
}

/// For a macro that formats, collects or compares its arguments: true if it compares them.
pub fn formats_or_compares(invocation: &Macro) -> Option<bool> {
    match &*standard_name(&invocation.path)? {
        "assert_eq" | "assert_ne" | "debug_assert_eq" | "debug_assert_ne" => Some(true),
        "vec" => Some(false),
        name => OTHERS.contains(&name).then_some(false),
    }
}

pub fn is_vector(invocation: &Macro) -> bool {
    standard_name(&invocation.path).is_some_and(|name| name == "vec")
}

/// The name of a macro, if its path may be one of the standard library.
pub(super) fn standard_name(path: &Path) -> Option<String> {
    let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    match &names[..] {
        [name] => Some(name.clone()),
        [library, name] if CRATES.contains(&&**library) => Some(name.clone()),
        _ => None,
    }
}
