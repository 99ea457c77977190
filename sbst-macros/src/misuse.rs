//! Rejection of invalid arguments and of misplaced attributes.
//!
//! It uses the compiler's own interface alone, because it is also part of the build without
//! dependencies. Only the beginning of the item is read: the compiler has checked the rest.

use proc_macro::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};

use crate::tokens::{flat, sign, stream, text, word};

/// An invalid use of our macros: its first and last span, and the remedy.
pub(crate) struct Misuse {
    first: Span,
    last: Span,
    message: String,
}

impl Misuse {
    /// A misuse at `span`, with a message in parts.
    pub(crate) fn at(span: Span, message: &[&str]) -> Self {
        Misuse { first: span, last: span, message: text(message) }
    }

    /// A misuse at the tokens from `first` to `last`.
    #[cfg(feature = "rewrite")]
    pub(crate) fn between(first: Span, last: Span, message: String) -> Self {
        Misuse { first, last, message }
    }

    /// `::core::compile_error! { "…" }`, at the offending tokens, and then `item`.
    pub(crate) fn compile_error(&self, item: TokenStream) -> TokenStream {
        let first = self.first.resolved_at(Span::mixed_site());
        let mut message = Literal::string(&self.message);
        message.set_span(first);
        let mut group = Group::new(Delimiter::Brace, TokenStream::from(TokenTree::Literal(message)));
        group.set_span(self.last.resolved_at(Span::mixed_site()));
        let mut tokens = Vec::new();
        path(&mut tokens, "core", first);
        path(&mut tokens, "compile_error", first);
        tokens.push(punctuation('!', Spacing::Alone, first));
        tokens.push(TokenTree::Group(group));
        for token in item {
            tokens.push(token);
        }
        stream(tokens)
    }
}

/// Adds `::name`.
fn path(tokens: &mut Vec<TokenTree>, name: &str, span: Span) {
    tokens.push(punctuation(':', Spacing::Joint, span));
    tokens.push(punctuation(':', Spacing::Alone, span));
    tokens.push(TokenTree::Ident(Ident::new(name, span)));
}

fn punctuation(sign: char, spacing: Spacing, span: Span) -> TokenTree {
    let mut sign = Punct::new(sign, spacing);
    sign.set_span(span);
    TokenTree::Punct(sign)
}

/// Finds a mistake in the attribute's arguments or at the beginning of its item.
pub(crate) fn check(arguments: TokenStream, item: TokenStream) -> Option<Misuse> {
    let misuse = check_arguments(&flat(arguments));
    if misuse.is_some() {
        return misuse;
    }
    check_item(&flat(item))
}

/// The items that allow the attribute, for the end of a message.
const GOES_ON: &str = "`#[sbst::instrument]` goes on functions, `impl` blocks, traits and modules";

/// The valid arguments, for the end of a message.
const KNOWN: &str =
    "known are `crate = path`, `unsafe`, and generic parameters of the function, such as `T = u32`";

fn check_arguments(arguments: &[TokenTree]) -> Option<Misuse> {
    let mut names: Vec<String> = Vec::new();
    let mut rest = arguments;
    while !rest.is_empty() {
        let end = end_of_argument(rest);
        let misuse = check_argument(&rest[..end]);
        if misuse.is_some() {
            return misuse;
        }
        let name = word(rest, 0);
        for earlier in &names {
            if *earlier == name {
                return Some(Misuse::at(rest[0].span(), &["argument `", &name, "` given twice; keep one"]));
            }
        }
        names.push(name);
        rest = &rest[rest.len().min(end + 1)..];
    }
    None
}

/// The place of the next comma outside of `<…>`.
fn end_of_argument(arguments: &[TokenTree]) -> usize {
    let mut depth = 0;
    for at in 0..arguments.len() {
        match sign(arguments, at) {
            ',' if depth == 0 => return at,
            '<' => depth += 1,
            '>' if at > 0 && sign(arguments, at - 1) != '-' && depth > 0 => depth -= 1,
            _ => {}
        }
    }
    arguments.len()
}

fn check_argument(argument: &[TokenTree]) -> Option<Misuse> {
    let name = word(argument, 0);
    let Some(first) = argument.first() else {
        return Some(Misuse::at(Span::call_site(), &["expected an argument before the comma; ", KNOWN]));
    };
    let at = |message: &[&str]| Some(Misuse::at(first.span(), message));
    let is_parameter = name.starts_with(char::is_uppercase);
    match (&*name, argument.get(1)) {
        ("unsafe", None) => None,
        ("unsafe", Some(other)) => {
            Some(Misuse::at(other.span(), &["`unsafe` takes no value; write `unsafe` alone"]))
        }
        ("crate", Some(other)) if sign(argument, 1) != '=' => {
            Some(Misuse::at(other.span(), &["expected `=` and the path of the runtime after `crate`"]))
        }
        ("crate", _) if argument.len() < 3 => {
            at(&["no path given; write `crate = path`, with the path of the runtime"])
        }
        ("crate", _) => None,
        ("skip", Some(_)) if sign(argument, 1) == '=' && matches!(argument.len(), 3 | 4) => None,
        ("within", Some(TokenTree::Group(_))) if argument.len() == 2 => None,
        (_, Some(_)) if is_parameter && sign(argument, 1) == '=' && argument.len() > 2 => None,
        _ if is_parameter => {
            at(&["nothing given for `", &name, "`; write `", &name, " = u32`, with the type it stands for"])
        }
        _ => at(&["unknown argument `", &name, "`; ", KNOWN]),
    }
}

fn check_item(item: &[TokenTree]) -> Option<Misuse> {
    let (mut at, mut first) = (0, 0);
    while at < item.len() {
        match &item[at] {
            // `#[…]`
            TokenTree::Punct(sign) if sign.as_char() == '#' => {
                at += 1;
                first = at + 1;
            }
            TokenTree::Ident(keyword) => match &*keyword.to_string() {
                "fn" | "mod" => return check_body(item, at),
                "impl" | "trait" | "macro_rules" => return None,
                // These may precede the others, and other words, which are then wrong.
                "pub" | "async" | "unsafe" | "safe" | "extern" | "default" | "auto" => {}
                "const" if matches!(&*word(item, at + 1), "fn" | "async" | "unsafe" | "extern") => {}
                keyword => return Some(wrong_item(keyword, item[at].span())),
            },
            // `pub(…)`, and the ABI after `extern`.
            TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => {}
            TokenTree::Literal(_) => {}
            _ => break,
        }
        at += 1;
    }
    let span = match item.get(first) {
        Some(token) => token.span(),
        None => Span::call_site(),
    };
    Some(wrong_item("", span))
}

fn wrong_item(keyword: &str, span: Span) -> Misuse {
    let advice = match keyword {
        "struct" | "enum" | "union" | "type" => "put it on those that use this type",
        "const" | "static" => "put it on those that use this value",
        "let" => "put it on the function that this statement is in",
        "use" => "move it to one",
        _ => return Misuse::at(span, &[GOES_ON, "; move it to one"]),
    };
    let article = if keyword == "enum" { "an" } else { "a" };
    Misuse::at(span, &[GOES_ON, ", not on ", article, " `", keyword, "`; ", advice])
}

/// A function or module ends with its body, which the attribute needs.
fn check_body(item: &[TokenTree], keyword: usize) -> Option<Misuse> {
    if item.is_empty() || sign(item, item.len() - 1) != ';' {
        return None;
    }
    let message = match &*word(item, keyword) {
        "mod" => "this module is in another file; annotate its items instead",
        _ => "this function has no body; put the attribute on those that have one",
    };
    Some(Misuse::at(item[keyword].span(), &[message]))
}
