//! The call of a function that is generic still: an implementation, for all types that meet its
//! bounds, of a trait of ours; and the types among which the compiler takes the first that has it.
//!
//! The bounds are repeated as they were written, so a type is taken if and only if the function
//! takes it. Beyond the bounds, its arguments must be built and shown.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote_spanned, ToTokens as _};
use sbst_source::span::mixed_site;
use sbst_source::visit_mut::{self, VisitMut};
use syn::{
    GenericParam, Lifetime, ParenthesizedGenericArguments, Path, Type, TypeFnPtr, TypeParamBound,
    TypeReference, WherePredicate,
};

use super::constants::{as_type, open_names};
use super::mentions::{mentions_any, mentions_path};
use super::parameter::{Making, Parameter, Passing};
use super::tried::{instances, Instance};
use super::{ways::Ways, Callee};
use crate::call::permanent::lasts;
use crate::syntax::lifetimes::{declared, peeled};
use crate::syntax::spans::as_ours;
use crate::syntax::walk::{Node, Walk as _};

pub(super) struct Generic {
    pub(super) head: TokenStream,
    /// The expression that is the first instance that can be called, or the reason why there is
    /// none; one for each number if the search chooses.
    pub(super) chosen: Vec<TokenStream>,
    /// The parameters among whose types the search chooses, each with the number of candidates and
    /// by how much the numbers of instances with neighbouring candidates differ.
    pub(super) choices: Vec<Chosen>,
    /// The types of its parameters; none if not all are built as their types say.
    pub(super) arguments: Option<Vec<ArgumentType>>,
}

pub(super) struct ArgumentType {
    pub(super) ty: TokenStream,
    /// True if it is known only where the types are chosen.
    pub(super) is_open: bool,
}

impl ArgumentType {
    /// An expression that stands for it.
    pub(super) fn marker(&self, runtime: &Path) -> TokenStream {
        let ty = &self.ty;
        quote_spanned!(mixed_site()=> #runtime::__private::ArgumentType::<#ty>::NEW)
    }
}

/// A parameter among whose types the search chooses.
pub(super) struct Chosen {
    pub(super) parameter: usize,
    pub(super) candidates: usize,
    pub(super) stride: usize,
}

/// The types of the parameters of a function that is generic, or was.
pub(super) fn argument_types(callee: &Callee) -> Option<Vec<ArgumentType>> {
    let generics = &callee.opened.signature.generics;
    let (open, lifetimes) = (open_names(generics), declared(generics));
    let mut bind = Bind { declared: &lifetimes };
    let types = callee.parameters.iter().map(|parameter| match &parameter.making {
        Making::Building(ty, _) => {
            let is_open = mentions_any(ty, open.iter().copied());
            Some(ArgumentType { ty: parameter.passed(ty, &mut bind), is_open })
        }
        _ => None,
    });
    types.collect()
}

pub(super) fn generic(callee: &Callee, ways: &Ways, runtime: &Path) -> Generic {
    let at = mixed_site();
    let generics = &callee.opened.signature.generics;
    let open = open_names(generics);
    let lifetimes = declared(generics);
    let mut bind = Bind { declared: &lifetimes };
    let mut predicates: Vec<TokenStream> = Vec::new();
    for parameter in &generics.params {
        let GenericParam::Type(parameter) = parameter else { continue };
        let is_unshown =
            open.iter().zip(&ways.unshown).any(|(name, unshown)| **name == parameter.ident && *unshown);
        let name = as_ours(&parameter.ident);
        let bounds = parameter.bounds.iter().filter(|bound| says_something(bound)).cloned();
        let bounds = bounds.map(|mut bound| {
            bind.visit_type_param_bound_mut(&mut bound);
            as_ours(bound)
        });
        let shown = (!is_unshown).then(|| quote_spanned!(at=> ::core::fmt::Debug +));
        predicates.push(quote_spanned!(at=> #name: #(#bounds +)* #shown 'sbst));
    }
    for predicate in generics.where_clause.iter().flat_map(|clause| &clause.predicates) {
        let WherePredicate::Type(mut said) = predicate.clone() else { continue };
        said.bounds = said.bounds.into_iter().filter(says_something).collect();
        // A bound that mentions no parameter is true already.
        let about = quote_spanned!(at=> (#said,));
        let about: Type =
            syn::parse2(quote_spanned!(at=> fn(#about))).unwrap_or_else(|_| said.bounded_ty.clone());
        let bounds = said.bounds.iter().any(|bound| bound_mentions(bound, &open));
        if !said.bounds.is_empty() && (bounds || mentions_any(&about, open.iter().copied())) {
            bind.visit_predicate_type_mut(&mut said);
            Elided.visit_type_mut(&mut said.bounded_ty);
            predicates.push(as_ours(said));
        }
    }
    // A value that is built anew at each call is built as an argument, too; both bounds would be
    // ambiguous.
    let anew: Vec<String> = callee
        .parameters
        .iter()
        .filter_map(|parameter| match &parameter.making {
            Making::Function(function, _) => Some(function.result.to_token_stream().to_string()),
            _ => None,
        })
        .collect();
    let mut said: Vec<String> = Vec::new();
    for (parameter, way) in callee.parameters.iter().zip(&ways.of_parameters) {
        let is_said = match &parameter.making {
            Making::Building(ty, _) if parameter.passing == Passing::ByValue => {
                anew.contains(&ty.to_token_stream().to_string())
            }
            _ => false,
        };
        let predicate = match (way, &parameter.making) {
            (Some(way), Making::Building(ty, _)) => Some(parameter.made_in(way, ty, &mut bind, runtime)),
            _ => built(parameter, &open, &mut bind, runtime).filter(|_| !is_said),
        };
        let predicate = predicate.filter(|predicate| !said.contains(&predicate.to_string()));
        said.extend(predicate.as_ref().map(ToString::to_string));
        predicates.extend(predicate);
    }
    predicates.extend(shown(callee, &open));
    let parameters = generics.params.iter().filter_map(|parameter| match parameter {
        GenericParam::Lifetime(_) => None,
        GenericParam::Type(parameter) => {
            let name = as_ours(&parameter.ident);
            Some((name.clone(), name))
        }
        GenericParam::Const(parameter) => {
            let (name, ty) = (as_ours(&parameter.ident), as_ours(&parameter.ty));
            let among_types = as_type(parameter, &name).into_token_stream();
            Some((quote_spanned!(at=> const #name: #ty), among_types))
        }
    });
    let of_ways = ways.parameters().into_iter().map(|name| (name.to_token_stream(), name.to_token_stream()));
    let (declared_as, names): (Vec<TokenStream>, Vec<TokenStream>) = parameters.chain(of_ways).unzip();
    let head = quote_spanned! {at=>
        impl<'sbst, #(#declared_as),*> __SbstCalled<'sbst> for #runtime::__private::Instance<(#(#names,)*)>
        where #(#predicates),*
    };

    let reason = no_instance(callee, &open);
    let all = instances(callee, &open, ways, runtime);
    let chosen = all.into_iter().map(|instances| {
        let none = quote_spanned!(at=> #runtime::__private::NoInstance(#reason));
        instances.into_iter().rev().fold(none, |others, instance| {
            let Instance { types, ways, generics, owner } = instance;
            let generics = generics.emit();
            let new = match owner.map(|owner| owner.emit()) {
                None => quote_spanned!(at=> new(#generics)),
                Some(owner) => quote_spanned!(at=> owned(#generics, #owner)),
            };
            let types = types.into_iter().map(|mut ty| {
                crate::syntax::lifetimes::elide(&mut ty, &lifetimes);
                as_ours(ty)
            });
            quote_spanned! {at=>
                (&#runtime::__private::Instance::<(#(#types,)* #(#ways,)*)>::#new).or(#others)
            }
        })
    });
    let mut stride = 1;
    let mut choices: Vec<Chosen> = Vec::new();
    for &(index, parameter) in ways.chosen.iter().rev() {
        let candidates = ways.candidates[index].len();
        choices.push(Chosen { parameter, candidates, stride });
        stride *= candidates;
    }
    Generic { head, chosen: chosen.collect(), choices, arguments: argument_types(callee) }
}

/// True if a bound says more than that there may be no size.
fn says_something(bound: &TypeParamBound) -> bool {
    !matches!(bound, TypeParamBound::Trait(bound) if bound.maybe.is_some())
}

fn bound_mentions(bound: &TypeParamBound, open: &[&Ident]) -> bool {
    let TypeParamBound::Trait(bound) = bound else { return false };
    open.iter().any(|name| mentions_path(&bound.path, name))
}

/// The bound that the argument for a parameter can be built, if its type mentions a type parameter.
fn built(parameter: &Parameter, open: &[&Ident], bind: &mut Bind<'_>, runtime: &Path) -> Option<TokenStream> {
    let at = mixed_site();
    match &parameter.making {
        Making::Building(ty, _) if mentions_any(ty, open.iter().copied()) => {
            let passed = parameter.passed(ty, bind);
            let movable = parameter.is_pinned().then(|| {
                let mut ty = ty.clone();
                bind.everywhere(&mut ty);
                let ty = as_ours(ty);
                quote_spanned!(at=> #ty: ::core::marker::Unpin,)
            });
            Some(quote_spanned!(at=> #movable #passed: #runtime::__private::Input<'sbst>))
        }
        Making::Function(function, _)
            if mentions_any(&function.result, open.iter().copied()) && !lasts(&function.result) =>
        {
            let ty = as_ours(&function.result);
            Some(quote_spanned!(at=> #ty: for<'any> #runtime::__private::Input<'any>))
        }
        _ => None,
    }
}

impl Parameter {
    /// The bound that its argument, which is made of `ty`, can be made in this way.
    fn made_in(&self, way: &TokenStream, ty: &Type, bind: &mut Bind<'_>, runtime: &Path) -> TokenStream {
        let (builder, passed) = (self.builder_in(ty, bind, runtime), self.passed(ty, bind));
        quote_spanned!(mixed_site()=> #builder: #runtime::__private::Made<'sbst, #way, #passed>)
    }

    fn builder_in(&self, ty: &Type, bind: &mut Bind<'_>, runtime: &Path) -> TokenStream {
        let mut ty = ty.clone();
        bind.everywhere(&mut ty);
        let (ty, passing) = (as_ours(ty), self.passing.builder());
        quote_spanned!(mixed_site()=> #runtime::__private::#passing<#ty>)
    }

    /// The expressions that tell its shape and make its argument, in a way.
    pub(super) fn emit_in(
        &self,
        way: &TokenStream,
        signature: &syn::Signature,
        runtime: &Path,
    ) -> Option<(TokenStream, TokenStream)> {
        let Making::Building(ty, _) = &self.making else { return None };
        let (at, lifetimes) = (mixed_site(), declared(&signature.generics));
        let mut bind = Bind { declared: &lifetimes };
        let (builder, passed) = (self.builder_in(ty, &mut bind, runtime), self.passed(ty, &mut bind));
        let made = quote_spanned!(at=> <#builder as #runtime::__private::Made<'sbst, #way, #passed>>);
        let shape = quote_spanned!(at=> #made::shape_of_made(&<#builder>::NEW));
        Some((shape, quote_spanned!(at=> #made::make(&<#builder>::NEW, __sbst_frame))))
    }

    /// The type of its arguments, which are made of `ty`, for an execution.
    fn passed(&self, ty: &Type, bind: &mut Bind<'_>) -> TokenStream {
        let at = mixed_site();
        let mut ty = ty.clone();
        bind.everywhere(&mut ty);
        let ty = as_ours(ty);
        match self.passing {
            Passing::ByValue => ty,
            Passing::Shared => quote_spanned!(at=> &'sbst #ty),
            Passing::Mutable => quote_spanned!(at=> &'sbst mut #ty),
            Passing::Pinned => quote_spanned!(at=> ::core::pin::Pin<&'sbst mut #ty>),
        }
    }
}

/// The bounds that the result can be shown, where the standard library's traits give it.
fn shown(callee: &Callee, open: &[&Ident]) -> Vec<TokenStream> {
    const GIVEN: [&str; 4] = ["Item", "Output", "Target", "Err"];
    let mut found = Vec::new();
    callee.opened.signature.output.walk(&mut |node| {
        if let Node::Type(Type::Path(path)) = node {
            let names: Vec<&Ident> = path.path.segments.iter().map(|segment| &segment.ident).collect();
            if let [first, last] = names[..] {
                let is_open = path.qself.is_none() && open.contains(&first);
                if is_open && GIVEN.iter().any(|name| last == name) {
                    let path = as_ours(path);
                    found.push(quote_spanned!(mixed_site()=> #path: ::core::fmt::Debug));
                }
            }
        }
        true
    });
    found
}

/// Why none of the instances can be called.
fn no_instance(callee: &Callee, open: &[&Ident]) -> String {
    let nameless = &callee.opened.nameless;
    let named: Vec<String> = open
        .iter()
        .filter(|name| !nameless.contains(name))
        .map(|name| if **name == SELF { "Self".to_owned() } else { name.to_string() })
        .collect();
    match &named[..] {
        [] => "none of the types that are tried for an `impl Trait` or `dyn Trait` among its parameters has the trait and \
               can be built; annotate a function too that calls it with a type that you choose"
            .to_owned(),
        [first, ..] => {
            let generics = &callee.opened.signature.generics;
            let of_types = generics.type_params().any(|parameter| !nameless.contains(&parameter.ident));
            let what = match (of_types, generics.const_params().next().is_some()) {
                (true, false) => "types",
                (true, true) => "types and constants",
                (false, _) => "constants",
            };
            let all = named.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
            format!(
                "none of the {what} that are tried for {all} meets the bounds and makes parameters that can be built; \
                 write `#[sbst::instrument({first} = …)]` with one that does, and `#[derive(sbst::Input)]` on types of \
                 your own"
            )
        }
    }
}

/// The name of the type that implements the trait whose default is called.
pub(super) const SELF: &str = "__SbstSelf";

/// Writes `'sbst` for lifetimes of the function's.
struct Bind<'a> {
    declared: &'a std::collections::BTreeSet<Ident>,
}

impl Bind<'_> {
    /// Also where none is written.
    fn everywhere(&mut self, ty: &mut Type) {
        self.visit_type_mut(ty);
        Elided.visit_type_mut(ty);
    }
}

fn ours() -> Lifetime {
    Lifetime::new("'sbst", mixed_site())
}

impl VisitMut for Bind<'_> {
    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        if self.declared.contains(&lifetime.ident) {
            *lifetime = ours();
        }
    }

    fn visit_type_param_bound_mut(&mut self, bound: &mut TypeParamBound) {
        visit_mut::visit_type_param_bound_mut(self, bound);
        Elided.visit_type_param_bound_mut(bound);
    }
}

/// Writes `'sbst` where no lifetime is written, but for the signatures of functions.
struct Elided;

impl VisitMut for Elided {
    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        if lifetime.ident == "_" {
            *lifetime = ours();
        }
    }

    fn visit_type_reference_mut(&mut self, reference: &mut TypeReference) {
        reference.lifetime.get_or_insert_with(ours);
        visit_mut::visit_type_reference_mut(self, reference);
    }

    fn visit_type_fn_ptr_mut(&mut self, _: &mut TypeFnPtr) {}

    fn visit_parenthesized_generic_arguments_mut(&mut self, _: &mut ParenthesizedGenericArguments) {}
}

/// The name of a parameter for the receiver: that of its type, as names of variables are written.
pub(super) fn name_of_receiver(own: &Type) -> Ident {
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
