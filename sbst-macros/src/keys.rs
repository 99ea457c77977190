//! What may stand in `#[sbst(…)]`, as far as tokens tell. The search build knows more, and has the same words for this
//! (`sbst-instrument`, module `keys`).

use proc_macro::{Delimiter, Span, TokenTree};

use crate::attributes::Attribute;
use crate::misuse::{without_invisible_groups, Misuse};

/// Where keys stand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Place {
    Parameter,
    Field,
    Elements,
    Variant,
    Type,
}

use Place::{Elements, Field, Parameter, Type, Variant};

/// Each key: how it is written, what it goes on in general, and the places for it.
const KEYS: [(&str, &str, &[Place]); 10] = [
    ("range = 0..=100", "parameters and fields", &[Parameter, Field, Elements]),
    ("step = 0.5", "parameters and fields", &[Parameter, Field, Elements]),
    ("length = 1..=8", "parameters and fields", &[Parameter, Field, Elements]),
    ("alphabet = 'a'..='z'", "parameters and fields", &[Parameter, Field, Elements]),
    ("elements(range = 0..=9)", "parameters and fields", &[Parameter, Field, Elements]),
    ("with = path", "parameters and fields", &[Parameter, Field]),
    ("arbitrary", "parameters and fields", &[Parameter, Field]),
    ("skip", "fields and variants", &[Field, Variant]),
    ("construct = Self::new", "types", &[Type]),
    ("crate = path", "types", &[Type]),
];

/// The keys that no other goes with, and why.
const ALONE: [(&str, &str); 2] =
    [("with", "whose function makes the whole value"), ("skip", "which leaves out what it stands on")];

/// A key that was given.
#[derive(Clone)]
pub(crate) struct Key {
    pub(crate) name: String,
    pub(crate) span: Span,
}

impl Place {
    fn described(self) -> &'static str {
        match self {
            Parameter => "on a parameter",
            Field => "on a field",
            Elements => "in `elements(…)`",
            Variant => "on a variant",
            Type => "on a type",
        }
    }

    /// The keys for it, for the end of a message.
    fn known(self) -> String {
        let here = KEYS.iter().filter(|(_, _, places)| places.contains(&self));
        let mut names: Vec<String> = here.map(|(written, ..)| format!("`{}`", name(written))).collect();
        let last = names.pop().unwrap_or_default();
        match (self.described(), &names[..]) {
            (place, []) => format!("the known key {place} is {last}"),
            (place, names) => format!("known keys {place} are {} and {last}", names.join(", ")),
        }
    }
}

/// The name of a key that is written so.
fn name(written: &str) -> &str {
    written.split([' ', '(']).next().unwrap_or_default()
}

/// Checks the attributes on one thing, and lists the keys.
pub(crate) fn check(place: Place, attributes: &[Attribute]) -> Result<Vec<Key>, Misuse> {
    let mut keys = Vec::new();
    for attribute in attributes {
        let before = keys.len();
        match &attribute[..] {
            [_, TokenTree::Group(list)] if list.delimiter() == Delimiter::Parenthesis => {
                read(place, without_invisible_groups(list.stream()), &mut keys)?;
            }
            _ => {}
        }
        if keys.len() == before {
            let written = KEYS.iter().find(|(_, _, places)| places.contains(&place)).map_or("", |key| key.0);
            let message = format!("no keys given; write them in parentheses, such as `#[sbst({written})]`");
            return Err(Misuse::new(attribute[0].span(), message));
        }
    }
    let alone = |key: &&Key| ALONE.iter().find(|(name, _)| *name == key.name);
    match keys.iter().find_map(|key| alone(&key)) {
        Some((name, reason)) if keys.len() > 1 => {
            let other = keys.iter().find(|key| key.name != *name).unwrap_or(&keys[0]);
            let message =
                format!("`{}` has no effect beside `{name}`, {reason}; keep one of them", other.name);
            Err(Misuse::new(other.span, message))
        }
        _ => Ok(keys),
    }
}

/// Reads keys with their values, separated by commas.
fn read(place: Place, tokens: Vec<TokenTree>, keys: &mut Vec<Key>) -> Result<(), Misuse> {
    let mut rest = &tokens[..];
    while let [first, after @ ..] = rest {
        let (name, written) = known(place, first)?;
        let span = first.span();
        if name != "construct" && keys.iter().any(|key| key.name == name) {
            return Err(Misuse::new(span, format!("key `{name}` given twice; keep one")));
        }
        let length = after.len().min(value_length(after));
        let (value, after) = after.split_at(length);
        check_value(name, written, span, value)?;
        keys.push(Key { name: name.to_owned(), span });
        rest = after.get(1..).unwrap_or_default();
    }
    Ok(())
}

/// The name of a key, and how it is written, if it is one for this place.
fn known(place: Place, token: &TokenTree) -> Result<(&'static str, &'static str), Misuse> {
    let given = token.to_string();
    let message = match KEYS.iter().find(|(written, ..)| name(written) == given) {
        Some((written, _, places)) if places.contains(&place) => return Ok((name(written), written)),
        Some((_, general, _)) => {
            format!("key `{given}` goes on {general}, not {}; {}", place.described(), place.known())
        }
        None => format!("unknown key `{given}`; {}", place.known()),
    };
    Err(Misuse::new(token.span(), message))
}

/// The number of tokens before the comma that ends a value. Those in `::<A, B>` and `<A as B<C, D>>::X` do not.
fn value_length(tokens: &[TokenTree]) -> usize {
    let sign = |index: usize| match tokens.get(index) {
        Some(TokenTree::Punct(sign)) => Some(sign.as_char()),
        _ => None,
    };
    let mut open = 0;
    for index in 0..tokens.len() {
        let before = index.checked_sub(1).and_then(sign);
        match sign(index) {
            Some(',') if open == 0 => return index,
            // Where an operand is awaited, it is no operator.
            Some('<') if open > 0 || before.is_some() => open += 1,
            Some('>') if open > 0 && before != Some('-') => open -= 1,
            _ => {}
        }
    }
    tokens.len()
}

/// Checks what stands between a key and the comma after it.
fn check_value(name: &str, written: &str, key: Span, value: &[TokenTree]) -> Result<(), Misuse> {
    let refuse = |span: Span, what: String| Err(Misuse::new(span, what));
    let sign =
        |token: &TokenTree, wanted: char| matches!(token, TokenTree::Punct(sign) if sign.as_char() == wanted);
    let needed = if name == "elements" { '(' } else { '=' };
    match value {
        [] if written == name => Ok(()),
        [other, ..] if written == name => {
            refuse(other.span(), format!("`{name}` takes no value; write `{name}` alone"))
        }
        [TokenTree::Group(list)] if name == "elements" && list.delimiter() == Delimiter::Parenthesis => {
            read(Elements, without_invisible_groups(list.stream()), &mut Vec::new())
        }
        [equals, _, ..] if needed == '=' && sign(equals, '=') => {
            let is_range = value.windows(2).any(|pair| sign(&pair[0], '.') && sign(&pair[1], '.'));
            if name == "range" && !is_range {
                return refuse(value[1].span(), "`range` takes a range, such as `0..=100`".to_owned());
            }
            Ok(())
        }
        [TokenTree::Group(list), ..] => {
            refuse(list.span_open(), format!("expected `{needed}` after `{name}`; write `{written}`"))
        }
        [other, ..] if needed == '(' || !sign(other, '=') => {
            refuse(other.span(), format!("expected `{needed}` after `{name}`; write `{written}`"))
        }
        _ => refuse(key, format!("no value given for `{name}`; write `{written}`")),
    }
}
