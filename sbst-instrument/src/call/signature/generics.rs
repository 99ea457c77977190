//! The generic parameters of a function, and their replacements in the search.
//!
//! 1. The user's choice (`#[sbst::instrument(T = u32)]`) replaces the parameter.
//! 2. A type parameter that takes a function is the type of a closure or of a function pointer
//!    (`functions.rs`).
//! 3. `impl Trait`, and `dyn Trait` behind a pointer, are type parameters without a name.
//! 4. The others stay generic, constants too, and the compiler decides which of the
//!    [instances](crate::call::plan::instance) meet the bounds.

use crate::call::signature::own::Own;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote_spanned, ToTokens as _};
use sbst_source::span::mixed_site;
use sbst_source::visit_mut::{self, VisitMut};
use syn::punctuated::Punctuated;
use syn::{
    parse_quote, ConstParam, FnArg, GenericArgument, GenericParam, Generics, PathArguments, Signature, Token,
    Type, TypeParam, TypeParamBound,
};

use crate::attribute::arguments::{Arguments, Choice};
use crate::attribute::keys::{Keys, Place};
use crate::call::signature::function_type::FunctionType;
use crate::call::signature::functions::closures;
use crate::call::signature::functions::drop_predicates;
use crate::call::signature::functions::pointers;
use crate::call::signature::functions::take_closures;
use crate::call::types::mentions::find_bounds;
use crate::call::types::mentions::in_owner;
use crate::call::types::standard_bounds::is_of_any;
use crate::call::types::substitution::Substitution;
use crate::{attribute::template::Pieces, syntax::lifetimes::peeled};
use sbst_source::source_text::source_text;

/// The choice for a generic parameter that a call may name.
pub(crate) enum GenericChoice {
    Chosen(TokenStream),
    Open(Ident),
    /// A function pointer, written as a closure in a test, or a vector of an inferred type.
    Pointer(TokenStream),
    /// Only the compiler can name it.
    Inferred,
}

/// A signature with the chosen parameters replaced.
pub(crate) struct Opened {
    /// With the open parameters as its generic parameters.
    pub(crate) signature: Signature,
    /// The parameters that a call may name.
    pub(crate) choices: Vec<GenericChoice>,
    /// The parameters without a name.
    pub(crate) nameless: Vec<Ident>,
    /// The function pointers that replace parameters.
    pub(crate) pointers: Vec<Type>,
}

/// Replaces generic parameters by their choices, in the signature and in the type of `Self`.
pub(crate) fn open(mut signature: Signature, own: &mut Option<Own>, arguments: &Arguments) -> Opened {
    let mut substitution = Substitution::default();
    let mut choices = Vec::new();
    let functions = closures(&signature, own.as_ref());
    let mut pointers = pointers(&signature, own.as_ref(), &functions, &arguments.runtime());
    pointers.retain(|(name, _)| arguments.choice(name).is_none());
    let mut left = Punctuated::new();
    for parameter in &signature.generics.params {
        let choice = match parameter {
            GenericParam::Lifetime(_) => {
                left.push(parameter.clone());
                continue;
            }
            GenericParam::Const(constant) => {
                let chosen = match arguments.choice(&constant.ident) {
                    Some(Choice::Constant(chosen)) => chosen.clone(),
                    Some(Choice::Type(ty)) => parse_quote!({ #ty }),
                    None => {
                        left.push(GenericParam::Const(ConstParam { default: None, ..constant.clone() }));
                        choices.push(GenericChoice::Open(constant.ident.clone()));
                        continue;
                    }
                };
                substitution.constants.insert(constant.ident.clone(), chosen.clone());
                GenericChoice::Chosen(chosen.into_token_stream())
            }
            GenericParam::Type(parameter) => match arguments.choice(&parameter.ident) {
                Some(Choice::Type(chosen)) => {
                    substitution.types.insert(parameter.ident.clone(), chosen.clone());
                    if let Some(of_trait) = only_trait(&parameter.ident, &signature.generics) {
                        substitution.traits.insert(parameter.ident.clone(), of_trait);
                    }
                    GenericChoice::Chosen(chosen.to_token_stream())
                }
                _ if functions.iter().any(|(name, _)| *name == parameter.ident) => GenericChoice::Inferred,
                _ if pointers.iter().any(|(name, _)| *name == parameter.ident) => {
                    // The other choices are substituted in it below.
                    GenericChoice::Open(parameter.ident.clone())
                }
                _ => {
                    left.push(GenericParam::Type(TypeParam { default: None, ..parameter.clone() }));
                    GenericChoice::Open(parameter.ident.clone())
                }
            },
        };
        choices.push(choice);
    }
    signature.generics.params = left;
    take_closures(&mut signature, &functions);
    let of_pointers: Vec<&Ident> = pointers.iter().map(|(name, _)| name).collect();
    drop_predicates(&mut signature.generics, &of_pointers);
    put(&mut pointers, &mut substitution);
    if let Some(own) = own {
        let name = Ident::new("Self", Span::call_site());
        substitution.visit_type_mut(&mut own.ty);
        if let Some(of_trait) = &mut own.of_trait {
            substitution.visit_path_mut(of_trait);
            substitution.traits.insert(name.clone(), of_trait.clone());
        }
        substitution.types.insert(name, own.ty.clone());
    }
    // Now they may mention `Self`.
    put(&mut pointers, &mut substitution);
    for choice in &mut choices {
        let GenericChoice::Open(name) = &*choice else { continue };
        if let Some((_, pointer)) = pointers.iter().find(|(of, _)| of == name) {
            *choice = GenericChoice::Pointer(pointer.to_token_stream());
        }
    }
    substitution.visit_signature_mut(&mut signature);
    let mut nameless = Nameless::default();
    for input in &mut signature.inputs {
        if let FnArg::Typed(parameter) = input {
            let keys = Keys::from_attributes(&parameter.attrs, Place::Parameter).unwrap_or_default();
            let made = keys.with.is_some() || keys.arbitrary;
            if FunctionType::from_type(&parameter.ty).is_none() && !made {
                nameless.name(&mut parameter.ty);
            }
        }
    }
    let Nameless { parameters } = nameless;
    let names = parameters.iter().map(|parameter| parameter.ident.clone()).collect();
    signature.generics.params.extend(parameters.into_iter().map(GenericParam::Type));
    let pointers = pointers.into_iter().map(|(_, pointer)| pointer).collect();
    Opened { signature, choices, nameless: names, pointers }
}

/// Substitutes the choices in function pointers, and replaces their parameters by these.
fn put(pointers: &mut [(Ident, Type)], substitution: &mut Substitution) {
    for (name, pointer) in pointers {
        substitution.visit_type_mut(pointer);
        substitution.types.insert(name.clone(), pointer.clone());
    }
}

/// The trait of a parameter's associated types, if it can be only one.
pub(crate) fn only_trait(name: &Ident, generics: &Generics) -> Option<syn::Path> {
    let traits = find_bounds(name, generics).filter_map(|bound| match bound {
        TypeParamBound::Trait(bound) => {
            let last = bound.path.segments.last()?;
            (!is_of_any(&last.ident)).then(|| bound.path.clone())
        }
        _ => None,
    });
    let mut traits: Vec<syn::Path> = traits.collect();
    let mut only = traits.pop().filter(|_| traits.is_empty())?;
    // Bindings of associated types are not part of the trait's name.
    if let Some(PathArguments::AngleBracketed(arguments)) =
        only.segments.last_mut().map(|last| &mut last.arguments)
    {
        let kept =
            arguments.args.iter().filter(|argument| !matches!(argument, GenericArgument::AssocType(_)));
        arguments.args = kept.cloned().collect();
    }
    Some(only)
}

/// Gives `impl Trait` and `dyn Trait` names.
#[derive(Default)]
struct Nameless {
    parameters: Vec<TypeParam>,
}

impl Nameless {
    fn name(&mut self, ty: &mut Type) {
        self.name_object(ty);
        self.visit_type_mut(ty);
    }

    /// `dyn Trait` behind a pointer that can also point at a type with a size.
    fn name_object(&mut self, ty: &mut Type) {
        let is_error = |object: &syn::TypeTraitObject| {
            let first = object.bounds.iter().find_map(|bound| match bound {
                TypeParamBound::Trait(bound) => bound.path.segments.last(),
                _ => None,
            });
            first.is_some_and(|last| last.ident == "Error")
        };
        match ty {
            Type::Paren(inner) => self.name_object(&mut inner.elem),
            Type::Group(inner) => self.name_object(&mut inner.elem),
            Type::Reference(reference) => {
                let inner = peeled(&reference.elem);
                if let Type::TraitObject(object) = inner {
                    *reference.elem = self.named(object.bounds.clone());
                }
            }
            ty => {
                // Errors are built from texts without that.
                let Some(Type::TraitObject(object)) = in_owner(ty)
                    .filter(|inner| !matches!(inner, Type::TraitObject(object) if is_error(object)))
                else {
                    return;
                };
                let mut bounds = object.bounds.clone();
                if !bounds.iter().any(|bound| matches!(bound, TypeParamBound::Lifetime(_))) {
                    bounds.push(parse_quote!('static));
                }
                let named = self.named(bounds);
                if let Type::Path(path) = ty {
                    if let Some(PathArguments::AngleBracketed(arguments)) =
                        path.path.segments.last_mut().map(|last| &mut last.arguments)
                    {
                        arguments.args = Punctuated::from_iter([GenericArgument::Type(named)]);
                    }
                }
            }
        }
    }

    fn named(&mut self, mut bounds: Punctuated<TypeParamBound, Token![+]>) -> Type {
        bounds.iter_mut().for_each(|bound| self.visit_type_param_bound_mut(bound));
        let name = format_ident!("__Sbst{}", self.parameters.len(), span = mixed_site());
        self.parameters.push(parse_quote!(#name: #bounds));
        parse_quote!(#name)
    }
}

impl VisitMut for Nameless {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::ImplTrait(opaque) = ty {
            *ty = self.named(opaque.bounds.clone());
        } else {
            visit_mut::visit_type_mut(self, ty);
        }
    }

    fn visit_type_fn_ptr_mut(&mut self, _: &mut syn::TypeFnPtr) {}
}

impl GenericChoice {
    pub(crate) fn argument(&self) -> TokenStream {
        match self {
            GenericChoice::Chosen(tokens) | GenericChoice::Pointer(tokens) => tokens.clone(),
            GenericChoice::Open(name) => name.to_token_stream(),
            GenericChoice::Inferred => quote_spanned!(mixed_site()=> _),
        }
    }

    /// Its source in a test, if it was chosen.
    pub(crate) fn written(&self) -> Pieces {
        match self {
            GenericChoice::Chosen(tokens) => match syn::parse2::<Type>(tokens.clone()) {
                Ok(ty) => Pieces::from_type(&ty),
                Err(_) => Pieces::source(source_text(tokens.clone()).replace('{', "{{").replace('}', "}}")),
            },
            GenericChoice::Open(_) | GenericChoice::Pointer(_) | GenericChoice::Inferred => {
                Pieces::source("_")
            }
        }
    }
}
