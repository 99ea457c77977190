//! The attributes of a statement or of an element of a list. The parser puts them on the first
//! operand of the following expression.

use syn::{Attribute, Expr};

/// Takes the attributes of a statement, such as a `#[cfg]`. They must be put on the result of its
/// rewriting.
pub(crate) fn take_leading_attributes(expression: &mut Expr) -> Vec<Attribute> {
    leading_attributes(expression).map(std::mem::take).unwrap_or_default()
}

/// The attributes before `expression`. Operands have no attributes themselves, so these are all.
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
