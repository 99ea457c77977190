//! Recording the arguments of a call, where a user's own tests are run for that.
//!
//! A function begins with a step, which says whether its arguments are wanted. What cannot be written back is told by method
//! look-up, as everywhere. No closure has the arguments, for it would refer to them, and what is referred to out of line is
//! kept in memory wherever it is used. Those of a generic function are handed on as they are: what their types are in the
//! instance that the search has chosen is known elsewhere (`Callee::emit`).
//!
//! Arguments are looked at by their names. A parameter that is taken apart by a pattern, or whose argument the search makes in
//! another way than its type says, keeps a function's calls from being recorded; they are counted, with the reason.

use proc_macro2::{Span, TokenStream};
use quote::{quote_spanned, ToTokens as _};
use syn::{parse_quote_spanned, FnArg, Pat, Path, Signature, Stmt};

use crate::callable::{bring_into_scope, write_down, Callee};

/// The statement with which a function begins that has parameters; `None` if it has none.
pub(crate) fn step_into(signature: &Signature, callee: &Callee, runtime: &Path) -> Option<Stmt> {
    let at = Span::mixed_site();
    if signature.inputs.is_empty() {
        return None;
    }
    let names: Option<Vec<TokenStream>> = signature.inputs.iter().map(name).collect();
    let recording = match (names, why_never(signature, callee)) {
        (Some(names), None) if callee.is_instance() => quote_spanned! {at=>
            #runtime::__private::record_generic_call(
                &__SBST_TARGET,
                &[#(#runtime::__private::Erased::of(&#names)),*],
            );
        },
        (Some(names), None) => {
            let traits = bring_into_scope(&["CanWrite", "CannotWrite"], runtime);
            let written = write_down(names.iter().map(|name| quote_spanned!(at=> &#name)), runtime);
            quote_spanned! {at=>
                #traits
                if let ::core::option::Option::Some(mut call) = #runtime::__private::begin_call(&__SBST_TARGET) {
                    let nodes = &mut call;
                    let written = #written;
                    #runtime::__private::record_call(&__SBST_TARGET, call, written);
                }
            }
        }
        (_, reason) => {
            let reason = reason.unwrap_or_default();
            quote_spanned!(at=> #runtime::__private::record_lost_call(&__SBST_TARGET, #reason);)
        }
    };
    Some(parse_quote_spanned! {at=>
        if #runtime::__private::step_into() {
            #recording
        }
    })
}

/// Why no call is recorded, if none is.
fn why_never(signature: &Signature, callee: &Callee) -> Option<String> {
    let mut parameters = signature.inputs.iter().zip(callee.parameters());
    parameters.find_map(|(input, parameter)| match name(input) {
        None => {
            let ty = &parameter.type_text;
            Some(format!("a parameter is taken apart where it is declared; write `name: {ty}` and take it apart in the body"))
        }
        Some(_) => parameter.why_not_recorded(),
    })
}

/// What the body calls an argument.
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
