//! From what was observed to what a test asserts.
//!
//! 1. A value that can be written is compared with (`assert_eq!(f(..), Kind::Scalene)`).
//! 2. Else its `{:?}` text is (`assert_eq!(format!("{:?}", f(..)), "…")`).
//! 3. Else the function is only called, and a comment says why.
//!
//! All forms that apply are kept, the strongest first: a form that turns out not to compile or not to hold gives way to
//! the next.

use super::exports::Exports;
use super::items;
use super::scope::{Import, Scope};
use super::value::{self, Position, ValueWriter};
use syn::Type;

/// One way to write the body of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// Its lines, without indentation.
    pub lines: Vec<String>,
    /// What it needs imported beside the function.
    pub imports: Vec<Import>,
    /// Whether it says anything of the result.
    pub asserts: bool,
}

/// The longest `{:?}` text that a test compares with, in bytes; nobody reads more.
const LONGEST_TEXT: usize = 1000;

/// The forms of a test that calls a function that returned.
pub fn forms(scope: &mut Scope<'_>, call: &str, type_name: &str, debug: Option<&str>) -> Vec<Form> {
    if type_name == "()" {
        return vec![bare(format!("{call};"))];
    }
    let mut forms = Vec::new();
    if let Some(debug) = debug {
        if let Ok(type_) = syn::parse_str::<Type>(type_name) {
            forms.extend(exact(scope, call, &type_, debug));
        }
        if debug.len() <= LONGEST_TEXT {
            forms.push(form(format!("assert_eq!(format!(\"{{:?}}\", {call}), {debug:?});")));
        }
    }
    let reason = match debug {
        Some(debug) if debug.len() > LONGEST_TEXT => "the result is too long to be read.",
        Some(_) => "the result cannot be compared.",
        None => "the result has no `Debug`, or differed from run to run.",
    };
    let lines = vec![format!("// Nothing is asserted: {reason}"), format!("let _ = {call};")];
    forms.push(Form { lines, imports: Vec::new(), asserts: false });
    forms
}

/// The form of a test whose call does not return.
pub fn call_only(call: &str, result_type: &str) -> Form {
    match result_type.replace(' ', "").as_str() {
        "" | "()" | "!" => bare(format!("{call};")),
        _ => bare(format!("let _ = {call};")),
    }
}

fn form(line: String) -> Form {
    Form { lines: vec![line], imports: Vec::new(), asserts: true }
}

fn bare(line: String) -> Form {
    Form { asserts: false, ..form(line) }
}

fn exact(scope: &mut Scope<'_>, call: &str, type_: &Type, debug: &str) -> Option<Form> {
    let plain = |assertion: String| Some(form(assertion));
    match (type_, debug) {
        (Type::Path(path), "true") if path.path.is_ident("bool") => return plain(format!("assert!({call});")),
        (Type::Path(path), "false") if path.path.is_ident("bool") => return plain(format!("assert!(!{call});")),
        (Type::Path(path), "NaN") if path.path.is_ident("f32") || path.path.is_ident("f64") => {
            return plain(format!("assert!({call}.is_nan());"));
        }
        // `[]` would leave the type of its elements open.
        (_, "[]") if is_sequence(type_) => return plain(format!("assert!({call}.is_empty());")),
        (_, "Ok(())") if value::is_named(type_, "Result") => return plain(format!("assert!({call}.is_ok());")),
        _ => {}
    }
    let exports = scope.exports;
    let mut writer = ValueWriter { scope, imports: Vec::new() };
    if let Some(expected) = writer.whole(type_, debug, Position::Top).filter(|_| !has_uncompared(exports, type_)) {
        let imports = writer.imports;
        return Some(Form { imports, ..form(format!("assert_eq!({call}, {expected});")) });
    }
    // The error of a result need not be comparable for the value to be.
    let Type::Path(path) = type_ else { return None };
    let inside = debug.strip_prefix("Ok(")?.strip_suffix(')')?;
    let (ok, true) = (*value::type_arguments(&path.path).first()?, value::is_named(type_, "Result")) else {
        return None;
    };
    writer.imports.clear();
    let expected = writer.whole(ok, inside, Position::Top).filter(|_| !has_uncompared(exports, ok))?;
    let imports = writer.imports;
    Some(Form { imports, ..form(format!("assert_eq!({call}.unwrap(), {expected});")) })
}

fn is_sequence(type_: &Type) -> bool {
    match type_ {
        Type::Array(_) | Type::Slice(_) => true,
        Type::Reference(reference) => is_sequence(&reference.elem),
        other => value::is_named(other, "Vec"),
    }
}

/// Whether a type contains one that is known not to implement `PartialEq`.
fn has_uncompared(exports: &Exports, type_: &Type) -> bool {
    match type_ {
        Type::TraitObject(_) => true,
        Type::Reference(reference) => has_uncompared(exports, &reference.elem),
        Type::Tuple(tuple) => tuple.elems.iter().any(|inner| has_uncompared(exports, inner)),
        Type::Path(path) => {
            let name = items::path_names(&path.path).join("::");
            let local = exports.find_type(&name);
            name == "std::io::error::Error"
                || local.is_some_and(|local| !exports.is_compared(local))
                || value::type_arguments(&path.path).into_iter().any(|inner| has_uncompared(exports, inner))
        }
        _ => false,
    }
}
