//! Shares of written tests that a maintainer would send back, for one crate or several.
//!
//! ```sh
//! cargo run -p sbst-experiments --bin test_shapes -- path/to/crate path/to/another
//! ```
//!
//! Each crate has been searched, so its tests are in `tests/sbst`, and those of private functions
//! in `target/sbst/tests`. Ignored tests of findings are counted separately. A near-twin differs
//! from an earlier test of its file in literals only.

use clap::Parser;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};

/// Counts shapes of written tests.
#[derive(Debug, Parser)]
struct Arguments {
    /// The folders of crates with written tests
    #[arg(required = true, value_name = "PATH")]
    crates: Vec<PathBuf>,
}

#[derive(Default)]
struct Counts {
    tests: usize,
    ignored: usize,
    qualified: usize,
    debug_text: usize,
    without_assertion: usize,
    near_twins: usize,
    lines: usize,
}

fn main() -> anyhow::Result<()> {
    let Arguments { crates } = Arguments::parse();
    println!(
        "| crate | tests | of findings | `<T as Trait>::` | `{{:?}}` text | no assertion | near-twins | lines a test |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for krate in crates {
        let mut counts = Counts::default();
        for folder in ["tests/sbst", "target/sbst/tests"] {
            count_in(&krate.join(folder), &mut counts)?;
        }
        let Counts { tests, ignored, .. } = counts;
        let share =
            |number: usize| format!("{number} ({:.0} %)", 100.0 * number as f64 / tests.max(1) as f64);
        println!(
            "| {} | {tests} | {ignored} | {} | {} | {} | {} | {:.1} |",
            krate.file_name().unwrap_or_default().display(),
            share(counts.qualified),
            share(counts.debug_text),
            share(counts.without_assertion),
            share(counts.near_twins),
            counts.lines as f64 / tests.max(1) as f64,
        );
    }
    Ok(())
}

fn count_in(folder: &Path, counts: &mut Counts) -> anyhow::Result<()> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            count_in(&path, counts)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            counts.add(&syn::parse_file(&fs::read_to_string(&path)?)?);
        }
    }
    Ok(())
}

impl Counts {
    fn add(&mut self, file: &syn::File) {
        let mut seen = BTreeSet::new();
        for item in &file.items {
            let syn::Item::Fn(function) = item else { continue };
            let has = |name: &str| function.attrs.iter().any(|attribute| attribute.path().is_ident(name));
            if !has("test") {
                continue;
            }
            if has("ignore") {
                self.ignored += 1;
                continue;
            }
            let mut shape = Shape::default();
            shape.visit_block(&function.block);
            let is_twin = !seen.insert(shape.skeleton);
            self.tests += 1;
            self.qualified += usize::from(shape.is_qualified);
            self.debug_text += usize::from(shape.has_debug_text);
            self.without_assertion += usize::from(!shape.asserts && !has("should_panic"));
            self.near_twins += usize::from(is_twin);
            let span = function.block.span();
            self.lines += span.end().line - span.start().line + 1;
        }
    }
}

/// The shape of a test.
#[derive(Default)]
struct Shape {
    is_qualified: bool,
    has_debug_text: bool,
    asserts: bool,
    /// The tokens, with one sign for all literals.
    skeleton: String,
}

impl Visit<'_> for Shape {
    fn visit_block(&mut self, block: &syn::Block) {
        if self.skeleton.is_empty() {
            self.skeleton = skeleton(quote::quote!(#block));
        }
        visit::visit_block(self, block);
    }

    fn visit_qself(&mut self, of: &syn::QSelf) {
        self.is_qualified |= of.as_token.is_some();
        visit::visit_qself(self, of);
    }

    fn visit_macro(&mut self, call: &syn::Macro) {
        let name = call.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        self.asserts |= name.starts_with("assert");
        let tokens = call.tokens.to_string();
        self.has_debug_text |= name == "format" && tokens.contains(":?}");
        let parser = syn::punctuated::Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated;
        let arguments = syn::parse::Parser::parse2(parser, call.tokens.clone());
        arguments.iter().flatten().for_each(|argument| self.visit_expr(argument));
    }
}

fn skeleton(tokens: proc_macro2::TokenStream) -> String {
    let texts = tokens.into_iter().map(|token| match token {
        proc_macro2::TokenTree::Literal(_) => "_".to_owned(),
        proc_macro2::TokenTree::Group(group) => format!("({})", skeleton(group.stream())),
        other => other.to_string(),
    });
    texts.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_of_tests_are_counted() {
        let file = syn::parse_str(
            "#[test] fn a() { assert_eq!(<T as Tr>::f(1), 2); } #[test] fn b() { assert_eq!(<T as Tr>::f(3), 4); }
             #[test] fn c() { assert_eq!(format!(\"{:?}\", f()), \"x\"); } #[test] fn d() { f(); }
             #[test] #[should_panic] fn e() { g(); } #[test] #[ignore] fn f() {} fn helper() {}",
        );
        let mut counts = Counts::default();
        counts.add(&file.expect("it is Rust"));
        let Counts { tests, ignored, qualified, debug_text, without_assertion, near_twins, .. } = counts;
        assert_eq!((tests, ignored, qualified), (5, 1, 2));
        assert_eq!((debug_text, without_assertion, near_twins), (1, 1, 1));
    }
}
