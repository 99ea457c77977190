//! Items of source files, and their mentions of one another, by name.
//!
//! 1. An item is a function, a constant, a type, a trait or a macro, with its lines, without those
//!    of doc comments. Methods are items, and so is the head of an `impl` block, which all of its
//!    methods mention.
//! 2. An item mentions a method `m` by `.m`, and a function of a type by `Type::m`, or by `Self::m`
//!    in that type. It mentions any other item by its name. Tokens are searched, so the input of
//!    macros counts.
//! 3. Names are not resolved. Two methods of one name are not distinguished, so too many functions
//!    count as changed rather than too few. Calls without a name are not followed: by an operator,
//!    `?`, `{}`, `parse`, `into` or a macro of another crate.

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use quote::ToTokens;
use sbst_model::target::Place;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use syn::{ImplItem, Item as Syntax, TraitItem, Type};

#[derive(Debug)]
struct Item {
    file: String,
    lines: RangeInclusive<u32>,
    name: String,
    /// Its type or trait.
    owner: Option<String>,
    is_method: bool,
}

/// The items of a workspace.
#[derive(Debug, Default)]
pub struct Items {
    items: Vec<Item>,
    /// Items by the names that they mention.
    words: BTreeMap<String, BTreeSet<usize>>,
    methods: BTreeMap<String, BTreeSet<usize>>,
    /// The items by the last two names of their paths.
    paths: BTreeMap<(String, String), BTreeSet<usize>>,
}

impl Items {
    /// Adds the items of a file.
    pub fn read(&mut self, file: &str, parsed: &syn::File) {
        parsed.items.iter().for_each(|item| self.add_syntax(file, item));
    }

    /// Returns the innermost item at a place.
    pub fn at(&self, place: &Place) -> Option<usize> {
        let there = |item: &Item| item.file == place.file && item.lines.contains(&place.line);
        let found = self.items.iter().enumerate().filter(|(_, item)| there(item));
        found.max_by_key(|(_, item)| *item.lines.start()).map(|(index, _)| index)
    }

    /// Returns the changed items, by `has_changed`, and the items that mention them, directly or
    /// indirectly.
    pub fn changed(&self, has_changed: impl Fn(&str, RangeInclusive<u32>) -> bool) -> BTreeSet<usize> {
        let own = |(_, item): &(usize, &Item)| has_changed(&item.file, item.lines.clone());
        let mut next: Vec<usize> =
            self.items.iter().enumerate().filter(own).map(|(index, _)| index).collect();
        let mut changed: BTreeSet<usize> = next.iter().copied().collect();
        while let Some(index) = next.pop() {
            let mentioning = self.mentioning(&self.items[index]);
            next.extend(mentioning.into_iter().filter(|item| changed.insert(*item)));
        }
        changed
    }

    /// Rule 2.
    fn mentioning(&self, item: &Item) -> BTreeSet<usize> {
        let Item { name, owner, is_method, .. } = item;
        let mut found = BTreeSet::new();
        let mut add = |more: Option<&BTreeSet<usize>>| found.extend(more.into_iter().flatten().copied());
        let Some(owner) = owner else {
            add(self.words.get(name));
            return found;
        };
        add(self.methods.get(name).filter(|_| *is_method));
        add(self.paths.get(&(owner.clone(), name.clone())));
        let own = self.paths.get(&("Self".to_owned(), name.clone())).into_iter().flatten();
        found.extend(own.filter(|other| self.items[**other].owner.as_ref() == Some(owner)));
        found
    }

    fn add_syntax(&mut self, file: &str, item: &Syntax) {
        match item {
            Syntax::Mod(module) => {
                let items = module.content.iter().flat_map(|(_, items)| items);
                items.for_each(|item| self.add_syntax(file, item));
            }
            Syntax::Impl(block) => {
                let owner = match &*block.self_ty {
                    Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
                    _ => None,
                };
                let owner = owner.unwrap_or_else(|| block.self_ty.to_token_stream().to_string());
                let mut head = block.clone();
                head.items.clear();
                let heading = format!("impl {}", head.to_token_stream());
                // Its braces end behind its methods.
                let until = block.brace_token.span.open().start().line as u32;
                self.add(file, &heading, None, false, head.to_token_stream(), Some(until));
                for item in &block.items {
                    let (name, is_method) = match item {
                        ImplItem::Fn(method) => {
                            (method.sig.ident.to_string(), method.sig.receiver().is_some())
                        }
                        ImplItem::Const(constant) => (constant.ident.to_string(), false),
                        ImplItem::Type(alias) => (alias.ident.to_string(), false),
                        _ => continue,
                    };
                    let index = self.add(file, &name, Some(&owner), is_method, item.to_token_stream(), None);
                    self.mention(heading.clone(), index);
                    self.mention(owner.clone(), index);
                }
            }
            Syntax::Trait(definition) => {
                let owner = definition.ident.to_string();
                let until = definition.brace_token.span.open().start().line as u32;
                let mut head = definition.clone();
                head.items.clear();
                self.add(file, &owner, None, false, head.to_token_stream(), Some(until));
                for item in &definition.items {
                    let TraitItem::Fn(method) = item else { continue };
                    let (name, is_method) = (method.sig.ident.to_string(), method.sig.receiver().is_some());
                    let index = self.add(file, &name, Some(&owner), is_method, item.to_token_stream(), None);
                    self.mention(owner.clone(), index);
                }
            }
            other => {
                let name = match other {
                    Syntax::Fn(function) => &function.sig.ident,
                    Syntax::Const(constant) => &constant.ident,
                    Syntax::Static(item) => &item.ident,
                    Syntax::Struct(item) => &item.ident,
                    Syntax::Enum(item) => &item.ident,
                    Syntax::Union(item) => &item.ident,
                    Syntax::Type(alias) => &alias.ident,
                    Syntax::Macro(definition) => match &definition.ident {
                        Some(name) => name,
                        None => return,
                    },
                    _ => return,
                };
                self.add(file, &name.to_string(), None, false, other.to_token_stream(), None);
            }
        }
    }

    /// Adds an item with its mentions.
    fn add(
        &mut self,
        file: &str,
        name: &str,
        owner: Option<&str>,
        is_method: bool,
        tokens: TokenStream,
        until: Option<u32>,
    ) -> usize {
        let index = self.items.len();
        let mut lines = Lines { first: u32::MAX, last: 0 };
        self.walk(tokens, index, &mut lines);
        let lines = lines.first..=until.unwrap_or(lines.last);
        let (file, name, owner) = (file.to_owned(), name.to_owned(), owner.map(str::to_owned));
        self.items.push(Item { file, lines, name, owner, is_method });
        index
    }

    fn mention(&mut self, name: String, index: usize) {
        self.words.entry(name).or_default().insert(index);
    }

    fn walk(&mut self, tokens: TokenStream, index: usize, lines: &mut Lines) {
        let mut before: [Option<TokenTree>; 3] = [None, None, None];
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            let is_hash = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '#');
            if is_hash && tokens.next_if(is_documentation).is_some() {
                continue;
            }
            match &token {
                TokenTree::Group(group) => {
                    lines.add(group.span_open());
                    self.walk(group.stream(), index, lines);
                    lines.add(group.span_close());
                }
                TokenTree::Ident(name) => {
                    lines.add(name.span());
                    let name = name.to_string();
                    match &before {
                        [_, _, Some(TokenTree::Punct(dot))] if dot.as_char() == '.' => {
                            self.methods.entry(name.clone()).or_default().insert(index);
                        }
                        [
                            Some(TokenTree::Ident(first)),
                            Some(TokenTree::Punct(a)),
                            Some(TokenTree::Punct(b)),
                        ] if (a.as_char(), b.as_char()) == (':', ':') => {
                            let path = (first.to_string(), name.clone());
                            self.paths.entry(path).or_default().insert(index);
                        }
                        _ => {}
                    }
                    self.mention(name, index);
                }
                other => lines.add(other.span()),
            }
            before.rotate_left(1);
            before[2] = Some(token);
        }
    }
}

struct Lines {
    first: u32,
    last: u32,
}

impl Lines {
    fn add(&mut self, span: Span) {
        self.first = self.first.min(span.start().line as u32);
        self.last = self.last.max(span.end().line as u32);
    }
}

/// True for the brackets of `#[doc = "…"]`, which `///` becomes.
fn is_documentation(token: &TokenTree) -> bool {
    let TokenTree::Group(group) = token else { return false };
    let first = group.stream().into_iter().next();
    group.delimiter() == Delimiter::Bracket && matches!(first, Some(TokenTree::Ident(name)) if name == "doc")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "\
/// Words.
pub fn top() -> u8 { Stack::new().pop() }
pub fn other() -> u8 { helper!(LIMIT) }
const LIMIT: u8 = 3;
pub struct Stack { items: u8 }
impl Stack {
    pub fn new() -> Stack { Self::with(1) }
    fn with(items: u8) -> Stack { Stack { items } }
    pub fn pop(&self) -> u8 {
        self.items
    }
}
struct Queue;
impl Queue {
    fn new() -> Queue { Queue }
}
trait Fill { fn fill(&self) -> u8 { 1 } }
fn filled(queue: impl Fill) -> u8 { queue.fill() }
mod inner { pub fn alone() {} }
macro_rules! helper { ($x:expr) => { $x } }
";

    /// Returns the names of the items that change with a line.
    fn with(line: u32) -> Vec<String> {
        let mut items = Items::default();
        items.read("lib.rs", &syn::parse_file(SOURCE).unwrap());
        let changed = items.changed(|_, lines| lines.contains(&line));
        let functions = changed.iter().map(|index| &items.items[*index]);
        let functions = functions.filter(|item| item.name.chars().all(|c| c.is_lowercase() || c == '_'));
        functions
            .map(|item| item.owner.iter().map(|owner| format!("{owner}::")).collect::<String>() + &item.name)
            .collect()
    }

    #[test]
    fn an_item_changes_with_its_mentions() {
        assert_eq!(with(1), [""; 0], "documentation");
        assert_eq!(with(2), ["top"]);
        assert_eq!(with(4), ["other"], "within a macro's arguments");
        assert_eq!(with(8), ["top", "Stack::new", "Stack::with"]);
        assert_eq!(with(10), ["top", "Stack::pop"]);
        assert_eq!(with(15), ["Queue::new"], "not `Stack::new`, nor who calls that");
        assert_eq!(with(17), ["Fill::fill", "filled"]);
        assert_eq!(with(19), ["alone"]);
        assert_eq!(with(20), ["other", "helper"]);
    }

    #[test]
    fn a_type_and_the_head_of_a_block_change_all_of_its_methods() {
        for line in [5, 6] {
            assert_eq!(with(line), ["top", "Stack::new", "Stack::with", "Stack::pop"], "{line}");
        }
    }

    #[test]
    fn the_innermost_item_is_found_at_a_place() {
        let mut items = Items::default();
        items.read("lib.rs", &syn::parse_file(SOURCE).unwrap());
        let at = |line| {
            let place = Place { file: "lib.rs".into(), line, column: 1 };
            items.at(&place).map(|index| items.items[index].name.clone())
        };
        assert_eq!(at(10).as_deref(), Some("pop"));
        assert_eq!(at(19).as_deref(), Some("alone"));
        assert_eq!(at(11), Some("pop".into()));
        assert_eq!(at(12), None);
    }
}
