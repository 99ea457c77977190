//! Macros of the standard library whose arguments are known to be expressions.
//!
//! They are recognised by name, and a crate may have its own macros with these names. So they are
//! not expanded: the path and the number of the arguments stay unchanged, and arguments that do not
//! parse as those of the known macro are left alone.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::parse::{Parse, ParseStream, Parser as _};
use syn::{punctuated::Punctuated, Expr, Macro, Pat, Result, Token};

use crate::condition::macro_names::{standard_name, OTHERS};
use crate::condition::patterns::{can_fail, is_opaque};
use crate::condition::scrutinee::Scrutinee;

pub type Arguments = Punctuated<Expr, Token![,]>;

/// An invocation whose arguments are expressions.
pub enum KnownMacro {
    /// `assert!` or `debug_assert!`, with at least one argument.
    Assert(Arguments),
    /// `assert_eq!`, `assert_ne!` and the like, with true for equality, and at least two arguments.
    AssertCompared(bool, Arguments),
    Matches(Box<Matches>),
    Other(Arguments),
    /// `vec![element; length]`.
    Repeat(Box<Repeat>),
}

impl KnownMacro {
    pub fn parse(invocation: &Macro) -> Option<Self> {
        let name = standard_name(&invocation.path)?;
        let arguments = || Arguments::parse_terminated.parse2(invocation.tokens.clone()).ok();
        match &*name {
            "assert" | "debug_assert" => {
                arguments().filter(|these| !these.is_empty()).map(KnownMacro::Assert)
            }
            "assert_eq" | "assert_ne" | "debug_assert_eq" | "debug_assert_ne" => {
                let arguments = arguments().filter(|these| these.len() >= 2)?;
                Some(KnownMacro::AssertCompared(name.ends_with("eq"), arguments))
            }
            "matches" => Matches::parse(invocation).map(|matches| KnownMacro::Matches(Box::new(matches))),
            "vec" => match syn::parse2(invocation.tokens.clone()) {
                Ok(repeat) => Some(KnownMacro::Repeat(Box::new(repeat))),
                Err(_) => arguments().map(KnownMacro::Other),
            },
            _ if OTHERS.contains(&&*name) => arguments().map(KnownMacro::Other),
            _ => None,
        }
    }
}

/// The arguments of a `matches!` that can be rewritten: it can fail, and its pattern can be taken
/// apart.
pub struct Matches {
    pub scrutinee: Expr,
    comma: Token![,],
    pub pattern: Pat,
    pub guard: Option<(Token![if], Expr)>,
    trailing: Option<Token![,]>,
}

impl Matches {
    /// The arguments of `invocation`, if it is a `matches!`.
    pub fn parse(invocation: &Macro) -> Option<Self> {
        if standard_name(&invocation.path)? != "matches" {
            return None;
        }
        let matches: Matches = syn::parse2(invocation.tokens.clone()).ok()?;
        // For an unreadable scrutinee, only the outcome of pattern and guard is known.
        let is_seen =
            matches.guard.is_none() || Scrutinee::from_expression(&matches.scrutinee) != Scrutinee::Unknown;
        let can_fail = can_fail(&matches.pattern) || matches.guard.is_some();
        (is_seen && can_fail && !is_opaque(&matches.pattern)).then_some(matches)
    }
}

impl Parse for Matches {
    fn parse(input: ParseStream) -> Result<Self> {
        Ok(Matches {
            scrutinee: input.parse()?,
            comma: input.parse()?,
            pattern: input.call(Pat::parse_multi_with_leading_vert)?,
            guard: match input.parse::<Option<Token![if]>>()? {
                Some(keyword) => Some((keyword, input.parse()?)),
                None => None,
            },
            trailing: input.parse()?,
        })
    }
}

impl ToTokens for Matches {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Matches { scrutinee, comma, pattern, guard, trailing } = self;
        scrutinee.to_tokens(tokens);
        comma.to_tokens(tokens);
        pattern.to_tokens(tokens);
        if let Some((keyword, guard)) = guard {
            keyword.to_tokens(tokens);
            guard.to_tokens(tokens);
        }
        trailing.to_tokens(tokens);
    }
}

/// `element; length`
pub struct Repeat {
    pub element: Expr,
    semicolon: Token![;],
    pub length: Expr,
}

impl Parse for Repeat {
    fn parse(input: ParseStream) -> Result<Self> {
        Ok(Repeat { element: input.parse()?, semicolon: input.parse()?, length: input.parse()? })
    }
}

impl ToTokens for Repeat {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.element.to_tokens(tokens);
        self.semicolon.to_tokens(tokens);
        self.length.to_tokens(tokens);
    }
}
