//! Removable statements: calls, and assignments to places that keep a value.

use proc_macro2::TokenStream;
use quote::{quote_spanned, ToTokens as _};
use sbst_source::source_text::source_text;
use sbst_source::span::Spanned as _;
use syn::{Expr, Stmt};

use super::point::{Alternative, Place, Point};
use super::walk::Walk;
use crate::condition::checks::literal;
use crate::condition::peeled;
use crate::syntax::operators::assigns;
use crate::syntax::spans::located;
use sbst_vocabulary::Change;

/// The most characters of a statement in a name.
const LONGEST: usize = 60;

/// Names of functions that may not return.
const ENDINGS: [&str; 8] =
    ["exit", "abort", "fail", "panic", "unreachable", "die", "resume_unwind", "handle_alloc_error"];

impl Walk<'_> {
    /// Returns the point of a removable statement. The last one of a block may be the reason that
    /// the block never ends.
    pub(super) fn removable(&self, statement: &Stmt, is_last: bool) -> Option<Point> {
        let Stmt::Expr(expression, Some(_)) = statement else { return None };
        if !may_be_removed(expression, is_last) {
            return None;
        }
        let text = short(source_text(expression.to_token_stream()));
        let text = self.within(format!("delete statement {text}"));
        let place = Place::of(statement);
        Some(Point { alternatives: vec![Alternative::new(Change::Removed, "Statement", text, "", place)] })
    }

    /// `if keeps(&point) { statement }`
    pub(super) fn remove(&self, number: usize, statement: Stmt) -> Stmt {
        let at = located(statement.span());
        let keeps = self.emit.keeps(number, at);
        let tokens: TokenStream = quote_spanned!(at=> if #keeps { #statement });
        Stmt::Expr(Expr::Verbatim(tokens), None)
    }
}

fn may_be_removed(expression: &Expr, is_last: bool) -> bool {
    match expression {
        Expr::MethodCall(call) => {
            call.attrs.is_empty() && !(is_last && ENDINGS.iter().any(|name| call.method == name))
        }
        Expr::Call(call) => {
            let name = match peeled(&call.func) {
                Expr::Path(path) => path.path.segments.last().map(|name| name.ident.to_string()),
                _ => None,
            };
            call.attrs.is_empty()
                && name.is_some_and(|name| {
                    // `drop` ends a value early, and the others never return.
                    name != "drop" && !ENDINGS.iter().any(|ending| name.contains(ending))
                })
        }
        Expr::Binary(binary) => binary.attrs.is_empty() && assigns(&binary.op),
        // An assignment of another value may initialise a place again after a move.
        Expr::Assign(assignment) => {
            let is_plain = literal(&assignment.right).is_some()
                || matches!(peeled(&assignment.right), Expr::Lit(_) | Expr::Binary(_));
            let is_part = matches!(peeled(&assignment.left), Expr::Field(_) | Expr::Index(_));
            assignment.attrs.is_empty() && is_plain && is_part
        }
        _ => false,
    }
}

fn short(text: String) -> String {
    match text.chars().count() > LONGEST {
        true => text.chars().take(LONGEST).chain(['…']).collect(),
        false => text,
    }
}
