//! Operands that may be raw pointers.
//!
//! If the left operand of a comparison is a raw pointer, the right one is coerced to its type, from
//! `*mut T`, `&T` or `&mut T`. Only values are coerced, but a probe refers to its operands. So such
//! a comparison is left unchanged, and only its outcome is recorded. Pointers have no distance
//! anyway. They are recognised by casts, by functions known to make them, and by names declared to
//! be pointers somewhere in the package's sources. A number of the same name only loses its
//! distance.

use syn::{ext::IdentExt as _, Expr, Ident, Macro, Member, Stmt, Type};

use crate::condition::peeled;
use sbst_source::package::{sources, POINTER_MAKERS};

/// Methods that return a pointer for a pointer, and a number for a number.
const KEEPERS: [&str; 7] =
    ["add", "clone", "offset", "sub", "wrapping_add", "wrapping_offset", "wrapping_sub"];

/// True if `operand` may be a raw pointer.
pub(crate) fn may_be_pointer(operand: &Expr) -> bool {
    match peeled(operand) {
        Expr::Cast(cast) => matches!(*cast.ty, Type::Ptr(_)),
        Expr::RawAddr(_) => true,
        Expr::Path(path) => path.path.segments.last().is_some_and(|name| is_pointer(&name.ident)),
        Expr::Field(field) => matches!(&field.member, Member::Named(name) if is_pointer(name)),
        Expr::MethodCall(call) => {
            makes_pointer(&call.method)
                || KEEPERS.iter().any(|keeper| call.method == keeper) && may_be_pointer(&call.receiver)
        }
        Expr::Call(call) => match peeled(&call.func) {
            Expr::Path(path) => path.path.segments.last().is_some_and(|name| makes_pointer(&name.ident)),
            _ => false,
        },
        Expr::Macro(invocation) => macro_makes_pointer(&invocation.mac),
        Expr::Unsafe(block) => last_may_be_pointer(&block.block.stmts),
        Expr::Block(block) => last_may_be_pointer(&block.block.stmts),
        _ => false,
    }
}

fn last_may_be_pointer(statements: &[Stmt]) -> bool {
    match statements.last() {
        Some(Stmt::Expr(last, None)) => may_be_pointer(last),
        Some(Stmt::Macro(last)) => macro_makes_pointer(&last.mac),
        _ => false,
    }
}

fn macro_makes_pointer(invocation: &Macro) -> bool {
    invocation.path.segments.last().is_some_and(|name| makes_pointer(&name.ident))
}

fn makes_pointer(function: &Ident) -> bool {
    let name = function.unraw().to_string();
    POINTER_MAKERS.contains(&&*name) || sources().is_pointer_function(&name)
}

fn is_pointer(name: &Ident) -> bool {
    sources().is_pointer(&name.unraw().to_string())
}
