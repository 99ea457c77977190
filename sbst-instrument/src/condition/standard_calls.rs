//! Calls of the standard library that return an option, a result or an ordering, with a distance to
//! another result in the runtime (its `standard_call.rs`).
//!
//! They are recognised by their names here, and by their types there.

use syn::{Expr, ExprCall, ExprMethodCall, Pat, Path};

use crate::condition::{peeled, referable::may_be_packed};
use crate::syntax::walk::{Node, Walk as _};
use sbst_vocabulary::standard::{distance, CallQuestion, Distance, StdCall};

/// The question of a method call, if it is a known one.
pub(crate) fn question_of_method(call: &ExprMethodCall) -> Option<CallQuestion> {
    let Some(Distance::Call(question)) = distance(&call.method.to_string(), call.args.len()) else {
        return None;
    };
    let is_closure = call.args.first().is_some_and(|argument| matches!(peeled(argument), Expr::Closure(_)));
    (!is_closure).then_some(question)
}

/// The question of an associated function about its first argument, and perhaps its second.
pub(crate) fn question_of_function(call: &ExprCall) -> Option<CallQuestion> {
    let Expr::Path(path) = peeled(&call.func) else { return None };
    let names: Vec<String> = path.path.segments.iter().map(|name| name.ident.to_string()).collect();
    let [.., of, name] = &names[..] else { return None };
    match (of.as_str(), name.as_str(), call.args.len()) {
        (_, "try_from", 1) => Some(CallQuestion::Conversion),
        ("char", "from_u32", 1) => Some(CallQuestion::Of(StdCall::Scalar)),
        ("char", "from_digit", 2) => Some(CallQuestion::Of(StdCall::OfDigit)),
        (nonzero, "new", 1) if nonzero.starts_with("NonZero") => Some(CallQuestion::Of(StdCall::NonZero)),
        _ => None,
    }
}

/// True if `expression` contains such a call outside of blocks.
pub(crate) fn has_standard_call(expression: &Expr) -> bool {
    let mut found = false;
    expression.walk(&mut |node| {
        found |= match node {
            Node::Expr(Expr::MethodCall(call)) => {
                question_of_method(call).is_some() && !may_be_packed(&call.receiver)
            }
            Node::Expr(Expr::Call(call)) => question_of_function(call).is_some(),
            Node::Expr(Expr::Block(_) | Expr::If(_) | Expr::Match(_) | Expr::Loop(_) | Expr::Async(_))
            | Node::Item => return false,
            _ => false,
        };
        true
    });
    found
}

/// The orderings that a pattern matches, as the bits of a set: `Less | Equal`,
/// `Some(Ordering::Less)`.
pub(crate) fn orderings_of_pattern(pattern: &Pat) -> Option<u8> {
    match pattern {
        Pat::Path(path) => ordering(&path.path),
        Pat::Ident(name) if name.subpat.is_none() => ordering(&Path::from(name.ident.clone())),
        Pat::Paren(inner) => orderings_of_pattern(&inner.pat),
        Pat::Reference(inner) => orderings_of_pattern(&inner.pat),
        Pat::TupleStruct(tuple) if tuple.path.is_ident("Some") && tuple.elems.len() == 1 => {
            orderings_of_pattern(&tuple.elems[0])
        }
        Pat::Or(or) => or.cases.iter().map(orderings_of_pattern).try_fold(0, |set, case| Some(set | case?)),
        _ => None,
    }
}

/// The orderings that make a condition like `x.is_lt()`, perhaps negated, true, as the bits of a
/// set.
pub(crate) fn orderings_of_question(condition: &Expr) -> Option<u8> {
    match peeled(condition) {
        Expr::MethodCall(call) => match distance(&call.method.to_string(), call.args.len()) {
            Some(Distance::Orderings(set)) => Some(set),
            _ => None,
        },
        Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Not(_)) => {
            orderings_of_question(&unary.expr).map(|set| 0b111 & !set)
        }
        _ => None,
    }
}

pub(crate) fn ordering(path: &Path) -> Option<u8> {
    let name = &path.segments.last()?.ident;
    ["Less", "Equal", "Greater"].iter().position(|known| name == known).map(|index| 1 << index)
}
