//! Parses a generated file into its tests, each with its tested function.
//!
//! A block is a `#[test]` function with its attributes and the comment lines directly above them.
//! It belongs to the function of the last [heading] before it. Headings are no part of blocks.

use super::{header, heading};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use syn::spanned::Spanned;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    pub name: String,
    /// The path of the tested function; empty if no heading is above it.
    pub function: String,
    /// Line numbers in the file, from 1.
    pub lines: RangeInclusive<usize>,
    /// The text without its last line end.
    pub text: String,
    /// True if the test has `#[ignore]`.
    pub ignored: bool,
    /// All names that occur in the test, except its variables.
    pub names: BTreeSet<String>,
}

/// A structure in a file of tests, with the blocks that implement traits for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    pub name: String,
    pub text: String,
}

impl Definition {
    /// Takes the name from a text that defines a structure.
    pub fn from_text(text: String) -> Definition {
        let name = text.split_once("struct ").map_or("", |(_, after)| after);
        let name =
            name.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default().to_owned();
        Definition { name, text }
    }

    /// True if the text contains this name.
    pub fn mentions(&self, name: &str) -> bool {
        self.text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name)
    }
}

#[derive(Debug, Default)]
pub struct Blocks {
    /// The tests, in order.
    pub tests: Vec<Block>,
    /// Paths that the file imports, without globs, each with the `#[cfg]`s above it.
    pub imports: Vec<(String, Vec<String>)>,
    /// Structures beside the tests.
    pub definitions: Vec<Definition>,
}

/// Parses a file; the result for an unparsable file is empty.
pub fn split(text: &str) -> Blocks {
    let Ok(file) = syn::parse_file(text) else { return Blocks::default() };
    let lines: Vec<&str> = text.lines().collect();
    let module = text.lines().next().map_or("", header::module_of);
    let mut blocks = Blocks::default();
    for item in &file.items {
        match item {
            syn::Item::Fn(item) if has(item, "test") => {
                let before = blocks.tests.last().map_or("", |before: &Block| before.function.as_str());
                let block = block(item, &lines, module, before);
                blocks.tests.push(block);
            }
            syn::Item::Use(item) => {
                let cfgs = crate::source::attributes::ItemAttributes::from_attributes(&item.attrs).cfgs;
                let mut found = Vec::new();
                import_paths(&item.tree, String::new(), &mut found);
                blocks.imports.extend(found.into_iter().map(|path| (path, cfgs.clone())));
            }
            syn::Item::Struct(_) => blocks.definitions.push(Definition::from_text(cut_out(item, &lines))),
            syn::Item::Impl(_) => {
                if let Some(last) = blocks.definitions.last_mut() {
                    last.text += &format!("\n{}", cut_out(item, &lines));
                }
            }
            _ => {}
        }
    }
    blocks
}

/// Returns the lines of an item.
fn cut_out(item: &syn::Item, lines: &[&str]) -> String {
    let span = item.span();
    let (first, last) = (span.start().line.max(1), span.end().line);
    lines[first - 1..last].iter().map(|line| format!("{line}\n")).collect()
}

fn has(item: &syn::ItemFn, attribute: &str) -> bool {
    item.attrs.iter().any(|given| given.path().is_ident(attribute))
}

/// Returns the block of a test. Without a heading above, it belongs to the function of the test
/// before.
fn block(item: &syn::ItemFn, lines: &[&str], module: &str, before: &str) -> Block {
    let last = item.block.span().end().line;
    let mut first = item.attrs.iter().map(|attribute| attribute.span().start().line).min().unwrap_or(last);
    let is_comment = |line: &str| line.trim_start().starts_with("//") && !header::is_header(line);
    while first > 1 && is_comment(lines[first - 2]) {
        first -= 1;
    }
    let above = lines[first - 1].trim_start().strip_prefix("// ");
    let function = above.and_then(|comment| heading::to_path(comment, module));
    if function.is_some() {
        first += 1;
    }
    let mut names = BTreeSet::new();
    collect_names(item.to_token_stream(), &mut names);
    for statement in &item.block.stmts {
        if let syn::Stmt::Local(syn::Local { pat: syn::Pat::Ident(variable), .. }) = statement {
            names.remove(&crate::source::items::plain_name(&variable.ident));
        }
    }
    Block {
        name: crate::source::items::plain_name(&item.sig.ident),
        function: function.unwrap_or_else(|| before.to_owned()),
        lines: first..=last,
        text: lines[first - 1..last].join("\n"),
        ignored: has(item, "ignore"),
        names,
    }
}

fn collect_names(tokens: TokenStream, names: &mut BTreeSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => drop(names.insert(crate::source::items::plain_name(&ident))),
            TokenTree::Group(group) => collect_names(group.stream(), names),
            _ => {}
        }
    }
}

fn import_paths(tree: &syn::UseTree, before: String, found: &mut Vec<String>) {
    match tree {
        syn::UseTree::Path(path) => import_paths(&path.tree, format!("{before}{}::", path.ident), found),
        syn::UseTree::Name(name) => found.push(format!("{before}{}", name.ident)),
        syn::UseTree::Rename(name) if name.rename == "_" => {
            found.push(format!("{before}{} as _", name.ident))
        }
        syn::UseTree::Group(group) => {
            group.items.iter().for_each(|tree| import_paths(tree, before.clone(), found));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_a_test_with_its_comments_and_attributes() {
        let text = "// Generated by cargo sbst 0.1.0 for `demo::shapes`.\n// second line\n\n\
                    use demo::{shapes::Kind, triangle};\n\n\
                    // triangle\n// It says more.\n#[cfg(unix)]\n#[test]\n#[ignore]\nfn first() {\n    \
                    triangle();\n}\n\n#[test]\nfn second() {}\n\n// Kind::area (Shape)\n#[test]\nfn third() {}\n";
        let blocks = split(text);
        let found: Vec<_> =
            blocks.tests.iter().map(|b| (b.name.as_str(), b.function.as_str(), b.ignored)).collect();
        let triangle = "demo::shapes::triangle";
        let area = "demo::shapes::<Kind as Shape>::area";
        assert_eq!(found, [("first", triangle, true), ("second", triangle, false), ("third", area, false)]);
        assert_eq!(blocks.tests[0].lines, 7..=13);
        assert!(blocks.tests[0].text.starts_with("// It says more.\n"));
        assert!(blocks.tests[0].names.contains("triangle"));
        let paths: Vec<_> = blocks.imports.iter().map(|(path, _)| path.as_str()).collect();
        assert_eq!(paths, ["demo::shapes::Kind", "demo::triangle"]);
    }

    #[test]
    fn variables_are_not_among_the_names_of_a_test() {
        let text = "use demo::{push, stack};\n\n// demo::push\n#[test]\nfn first() {\n    let mut stack = vec![1];\n    \
                    push(&mut stack);\n    assert_eq!(stack, []);\n}\n";
        let block = &split(text).tests[0];
        assert_eq!((block.names.contains("stack"), block.names.contains("push")), (false, true));
    }

    #[test]
    fn unparsable_file_has_no_blocks() {
        assert!(split("fn {").tests.is_empty());
    }
}
