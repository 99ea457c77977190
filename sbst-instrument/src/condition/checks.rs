//! Hidden checks: operations that the language or the standard library ends with a panic, without a
//! branch in the source.
//!
//! 1. Checks are found by syntax alone, on the original tree. After monomorphisation, the runtime
//!    determines if an operand's type has the check: `a + b` of a user's type has no costs and
//!    never fails.
//! 2. Some operations are skipped. They are the same in every execution (arithmetic of constants),
//!    or cannot fail (`x / 2`, `a[..]`), or are not arithmetic by their syntax (`1.0 + x`,
//!    `format!(…) + x`).
//! 3. The place of a check is that of its panic. An operation begins there, or the parentheses
//!    around it (which the compiler includes); for a method it is the name. An index also has its
//!    bracket, in case it is a method's.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote_spanned, ToTokens as _};
use sbst_source::span::{mixed_site, Spanned as _};
use syn::{BinOp, Expr, ExprIndex, ExprMethodCall, Lit, Path, RangeLimits, UnOp};

use crate::condition::{active, diverges, peeled};
use crate::syntax::operators::arithmetic;
use crate::{condition::macro_names, syntax::leading_attributes::take_leading_attributes};
use sbst_source::source_text::{position, source_text};
use sbst_vocabulary::standard::{self, Precondition};
use sbst_vocabulary::Arithmetic;

pub use sbst_vocabulary::CheckKind;

/// A hidden check, as named in reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    pub kind: CheckKind,
    /// The source text of the operation, on one line.
    pub text: String,
    /// The line of its place, from 1.
    pub line: u32,
    /// The column of its place, from 1.
    pub column: u32,
    /// Another possible place of its panic, line and column: that of the bracket, if an index is a
    /// method's.
    pub also: (u32, u32),
    /// The predicates of the `#[cfg]`s around it: it is compiled if all of them hold.
    pub cfgs: Vec<String>,
    /// False for an operation that is only followed: its failure is not a goal.
    pub is_sought: bool,
}

impl Check {
    pub(crate) fn emit(&self, runtime: &Path) -> TokenStream {
        let Check { kind, text, line, column, also: (also_line, also_column), cfgs, is_sought } = self;
        let at = mixed_site();
        let active = if *is_sought { active(cfgs) } else { quote_spanned!(at=> false) };
        let kind = Ident::new(&format!("{kind:?}"), at);
        quote_spanned! {at=>
            #runtime::__private::Check {
                kind: #runtime::__private::CheckKind::#kind, text: #text, line: #line, column: #column,
                also: (#also_line, #also_column), active: #active,
                mutant: ::core::option::Option::None,
            }
        }
    }
}

/// Returns the kind of check of an operator.
pub(crate) fn check_of(operator: Arithmetic) -> CheckKind {
    if operator.divides() {
        CheckKind::Division
    } else {
        CheckKind::Overflow
    }
}

/// Returns an operator that may fail.
pub(crate) fn failing(op: &BinOp) -> Option<Arithmetic> {
    arithmetic(op).filter(|operator| !operator.is_bitwise())
}

/// True if `left` and `right` may be integers that differ between executions.
pub(crate) fn may_be_integers(left: &Expr, right: &Expr) -> bool {
    let operands = [left, right];
    !operands.into_iter().any(|operand| diverges(operand) || is_no_integer(operand))
        && !operands.into_iter().all(is_constant)
}

/// True if `left op right` may be arithmetic of integers that may fail.
pub(crate) fn may_fail(op: &BinOp, left: &Expr, right: &Expr) -> bool {
    use BinOp::*;
    if !may_be_integers(left, right) {
        return false;
    }
    match op {
        BitAnd(_) | BitOr(_) | BitXor(_) | BitAndAssign(_) | BitOrAssign(_) | BitXorAssign(_) => false,
        Shl(_) | Shr(_) | ShlAssign(_) | ShrAssign(_) => !is_constant(right),
        Div(_) | Rem(_) | DivAssign(_) | RemAssign(_) => {
            literal(right).is_none_or(|(value, negative)| value == 0 || negative && value == 1)
        }
        _ => literal(right).is_none_or(|(value, _)| value != 0),
    }
}

/// True if `-operand` may be arithmetic of integers that may fail.
pub(crate) fn negation_may_fail(operand: &Expr) -> bool {
    !diverges(operand) && !is_no_integer(operand) && !is_constant(operand)
}

/// True if `operand` is no integer by its syntax.
pub(crate) fn is_no_integer(operand: &Expr) -> bool {
    match peeled(operand) {
        Expr::Lit(literal) => !matches!(literal.lit, Lit::Int(_) | Lit::Byte(_)),
        Expr::Macro(invocation) => macro_names::makes_value(&invocation.mac),
        Expr::MethodCall(call) => {
            ["to_string", "to_owned", "to_vec"].iter().any(|method| call.method == method)
        }
        Expr::Cast(cast) => {
            matches!(&*cast.ty, syn::Type::Path(path) if path.path.is_ident("f64") || path.path.is_ident("f32"))
        }
        Expr::Unary(unary) => is_no_integer(&unary.expr),
        Expr::Binary(binary) if failing(&binary.op).is_some() => {
            is_no_integer(&binary.left) || is_no_integer(&binary.right)
        }
        _ => false,
    }
}

/// The value of an integer literal, and true if it is negative.
pub(crate) fn literal(expression: &Expr) -> Option<(u128, bool)> {
    match peeled(expression) {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(integer) => Some((integer.base10_parse().ok()?, false)),
            Lit::Byte(byte) => Some((byte.value().into(), false)),
            _ => None,
        },
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
            literal(&unary.expr).map(|(value, negative)| (value, !negative))
        }
        _ => None,
    }
}

/// True if `expression` is the same in every execution: the compiler may have evaluated such
/// arithmetic, and promoted it to a static.
pub(crate) fn is_constant(expression: &Expr) -> bool {
    match peeled(expression) {
        Expr::Lit(_) => true,
        Expr::Path(path) => path.path.segments.last().is_some_and(|name| {
            let name = name.ident.to_string();
            name.chars().any(char::is_uppercase) && !name.chars().any(char::is_lowercase)
        }),
        Expr::Unary(unary) => !matches!(unary.op, UnOp::Deref(_)) && is_constant(&unary.expr),
        Expr::Binary(binary) => is_constant(&binary.left) && is_constant(&binary.right),
        Expr::Cast(cast) => is_constant(&cast.expr),
        Expr::Array(_) | Expr::Repeat(_) => true,
        _ => false,
    }
}

/// The kind of the check of `indexed`, if it may fail.
pub(crate) fn index_check(indexed: &ExprIndex) -> Option<CheckKind> {
    let is_same = is_constant(&indexed.expr) && is_constant(&indexed.index);
    if is_same
        || diverges(&indexed.index)
        || matches!(peeled(&indexed.expr), Expr::Array(_) | Expr::Repeat(_))
    {
        return None;
    }
    match peeled(&indexed.index) {
        Expr::Range(range) => match (&range.start, &range.limits, &range.end) {
            (None, RangeLimits::HalfOpen(_), None) => None,
            _ => Some(CheckKind::Slice),
        },
        _ => Some(CheckKind::Index),
    }
}

/// The precondition of `call`, if it may be unmet.
pub(crate) fn precondition(call: &ExprMethodCall) -> Option<Precondition> {
    let precondition = standard::precondition(&call.method.to_string(), call.args.len())?;
    let never_fails = match precondition {
        Precondition::Demand(..) if call.args.iter().any(diverges) => true,
        Precondition::Demand("NotZero" | "Divisor", _) => {
            call.args.first().and_then(literal).is_some_and(|(value, negative)| value != 0 && !negative)
        }
        _ => false,
    };
    (call.turbofish.is_none() && !never_fails).then_some(precondition)
}

/// The check of a whole original expression, perhaps in parentheses that begin at this span.
pub(crate) fn build_check(expression: &Expr, kind: CheckKind, parentheses: Option<Span>) -> Check {
    let mut expression = expression.clone();
    take_leading_attributes(&mut expression);
    let beginning = || parentheses.unwrap_or_else(|| expression.span());
    let place = match &expression {
        Expr::MethodCall(call) => call.method.span(),
        _ => beginning(),
    };
    let also = match &expression {
        Expr::Index(indexed) => indexed.bracket_token.span.open(),
        _ => place,
    };
    let ((line, column), also) = (position(place), position(also));
    let text = source_text(expression.to_token_stream());
    Check { kind, text, line, column, also, cfgs: Vec::new(), is_sought: true }
}
