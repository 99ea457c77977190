//! Idiomatic conversions: `let text: &str = path.as_ref();` for `<Path as
//! AsRef<str>>::as_ref(path)`, and `Buf::from("a")` for `Buf::from(String::from("a"))`.

use super::super::assertion::Form;
use super::super::expression::before_dot;
use super::super::variables;
use sbst_model::words::snake_case;
use std::ops::Range;
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;
use syn::{Expr, Token};

/// Functions of traits that return a view of their receivers, each with the sign of its result.
const VIEWS: [(&str, &str); 4] =
    [("as_ref", "&"), ("as_mut", "&mut "), ("borrow", "&"), ("borrow_mut", "&mut ")];

/// Returns the form with views as method calls, selected by a variable's type, instead of the
/// qualified calls. `None` without any.
pub fn viewed(form: &Form) -> Option<Form> {
    let mut lines: Vec<String> = Vec::new();
    let mut setup = form.setup;
    for (index, line) in form.lines.iter().enumerate() {
        let viewed = bound_view(line).map(|line| vec![line]).or_else(|| asserted_view(line, form));
        let viewed = viewed.unwrap_or_else(|| vec![line.clone()]);
        setup += if index < form.setup { viewed.len() - 1 } else { 0 };
        lines.extend(viewed);
    }
    (lines != form.lines).then(|| Form { lines, setup, ..form.clone() })
}

/// Returns the form with conversions of literals instead of owned texts. `None` without any.
pub fn with_texts(form: &Form) -> Option<Form> {
    let lines: Vec<String> = form.lines.iter().map(|line| text_converted(line)).collect();
    (lines != form.lines).then(|| Form { lines, ..form.clone() })
}

fn bound_view(line: &str) -> Option<String> {
    let (bound, value) = line.strip_prefix("let ")?.split_once(" = ")?;
    let expression: Expr = syn::parse_str(value.strip_suffix(';')?).ok()?;
    let View { ty, call } = View::from_call(&expression, value)?;
    (!bound.contains(": ")).then(|| format!("let {bound}: {ty} = {call};"))
}

fn asserted_view(line: &str, form: &Form) -> Option<Vec<String>> {
    let start = line.find('(').filter(|_| line.starts_with("assert"))? + 1;
    let inside = line[start..].strip_suffix(");")?;
    let elements = Punctuated::<Expr, Token![,]>::parse_terminated.parse_str(inside).ok()?;
    let first = elements.first()?;
    let View { ty, call } = View::from_call(first, inside)?;
    let name = match ty.as_str() {
        "&str" | "&mut str" => "text".to_owned(),
        _ => {
            let last = ty.split(['<', '[']).next()?.rsplit([':', '&', ' ']).next()?;
            variables::last_word(&snake_case(last)).to_owned()
        }
    };
    let name = if name.is_empty() { "view" } else { &name };
    let name = variables::candidates(name).find(|name| !form.mentions(name))?;
    let Range { start: from, end: to } = first.span().byte_range();
    let assertion = format!("{}{name}{}", &line[..start + from], &line[start + to..]);
    Some(vec![format!("let {name}: {ty} = {call};"), assertion])
}

/// A view of a value: the type of the result, and the call as a method.
struct View {
    ty: String,
    call: String,
}

impl View {
    /// Parses `<T as Trait<View>>::as_ref(value)`, given the text that contains the call.
    fn from_call(call: &Expr, text: &str) -> Option<View> {
        let Expr::Call(call) = call else { return None };
        let Expr::Path(syn::ExprPath { qself: Some(qself), path, .. }) = &*call.func else { return None };
        let name = path.segments.last()?.ident.to_string();
        let (_, sign) = VIEWS.iter().find(|(view, _)| *view == name)?;
        let of_trait = path.segments.iter().nth(qself.position.checked_sub(1)?)?;
        let syn::PathArguments::AngleBracketed(arguments) = &of_trait.arguments else { return None };
        let (Some(ty), Some(value)) = (arguments.args.first(), call.args.first()) else { return None };
        let source = |range: Range<usize>| text.get(range);
        let ty = source(ty.span().byte_range())?;
        let value = source(value.span().byte_range())?;
        let place = value.trim_start_matches('&').trim_start_matches("mut ");
        Some(View { ty: format!("{sign}{ty}"), call: format!("{}.{name}()", before_dot(place)) })
    }
}

/// Returns a line with `::from("a")` instead of `::from(String::from("a"))`.
fn text_converted(line: &str) -> String {
    const BEFORE: &str = "::from(String::from(\"";
    let mut rest = line;
    let mut written = String::new();
    while let Some(at) = rest.find(BEFORE) {
        let literal = &rest[at + BEFORE.len() - 1..];
        let mut is_escaped = false;
        let end = literal.char_indices().skip(1).find(|(_, sign)| {
            let ends = *sign == '"' && !is_escaped;
            is_escaped = *sign == '\\' && !is_escaped;
            ends
        });
        let Some((end, _)) = end.filter(|(end, _)| literal[end + 1..].starts_with("))")) else { break };
        written += &rest[..at];
        written += "::from(";
        written += &literal[..=end];
        rest = &literal[end + 2..];
    }
    written + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(lines: &[&str]) -> Form {
        Form { lines: lines.iter().map(|line| (*line).to_owned()).collect(), ..Form::default() }
    }

    #[test]
    fn views_become_method_calls_with_typed_variables() {
        let viewed = |line| viewed(&form(&[line])).map(|form| form.lines.join(" "));
        assert_eq!(
            viewed("let path = <Buf as AsRef<Path>>::as_ref(&buf);").as_deref(),
            Some("let path: &Path = buf.as_ref();")
        );
        assert_eq!(
            viewed("assert_eq!(<Buf as Borrow<str>>::borrow(&buf), \"a, b\");").as_deref(),
            Some("let text: &str = buf.borrow(); assert_eq!(text, \"a, b\");")
        );
        assert_eq!(viewed("assert_eq!(<Buf as Shape>::area(&buf), 1);"), None);
    }

    #[test]
    fn literals_are_converted_instead_of_owned_texts() {
        let short = |line| with_texts(&form(&[line])).map(|form| form.lines.join(" "));
        assert_eq!(
            short("assert_eq!(Buf::from(String::from(\"a\\\"\")).len(), 2);").as_deref(),
            Some("assert_eq!(Buf::from(\"a\\\"\").len(), 2);")
        );
        assert_eq!(short("let buf = Buf::from((String::from(\"a\"), 1));"), None);
        assert_eq!(short("let buf = Buf::new(String::from(\"a\"));"), None);
    }
}
