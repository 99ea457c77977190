//! The lifetimes of a signature: the parameters that a result may borrow from, and the types of
//! parameters as written outside of the signature.

use sbst_source::span::mixed_site;
use std::collections::BTreeSet;

use sbst_source::package::{own_types, OwnTypes};
use sbst_source::visit::{self, Visit};
use sbst_source::visit_mut::{self, VisitMut};
use syn::{
    FnArg, GenericArgument, GenericParam, Generics, Ident, Lifetime, ParenthesizedGenericArguments,
    PathArguments, ReturnType, Signature, Type, TypeFnPtr, TypeImplTrait, TypePath, TypeReference,
    WherePredicate,
};

use crate::syntax::walk::{Node, Walk as _};

pub fn declared(generics: &Generics) -> BTreeSet<Ident> {
    generics.lifetimes().map(|parameter| parameter.lifetime.ident.clone()).collect()
}

#[derive(Default)]
pub struct Mentioned {
    /// Names, without `'static`.
    pub named: BTreeSet<Ident>,
    /// References without a lifetime, and `'_`.
    pub elided: usize,
    pub is_static: bool,
    /// True if `impl Trait` occurs.
    pub is_opaque: bool,
    /// The names in the signature of a function type, such as `fn(&'a str)` or `dyn Fn(&'a str)`.
    pub in_functions: BTreeSet<Ident>,
    depth: usize,
}

impl Mentioned {
    pub fn from_type(ty: &Type) -> Self {
        let mut mentioned = Mentioned::default();
        mentioned.visit_type(ty);
        mentioned
    }

    fn is_empty(&self) -> bool {
        self.named.is_empty() && self.elided == 0
    }

    fn visit_function(&mut self, visit: impl FnOnce(&mut Self)) {
        self.depth += 1;
        visit(self);
        self.depth -= 1;
    }
}

impl<'ast> Visit<'ast> for Mentioned {
    fn visit_lifetime(&mut self, lifetime: &'ast Lifetime) {
        if lifetime.ident == "static" {
            self.is_static = true;
        } else if lifetime.ident != "_" {
            self.named.insert(lifetime.ident.clone());
            if self.depth > 0 {
                self.in_functions.insert(lifetime.ident.clone());
            }
        } else if self.depth == 0 {
            self.elided += 1;
        }
    }

    fn visit_type_reference(&mut self, reference: &'ast TypeReference) {
        // A lifetime elided in the signature of a function type belongs to that signature.
        if reference.lifetime.is_none() && self.depth == 0 {
            self.elided += 1;
        }
        visit::visit_type_reference(self, reference);
    }

    fn visit_type_impl_trait(&mut self, opaque: &'ast TypeImplTrait) {
        self.is_opaque = true;
        visit::visit_type_impl_trait(self, opaque);
    }

    fn visit_type_fn_ptr(&mut self, pointer: &'ast TypeFnPtr) {
        self.visit_function(|this| visit::visit_type_fn_ptr(this, pointer));
    }

    fn visit_parenthesized_generic_arguments(&mut self, arguments: &'ast ParenthesizedGenericArguments) {
        self.visit_function(|this| visit::visit_parenthesized_generic_arguments(this, arguments));
    }
}

/// The indices of the parameters that the result may borrow from, by the rules of lifetime elision.
///
/// A parameter too many costs the search a little freedom, but one too few would be an error.
/// Syntax alone may be ambiguous, as with `impl Trait`: its lifetimes depend on the edition. Then
/// every parameter that can carry a lifetime counts.
pub fn borrows(signature: &Signature) -> Vec<usize> {
    borrows_with(signature, own_types())
}

fn borrows_with(signature: &Signature, types: &OwnTypes) -> Vec<usize> {
    let ReturnType::Type(_, result) = &signature.output else {
        return Vec::new();
    };
    let hidden = hidden_lifetimes(result, types);
    let mut result = Mentioned::from_type(result);
    result.elided += hidden;
    let parameters: Vec<Mentioned> = signature
        .inputs
        .iter()
        .map(|input| match input {
            FnArg::Typed(parameter) => Mentioned::from_type(&parameter.ty),
            FnArg::Receiver(_) => Mentioned { elided: 1, ..Mentioned::default() },
        })
        .collect();
    let select = |wanted: &dyn Fn(&Mentioned) -> bool| -> Vec<usize> {
        parameters
            .iter()
            .enumerate()
            .filter(|(_, parameter)| wanted(parameter))
            .map(|(index, _)| index)
            .collect()
    };

    if result.is_opaque {
        return select(&|parameter| !parameter.is_empty());
    }
    if result.elided > 0 {
        let carrying = select(&|parameter| !parameter.is_empty());
        // A lifetime hidden in a path, as in `Parser` for `Parser<'_>`.
        return if carrying.is_empty() { select(&|_| true) } else { carrying };
    }
    let sources = outliving(&signature.generics, result.named);
    select(&|parameter| !parameter.named.is_disjoint(&sources))
}

/// The number of types in `ty` with hidden lifetimes, as in `Iter` for `Iter<'_>`.
fn hidden_lifetimes(ty: &Type, types: &OwnTypes) -> usize {
    let is_lifetime = |argument: &GenericArgument| matches!(argument, GenericArgument::Lifetime(_));
    let mut hidden = 0;
    ty.walk(&mut |node| {
        if let Node::Type(Type::Path(TypePath { qself: None, path, .. })) = node {
            hidden += path.segments.last().map_or(0, |last| {
                let is_written = match &last.arguments {
                    PathArguments::AngleBracketed(given) => given.args.iter().any(is_lifetime),
                    _ => false,
                };
                usize::from(!is_written && types.has_lifetime(&last.ident.to_string()))
            });
        }
        true
    });
    hidden
}

/// True if the reference in the parameter with this index can be used again after the call: neither
/// the result nor the targets of other references can keep it. Its target may have its own
/// lifetimes.
pub fn is_lent_for_the_call(index: usize, signature: &Signature) -> bool {
    let Some(FnArg::Typed(parameter)) = signature.inputs.get(index) else {
        return false;
    };
    let Type::Reference(reference) = peeled(&parameter.ty) else {
        return false;
    };
    let in_result = match &signature.output {
        ReturnType::Default => false,
        ReturnType::Type(_, result) => {
            let result = Mentioned::from_type(result);
            result.is_opaque || result.elided > 0 && borrows(signature).contains(&index)
        }
    };
    let alone = match &reference.lifetime {
        Some(lifetime) if lifetime.ident != "_" => {
            let mut count = 0;
            signature.walk(&mut |node| {
                count += usize::from(matches!(node, Node::Lifetime(other) if other.ident == lifetime.ident));
                true
            });
            // In the declaration, and here.
            count == 2
        }
        _ => true,
    };
    alone && !in_result
}

/// A type without the parentheses around it, written or from a macro.
pub(crate) fn peeled(mut ty: &Type) -> &Type {
    loop {
        ty = match ty {
            Type::Paren(inner) => &inner.elem,
            Type::Group(inner) => &inner.elem,
            _ => return ty,
        }
    }
}

/// `names`, with all the lifetimes that are declared to outlive one of them, and so can flow into
/// it.
fn outliving(generics: &Generics, mut names: BTreeSet<Ident>) -> BTreeSet<Ident> {
    let mut bounds: Vec<(&Ident, &Ident)> = Vec::new();
    for parameter in &generics.params {
        if let GenericParam::Lifetime(parameter) = parameter {
            bounds.extend(parameter.bounds.iter().map(|bound| (&parameter.lifetime.ident, &bound.ident)));
        }
    }
    for predicate in generics.where_clause.iter().flat_map(|clause| &clause.predicates) {
        if let WherePredicate::Lifetime(predicate) = predicate {
            bounds.extend(predicate.bounds.iter().map(|bound| (&predicate.lifetime.ident, &bound.ident)));
        }
    }
    while let Some((longer, _)) =
        bounds.iter().find(|(longer, shorter)| names.contains(*shorter) && !names.contains(*longer))
    {
        names.insert((*longer).clone());
    }
    names
}

/// Replaces each of the `declared` lifetimes in `ty` by `'_`, for use outside of their scope.
pub fn elide(ty: &mut Type, declared: &BTreeSet<Ident>) {
    Elide { declared }.visit_type_mut(ty);
}

struct Elide<'a> {
    declared: &'a BTreeSet<Ident>,
}

impl VisitMut for Elide<'_> {
    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        if self.declared.contains(&lifetime.ident) {
            *lifetime = Lifetime::new("'_", mixed_site());
        }
        visit_mut::visit_lifetime_mut(self, lifetime);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_may_borrow_by_a_lifetime_hidden_in_a_path() {
        let mut types = OwnTypes::default();
        types.read("pub struct Iter<'a> { of: &'a str } pub struct Lamp;");
        let borrows = |signature: &str| borrows_with(&syn::parse_str(signature).unwrap(), &types);
        assert_eq!(borrows("fn iter(map: &Map, from: u8) -> Option<Iter>"), [0]);
        assert_eq!(borrows("fn iter<'s>(map: &'s Map, from: &Map) -> Iter<'s>"), [0]);
        assert_eq!(borrows("fn lamp(map: &Map) -> Lamp"), [0; 0]);
    }
}
