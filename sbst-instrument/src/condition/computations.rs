//! Methods of integers, characters and texts with a term for their results in symbolic execution,
//! by their names. Any method of such a name is a candidate: the runtime checks the types.
//!
//! 1. A row has the name, the number of arguments, the variant of the runtime's `Computation`, and
//!    the result of an integer's method.
//! 2. A *bounded* operation may have a result that is out of range. Its name has the [policy] for
//!    that case as a prefix: `checked_add`, `wrapping_add`.
//!
//! [policy]: POLICIES

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;
use syn::{Expr, ExprCall, ExprMethodCall, Path};

use crate::condition::{diverges, peeled};

/// The result of a computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gives {
    Integer,
    Condition,
    Other,
}
use Gives::*;

/// A variant of the runtime's `Computation`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Computation {
    Plain(&'static str, Gives),
    /// With the names of its policy and operation.
    Bounded(&'static str, &'static str, Gives),
}

/// Rule 2, with the names of the runtime's `Policy`.
const POLICIES: [(&str, &str, Gives); 5] = [
    ("checked_", "Checked", Other),
    ("overflowing_", "Overflowing", Other),
    ("saturating_", "Saturating", Integer),
    ("wrapping_", "Wrapping", Integer),
    ("", "Exact", Integer),
];

/// Bounded operations, with the names of the runtime's `Operation`.
const BOUNDED: [(&str, usize, &str); 12] = [
    ("abs", 0, "Absolute"),
    ("add", 1, "Add"),
    ("div", 1, "Divide"),
    ("div_euclid", 1, "DivideEuclid"),
    ("mul", 1, "Multiply"),
    ("neg", 0, "Negate"),
    ("pow", 1, "Power"),
    ("rem", 1, "Remainder"),
    ("rem_euclid", 1, "RemainderEuclid"),
    ("shl", 1, "ShiftLeft"),
    ("shr", 1, "ShiftRight"),
    ("sub", 1, "Subtract"),
];
/// Operations without a policy whose name is that of an operator's method, not one of integers.
const OPERATORS: [&str; 8] = ["add", "div", "mul", "neg", "rem", "shl", "shr", "sub"];

/// All others (rule 1).
const PLAIN: [(&str, usize, &str, Gives); 37] = [
    ("abs_diff", 1, "Difference", Integer),
    ("clone", 0, "Convert", Other),
    ("cmp", 1, "Order", Other),
    ("count", 0, "Length", Other),
    ("count_ones", 0, "CountOnes", Integer),
    ("count_zeros", 0, "CountZeros", Integer),
    ("div_ceil", 1, "DivideUp", Integer),
    ("ilog2", 0, "LogarithmOfTwo", Integer),
    ("into", 0, "Convert", Other),
    ("is_multiple_of", 1, "IsMultiple", Condition),
    ("is_negative", 0, "IsNegative", Condition),
    ("is_positive", 0, "IsPositive", Condition),
    ("is_power_of_two", 0, "IsPowerOfTwo", Condition),
    ("leading_ones", 0, "LeadingOnes", Integer),
    ("leading_zeros", 0, "LeadingZeros", Integer),
    ("len", 0, "Length", Other),
    ("max", 1, "Greatest", Integer),
    ("min", 1, "Least", Integer),
    ("parse", 0, "Parse", Other),
    ("partial_cmp", 1, "Order", Other),
    ("reverse_bits", 0, "ReverseBits", Integer),
    ("rotate_left", 1, "RotateLeft", Integer),
    ("rotate_right", 1, "RotateRight", Integer),
    ("signum", 0, "Sign", Integer),
    ("swap_bytes", 0, "SwapBytes", Integer),
    ("to_ascii_lowercase", 0, "ToLowercase", Integer),
    ("to_ascii_uppercase", 0, "ToUppercase", Integer),
    ("to_be", 0, "SwapBytes", Integer),
    ("to_be_bytes", 0, "BytesFromHighest", Other),
    ("to_le", 0, "Convert", Integer),
    ("to_le_bytes", 0, "BytesFromLowest", Other),
    ("to_ne_bytes", 0, "BytesFromLowest", Other),
    ("trailing_ones", 0, "TrailingOnes", Integer),
    ("trailing_zeros", 0, "TrailingZeros", Integer),
    ("unsigned_abs", 0, "UnsignedAbsolute", Integer),
    ("unwrap_or", 1, "UnwrapOr", Other),
    ("unwrap_or_default", 0, "UnwrapOr", Other),
];

impl Computation {
    pub(crate) fn gives(self) -> Gives {
        match self {
            Computation::Plain(_, gives) | Computation::Bounded(.., gives) => gives,
        }
    }

    /// Returns the runtime's variant.
    pub(crate) fn variant(self, runtime: &Path, at: Span) -> TokenStream {
        let name = |name| Ident::new(name, at);
        match self {
            Computation::Plain(computation, _) => {
                let computation = name(computation);
                quote_spanned!(at=> #runtime::__private::Computation::#computation)
            }
            Computation::Bounded(policy, operation, _) => {
                let (policy, operation) = (name(policy), name(operation));
                quote_spanned! {at=>
                    #runtime::__private::Computation::Bounded(
                        #runtime::__private::Policy::#policy, #runtime::__private::Operation::#operation,
                    )
                }
            }
        }
    }
}

/// Returns the computation of a call, by its name.
pub(crate) fn computation(call: &ExprMethodCall) -> Option<Computation> {
    let name = call.method.to_string();
    let is_plain = call.turbofish.is_none() || name == "parse";
    if !is_plain || call.args.iter().any(diverges) || diverges(&call.receiver) {
        return None;
    }
    named(&name, call.args.len())
}

fn named(name: &str, arguments: usize) -> Option<Computation> {
    let bounded = || {
        let (prefix, policy, gives) = POLICIES.iter().find(|(prefix, ..)| name.starts_with(prefix))?;
        let base = &name[prefix.len()..];
        let is_method = !prefix.is_empty() || !OPERATORS.contains(&base);
        let (.., operation) = BOUNDED.iter().find(|(name, takes, _)| *name == base && *takes == arguments)?;
        is_method.then_some(Computation::Bounded(policy, operation, *gives))
    };
    let plain = PLAIN.iter().find(|(known, takes, ..)| *known == name && *takes == arguments);
    plain.map(|(.., variant, gives)| Computation::Plain(variant, *gives)).or_else(bounded)
}

/// Returns the computation of a call that may convert a number or bytes to a number:
/// `u32::from(x)`.
pub(crate) fn conversion(call: &ExprCall) -> Option<Computation> {
    let Expr::Path(function) = peeled(&call.func) else { return None };
    if function.path.segments.len() < 2 || call.args.len() != 1 || diverges(&call.args[0]) {
        return None;
    }
    let name = function.path.segments.last()?.ident.to_string();
    let variant = match name.as_str() {
        "from" | "from_le_bytes" | "from_ne_bytes" | "from_le" => "Convert",
        "from_be_bytes" | "from_be" => "SwapBytes",
        _ => return None,
    };
    Some(Computation::Plain(variant, Other))
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_str;

    fn found(call: &str) -> Option<Computation> {
        computation(&parse_str(call).unwrap())
    }

    #[test]
    fn a_bounded_operation_has_its_policy_in_its_name() {
        assert_eq!(found("x.checked_add(y)"), Some(Computation::Bounded("Checked", "Add", Other)));
        assert_eq!(found("x.wrapping_div_euclid(y)"), named("wrapping_div_euclid", 1));
        assert_eq!(found("x.pow(2)"), Some(Computation::Bounded("Exact", "Power", Integer)));
        assert_eq!(found("x.checked_add()"), None);
    }

    #[test]
    fn an_operators_method_is_not_one_of_integers() {
        assert_eq!(found("x.add(y)"), None);
        assert_eq!(found("x.sub(y)"), None);
    }

    #[test]
    fn names_are_in_order() {
        assert!(PLAIN.is_sorted_by_key(|(name, ..)| name) && BOUNDED.is_sorted_by_key(|(name, ..)| name));
    }
}
