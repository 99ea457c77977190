//! Comparisons whose left operand must be captured by value.
//!
//! The operator reads a scalar before it evaluates the right operand; the rewritten form would only
//! borrow it. If the left operand is a place and the right one can run code, the difference is
//! visible. In `i == { i += 1; i }` it is another result, and in `self.position < self.next()` an
//! error of the borrow checker.

use syn::{BinOp, Expr, UnOp};

use crate::condition::peeled;
use crate::syntax::walk::{Node, Walk as _};

/// True if a comparison of `left` with `right` must capture `left`.
pub(crate) fn is_needed(left: &Expr, right: &Expr) -> bool {
    is_place(left) && can_run_code(right)
}

fn is_place(expression: &Expr) -> bool {
    match peeled(expression) {
        Expr::Path(_) | Expr::Field(_) | Expr::Index(_) => true,
        Expr::Unary(unary) => matches!(unary.op, UnOp::Deref(_)),
        _ => false,
    }
}

fn can_run_code(expression: &Expr) -> bool {
    let mut found = false;
    expression.walk(&mut |node| {
        let Node::Expr(expression) = node else { return true };
        let runs = match expression {
            // Creating a closure or a future does not run its body.
            Expr::Closure(_) | Expr::Async(_) | Expr::Const(_) => return false,
            // Reading through `&` cannot change the left operand; overloaded arithmetic takes its
            // operands by value.
            Expr::Array(_)
            | Expr::Binary(_)
            | Expr::Cast(_)
            | Expr::Field(_)
            | Expr::Group(_)
            | Expr::Index(_) => false,
            Expr::Infer(_)
            | Expr::Lit(_)
            | Expr::Paren(_)
            | Expr::Path(_)
            | Expr::Range(_)
            | Expr::Repeat(_) => false,
            Expr::Struct(_) | Expr::Tuple(_) | Expr::Unary(_) => false,
            Expr::Reference(reference) => reference.mutability.is_some(),
            _ => true,
        };
        let assigns = matches!(expression, Expr::Binary(binary) if is_assignment(&binary.op));
        found |= runs || assigns;
        !found
    });
    found
}

fn is_assignment(op: &BinOp) -> bool {
    use BinOp::*;
    matches!(
        op,
        AddAssign(_)
            | SubAssign(_)
            | MulAssign(_)
            | DivAssign(_)
            | RemAssign(_)
            | BitXorAssign(_)
            | BitAndAssign(_)
            | BitOrAssign(_)
            | ShlAssign(_)
            | ShrAssign(_)
    )
}
