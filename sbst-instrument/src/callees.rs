//! Calls in what a condition decides on: what comes back from instrumented code takes over the distance at which that code
//! decided (the runtime's `callee.rs`).
//!
//! What is instrumented is not known here. So the runtime listens to every call of a function, and of every method but those
//! that the standard library has and that run nobody's code. Of some of these it knows itself how far they are from another
//! result (`standard_calls.rs`).

use syn::visit::{self, Visit};
use syn::{Expr, ExprAsync, ExprAwait, ExprClosure, ExprMethodCall, Item};

use crate::conditions::peeled;
use crate::patterns::begins_with_capital;
use crate::standard_calls::has_standard_call;

/// Methods of the standard library by whose names conditions mostly ask, and that call nothing.
const QUIET: [&str; 58] = [
    "abs",
    "as_bytes",
    "as_deref",
    "as_mut",
    "as_ref",
    "as_slice",
    "as_str",
    "borrow",
    "borrow_mut",
    "bytes",
    "char_indices",
    "chars",
    "clone",
    "cloned",
    "contains",
    "contains_key",
    "copied",
    "count",
    "ends_with",
    "entry",
    "err",
    "expect",
    "first",
    "get",
    "get_mut",
    "insert",
    "into_iter",
    "is_char_boundary",
    "is_empty",
    "is_err",
    "is_nan",
    "is_none",
    "is_ok",
    "is_some",
    "iter",
    "iter_mut",
    "keys",
    "last",
    "len",
    "lines",
    "load",
    "lock",
    "max",
    "min",
    "next",
    "next_back",
    "ok",
    "parse",
    "peek",
    "pop",
    "remove",
    "rev",
    "split",
    "starts_with",
    "to_string",
    "trim",
    "unwrap",
    "values",
];

/// Whether something may be heard while `expression` is evaluated. Not if it waits for others in between.
pub(crate) fn may_be_heard(expression: &Expr) -> bool {
    let mut search = Search { calls: false, waits: false };
    search.visit_expr(expression);
    (search.calls || parsing(expression).is_some() || has_standard_call(expression)) && !search.waits
}

/// What is parsed at the beginning of a chain of calls, as in `text.trim().parse::<u8>().ok()`, and the call that does.
pub(crate) fn parsing(expression: &Expr) -> Option<&ExprMethodCall> {
    match peeled(expression) {
        Expr::MethodCall(call) if call.method == "parse" && call.args.is_empty() => Some(call),
        Expr::MethodCall(call) => parsing(&call.receiver),
        Expr::Unary(unary) => parsing(&unary.expr),
        _ => None,
    }
}

struct Search {
    calls: bool,
    waits: bool,
}

impl<'ast> Visit<'ast> for Search {
    fn visit_expr(&mut self, expression: &'ast Expr) {
        if let Expr::Call(call) = expression {
            self.calls |= match &*call.func {
                Expr::Path(path) => {
                    path.path.segments.last().is_some_and(|name| !begins_with_capital(&name.ident))
                }
                _ => true,
            };
        }
        visit::visit_expr(self, expression);
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        self.calls |= !QUIET.iter().any(|quiet| call.method == quiet);
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_await(&mut self, _: &'ast ExprAwait) {
        self.waits = true;
    }

    // What is in these is executed when they are called.
    fn visit_expr_closure(&mut self, _: &'ast ExprClosure) {}
    fn visit_expr_async(&mut self, _: &'ast ExprAsync) {}
    fn visit_item(&mut self, _: &'ast Item) {}
}
