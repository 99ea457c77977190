//! Values to try for constant parameters.

use syn::{parse_quote, Expr, Type};

use crate::call::types::mentions::single;

/// The first number to try: small, but more than one.
pub(crate) const SMALL_NUMBER: &str = "3";

/// Numbers to try: small ones, with zero; then widths and block sizes, as bounds require. All are
/// within an `i8`.
const NUMBERS: [&str; 16] =
    [SMALL_NUMBER, "4", "0", "1", "2", "8", "16", "32", "64", "5", "6", "7", "12", "20", "24", "28"];

/// Values to try for a constant of this type, the usual one first.
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
