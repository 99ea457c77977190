//! Operators of the syntax tree, and their names in emitted code.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;
use sbst_vocabulary::standard::StdCall;
use sbst_vocabulary::{Arithmetic, Change, Operator};
use std::fmt::Debug;
use syn::{BinOp, Path};

/// Returns the comparison operator of an expression.
pub(crate) fn comparison(op: &BinOp) -> Option<Operator> {
    Some(match op {
        BinOp::Eq(_) => Operator::Equal,
        BinOp::Ne(_) => Operator::NotEqual,
        BinOp::Lt(_) => Operator::Less,
        BinOp::Le(_) => Operator::LessOrEqual,
        BinOp::Gt(_) => Operator::Greater,
        BinOp::Ge(_) => Operator::GreaterOrEqual,
        _ => return None,
    })
}

/// Returns the operator of arithmetic or of bits, also of an assignment.
pub(crate) fn arithmetic(op: &BinOp) -> Option<Arithmetic> {
    use BinOp::*;
    Some(match op {
        Add(_) | AddAssign(_) => Arithmetic::Add,
        Sub(_) | SubAssign(_) => Arithmetic::Subtract,
        Mul(_) | MulAssign(_) => Arithmetic::Multiply,
        Div(_) | DivAssign(_) => Arithmetic::Divide,
        Rem(_) | RemAssign(_) => Arithmetic::Remainder,
        Shl(_) | ShlAssign(_) => Arithmetic::ShiftLeft,
        Shr(_) | ShrAssign(_) => Arithmetic::ShiftRight,
        BitAnd(_) | BitAndAssign(_) => Arithmetic::And,
        BitOr(_) | BitOrAssign(_) => Arithmetic::Or,
        BitXor(_) | BitXorAssign(_) => Arithmetic::ExclusiveOr,
        _ => return None,
    })
}

/// True for a compound assignment.
pub(crate) fn assigns(op: &BinOp) -> bool {
    use BinOp::*;
    let computes = matches!(
        op,
        Add(_) | Sub(_) | Mul(_) | Div(_) | Rem(_) | Shl(_) | Shr(_) | BitAnd(_) | BitOr(_) | BitXor(_)
    );
    arithmetic(op).is_some() && !computes
}

/// The trait and the method of a comparison operator, and the method of the runtime's `Lhs` whose
/// bound determines the expected type of the right operand.
pub(crate) struct Method {
    pub(crate) bound: Ident,
    pub(crate) class: Ident,
    pub(crate) method: Ident,
}

impl Method {
    pub(crate) fn from_operator(operator: Operator, at: Span) -> Method {
        let [bound, class, method] = match operator {
            Operator::Equal => ["eq_", "PartialEq", "eq"],
            Operator::NotEqual => ["eq_", "PartialEq", "ne"],
            Operator::Less => ["ord_", "PartialOrd", "lt"],
            Operator::LessOrEqual => ["ord_", "PartialOrd", "le"],
            Operator::Greater => ["ord_", "PartialOrd", "gt"],
            Operator::GreaterOrEqual => ["ord_", "PartialOrd", "ge"],
        }
        .map(|name| Ident::new(name, at));
        Method { bound, class, method }
    }
}

/// Emits a comparison operator.
pub(crate) fn emit_operator(operator: Operator, runtime: &Path, at: Span) -> TokenStream {
    let name = variant(operator, at);
    quote_spanned!(at=> #runtime::__private::Operator::#name)
}

/// Emits an operator of arithmetic or of bits.
pub(crate) fn emit_arithmetic(operator: Arithmetic, runtime: &Path, at: Span) -> TokenStream {
    let name = variant(operator, at);
    quote_spanned!(at=> #runtime::__private::Arithmetic::#name)
}

/// Emits a call of the standard library.
pub(crate) fn emit_std_call(call: StdCall, runtime: &Path, at: Span) -> TokenStream {
    let of = match call {
        StdCall::Calculate(operator) => Some(emit_arithmetic(operator, runtime, at)),
        StdCall::Compare(operator) => Some(emit_operator(operator, runtime, at)),
        _ => None,
    };
    let (name, of) = (variant(call, at), of.map(|of| quote_spanned!(at=> (#of))));
    quote_spanned!(at=> #runtime::__private::StdCall::#name #of)
}

/// Emits the change of a mutant.
pub(crate) fn emit_change(change: Change, runtime: &Path, at: Span) -> TokenStream {
    let of = match change {
        Change::Calculate(operator) => Some(emit_arithmetic(operator, runtime, at)),
        Change::Compare(operator) => Some(emit_operator(operator, runtime, at)),
        _ => None,
    };
    let (name, of) = (variant(change, at), of.map(|of| quote_spanned!(at=> (#of))));
    quote_spanned!(at=> #runtime::__private::mutant::Change::#name #of)
}

/// Returns the name of a variant, without its fields.
fn variant(value: impl Debug, at: Span) -> Ident {
    let text = format!("{value:?}");
    Ident::new(text.split('(').next().unwrap_or_default(), at)
}
