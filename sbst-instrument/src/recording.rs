//! Recording the arguments of a call, where a user's own tests are run for that.
//!
//! A function begins with a step, which says whether its arguments are wanted. They are looked at by their names: a parameter
//! that is taken apart by a pattern, or whose argument the search makes in another way than its type says, keeps the
//! function from being recorded. What cannot be written back is told by method look-up, as everywhere. No closure has them,
//! for it would refer to them, and what is referred to out of line is kept in memory wherever it is used.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens as _;
use syn::{parse_quote_spanned, FnArg, Pat, Path, Signature, Stmt};

use crate::callable::{bring_into_scope, Callee, Parameter};

/// The statement with which a function begins whose calls can be recorded; `None` where they cannot be.
pub(crate) fn step_into(signature: &Signature, callee: &Callee, runtime: &Path) -> Option<Stmt> {
    let at = Span::mixed_site();
    let names: Vec<TokenStream> = signature.inputs.iter().map(name).collect::<Option<_>>()?;
    if names.is_empty() || !callee.parameters().iter().all(Parameter::is_built) {
        return None;
    }
    let traits = bring_into_scope(&["CanWrite", "CannotWrite"], runtime);
    Some(parse_quote_spanned! {at=>
        if #runtime::__private::step_into() {
            #traits
            if let ::core::option::Option::Some(mut call) = #runtime::__private::begin_call(&__SBST_TARGET) {
                let is_complete = true #( && (&&#runtime::__private::ToWrite(&#names)).write_down(&mut call) )*;
                #runtime::__private::record_call(&__SBST_TARGET, call, is_complete);
            }
        }
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
