//! A function as the search calls it.

use crate::syntax::lifetimes::peeled;
use sbst_source::span::mixed_site;
use std::collections::BTreeMap;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, ToTokens};
use syn::{
    parse_quote, parse_quote_spanned, FnArg, GenericArgument, GenericParam, Path, ReceiverKind, Result,
    Safety, Signature, Type,
};

use crate::call::signature::associated::Associated;
use crate::call::signature::generics::{only_trait, open, GenericChoice, Opened};
use crate::call::signature::own::Own;
use crate::call::signature::parameter::{parameters, Making, Parameter};
use crate::call::signature::returned_functions::{self, apply, Applied};
use crate::call::types::ours::SELF;
use crate::call::types::substitution::Substitution;
use crate::syntax::lifetimes::{declared, elide};
use crate::{attribute::arguments::Arguments, attribute::template::Pieces, syntax::spans::as_ours};
use sbst_source::source_text::source_text;
use sbst_source::standing::{Owner, Standing};
use sbst_source::visit_mut::{self, VisitMut};
use sbst_vocabulary::obstacle::Obstacle;

/// A function as the search calls it: with types for its generic parameters, and the receiver as
/// its first parameter.
pub struct Callee {
    pub(crate) opened: Opened,
    pub(crate) own: Option<Own>,
    /// The calls of functions that it returns.
    pub(crate) applied: Vec<Applied>,
    /// The result type of the last of these calls, as written.
    pub(crate) result_type: String,
    /// The receiver of a method, then the others.
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) has_receiver: bool,
    /// The number of choices for parameters of the block around it.
    pub(crate) choices_around: usize,
    pub(crate) may_be_unsafe: bool,
    /// The reason not to call it, if the user or the command gave one.
    pub(crate) skipped: Option<Obstacle>,
    /// The function to call instead.
    pub(crate) twin: Option<Ident>,
    /// True if it was generic, and is called for the types of an instance.
    pub(crate) was_generic: bool,
    /// True if it may change its receiver, which it takes as `&self`.
    pub(crate) changes_shared: bool,
    /// Its own constants, and the numbers that its body distinguishes.
    pub(crate) numbers: Vec<(Ident, Vec<u64>)>,
}

impl Callee {
    /// The function with this signature, at this place, called as the attribute's arguments
    /// require. Fails for a mistake in the attribute's arguments, or in our attributes on
    /// parameters.
    pub fn from_signature(
        signature: &Signature,
        standing: &Standing,
        arguments: &Arguments,
    ) -> Result<Callee> {
        let mut signature = signature.clone();
        let applied = apply(&mut signature, &arguments.runtime());
        let (as_written, result_type) =
            (signature.inputs.clone(), returned_functions::text(&signature.output));
        let (mut own, around) = match &standing.owner {
            Owner::None | Owner::Macro | Owner::Unknown => (None, None),
            Owner::Type { generics, self_type, implemented, associated, .. } => {
                Associated(associated).visit_signature_mut(&mut signature);
                let ty = (**self_type).clone();
                // `impl Sum<&Self> for Total`: where the trait is named again, `Self` is another
                // type.
                let of_trait = implemented.clone().map(|mut of_trait| {
                    let itself = Ident::new("Self", Span::call_site());
                    let mut written =
                        Substitution { types: [(itself, ty.clone())].into(), ..Substitution::default() };
                    written.visit_path_mut(&mut of_trait);
                    of_trait
                });
                let own = Own { ty, of_trait };
                (Some(own), Some(generics.clone()))
            }
            Owner::Trait { generics, name } => {
                let ours = format_ident!("{}", SELF, span = mixed_site());
                let given = generics.params.iter().map(|parameter| -> GenericArgument {
                    match parameter {
                        GenericParam::Lifetime(parameter) => {
                            GenericArgument::Lifetime(parameter.lifetime.clone())
                        }
                        GenericParam::Type(parameter) => {
                            let name = &parameter.ident;
                            parse_quote!(#name)
                        }
                        GenericParam::Const(parameter) => {
                            let name = &parameter.ident;
                            parse_quote!(#name)
                        }
                    }
                });
                let of_trait: Path = parse_quote!(#name<#(#given),*>);
                let mut generics = generics.clone();
                let ty: Type = match arguments.choice(&Ident::new("Self", Span::call_site())) {
                    Some(crate::attribute::arguments::Choice::Type(ty)) => ty.clone(),
                    _ => {
                        generics.params.push(parse_quote!(#ours: ?::core::marker::Sized + #of_trait));
                        parse_quote!(#ours)
                    }
                };
                (Some(Own { ty, of_trait: Some(of_trait) }), Some(generics))
            }
        };
        let mut choices_around = 0;
        let own_generics = signature.generics.clone();
        if let Some(around) = &around {
            let others = |parameter: &&GenericParam| !matches!(parameter, GenericParam::Lifetime(_));
            choices_around = around.params.iter().filter(others).count();
            let generics = std::mem::replace(&mut signature.generics, around.clone());
            signature.generics.params.extend(generics.params);
            if let Some(clause) = generics.where_clause {
                signature.generics.make_where_clause().predicates.extend(clause.predicates);
            }
        }
        let is_default = matches!(standing.owner, Owner::Trait { .. });
        match &around {
            Some(around) => arguments.check(&[around, &own_generics], is_default)?,
            None => arguments.check(&[&own_generics], is_default)?,
        }
        let has_receiver = signature.receiver().is_some();
        if let (Some(own), Some(FnArg::Receiver(receiver))) = (&own, signature.inputs.first()) {
            let name = name_of_receiver(&own.ty);
            let attributes = &receiver.attrs;
            let ty: Type = match &receiver.kind {
                ReceiverKind::Reference(_, lifetime, mutability) => {
                    parse_quote!(& #lifetime #mutability Self)
                }
                ReceiverKind::Typed(_, ty) => (**ty).clone(),
                _ => parse_quote!(Self),
            };
            signature.inputs[0] = parse_quote_spanned!(receiver.self_token.span=> #(#attributes)* #name: #ty);
        }
        let opened = open(signature, &mut own, arguments);
        let mut parameters = parameters(&opened.signature)?;
        for (parameter, input) in parameters.iter_mut().zip(&as_written) {
            if let FnArg::Typed(typed) = input {
                parameter.type_text = source_text(typed.ty.to_token_stream());
            }
        }
        if has_receiver && parameters.iter().skip(1).any(|parameter| parameter.name == parameters[0].name) {
            "receiver".clone_into(&mut parameters[0].name);
        }
        let may_be_unsafe = arguments.may_be_unsafe.is_some();
        Ok(Callee {
            opened,
            own,
            applied,
            result_type,
            parameters,
            has_receiver,
            choices_around,
            may_be_unsafe,
            skipped: arguments.skipped.clone(),
            twin: None,
            was_generic: false,
            changes_shared: false,
            numbers: Vec::new(),
        })
    }

    /// The callee, but `twin` is called instead.
    pub(crate) fn called_as(self, twin: Ident) -> Callee {
        Callee { twin: Some(twin), ..self }
    }

    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    pub(crate) fn own_choices(&self) -> &[GenericChoice] {
        &self.opened.choices[self.choices_around..]
    }

    /// True if statements before the last one may call it: it is safe, and takes neither a lent
    /// function nor a formatter.
    pub(crate) fn is_for_statements(&self) -> bool {
        let is_value = |parameter: &Parameter| match &parameter.making {
            Making::Function(function, _) => !function.is_lent(),
            Making::Formatting(_) => false,
            _ => true,
        };
        !self.is_unsafe() && self.parameters.iter().all(is_value)
    }

    pub(crate) fn is_unsafe(&self) -> bool {
        matches!(self.opened.signature.safety, Safety::Unsafe(_))
    }

    /// The name of its owner in a test; `texts` has the names for type parameters.
    pub(crate) fn owner(&self, texts: &BTreeMap<Ident, Pieces>) -> Option<Pieces> {
        self.own.as_ref().map(|own| {
            let mut named = self.with_traits();
            let mut ty = own.ty.clone();
            named.visit_type_mut(&mut ty);
            let mut left = LeftToCompiler(&self.opened.pointers);
            left.visit_type_mut(&mut ty);
            match own.of_trait.clone() {
                None => Pieces::from_owner(&ty, texts),
                Some(mut of_trait) => {
                    named.visit_path_mut(&mut of_trait);
                    left.visit_path_mut(&mut of_trait);
                    Pieces::from_implementation(&ty, &of_trait, texts)
                }
            }
        })
    }

    /// Parameters mapped to themselves, so that their associated types are qualified by their
    /// traits. The type for a parameter in a test may have several traits.
    pub(crate) fn with_traits(&self) -> Substitution {
        let generics = &self.opened.signature.generics;
        let mut named = Substitution::default();
        for parameter in generics.type_params() {
            let name = &parameter.ident;
            let Some(of_trait) = only_trait(name, generics) else { continue };
            named.traits.insert(name.clone(), of_trait);
            named.types.insert(name.clone(), parse_quote!(#name));
        }
        named
    }

    /// The type of the parameter with this index, if a part of it has no name for a call to write.
    pub(crate) fn nameless(&self, index: usize) -> Option<TokenStream> {
        let FnArg::Typed(typed) = &self.opened.signature.inputs[index] else { return None };
        let mut ty = (*typed.ty).clone();
        elide(&mut ty, &declared(&self.opened.signature.generics));
        self.parameters[index].is_nameless.then(|| as_ours(ty))
    }
}

/// Writes `_` for function pointers and vectors that replace parameters: the compiler infers them
/// from their values.
struct LeftToCompiler<'a>(&'a [Type]);

impl LeftToCompiler<'_> {
    fn is_one(&self, ty: &Type) -> bool {
        let text = |ty: &Type| ty.to_token_stream().to_string();
        self.0.iter().any(|pointer| text(pointer) == text(ty))
    }
}

impl VisitMut for LeftToCompiler<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        match self.is_one(ty) {
            true => *ty = parse_quote!(_),
            false => visit_mut::visit_type_mut(self, ty),
        }
    }
}

/// The name of the receiver as a parameter: its type's name in snake case.
pub(crate) fn name_of_receiver(own: &Type) -> Ident {
    let name = match peeled(own) {
        Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
        Type::Reference(reference) => return name_of_receiver(&reference.elem),
        _ => None,
    };
    let mut written = String::new();
    for (index, letter) in name.unwrap_or_default().trim_start_matches("r#").char_indices() {
        if letter.is_uppercase() && index > 0 && !written.ends_with('_') {
            written.push('_');
        }
        written.extend(letter.to_lowercase());
    }
    let is_name = syn::parse_str::<Ident>(&written).is_ok() && !written.starts_with('_');
    format_ident!("{}", if is_name { &*written } else { "receiver" }, span = own_span(own))
}

fn own_span(own: &Type) -> Span {
    own.to_token_stream().into_iter().next().map_or_else(mixed_site, |token| token.span())
}
