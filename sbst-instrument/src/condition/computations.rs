//! Methods of integers and characters that compute a number, by their names. Any method of such a
//! name may be one: the runtime looks at the types.

use syn::{Expr, ExprCall, ExprMethodCall};

use crate::condition::{diverges, peeled};

/// Names, numbers of arguments, and variants of the runtime's `Computation`.
const COMPUTATIONS: [(&str, usize, &str); 24] = [
    ("wrapping_add", 1, "WrappingAdd"),
    ("wrapping_sub", 1, "WrappingSubtract"),
    ("wrapping_mul", 1, "WrappingMultiply"),
    ("wrapping_neg", 0, "WrappingNegate"),
    ("wrapping_shl", 1, "WrappingShiftLeft"),
    ("wrapping_shr", 1, "WrappingShiftRight"),
    ("saturating_add", 1, "SaturatingAdd"),
    ("saturating_sub", 1, "SaturatingSubtract"),
    ("rotate_left", 1, "RotateLeft"),
    ("rotate_right", 1, "RotateRight"),
    ("swap_bytes", 0, "SwapBytes"),
    ("to_be", 0, "SwapBytes"),
    ("count_ones", 0, "CountOnes"),
    ("leading_zeros", 0, "LeadingZeros"),
    ("trailing_zeros", 0, "TrailingZeros"),
    ("abs", 0, "Absolute"),
    ("unsigned_abs", 0, "Absolute"),
    ("abs_diff", 1, "Difference"),
    ("min", 1, "Least"),
    ("max", 1, "Greatest"),
    ("to_ascii_lowercase", 0, "ToLowercase"),
    ("to_ascii_uppercase", 0, "ToUppercase"),
    ("into", 0, "Convert"),
    ("clone", 0, "Convert"),
];

/// Returns the computation that a call may be.
pub(crate) fn computation(call: &ExprMethodCall) -> Option<&'static str> {
    let is_plain = call.turbofish.is_none() && !call.args.iter().any(diverges) && !diverges(&call.receiver);
    let named =
        |(name, arguments, _): &&(&str, usize, &str)| call.method == *name && call.args.len() == *arguments;
    COMPUTATIONS.iter().filter(|_| is_plain).find(named).map(|(.., computation)| *computation)
}

/// Returns the computation by which a call may make a number of another, or of bytes:
/// `u32::from(x)`.
pub(crate) fn conversion(call: &ExprCall) -> Option<&'static str> {
    let Expr::Path(function) = peeled(&call.func) else { return None };
    if function.path.segments.len() < 2 || call.args.len() != 1 || diverges(&call.args[0]) {
        return None;
    }
    let name = function.path.segments.last()?.ident.to_string();
    Some(match name.as_str() {
        "from" | "from_le_bytes" | "from_le" => "Convert",
        "from_be_bytes" | "from_be" => "SwapBytes",
        _ => return None,
    })
}
