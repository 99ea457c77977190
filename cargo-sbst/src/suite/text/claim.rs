//! Claims about a value with a known type and `{:?}` text.

use super::expression::before_dot;
use super::scope::{Import, Scope};
use super::value::{self, Position, ValueWriter};
use crate::source::items;
use crate::suite::reach::Reach;
use sbst_model::messages::{Changed, Reading};
use sbst_vocabulary::standard::CRATES;
use sbst_vocabulary::standard::types::{is_pointer, standard_type};
use syn::Type;

/// The longest `{:?}` text that a test compares, in bytes; longer ones are unreadable.
pub const LONGEST_TEXT: usize = 1000;

/// A type whose `{:?}` text depends on internals of the standard library.
const INTERNAL: &str = "::DefaultHasher";

/// Prefixes of stand-ins' texts that differ in the test: there, [helpers](crate::suite::helpers) of
/// the file make them.
const OF_FILE: [&str; 2] = ["Failing(", "WithRoom("];

/// A claim about a value.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The statement that asserts the claim.
    pub line: String,
    /// Imports of that statement.
    pub imports: Vec<Import>,
}

impl Claim {
    /// Creates a claim without imports.
    pub fn new(line: String) -> Claim {
        Claim { line, imports: Vec::new() }
    }
}

/// A value's observed type and text.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'t> {
    /// The full name of the type.
    pub type_name: &'t str,
    /// The `{:?}` text, if it is stable.
    pub debug: Option<&'t str>,
    /// True if the text varies in the order of a map's or set's entries.
    pub unordered: bool,
}

impl<'t> From<&'t Reading> for Shown<'t> {
    fn from(reading: &'t Reading) -> Shown<'t> {
        let Reading { type_name, debug, unordered, .. } = reading;
        Shown { type_name, debug: Some(debug), unordered: *unordered }
    }
}

impl<'t> From<&'t Changed> for Shown<'t> {
    fn from(changed: &'t Changed) -> Shown<'t> {
        let Changed { type_name, debug, unordered, .. } = changed;
        Shown { type_name, debug: debug.as_deref(), unordered: *unordered }
    }
}

/// Returns the claim that an expression has exactly this value, if that can be written.
pub fn exact(scope: &mut Scope<'_>, expression: &str, shown: &Shown<'_>) -> Option<Claim> {
    let debug = readable(shown)?;
    equality(scope, expression, &syn::parse_str(shown.type_name).ok()?, debug)
}

/// Returns the claim that the value of an expression has this `{:?}` text.
pub fn text(expression: &str, shown: &Shown<'_>) -> Option<Claim> {
    let debug = readable(shown).filter(|debug| debug.len() <= LONGEST_TEXT && !shown.unordered)?;
    Some(Claim::new(format!("assert_eq!(format!(\"{{:?}}\", {expression}), {debug:?});")))
}

/// Returns the text of a value if the test has the same.
fn readable<'t>(shown: &Shown<'t>) -> Option<&'t str> {
    let is_of_file = |debug: &str| {
        shown.type_name.contains("::stand_ins::") && OF_FILE.iter().any(|name| debug.contains(name))
    };
    shown.debug.filter(|debug| !shown.type_name.contains(INTERNAL) && !is_of_file(debug))
}

fn equality(scope: &mut Scope<'_>, expression: &str, type_: &Type, debug: &str) -> Option<Claim> {
    let plain = |line: String| Some(Claim::new(line));
    let asked = before_dot(expression);
    match (type_, debug) {
        (Type::Path(path), "true") if path.path.is_ident("bool") => {
            return plain(format!("assert!({expression});"));
        }
        (Type::Path(path), "false") if path.path.is_ident("bool") => {
            return plain(format!("assert!(!{asked});"));
        }
        (Type::Path(path), "NaN") if path.path.is_ident("f32") || path.path.is_ident("f64") => {
            return plain(format!("assert!({asked}.is_nan());"));
        }
        // A writer shows its output; a reader shows only its position, because the test contains
        // the input.
        (Type::Path(_), _) if is_stand_in(type_) && debug.starts_with("Cursor { inner: [") => {
            let (bytes, position) =
                debug.strip_prefix("Cursor { inner: ")?.strip_suffix(" }")?.split_once(", pos: ")?;
            return match value::is_named(type_, "Writer") {
                true if bytes != "[]" => plain(format!("assert_eq!({asked}.get_ref(), &{bytes});")),
                true => None,
                false => plain(format!("assert_eq!({asked}.position(), {position});")),
            };
        }
        // `[]` would leave the type of its elements open.
        (_, "[]") if is_sequence(type_) => return plain(format!("assert!({asked}.is_empty());")),
        (_, "Ok(())") if value::is_named(type_, "Result") => {
            return plain(format!("assert!({asked}.is_ok());"));
        }
        _ => {}
    }
    let is_compared = |scope: &Scope<'_>, type_: &Type| !has_uncompared(&scope.reach, type_);
    let mut writer = ValueWriter { scope, imports: Vec::new() };
    if let Some(expected) =
        writer.whole(type_, debug, Position::Top).filter(|_| is_compared(writer.scope, type_))
    {
        return Some(Claim {
            line: format!("assert_eq!({expression}, {expected});"),
            imports: writer.imports,
        });
    }
    // One side of a `Result` can be comparable even if the other is not.
    let Type::Path(path) = type_ else { return None };
    let sides = value::type_arguments(&path.path);
    let (index, inside, unwrap) = match (debug.strip_prefix("Ok("), debug.strip_prefix("Err(")) {
        (Some(inside), _) => (0, inside, "unwrap"),
        (_, Some(inside)) => (1, inside, "unwrap_err"),
        _ => return None,
    };
    let side = *sides.get(index).filter(|_| value::is_named(type_, "Result"))?;
    writer.imports.clear();
    let expected = writer.whole(side, inside.strip_suffix(')')?, Position::Top);
    let expected = expected.filter(|_| is_compared(writer.scope, side))?;
    let line = format!("assert_eq!({asked}.{unwrap}(), {expected});");
    Some(Claim { line, imports: writer.imports })
}

/// True for a stand-in of the runtime for a type of the standard library.
fn is_stand_in(type_: &Type) -> bool {
    let names = match type_ {
        Type::Path(path) => items::path_names(&path.path),
        _ => Vec::new(),
    };
    names.iter().any(|name| name == "stand_ins")
}

fn is_sequence(type_: &Type) -> bool {
    match type_ {
        Type::Array(_) | Type::Slice(_) => true,
        Type::Reference(reference) => is_sequence(&reference.elem),
        _ if is_stand_in(type_) => value::is_named(type_, "Writer"),
        Type::Path(path) => match value::type_arguments(&path.path).first() {
            Some(Type::Slice(_)) => path
                .path
                .segments
                .last()
                .is_some_and(|last| last.ident == "Cow" || is_pointer(&last.ident.to_string())),
            _ => ["Vec", "VecDeque"].iter().any(|name| value::is_named(type_, name)),
        },
        _ => false,
    }
}

/// True for the path of a type of the standard library without `PartialEq`.
fn is_uncompared(names: &[String]) -> bool {
    let is_standard = names.first().is_some_and(|root| CRATES.contains(&root.as_str()));
    let known = names.last().filter(|_| is_standard).and_then(|last| standard_type(last));
    known.is_some_and(|known| !known.has("PartialEq")) || names == ["std", "io", "error", "Error"]
}

/// True if a type contains one without `PartialEq`.
pub fn has_uncompared(reach: &Reach<'_>, type_: &Type) -> bool {
    match type_ {
        Type::TraitObject(_) => true,
        Type::Reference(reference) => has_uncompared(reach, &reference.elem),
        Type::Tuple(tuple) => tuple.elems.iter().any(|inner| has_uncompared(reach, inner)),
        Type::Path(path) => {
            let names = items::path_names(&path.path);
            let name = names.join("::");
            is_uncompared(&names)
                || reach.find_type(&name).is_some_and(|(exports, found)| !exports.is_compared(found))
                || value::type_arguments(&path.path).into_iter().any(|inner| has_uncompared(reach, inner))
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
        #[derive(PartialEq)] pub struct Entry { name: String, at: usize }\n\
        impl Entry { fn inner(name: String, at: usize) -> Entry { panic!() } \
         pub fn new(at: usize, name: &str) -> Self { panic!() } }\n\
        #[derive(PartialEq)] pub struct Unit;\n\
        #[derive(PartialEq)] pub struct Both<A, B> { \
         pub left: Option<A>, pub right: Option<Box<imp::Pair<Unit, B>>>, pub last: B }\n\
        mod imp { #[derive(PartialEq)] pub struct Pair<X, Y> { pub left: X, pub right: Option<Y> } }\n\
        pub use imp::Pair;\n\
        pub struct Error;\n\
        mod hidden { #[derive(PartialEq)] pub struct Unreached; }";

    fn lines(type_name: &str, debug: &str) -> Vec<String> {
        lines_of(&Shown { type_name, debug: Some(debug), unordered: false })
    }

    fn lines_of(shown: &Shown<'_>) -> Vec<String> {
        let exports = Directory::with_files(&[("src/lib.rs", TYPES)]).exports();
        let others = Default::default();
        let mut scope = Scope::new(Reach::outside(&exports, &others), false);
        let claims = [exact(&mut scope, "f()", shown), text("f()", shown)];
        claims.into_iter().flatten().map(|claim| claim.line).collect()
    }

    #[test]
    fn writers_are_asserted_by_output_and_readers_by_position() {
        const WRITER: &str = "sbst::stand_ins::streams::Writer";
        const READER: &str = "sbst::stand_ins::streams::Stream";
        let limited = "Cursor { inner: [97, 0], pos: 1 }";
        for (type_name, debug, expected) in [
            (WRITER, "[97]", "assert_eq!(f(), b\"a\");"),
            (WRITER, "[]", "assert!(f().is_empty());"),
            (WRITER, limited, "assert_eq!(f().get_ref(), &[97, 0]);"),
            (READER, limited, "assert_eq!(f().position(), 1);"),
            ("sbst::stand_ins::Reader", limited, "assert_eq!(f().position(), 1);"),
            ("sbst::stand_ins::streams::TextWriter", "\"a\"", "assert_eq!(f(), \"a\");"),
        ] {
            assert_eq!(lines(type_name, debug)[0], expected);
        }
        let result = format!("core::result::Result<{WRITER}, std::io::error::Error>");
        assert_eq!(lines(&result, "Ok([1])")[0], "assert_eq!(f().unwrap(), [1]);");
        assert!(lines(&result, &format!("Ok({limited})"))[0].starts_with("assert_eq!(format!("));
        assert!(lines(READER, "Failing(2)").is_empty());
    }

    #[test]
    fn values_are_compared_in_idiomatic_assertions() {
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
            (
                "core::option::Option<demo::Entry>",
                "Some(Entry { name: \"a\", at: 1 })",
                "assert_eq!(f(), Some(Entry::new(1, \"a\")));",
            ),
            ("alloc::boxed::Box<i32>", "3", "assert_eq!(f(), Box::new(3));"),
            ("core::cmp::Ordering", "Less", "assert_eq!(f(), Ordering::Less);"),
            ("core::result::Result<(), demo::Error>", "Ok(())", "assert!(f().is_ok());"),
            ("core::result::Result<u8, demo::Error>", "Ok(7)", "assert_eq!(f().unwrap(), 7);"),
            (
                "core::result::Result<u8, std::sync::poison::rwlock::RwLock<u8>>",
                "Ok(7)",
                "assert_eq!(f().unwrap(), 7);",
            ),
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
            ("&mut demo::Kind", "Unit", "assert_eq!(f(), &Kind::Unit);"),
            ("core::option::Option<&mut u8>", "Some(1)", "assert_eq!(f(), Some(&mut 1));"),
            (
                "demo::Both<demo::Kind, alloc::vec::Vec<demo::Unit>>",
                "Both { left: Some(Unit), right: Some(Pair { left: Unit, right: None }), last: [Unit] }",
                "assert_eq!(f(), Both { left: Some(Kind::Unit), \
                 right: Some(Box::new(Pair { left: Unit, right: None })), last: vec![Unit] });",
            ),
        ] {
            assert_eq!(lines(type_name, debug)[0], expected, "{type_name}");
        }
    }

    #[test]
    fn values_of_the_standard_library_are_compared_too() {
        for (type_name, debug, expected) in [
            ("alloc::collections::vec_deque::VecDeque<i32>", "[1, 2]", "[1, 2]"),
            ("(alloc::collections::vec_deque::VecDeque<i32>, u8)", "([], 1)", "(VecDeque::new(), 1)"),
            ("alloc::rc::Rc<core::cell::RefCell<u8>>", "RefCell { value: 3 }", "Rc::new(RefCell::new(3))"),
            ("alloc::sync::Arc<str>", "\"a\"", "Arc::from(\"a\")"),
            ("alloc::boxed::Box<[alloc::string::String]>", "[\"a\"]", "Box::from([String::from(\"a\")])"),
            ("alloc::borrow::Cow<str>", "\"a\"", "\"a\""),
            ("core::option::Option<alloc::borrow::Cow<[u8]>>", "Some([1])", "Some(Cow::from(vec![1]))"),
            ("core::num::nonzero::NonZero<i8>", "-128", "NonZeroI8::new(i8::MIN).unwrap()"),
            ("core::num::wrapping::Wrapping<u8>", "255", "Wrapping(u8::MAX)"),
            ("core::cmp::Reverse<char>", "Reverse('x')", "Reverse('x')"),
            ("core::time::Duration", "1.5s", "Duration::from_millis(1500)"),
            ("core::time::Duration", "0ns", "Duration::from_secs(0)"),
            ("(core::time::Duration, u8)", "(1m, 1)", ""),
            ("core::time::Duration", "100.000000001s", "Duration::new(100, 1)"),
            ("core::net::ip_addr::IpAddr", "::1", "\"::1\".parse::<IpAddr>().unwrap()"),
            ("alloc::vec::Vec<core::net::ip_addr::Ipv4Addr>", "[1.2.3.4]", "[Ipv4Addr::new(1, 2, 3, 4)]"),
            (
                "alloc::collections::btree::map::BTreeMap<core::net::ip_addr::IpAddr, u8>",
                "{1::: 2, ::: 1}",
                "BTreeMap::from([(\"1::\".parse::<IpAddr>().unwrap(), 2), (\"::\".parse::<IpAddr>().unwrap(), 1)])",
            ),
            ("core::net::socket_addr::SocketAddr", "[::1]:80", "\"[::1]:80\".parse::<SocketAddr>().unwrap()"),
            ("std::path::PathBuf", "\"a/b\"", "PathBuf::from(\"a/b\")"),
            ("&std::path::Path", "\"a\"", "Path::new(\"a\")"),
            ("std::ffi::os_str::OsString", "\"\\xFF\"", ""),
            ("core::ops::range::Range<i32>", "-1..5", "-1..5"),
            ("&core::ops::range::RangeInclusive<f64>", "0.5..=1.0", "&(0.5..=1.0)"),
            ("core::ops::range::RangeInclusive<u8>", "1..=1, exhausted", ""),
            ("core::option::Option<core::ops::range::RangeFrom<u8>>", "Some(1..)", "Some(1..)"),
            ("core::ops::range::RangeFull", "..", ".."),
            (
                "std::time::SystemTime",
                "SystemTime { tv_sec: -1, tv_nsec: 500000000 }",
                "SystemTime::UNIX_EPOCH - Duration::from_millis(500)",
            ),
            ("core::result::Result<core::result::Result<(), u8>, ()>", "Ok(Err(1))", "Ok(Err(1))"),
            ("(demo::Unit, ())", "(Unit, ())", "(Unit, ())"),
        ] {
            let expected = match expected {
                "" => format!("assert_eq!(format!(\"{{:?}}\", f()), {debug:?});"),
                expected => format!("assert_eq!(f(), {expected});"),
            };
            assert_eq!(lines(type_name, debug)[0], expected, "{type_name}");
        }
    }

    #[test]
    fn texts_with_varying_order_are_not_compared() {
        let shown = |type_name| Shown { type_name, debug: Some("{1, 2}"), unordered: true };
        let set = shown("std::collections::hash::set::HashSet<u8>");
        assert_eq!(lines_of(&set), ["assert_eq!(f(), HashSet::from([1, 2]));"]);
        assert_eq!(lines_of(&shown("demo::Unit")), [""; 0]);
    }

    #[test]
    fn values_that_cannot_be_written_are_compared_by_text() {
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
}
