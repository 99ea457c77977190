//! Operands that are structures by their syntax: arrays, slices, tuples, options and results as
//! literals.
//!
//! The runtime determines their type by method look-up. That is only safe if the outer type is
//! known at the look-up: an unknown type would be taken for the first suitable one. The syntax of
//! these operands shows it.

use syn::{Expr, Lit};

use crate::condition::{macro_names, peeled};

/// True if the syntax of `operand` shows that its outer type is a structure.
pub(crate) fn is_structure(operand: &Expr) -> bool {
    match peeled(operand) {
        Expr::Array(_) | Expr::Repeat(_) => true,
        Expr::Tuple(tuple) => !tuple.elems.is_empty(),
        Expr::Reference(reference) => is_structure(&reference.expr),
        Expr::Index(index) => matches!(peeled(&index.index), Expr::Range(_)),
        Expr::Lit(literal) => matches!(literal.lit, Lit::ByteStr(_)),
        Expr::Call(call) => is_variant(&call.func, &["Some", "Ok", "Err"]),
        Expr::Path(_) => is_variant(operand, &["None"]),
        Expr::Macro(invocation) => macro_names::is_vector(&invocation.mac),
        _ => false,
    }
}

fn is_variant(expression: &Expr, variants: &[&str]) -> bool {
    let Expr::Path(path) = peeled(expression) else { return false };
    path.path.segments.last().is_some_and(|name| variants.iter().any(|variant| name.ident == variant))
}
