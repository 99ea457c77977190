//! The generic types of the package that an instance of a function takes and gives, as texts that are the
//! same in all modules: without the paths of names, and without lifetimes.

use proc_macro2::Ident;
use quote::{format_ident, ToTokens as _};
use sbst_source::visit_mut::{self, VisitMut};
use syn::{
    parse_quote, FnArg, GenericArgument, Lifetime, Path, PathArguments, ReturnType, Type, TypePath,
    TypeReference,
};

use crate::call::building::items::Place;
use crate::call::building::names::Names;
use crate::call::plan::instance::Instance;
use crate::call::resolve::view::View;
use crate::call::signature::callee::Callee;
use crate::call::signature::determined::determined;
use crate::call::types::substitution::Substitution;
use crate::syntax::walk::{Node, Walk as _};

/// The types that an instance takes, and those that it gives although it takes none of them.
#[derive(Default)]
pub(crate) struct Exchanged {
    pub(crate) takes: Vec<String>,
    pub(crate) gives: Vec<String>,
}

impl Exchanged {
    /// The types of an instance, or of a function that is not generic.
    pub(crate) fn from_instance(
        callee: &Callee,
        open: &[&Ident],
        instance: Option<&Instance>,
        (names, place): (&Names, Option<&Place>),
    ) -> Exchanged {
        let Some(Place { own, module }) = place else { return Exchanged::default() };
        let view = View { own, module, depth: 0 };
        let signature = &callee.opened.signature;
        let mut chosen = Substitution::default();
        for name in determined(&signature.generics) {
            chosen.types.insert(name.clone(), parse_quote!(_));
        }
        for (index, name) in open.iter().enumerate() {
            let Some(instance) = instance else { continue };
            match &instance.constants[index] {
                Some(value) => _ = chosen.constants.insert((*name).clone(), value.clone()),
                None => _ = chosen.types.insert((*name).clone(), instance.types[index].clone()),
            }
        }
        let mut texts = |ty: &Type| {
            let mut ty = ty.clone();
            chosen.visit_type_mut(&mut ty);
            let mut texts = Vec::new();
            own_types(&ty, view, &mut |own| {
                let mut own = own.clone();
                Plain { names }.visit_path_mut(&mut own);
                texts.push(own.to_token_stream().to_string());
            });
            texts
        };
        let inputs = signature.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(typed) => Some(&*typed.ty),
            FnArg::Receiver(_) => None,
        });
        let takes: Vec<String> = inputs.flat_map(&mut texts).collect();
        let mut gives = match &signature.output {
            ReturnType::Type(_, ty) => texts(ty),
            ReturnType::Default => Vec::new(),
        };
        gives.retain(|ty| !takes.contains(ty));
        Exchanged { takes, gives }
    }
}

/// Visits the outermost generic types of the package in a type.
fn own_types(ty: &Type, view: View<'_>, visit: &mut dyn FnMut(&Path)) {
    ty.walk(&mut |node| {
        let Node::Type(ty @ Type::Path(TypePath { qself: None, path, .. })) = node else { return true };
        let is_generic = path.segments.last().is_some_and(|last| match &last.arguments {
            PathArguments::AngleBracketed(given) => given.args.iter().any(|one| !is_lifetime(one)),
            _ => false,
        });
        let is_own = is_generic && view.is_own(ty);
        if is_own {
            visit(path);
        }
        !is_own
    });
}

fn is_lifetime(argument: &GenericArgument) -> bool {
    matches!(argument, GenericArgument::Lifetime(_))
}

/// Writes types as all modules do.
struct Plain<'a> {
    names: &'a Names,
}

impl VisitMut for Plain<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Some(name) = self.names.name_of(ty) {
            let name = format_ident!("{name}");
            *ty = parse_quote!(#name);
        }
        visit_mut::visit_type_mut(self, ty);
    }

    fn visit_path_mut(&mut self, path: &mut Path) {
        path.leading_colon = None;
        if let Some(last) = path.segments.pop() {
            path.segments = std::iter::once(last).collect();
        }
        visit_mut::visit_path_mut(self, path);
        if let Some(PathArguments::AngleBracketed(given)) =
            path.segments.last_mut().map(|last| &mut last.arguments)
        {
            let args = std::mem::take(&mut given.args);
            given.args = args.into_iter().filter(|one| !is_lifetime(one)).collect();
        }
    }

    fn visit_type_reference_mut(&mut self, reference: &mut TypeReference) {
        reference.lifetime = None;
        visit_mut::visit_type_reference_mut(self, reference);
    }

    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        *lifetime = Lifetime::new("'_", lifetime.span());
    }
}
