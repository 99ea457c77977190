//! Operands that are structures by their syntax: arrays, slices, tuples, options and results that
//! stand there.
//!
//! The runtime asks for their type by method look-up, which is only safe where the outer type is
//! known when the look-up is made: a type that is not known yet would be taken for the first that
//! fits. Of what is written as one of these it is.

use syn::{Expr, Lit};

use crate::condition::{known_macros, peeled};

/// True if the outer type of `operand` is plain by its syntax, and that of a structure.
pub(crate) fn is_structure(operand: &Expr) -> bool {
    match peeled(operand) {
        Expr::Array(_) | Expr::Repeat(_) => true,
        Expr::Tuple(tuple) => !tuple.elems.is_empty(),
        Expr::Reference(reference) => is_structure(&reference.expr),
        Expr::Index(index) => matches!(peeled(&index.index), Expr::Range(_)),
        Expr::Lit(literal) => matches!(literal.lit, Lit::ByteStr(_)),
        Expr::Call(call) => is_variant(&call.func, &["Some", "Ok", "Err"]),
        Expr::Path(_) => is_variant(operand, &["None"]),
        Expr::Macro(invocation) => known_macros::is_vector(&invocation.mac),
        _ => false,
    }
}

fn is_variant(expression: &Expr, variants: &[&str]) -> bool {
    let Expr::Path(path) = peeled(expression) else { return false };
    path.path.segments.last().is_some_and(|name| variants.iter().any(|variant| name.ident == variant))
}
