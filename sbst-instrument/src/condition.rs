//! Conditions: the decisions of a function, each with two outcomes.
//!
//! A condition is an atomic decision in the source with two possible outcomes. There are six kinds:
//!
//! * a *comparison* (`==`, `!=`, `<`, `<=`, `>`, `>=`), in any expression, and that of `assert_eq!`
//!   and similar macros. A boolean computed in one place often decides in another;
//! * a *bare boolean*, where the program decides on it: an operand of `&&` or `||`, or the
//!   condition of an `if`, a `while`, an `assert!` or the guard of a match arm. It does not count
//!   if it is itself built from conditions. A boolean built with `&`, `|` and `^` does, and so do
//!   its operands, because unlike those of `&&` and `||` they do not decide one by one;
//! * a *pattern* (`if let`, `while let`, `let … else`, each `let` in a chain, `matches!`), unless
//!   by its syntax it always matches;
//! * an *arm* of a `match`, that is its pattern, unless it always matches: the last arm is the
//!   other outcome of the arms before it;
//! * a *loop* with `for`, which may be entered or not;
//! * a `?`, which may continue or return early.
//!
//! A decision with a constant outcome by its syntax is not a condition: `true`, `false`, `cfg!(…)`,
//! `for _ in 0..9`, `for name in ["a", "b"]`, `Err(…)?`.

pub(crate) mod macro_names;
pub mod patterns;
pub(crate) mod scrutinee;
pub mod known_macros;
pub(crate) mod referable;
pub(crate) mod pointers;
pub(crate) mod capture;
pub(crate) mod structures;
pub mod literals;
pub(crate) mod standard_calls;
pub(crate) mod membership;
pub(crate) mod callees;
pub mod checks;
pub(crate) mod computations;
pub(crate) mod closed;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote_spanned, ToTokens};
use sbst_source::span::{mixed_site, Spanned as _};
use syn::{BinOp, Expr, ExprBinary, Lit, Macro, Path, Stmt, UnOp};

use crate::syntax::leading_attributes::{leading_attributes, take_leading_attributes};
use crate::{condition::known_macros::Matches, syntax::spans::as_ours};
use sbst_source::source_text::{position, source_text};
use sbst_vocabulary::standard::method;

pub use sbst_vocabulary::ConditionKind;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    pub kind: ConditionKind,
    /// Its source text on one line.
    pub text: String,
    /// The line of its beginning, from 1.
    pub line: u32,
    /// The column of its beginning, from 1.
    pub column: u32,
    /// The predicates of the `#[cfg]`s around it: it is compiled if all of them hold.
    pub cfgs: Vec<String>,
    /// True if it is in a closure, which the function may pass on.
    pub in_closure: bool,
}

impl Condition {
    /// The condition of `expression`, before its rewriting. It names the expression; attributes
    /// before it belong to the whole statement.
    pub fn from_expression(kind: ConditionKind, expression: &mut Expr) -> Self {
        let attributes = take_leading_attributes(expression);
        let condition = Condition::at(expression.span(), kind, source_text(expression.to_token_stream()));
        if let Some(empty) = leading_attributes(expression) {
            *empty = attributes;
        }
        condition
    }

    pub(crate) fn at(place: Span, kind: ConditionKind, text: String) -> Self {
        let (line, column) = position(place);
        Condition { kind, text, line, column, cfgs: Vec::new(), in_closure: false }
    }

    pub(crate) fn emit(&self, infeasible: &TokenStream, runtime: &Path) -> TokenStream {
        let Condition { kind, text, line, column, in_closure, .. } = self;
        let at = mixed_site();
        let active = active(&self.cfgs);
        let kind = Ident::new(&format!("{kind:?}"), at);
        quote_spanned! {at=>
            #runtime::__private::Condition {
                kind: #runtime::__private::ConditionKind::#kind, text: #text, line: #line, column: #column,
                active: #active, in_closure: #in_closure, infeasible: #infeasible,
            }
        }
    }
}

/// A constant expression: true if the code below these `#[cfg]`s is compiled.
pub fn active(cfgs: &[String]) -> TokenStream {
    let at = mixed_site();
    let predicates: Result<Vec<TokenStream>, _> = cfgs.iter().map(|cfg| cfg.parse()).collect();
    match predicates {
        Ok(predicates) if !predicates.is_empty() => {
            let predicates = predicates.into_iter().map(as_ours);
            // The compiler reports problems with them in the user's source.
            quote_spanned! {at=> {
                #[allow(unexpected_cfgs)]
                const ACTIVE: ::core::primitive::bool = ::core::cfg!(all(#(#predicates),*));
                ACTIVE
            }}
        }
        _ => quote_spanned!(at=> true),
    }
}

/// An expression on whose boolean value the program decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// An expression with a constant outcome.
    Constant,
    /// `let pattern = …`, or a `matches!` that can be rewritten.
    Pattern,
    Comparison,
    /// `&&` or `||`: its operands are decisions.
    Connective,
    /// `&`, `|` or `^` with a boolean result: so its operands are booleans, and decisions.
    Eager,
    /// Parentheses, or a negation of a boolean: the expression inside is a decision.
    Around,
    Boolean,
    /// The expression diverges before it has a value.
    Diverging,
}

impl Decision {
    pub fn from_expression(expression: &Expr) -> Self {
        match expression {
            Expr::Paren(_) | Expr::Group(_) => Decision::Around,
            Expr::Let(_) => Decision::Pattern,
            Expr::Lit(literal) if matches!(literal.lit, Lit::Bool(_)) => Decision::Constant,
            Expr::Macro(invocation) if invocation.mac.path.is_ident("cfg") => Decision::Constant,
            Expr::Macro(invocation) if Matches::parse(&invocation.mac).is_some() => Decision::Pattern,
            Expr::Binary(binary) if is_connective(&binary.op) => Decision::Connective,
            Expr::Binary(binary) if is_comparison(binary) => Decision::Comparison,
            Expr::Binary(binary) if is_eager(binary) => Decision::Eager,
            // `!x` may be `!&bool`, which is a boolean although `x` is not.
            Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) && is_surely_boolean(&unary.expr) => {
                Decision::Around
            }
            _ if diverges(expression) => Decision::Diverging,
            _ => Decision::Boolean,
        }
    }
}

/// True if `op` is `&&` or `||`.
pub fn is_connective(op: &BinOp) -> bool {
    matches!(op, BinOp::And(_) | BinOp::Or(_))
}

/// True if `binary` is a `&`, `|` or `^` that can be rewritten.
fn is_eager(binary: &ExprBinary) -> bool {
    matches!(binary.op, BinOp::BitAnd(_) | BinOp::BitOr(_) | BinOp::BitXor(_))
        && !diverges(&binary.left)
        && !diverges(&binary.right)
}

/// True if `binary` is a comparison that can be rewritten.
pub fn is_comparison(binary: &ExprBinary) -> bool {
    use BinOp::{Eq, Ge, Gt, Le, Lt, Ne};
    let operands = [&*binary.left, &*binary.right];
    matches!(binary.op, Eq(_) | Ne(_) | Lt(_) | Le(_) | Gt(_) | Ge(_)) && !operands.into_iter().any(diverges)
}

/// True if the syntax of `iterable` shows whether a loop over it is entered. It is a range between
/// literals, or an array with an element, also by reference, reversed or enumerated.
pub fn is_decided_iteration(iterable: &Expr) -> bool {
    let is_literal =
        |end: &Option<Box<Expr>>| end.as_ref().is_some_and(|end| matches!(peeled(end), Expr::Lit(_)));
    match peeled(iterable) {
        Expr::Range(range) => is_literal(&range.start) && is_literal(&range.end),
        Expr::Array(array) => !array.elems.is_empty(),
        Expr::Repeat(repeat) => matches!(peeled(&repeat.len), Expr::Lit(_)),
        Expr::Reference(reference) => is_decided_iteration(&reference.expr),
        Expr::MethodCall(call) => {
            call.args.is_empty()
                && method(&call.method.to_string()).is_some_and(|method| method.keeps_length)
                && is_decided_iteration(&call.receiver)
        }
        _ => false,
    }
}

/// True if the outcome of `operand?` is evident: `Err(…)?` always leaves.
pub fn is_decided(operand: &Expr) -> bool {
    let constructor = match peeled(operand) {
        Expr::Call(call) => peeled(&call.func),
        other => other,
    };
    matches!(constructor, Expr::Path(path) if path.path.segments.last().is_some_and(|name| {
        ["Ok", "Err", "Some", "None"].iter().any(|decided| name.ident == decided)
    }))
}

/// True if `expression`, below any parentheses, is a `bool` by its syntax. Only booleans can be an
/// operand of `&` beside one, and have a boolean negation.
fn is_surely_boolean(expression: &Expr) -> bool {
    match peeled(expression) {
        Expr::Binary(binary) if is_eager(binary) => {
            is_surely_boolean(&binary.left) || is_surely_boolean(&binary.right)
        }
        Expr::Binary(binary) => is_connective(&binary.op) || is_comparison(binary),
        Expr::Unary(unary) => matches!(unary.op, UnOp::Not(_)),
        Expr::Macro(invocation) => Matches::parse(&invocation.mac).is_some(),
        _ => false,
    }
}

/// True if `expression` leaves by its syntax, so that a probe around it would be unreachable code.
pub fn diverges(expression: &Expr) -> bool {
    match peeled(expression) {
        Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => true,
        Expr::Macro(invocation) => panics(&invocation.mac),
        // A label is a target to leave to, so such a block may have a value.
        Expr::Block(labelled) if labelled.label.is_some() => false,
        Expr::Block(inner) => match inner.block.stmts.last() {
            Some(Stmt::Expr(last, _)) => diverges(last),
            Some(Stmt::Macro(last)) => panics(&last.mac),
            _ => false,
        },
        _ => false,
    }
}

pub fn panics(invocation: &Macro) -> bool {
    let name = invocation.path.segments.last().map(|segment| &segment.ident);
    name.is_some_and(|name| {
        ["panic", "todo", "unimplemented", "unreachable"].iter().any(|panicking| name == panicking)
    })
}

pub fn peeled(mut expression: &Expr) -> &Expr {
    loop {
        expression = match expression {
            Expr::Paren(inner) => &inner.expr,
            Expr::Group(inner) => &inner.expr,
            _ => return expression,
        }
    }
}
