//! Outcomes that the author states to be unreachable: `let … else { unreachable!() }`. They are not
//! proved, so they count as goals; no search is worth much for them.

use crate::search::target_report::TargetReport;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use sbst_model::{Goal, TargetDescription};
use sbst_source::visit::{self, Visit};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use syn::spanned::Spanned;

/// The places of such statements, by file, read on demand.
pub struct Stated {
    root: Utf8PathBuf,
    files: RefCell<BTreeMap<String, BTreeSet<(u32, u32)>>>,
}

impl Stated {
    /// Reads files below a root.
    pub fn new(root: &Utf8Path) -> Stated {
        Stated { root: root.to_owned(), files: RefCell::default() }
    }

    /// True if the author states that a goal cannot be reached.
    pub fn is_unreachable(&self, function: &TargetDescription, goal: Goal) -> bool {
        let Some(condition) = function.conditions.get(goal.condition as usize) else { return false };
        if goal.outcome || !condition.text.starts_with("let ") {
            return false;
        }
        let place = &condition.place;
        let mut files = self.files.borrow_mut();
        let places = files.entry(place.file.clone()).or_insert_with(|| {
            let text = fs::read_to_string(self.root.join(&place.file)).unwrap_or_default();
            places(&text)
        });
        places.contains(&(place.line, place.column))
    }

    /// Returns the number of a report's open goals that are stated to be unreachable.
    pub fn count(&self, report: &TargetReport) -> usize {
        let open = report.uncovered();
        open.iter().filter(|(goal, _)| self.is_unreachable(&report.description, *goal)).count()
    }
}

/// Returns the lines and columns, from 1, of statements with an `else` that claims to be
/// unreachable.
fn places(text: &str) -> BTreeSet<(u32, u32)> {
    let mut found = Found(BTreeSet::new());
    if let Ok(file) = syn::parse_file(text) {
        found.visit_file(&file);
    }
    found.0
}

struct Found(BTreeSet<(u32, u32)>);

impl<'ast> Visit<'ast> for Found {
    fn visit_local(&mut self, local: &'ast syn::Local) {
        let diverging = local.init.as_ref().and_then(|init| init.diverge.as_ref());
        if diverging.is_some_and(|(_, diverging)| is_unreachable(diverging)) {
            let start = local.span().start();
            self.0.insert((start.line as u32, start.column as u32 + 1));
        }
        visit::visit_local(self, local);
    }
}

/// True for `unreachable!(…)`, in a block by itself.
fn is_unreachable(expression: &syn::Expr) -> bool {
    match expression {
        syn::Expr::Block(syn::ExprBlock { block, .. }) => match &block.stmts[..] {
            [syn::Stmt::Expr(only, _)] => is_unreachable(only),
            [syn::Stmt::Macro(only)] => is_named(&only.mac),
            _ => false,
        },
        syn::Expr::Macro(only) => is_named(&only.mac),
        _ => false,
    }
}

fn is_named(given: &syn::Macro) -> bool {
    given.path.segments.last().is_some_and(|name| name.ident == "unreachable")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_else_that_is_unreachable_is_found_and_another_is_not() {
        let text = "fn f(n: Option<u8>) -> u8 {\n    let Some(a) = n else { unreachable!(\"no\") };\n    \
                    let Some(b) = n else { return 0 };\n    if a > b { let Some(c) = n else { std::unreachable!() }; }\n    a\n}";
        assert_eq!(places(text).into_iter().collect::<Vec<_>>(), [(2, 5), (4, 16)]);
        assert!(places("fn {").is_empty());
    }
}
