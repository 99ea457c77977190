//! The substitution of generic parameters.

use std::collections::BTreeMap;

use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::ToTokens as _;
use sbst_source::visit_mut::{self, VisitMut};
use syn::{Attribute, Expr, GenericArgument, Ident, Meta, Path, QSelf, Token, Type, TypePath};

use crate::call::types::declaring_trait::declaring;
use crate::call::types::mentions::single;
use crate::call::types::ours::SELF;

/// The types and constants that replace parameters, by name.
#[derive(Clone, Default)]
pub(crate) struct Substitution {
    pub(crate) types: BTreeMap<Ident, Type>,
    pub(crate) constants: BTreeMap<Ident, Expr>,
    /// The trait of a parameter's associated types, if it can be only one.
    pub(crate) traits: BTreeMap<Ident, Path>,
}

impl Substitution {
    /// The constant behind a name that parses as a type in a list of generic arguments.
    fn constant(&self, ty: &Type) -> Option<&Expr> {
        single(ty).and_then(|name| self.constants.get(name))
    }

    fn is_mentioned(&self, tokens: TokenStream) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Ident(name) => {
                self.constants.contains_key(&name) || name == "Self" && self.types.contains_key(&name)
            }
            TokenTree::Group(group) => self.is_mentioned(group.stream()),
            _ => false,
        })
    }

    /// Constants, and `Self`, in the tokens of an attribute, whose values are items outside of the
    /// function.
    fn in_tokens(&self, tokens: TokenStream) -> TokenStream {
        let replaced = tokens.into_iter().map(|token| match token {
            TokenTree::Ident(name) => match (self.constants.get(&name), self.types.get(&name)) {
                (Some(constant), _) => constant.to_token_stream(),
                (None, Some(Type::Path(own))) if name == "Self" => own.to_token_stream(),
                _ => TokenTree::Ident(name).into(),
            },
            TokenTree::Group(group) => {
                let mut replaced = Group::new(group.delimiter(), self.in_tokens(group.stream()));
                replaced.set_span(group.span());
                TokenTree::Group(replaced).into()
            }
            other => other.into(),
        });
        replaced.collect()
    }
}

impl VisitMut for Substitution {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Some(chosen) = single(ty).and_then(|name| self.types.get(name)) {
            *ty = chosen.clone();
            return;
        }
        if let Type::Path(TypePath { qself: qself @ None, path, .. }) = ty {
            // `T::Item`
            let first = path.segments.first().filter(|first| first.arguments.is_none());
            let name = first.map(|first| first.ident.clone()).filter(|_| path.segments.len() > 1);
            if let Some((name, chosen)) = name.and_then(|name| Some((self.types.get(&name)?, name))) {
                if let Some(open) = single(name).filter(|open| *open == SELF) {
                    path.segments[0].ident = open.clone();
                    return;
                }
                let of_trait = self.traits.get(&chosen).map(|of| declaring(of, &path.segments[1].ident));
                let of_trait = of_trait.as_ref();
                let rest = path.segments.iter().skip(1).cloned();
                let (position, leading_colon, segments) = match of_trait {
                    Some(of) => {
                        let segments = of.segments.iter().cloned().chain(rest).collect();
                        (of.segments.len(), of.leading_colon, segments)
                    }
                    None => (0, Some(Token![::](Span::call_site())), rest.collect()),
                };
                *qself = Some(QSelf {
                    lt_token: Token![<](Span::call_site()),
                    ty: Box::new(name.clone()),
                    position,
                    as_token: of_trait.map(|_| Token![as](Span::call_site())),
                    gt_token: Token![>](Span::call_site()),
                });
                *path = Path { leading_colon, segments };
            }
        }
        visit_mut::visit_type_mut(self, ty);
    }

    fn visit_generic_argument_mut(&mut self, argument: &mut GenericArgument) {
        match argument {
            GenericArgument::Type(ty) if self.constant(ty).is_some() => {
                if let Some(constant) = self.constant(ty).cloned() {
                    *argument = GenericArgument::Const(constant);
                }
            }
            argument => visit_mut::visit_generic_argument_mut(self, argument),
        }
    }

    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        if let Expr::Path(path) = expression {
            if let Some(constant) = path.path.get_ident().and_then(|name| self.constants.get(name)) {
                *expression = constant.clone();
                return;
            }
        }
        visit_mut::visit_expr_mut(self, expression);
    }

    fn visit_attribute_mut(&mut self, attribute: &mut Attribute) {
        if let Meta::List(list) = &mut attribute.meta {
            // Unchanged tokens keep their exact places, for messages.
            if self.is_mentioned(list.tokens.clone()) {
                list.tokens = self.in_tokens(list.tokens.clone());
            }
        }
    }
}
