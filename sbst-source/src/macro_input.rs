//! Items in the input of macros, which most macros emit at their call.
//!
//! 1. Calls among the items of a module, an `impl` block or a trait count, except calls of macros
//!    that quote their input.
//! 2. The input is read from left to right. Tokens that parse as an item are one. Elsewhere, braces
//!    are entered. Tokens that look like an item but do not parse contain no items. A trait may
//!    have a macro's own signs among its items, however (`@types type Id;`).
//! 3. The conditions of a call apply to its items. So do the conditions right before braces within
//!    it and, after an `else`, the negations of the earlier ones (`cfg_if!`).
//! 4. A macro whose [definition](Definitions) has conditions passes items on under one of them.
//! 5. Functions, types, traits, blocks, imports, modules and further calls are passed on. Constants
//!    and statics are not, because they often get another type (`thread_local!`).
//!
//! A call keeps the other tokens: names, types, and tokens that are not Rust.

mod definitions;
#[cfg(test)]
mod tests;

use std::ops::{Range, RangeInclusive};

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::{quote, ToTokens as _};
use syn::ext::IdentExt as _;
use syn::parse::{discouraged::Speculative as _, Parse, ParseStream, Parser as _};
use syn::spanned::Spanned as _;
use syn::{parse_quote, token, Attribute, File, Ident, ImplItem, Item, ItemTrait, Macro, Token, TraitItem};

pub use definitions::{rules, Definitions};

/// Macros whose input is data for other programs, not items of this one.
pub const QUOTING: [&str; 8] = [
    "concat",
    "doc",
    "format_ident",
    "parse_quote",
    "parse_quote_spanned",
    "quote",
    "quote_spanned",
    "stringify",
];

/// The first words of items.
const WORDS: [&str; 17] = [
    "async",
    "auto",
    "const",
    "enum",
    "extern",
    "fn",
    "impl",
    "macro_rules",
    "mod",
    "pub",
    "static",
    "struct",
    "trait",
    "type",
    "union",
    "unsafe",
    "use",
];

/// A macro call among items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The last name of the macro's path.
    pub name: String,
    pub bytes: Range<usize>,
    /// Its lines, from 1.
    pub lines: RangeInclusive<usize>,
}

impl Call {
    // For a text, a span of several tokens reaches from the first to the last.
    #[allow(clippy::disallowed_methods)]
    fn from_part(part: &mut impl Part) -> Option<Call> {
        let Inside::Call(call, _) = part.inside() else { return None };
        let (name, place) = (name(call), part.span());
        Some(Call { name, bytes: place.byte_range(), lines: place.start().line..=place.end().line })
    }
}

/// Parses a file, with the items in the input of macros after the calls.
///
/// ```
/// use sbst_source::macro_input::parse_file;
///
/// let text = "cfg_if! { if #[cfg(unix)] { fn f() {} } else { fn g() {} } }";
/// let items = parse_file(text).unwrap().items;
/// assert!(matches!(&items[1..], [syn::Item::Fn(f), syn::Item::Fn(_)] if f.sig.ident == "f"));
/// ```
pub fn parse_file(text: &str) -> syn::Result<File> {
    let mut file = syn::parse_file(text)?;
    move_out(&mut file, &Definitions::default());
    Ok(file)
}

/// Moves the items in the input of macros after the calls. Returns the calls, including those in
/// the input of others.
pub fn move_out(file: &mut File, definitions: &Definitions) -> Vec<Call> {
    let mut calls = Vec::new();
    move_out_from(&mut file.items, definitions, &mut calls);
    calls
}

fn move_out_from<T: Part>(parts: &mut Vec<T>, definitions: &Definitions, calls: &mut Vec<Call>) {
    let mut at = 0;
    while let Some(part) = parts.get_mut(at) {
        at += 1;
        calls.extend(Call::from_part(part));
        match part.inside() {
            // Moved items come next, with the calls in them.
            Inside::Call(call, attributes) => {
                let found: Vec<T> = take(call, attributes, definitions);
                parts.splice(at..at, found);
            }
            Inside::Items(items) => move_out_from(items, definitions, calls),
            Inside::Block(items) => move_out_from(items, definitions, calls),
            Inside::Trait(items) => move_out_from(items, definitions, calls),
            Inside::Nothing => {}
        }
    }
}

/// Takes the items out of the input of a call.
fn take<T: Part>(call: &mut Macro, attributes: &[Attribute], definitions: &Definitions) -> Vec<T> {
    let name = name(call);
    if QUOTING.contains(&&*name) {
        return Vec::new();
    }
    let mut conditions: Vec<Attribute> =
        attributes.iter().filter(|found| is_condition(found)).cloned().collect();
    conditions.extend(definitions.condition(&name));
    let mut found = Vec::new();
    let read = |input: ParseStream<'_>| read(input, &conditions, &mut found);
    if let Ok(left) = read.parse2(call.tokens.clone()) {
        call.tokens = left;
    }
    found
}

/// Parses items under conditions, and returns the other tokens.
fn read<T: Part>(
    input: ParseStream<'_>,
    conditions: &[Attribute],
    found: &mut Vec<T>,
) -> syn::Result<TokenStream> {
    let mut left = TokenStream::new();
    // Conditions of the braces so far.
    let mut before: Vec<TokenStream> = Vec::new();
    let mut is_else = false;
    // True within tokens that look like an item but do not parse.
    let mut is_item = false;
    while !input.is_empty() {
        let fork = input.fork();
        if !is_item && begins_item(input) {
            if let Ok(mut part) = fork.parse::<T>() {
                input.advance_to(&fork);
                match part.attributes() {
                    Some(attributes) => {
                        attributes.extend(conditions.iter().cloned());
                        found.push(part);
                    }
                    None => part.to_tokens(&mut left),
                }
                continue;
            }
            if let Some(mut part) = T::parse_with_signs(input) {
                if let Some(attributes) = part.attributes() {
                    attributes.extend(conditions.iter().cloned());
                }
                found.push(part);
                continue;
            }
        }
        let fork = input.fork();
        let attributes = fork.call(Attribute::parse_outer).unwrap_or_default();
        if fork.peek(token::Brace) && !is_item {
            input.advance_to(&fork);
            let own: Vec<&Attribute> = attributes.iter().filter(|found| is_condition(found)).collect();
            let mut within = conditions.to_vec();
            if is_else && !before.is_empty() {
                within.push(parse_quote!(#[cfg(not(any(#(#before),*)))]));
            }
            within.extend(own.iter().copied().cloned());
            before.extend(own.iter().filter_map(|condition| condition.meta.require_list().ok()).map(
                |list| {
                    let tokens = &list.tokens;
                    quote!(all(#tokens))
                },
            ));
            let TokenTree::Group(group) = input.parse()? else { continue };
            let inner = |input: ParseStream<'_>| read(input, &within, found);
            left.extend(inner.parse2(group.stream())?);
            is_else = false;
            continue;
        }
        let token: TokenTree = input.parse()?;
        match &token {
            TokenTree::Ident(word) => {
                is_else = word == "else" || is_else && word == "if";
                is_item |= WORDS.iter().any(|known| word == known);
            }
            TokenTree::Punct(sign) if sign.as_char() == ';' => is_item = false,
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => is_item = false,
            _ => {}
        }
        left.extend([token]);
    }
    Ok(left)
}

fn begins_item(input: ParseStream<'_>) -> bool {
    if input.peek(Token![#]) {
        return true;
    }
    let fork = input.fork();
    let word = fork.call(Ident::parse_any);
    word.is_ok_and(|word| WORDS.iter().any(|known| word == known) || fork.peek(Token![!]))
}

fn is_condition(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg")
}

fn name(call: &Macro) -> String {
    call.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default()
}

/// The parts of an item, some of which may be macro calls.
enum Inside<'p> {
    Call(&'p mut Macro, &'p [Attribute]),
    Items(&'p mut Vec<Item>),
    Block(&'p mut Vec<ImplItem>),
    Trait(&'p mut Vec<TraitItem>),
    Nothing,
}

/// An item of a module, an `impl` block or a trait.
trait Part: Parse + quote::ToTokens {
    /// Parses an item that contains a macro's own signs.
    fn parse_with_signs(_: ParseStream<'_>) -> Option<Self> {
        None
    }

    fn inside(&mut self) -> Inside<'_>;

    /// The attributes of an item passed on by macros.
    fn attributes(&mut self) -> Option<&mut Vec<Attribute>>;
}

/// Returns the items of a trait without a macro's own signs among them: `@` and one word or two.
/// Fails if other tokens do not parse.
fn without_signs(body: TokenStream) -> syn::Result<TokenStream> {
    let is_item = |input: ParseStream<'_>| input.fork().parse::<TraitItem>().is_ok();
    let read = |input: ParseStream<'_>| {
        let mut items = TokenStream::new();
        while !input.is_empty() {
            if input.peek(Token![@]) {
                input.parse::<Token![@]>()?;
                input.parse::<TokenTree>()?;
                if !input.is_empty() && !input.peek(Token![@]) && !is_item(input) {
                    input.parse::<TokenTree>()?;
                }
            } else {
                input.parse::<TraitItem>()?.to_tokens(&mut items);
            }
        }
        Ok(items)
    };
    read.parse2(body)
}

impl Part for Item {
    fn parse_with_signs(input: ParseStream<'_>) -> Option<Item> {
        let fork = input.fork();
        let mut tokens = TokenStream::new();
        loop {
            match fork.parse().ok()? {
                TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                    let mut body = Group::new(Delimiter::Brace, without_signs(group.stream()).ok()?);
                    body.set_span(group.span());
                    tokens.extend([TokenTree::from(body)]);
                    break;
                }
                TokenTree::Punct(sign) if sign.as_char() == ';' => return None,
                other => tokens.extend([other]),
            }
        }
        let item: ItemTrait = syn::parse2(tokens).ok()?;
        input.advance_to(&fork);
        Some(Item::Trait(item))
    }

    fn inside(&mut self) -> Inside<'_> {
        match self {
            Item::Macro(call) if call.ident.is_none() => Inside::Call(&mut call.mac, &call.attrs),
            Item::Mod(module) => {
                module.content.as_mut().map_or(Inside::Nothing, |(_, items)| Inside::Items(items))
            }
            Item::Impl(block) => Inside::Block(&mut block.items),
            Item::Trait(definition) => Inside::Trait(&mut definition.items),
            _ => Inside::Nothing,
        }
    }

    fn attributes(&mut self) -> Option<&mut Vec<Attribute>> {
        match self {
            Item::Enum(item) => Some(&mut item.attrs),
            Item::Fn(item) => Some(&mut item.attrs),
            Item::Impl(item) => Some(&mut item.attrs),
            Item::Macro(item) => Some(&mut item.attrs),
            Item::Mod(item) => Some(&mut item.attrs),
            Item::Struct(item) => Some(&mut item.attrs),
            Item::Trait(item) => Some(&mut item.attrs),
            Item::Type(item) => Some(&mut item.attrs),
            Item::Union(item) => Some(&mut item.attrs),
            Item::Use(item) => Some(&mut item.attrs),
            _ => None,
        }
    }
}

impl Part for ImplItem {
    fn inside(&mut self) -> Inside<'_> {
        match self {
            ImplItem::Macro(call) => Inside::Call(&mut call.mac, &call.attrs),
            _ => Inside::Nothing,
        }
    }

    fn attributes(&mut self) -> Option<&mut Vec<Attribute>> {
        match self {
            ImplItem::Fn(item) => Some(&mut item.attrs),
            ImplItem::Macro(item) => Some(&mut item.attrs),
            _ => None,
        }
    }
}

impl Part for TraitItem {
    fn inside(&mut self) -> Inside<'_> {
        match self {
            TraitItem::Macro(call) => Inside::Call(&mut call.mac, &call.attrs),
            _ => Inside::Nothing,
        }
    }

    fn attributes(&mut self) -> Option<&mut Vec<Attribute>> {
        match self {
            TraitItem::Fn(item) => Some(&mut item.attrs),
            TraitItem::Macro(item) => Some(&mut item.attrs),
            _ => None,
        }
    }
}
