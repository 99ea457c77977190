//! Functions and conditions in the definitions of macros, and in the arguments of macros.
//!
//! The body of a rule is read as its future Rust, with a name in place of each `$fragment` and
//! repetitions written once. If that is no Rust, tokens are counted.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use syn::parse::Parser as _;
use syn::{Block, ItemMacro};

use super::{Found, Function, Peculiarity, Standing, conditions, place, tokens};
use crate::configuration::Configuration;
use sbst_analysis::annotate::macro_tokens;

/// Returns the functions in the definition of the macro `name`, and its conditions outside of them.
pub(super) fn in_definition(name: &str, item: &ItemMacro, configuration: &Configuration) -> Vec<Function> {
    let mut found = Vec::new();
    for rule in macro_tokens::rules(item.mac.tokens.clone()) {
        let functions = macro_tokens::in_rule(&rule);
        if functions.is_empty() {
            found.extend(outside(name, rule.stands_for, configuration));
        }
        let standing = Standing::MacroDefinition(name.to_owned());
        found.extend(functions.into_iter().map(|function| counted(function, &standing, configuration)));
    }
    found
}

/// Returns the functions in the arguments of the macro `name`.
pub(super) fn in_arguments(name: &str, tokens: TokenStream, configuration: &Configuration) -> Vec<Function> {
    let standing = Standing::MacroArguments(name.to_owned());
    let functions = macro_tokens::in_tokens(tokens).into_iter();
    functions.map(|function| counted(function, &standing, configuration)).collect()
}

fn counted(function: macro_tokens::Function, standing: &Standing, configuration: &Configuration) -> Function {
    let body = Group::new(Delimiter::Brace, unfolded(function.body.stream()));
    let conditions = match syn::parse2::<Block>(TokenTree::Group(body).into()) {
        Ok(block) => conditions::find_in_block(&block, configuration).0,
        Err(_) => find_in_tokens(function.body.stream(), None),
    };
    Function {
        name: function.name.to_string(),
        place: place(function.name.span()),
        is_const: function.is_const,
        standing: standing.clone(),
        conditions,
    }
}

/// Returns the conditions of a rule without functions, as if it were one.
fn outside(name: &str, stands_for: TokenStream, configuration: &Configuration) -> Option<Function> {
    let within = Peculiarity::MacroDefinition(name.to_owned());
    let statements = unfolded(stands_for.clone());
    let conditions = match Block::parse_within.parse2(statements) {
        Ok(statements) => conditions::find_in_statements(&statements, Some(within), configuration),
        Err(_) => find_in_tokens(stands_for, Some(within)),
    };
    let first = conditions.first()?.place;
    Some(Function {
        name: format!("{name}!"),
        place: first,
        is_const: false,
        standing: Standing::None,
        conditions,
    })
}

fn find_in_tokens(tokens: TokenStream, peculiarity: Option<Peculiarity>) -> Vec<Found> {
    let found = tokens::conditions(tokens).into_iter();
    found.map(|(kind, at)| Found { place: place(at), kind, peculiarity: peculiarity.clone() }).collect()
}

/// Replaces fragments by names and writes repetitions once.
fn unfolded(tokens: TokenStream) -> TokenStream {
    let mut unfolded = Vec::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match (token, tokens.peek()) {
            (TokenTree::Punct(dollar), Some(TokenTree::Ident(_))) if dollar.as_char() == '$' => {
                if let Some(TokenTree::Ident(name)) = tokens.next() {
                    let is_crate = name == "crate";
                    let text = if is_crate { "crate".to_owned() } else { format!("fragment_{name}") };
                    unfolded.push(TokenTree::Ident(Ident::new(text.trim_start_matches("r#"), dollar.span())));
                }
            }
            (TokenTree::Punct(dollar), Some(TokenTree::Group(_))) if dollar.as_char() == '$' => {
                if let Some(TokenTree::Group(group)) = tokens.next() {
                    unfolded.extend(self::unfolded(group.stream()));
                }
                // The separator, if any, and the sign of repetition.
                for _ in 0..2 {
                    let sign = tokens.next();
                    if matches!(&sign, Some(TokenTree::Punct(sign)) if "*+?".contains(sign.as_char())) {
                        break;
                    }
                }
            }
            (TokenTree::Group(group), _) => {
                let mut inner = Group::new(group.delimiter(), self::unfolded(group.stream()));
                inner.set_span(group.span());
                unfolded.push(TokenTree::Group(inner));
            }
            (other, _) => unfolded.push(other),
        }
    }
    unfolded.into_iter().collect()
}
