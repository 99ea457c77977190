//! Refusing what makes no sense, and what the attribute does not go on.
//!
//! Written against the compiler's own interface alone, because it is also part of the build that depends on nothing.
//! Only the beginning of the item is looked at: the compiler has checked the rest.

use proc_macro::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};

/// A use of a macro of ours that makes no sense: from where to where, and what to do.
pub(crate) struct Misuse {
    first: Span,
    last: Span,
    message: String,
}

impl Misuse {
    pub(crate) fn new(span: Span, message: impl Into<String>) -> Self {
        Misuse { first: span, last: span, message: message.into() }
    }

    /// `::core::compile_error! { "…" }`, at the offending tokens.
    pub(crate) fn into_compile_error(self) -> TokenStream {
        let colon = |spacing| TokenTree::from(Punct::new(':', spacing));
        let word = |text| TokenTree::from(Ident::new(text, self.first));
        let message = TokenTree::from(Literal::string(&self.message));
        let tokens = [
            colon(Spacing::Joint),
            colon(Spacing::Alone),
            word("core"),
            colon(Spacing::Joint),
            colon(Spacing::Alone),
            word("compile_error"),
            TokenTree::from(Punct::new('!', Spacing::Alone)),
            TokenTree::from(Group::new(Delimiter::Brace, TokenStream::from(message))),
        ];
        let locate = |mut token: TokenTree| {
            let span = if let TokenTree::Group(_) = token { self.last } else { self.first };
            token.set_span(span.resolved_at(Span::mixed_site()));
            token
        };
        tokens.into_iter().map(locate).collect()
    }
}

#[cfg(feature = "rewrite")]
impl From<sbst_instrument::Error> for Misuse {
    fn from(error: sbst_instrument::Error) -> Self {
        // An error tells its last token only so.
        let mut spans = TokenStream::from(error.to_compile_error()).into_iter().map(|token| token.span());
        let first = spans.next().unwrap_or_else(Span::call_site);
        Misuse { first, last: spans.last().unwrap_or(first), message: error.to_string() }
    }
}

/// Checks the attribute's arguments and the beginning of its item.
pub(crate) fn check(arguments: TokenStream, item: TokenStream) -> Result<(), Misuse> {
    check_arguments(arguments)?;
    check_item(item)
}

/// What the attribute goes on, for the end of a message.
const GOES_ON: &str = "`#[sbst::instrument]` goes on functions";

fn check_arguments(arguments: TokenStream) -> Result<(), Misuse> {
    let mut arguments = arguments.into_iter();
    let Some(name) = arguments.next() else {
        return Ok(());
    };
    if name.to_string() != "crate" {
        let message = format!("unknown argument `{name}`; the known one is `crate = path`");
        return Err(Misuse::new(name.span(), message));
    }
    match (arguments.next(), arguments.next()) {
        (Some(TokenTree::Punct(sign)), Some(_)) if sign.as_char() == '=' => Ok(()),
        (Some(other), _) if other.to_string() != "=" => {
            Err(Misuse::new(other.span(), "expected `=` and the path of the runtime after `crate`"))
        }
        _ => {
            Err(Misuse::new(name.span(), "no path given; write `crate = path`, with the path of the runtime"))
        }
    }
}

fn check_item(item: TokenStream) -> Result<(), Misuse> {
    let mut item = without_invisible_groups(item).into_iter().peekable();
    let mut first = None;
    while let Some(token) = item.next() {
        let span = token.span();
        first.get_or_insert(span);
        match &token {
            // `#[…]`
            TokenTree::Punct(sign) if sign.as_char() == '#' => {
                first = None;
                item.next();
            }
            TokenTree::Ident(word) => match &*word.to_string() {
                "fn" => return check_signature(item),
                // These may stand before `fn`, and before other words that then are wrong.
                "pub" | "async" | "unsafe" | "safe" | "extern" | "default" => {}
                "const" if begins_function(item.peek()) => {}
                keyword => return Err(Misuse::new(span, wrong_item(keyword))),
            },
            // `pub(…)`, and the ABI after `extern`.
            TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => {}
            TokenTree::Literal(_) => {}
            _ => break,
        }
    }
    Err(Misuse::new(first.unwrap_or_else(Span::call_site), format!("{GOES_ON}; move it to one")))
}

/// What a macro substitutes, a visibility say, arrives in a group without delimiters.
pub(crate) fn without_invisible_groups(tokens: TokenStream) -> Vec<TokenTree> {
    let mut flat = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
                flat.extend(without_invisible_groups(group.stream()));
            }
            other => flat.push(other),
        }
    }
    flat
}

fn begins_function(after_const: Option<&TokenTree>) -> bool {
    after_const.is_some_and(|token| matches!(&*token.to_string(), "fn" | "async" | "unsafe" | "extern"))
}

fn wrong_item(keyword: &str) -> String {
    let advice = match keyword {
        "impl" => "methods are not supported yet; annotate a free function that calls them",
        "mod" => "whole modules are not supported yet; put it on each function of this one",
        "trait" => "methods are not supported yet; annotate a free function that calls them",
        "struct" | "enum" | "union" | "type" => "put it on those that use this type",
        "const" | "static" => "put it on those that use this value",
        "let" => "put it on the one that this statement is in",
        _ => "move it to one",
    };
    let article = if keyword.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
    match keyword {
        "impl" | "mod" | "trait" | "struct" | "enum" | "union" | "type" | "const" | "static" | "use"
        | "let" => {
            format!("{GOES_ON}, not on {article} `{keyword}`; {advice}")
        }
        _ => format!("{GOES_ON}; {advice}"),
    }
}

/// Finds out methods and associated functions: the entry, which stands beside the function, cannot stand in an `impl`.
/// What follows `fn` is the name, perhaps generic parameters, the parameters, the result and the body.
fn check_signature(signature: impl Iterator<Item = TokenTree>) -> Result<(), Misuse> {
    for token in signature {
        match &token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => break,
            TokenTree::Group(group) => check_signature(group.stream().into_iter())?,
            TokenTree::Ident(word) if matches!(&*word.to_string(), "self" | "Self") => {
                let message = "methods are not supported yet; annotate a free function that calls this one";
                return Err(Misuse::new(token.span(), message));
            }
            _ => {}
        }
    }
    Ok(())
}
