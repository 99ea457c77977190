//! Calls in conditions: the result of instrumented code carries the distance of its decision (the
//! runtime's `callee.rs`).
//!
//! The attribute cannot determine which functions are instrumented. So the runtime observes every
//! call of a function, and of every method. Exceptions are methods of the standard library that run
//! no code of the program. For some of these it computes the distance to another result itself
//! (`standard_calls.rs`).

use syn::{Expr, ExprMethodCall};

use crate::condition::{patterns::begins_with_capital, peeled, standard_calls::has_standard_call};
use crate::syntax::walk::{Node, Walk as _};
use sbst_vocabulary::standard::{distance, is_quiet, Distance};

/// True if a call during the evaluation of `expression` may report a distance. False if the
/// expression awaits a future.
pub(crate) fn may_propagate(expression: &Expr) -> bool {
    let search = Search::from_expression(expression);
    (search.calls || parsing(expression).is_some() || has_standard_call(expression)) && !search.waits
}

/// The parsing call at the beginning of a chain, as in `text.trim().parse::<u8>().ok()`.
pub(crate) fn parsing(expression: &Expr) -> Option<&ExprMethodCall> {
    match peeled(expression) {
        Expr::MethodCall(call) if is_parsing(call) => Some(call),
        Expr::MethodCall(call) => parsing(&call.receiver),
        Expr::Unary(unary) => parsing(&unary.expr),
        _ => None,
    }
}

/// True if `call` parses a text.
pub(crate) fn is_parsing(call: &ExprMethodCall) -> bool {
    distance(&call.method.to_string(), call.args.len()) == Some(Distance::Parsing)
}

/// True if `expression` awaits a future.
pub(crate) fn waits(expression: &Expr) -> bool {
    Search::from_expression(expression).waits
}

struct Search {
    calls: bool,
    waits: bool,
}

impl Search {
    fn from_expression(expression: &Expr) -> Self {
        let mut search = Search { calls: false, waits: false };
        expression.walk(&mut |node| search.look(&node));
        search
    }

    fn look(&mut self, node: &Node<'_>) -> bool {
        match node {
            Node::Expr(Expr::Call(call)) => {
                self.calls |= match &*call.func {
                    Expr::Path(path) => {
                        path.path.segments.last().is_some_and(|name| !begins_with_capital(&name.ident))
                    }
                    _ => true,
                };
            }
            Node::Expr(Expr::MethodCall(call)) => {
                self.calls |= !is_quiet(&call.method.to_string());
            }
            Node::Expr(Expr::Await(_)) => {
                self.waits = true;
                return false;
            }
            // Their bodies execute when they are called.
            Node::Expr(Expr::Closure(_) | Expr::Async(_)) | Node::Item => return false,
            _ => {}
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_str;

    #[test]
    fn only_calls_of_the_programs_code_and_known_calls_are_observed() {
        for (expression, propagates) in [
            ("a.len().wrapping_add(b.abs()).is_power_of_two()", false),
            ("a.count_ones().len()", false),
            ("a.is_valid()", true),
            ("list.iter().all(|n| n > 3)", true),
            ("list.get(3).is_some()", true),
            ("text.trim().parse::<u8>().is_ok()", true),
            ("check(a)", true),
            ("Some(a)", false),
            ("check(a).await", false),
        ] {
            assert_eq!(may_propagate(&parse_str(expression).unwrap()), propagates, "{expression}");
        }
    }
}
