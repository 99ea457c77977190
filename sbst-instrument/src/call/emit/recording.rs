//! Recording of a call's arguments while the user's own tests run.
//!
//! A function begins with a step that returns true if its arguments are to be recorded. Method
//! look-up detects types that cannot be written back, like everywhere. The arguments are not in a
//! closure: it would refer to them, and a variable with a reference out of line is kept in memory
//! in all of its uses. A generic function passes its arguments on unchanged: `Callee::emit` has
//! their types in the instance chosen by the search.
//!
//! Arguments are written by their names in the body. A tuple, an array or a reference taken apart
//! into such names is written as a whole. Calls with any other pattern are not recorded, nor are
//! calls with an argument that the search does not build by its type. They are counted, with the
//! reason.

use proc_macro2::{Literal, TokenStream};
use quote::{quote_spanned, ToTokens as _};
use sbst_source::span::mixed_site;
use syn::ext::IdentExt as _;
use syn::punctuated::Punctuated;
use syn::{parse_quote_spanned, FnArg, Pat, Path, Signature, Stmt, Token};

use crate::call::building::items::bring_into_scope;
use crate::call::emit::writing::write_all;
use crate::call::emit::writing::write_down;
use crate::call::signature::callee::Callee;
use crate::call::signature::parameter::Parameter;
use sbst_source::source_text::source_text;

/// The first statement of a function with parameters; `None` without parameters.
pub(crate) fn step_into(signature: &Signature, callee: &Callee, runtime: &Path) -> Option<Stmt> {
    let at = mixed_site();
    if signature.inputs.is_empty() {
        return None;
    }
    let names: Option<Vec<TokenStream>> = signature.inputs.iter().map(name).collect();
    let writing = signature.inputs.iter().map(|input| match input {
        FnArg::Receiver(_) => name(input).map(|name| write_down(&quote_spanned!(at=> &#name), runtime)),
        FnArg::Typed(typed) => write_pattern(&typed.pat, runtime),
    });
    let writing: Option<Vec<TokenStream>> = writing.collect();
    let never = callee.parameters().iter().find_map(Parameter::why_not_recorded);
    let never = never.or_else(|| callee.why_not_recorded());
    let recording = match (names, writing, never) {
        (Some(names), _, None) if callee.is_instance() => quote_spanned! {at=>
            #runtime::__private::record_generic_call(
                &__SBST_TARGET,
                &[#(
                    #runtime::__private::Erased::from_copy(&#runtime::__private::Copied::from_argument(&#names))
                ),*],
            );
        },
        (_, Some(writing), None) if !callee.is_instance() => {
            let traits = bring_into_scope(&["CanWrite", "CannotWrite"], runtime);
            let written = write_all(writing.into_iter());
            quote_spanned! {at=>
                #traits
                if let ::core::option::Option::Some(mut call) = #runtime::__private::begin_call(&__SBST_TARGET) {
                    let nodes = &mut call;
                    let written = #written;
                    #runtime::__private::record_call(&__SBST_TARGET, call, written);
                }
            }
        }
        (_, _, reason) => {
            let reason = reason.unwrap_or_else(|| taken_apart(signature));
            quote_spanned!(at=> #runtime::__private::record_lost_call(&__SBST_TARGET, #reason);)
        }
    };
    Some(parse_quote_spanned! {at=>
        if #runtime::__private::step_into() {
            #recording
        }
    })
}

/// The message that an argument has no name for its whole, and the remedy.
fn taken_apart(signature: &Signature) -> String {
    let typed = signature.inputs.iter().find_map(|input| match input {
        FnArg::Typed(typed) if name(input).is_none() => Some(source_text(typed.ty.to_token_stream())),
        _ => None,
    });
    let ty = typed.unwrap_or_default();
    format!(
        "a parameter is taken apart where it is declared; write `name: {ty}` and take it apart in the body to have them \
         recorded"
    )
}

/// The expression that writes a value taken apart by a pattern, if the pattern has all of it. It
/// contains no closure.
fn write_pattern(pattern: &Pat, runtime: &Path) -> Option<TokenStream> {
    let at = mixed_site();
    let parts = |kind: TokenStream, payload: usize, parts: Vec<TokenStream>| {
        let payload = Literal::usize_unsuffixed(payload);
        quote_spanned! {at=>
            {
                let node = nodes.open(#runtime::__private::NodeKind::#kind, #payload);
                let is_whole = true #(&& #parts)*;
                nodes.close(node);
                is_whole
            }
        }
    };
    let all = |patterns: &Punctuated<Pat, Token![,]>| -> Option<Vec<TokenStream>> {
        patterns.iter().map(|pattern| write_pattern(pattern, runtime)).collect()
    };
    match pattern {
        Pat::Ident(binding) if binding.subpat.is_none() => {
            let name = &binding.ident;
            // A capitalised name is a constant or a structure.
            let is_variable =
                name.unraw().to_string().starts_with(|first: char| first == '_' || first.is_lowercase());
            is_variable.then(|| write_down(&quote_spanned!(at=> &#name), runtime))
        }
        Pat::Tuple(tuple) => Some(parts(quote_spanned!(at=> Product), 0, all(&tuple.elems)?)),
        Pat::Slice(array) => {
            Some(parts(quote_spanned!(at=> Sequence), array.elems.len(), all(&array.elems)?))
        }
        Pat::Reference(reference) => write_pattern(&reference.pat, runtime),
        Pat::Paren(inner) => write_pattern(&inner.pat, runtime),
        _ => None,
    }
}

fn name(input: &FnArg) -> Option<TokenStream> {
    match input {
        FnArg::Receiver(receiver) => Some(receiver.self_token.to_token_stream()),
        FnArg::Typed(typed) => match &*typed.pat {
            Pat::Ident(binding) if binding.by_ref.is_none() && binding.subpat.is_none() => {
                Some(binding.ident.to_token_stream())
            }
            _ => None,
        },
    }
}
