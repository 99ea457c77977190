//! One variable for the receiver of several assertions: `let map = Map::from([(1, 2)]);`.

use super::variables;
use crate::source::identifiers;
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;
use syn::{Expr, Token};

/// Returns assertions about methods of one value with a variable for it. `None` for several values,
/// or fewer than two assertions.
pub fn bound(assertions: &[String]) -> Option<Vec<String>> {
    let values: Option<Vec<&str>> = assertions.iter().map(|line| receiver(line)).collect();
    let values = values.filter(|values| values.len() > 1)?;
    let value = *values.first()?;
    let name = values.iter().all(|other| *other == value).then(|| name(value))??;
    let is_taken = |line: &String| {
        let mut names = line.split(|sign: char| !(sign.is_alphanumeric() || sign == '_'));
        names.any(|other| other == name)
    };
    if assertions.iter().any(is_taken) {
        return None;
    }
    let asked = assertions.iter().map(|line| line.replacen(value, &name, 1));
    Some([format!("let {name} = {value};")].into_iter().chain(asked).collect())
}

/// Returns the source of the receiver in an assertion.
fn receiver(line: &str) -> Option<&str> {
    let sides = ["assert_eq!(", "assert!(!", "assert!("].iter().find_map(|start| line.strip_prefix(start))?;
    let sides = sides.strip_suffix(");")?;
    let parsed = Punctuated::<Expr, Token![,]>::parse_terminated.parse_str(sides).ok()?;
    sides.get(root(parsed.first()?)?.span().byte_range())
}

/// Returns the value at the beginning of a chain of calls.
fn root(chain: &Expr) -> Option<&Expr> {
    let Expr::MethodCall(call) = chain else { return None };
    match &*call.receiver {
        Expr::Call(_) => Some(&call.receiver),
        Expr::MethodCall(inner) if inner.method == "unwrap" && is_made(&inner.receiver) => {
            Some(&call.receiver)
        }
        receiver => root(receiver),
    }
}

/// True for a call of a function, and for a parsed text.
fn is_made(value: &Expr) -> bool {
    match value {
        Expr::Call(_) => true,
        Expr::MethodCall(call) => call.method == "parse",
        _ => false,
    }
}

/// Returns a name after the type in the source of a value: the last word of `VersionReq`.
fn name(value: &str) -> Option<String> {
    let mut names = value.split(|sign: char| !(sign.is_alphanumeric() || sign == '_'));
    let of_type = names.find(|name| name.starts_with(char::is_uppercase))?;
    let words = identifiers::from_text(of_type).join("_");
    Some(identifiers::as_identifier(variables::last_word(&words)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(assertions: &[&str]) -> String {
        let assertions: Vec<String> = assertions.iter().map(|line| (*line).to_owned()).collect();
        bound(&assertions).unwrap_or_default().join(" ")
    }

    #[test]
    fn receiver_of_two_assertions_is_bound() {
        assert_eq!(
            written(&[
                "assert_eq!(BigMap::from([(1, 2)]).get(3), None);",
                "assert!(!BigMap::from([(1, 2)]).keys().any(|key| key == 3));",
            ]),
            "let map = BigMap::from([(1, 2)]); assert_eq!(map.get(3), None); \
             assert!(!map.keys().any(|key| key == 3));"
        );
        assert_eq!(
            written(&[
                "assert!(\"<2\".parse::<Range>().unwrap().has(1));",
                "assert!(!\"<2\".parse::<Range>().unwrap().has(2));",
            ]),
            "let range = \"<2\".parse::<Range>().unwrap(); assert!(range.has(1)); assert!(!range.has(2));"
        );
    }

    #[test]
    fn keywords_are_no_variable_names() {
        let [one, two] = ["a", "b"].map(|name| format!("assert!(ZoneRef::of(1).{name}());"));
        let expected = "let zone_ref = ZoneRef::of(1); assert!(zone_ref.a()); assert!(zone_ref.b());";
        assert_eq!(written(&[&one, &two]), expected);
    }

    #[test]
    fn several_values_variables_and_functions_are_not_bound() {
        assert_eq!(written(&["assert!(Map::new().is_empty());"]), "");
        assert_eq!(written(&["assert!(Map::new().is_empty());", "assert!(!Map::of(1).is_empty());"]), "");
        assert_eq!(written(&["assert!(map.has(1));", "assert!(!map.has(2));"]), "");
        assert_eq!(written(&["assert!(f(1));", "assert!(!f(2));"]), "");
    }
}
