//! Where the parser puts the attributes of a statement or of an element of a list: on the first
//! operand of what follows.

use syn::{Attribute, Expr};

/// Takes the attributes of a statement, a `#[cfg]` say. They have to go on what becomes of the
/// whole.
pub(crate) fn take_leading_attributes(expression: &mut Expr) -> Vec<Attribute> {
    leading_attributes(expression).map(std::mem::take).unwrap_or_default()
}

/// The attributes before `expression`. There are no others at its beginning, because an operand has
/// none of its own.
pub(crate) fn leading_attributes(expression: &mut Expr) -> Option<&mut Vec<Attribute>> {
    macro_rules! attributes {
        ($($kind:ident)*) => {
            match expression {
                Expr::Assign(inner) => leading_attributes(&mut inner.left),
                Expr::Binary(inner) => leading_attributes(&mut inner.left),
                Expr::Cast(inner) => leading_attributes(&mut inner.expr),
                $(Expr::$kind(inner) => Some(&mut inner.attrs),)*
                _ => None,
            }
        };
    }
    attributes! {
        Array Async Await Block Break Call Closure Const Continue Field ForLoop Group If Index Infer Let Lit Loop Macro
        Match MethodCall Paren Path Range RawAddr Reference Repeat Return Struct Try TryBlock Tuple Unary Unsafe While
        Yield
    }
}
