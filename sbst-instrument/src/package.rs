//! What an attribute cannot know of the function that it stands on, but the sources of the package tell.
//!
//! 1. *Fields of packed structures* must not be referred to, so an operand or pattern with such a field in it is left as it
//!    is. They are known by name: a field of another structure that has the same name loses its distance, and no more.
//! 2. *Unit variants of generic enums* with a name in capitals look like constants in patterns, but have no type of their
//!    own.
//!
//! Sources are looked through word by word, so what macros declare is found as well. Where a macro makes the names of a packed
//! structure's fields, every field may be one.

mod words;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::OnceLock;
use std::{env, fs};

use words::{words, Token};

/// What is packed in the libraries that sources do not show, by a word that a package cannot do without if it uses it.
const FOREIGN: [(&str, [&str; 2]); 1] = [("epoll_event", ["events", "u64"])];

/// What the sources of a package tell.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Sources {
    /// Names of the fields of packed structures and unions; numbers for those without names.
    packed_fields: BTreeSet<String>,
    /// Names of packed structures and unions.
    packed_types: BTreeSet<String>,
    /// Whether any field may be one.
    any_packed: bool,
    /// Names in capitals of the unit variants of generic enums.
    variants: BTreeSet<String>,
}

/// What the sources of the package that is compiled tell. They are read once in a process.
pub(crate) fn sources() -> &'static Sources {
    static SOURCES: OnceLock<Sources> = OnceLock::new();
    SOURCES.get_or_init(|| {
        let mut sources = Sources::default();
        if let Some(directory) = env::var_os("CARGO_MANIFEST_DIR") {
            sources.read_directory(Path::new(&directory), true);
        }
        // What a build script writes.
        if let Some(directory) = env::var_os("OUT_DIR") {
            sources.read_directory(Path::new(&directory), true);
        }
        sources
    })
}

impl Sources {
    /// Whether a field of that name may be one of a packed structure.
    pub(crate) fn may_be_packed(&self, field: &str) -> bool {
        self.any_packed || self.packed_fields.contains(field)
    }

    /// Whether a structure of that name may be packed.
    pub(crate) fn may_be_packed_type(&self, name: &str) -> bool {
        self.any_packed || self.packed_types.contains(name) || name == "Self" && !self.packed_types.is_empty()
    }

    /// Whether a name in capitals may be that of a unit variant.
    pub(crate) fn may_be_variant(&self, name: &str) -> bool {
        self.variants.contains(name)
    }

    fn read_directory(&mut self, directory: &Path, is_root: bool) {
        let Ok(entries) = fs::read_dir(directory) else { return };
        // Another package, whose types are declared elsewhere than their fields are compared, but for public ones.
        if !is_root && directory.join("Cargo.toml").exists() {
            return;
        }
        for entry in entries.flatten() {
            let (path, name) = (entry.path(), entry.file_name());
            let Ok(kind) = entry.file_type() else { continue };
            let is_hidden = name.to_string_lossy().starts_with('.');
            if kind.is_dir() && !is_hidden && name != "target" {
                self.read_directory(&path, false);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                if let Ok(text) = fs::read_to_string(&path) {
                    self.read(&text);
                }
            }
        }
    }

    /// Adds what a file tells. Only files that can tell anything are looked at more closely.
    fn read(&mut self, text: &str) {
        for (word, fields) in FOREIGN {
            if text.contains(word) {
                self.packed_fields.extend(fields.map(str::to_owned));
            }
        }
        if text.contains("packed") || text.contains("enum ") {
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
        sources.read(text);
        sources
    }

    #[test]
    fn fields_of_packed_structures_are_known_by_name() {
        let sources = read(
            r#"
            mod inner {
                #[derive(Clone, Copy)]
                #[repr(C, packed(2))]
                pub(crate) struct Header<T> where T: Copy { kind: u8, pub r#type: ::core::primitive::u32, data: T }
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
    fn unit_variants_in_capitals_are_known_of_generic_enums() {
        let sources = read("enum Maybe<T> { NONE, SOME(T), Other } enum Plain { ONE }");
        let may_be = |name| sources.may_be_variant(name);
        assert!(may_be("NONE") && !may_be("Other") && !may_be("ONE"));
    }
}
