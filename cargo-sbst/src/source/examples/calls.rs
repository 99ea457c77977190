//! Calls with literal arguments among tokens.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use sbst_model::messages::ExampleValue;
use syn::Lit;

/// A call with a literal among its arguments.
#[derive(Debug, PartialEq)]
pub struct Call {
    pub name: String,
    /// The type before the name, in `Type::name(…)`.
    pub owner: Option<String>,
    /// True if it is written behind a dot: the receiver is no argument.
    pub is_method: bool,
    /// The arguments, each if it is a literal.
    pub arguments: Vec<Option<ExampleValue>>,
}

impl Call {
    /// True unless the call names another type than the function with this path has.
    pub fn may_be_of(&self, path: &str) -> bool {
        let mut words = path.split(|c: char| !c.is_alphanumeric() && c != '_');
        self.owner.as_ref().is_none_or(|owner| words.any(|word| word == owner))
    }
}

/// Adds the calls and the literals among tokens.
pub fn find(tokens: TokenStream, calls: &mut Vec<Call>, elsewhere: &mut Vec<ExampleValue>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (index, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => {
                if group.delimiter() == Delimiter::Parenthesis {
                    calls.extend(call(&tokens[..index], group.stream()));
                }
                find(group.stream(), calls, elsewhere);
            }
            TokenTree::Literal(literal) => {
                let Some(value) = value(Lit::new(literal.clone()), false) else { continue };
                calls.extend(parsed_type(&tokens[index + 1..]).map(|owner| Call {
                    name: "from_str".to_owned(),
                    owner,
                    is_method: false,
                    arguments: vec![Some(value.clone())],
                }));
                elsewhere.push(value);
            }
            _ => {}
        }
    }
}

/// Returns the call whose arguments these are, given the tokens before them.
fn call(before: &[TokenTree], arguments: TokenStream) -> Option<Call> {
    let (name, before) = name(before)?;
    let is_method = matches!(before.last(), Some(TokenTree::Punct(dot)) if dot.as_char() == '.');
    let owner = match before {
        [.., TokenTree::Ident(owner), TokenTree::Punct(one), TokenTree::Punct(two)]
            if one.as_char() == ':' && two.as_char() == ':' =>
        {
            Some(owner.to_string()).filter(|owner| owner.starts_with(char::is_uppercase))
        }
        _ => None,
    };
    let arguments: Vec<TokenTree> = arguments.into_iter().collect();
    let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(comma) if comma.as_char() == ',');
    let arguments: Vec<Option<ExampleValue>> = arguments.split(is_comma).map(argument).collect();
    let has_literal = arguments.iter().any(Option::is_some);
    has_literal.then_some(Call { name, owner: owner.filter(|owner| owner != "Self"), is_method, arguments })
}

/// Returns the name at the end of tokens, and the tokens before it; generic arguments may follow it.
fn name(before: &[TokenTree]) -> Option<(String, &[TokenTree])> {
    let is =
        |token: &TokenTree, sign: char| matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign);
    let named = match before {
        [.., last] if is(last, '>') => {
            let opening = before
                .windows(3)
                .rposition(|three| is(&three[0], ':') && is(&three[1], ':') && is(&three[2], '<'))?;
            &before[..opening]
        }
        _ => before,
    };
    match named {
        [rest @ .., TokenTree::Ident(name)] => Some((name.to_string(), rest)),
        _ => None,
    }
}

/// Returns the type that a literal is parsed as, if `.parse()` follows: the type, if it is named.
fn parsed_type(after: &[TokenTree]) -> Option<Option<String>> {
    match after {
        [TokenTree::Punct(dot), TokenTree::Ident(parse), rest @ ..]
            if dot.as_char() == '.' && parse == "parse" =>
        {
            Some(match rest {
                [
                    TokenTree::Punct(_),
                    TokenTree::Punct(_),
                    TokenTree::Punct(opening),
                    TokenTree::Ident(ty),
                    ..,
                ] if opening.as_char() == '<' => Some(ty.to_string()).filter(|ty| ty != "_"),
                _ => None,
            })
        }
        _ => None,
    }
}

/// Returns the value of an argument that is a literal, perhaps borrowed, negative or converted.
fn argument(tokens: &[TokenTree]) -> Option<ExampleValue> {
    match tokens {
        [TokenTree::Punct(sign), rest @ ..] if sign.as_char() == '&' => argument(rest),
        [TokenTree::Punct(sign), TokenTree::Literal(literal)] if sign.as_char() == '-' => {
            value(Lit::new(literal.clone()), true)
        }
        [TokenTree::Literal(literal)] => value(Lit::new(literal.clone()), false),
        [TokenTree::Literal(literal), TokenTree::Punct(dot), TokenTree::Ident(into), TokenTree::Group(_)]
            if dot.as_char() == '.' && ["to_string", "to_owned", "into"].iter().any(|name| into == name) =>
        {
            value(Lit::new(literal.clone()), false)
        }
        [
            TokenTree::Ident(owner),
            TokenTree::Punct(_),
            TokenTree::Punct(_),
            TokenTree::Ident(from),
            TokenTree::Group(inner),
        ] if owner == "String" && from == "from" => argument(&inner.stream().into_iter().collect::<Vec<_>>()),
        _ => None,
    }
}

fn value(literal: Lit, is_negative: bool) -> Option<ExampleValue> {
    let sign = if is_negative { "-" } else { "" };
    match literal {
        Lit::Str(text) => Some(ExampleValue::Text(text.value())),
        Lit::ByteStr(text) => String::from_utf8(text.value()).ok().map(ExampleValue::Text),
        Lit::Char(character) => Some(ExampleValue::Character(character.value().to_string())),
        Lit::Byte(byte) => Some(ExampleValue::Number(byte.value().to_string())),
        Lit::Int(number) => Some(ExampleValue::Number(format!("{sign}{}", number.base10_digits()))),
        Lit::Float(number) => Some(ExampleValue::Number(format!("{sign}{}", number.base10_digits()))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(code: &str) -> Vec<String> {
        let (mut calls, mut elsewhere) = (Vec::new(), Vec::new());
        find(code.parse().unwrap(), &mut calls, &mut elsewhere);
        let shown = |call: &Call| {
            let owner = call.owner.as_ref().map(|owner| format!("{owner}::")).unwrap_or_default();
            let dot = if call.is_method { "." } else { "" };
            let arguments = call.arguments.iter().map(|argument| match argument {
                Some(
                    ExampleValue::Text(text) | ExampleValue::Character(text) | ExampleValue::Number(text),
                ) => text.clone(),
                None => "_".to_owned(),
            });
            format!("{dot}{owner}{}({})", call.name, arguments.collect::<Vec<_>>().join(", "))
        };
        calls.iter().map(shown).collect()
    }

    #[test]
    fn calls_with_literals_are_found_also_in_macros() {
        assert_eq!(found("assert_eq!(demo::split(\"a b\", ' '), x);"), ["split(a b,  )"]);
        assert_eq!(found("Rota::new(people, 10, -12)"), ["Rota::new(_, 10, -12)"]);
        assert_eq!(
            found("map.insert(String::from(\"k\"), 2_u8).unwrap()"),
            [".insert(k, 2)", "String::from(k)"]
        );
        assert_eq!(found("f::<u8>(&\"x\".to_owned())"), ["f(x)"]);
        assert_eq!(
            found("let x: T = \"1.5\".parse().unwrap(); \"2\".parse::<Version>()"),
            ["from_str(1.5)", "Version::from_str(2)"]
        );
        assert!(found("f(x); (\"a\", 1); [1, 2]").is_empty());
    }

    #[test]
    fn a_call_of_another_type_is_not_meant() {
        let call = |owner: Option<&str>| Call {
            name: "new".into(),
            owner: owner.map(str::to_owned),
            is_method: false,
            arguments: Vec::new(),
        };
        assert!(call(Some("Rota")).may_be_of("demo::rota::Rota::new") && call(None).may_be_of("demo::f"));
        assert!(!call(Some("Rota")).may_be_of("demo::rota::Turns::new"));
    }
}
