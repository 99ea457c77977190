//! The unification of block headers with the bounds that they meet.
//!
//! 1. A parameter of the block takes the bound's type at its position.
//! 2. A marked parameter of the bound takes the block's type at its position.
//! 3. If both have a type, and the types differ, the block does not meet the bound.
//! 4. A parameter of the block without bounds, but in the bounds of others, follows from these: it
//!    is marked until they are known.

use std::{collections::BTreeSet, rc::Rc};

use proc_macro2::Ident;
use quote::{format_ident, ToTokens as _};
use sbst_source::visit_mut::VisitMut as _;
use syn::{Generics, ItemImpl, Path, Type, TypeParamBound};

use crate::call::resolve::view::parameters;
use crate::call::resolve::view::Executed;
use crate::call::resolve::view::View;
use crate::call::types::markers::is_marked;
use crate::call::types::markers::mark;
use crate::call::types::markers::mentions_marked;
use crate::call::types::mentions::find_bounds;
use crate::call::types::mentions::mentions_any;
use crate::call::types::mentions::mentions_path;
use crate::call::types::mentions::single;
use crate::call::types::standard_bounds::argument_types;
use crate::call::types::standard_bounds::is_marker;
use crate::call::types::substitution::Substitution;
use sbst_source::package::modules::Module;

/// The arguments of a block's parameters, and of a bound's marked ones.
#[derive(Default)]
pub(crate) struct Unification {
    pub(crate) bound: Substitution,
    pub(crate) implied: Vec<(Ident, Type)>,
}

impl View<'_> {
    /// Unifies the trait of a block with a bound. `None` if that is certainly impossible.
    pub(crate) fn unify(
        self,
        (implemented, module): (&Path, &Rc<Module>),
        (asked, home): (&Path, &Rc<Module>),
        generics: &Generics,
    ) -> Option<Unification> {
        let names = parameters(generics);
        let mut unified = Unification::default();
        for (parameter, argument) in argument_types(implemented).into_iter().zip(argument_types(asked)) {
            let asked = self.rewritten(argument, home, &BTreeSet::new());
            let marked = single(argument).filter(|name| is_marked(name));
            match (single(parameter).filter(|name| names.contains(*name)), marked) {
                (Some(name), _) => {
                    unified.bound.types.extend(asked.map(|asked| (name.clone(), asked)));
                }
                (None, Some(marked)) => {
                    let implied = self.rewritten(parameter, module, &names);
                    unified.implied.extend(implied.map(|implied| (marked.clone(), implied)));
                }
                (None, None) => {
                    let own = self.rewritten(parameter, module, &names);
                    let is_whole = |ty: &Type| !mentions_any(ty, &names) && !mentions_marked(ty);
                    if let (Some(own), Some(asked)) = (own, asked) {
                        if is_whole(&own) && is_whole(&asked) && text(own) != text(asked) {
                            return None;
                        }
                    }
                }
            }
        }
        Some(unified)
    }

    /// Marks the parameters of a block that follow from others (rule 4).
    pub(crate) fn following(self, block: &ItemImpl, bound: &mut Substitution) -> Vec<Ident> {
        let generics = &block.generics;
        let types: Vec<&Ident> = generics.type_params().map(|parameter| &parameter.ident).collect();
        let is_in_others = |name: &Ident| {
            types.iter().filter(|other| **other != name).any(|other| {
                find_bounds(other, generics).any(|bound| match bound {
                    TypeParamBound::Trait(bound) => mentions_path(&bound.path, name),
                    _ => false,
                })
            })
        };
        let mut marks = Vec::new();
        for name in &types {
            let follows = !bound.types.contains_key(*name)
                && find_bounds(name, generics).all(is_marker)
                && is_in_others(name);
            if follows {
                let mark = mark(&format_ident!("_{}{name}", self.depth));
                bound.types.insert((*name).clone(), syn::parse_quote!(#mark));
                marks.push(mark);
            }
        }
        marks
    }
}

/// The text of a type for an execution.
fn text(mut ty: Type) -> String {
    Executed.visit_type_mut(&mut ty);
    ty.to_token_stream().to_string()
}

/// The bounds of a block on a parameter, with the arguments of the others.
pub(crate) fn bounds_in(name: &Ident, generics: &Generics, bound: &mut Substitution) -> Vec<TypeParamBound> {
    let mut bounds: Vec<TypeParamBound> = find_bounds(name, generics).cloned().collect();
    bounds.iter_mut().for_each(|of_block| bound.visit_type_param_bound_mut(of_block));
    bounds
}
