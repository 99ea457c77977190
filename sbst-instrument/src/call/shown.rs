//! Types of the package whose values can be shown, as far as its sources tell: each has a derived
//! `Debug`, or a block that implements it.

use std::rc::Rc;

use quote::ToTokens as _;
use syn::{parse_quote, Attribute, Item, ItemImpl, Path, Type, TypePath};

use super::view::View;
use crate::syntax::lifetimes::peeled;
use crate::syntax::walk::{Node, Walk as _};
use sbst_source::package::modules::{Meaning, Module};

impl View<'_> {
    /// True if a type, and all types of the package in it, may have `Debug`.
    pub(super) fn may_be_shown(self, ty: &Type) -> bool {
        let mut may_be_shown = true;
        ty.walk(&mut |node| {
            if let Node::Type(Type::Path(TypePath { qself: None, path, .. })) = node {
                if let Some(Meaning::Item(home, index)) = self.own.meaning(self.module, path) {
                    may_be_shown &= self.has_debug(&home, index);
                }
            }
            may_be_shown
        });
        may_be_shown
    }

    fn has_debug(self, home: &Rc<Module>, index: usize) -> bool {
        let question = format!("Debug {} {index}", home.path.join("::"));
        if let Some(known) = self.own.answers.borrow().get(&question) {
            return !known.is_empty();
        }
        let of_trait: Path = parse_quote!(Debug);
        let derives = home.item(index).is_none_or(|item| attributes(&item).iter().any(derives_debug));
        let has_block = || {
            self.own.implementing(&of_trait, home).iter().any(|(module, header)| {
                let Ok(block) = syn::parse_str::<ItemImpl>(header) else { return false };
                let Type::Path(TypePath { path, .. }) = peeled(&block.self_ty) else { return false };
                match self.own.meaning(module, path) {
                    Some(Meaning::Item(found, at)) => at == index && Rc::ptr_eq(&found, home),
                    _ => false,
                }
            })
        };
        let has_debug = derives || has_block();
        let answer = if has_debug { vec!["Debug".to_owned()] } else { Vec::new() };
        self.own.answers.borrow_mut().insert(question, answer);
        has_debug
    }
}

fn attributes(item: &Item) -> &[Attribute] {
    sbst_source::conditional::item_attributes(item)
}

/// True for `#[derive(Debug)]`, also within a `#[cfg_attr]`.
fn derives_debug(attribute: &Attribute) -> bool {
    let path = attribute.path();
    let derives = path.is_ident("derive") || path.is_ident("cfg_attr");
    let words = attribute.meta.to_token_stream().to_string();
    derives && words.split(|letter: char| !letter.is_alphanumeric()).any(|word| word == "Debug")
}

#[cfg(test)]
mod tests {
    use crate::call::view::in_user;

    #[test]
    fn types_are_shown_that_derive_debug_or_have_a_block_with_all_that_is_in_them() {
        let source = "pub mod all { #[derive(Clone, Debug)] pub struct Derived<T>(T); pub struct Hidden; pub struct Blocked;
             #[cfg_attr(feature = \"x\", derive(Debug))] pub enum Perhaps { A }
             impl std::fmt::Debug for Blocked {} impl Clone for Hidden {} #[derive(Debugger)] pub struct Other; }
             pub mod user { use crate::all::*; }";
        let types = [
            "Derived<u8>",
            "Derived<Hidden>",
            "Hidden",
            "Blocked",
            "Perhaps",
            "Option<Other>",
            "&[Derived<Blocked>]",
            "String",
        ];
        let shown = in_user(source, |view| types.map(|ty| view.may_be_shown(&syn::parse_str(ty).unwrap())));
        assert_eq!(shown, [true, false, false, true, true, false, true, true]);
    }
}
