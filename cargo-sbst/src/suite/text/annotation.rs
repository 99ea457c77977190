//! Types for the variables of a test, from the qualified form of its calls.

mod views;

pub use views::{viewed, with_texts};

use super::assertion::Form;
use super::idiom;
use super::scope::last_name;
use super::variables;
use sbst_model::words::snake_case;
use sbst_source::visit::{self, Visit};
use std::ops::Range;
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;
use syn::{Expr, Token};

/// Returns the form with types for its variables of generic types, taken from the qualified form.
pub fn annotated(form: &Form, qualified: &Form) -> Form {
    let annotate = |line: &String| {
        let bound = line.strip_prefix("let ").map(|rest| rest.strip_prefix("mut ").unwrap_or(rest));
        let (name, value) = bound.and_then(|rest| rest.split_once(" = "))?;
        let is_made =
            value.starts_with(char::is_uppercase) && !value.contains("::<") && value.ends_with(");");
        let ty = is_made.then(|| type_of(name, &qualified.lines)).flatten()?;
        let is_of_type = value.strip_prefix(ty.split('<').next()?)?.starts_with("::");
        is_of_type.then(|| line.replacen(" = ", &format!(": {ty} = "), 1))
    };
    let lines = form.lines.iter().map(|line| annotate(line).unwrap_or_else(|| line.clone()));
    let mut annotated = Form { lines: lines.collect(), ..form.clone() };
    for import in &qualified.imports {
        if !annotated.imports.contains(import) && annotated.mentions(last_name(&import.path)) {
            annotated.imports.push(import.clone());
        }
    }
    annotated
}

/// Returns the forms of several styles alternately, asserting ones first.
pub fn in_turn(styles: &[Vec<Form>]) -> Vec<Form> {
    let mut forms: Vec<Form> = Vec::new();
    let most = styles.iter().map(Vec::len).max().unwrap_or_default();
    for rank in 0..most {
        for form in styles.iter().filter_map(|style| style.get(rank)) {
            if !forms.iter().any(|known| known.lines == form.lines) {
                forms.push(form.clone());
            }
        }
    }
    forms.sort_by_key(|form| !form.asserts);
    forms
}

/// Types that the compiler infers for literals without suffixes.
const OF_LITERALS: [&str; 6] = ["i32", "f64", "char", "bool", "&str", "&'static str"];

/// Returns the form without generic arguments that follow from literals: `Row::from_iter([1])` for
/// `Row::<i32>::from_iter([1])`. `None` without any.
pub fn inferred(form: &Form) -> Option<Form> {
    let shorten = |line: &String| {
        let mut text = line.clone();
        let mut at = 0;
        while let Some(start) = text[at..].find("::<").map(|start| at + start) {
            let Some(end) = text[start..].find(">::").map(|end| start + end) else { break };
            let are_inferred =
                text[start + 3..end].split(", ").all(|argument| OF_LITERALS.contains(&argument));
            if are_inferred {
                text.replace_range(start..=end, "");
            }
            at = start + 1;
        }
        text
    };
    let lines: Vec<String> = form.lines.iter().map(shorten).collect();
    (lines != form.lines).then(|| Form { lines, ..form.clone() })
}

/// Returns the form with types without their default arguments: `Map<i32, u8>` for `Map<i32, u8,
/// RandomState>`. Only the type of a variable can omit them, so a call in an assertion is bound to
/// one. `counts` returns the number of a type's arguments without defaults, and of all. `None` if
/// no line becomes shorter.
pub fn with_defaults(form: &Form, counts: impl Fn(&str) -> Option<(usize, usize)>) -> Option<Form> {
    let shorten = |line: &String| {
        let (bound, value) = line.strip_prefix("let ")?.split_once(" = ")?;
        let (name, value, ty) = match bound.split_once(": ") {
            Some((name, ty)) => (name, value.to_owned(), syn::parse_str::<syn::TypePath>(ty).ok()?),
            None => {
                let (of, arguments) = value.split_once("::<")?;
                let end = arguments.find(">::")?;
                let ty = syn::parse_str(&format!("{of}<{}>", &arguments[..end])).ok()?;
                (bound, format!("{of}{}", &arguments[end + 1..]), ty)
            }
        };
        let last = ty.path.segments.last()?;
        let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
        let (required, all) = counts(&last.ident.to_string())?;
        if required == 0 || required == all || arguments.args.len() != all {
            return None;
        }
        let kept = arguments.args.iter().take(required).map(text);
        let kept = kept.collect::<Vec<_>>().join(", ");
        Some(format!("let {name}: {}<{kept}> = {value}", last.ident))
    };
    let mut lines: Vec<String> = Vec::new();
    for (index, line) in form.lines.iter().enumerate() {
        let bound = bind_call(line, form).and_then(|(call, rest)| Some([shorten(&call)?, rest]));
        match bound {
            Some(bound) if index >= form.setup => lines.extend(bound),
            _ => lines.push(shorten(line).unwrap_or_else(|| line.clone())),
        }
    }
    let setup = form.setup + lines.len() - form.lines.len();
    (lines != form.lines).then(|| Form { lines, setup, ..form.clone() })
}

/// Returns a `let` of an assertion's only call on a generic type, and the assertion of its
/// variable.
fn bind_call(line: &str, form: &Form) -> Option<(String, String)> {
    let start = line.find('(').filter(|_| line.starts_with("assert"))? + 1;
    let inside = line[start..].strip_suffix(");")?;
    let elements = Punctuated::<Expr, Token![,]>::parse_terminated.parse_str(inside).ok()?;
    let mut calls = Calls(Vec::new());
    elements.iter().for_each(|element| calls.visit_expr(element));
    let [(of, place)] = &calls.0[..] else { return None };
    let name = variables::last_word(&snake_case(of)).to_owned();
    let name = variables::candidates(&name).find(|name| !form.mentions(name))?;
    let (before, after) = (&line[..start + place.start], &line[start + place.end..]);
    Some((format!("let {name} = {};", &inside[place.clone()]), format!("{before}{name}{after}")))
}

/// The outermost calls on generic types, each with the type's name and the call's place.
struct Calls(Vec<(String, Range<usize>)>);

impl Visit<'_> for Calls {
    fn visit_expr_call(&mut self, call: &syn::ExprCall) {
        let Expr::Path(function) = &*call.func else { return visit::visit_expr_call(self, call) };
        let segments = &function.path.segments;
        let of = segments.iter().rev().nth(1).filter(|of| !of.arguments.is_empty());
        match of.filter(|_| function.qself.is_none() && segments.len() == 2) {
            Some(of) => self.0.push((of.ident.to_string(), call.span().byte_range())),
            None => visit::visit_expr_call(self, call),
        }
    }
}

fn text(argument: &syn::GenericArgument) -> String {
    use quote::ToTokens as _;
    argument.to_token_stream().to_string().replace(' ', "").replace(',', ", ")
}

/// Returns the generic type of a variable, as named by qualified calls: `Ring<3, i32>` for
/// `Ring::<3, i32>::push(&mut ring, 1)` and for `<&Ring<3, i32> as Trait>::f(&ring)`. Types without
/// an open argument come first.
fn type_of(variable: &str, qualified: &[String]) -> Option<String> {
    let is_part = |sign: char| sign.is_alphanumeric() || sign == '_';
    let called = |line: &String| {
        let of = ["(&mut ", "(&"].iter().find_map(|sign| {
            let at = line.find(&format!("{sign}{variable}"))?;
            let behind = &line[at + sign.len() + variable.len()..];
            (!behind.starts_with(is_part)).then_some(&line[..at])
        })?;
        let (owner, _) = of.rsplit_once("::")?;
        let mut depth = 0;
        let start = owner.char_indices().rev().find(|(_, sign)| {
            depth += i32::from(*sign == '>') - i32::from(*sign == '<');
            depth == 0 && !is_part(*sign) && !matches!(sign, '<' | ':')
        });
        let owner = &owner[start.map_or(0, |(at, sign)| at + sign.len_utf8())..];
        let implementor = idiom::implementor(owner).unwrap_or(owner);
        let is_of_trait = implementor.len() < owner.len();
        let ty = implementor.trim_start_matches('&').trim_start_matches("mut ");
        (ty.ends_with('>') && (is_of_trait || ty.contains("::<"))).then(|| ty.replace("::<", "<"))
    };
    let mut found: Vec<String> = qualified.iter().filter_map(called).collect();
    found.sort_by_key(|ty| ty.contains('_'));
    found.into_iter().next()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shortened(line: &str) -> Option<String> {
        let form = Form { lines: vec![line.to_owned()], ..Form::default() };
        let counts = |name: &str| (name == "Map").then_some((2, 3));
        with_defaults(&form, counts).map(|form| form.lines.join(" "))
    }

    #[test]
    fn generic_arguments_implied_by_literals_are_inferred() {
        let short = |line: &str| {
            let form = Form { lines: vec![line.to_owned()], ..Form::default() };
            inferred(&form).map(|form| form.lines.join(" "))
        };
        assert_eq!(
            short("assert_eq!(Map::<char, i32>::from_iter([('a', 1)]).len(), 1);").as_deref(),
            Some("assert_eq!(Map::from_iter([('a', 1)]).len(), 1);")
        );
        assert_eq!(short("let set = Set::<u8>::from_iter([1]);"), None);
        assert_eq!(short("assert_eq!(words().collect::<Vec<_>>(), [\"a\"]);"), None);
    }

    #[test]
    fn default_arguments_are_omitted_in_types_of_variables() {
        let short = "let mut map: Map<i32, u8> = Map::from(vec![(1, 2)]);";
        for long in [
            "let mut map = Map::<i32, u8, State>::from(vec![(1, 2)]);",
            "let mut map: Map<i32, u8, State> = Map::from(vec![(1, 2)]);",
        ] {
            assert_eq!(shortened(long).as_deref(), Some(short));
        }
        assert_eq!(
            shortened("assert_eq!(Map::<i32, u8, State>::from([(1, 2)]).len(), 1);").as_deref(),
            Some("let map: Map<i32, u8> = Map::from([(1, 2)]); assert_eq!(map.len(), 1);")
        );
        assert_eq!(shortened("assert_eq!(Map::<i32, u8>::from([(1, 2)]).len(), 1);"), None);
        assert_eq!(shortened("let set = Set::<i32>::new();"), None);
        assert_eq!(shortened("let map = Map::<i32, u8>::new();"), None);
    }
}
