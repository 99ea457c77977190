//! Facts invisible to an attribute, but shown by the sources of the package.
//!
//! 1. *Fields of packed structures* must not be referred to, so an operand or pattern with such a
//!    field stays unchanged. They are recognised by name: a field of another structure with the
//!    same name only loses its distance.
//! 2. *Unit variants of generic enums* with a name in capitals look like constants in patterns, but
//!    their type depends on the context.
//! 3. *The package's own `assert!`* may take only one argument; see
//!    [`Sources::may_have_own_assert`].
//!
//! Sources are scanned word by word, so declarations by macros are found as well. If a macro makes
//! the names of a packed structure's fields, every field may be one.

mod local_dependencies;
mod prelude;
pub mod modules;
mod phrases;
mod related;
mod given;
mod own_types;
#[cfg(test)]
mod tests;

use proc_macro2::TokenStream;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, PoisonError, RwLock, RwLockReadGuard};
use std::{collections::BTreeSet, env, fs};

use crate::span::local_file;
use crate::words::{words, Token};
use syn::{Item, ItemMacro};

use local_dependencies::local_dependencies;
pub use own_types::{own_types, OwnTypes};

/// Packed fields of libraries without sources, by a word required in a package that uses them.
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

/// The most files to read: more than any package has, but fewer than an unrelated directory may
/// have.
const MOST_FILES: usize = 20_000;

#[derive(Debug, Default, PartialEq)]
pub struct Sources {
    /// Names of the fields of packed structures and unions; numbers for those without names.
    packed_fields: BTreeSet<String>,
    /// Names of packed structures and unions.
    packed_types: BTreeSet<String>,
    /// True if any field may be packed.
    any_packed: bool,
    /// Names in capitals of the unit variants of generic enums.
    variants: BTreeSet<String>,
    /// Constants with names like those of type parameters.
    short_constants: BTreeSet<String>,
    /// Names of declared raw pointers.
    pointers: BTreeSet<String>,
    /// Names of functions that return a raw pointer.
    pointer_functions: BTreeSet<String>,
    own_assert: bool,
    own_assert_in_function: bool,
    directories: Vec<PathBuf>,
    files: usize,
}

static SOURCES: LazyLock<RwLock<Sources>> = LazyLock::new(|| RwLock::new(Sources::read_package()));

/// Returns the facts from the sources of the compiled package, which are read once per process.
pub fn sources() -> RwLockReadGuard<'static, Sources> {
    SOURCES.read().unwrap_or_else(PoisonError::into_inner)
}

/// Loads the package that contains the file of `tokens`.
pub fn read_around(tokens: &TokenStream) {
    let file = tokens.clone().into_iter().next().and_then(|token| local_file(token.span()));
    // The compiler's name for it, perhaps relative to its folder.
    let Some(directory) = file.as_deref().and_then(Path::parent).map(absolute) else { return };
    if !sources().contains(&directory) {
        let mut sources = SOURCES.write().unwrap_or_else(PoisonError::into_inner);
        sources.read_directory(&directory, Depth::All);
        sources.directories.push(directory);
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Depth {
    All,
    /// Facts shown by dependencies: public fields.
    Packed,
}

impl Sources {
    pub fn may_be_packed(&self, field: &str) -> bool {
        self.any_packed || self.packed_fields.contains(field)
    }

    /// True if the package has packed structures, or uses those of other packages.
    pub fn has_packed(&self) -> bool {
        self.any_packed || !self.packed_fields.is_empty()
    }

    pub fn may_be_packed_type(&self, name: &str) -> bool {
        self.any_packed || self.packed_types.contains(name) || name == "Self" && !self.packed_types.is_empty()
    }

    /// True if a name in capitals may be that of a unit variant.
    pub fn may_be_variant(&self, name: &str) -> bool {
        self.variants.contains(name)
    }

    /// True if a name in the form of a type parameter (`A`, `T1`) is a constant. Otherwise it is a
    /// variant, or a variable bound by a macro.
    pub fn is_short_constant(&self, name: &str) -> bool {
        self.short_constants.contains(name)
    }

    pub fn is_pointer(&self, name: &str) -> bool {
        self.pointers.contains(name)
    }

    pub fn is_pointer_function(&self, name: &str) -> bool {
        self.pointer_functions.contains(name)
    }

    /// True if `assert!` may be a macro other than the standard library's everywhere.
    pub fn may_have_own_assert(&self) -> bool {
        self.own_assert
    }

    /// True if a function may declare its own `assert!`.
    pub fn may_have_own_assert_in_function(&self) -> bool {
        self.own_assert_in_function
    }

    fn read_package() -> Sources {
        let mut sources = Sources::default();
        if let Some(package) = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from) {
            let own = package.join("src");
            sources.read_directory(&own, Depth::All);
            for dependency in local_dependencies(&package) {
                sources.read_directory(&dependency.join("src"), Depth::Packed);
            }
            sources.directories.push(absolute(&own));
        }
        // Files written by a build script.
        if let Some(directory) = env::var_os("OUT_DIR") {
            sources.read_directory(Path::new(&directory), Depth::All);
        }
        sources
    }

    fn contains(&self, directory: &Path) -> bool {
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

    /// Adds the facts in a file. Only files that may contain any are scanned.
    fn read(&mut self, text: &str, depth: Depth) {
        for (word, fields) in FOREIGN {
            if depth == Depth::All && text.contains(word) {
                self.packed_fields.extend(fields.map(str::to_owned));
            }
        }
        if depth == Depth::All {
            let declares = declares_assert(text);
            self.own_assert |= imports_assert(text) || declares && declares_assert_in_module(text);
            self.own_assert_in_function |= declares;
        }
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
                // It does not belong to a structure, but to a macro that makes one.
                Token::Sign('!' | ';' | '{') => {
                    self.any_packed |= is_packed;
                    is_packed = false;
                }
                _ => {}
            }
        }
    }

    /// A packed structure; `rest` follows the keyword.
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
            // At most one field more than commas.
            let fields = body.iter().filter(|token| **token == Token::Sign(',')).count() + 1;
            self.packed_fields.extend((0..fields).map(|field| field.to_string()));
        }
        for pair in body.windows(2) {
            // Paths within types give names that are not fields as well, without harm.
            if let [Token::Word(name), Token::Sign(':')] = pair {
                self.packed_fields.insert((*name).to_owned());
            }
        }
    }

    /// A variable without a type; `rest` follows the `let`.
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

    /// A function; `rest` follows the keyword.
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

    /// An enum; `rest` follows the keyword.
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

/// True if a text may contain `enum Name<…`: a cheap test before the scan by words.
fn has_generic_enum(text: &str) -> bool {
    text.match_indices("enum ").any(|(at, keyword)| {
        let name = text[at + keyword.len()..].trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
        name.trim_start().starts_with('<')
    })
}

fn absolute(directory: &Path) -> PathBuf {
    directory.canonicalize().unwrap_or_else(|_| directory.to_path_buf())
}

/// True if the type at the beginning of the tokens is a raw pointer.
fn is_pointer(tokens: &[Token]) -> bool {
    matches!(tokens, [Token::Sign('*'), Token::Word("const" | "mut"), ..])
}

/// True if a text may contain `const A: …`: a cheap test before the scan by words.
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

/// True if a text declares `assert!` or `debug_assert!`, in a function or elsewhere.
fn declares_assert(text: &str) -> bool {
    let mut declared =
        text.match_indices("macro_rules!").map(|(at, word)| text[at + word.len()..].trim_start());
    declared.any(|rest| {
        let rest = rest.strip_prefix("debug_").unwrap_or(rest);
        rest.strip_prefix("assert").is_some_and(|rest| rest.trim_start().starts_with(['{', '(']))
    })
}

/// True if a module in a file declares `assert!` or `debug_assert!`, or the file cannot be parsed.
fn declares_assert_in_module(text: &str) -> bool {
    fn is_assert(item: &Item) -> bool {
        match item {
            Item::Macro(ItemMacro { ident: Some(name), .. }) => name == "assert" || name == "debug_assert",
            Item::Mod(module) => module.content.iter().flat_map(|(_, items)| items).any(is_assert),
            _ => false,
        }
    }
    syn::parse_file(text).is_ok_and(|file| file.items.iter().any(is_assert))
}

fn imports_assert(text: &str) -> bool {
    ["assert", "debug_assert"].into_iter().any(|name| {
        text.match_indices(name).any(|(at, name)| {
            let (before, after) = (text[..at].trim_end(), text[at + name.len()..].trim_start());
            let is_last = after.starts_with([';', ',', '}']);
            let is_imported =
                before.ends_with(['{', ',']) || before.ends_with("::") || before.ends_with(" as");
            is_last && is_imported
        })
    })
}

/// The tokens from an opening bracket to its closing one.
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
