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
        (Type::Path(path), "true") if path.path.is_ident("bool") => {
            return plain(format!("assert!({call});"));
        }
        (Type::Path(path), "false") if path.path.is_ident("bool") => {
            return plain(format!("assert!(!{call});"));
        }
        (Type::Path(path), "NaN") if path.path.is_ident("f32") || path.path.is_ident("f64") => {
            return plain(format!("assert!({call}.is_nan());"));
        }
        // `[]` would leave the type of its elements open.
        (_, "[]") if is_sequence(type_) => return plain(format!("assert!({call}.is_empty());")),
        (_, "Ok(())") if value::is_named(type_, "Result") => {
            return plain(format!("assert!({call}.is_ok());"));
        }
        _ => {}
    }
    let exports = scope.exports;
    let mut writer = ValueWriter { scope, imports: Vec::new() };
    if let Some(expected) =
        writer.whole(type_, debug, Position::Top).filter(|_| !has_uncompared(exports, type_))
    {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::fixtures::Directory;

    const TYPES: &str = "\
        #[derive(PartialEq)] pub enum Kind { Unit, Pair(i32, Option<Kind>), Named { text: String } }\n\
        #[derive(PartialEq)] pub struct Point { pub x: f64, pub kind: Kind }\n\
        #[derive(PartialEq)] pub struct Closed { x: i32 }\n\
        pub struct Error;\n\
        mod hidden { #[derive(PartialEq)] pub struct Unreached; }";

    fn lines(type_name: &str, debug: &str) -> Vec<String> {
        let exports = Directory::with(&[("src/lib.rs", TYPES)]).exports();
        let mut scope = Scope::outside(&exports, false);
        let debug = (!debug.is_empty()).then_some(debug);
        let forms = forms(&mut scope, "f()", type_name, debug);
        forms.into_iter().map(|form| form.lines.join(" ")).collect()
    }

    #[test]
    fn values_are_compared_as_a_person_would_write_them() {
        for (type_name, debug, expected) in [
            ("i32", "-5", "assert_eq!(f(), -5);"),
            ("u64", "18446744073709551615", "assert_eq!(f(), u64::MAX);"),
            ("i8", "-128", "assert_eq!(f(), i8::MIN);"),
            ("bool", "false", "assert!(!f());"),
            ("f64", "NaN", "assert!(f().is_nan());"),
            ("f32", "-inf", "assert_eq!(f(), f32::NEG_INFINITY);"),
            ("char", "'\\''", "assert_eq!(f(), '\\'');"),
            ("&str", "\"a\\n\"", "assert_eq!(f(), \"a\\n\");"),
            ("alloc::string::String", "\"\"", "assert_eq!(f(), \"\");"),
            (
                "core::option::Option<alloc::string::String>",
                "Some(\"a\")",
                "assert_eq!(f(), Some(String::from(\"a\")));",
            ),
            ("alloc::vec::Vec<alloc::string::String>", "[\"a\"]", "assert_eq!(f(), [\"a\"]);"),
            ("alloc::vec::Vec<alloc::vec::Vec<u8>>", "[[1], []]", "assert_eq!(f(), [vec![1], vec![]]);"),
            ("&[u8]", "[]", "assert!(f().is_empty());"),
            ("[i32; 2]", "[1, 2]", "assert_eq!(f(), [1, 2]);"),
            ("(i32, (char,))", "(1, ('a',))", "assert_eq!(f(), (1, ('a',)));"),
            ("alloc::boxed::Box<i32>", "3", "assert_eq!(f(), Box::new(3));"),
            ("core::cmp::Ordering", "Less", "assert_eq!(f(), Ordering::Less);"),
            ("core::result::Result<(), demo::Error>", "Ok(())", "assert!(f().is_ok());"),
            ("core::result::Result<u8, demo::Error>", "Ok(7)", "assert_eq!(f().unwrap(), 7);"),
            ("core::result::Result<u8, alloc::string::String>", "Ok(7)", "assert_eq!(f(), Ok(7));"),
            (
                "alloc::collections::btree::map::BTreeMap<u8, &str>",
                "{1: \"a\"}",
                "assert_eq!(f(), BTreeMap::from([(1, \"a\")]));",
            ),
            ("demo::Kind", "Pair(1, Some(Unit))", "assert_eq!(f(), Kind::Pair(1, Some(Kind::Unit)));"),
            ("demo::Kind", "Named { text: \"\" }", "assert_eq!(f(), Kind::Named { text: String::new() });"),
            (
                "demo::Point",
                "Point { x: 1.5, kind: Unit }",
                "assert_eq!(f(), Point { x: 1.5, kind: Kind::Unit });",
            ),
            ("&demo::Kind", "Unit", "assert_eq!(f(), &Kind::Unit);"),
        ] {
            assert_eq!(lines(type_name, debug)[0], expected, "{type_name}");
        }
    }

    #[test]
    fn what_cannot_be_written_or_compared_is_compared_by_its_text() {
        for (type_name, debug) in [
            ("(f64, i32)", "(NaN, 1)"),
            ("demo::Closed", "Closed { x: 1 }"),
            ("demo::Error", "Error"),
            ("demo::hidden::Unreached", "Unreached"),
            ("demo::Kind", "Made up by hand"),
            ("core::result::Result<u8, demo::Error>", "Err(Error)"),
            (
                "core::result::Result<i32, core::num::error::ParseIntError>",
                "Err(ParseIntError { kind: Empty })",
            ),
        ] {
            let expected = format!("assert_eq!(format!(\"{{:?}}\", f()), {debug:?});");
            assert_eq!(lines(type_name, debug)[0], expected, "{type_name}");
        }
    }

    #[test]
    fn without_a_text_the_function_is_only_called() {
        assert_eq!(lines("()", "()"), ["f();"]);
        let reason =
            "// Nothing is asserted: the result has no `Debug`, or differed from run to run. let _ = f();";
        assert_eq!(lines("demo::Error", ""), [reason]);
    }
}
