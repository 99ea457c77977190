//! Values that must outlive their statement because its result borrows from them.
//!
//! 1. Constants behind `&` live for ever: literals, and arrays, tuples and `Some` of them. For
//!    other types it is unknown if they have a `Drop`. Behind `&mut`, only an empty array lives for
//!    ever.
//! 2. A named value lives as long as its variable.
//! 3. A `let` binds every other value behind a reference, or before a method that borrows it, inner
//!    values before outer ones.

use proc_macro2::Span;
use sbst_source::visit::{self, Visit};
use std::ops::Range;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, Token};

/// Replaces values that would be dropped too early by names. Adds their declarations to `lines`;
/// `name` returns free names.
pub fn bind(source: &str, name: &mut dyn FnMut() -> String, lines: &mut Vec<String>) -> String {
    let Ok(expression) = syn::parse_str::<Expr>(source) else { return source.to_owned() };
    let mut mortals = Mortals(Vec::new());
    mortals.visit_expr(&expression);
    let mut written = String::new();
    let mut done = 0;
    for (place, is_changed) in mortals.0 {
        let Some(value) = source.get(place.clone()).filter(|_| place.start >= done) else { continue };
        let value = bind(value, name, lines);
        let name = name();
        lines.push(format!("let {}{name} = {value};", if is_changed { "mut " } else { "" }));
        written += &source[done..place.start];
        written += &name;
        done = place.end;
    }
    written + &source[done..]
}

/// Ranges of the outermost values that would be dropped, each with true if it is borrowed mutably.
struct Mortals(Vec<(Range<usize>, bool)>);

impl Mortals {
    /// Visits a borrowed expression.
    fn borrowed(&mut self, expression: &Expr, is_changed: bool) {
        match expression {
            Expr::Paren(inner) => self.borrowed(&inner.expr, is_changed),
            Expr::Index(index) => self.borrowed(&index.expr, is_changed),
            Expr::Field(field) => self.borrowed(&field.base, is_changed),
            Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr, .. }) => {
                self.borrowed(expr, is_changed);
            }
            Expr::Array(array) if array.elems.is_empty() => {}
            expression if is_variable(expression) || !is_changed && is_constant(expression) => {}
            expression => self.0.push((place(expression.span()), is_changed)),
        }
    }
}

impl Visit<'_> for Mortals {
    fn visit_expr_reference(&mut self, reference: &syn::ExprReference) {
        self.borrowed(&reference.expr, reference.mutability.is_some());
    }

    fn visit_expr_method_call(&mut self, call: &syn::ExprMethodCall) {
        match call.method.to_string().as_str() {
            "iter" => self.borrowed(&call.receiver, false),
            "as_mut" | "iter_mut" => self.borrowed(&call.receiver, true),
            _ => visit::visit_expr_method_call(self, call),
        }
    }

    fn visit_macro(&mut self, call: &syn::Macro) {
        let elements = Punctuated::<Expr, Token![,]>::parse_terminated.parse2(call.tokens.clone());
        elements.into_iter().flatten().for_each(|element| self.visit_expr(&element));
    }

    // Values in a closure are dropped in the closure.
    fn visit_expr_closure(&mut self, _: &syn::ExprClosure) {}
}

fn place(span: Span) -> Range<usize> {
    span.byte_range()
}

fn is_variable(expression: &Expr) -> bool {
    matches!(expression, Expr::Path(path) if path.path.get_ident().is_some_and(|name| name != "None"))
}

/// True if the compiler promotes a borrowed expression to a static.
fn is_constant(expression: &Expr) -> bool {
    match expression {
        Expr::Lit(_) => true,
        Expr::Unary(unary) => is_constant(&unary.expr),
        Expr::Paren(inner) => is_constant(&inner.expr),
        Expr::Index(index) => is_constant(&index.expr),
        Expr::Reference(reference) => reference.mutability.is_none() && is_constant(&reference.expr),
        Expr::Array(array) => array.elems.iter().all(is_constant),
        Expr::Tuple(tuple) => tuple.elems.iter().all(is_constant),
        Expr::Call(call) => is_path(&call.func, "Some") && call.args.iter().all(is_constant),
        // Values of primitive types have only paths like `u8::MAX`.
        Expr::Path(path) => {
            is_path(expression, "None")
                || path.path.segments.len() == 2
                    && path.path.segments[0].ident.to_string().starts_with(char::is_lowercase)
        }
        _ => false,
    }
}

fn is_path(expression: &Expr, name: &str) -> bool {
    matches!(expression, Expr::Path(path) if path.path.is_ident(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bound(source: &str) -> String {
        let (mut lines, mut names) = (Vec::new(), ["a", "b", "c"].into_iter());
        let written = bind(source, &mut || names.next().unwrap().to_owned(), &mut lines);
        lines.push(written);
        lines.join(" ")
    }

    #[test]
    fn values_that_live_for_ever_are_not_bound() {
        for source in [
            "\"text\"",
            "&5",
            "&-5",
            "&u8::MAX",
            "&[1, 2][..]",
            "&[(\"a\", &[1]), (\"b\", &[])]",
            "&Some(\"é\")",
            "&None",
            "&mut []",
            "&mut stack",
            "&stack[1..]",
            "[1, 2].iter()",
            "Stack::from(vec![1])",
            "vec![\"a\"].into_iter()",
            "|_| &String::new()",
        ] {
            assert_eq!(bound(source), source);
        }
    }

    #[test]
    fn temporary_values_are_bound_before() {
        for (source, expected) in [
            ("&String::from(\"é\")", "let a = String::from(\"é\"); &a"),
            ("&mut 5", "let mut a = 5; &mut a"),
            ("&mut [1, 2][..]", "let mut a = [1, 2]; &mut a[..]"),
            ("Some(&vec![1])", "let a = vec![1]; Some(&a)"),
            ("&*String::new()", "let a = String::new(); &*a"),
            ("&Point { x: 1 }", "let a = Point { x: 1 }; &a"),
            ("(&String::new(), &vec![2])", "let a = String::new(); let b = vec![2]; (&a, &b)"),
            ("vec![&String::from(\"a\"), \"b\"]", "let a = String::from(\"a\"); vec![&a, \"b\"]"),
            (
                "&vec![\"é\", &String::from(\"a\")]",
                "let a = String::from(\"a\"); let b = vec![\"é\", &a]; &b",
            ),
            ("[String::new()].iter()", "let a = [String::new()]; a.iter()"),
            ("[1].iter_mut()", "let mut a = [1]; a.iter_mut()"),
            ("Box::pin(1).as_mut()", "let mut a = Box::pin(1); a.as_mut()"),
        ] {
            assert_eq!(bound(source), expected);
        }
    }
}
