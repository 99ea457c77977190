//! Operands that can be moved out of an operator's expression.

use syn::{Expr, Lit, UnOp};

use crate::condition::referable::may_be_packed;
use crate::condition::{diverges, peeled};

/// True if `left op right` may be arithmetic of numbers with operands that can be evaluated before
/// it.
pub(super) fn may_be_numbers(left: &Expr, right: &Expr) -> bool {
    [left, right].into_iter().all(may_be_number)
}

/// True if an operand may be a number that can be evaluated by itself.
pub(super) fn may_be_number(operand: &Expr) -> bool {
    let is_other = match peeled(operand) {
        Expr::Lit(literal) => {
            !matches!(literal.lit, Lit::Int(_) | Lit::Float(_) | Lit::Bool(_) | Lit::Byte(_))
        }
        // The right operand of an operator may be coerced in its place.
        Expr::Reference(_) | Expr::Macro(_) | Expr::Array(_) | Expr::Closure(_) | Expr::Struct(_) => true,
        Expr::Tuple(_) | Expr::Repeat(_) | Expr::Range(_) | Expr::RawAddr(_) => true,
        Expr::MethodCall(call) => {
            ["to_string", "to_owned", "as_str", "as_ref"].iter().any(|name| call.method == name)
        }
        _ => false,
    };
    !is_other && !diverges(operand)
}

/// True if a place can be mutably borrowed where it is assigned to.
pub(super) fn may_be_borrowed(place: &Expr) -> bool {
    !may_be_packed(place)
        && match peeled(place) {
            Expr::Path(_) | Expr::Index(_) => true,
            Expr::Field(field) => may_be_borrowed(&field.base) || !is_place(&field.base),
            Expr::Unary(unary) => matches!(unary.op, UnOp::Deref(_)),
            _ => false,
        }
}

fn is_place(expression: &Expr) -> bool {
    matches!(peeled(expression), Expr::Path(_) | Expr::Index(_) | Expr::Field(_) | Expr::Unary(_))
}

/// True if an expression may be a constant, which a reference promotes to a static.
pub(super) fn may_be_promoted(expression: &Expr) -> bool {
    match peeled(expression) {
        Expr::Lit(_) | Expr::Path(_) => true,
        Expr::Array(array) => array.elems.iter().all(may_be_promoted),
        Expr::Tuple(tuple) => tuple.elems.iter().all(may_be_promoted),
        Expr::Struct(structure) => structure.fields.iter().all(|field| may_be_promoted(&field.expr)),
        Expr::Call(call) => call.args.iter().all(may_be_promoted),
        Expr::Repeat(repeat) => may_be_promoted(&repeat.expr),
        Expr::Reference(reference) => may_be_promoted(&reference.expr),
        Expr::Unary(unary) => may_be_promoted(&unary.expr),
        Expr::Cast(cast) => may_be_promoted(&cast.expr),
        Expr::Binary(binary) => may_be_promoted(&binary.left) && may_be_promoted(&binary.right),
        Expr::Range(range) => range.start.iter().chain(&range.end).all(|end| may_be_promoted(end)),
        _ => false,
    }
}

/// True if a condition contains a `let`.
pub(super) fn has_let(condition: &Expr) -> bool {
    match peeled(condition) {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}
