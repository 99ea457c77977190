//! Facts that an attribute cannot see, but the sources of the package show.
//!
//! 1. *Fields of packed structures* must not be referred to, so an operand or pattern with such a
//!    field in it is left as it is. They are known by name: a field of another structure that has
//!    the same name loses its distance, and no more.
//! 2. *Unit variants of generic enums* with a name in capitals look like constants in patterns, but
//!    have no type of their own.
//!
//! 3. *An `assert!` of the package's own* may take one argument only; see
//!    [`Sources::may_have_own_assert`].
//!
//! Sources are looked through word by word, so what macros declare is found as well. Where a macro
//! makes the names of a packed structure's fields, every field may be one.

pub mod modules;
mod own_types;
mod prelude;
mod words;

use proc_macro2::TokenStream;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, PoisonError, RwLock, RwLockReadGuard};
use std::{collections::BTreeSet, env, fs};

pub use own_types::{own_types, OwnTypes};
use words::{words, Token};

/// Packed fields of libraries without sources, by a word that a package using them must contain.
const FOREIGN: [(&str, [&str; 2]); 1] = [("epoll_event", ["events", "u64"])];

/// Functions and methods of the standard library that make raw pointers.
pub const POINTER_MAKERS: [&str; 15] = [
    "addr_of",
    "addr_of_mut",
    "as_mut_ptr",
    "as_ptr",
    "byte_add",
    "byte_offset",
    "byte_sub",
    "cast",
    "cast_const",
    "cast_mut",
    "from_mut",
    "from_ref",
    "into_raw",
    "null",
    "null_mut",
];

/// The most files that are read: more than any package has, but less than a directory that is none
/// of ours may have.
const MOST_FILES: usize = 20_000;

#[derive(Debug, Default, PartialEq)]
pub struct Sources {
    /// Names of the fields of packed structures and unions; numbers for those without names.
    packed_fields: BTreeSet<String>,
    /// Names of packed structures and unions.
    packed_types: BTreeSet<String>,
    /// True if any field may be one.
    any_packed: bool,
    /// Names in capitals of the unit variants of generic enums.
    variants: BTreeSet<String>,
    /// Constants with names like those of type parameters.
    short_constants: BTreeSet<String>,
    /// Names of what is declared to be a raw pointer.
    pointers: BTreeSet<String>,
    /// Names of functions that return one.
    pointer_functions: BTreeSet<String>,
    own_assert: bool,
    directories: Vec<PathBuf>,
    files: usize,
}

static SOURCES: LazyLock<RwLock<Sources>> = LazyLock::new(|| RwLock::new(Sources::of_package()));

/// Returns the facts from the sources of the compiled package, which are read once in a process.
pub fn sources() -> RwLockReadGuard<'static, Sources> {
    SOURCES.read().unwrap_or_else(PoisonError::into_inner)
}

/// Sees to it that the sources around the one in which `tokens` stand are known, wherever that is:
/// a module may be anywhere.
pub fn read_around(tokens: &TokenStream) {
    let file = tokens.clone().into_iter().next().and_then(|token| token.span().local_file());
    // As the compiler names it, which may be relative to where it runs.
    let Some(directory) = file.as_deref().and_then(Path::parent).map(absolute) else { return };
    if !sources().knows(&directory) {
        let mut sources = SOURCES.write().unwrap_or_else(PoisonError::into_inner);
        sources.read_directory(&directory, Depth::All);
        sources.directories.push(directory);
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Depth {
    All,
    /// Facts that packages it depends on may show: public fields.
    Packed,
}

impl Sources {
    pub fn may_be_packed(&self, field: &str) -> bool {
        self.any_packed || self.packed_fields.contains(field)
    }

    pub fn may_be_packed_type(&self, name: &str) -> bool {
        self.any_packed || self.packed_types.contains(name) || name == "Self" && !self.packed_types.is_empty()
    }

    /// True if a name in capitals may be that of a unit variant.
    pub fn may_be_variant(&self, name: &str) -> bool {
        self.variants.contains(name)
    }

    /// True if a name like that of a type parameter (`A`, `T1`) is that of a constant. Else it is a
    /// variant's, or a macro's for a variable that it binds.
    pub fn is_short_constant(&self, name: &str) -> bool {
        self.short_constants.contains(name)
    }

    pub fn is_pointer(&self, name: &str) -> bool {
        self.pointers.contains(name)
    }

    pub fn is_pointer_function(&self, name: &str) -> bool {
        self.pointer_functions.contains(name)
    }

    /// True if `assert!` may be another macro than the standard library's.
    pub fn may_have_own_assert(&self) -> bool {
        self.own_assert
    }

    fn of_package() -> Sources {
        let mut sources = Sources::default();
        if let Some(package) = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from) {
            let own = package.join("src");
            sources.read_directory(&own, Depth::All);
            for dependency in local_dependencies(&package) {
                sources.read_directory(&dependency.join("src"), Depth::Packed);
            }
            sources.directories.push(absolute(&own));
        }
        // Files that a build script writes.
        if let Some(directory) = env::var_os("OUT_DIR") {
            sources.read_directory(Path::new(&directory), Depth::All);
        }
        sources
    }

    fn knows(&self, directory: &Path) -> bool {
        self.directories.iter().any(|known| directory.starts_with(known))
    }

    fn read_directory(&mut self, directory: &Path, depth: Depth) {
        let Ok(entries) = fs::read_dir(directory) else { return };
        for entry in entries.flatten() {
            let (path, name) = (entry.path(), entry.file_name());
            let Ok(kind) = entry.file_type() else { continue };
            let is_hidden = name.to_string_lossy().starts_with('.');
            if kind.is_dir() && !is_hidden && name != "target" && self.files < MOST_FILES {
                let is_package = path.join("Cargo.toml").exists();
                self.read_directory(&path, if is_package { Depth::Packed } else { depth });
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                if let Ok(text) = fs::read_to_string(&path) {
                    self.files += 1;
                    self.read(&text, depth);
                }
            }
        }
    }

    /// Adds what a file tells. Only files that can tell anything are looked at more closely.
    fn read(&mut self, text: &str, depth: Depth) {
        for (word, fields) in FOREIGN {
            if depth == Depth::All && text.contains(word) {
                self.packed_fields.extend(fields.map(str::to_owned));
            }
        }
        self.own_assert |= depth == Depth::All && declares_or_imports_assert(text);
        let pointers = ["*const ", "*mut ", "as_ptr(", "as_mut_ptr(", "ptr::"];
        let has_pointer = || pointers.iter().any(|sign| text.contains(sign));
        let declares = || has_generic_enum(text) || has_short_constant(text) || has_pointer();
        if text.contains("packed") || depth == Depth::All && declares() {
            self.look_through(&words(text));
        }
    }

    fn look_through(&mut self, tokens: &[Token]) {
        let mut is_packed = false;
        let mut index = 0;
        while let Some(token) = tokens.get(index) {
            index += 1;
            let rest = &tokens[index..];
            match token {
                Token::Sign('#') if rest.first() == Some(&Token::Sign('[')) => {
                    let attribute = group(rest);
                    is_packed |= ["repr", "packed"].iter().all(|word| attribute.contains(&Token::Word(word)));
                    index += attribute.len();
                }
                Token::Word("struct" | "union") if is_packed => {
                    self.packed(rest);
                    is_packed = false;
                }
                Token::Word("enum") => self.generic_enum(rest),
                Token::Word("let") => self.pointer_variable(rest),
                Token::Word("fn") => self.pointer_function(rest),
                Token::Word(name) if matches!(rest, [Token::Sign(':'), pointer @ ..] if is_pointer(pointer)) =>
                {
                    self.pointers.insert((*name).to_owned());
                }
                Token::Word("const") => {
                    let before = index.checked_sub(2).map(|before| tokens[before]);
                    let is_parameter = matches!(before, Some(Token::Sign('<' | ',')));
                    match rest {
                        [Token::Word(name), Token::Sign(':'), ..] if is_short(name) && !is_parameter => {
                            self.short_constants.insert((*name).to_owned());
                        }
                        _ => {}
                    }
                }
                // It does not stand before a structure, but before a macro that makes one.
                Token::Sign('!' | ';' | '{') => {
                    self.any_packed |= is_packed;
                    is_packed = false;
                }
                _ => {}
            }
        }
    }

    /// A packed structure, of which `rest` is what follows the keyword.
    fn packed(&mut self, rest: &[Token]) {
        match rest.first() {
            Some(Token::Word(name)) => {
                self.packed_types.insert((*name).to_owned());
            }
            _ => self.any_packed = true,
        }
        let is_body = |token: &Token| matches!(token, Token::Sign('{' | '(' | ';'));
        let body = rest.iter().position(is_body).map_or(rest, |start| group(&rest[start..]));
        // A macro's own words.
        self.any_packed |= body.contains(&Token::Sign('$'));
        if body.first() == Some(&Token::Sign('(')) {
            // Never more fields than commas and one.
            let fields = body.iter().filter(|token| **token == Token::Sign(',')).count() + 1;
            self.packed_fields.extend((0..fields).map(|field| field.to_string()));
        }
        for pair in body.windows(2) {
            // Paths within types give names that are no fields' as well, which does no harm.
            if let [Token::Word(name), Token::Sign(':')] = pair {
                self.packed_fields.insert((*name).to_owned());
            }
        }
    }

    /// A variable without a type, of which `rest` is what follows the `let`.
    fn pointer_variable(&mut self, rest: &[Token]) {
        let rest = rest.strip_prefix(&[Token::Word("mut")]).unwrap_or(rest);
        let [Token::Word(name), Token::Sign('='), value @ ..] = rest else { return };
        let value = value.split(|token| *token == Token::Sign(';')).next().unwrap_or_default();
        let makes = |token: &Token| matches!(token, Token::Word(word) if POINTER_MAKERS.contains(word));
        let casts = |pair: &[Token]| pair[0] == Token::Word("as") && is_pointer(&pair[1..]);
        if value.iter().any(makes) || value.windows(3).any(casts) {
            self.pointers.insert((*name).to_owned());
        }
    }

    /// A function, of which `rest` is what follows the keyword.
    fn pointer_function(&mut self, rest: &[Token]) {
        let signature =
            rest.split(|token| matches!(token, Token::Sign('{' | ';'))).next().unwrap_or_default();
        let returns =
            |four: &[Token]| four[..2] == [Token::Sign('-'), Token::Sign('>')] && is_pointer(&four[2..]);
        match signature {
            [Token::Word(name), ..] if signature.windows(4).any(returns) => {
                self.pointer_functions.insert((*name).to_owned());
            }
            _ => {}
        }
    }

    /// An enum, of which `rest` is what follows the keyword.
    fn generic_enum(&mut self, rest: &[Token]) {
        if !matches!(rest, [Token::Word(_), Token::Sign('<'), ..]) {
            return;
        }
        let body = rest.iter().position(|token| *token == Token::Sign('{'));
        for token in body.map_or(&[][..], |start| group(&rest[start..])) {
            match token {
                Token::Word(name) if !name.contains(char::is_lowercase) => {
                    self.variants.insert((*name).to_owned());
                }
                _ => {}
            }
        }
    }
}

/// True if there may be `enum Name<…`, said at less cost than word by word.
fn has_generic_enum(text: &str) -> bool {
    text.match_indices("enum ").any(|(at, keyword)| {
        let name = text[at + keyword.len()..].trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
        name.trim_start().starts_with('<')
    })
}

fn absolute(directory: &Path) -> PathBuf {
    directory.canonicalize().unwrap_or_else(|_| directory.to_path_buf())
}

/// The directories of the packages that the one in this directory depends on by a path, its own or
/// that of the workspace.
fn local_dependencies(package: &Path) -> Vec<PathBuf> {
    let Ok(manifest) = fs::read_to_string(package.join("Cargo.toml")) else { return Vec::new() };
    let mut found: Vec<PathBuf> =
        manifest.lines().filter_map(path_in).map(|path| package.join(path)).collect();
    let inherited: Vec<&str> =
        manifest.lines().filter(|line| line.contains("workspace")).filter_map(name_in).collect();
    let workspace = package.ancestors().skip(1).find(|directory| directory.join("Cargo.lock").exists());
    if let Some(workspace) = workspace.filter(|_| !inherited.is_empty()) {
        let manifest = fs::read_to_string(workspace.join("Cargo.toml")).unwrap_or_default();
        let lines =
            manifest.lines().filter(|line| name_in(line).is_some_and(|name| inherited.contains(&name)));
        found.extend(lines.filter_map(path_in).map(|path| workspace.join(path)));
    }
    found
}

/// `crates/a` in a line with `path = "crates/a"`.
fn path_in(line: &str) -> Option<&str> {
    let (_, after) = line.split_once("path")?;
    after.trim_start().strip_prefix('=')?.trim_start().strip_prefix('"')?.split('"').next()
}

/// `name` in `name = { … }` and `name.workspace = true`.
fn name_in(line: &str) -> Option<&str> {
    let name = line.split(['=', '.']).next()?.trim().trim_matches('"');
    (!name.is_empty()).then_some(name)
}

/// True if a type begins here that is a raw pointer's.
fn is_pointer(tokens: &[Token]) -> bool {
    matches!(tokens, [Token::Sign('*'), Token::Word("const" | "mut"), ..])
}

/// True if there may be `const A: …`, said at less cost than word by word.
fn has_short_constant(text: &str) -> bool {
    text.match_indices("const ").any(|(at, keyword)| {
        let name = text[at + keyword.len()..].split(':').next();
        name.is_some_and(is_short) && !text[..at].trim_end().ends_with(['<', ','])
    })
}

/// True if `name` is like that of a type parameter: a capital, perhaps with a number.
pub fn is_short(name: &str) -> bool {
    let mut rest = name.chars();
    rest.next().is_some_and(char::is_uppercase) && rest.all(|c| c.is_ascii_digit())
}

/// True if there may be `macro_rules! assert`, or a path that ends with `assert` and calls nothing.
fn declares_or_imports_assert(text: &str) -> bool {
    ["assert", "debug_assert"].into_iter().any(|name| {
        text.match_indices(name).any(|(at, name)| {
            let (before, after) = (text[..at].trim_end(), text[at + name.len()..].trim_start());
            let is_last = after.starts_with([';', ',', '}']) || after.starts_with("as ");
            let is_imported = before.ends_with(['{', ',']) || before.ends_with("::");
            is_last && is_imported || before.ends_with("macro_rules!") && after.starts_with(['{', '('])
        })
    })
}

/// The tokens from an opening bracket to where it is closed.
fn group<'t, 'a>(tokens: &'t [Token<'a>]) -> &'t [Token<'a>] {
    let mut depth = 0_usize;
    for (index, token) in tokens.iter().enumerate() {
        match token {
            Token::Sign('(' | '[' | '{') => depth += 1,
            Token::Sign(')' | ']' | '}') => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return &tokens[..=index];
        }
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Sources {
        let mut sources = Sources::default();
        sources.read(text, Depth::All);
        sources
    }

    #[test]
    fn fields_of_packed_structures_are_known_by_name() {
        let sources = read(
            r#"
            mod inner {
                #[derive(Clone, Copy)]
                #[repr(C, packed(2))]
                pub struct Header<T> where T: Copy { kind: u8, pub r#type: ::core::primitive::u32, data: T }
                #[cfg_attr(unix, repr(packed))] union Bits { word: u32 }
                #[repr(packed)] struct Pair(u8, u16);
                #[repr(C)] struct Plain { length: u32 }
            }
            "#,
        );
        for field in ["kind", "type", "data", "word", "0", "1"] {
            assert!(sources.may_be_packed(field), "{field}");
        }
        assert!(!sources.may_be_packed("length") && !sources.may_be_packed("2"));
        let types = ["Header", "Bits", "Pair", "Plain"].map(|name| sources.may_be_packed_type(name));
        assert_eq!(types, [true, true, true, false]);
    }

    #[test]
    fn what_a_macro_names_may_be_anything() {
        let declared = "macro_rules! wire { ($name:ident $($field:ident)*) => {
            #[repr(packed)] struct $name { $($field: u32),* }
        } }";
        assert!(read(declared).may_be_packed("anything"));
        assert!(read("#[repr(packed)] wire! { struct A { b: u8 } }").may_be_packed("b"));
        let whole = "wire! { #[repr(packed)] struct A { b: u32 } }";
        assert!(read(whole).may_be_packed("b") && !read(whole).may_be_packed("c"));
    }

    #[test]
    fn packages_that_use_a_packed_structure_of_the_system_are_known() {
        assert!(read("use libc::epoll_event;").may_be_packed("u64"));
        assert_eq!(read("// packed, and an enum of some kind\nfn f() {}"), Sources::default());
    }

    #[test]
    fn packages_that_are_depended_on_by_a_path_are_found_in_the_manifest() {
        assert_eq!(path_in("a = { version = \"1\", path = \"../a\" }"), Some("../a"));
        assert_eq!(path_in("path = \"b\""), Some("b"));
        assert_eq!(path_in("a = \"1\" # no path"), None);
        assert_eq!(
            ["a.workspace = true", "\"b\" = { workspace = true }"].map(name_in),
            [Some("a"), Some("b")]
        );
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let runtime = local_dependencies(&here.with_file_name("sbst-runtime"));
        assert!(runtime.iter().any(|path| path.ends_with("sbst-model")), "{runtime:?}");
    }

    #[test]
    fn what_is_declared_to_be_a_raw_pointer_is_known_by_name() {
        let sources = read(
            "struct S { start: *const u8, len: usize }
            fn next(&self, at: *mut u8, n: usize) -> *mut u8 { let end = v.as_ptr(); let mut q = r as *const _; let m = n; }
            fn length(p: &u8) -> usize { 1 }",
        );
        let found = ["start", "len", "at", "n", "end", "q", "m", "p"].map(|name| sources.is_pointer(name));
        assert_eq!(found, [true, false, true, false, true, true, false, false]);
        assert!(sources.is_pointer_function("next") && !sources.is_pointer_function("length"));
    }

    #[test]
    fn short_constants_are_told_from_parameters() {
        // This is a source, too.
        let declared =
            "own A: u8 = 1; pub own B2: &str = \"\"; fn f<own N: usize, own M: usize>() {} own LONG: u8 = 1;";
        let sources = read(&declared.replace("own", "const"));
        let found = ["A", "B2", "N", "M", "LONG"].map(|name| sources.is_short_constant(name));
        assert_eq!(found, [true, true, false, false, false]);
    }

    #[test]
    fn an_assert_of_ones_own_is_declared_or_imported() {
        // These are sources, too.
        let may_have = |text: &str| read(&text.replace("own_", "")).may_have_own_assert();
        for text in [
            "macro_rules! own_assert {\n () => {} }",
            "use own::own_assert;",
            "use own::{check, own_assert};",
            "use own::{own_debug_assert, check};",
            "use own::check as a; use own::own_assert as assert;",
        ] {
            assert!(may_have(text), "{}", text);
        }
        for text in [
            "assert!(a);",
            "// We own_assert, that\nstd::assert!(a, b)",
            "macro_rules! assert_all { () => {} }",
        ] {
            assert!(!may_have(text), "{}", text);
        }
    }

    #[test]
    fn unit_variants_in_capitals_are_known_of_generic_enums() {
        let sources = read("enum Maybe<T> { NONE, SOME(T), Other } enum Plain { ONE }");
        let may_be = |name| sources.may_be_variant(name);
        assert!(may_be("NONE") && !may_be("Other") && !may_be("ONE"));
    }
}
