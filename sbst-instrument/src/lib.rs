//! The library behind `#[sbst::instrument]`: it finds the conditions of a function, puts probes around them, and registers
//! the function with the search. Tokens in, tokens out: all of it can be used and tested outside a procedural macro.
//!
//! [`instrument`] is the whole; the modules are its parts, each useful alone:
//!
//! * [`conditions`]: what a condition is;
//! * [`patterns`]: what can be said of a pattern by its syntax;
//! * [`mod@rewrite`]: the walk that finds the conditions of a body and rewrites it;
//! * [`literals`]: the constants that a body mentions;
//! * [`callable`] and [`lifetimes`]: how a function can be called, and what its result may borrow from;
//! * [`source_text`]: tokens as a person would have written them;
//! * [`arguments`]: what the attribute can be told.
//!
//! Everything that is emitted reaches the runtime through `__private` of the runtime crate, and is kept apart from the
//! user's code: the body becomes a block of its own, so that what it imports cannot change the meaning of a type in the
//! signature, and the items that are added have names that nobody writes.

pub mod arguments;
mod attributes;
pub mod bounds;
pub mod callable;
mod capture;
pub mod conditions;
pub mod derive;
mod items;
pub mod keys;
mod known_macros;
mod leading_attributes;
pub mod lifetimes;
pub mod literals;
mod membership;
pub mod patterns;
mod probes;
mod registration;
pub mod rewrite;
mod scrutinee;
pub mod source_text;
mod spans;
mod template;

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{quote, ToTokens};
use syn::spanned::Spanned as _;
use syn::{parse_quote, parse_quote_spanned, Block, Expr, ExprBlock, FnArg, Ident, ItemFn, Result, Stmt};

pub use derive::derive_input;
pub use syn::{Error, Path};

use crate::arguments::Arguments;
use crate::callable::Parameter;
use crate::literals::Literals;
use crate::probes::Probes;
use crate::rewrite::{rewrite, Rewritten};

/// Expands `#[sbst::instrument(arguments)] item`. The runtime is looked for at `default_runtime` unless the arguments say
/// otherwise.
pub fn instrument(arguments: TokenStream, item: TokenStream, default_runtime: Path) -> Result<TokenStream> {
    let runtime = Arguments::parse(arguments)?.runtime.unwrap_or(default_runtime);
    let mut function: ItemFn = syn::parse2(item)?;
    if let Some(receiver) = function.sig.receiver() {
        let message = "methods are not supported yet; annotate a free function that calls this one";
        return Err(Error::new(receiver.span(), message));
    }
    let parameters = callable::parameters(&function.sig)?;
    for input in &mut function.sig.inputs {
        match input {
            FnArg::Typed(parameter) => attributes::strip(&mut parameter.attrs),
            FnArg::Receiver(_) => {}
        }
    }
    let entry = registration::entry(&function, &runtime);
    instrument_body(&mut function, &parameters, &runtime);
    Ok(quote!(#function #entry))
}

/// The path `::name` of a crate.
pub fn crate_path(name: &Ident) -> Path {
    parse_quote!(::#name)
}

/// Makes of a function's body: the items that register it, and the rewritten body as a block of its own that begins with
/// a step. The braces stay the user's, for the edition that they stand for.
fn instrument_body(function: &mut ItemFn, parameters: &[Parameter], runtime: &Path) {
    let literals = Literals::of(function.block.to_token_stream());
    let mut body = (*function.block).clone();
    let Rewritten { conditions, captures } = rewrite(&mut body, runtime);
    let registration = registration::registration(function, parameters, &conditions, &literals, runtime);
    if function.sig.constness.is_some() {
        // Constant evaluation cannot record, and there is no telling it apart from an execution.
        function.block.stmts.insert(0, items(registration));
        return;
    }

    if mentions_unsafe(function.to_token_stream()) {
        // What is compared or matched is referred to, which may be a mutable static.
        let at = Span::mixed_site();
        function.attrs.push(parse_quote_spanned!(at=> #[allow(static_mut_refs)]));
    }
    let capturing: &[&str] = if captures { &["CaptureByReference", "CaptureByValue"] } else { &[] };
    let capturing = callable::bring_into_scope(capturing, runtime);
    body.stmts.insert(0, Probes { runtime }.step());
    let brace_token = body.brace_token;
    let body = Expr::Block(ExprBlock { attrs: Vec::new(), label: None, block: body });
    let statements = vec![items(quote!(#capturing #registration)), Stmt::Expr(body, None)];
    *function.block = Block { brace_token, stmts: statements };
}

fn mentions_unsafe(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => mentions_unsafe(group.stream()),
        TokenTree::Ident(word) => word == "unsafe",
        _ => false,
    })
}

fn items(tokens: TokenStream) -> Stmt {
    Stmt::Expr(Expr::Verbatim(tokens), None)
}
