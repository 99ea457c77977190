//! The blocks around a function that was annotated alone.
//!
//! A macro only sees its own item: `fn new(n: u8) -> u8` may be a free function or one in an `impl`
//! block. But the compiler has the function's place, and the file can be read. So the file is
//! scanned up to the function: brackets open at that point are around it.
//!
//! 1. The innermost `impl`, `trait`, `mod` or `fn` decides. Other braces (blocks, the arguments of
//!    macros) are skipped.
//! 2. Code in a macro's definition may be expanded anywhere, so its surroundings are unknown.
//!    Exceptions are a nearer `impl` block or trait, and a macro whose uses in its file are all in
//!    modules. For whole crates, the attribute has the surroundings of a function in a definition,
//!    from the command.
//! 3. They are unknown if the file has other code at the place, such as a function of a trait
//!    without a body. Without a readable file (a procedural macro made the function), the function
//!    is free, unless its signature mentions `self` or `Self`.

mod source_file;

use std::path::{Path, PathBuf};
use std::{cell::RefCell, collections::HashMap, rc::Rc};

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::{ext::IdentExt as _, FnArg, Ident, ItemImpl, ItemTrait, Signature};

use crate::span::{local_file, start};
use crate::standing::{Owner, Standing};
use source_file::SourceFile;

pub fn find_standing(signature: &Signature) -> Standing {
    let name = &signature.ident;
    let (span, unknown) = (name.span(), Standing::free().owned(Owner::Unknown));
    let standing = match local_file(span).and_then(|file| read(&file)) {
        Some(source) => {
            let start = start(span);
            let place = source.offset(start.line, start.column);
            place.and_then(|place| standing_at(&source, place, name)).unwrap_or_else(|| unknown.clone())
        }
        None => Standing::free(),
    };
    match standing.owner {
        Owner::None if belongs_to_a_type(signature) => unknown,
        _ => standing,
    }
}

/// True if the signature has a receiver or mentions `Self`. A path in an attribute may begin with
/// `self` anywhere.
pub fn belongs_to_a_type(signature: &Signature) -> bool {
    let mut signature = signature.clone();
    for input in &mut signature.inputs {
        match input {
            FnArg::Typed(parameter) => parameter.attrs.clear(),
            FnArg::Receiver(_) => return true,
        }
    }
    mentions_self(signature.to_token_stream())
}

fn mentions_self(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(word) => word == "Self",
        TokenTree::Group(group) => mentions_self(group.stream()),
        _ => false,
    })
}

/// A source file. Functions are many and files are few, so the files of this compilation are kept.
fn read(file: &Path) -> Option<Rc<SourceFile>> {
    thread_local! {
        static FILES: RefCell<HashMap<PathBuf, Option<Rc<SourceFile>>>> = RefCell::default();
    }
    let read = || std::fs::read_to_string(file).ok().map(|text| Rc::new(SourceFile::new(text)));
    FILES.with_borrow_mut(|files| files.entry(file.to_owned()).or_insert_with(read).clone())
}

fn standing_at(source: &SourceFile, place: usize, name: &Ident) -> Option<Standing> {
    if !source.text().get(place..)?.starts_with(&name.to_string()) {
        return None;
    }
    let around: Vec<Opened> = source.headers(place).into_iter().map(Opened::from_header).collect();
    let mut standing = Standing::free();
    for opened in &around {
        standing = match opened {
            Opened::Function(name) => standing.inside(name),
            Opened::Module(name) => standing.inside_module(name),
            Opened::Owner(owner) => standing.owned(owner.clone()),
            Opened::Definition(name) if is_used_in_modules(source, name) => standing,
            Opened::Definition(_) => standing.owned(Owner::Unknown),
            Opened::Other => standing,
        };
    }
    // A macro added its body to the declaration, for another place.
    let is_declared = matches!(standing.owner, Owner::Trait { .. }) && !has_body(&source.text()[place..]);
    Some(if is_declared { standing.owned(Owner::Unknown) } else { standing })
}

/// True if a function has a body; `text` begins with its name.
fn has_body(text: &str) -> bool {
    let mut depth = 0_usize;
    let end = text.chars().find(|letter| {
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && matches!(letter, ';' | '{')
    });
    end == Some('{')
}

/// The module around a place in a source: its file, and the names of the inline modules in the
/// file. `None` within a function, or in the definition of a macro that is also used in other
/// modules.
pub fn find_module(place: Span) -> Option<(PathBuf, Vec<String>)> {
    module_around(place, false)
}

/// The module around a place in a source as above. Code in a macro's definition is usually expanded
/// in the module around the definition.
pub fn find_likely_module(place: Span) -> Option<(PathBuf, Vec<String>)> {
    module_around(place, true)
}

fn module_around(place: Span, may_be_in_definition: bool) -> Option<(PathBuf, Vec<String>)> {
    let file = local_file(place)?;
    let (source, start) = (read(&file)?, start(place));
    let headers = source.headers(source.offset(start.line, start.column)?);
    let mut modules = Vec::new();
    for header in headers {
        match Opened::from_header(header) {
            Opened::Module(name) => modules.push(name.unraw().to_string()),
            Opened::Definition(_) if may_be_in_definition => {}
            Opened::Definition(name) if is_used_beside(&source, &name, &modules) => {}
            Opened::Function(_) | Opened::Definition(_) => return None,
            Opened::Owner(_) | Opened::Other => {}
        }
    }
    Some((file, modules))
}

/// True if the macro is used in this file, and only in the module where it is defined.
fn is_used_beside(source: &SourceFile, name: &str, modules: &[String]) -> bool {
    let uses = modules_of_uses(source, name);
    uses.is_some_and(|uses| !uses.is_empty() && uses.iter().all(|around| around == modules))
}

/// True if a macro is used in these texts, and only where all surrounding blocks are modules.
pub fn are_uses_in_modules<'t>(texts: impl IntoIterator<Item = &'t str>, name: &str) -> bool {
    let invocation = format!("{name}!");
    let mut with_uses = texts.into_iter().filter(|text| text.contains(&invocation)).peekable();
    with_uses.peek().is_some()
        && with_uses.all(|text| is_used_in_modules(&SourceFile::new(text.to_owned()), name))
}

/// True if the macro is used in this file, and only where all surrounding blocks are modules.
fn is_used_in_modules(source: &SourceFile, name: &str) -> bool {
    modules_of_uses(source, name).is_some_and(|uses| !uses.is_empty())
}

/// The modules around each use of the macro in this file. `None` if another block is around one. A
/// use in the definition of another macro counts at the uses of that; a recursive one is ignored.
fn modules_of_uses(source: &SourceFile, name: &str) -> Option<Vec<Vec<String>>> {
    let mut uses = Vec::new();
    let mut known: Vec<String> = vec![name.to_owned()];
    let mut next = 0;
    while let Some(name) = known.get(next).cloned() {
        next += 1;
        for at in places_of_uses(source.text(), &name) {
            let mut modules = Vec::new();
            let mut definition = None;
            for header in source.headers(at) {
                match Opened::from_header(header) {
                    Opened::Module(name) => modules.push(name.unraw().to_string()),
                    Opened::Definition(around) => {
                        definition = Some(around);
                        break;
                    }
                    _ => return None,
                }
            }
            match definition {
                None => uses.push(modules),
                Some(around) if known.contains(&around) => {}
                Some(around) => known.push(around),
            }
        }
    }
    Some(uses)
}

fn places_of_uses<'t>(text: &'t str, name: &str) -> impl Iterator<Item = usize> + 't {
    let is_part_of_name = |sign: char| sign.is_alphanumeric() || sign == '_';
    let is_named = !name.is_empty();
    let found = text.match_indices(&format!("{name}!")).map(|(at, _)| at).collect::<Vec<usize>>();
    found.into_iter().filter(move |&at| is_named && !text[..at].ends_with(is_part_of_name))
}

enum Opened {
    Function(Ident),
    Module(Ident),
    Owner(Owner),
    /// The definition of the macro with this name.
    Definition(String),
    Other,
}

impl Opened {
    /// Reads it from the tokens before the brace.
    fn from_header(header: &str) -> Opened {
        let Ok(tokens) = header.parse::<TokenStream>() else {
            return Opened::Other;
        };
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        for (index, token) in tokens.iter().enumerate() {
            let word = match token {
                TokenTree::Ident(word) => word.to_string(),
                // Attributes and parentheses, as in `pub(crate)`.
                TokenTree::Punct(sign) if matches!(sign.as_char(), '#' | '!') => continue,
                TokenTree::Group(_) | TokenTree::Literal(_) => continue,
                TokenTree::Punct(_) => return Opened::Other,
            };
            let name = match tokens.get(index + 1) {
                Some(TokenTree::Ident(name)) => Some(name.clone()),
                _ => None,
            };
            let block = || {
                let braces = Group::new(Delimiter::Brace, TokenStream::new());
                tokens[index..].iter().cloned().chain([braces.into()]).collect()
            };
            return match (&*word, name) {
                ("pub" | "unsafe" | "default" | "const" | "async" | "extern" | "safe" | "auto", _) => {
                    continue
                }
                ("macro_rules", _) => Opened::Definition(match tokens.get(index + 2) {
                    Some(TokenTree::Ident(name)) => name.to_string(),
                    _ => String::new(),
                }),
                ("fn", Some(name)) => Opened::Function(name),
                ("mod", Some(name)) => Opened::Module(name),
                ("impl", _) => Opened::Owner(match syn::parse2::<ItemImpl>(block()) {
                    Ok(block) => Owner::from_impl(&block),
                    Err(_) => Owner::Unknown,
                }),
                ("trait", _) => Opened::Owner(match syn::parse2::<ItemTrait>(block()) {
                    Ok(definition) => Owner::from_trait(&definition),
                    Err(_) => Owner::Unknown,
                }),
                _ => Opened::Other,
            };
        }
        Opened::Other
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::format_ident;

    fn path(text: &str) -> String {
        let place = text.rfind("here").unwrap();
        let name = format_ident!("here");
        match standing_at(&SourceFile::new(text.to_owned()), place, &name) {
            Some(Standing { owner: Owner::Unknown, .. }) | None => "unknown".to_owned(),
            Some(standing) => standing.function_path(&name),
        }
    }

    #[test]
    fn open_blocks_are_around_a_place() {
        assert_eq!(path("fn here() {}"), "here");
        assert_eq!(path("struct S { x: u8 } mod m { use x; impl X { fn other() {} } fn here() {} }"), "here");
        assert_eq!(path("impl S { const X: u8 = { 1 }; #[a] pub unsafe fn here() {} }"), "S::here");
        assert_eq!(
            path("mod m { #[cfg(x)] unsafe impl<'a, T: 'a> Tr<'a, T> for S<T> where T: X { fn here() {} } }"),
            "<S<T> as Tr<'a, T>>::here"
        );
        assert_eq!(path("pub trait T: U { fn x(&self); fn here(&self) {} }"), "T::here");
        assert_eq!(path("impl [u8] { fn here() {} }"), "<[u8]>::here");
        assert_eq!(
            path("impl A<[u8; 3]> for B<(u8, fn(u8))> { fn here() {} }"),
            "<B<(u8, fn(u8))> as A<[u8; 3]>>::here"
        );
        assert_eq!(path("impl S { fn outer() { if x { fn here() {} } } }"), "S::outer::here");
        assert_eq!(path("fn a() { impl S { fn here() {} } }"), "a::S::here");
    }

    #[test]
    fn comments_and_literals_open_no_block() {
        assert_eq!(path("// {\n/* { /* { */ { */ const A: &str = \"{ \\\" {\"; fn here() {}"), "here");
        assert_eq!(
            path("impl S { const A: (char, u8) = ('{', b'\\''); fn f<'a>(x: &'a str) {} fn here() {} }"),
            "S::here"
        );
        assert_eq!(path("fn f() { r#\"{ \" \"#; br\"{\"; r#fn }\nfn here() {}"), "here");
    }

    #[test]
    fn surroundings_of_code_in_a_definition_are_unknown() {
        assert_eq!(path("macro_rules! m { ($x:ident) => { fn here() {} } }"), "unknown");
        assert_eq!(path("macro_rules! m { ($x:ident) => { impl $x { fn here() {} } } }"), "unknown");
        assert_eq!(path("macro_rules! m { () => { impl S { fn here() {} } } }"), "S::here");
        assert_eq!(
            path(
                "macro_rules! m(($($n:expr),+) => { $( unsafe impl<T> A for [T; $n] { fn here() {} } )+ });"
            ),
            "unknown"
        );
        assert_eq!(path("macro_rules! m [ () => ( fn here() {} ); ];"), "unknown");
        assert_eq!(path("mod a { m!(); } m! {} macro_rules! m { () => { fn here() {} } }"), "here");
        assert_eq!(path("m!(); impl S { m!(); } macro_rules! m { () => { fn here() {} } }"), "unknown");
        let recursive = "m!(1, 2); macro_rules! m { () => { fn here() {} }; ($a:tt $b:tt) => { m!(); } }";
        assert_eq!(path(recursive), "here");
        let inner = "all!(); macro_rules! all { () => { m!(); } } macro_rules! m { () => { fn here() {} } }";
        assert_eq!(path(inner), "here");
        let in_function = format!("fn f() {{ all!() }} {}", inner.trim_start_matches("all!();"));
        assert_eq!(path(&in_function), "unknown");
        assert_eq!(path("cfg_if! { if #[cfg(unix)] { fn here() {} } }"), "here");
    }
}
