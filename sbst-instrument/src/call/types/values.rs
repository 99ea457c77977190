//! Values that are tried for constant parameters.

use syn::{parse_quote, Expr, Type};

use crate::call::types::mentions::single;

/// The number that is tried first: small, and yet more than one.
pub(crate) const SMALL_NUMBER: &str = "3";

/// Values tried for a number: small ones, among them none at all; then widths and block sizes, as bounds
/// ask for them. All are within an `i8`.
const NUMBERS: [&str; 16] =
    [SMALL_NUMBER, "4", "0", "1", "2", "8", "16", "32", "64", "5", "6", "7", "12", "20", "24", "28"];

/// Values tried for a constant of this type, the one that stands for all first.
pub(crate) fn values(ty: &Type) -> Vec<&'static str> {
    match single(ty).map(ToString::to_string).as_deref() {
        Some("bool") => vec!["true", "false"],
        Some("char") => vec!["'a'", "' '", "'0'"],
        _ => NUMBERS.to_vec(),
    }
}

pub(crate) fn expression(value: &str) -> Expr {
    syn::parse_str(value).unwrap_or_else(|_| parse_quote!(3))
}
