//! Types that are known by name alone. The emitted code looks them up in the module of the
//! function:
//!
//! ```text
//! mod __sbst_names {
//!     pub(super) trait SbstNamed<const N: usize> { type Type; const IS_THERE: bool; }
//!     pub(super) struct SbstNames;
//!     mod missing { pub struct Lamp; impl Lamp { pub const SBST_IS_THERE: bool = false; } }
//!     use self::missing::*;
//!     const _: () = {
//!         use super::*;
//!         trait SbstIsThere { const SBST_IS_THERE: bool = true; }
//!         impl<T> SbstIsThere for T {}
//!         impl SbstNamed<0> for SbstNames {
//!             type Type = Lamp;
//!             const IS_THERE: bool = <Lamp>::SBST_IS_THERE;
//!         }
//!     };
//! }
//! ```
//!
//! A block is nearer than the module around it. So `Lamp` is that of the function's module, if it
//! exists there. Otherwise it is `missing::Lamp`, which has a constant of its own. If the sources
//! show the type only in another module of the crate, the emitted code has its path.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote_spanned, ToTokens as _};
use sbst_source::span::mixed_site;
use sbst_source::visit_mut::{self, VisitMut};
use syn::{parse_quote, Path, Type, TypePath};

use crate::call::building::items::Items;
use crate::syntax::spans::as_ours;
use crate::syntax::walk::{Node, Walk as _};
use sbst_source::package::modules::elsewhere::Elsewhere;

/// The most types of the package to try for a parameter.
pub(crate) const MOST_OWN: usize = 8;

/// Names of types, and where they are.
#[derive(Clone)]
pub(crate) struct Names {
    module: Ident,
    /// Names, with their places if they are in other modules.
    asked: Vec<(String, Option<Elsewhere>)>,
}

impl Default for Names {
    fn default() -> Names {
        Names::new(format_ident!("__sbst_names", span = mixed_site()))
    }
}

impl Names {
    /// Without names yet, for a module of this name.
    pub(crate) fn new(module: Ident) -> Names {
        Names { module, asked: Vec::new() }
    }

    /// These names, first those of types in the module. Types that tests in another crate cannot
    /// write are left out, unless there are no others: a public function is tested from there.
    pub(crate) fn nearest<'n>(&mut self, names: Vec<&'n str>, items: &Items<'_>) -> Vec<&'n str> {
        let ranked = names.into_iter().map(|name| {
            let index = self.ask_for(name, items);
            let elsewhere = self.asked[index].1.as_ref();
            (elsewhere.map_or(0, |found| if found.is_public { 1 } else { 2 }), name)
        });
        let mut ranked: Vec<(u8, &str)> = ranked.collect();
        ranked.sort_by_key(|(rank, _)| *rank);
        let has_other = ranked.first().is_some_and(|(rank, _)| *rank < 2);
        ranked.into_iter().filter(|(rank, _)| *rank < 2 || !has_other).map(|(_, name)| name).collect()
    }

    fn ask_for(&mut self, name: &str, items: &Items<'_>) -> usize {
        self.asked.iter().position(|(known, _)| known == name).unwrap_or_else(|| {
            let found = items.place.as_ref().and_then(|place| place.own.elsewhere(&place.module, name));
            self.asked.push((name.to_owned(), found));
            self.asked.len() - 1
        })
    }

    /// The type, its path from the function's module, and the type that builds its values of their
    /// parts, if known.
    pub(crate) fn named(&mut self, name: &str, items: &mut Items<'_>) -> (Type, Path, Option<Ident>) {
        let index = self.ask_for(name, items);
        let path = self.path(index);
        let built = items.built(&Type::Path(TypePath { attrs: Vec::new(), qself: None, path: path.clone() }));
        (self.type_with(index), path, built)
    }

    /// Registers the builders of the types.
    pub(crate) fn register(&self, items: &mut Items<'_>) {
        for index in 0..self.asked.len() {
            let path = self.path(index);
            let built = items.built(&Type::Path(TypePath { attrs: Vec::new(), qself: None, path }));
            items.register_alias(&self.type_with(index), built);
        }
    }

    /// The conditions under which the names in these types exist in the module or in the crate.
    pub(crate) fn are_there<'t>(&self, types: impl Iterator<Item = &'t Type>) -> TokenStream {
        let (at, module) = (mixed_site(), &self.module);
        let mut conditions = TokenStream::new();
        for ty in types {
            ty.walk(&mut |node| {
                let Node::Type(ty) = node else { return true };
                if let Some(index) = self.index_of(ty) {
                    conditions.extend(quote_spanned! {at=>
                        <#module::SbstNames as #module::SbstNamed<#index>>::IS_THERE &&
                    });
                }
                true
            });
        }
        conditions
    }

    /// The name of a type, if it is one of these.
    pub(crate) fn name_of(&self, ty: &Type) -> Option<&str> {
        self.index_of(ty).map(|index| self.asked[index].0.as_str())
    }

    /// Returns a type with the paths of these types within it; `None` if it has none of them.
    pub(crate) fn spelled(&self, ty: &Type) -> Option<Type> {
        let mut spelling = Spelling { names: self, is_changed: false };
        let mut ty = ty.clone();
        spelling.visit_type_mut(&mut ty);
        spelling.is_changed.then_some(ty)
    }

    fn path(&self, index: usize) -> Path {
        let (name, elsewhere) = &self.asked[index];
        let named = Path::from(Ident::new(name, Span::call_site()));
        elsewhere.as_ref().map_or(named, |found| found.path.clone())
    }

    fn index_of(&self, ty: &Type) -> Option<usize> {
        let Type::Path(TypePath { qself: Some(_), .. }) = ty else { return None };
        let text = ty.to_token_stream().to_string();
        (0..self.asked.len()).find(|index| self.type_with(*index).to_token_stream().to_string() == text)
    }

    fn type_with(&self, index: usize) -> Type {
        let module = &self.module;
        parse_quote!(<#module::SbstNames as #module::SbstNamed<#index>>::Type)
    }

    /// The module, if any name was requested.
    pub(crate) fn emit(&self) -> TokenStream {
        if self.asked.is_empty() {
            return TokenStream::new();
        }
        let at = mixed_site();
        let (mut missing, mut types) = (Vec::new(), Vec::new());
        for (name, elsewhere) in &self.asked {
            let name = Ident::new(name, at);
            types.push(
                elsewhere.as_ref().map_or_else(|| name.to_token_stream(), |found| as_ours(&found.path)),
            );
            missing.extend(elsewhere.is_none().then_some(name));
        }
        let numbers = 0..types.len();
        let module = &self.module;
        quote_spanned! {at=>
            #[allow(dead_code, unused_imports, ambiguous_glob_reexports)]
            mod #module {
                pub(super) trait SbstNamed<const N: ::core::primitive::usize> {
                    type Type;
                    const IS_THERE: ::core::primitive::bool;
                }
                pub(super) struct SbstNames;
                mod missing {
                    #(
                        pub struct #missing;
                        impl #missing {
                            pub const SBST_IS_THERE: ::core::primitive::bool = false;
                        }
                    )*
                }
                use self::missing::*;
                const _: () = {
                    use super::*;
                    trait SbstIsThere {
                        const SBST_IS_THERE: ::core::primitive::bool = true;
                    }
                    impl<T: ?::core::marker::Sized> SbstIsThere for T {}
                    #(
                        impl SbstNamed<#numbers> for SbstNames {
                            type Type = #types;
                            const IS_THERE: ::core::primitive::bool = <#types>::SBST_IS_THERE;
                        }
                    )*
                };
            }
        }
    }
}

/// Writes paths for the requested types.
struct Spelling<'a> {
    names: &'a Names,
    is_changed: bool,
}

impl VisitMut for Spelling<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        match self.names.index_of(ty) {
            Some(index) => {
                let path = self.names.path(index);
                *ty = Type::Path(TypePath { attrs: Vec::new(), qself: None, path });
                self.is_changed = true;
            }
            None => visit_mut::visit_type_mut(self, ty),
        }
    }
}
