//! Bounds of declared types on their arguments: a malformed type is an error, not an unmet bound.

use std::rc::Rc;

use syn::{Generics, Ident, Item, Type, TypeParamBound, TypePath, WherePredicate};

use crate::call::resolve::view::View;
use crate::call::types::markers::mentions_marked;
use crate::call::types::mentions::find_bounds;
use crate::call::types::mentions::is_relaxed;
use crate::call::types::mentions::single;
use crate::call::types::standard_bounds::argument_types;
use crate::call::types::standard_bounds::is_marker;
use crate::syntax::lifetimes::peeled;
use crate::syntax::walk::{Node, Walk as _};
use sbst_source::package::modules::{Meaning, Module};
use sbst_vocabulary::standard::types::{is, Fact};

/// Bounds on a parameter by its place in a type.
pub(crate) struct Demand {
    pub(crate) of: Ident,
    pub(crate) bounds: Vec<TypeParamBound>,
    pub(crate) home: Rc<Module>,
}

impl View<'_> {
    /// The bounds of a type's declaration on its arguments, if these are names. `None` if the
    /// bounds are unknown.
    pub(crate) fn demands(self, ty: &Type, module: &Rc<Module>) -> Option<Vec<Demand>> {
        let mut demands = Vec::new();
        let mut is_known = true;
        let mut look = |node: Node<'_>| {
            let Node::Type(Type::Path(TypePath { qself: None, path, .. })) = node else { return true };
            let Some(Meaning::Item(home, index)) = self.own.meaning(module, path) else { return true };
            let item = home.item(index);
            let Some(generics) = item.as_deref().and_then(generics) else { return true };
            let predicates = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
            is_known &= predicates.into_iter().all(|predicate| match predicate {
                WherePredicate::Type(clause) => single(&clause.bounded_ty).is_some(),
                _ => true,
            });
            let mut arguments = argument_types(path).into_iter();
            for parameter in generics.type_params() {
                let Some(argument) = arguments.next() else { break };
                let bounds: Vec<TypeParamBound> = find_bounds(&parameter.ident, generics).cloned().collect();
                match single(argument) {
                    Some(of) => demands.push(Demand { of: of.clone(), bounds, home: home.clone() }),
                    None => is_known &= bounds.iter().all(is_marker),
                }
            }
            true
        };
        ty.walk(&mut look);
        is_known.then_some(demands)
    }

    /// True if values of a type have a size; false only for known types of the package or of the
    /// language.
    pub(crate) fn has_size(self, ty: &Type) -> bool {
        match peeled(ty) {
            Type::Slice(_) | Type::TraitObject(_) => false,
            Type::Path(TypePath { qself: None, path, .. }) if path.is_ident("str") => false,
            Type::Path(TypePath { qself: None, path, .. }) => match self.own.meaning(self.module, path) {
                Some(Meaning::Item(home, index)) => match home.item(index).as_deref() {
                    Some(Item::Struct(item)) => {
                        let last = item.fields.iter().last();
                        let view = View { module: &home, ..self };
                        last.is_none_or(|field| view.has_size(&field.ty))
                    }
                    _ => true,
                },
                _ => true,
            },
            _ => true,
        }
    }

    /// True if a type is well formed for all choices of the marked parameters in it.
    pub(crate) fn takes_any(self, ty: &Type) -> bool {
        let mut takes_any = true;
        ty.walk(&mut |node| {
            let Node::Type(ty @ Type::Path(TypePath { qself, path, .. })) = node else { return true };
            if single(ty).is_some() || !mentions_marked(ty) {
                return true;
            }
            let last = path.segments.last();
            let is_standard = || last.is_some_and(|last| is(&last.ident.to_string(), Fact::Unbounded));
            let is_own = || match self.own.meaning(self.module, path) {
                Some(Meaning::Item(home, index)) => {
                    home.item(index).as_deref().and_then(generics).is_some_and(is_unbounded)
                }
                _ => false,
            };
            takes_any &= qself.is_none() && (is_standard() || is_own());
            takes_any
        });
        takes_any
    }
}

fn generics(item: &Item) -> Option<&Generics> {
    match item {
        Item::Enum(item) => Some(&item.generics),
        Item::Struct(item) => Some(&item.generics),
        Item::Union(item) => Some(&item.generics),
        _ => None,
    }
}

fn is_unbounded(generics: &Generics) -> bool {
    generics.where_clause.is_none()
        && generics.type_params().all(|parameter| parameter.bounds.iter().all(is_relaxed))
}
