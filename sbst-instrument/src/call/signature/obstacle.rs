//! Reasons why the search cannot call a function.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{quote_spanned, ToTokens as _};
use sbst_source::span::mixed_site;
use syn::{ext::IdentExt as _, Block, Expr, FnArg, ItemFn, Pat, PatType, Path, Signature, Type};

use crate::call::building::permanent::lasts;
use crate::call::signature::callee::Callee;
use crate::call::signature::parameter::Making;
use crate::call::signature::parameter::Parameter;
use crate::call::signature::parameter::Passing;
use crate::call::types::mentions::mentions_any;
use crate::syntax::lifetimes::{declared, is_lent_for_the_call, Mentioned};
use crate::syntax::walk::{Node, Walk as _};
use sbst_source::standing::{Owner, Standing};
use sbst_vocabulary::obstacle::{Obstacle, Text};

impl Callee {
    /// The reason why the search cannot call it.
    pub fn obstacle(&self, function: &ItemFn, standing: &Standing) -> Option<Obstacle> {
        obstacle(self, function, standing)
    }
}

/// The expression of an obstacle: its `{:?}` text, with paths of the runtime.
pub(crate) fn emit(obstacle: &Obstacle, runtime: &Path) -> TokenStream {
    let at = mixed_site();
    let value: TokenStream = format!("{obstacle:?}").parse().expect("a variant with texts");
    let (mut variant, mut texts) = (None, Vec::new());
    for token in value {
        match token {
            TokenTree::Group(group) => {
                let literals = group.stream().into_iter();
                texts.extend(literals.filter(|token| matches!(token, TokenTree::Literal(_))));
            }
            token => variant = Some(token),
        }
    }
    // They have places in the text that was parsed.
    variant.iter_mut().chain(&mut texts).for_each(|token| token.set_span(at));
    let texts = texts.iter().map(|text| quote_spanned!(at=> #runtime::__private::Cow::Borrowed(#text)));
    let fields = if texts.len() == 0 { TokenStream::new() } else { quote_spanned!(at=> (#(#texts),*)) };
    quote_spanned!(at=> #runtime::__private::Obstacle::#variant #fields)
}

fn obstacle(callee: &Callee, function: &ItemFn, standing: &Standing) -> Option<Obstacle> {
    let signature = &callee.opened.signature;
    if let Some(obstacle) = &callee.skipped {
        return Some(obstacle.clone());
    }
    if standing.is_nested() {
        return Some(Obstacle::Nested(standing.outer.join("::").into()));
    }
    if matches!(standing.owner, Owner::Macro) {
        return Some(Obstacle::Macro);
    }
    if matches!(standing.owner, Owner::Unknown) {
        return Some(Obstacle::MadeByMacro);
    }
    if function.sig.constness.is_some() {
        return Some(Obstacle::ConstFn);
    }
    let of_trait = callee.own.as_ref().and_then(|own| own.of_trait.as_ref()?.segments.last());
    if of_trait.is_some_and(|last| last.ident == "Drop") {
        return Some(Obstacle::Destructor);
    }
    if callee.is_unsafe() && !callee.may_be_unsafe {
        return Some(Obstacle::Unsafe);
    }
    if signature.abi.is_some() || signature.variadic.is_some() {
        return Some(Obstacle::Extern);
    }
    if function.attrs.iter().any(|attribute| attribute.path().is_ident("target_feature")) {
        return Some(Obstacle::TargetFeature);
    }
    if signature.receiver().is_some() {
        return Some(Obstacle::Receiver);
    }
    let constants: Vec<Ident> =
        signature.generics.const_params().map(|constant| constant.ident.clone()).collect();
    if let Some(constant) = asserted(&function.block, &constants) {
        return Some(Obstacle::AssertedConstant(constant.to_string().into()));
    }
    let open: Vec<&Ident> = signature.generics.type_params().map(|parameter| &parameter.ident).collect();
    if let Some(parameter) = callee.parameters.iter().find(|parameter| match &parameter.making {
        Making::Calling(_, ty) | Making::Arbitrary(ty, _) => mentions_any(ty, open.iter().copied()),
        Making::Building(..) | Making::Function(..) | Making::Formatting(_) => false,
    }) {
        let name = format!("`{}`", parameter.name);
        return Some(Obstacle::GenericMaking(name.into(), open[0].to_string().into()));
    }
    if callee.own.as_ref().is_some_and(|own| hides(&own.ty, &open)) {
        return Some(Obstacle::HiddenGenerics);
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
) -> Option<Obstacle> {
    let name = match &*typed.pat {
        Pat::Ident(binding) => Text::from(format!("`{}`", binding.ident.unraw())),
        _ => Text::from(format!("number {}", index + 1)),
    };
    if typed.attrs.iter().any(|attribute| attribute.path().is_ident("cfg")) {
        return Some(Obstacle::ConditionalParameter(name));
    }
    if let Making::Function(function, _) = &parameter.making {
        if let Some(obstacle) = function.obstacle() {
            return Some(obstacle(name));
        }
        let is_kept = function.is_mutable() && !is_lent_for_the_call(index, signature);
        return is_kept.then_some(Obstacle::KeptFunction(name));
    }
    let mentioned = Mentioned::from_type(&typed.ty);
    let lifetimes = declared(&signature.generics);
    if mentioned.is_opaque {
        return Some(Obstacle::OpaqueParameter(name));
    }
    // A function can return a `'static` reference although its arguments do not live long enough.
    let is_given = matches!(parameter.making, Making::Calling(..)) && parameter.passing == Passing::ByValue;
    let is_kept = || matches!(&parameter.making, Making::Building(ty, _) if lasts(ty));
    if mentioned.is_static && !is_given && !is_kept() {
        return Some(Obstacle::StaticParameter(name));
    }
    let lifetime = mentioned.in_functions.iter().find(|lifetime| lifetimes.contains(*lifetime))?;
    Some(Obstacle::LifetimeInFunction(name, lifetime.to_string().into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    #[test]
    fn an_obstacle_is_emitted_with_its_texts_as_literals() {
        let runtime: Path = parse_quote!(sbst);
        let emitted = |obstacle: Obstacle| emit(&obstacle, &runtime).to_string();
        assert_eq!(emitted(Obstacle::Unsafe), "sbst :: __private :: Obstacle :: Unsafe");
        assert_eq!(
            emitted(Obstacle::Effects("".into(), "a \"b\"\n".into())),
            "sbst :: __private :: Obstacle :: Effects (sbst :: __private :: Cow :: Borrowed (\"\") , \
             sbst :: __private :: Cow :: Borrowed (\"a \\\"b\\\"\\n\"))"
        );
    }

    #[test]
    fn a_macro_in_a_type_hides_the_parameters_in_its_input() {
        let (one, other): (Ident, Ident) = (parse_quote!(A), parse_quote!(B));
        let ty: Type = parse_quote!((ignored!(X, [A]), Vec<B>));
        assert!(hides(&ty, &[&other, &one]));
        assert!(!hides(&ty, &[&other]));
    }
}
