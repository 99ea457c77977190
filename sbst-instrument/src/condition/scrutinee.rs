//! Scrutinees of patterns, and the places where a probe can read them first.
//!
//! A value can be read while it is passed on, because it moves anyway. A place must stay where it
//! is: bindings may borrow from it or move out of it. A place made only of names, fields,
//! dereferences and indices can be read before it is matched, because reading it twice has the same
//! effect as reading it once.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::{BinOp, Expr, ExprReference, ExprUnary, UnOp};

use crate::condition::{macro_names, patterns::is_camel_case, peeled};

/// The category of a matched expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scrutinee {
    Value,
    /// A place that can be read twice.
    Place,
    /// A place within a value, such as `f().x`, whose root is the value.
    WithinValue,
    /// A place that runs code when it is read, or may be one.
    Unknown,
}

impl Scrutinee {
    pub(crate) fn from_expression(expression: &Expr) -> Self {
        let inner = match peeled(expression) {
            // A variant or a struct: a value whose type may depend on its use.
            Expr::Path(path) if path.path.segments.last().is_some_and(|name| is_camel_case(&name.ident)) => {
                return Scrutinee::Value;
            }
            Expr::Path(_) => return Scrutinee::Place,
            Expr::Field(field) => &field.base,
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => &unary.expr,
            Expr::Index(index) if runs_nothing(&index.index) => &index.expr,
            Expr::Index(_) | Expr::Verbatim(_) => return Scrutinee::Unknown,
            Expr::Macro(invocation) if !macro_names::makes_value(&invocation.mac) => {
                return Scrutinee::Unknown
            }
            _ => return Scrutinee::Value,
        };
        match Scrutinee::from_expression(inner) {
            Scrutinee::Value => Scrutinee::WithinValue,
            other => other,
        }
    }
}

/// True if evaluating `expression` twice is equivalent to evaluating it once: it consists of names,
/// literals, operators of arithmetic, and places.
pub(crate) fn runs_nothing(expression: &Expr) -> bool {
    match peeled(expression) {
        Expr::Lit(_) | Expr::Path(_) => true,
        Expr::Field(field) => runs_nothing(&field.base),
        Expr::Unary(unary) => runs_nothing(&unary.expr),
        Expr::Cast(cast) => runs_nothing(&cast.expr),
        Expr::Reference(reference) => reference.mutability.is_none() && runs_nothing(&reference.expr),
        Expr::Index(index) => runs_nothing(&index.expr) && runs_nothing(&index.index),
        Expr::Range(range) => [&range.start, &range.end].into_iter().flatten().all(|end| runs_nothing(end)),
        Expr::Binary(binary) => {
            use BinOp::{Add, BitAnd, BitOr, BitXor, Div, Mul, Rem, Shl, Shr, Sub};
            let arithmetic = matches!(
                binary.op,
                Add(_)
                    | Sub(_)
                    | Mul(_)
                    | Div(_)
                    | Rem(_)
                    | BitAnd(_)
                    | BitOr(_)
                    | BitXor(_)
                    | Shl(_)
                    | Shr(_)
            );
            arithmetic && runs_nothing(&binary.left) && runs_nothing(&binary.right)
        }
        _ => false,
    }
}

/// The expression at the root of the fields, dereferences and indices of `place`.
pub(crate) fn root(place: &mut Expr) -> &mut Expr {
    match place {
        Expr::Paren(inner) => root(&mut inner.expr),
        Expr::Group(inner) => root(&mut inner.expr),
        Expr::Field(field) => root(&mut field.base),
        Expr::Index(index) => root(&mut index.expr),
        Expr::Unary(ExprUnary { op: UnOp::Deref(_), expr, .. }) => root(expr),
        other => other,
    }
}

/// The root of `expression`'s referent, below any references.
pub(crate) fn root_of_referent(expression: &mut Expr) -> &mut Expr {
    match root(expression) {
        Expr::Reference(reference) => root_of_referent(&mut reference.expr),
        other => other,
    }
}

/// `expression` with a name instead of its root, as found by `find`, for reading only.
pub(crate) fn from_root(expression: &Expr, find: fn(&mut Expr) -> &mut Expr, name: &Ident) -> TokenStream {
    let mut copy = expression.clone();
    *find(&mut copy) = Expr::Verbatim(name.to_token_stream());
    looking_only(copy)
}

/// `place` without exclusive references, for reading only.
pub(crate) fn looking_only(mut place: Expr) -> TokenStream {
    share(&mut place);
    place.into_token_stream()
}

fn share(place: &mut Expr) {
    if let Expr::Reference(ExprReference { mutability, expr, .. }) = root(place) {
        *mutability = None;
        share(expr);
    }
}
