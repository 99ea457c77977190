//! Finds functions that may do harm if they are called with searched values, for systems without a
//! sandbox.
//!
//! A stopgap, decided by the words of the sources:
//!
//! 1. A function is excluded if its signature or body mentions a name of [`EFFECTS`], macro
//!    arguments included. Imports and renames are followed within a file; the whole file mentions
//!    its globs.
//! 2. A function is also excluded if it names an excluded function, method, macro or static
//!    variable of the sources, directly or through others. The last segment of a path decides: one
//!    `new` that opens a file stands for all but those of [`Fact::Harmless`] types. A function that
//!    names a type, or is a method of it, names its `drop`.
//! 3. A type of the sources with a name of the table, such as an `enum Command`, is no mention.
//! 4. The package's own unit tests are not read.
//!
//! It misses:
//!
//! 1. effects of dependencies,
//! 2. calls without a name (operators, conversions), and functions that macros name,
//! 3. code in `include!`, fields of unnamed types, and methods of paths that access the disk.

use crate::cargo::features::Features;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use sbst_analysis::annotate::own_tests::without_own_tests;
use sbst_model::target::Obstacle;
use sbst_source::use_tree;
use sbst_source::visit::Visit;
use sbst_vocabulary::standard::types::{Fact, is};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The parts of paths that count as effects; `::` means that a segment must follow.
const EFFECTS: [&[&str]; 5] = [
    // Files can be overwritten and removed.
    &["fs::", "File", "OpenOptions"],
    // Processes can do anything, and `exit` ends the search.
    &["process::", "Command"],
    // Sockets reach other machines.
    &["net::", "TcpListener", "TcpStream", "UdpSocket", "UnixDatagram", "UnixListener", "UnixStream"],
    // Changes of the environment disturb other calls in the process.
    &["remove_var", "set_current_dir", "set_var"],
    // Foreign code and assembler can do anything unseen.
    &["extern", "libc::", "asm!", "global_asm!", "naked_asm!"],
];

/// Prefixes of harmless paths into these modules: they name plain data, or end the process like a
/// panic.
const HARMLESS: [&str; 5] =
    ["net::AddrParseError", "net::Ip", "net::SocketAddr", "process::ExitCode", "process::abort"];

/// A file, or a part of it.
pub struct Source<'a> {
    pub path: &'a Utf8Path,
    pub text: &'a str,
    pub parsed: &'a syn::File,
    /// Number of bytes of the file before the parsed part.
    pub skipped: usize,
    /// The enabled features.
    pub features: &'a Features,
}

/// Returns the reasons of the excluded functions, by file and by the offset of their names in it.
pub fn find(sources: &[Source<'_>]) -> BTreeMap<(Utf8PathBuf, usize), Obstacle> {
    let mut found = Definitions::default();
    for (file, source) in sources.iter().enumerate() {
        found.read(file, source);
    }
    let mentions: Vec<Option<&str>> = found.all.iter().map(|definition| found.mention(definition)).collect();
    let mut reasons = BTreeMap::new();
    for (number, culprit) in found.reach(&mentions) {
        let Definition { file, place, .. } = found.all[number];
        let through = match number == culprit {
            true => String::new(),
            false => found.all[culprit].name.clone(),
        };
        let mention = mentions[culprit].unwrap_or_default().to_owned();
        let obstacle = Obstacle::Effects(through.into(), mention.into());
        reasons.insert((sources[file].path.to_owned(), place), obstacle);
    }
    reasons
}

/// A function, macro or static variable.
#[derive(Debug)]
struct Definition {
    file: usize,
    /// Byte offset of the name in the file.
    place: usize,
    name: String,
    /// The paths in the definition, and the methods as `.name`.
    paths: BTreeSet<String>,
}

#[derive(Debug, Default)]
struct Definitions {
    all: Vec<Definition>,
    /// The types and traits that the sources declare.
    types: BTreeSet<String>,
}

impl Definitions {
    fn read(&mut self, file: usize, source: &Source<'_>) {
        let mut words = Vec::new();
        if let Ok(tokens) = without_own_tests(source.text)[source.skipped..].parse() {
            flatten(tokens, &mut words);
        }
        let word = |at: usize| words.get(at).map_or("", |(word, _): &(String, usize)| word.as_str());
        let before = |at: usize, back: usize| at.checked_sub(back).map_or("", word);
        let first = self.all.len();
        // The enclosing definitions, and an `extern` block, each with its depth.
        let (mut around, mut foreign, mut depth) = (Vec::<(usize, usize)>::new(), None, 0);
        // The names in the headers of enclosing `impl` blocks, with each block's depth.
        let mut headers: Vec<(Vec<String>, usize)> = Vec::new();
        let mut at = 0;
        while at < words.len() {
            match word(at) {
                _ if before(at, 1) == "'" => {}
                "{" | "(" | "[" => {
                    let is_foreign =
                        before(at, 1) == "extern" || before(at, 2) == "extern" && before(at, 1) == "\"";
                    foreign = foreign.or_else(|| is_foreign.then_some(depth));
                    depth += 1;
                }
                end @ ("}" | ")" | "]" | ";") => {
                    depth -= usize::from(end != ";");
                    // Other braces enclose a constant among a type's arguments.
                    let is_end = end == ";" || end == "}" && ![">", ","].contains(&word(at + 1));
                    around.retain(|(_, level)| *level < depth || *level == depth && !is_end);
                    foreign = foreign.filter(|level| *level < depth);
                    headers.retain(|(_, level)| *level < depth || end != "}");
                }
                "impl" if ["", ";", "{", "}", "]", "unsafe"].contains(&before(at, 1)) => {
                    let header = words[at..].iter().map(|(word, _)| word).take_while(|word| *word != "{");
                    headers.push((header.filter(|word| is_name(word)).cloned().collect(), depth));
                }
                keyword @ ("fn" | "static" | "macro_rules") if word(at + 1) != "(" => {
                    at += 1 + usize::from(keyword != "fn" && ["!", "mut", "ref"].contains(&word(at + 1)));
                    around.push((self.all.len(), depth));
                    let header = headers.last().map_or(&[][..], |(header, _)| header);
                    let name = match dropped(header) {
                        Some(owner) => owner.to_owned(),
                        None => word(at).to_owned() + if keyword == "macro_rules" { "!" } else { "" },
                    };
                    let place = source.skipped + words.get(at).map_or(0, |(_, place)| *place);
                    let paths =
                        foreign.iter().map(|_| "extern".to_owned()).chain(header.iter().cloned()).collect();
                    self.all.push(Definition { file, place, name, paths });
                    // A macro's placeholder for a name is `$` or in brackets; it is read like any
                    // name.
                    at -= usize::from(!is_name(word(at)));
                }
                name if is_name(name) => {
                    if ["enum", "struct", "trait", "union"].contains(&before(at, 1)) {
                        self.types.insert(name.to_owned());
                    }
                    let mut path = name.to_owned();
                    let is_member = before(at, 1) == "." && before(at, 2) != ".";
                    while word(at + 1) == ":" && word(at + 2) == ":" && is_name(word(at + 3)) {
                        at += 3;
                        path = format!("{path}::{}", word(at));
                    }
                    match word(at + 1) {
                        "!" if word(at + 2) != "=" => path.push('!'),
                        "(" | ":" if is_member => path.insert(0, '.'),
                        _ if is_member => path.clear(),
                        _ => {}
                    }
                    if let Some((definition, _)) = around.last() {
                        self.all[*definition].paths.insert(path);
                    }
                }
                _ => {}
            }
            at += 1;
        }
        let mut imports = Imports::default();
        imports.visit_file(source.parsed);
        self.all[first..].iter_mut().for_each(|definition| imports.expand(&mut definition.paths));
    }

    /// Returns the longest path in a definition that has one of [`EFFECTS`].
    fn mention<'a>(&self, definition: &'a Definition) -> Option<&'a str> {
        let is_effect = |path: &&String| {
            let path = format!("::{path}");
            let has = |part: &str| path.contains(&format!("::{part}"));
            let has_effect = |effect: &str| match effect.ends_with("::") {
                true => has(effect),
                false => {
                    format!("{path}::").contains(&format!("::{effect}::")) && !self.types.contains(effect)
                }
            };
            !HARMLESS.iter().any(|plain| has(plain))
                && EFFECTS.iter().copied().flatten().any(|effect| has_effect(effect))
        };
        definition.paths.iter().filter(is_effect).max_by_key(|path| path.len()).map(String::as_str)
    }

    /// Returns the definitions that reach one with a mention, each with the nearest such
    /// definition.
    fn reach(&self, mentions: &[Option<&str>]) -> BTreeMap<usize, usize> {
        let mut callers: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (number, definition) in self.all.iter().enumerate() {
            for name in definition.paths.iter().filter_map(|path| called(path)) {
                callers.entry(name).or_default().push(number);
            }
        }
        let with_mention = (0..mentions.len()).filter(|number| mentions[*number].is_some());
        let mut next: VecDeque<(usize, usize)> = with_mention.map(|number| (number, number)).collect();
        let mut reached = BTreeMap::new();
        while let Some((number, culprit)) = next.pop_front() {
            if let Entry::Vacant(entry) = reached.entry(number) {
                entry.insert(culprit);
                let callers = callers.get(&*self.all[number].name);
                next.extend(callers.into_iter().flatten().map(|caller| (*caller, culprit)));
            }
        }
        reached
    }
}

/// Paths that a file imports, by name; a glob has no name.
#[derive(Default)]
struct Imports(Vec<(Vec<String>, Option<String>)>);

impl Visit<'_> for Imports {
    fn visit_item_use(&mut self, item: &syn::ItemUse) {
        self.0.extend(use_tree::names(&item.tree));
    }
}

impl Imports {
    /// Adds the paths that imported names stand for, and the globs.
    fn expand(&self, paths: &mut BTreeSet<String>) {
        for path in paths.clone() {
            let (first, rest) = path.split_at(path.find([':', '!']).unwrap_or(path.len()));
            let meant = self.0.iter().filter(|(_, name)| name.as_deref() == Some(first));
            paths.extend(meant.map(|(full, _)| full.join("::") + rest));
        }
        let globs = self.0.iter().filter(|(_, name)| name.is_none());
        paths.extend(globs.map(|(path, _)| path.join("::") + "::*"));
    }
}

/// Lists the tokens with their places: a literal as `"`, a group between its delimiters.
fn flatten(tokens: TokenStream, words: &mut Vec<(String, usize)>) {
    for token in tokens {
        let place = token.span().byte_range().start;
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::Parenthesis | Delimiter::None => ("(", ")"),
                };
                words.push((open.to_owned(), place));
                flatten(group.stream(), words);
                words.push((close.to_owned(), place));
            }
            TokenTree::Literal(_) => words.push(("\"".to_owned(), place)),
            token => words.push((token.to_string(), place)),
        }
    }
}

/// Returns the type of an `impl Drop`, given the names in its header.
fn dropped(header: &[String]) -> Option<&str> {
    let at = header.iter().position(|word| word == "for")?;
    header[..at].iter().any(|word| word == "Drop").then(|| header.get(at + 1).map(String::as_str))?
}

fn is_name(word: &str) -> bool {
    word.starts_with(|sign: char| sign.is_alphabetic() || sign == '_')
}

/// Returns the name of the item that a path may call in the sources, with the `!` of a macro.
fn called(path: &str) -> Option<&str> {
    let mut segments = path.trim_start_matches('.').rsplit("::");
    let name = segments.next();
    name.filter(|_| segments.next().is_none_or(|owner| !is(owner, Fact::Harmless)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cargo::features::Features;
    use cargo_metadata::camino::Utf8Path;

    /// Returns the excluded functions of a source, with the reasons.
    fn left_out(text: &str) -> BTreeMap<&str, Obstacle> {
        let parsed = syn::parse_file(text).unwrap();
        let (path, features) = (Utf8Path::new("/a.rs"), Features::default());
        let sources = [Source { path, text, parsed: &parsed, skipped: 0, features: &features }];
        let name = |place: usize| text[place..].split([' ', '(', ':']).next().unwrap();
        find(&sources).into_iter().map(|((_, place), reason)| (name(place), reason)).collect()
    }

    #[track_caller]
    fn assert_left_out(cases: &[(&str, &str)]) {
        for (text, expected) in cases {
            assert_eq!(left_out(text).into_keys().collect::<Vec<_>>().join(" "), *expected, "{text}");
        }
    }

    #[test]
    fn the_reason_names_the_function_and_its_mention() {
        let reasons =
            left_out("use std::fs; fn a() { b() } fn b() { c() } fn c() { fs::write(P) } fn d() {}");
        let effects = |through: &str| Obstacle::Effects(through.to_owned().into(), "std::fs::write".into());
        let reached = effects("c");
        assert_eq!((&reasons["a"], &reasons["b"]), (&reached, &reached));
        assert_eq!(reasons["c"], effects(""));
        assert_eq!(reasons.len(), 3);
    }

    #[test]
    fn imports_renames_and_globs_are_followed() {
        assert_left_out(&[
            ("use std::{fs as disk, io}; fn a() { disk::read(P) } fn b() { io::empty() }", "a"),
            ("use std::env::set_var as put; fn a() { unsafe { put(K, V) } }", "a"),
            ("use std::fs::*; fn a() { write(P, T) }", "a"),
            ("fn a() { use std::process::Command as C; C::new(P) }", "a"),
            ("use m::leave as put; fn a() { put() } mod m { fn leave() { std::fs::read(P) } }", "a leave"),
        ]);
    }

    #[test]
    fn signatures_macros_and_static_variables_are_read() {
        assert_left_out(&[
            ("fn a(x: &mut File) {} fn b() -> A<{ N }> { net::f() } fn c(x: fn(u8)) {}", "a b"),
            ("fn a() { assert!(std::fs::exists(P)) } make! { fn b() { libc::getpid() } }", "a b"),
            ("macro_rules! m { ($n:ident) => { fn $n() { std::fs::read(P) } fn b() {} } }", "$n"),
            ("macro_rules! m { ($n:ident) => { fn [<a $n>]() { std::fs::read(P) } fn b() {} } }", "[<a"),
            ("macro_rules! m { () => { fs::read(P) } } fn a() { m!() } fn b() { m() }", "a m"),
            ("static LOG: Lazy = Lazy::new(|| File::create(P)); fn a() { LOG.add(1) }", "LOG a"),
        ]);
    }

    #[test]
    fn methods_count_by_name_and_fields_do_not() {
        let save = "impl A { fn save(&self) { std::fs::write(P, T) } }";
        let callers = "fn a(x: X) { x.save() } fn b(x: X) { x.save } fn c(x: X) { x.map(A::save) }";
        assert_left_out(&[(&format!("{save} {callers}"), "a c save")]);
    }

    #[test]
    fn naming_a_type_counts_as_dropping_its_values() {
        let guard = "impl<T> Drop for Guard<T> { fn drop(&mut self) { fs::remove_file(P) } }";
        let users = "impl<T> Guard<T> { fn a(&self) {} } fn b(x: Guard<u8>) {} fn c() {}";
        assert_left_out(&[(&format!("{guard} {users}"), "a b drop")]);
    }

    #[test]
    fn imported_foreign_functions_count_and_exported_ones_do_not() {
        assert_left_out(&[
            (r#"extern "C" { fn f(n: i32); } fn a() { unsafe { f(1) } } extern "C" fn b() {}"#, "a f"),
            (r#"use std::arch::asm; fn a() { unsafe { asm!("nop") } } fn b(asm: u8) {}"#, "a"),
        ]);
    }

    #[test]
    fn plain_data_and_the_names_of_others_do_not_count() {
        assert_left_out(&[
            ("use std::net::{IpAddr, SocketAddrV4}; fn a(x: IpAddr, y: SocketAddrV4) {}", ""),
            ("enum Command { Stop } fn a(x: Command) {} fn b(fs: u8, net: u8) { fs + net }", ""),
            ("impl A { fn new() { File::open(P) } } fn a() { Vec::new() } fn b() { B::new() }", "b new"),
            ("impl A { fn set_var(&mut self) {} } fn a(x: A) { x.set_var() }", ""),
            ("fn a(x: &'static str) { b() } fn b() {} #[cfg(test)] mod t { fn b() { File::open(P) } }", ""),
        ]);
    }
}
