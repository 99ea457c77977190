//! Equivalent forms of expressions in a test.

use sbst_vocabulary::standard::types;
use syn::Token;
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;

/// Returns an expression with literals for lists and texts: `["a"]` for
/// `vec![OsString::from("a")]`.
pub fn with_literals(source: &str) -> String {
    let Ok(expression) = syn::parse_str::<syn::Expr>(source) else { return source.to_owned() };
    let is_text = |path: &syn::Path| {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        matches!(&names[..], [owner, from] if ["String", "OsString", "PathBuf"].contains(&owner.as_str()) && from == "from")
    };
    match &expression {
        syn::Expr::Call(call) => match (&*call.func, call.args.first()) {
            (syn::Expr::Path(path), Some(text @ syn::Expr::Lit(_))) if is_text(&path.path) => {
                source.get(text.span().byte_range()).unwrap_or(source).to_owned()
            }
            _ => source.to_owned(),
        },
        syn::Expr::Macro(list) if list.mac.path.is_ident("vec") => {
            let parsed = Punctuated::<syn::Expr, Token![,]>::parse_terminated.parse2(list.mac.tokens.clone());
            let Ok(elements) = parsed else { return source.to_owned() };
            let texts =
                elements.iter().map(|element| source.get(element.span().byte_range()).map(with_literals));
            match texts.collect::<Option<Vec<String>>>() {
                Some(texts) if !texts.is_empty() => format!("[{}]", texts.join(", ")),
                _ => source.to_owned(),
            }
        }
        _ => source.to_owned(),
    }
}

/// Returns an expression in a form that can precede a dot or follow a sign.
pub fn before_dot(value: &str) -> String {
    match syn::parse_str(value) {
        Ok(
            syn::Expr::Call(_)
            | syn::Expr::Field(_)
            | syn::Expr::Index(_)
            | syn::Expr::Lit(_)
            | syn::Expr::Macro(_)
            | syn::Expr::MethodCall(_)
            | syn::Expr::Paren(_)
            | syn::Expr::Path(_)
            | syn::Expr::Struct(_)
            | syn::Expr::Tuple(_)
            | syn::Expr::Unsafe(_),
        ) => value.to_owned(),
        _ => format!("({value})"),
    }
}

/// Returns the argument with its type spelled out if that is short. This is a suffix on a number, a
/// type parameter on an empty collection, or a cast of an array to a slice.
pub fn spell_out_type(source: &str, type_name: &str) -> String {
    /// Types that the compiler infers for an unsuffixed literal.
    const BY_ITSELF: [&str; 2] = ["i32", "f64"];
    let (sign, value) = match source.split_at_checked("&mut ".len()) {
        Some(("&mut ", value)) => ("&mut ", value),
        _ => source.strip_prefix('&').map_or(("", source), |value| ("&", value)),
    };
    let name = type_name.trim_start_matches('&').trim_start_matches("mut ");
    let is_number =
        matches!(syn::parse_str(value.trim_start_matches('-')), Ok(syn::Lit::Int(_) | syn::Lit::Float(_)));
    if is_number && types::is_number(name) && !BY_ITSELF.contains(&name) {
        return format!("{source}_{name}");
    }
    let is_slice = name.starts_with('[') && !name.contains([';', ':']);
    if is_slice && !sign.is_empty() && type_name.starts_with('&') && value.starts_with('[') {
        return format!("{source} as {sign}{name}");
    }
    let inside = name.split_once('<').and_then(|(_, inside)| inside.strip_suffix('>'));
    let inside = inside.map(in_prelude);
    match inside.filter(|inside| !inside.contains(':')) {
        Some(inside) if inside.starts_with('[') && value.starts_with("Cow::Borrowed(&[") => {
            format!("{sign}{}", value.replacen("Cow::", &format!("Cow::<{inside}>::"), 1))
        }
        Some(inside) if value == "None" => format!("{sign}None::<{inside}>"),
        Some(inside) if value == "vec![]" => format!("{sign}Vec::<{inside}>::new()"),
        Some(inside) if value == "vec![].into_iter()" => format!("{sign}Vec::<{inside}>::new().into_iter()"),
        _ => source.to_owned(),
    }
}

/// Returns a type without the paths of the prelude's types.
fn in_prelude(type_name: &str) -> String {
    let paths = ["alloc::string::", "alloc::vec::", "alloc::boxed::", "core::option::", "core::result::"];
    paths.iter().fold(type_name.to_owned(), |name, path| name.replace(path, ""))
}

/// Removes the parentheses that `&mut` needed around an expression.
pub fn without_parentheses(value: &str) -> &str {
    let inside = value.strip_prefix('(').and_then(|value| value.strip_suffix(')'));
    match syn::parse_str(value) {
        Ok(syn::Expr::Paren(_)) => inside.unwrap_or(value),
        _ => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_texts_are_literals() {
        assert_eq!(with_literals("vec![OsString::from(\"a\"), String::from(\"b\")]"), "[\"a\", \"b\"]");
        assert_eq!(with_literals("vec![]"), "vec![]", "the type of its elements is open");
    }

    #[test]
    fn parentheses_around_the_whole_are_removed() {
        assert_eq!(without_parentheses("(1..2)"), "1..2");
        for kept in ["(1..2, 3)", "(1..2).len() + (3)", "()"] {
            assert_eq!(without_parentheses(kept), kept);
        }
    }

    #[test]
    fn arguments_get_types_that_cannot_be_inferred() {
        for (source, type_name, expected) in [
            ("5", "u64", "5_u64"),
            ("&-5", "&i8", "&-5_i8"),
            ("0.5", "f32", "0.5_f32"),
            ("5", "i32", "5"),
            ("5", "StatusCode", "5"),
            ("0.5", "f64", "0.5"),
            ("u64::MAX", "u64", "u64::MAX"),
            ("None", "core::option::Option<&str>", "None::<&str>"),
            ("vec![]", "alloc::vec::Vec<alloc::string::String>", "Vec::<String>::new()"),
            ("vec![1]", "alloc::vec::Vec<u8>", "vec![1]"),
            ("None", "core::option::Option<demo::Kind>", "None"),
            ("vec![]", "alloc::vec::Vec<(alloc::string::String, &str)>", "Vec::<(String, &str)>::new()"),
            ("&[1, 2]", "&[u8]", "&[1, 2] as &[u8]"),
            ("&[1, 2]", "&[u8; 2]", "&[1, 2]"),
            ("Cow::Borrowed(&[])", "alloc::borrow::Cow<[u8]>", "Cow::<[u8]>::Borrowed(&[])"),
            ("Cow::Borrowed(\"a\")", "alloc::borrow::Cow<str>", "Cow::Borrowed(\"a\")"),
        ] {
            assert_eq!(spell_out_type(source, type_name), expected);
        }
    }
}
