//! The generic types of the package that an instance of a function takes and returns. They are
//! texts without paths and lifetimes, and so equal in all modules.

use proc_macro2::Ident;
use quote::{format_ident, ToTokens as _};
use sbst_source::visit_mut::{self, VisitMut};
use syn::{
    parse_quote, FnArg, GenericArgument, Item, Lifetime, Path, PathArguments, ReturnType, Type, TypePath,
    TypeReference,
};

use crate::call::building::items::Place;
use crate::call::building::names::Names;
use crate::call::plan::instance::Instance;
use crate::call::resolve::view::View;
use crate::call::signature::callee::Callee;
use crate::call::signature::determined_parameters::determined;
use crate::call::types::standard_bounds::argument_types;
use crate::call::types::substitution::Substitution;
use crate::syntax::walk::{Node, Walk as _};
use sbst_source::package::modules::Meaning;

/// The types that an instance takes, and its returned types if it does not take them. A function
/// that statements cannot call returns none.
#[derive(Default)]
pub(crate) struct ExchangedTypes {
    pub(crate) takes: Vec<String>,
    pub(crate) gives: Vec<String>,
}

impl ExchangedTypes {
    /// The types of an instance, or of a function that is not generic.
    pub(crate) fn from_instance(
        callee: &Callee,
        open: &[&Ident],
        instance: Option<&Instance>,
        (names, place): (&Names, Option<&Place>),
    ) -> ExchangedTypes {
        let Some(Place { own, module }) = place else { return ExchangedTypes::default() };
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
        let mut all = |ty: &Type, has_variants: bool| {
            let mut ty = ty.clone();
            chosen.visit_type_mut(&mut ty);
            let mut texts = Vec::new();
            let mut add = |own: &Path| {
                let mut own = own.clone();
                Plain { names }.visit_path_mut(&mut own);
                texts.push(own.to_token_stream().to_string());
            };
            own_types(&ty, view, &mut |own| {
                add(own);
                if has_variants {
                    in_variants(own, view, &mut add);
                }
            });
            texts
        };
        let inputs = signature.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(typed) => Some(&*typed.ty),
            FnArg::Receiver(_) => None,
        });
        let takes: Vec<String> = inputs.flat_map(|ty| all(ty, false)).collect();
        let mut gives = match &signature.output {
            ReturnType::Type(_, ty) if callee.is_for_statements() => all(ty, true),
            _ => Vec::new(),
        };
        gives.retain(|ty| !takes.contains(ty));
        ExchangedTypes { takes, gives }
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

/// Visits the generic types of the package that are the only fields of an enum's variants: tests
/// take these out of the enum.
fn in_variants(path: &Path, view: View<'_>, visit: &mut dyn FnMut(&Path)) {
    let Some(Meaning::Item(home, index)) = view.own.meaning(view.module, path) else { return };
    let Some(item) = home.item(index) else { return };
    let Item::Enum(item) = &*item else { return };
    let mut given = Substitution::default();
    let parameters = item.generics.type_params().map(|parameter| parameter.ident.clone());
    given.types.extend(parameters.zip(argument_types(path).into_iter().cloned()));
    for variant in item.variants.iter().filter(|variant| variant.fields.len() == 1) {
        for field in &variant.fields {
            own_types(&field.ty, View { module: &home, ..view }, &mut |own| {
                let mut own = own.clone();
                given.visit_path_mut(&mut own);
                visit(&own);
            });
        }
    }
}

fn is_lifetime(argument: &GenericArgument) -> bool {
    matches!(argument, GenericArgument::Lifetime(_))
}

/// Writes types in the form that all modules share.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::call::resolve::view::in_user;

    #[test]
    fn an_enum_supplies_the_only_fields_of_its_variants() {
        let source = "pub mod map { pub struct Full<'a, K, S>(&'a K, S); pub struct Free<K>(K); pub struct Key;
                pub enum Entry<'a, K, S> { Full(Full<'a, K, S>), Free { free: Free<u8> }, Key(Key), Both(Free<K>, u8) } }
            pub mod user { use crate::map::Entry; }";
        let found = in_user(source, |view| {
            let mut found = Vec::new();
            in_variants(&parse_quote!(Entry<'_, char, Option<u8>>), view, &mut |path| {
                found.push(path.to_token_stream().to_string().replace(' ', ""));
            });
            found
        });
        assert_eq!(found, ["Full<'a,char,Option<u8>>", "Free<u8>"]);
    }
    #[test]
    fn functions_that_statements_cannot_call_supply_no_types() {
        use crate::attribute::arguments::Arguments;
        use sbst_source::standing::Standing;
        let is_for_statements = |signature: &str| {
            let signature = syn::parse_str(signature).unwrap();
            let callee = Callee::from_signature(&signature, &Standing::free(), &Arguments::default());
            callee.unwrap().is_for_statements()
        };
        assert!(is_for_statements("fn entry(map: &mut Map<u8>, key: u8) -> Entry<u8>"));
        assert!(is_for_statements("fn find(map: &mut Map<u8>, is: impl Fn(&u8) -> bool) -> Entry<u8>"));
        assert!(!is_for_statements("fn find(map: &mut Map<u8>, is: &dyn Fn(&u8) -> bool) -> Entry<u8>"));
        assert!(!is_for_statements("unsafe fn entry(map: *mut Map<u8>) -> Entry<u8>"));
    }
}
