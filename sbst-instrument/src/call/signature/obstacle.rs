//! Reasons why the search cannot call a function.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::{ext::IdentExt as _, Block, Expr, FnArg, ItemFn, Pat, PatType, Signature, Type};

use crate::call::building::permanent::lasts;
use crate::call::signature::callee::Callee;
use crate::call::signature::parameter::Making;
use crate::call::signature::parameter::Parameter;
use crate::call::signature::parameter::Passing;
use crate::call::types::mentions::mentions_any;
use crate::syntax::lifetimes::{declared, is_lent_for_the_call, Mentioned};
use crate::syntax::walk::{Node, Walk as _};
use sbst_source::standing::{Owner, Standing};

impl Callee {
    /// The reason why the search cannot call it, and the remedy.
    pub fn obstacle(&self, function: &ItemFn, standing: &Standing) -> Option<String> {
        obstacle(self, function, standing)
    }
}

fn obstacle(callee: &Callee, function: &ItemFn, standing: &Standing) -> Option<String> {
    let signature = &callee.opened.signature;
    if let Some(reason) = &callee.skipped {
        return Some(reason.clone());
    }
    if standing.is_nested() {
        let outer = standing.outer.join("::");
        return Some(format!(
            "it is within the function `{outer}`, out of reach of other code; its goals are credited when that function is \
             searched, so annotate it as well"
        ));
    }
    if matches!(standing.owner, Owner::Macro) {
        return Some("it is a macro; its goals are credited when its users are searched".into());
    }
    if matches!(standing.owner, Owner::Unknown) {
        return Some(
            "a macro makes it, so it is not certain where it stands; annotate a function that calls it"
                .into(),
        );
    }
    if function.sig.constness.is_some() {
        return Some(
            "it is a `const fn`, in which probes cannot record; annotate a function that calls it".into(),
        );
    }
    let of_trait = callee.own.as_ref().and_then(|own| own.of_trait.as_ref()?.segments.last());
    if of_trait.is_some_and(|last| last.ident == "Drop") {
        return Some(
            "it is a destructor, which cannot be called directly; annotate a function that drops a value"
                .into(),
        );
    }
    if callee.is_unsafe() && !callee.may_be_unsafe {
        return Some(
            "it is `unsafe`; write `#[sbst::instrument(unsafe)]` if it is safe to call with every value that can be built, or annotate \
             a safe function that calls it"
                .into(),
        );
    }
    if signature.abi.is_some() || signature.variadic.is_some() {
        return Some(
            "it is `extern`; to search it, annotate a function of Rust's own ABI too that calls it".into(),
        );
    }
    if function.attrs.iter().any(|attribute| attribute.path().is_ident("target_feature")) {
        return Some(
            "it has `#[target_feature]`; to search it, annotate a function too that may call it".into(),
        );
    }
    if signature.receiver().is_some() {
        return Some("it takes `self`; to search it, annotate a function that calls it".into());
    }
    let constants: Vec<Ident> =
        signature.generics.const_params().map(|constant| constant.ident.clone()).collect();
    if let Some(constant) = asserted(&function.block, &constants) {
        return Some(format!(
            "an assertion in its body allows only some values of the constant `{constant}`; choose one: \
             `#[sbst::instrument({constant} = …)]`"
        ));
    }
    let open: Vec<&Ident> = signature.generics.type_params().map(|parameter| &parameter.ident).collect();
    if let Some(parameter) = callee.parameters.iter().find(|parameter| match &parameter.making {
        Making::Calling(_, ty) | Making::Arbitrary(ty, _) => mentions_any(ty, open.iter().copied()),
        Making::Building(..) | Making::Function(..) | Making::Formatting(_) => false,
    }) {
        return Some(format!(
            "an attribute decides how its parameter `{}` is made, but the type is generic; choose one: \
             `#[sbst::instrument({} = …)]`",
            parameter.name, open[0]
        ));
    }
    if callee.own.as_ref().is_some_and(|own| hides(&own.ty, &open)) {
        return Some(
            "a macro in its type hides generic parameters; annotate a function that calls it".into(),
        );
    }
    let typed = signature.inputs.iter().zip(&callee.parameters).enumerate();
    typed.into_iter().find_map(|(index, (input, parameter))| match input {
        FnArg::Typed(typed) => obstacle_of_parameter(index, typed, parameter, signature),
        FnArg::Receiver(_) => None,
    })
}

/// True if the input of a macro in a type mentions one of these parameters.
fn hides(ty: &Type, parameters: &[&Ident]) -> bool {
    let mut hides = false;
    ty.walk(&mut |node| {
        if let Node::Type(Type::Macro(called)) = node {
            hides |= parameters.iter().any(|name| mentions(&called.mac.tokens, name));
        }
        true
    });
    hides
}

/// The first of these constants in a `const { … }` with a macro, as in `const { assert!(N > 4) }`:
/// it can keep the program from compiling.
fn asserted<'c>(body: &Block, constants: &'c [Ident]) -> Option<&'c Ident> {
    let mut found = None;
    let mut look = |node: Node<'_>| match node {
        Node::Expr(Expr::Const(evaluated)) => {
            let tokens = evaluated.block.to_token_stream();
            if has_macro(&tokens) {
                found = found.or(constants.iter().find(|name| mentions(&tokens, name)));
            }
            false
        }
        // Items have their own constants.
        Node::Item => false,
        _ => true,
    };
    if !constants.is_empty() {
        body.walk(&mut look);
    }
    found
}

fn has_macro(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Punct(sign) => sign.as_char() == '!',
        TokenTree::Group(group) => has_macro(&group.stream()),
        _ => false,
    })
}

fn mentions(tokens: &TokenStream, name: &Ident) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(word) => word == *name,
        TokenTree::Group(group) => mentions(&group.stream(), name),
        _ => false,
    })
}

fn obstacle_of_parameter(
    index: usize,
    typed: &PatType,
    parameter: &Parameter,
    signature: &Signature,
) -> Option<String> {
    let subject = match &*typed.pat {
        Pat::Ident(binding) => format!("its parameter `{}`", binding.ident.unraw()),
        _ => format!("its parameter number {}", index + 1),
    };
    if typed.attrs.iter().any(|attribute| attribute.path().is_ident("cfg")) {
        return Some(format!("{subject} is under a `#[cfg]`; annotate a function too that calls it"));
    }
    if let Making::Function(function, _) = &parameter.making {
        if let Some(obstacle) = function.obstacle() {
            return Some(format!(
                "{subject} {obstacle}; annotate a function too that calls it with a closure"
            ));
        }
        if function.is_mutable() && !is_lent_for_the_call(index, signature) {
            return Some(format!(
                "{subject} may be needed after the call; annotate a function too that calls it with a closure"
            ));
        }
        return None;
    }
    let mentioned = Mentioned::from_type(&typed.ty);
    let lifetimes = declared(&signature.generics);
    if mentioned.is_opaque {
        return Some(format!(
            "{subject} is an `impl Trait`; to search it, annotate a function too that calls it"
        ));
    }
    // A function can return a `'static` reference for which its arguments do not live long enough.
    let is_given = matches!(parameter.making, Making::Calling(..)) && parameter.passing == Passing::ByValue;
    let is_kept = || matches!(&parameter.making, Making::Building(ty, _) if lasts(ty));
    if mentioned.is_static && !is_given && !is_kept() {
        return Some(format!(
            "{subject} mentions `'static`, which no built value outlives; take a lifetime of the function's instead"
        ));
    }
    if let Some(name) = mentioned.in_functions.iter().find(|name| lifetimes.contains(*name)) {
        return Some(format!(
            "{subject} has the lifetime `'{name}` in a function's type; annotate a function too that calls it"
        ));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    #[test]
    fn a_macro_in_a_type_hides_the_parameters_in_its_input() {
        let (one, other): (Ident, Ident) = (parse_quote!(A), parse_quote!(B));
        let ty: Type = parse_quote!((ignored!(X, [A]), Vec<B>));
        assert!(hides(&ty, &[&other, &one]));
        assert!(!hides(&ty, &[&other]));
    }
}
