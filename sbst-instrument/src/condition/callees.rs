//! Calls in what a condition decides on: what comes back from instrumented code takes over the distance at which that code
//! decided (the runtime's `callee.rs`).
//!
//! The attribute does not know which functions are instrumented. So the runtime listens to every call
//! of a function, and of every method except those of the standard library that run no code of the
//! program. For some of these it computes the distance to another result itself (`standard_calls.rs`).

use syn::{Expr, ExprMethodCall};

use crate::condition::patterns::begins_with_capital;
use crate::condition::peeled;
use crate::condition::standard_calls::has_standard_call;
use crate::syntax::walk::{Node, Walk as _};

/// Methods of the standard library by whose names conditions mostly ask, and that call nothing.
const QUIET: [&str; 143] = [
    "abs",
    "abs_diff",
    "and",
    "as_bytes",
    "as_deref",
    "as_deref_mut",
    "as_mut",
    "as_mut_slice",
    "as_ref",
    "as_slice",
    "as_str",
    "borrow",
    "borrow_mut",
    "bytes",
    "capacity",
    "ceil",
    "char_indices",
    "chars",
    "chunks",
    "clamp",
    "clone",
    "cloned",
    "concat",
    "contains",
    "contains_key",
    "copied",
    "copysign",
    "cos",
    "count",
    "count_ones",
    "count_zeros",
    "drain",
    "elapsed",
    "ends_with",
    "entry",
    "enumerate",
    "err",
    "exp",
    "expect",
    "extend_from_slice",
    "first",
    "floor",
    "fract",
    "get",
    "get_mut",
    "hypot",
    "insert",
    "into_iter",
    "is_char_boundary",
    "is_empty",
    "is_err",
    "is_finite",
    "is_infinite",
    "is_nan",
    "is_negative",
    "is_none",
    "is_ok",
    "is_positive",
    "is_power_of_two",
    "is_some",
    "isqrt",
    "iter",
    "iter_mut",
    "join",
    "keys",
    "last",
    "leading_ones",
    "leading_zeros",
    "len",
    "len_utf16",
    "len_utf8",
    "lines",
    "ln",
    "load",
    "lock",
    "log10",
    "log2",
    "max",
    "min",
    "mul_add",
    "next",
    "next_back",
    "next_power_of_two",
    "nth",
    "ok",
    "or",
    "parse",
    "peek",
    "pop",
    "pow",
    "powf",
    "powi",
    "recip",
    "rem_euclid",
    "remove",
    "replace",
    "reserve",
    "rev",
    "rotate_left",
    "rotate_right",
    "round",
    "rsplit",
    "signum",
    "sin",
    "skip",
    "sort",
    "sort_unstable",
    "split",
    "split_ascii_whitespace",
    "split_at",
    "split_whitespace",
    "splitn",
    "sqrt",
    "starts_with",
    "step_by",
    "swap",
    "swap_bytes",
    "swap_remove",
    "take",
    "tan",
    "to_bits",
    "to_degrees",
    "to_lowercase",
    "to_owned",
    "to_radians",
    "to_string",
    "to_uppercase",
    "to_vec",
    "trailing_ones",
    "trailing_zeros",
    "trim",
    "trim_end",
    "trim_start",
    "trunc",
    "truncate",
    "unsigned_abs",
    "unwrap",
    "unwrap_or",
    "unwrap_or_default",
    "upgrade",
    "values",
    "windows",
    "zip",
];

/// Beginnings of the names of others.
const QUIET_KINDS: [&str; 4] = ["is_ascii", "saturating_", "to_ascii_", "wrapping_"];

/// True if something may be heard while `expression` is evaluated. Not if it waits for others in between.
pub(crate) fn may_be_heard(expression: &Expr) -> bool {
    let search = Search::of(expression);
    (search.calls || parsing(expression).is_some() || has_standard_call(expression)) && !search.waits
}

/// The call at the beginning of a chain that parses, as in `text.trim().parse::<u8>().ok()`.
pub(crate) fn parsing(expression: &Expr) -> Option<&ExprMethodCall> {
    match peeled(expression) {
        Expr::MethodCall(call) if call.method == "parse" && call.args.is_empty() => Some(call),
        Expr::MethodCall(call) => parsing(&call.receiver),
        Expr::Unary(unary) => parsing(&unary.expr),
        _ => None,
    }
}

/// True if `expression` waits for others.
pub(crate) fn waits(expression: &Expr) -> bool {
    Search::of(expression).waits
}

struct Search {
    calls: bool,
    waits: bool,
}

impl Search {
    fn of(expression: &Expr) -> Self {
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
                let name = call.method.to_string();
                let is_quiet = QUIET.binary_search(&&*name).is_ok()
                    || QUIET_KINDS.iter().any(|kind| name.starts_with(kind));
                self.calls |= !is_quiet;
            }
            Node::Expr(Expr::Await(_)) => {
                self.waits = true;
                return false;
            }
            // They are executed when they are called.
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
    fn names_are_in_order_to_be_found() {
        assert!(QUIET.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn only_what_may_run_code_of_this_program_or_is_known_is_heard() {
        for (expression, is_heard) in [
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
            assert_eq!(may_be_heard(&parse_str(expression).unwrap()), is_heard, "{expression}");
        }
    }
}
