//! Types that meet bounds, by the implementations of traits in the sources of the crate. This is
//! the work of a trait solver, with proposals instead of proofs. The compiler decides.
//!
//! 1. A block implements the trait of a bound if both names mean one item, or the same path of
//!    another crate.
//! 2. Arguments of the bound are bound to the block's parameters at the same positions. Open
//!    parameters of the call are [placeholders](crate::call::types::markers) in them, and take the
//!    block's types: `char` is a `Parser<I, char>`, so the output is a `char`.
//! 3. Unbound parameters of a block are met in the same way, by their own bounds. If no type of the
//!    crate meets these, the parameter is a type of the standard library, if one is known.
//! 4. A block for a parameter (`impl<T: Show> Draw for T`) applies to all types that meet its
//!    bounds, and to the type in the bound (`impl<T> From<T> for T`). It also applies to
//!    [functions](super::functions), with types for parameters in their results alone. A block for
//!    a pointer to a parameter only forwards, and is skipped.
//! 5. Several bounds are met together: types for more of them come first, then types with fewer
//!    chosen parameters. Blocks whose parameters need not have the trait themselves come before
//!    others.
//! 6. Types of the viewing module come before others. Types that tests in another crate cannot
//!    write are left out, unless there are no others: a public item is to be tested from there.
//! 7. Pairs and triples of numbers meet a trait that a macro implements for tuples.
//! 8. A parameter of a block may be a parameter of the call. Then it has the block's bounds as
//!    well: for `P: Parser<I, O, E>`, a `Letter` needs an `E` that is a `Wrong<I>`.

use std::{collections::BTreeSet, rc::Rc};

use proc_macro2::Span;
use sbst_source::visit_mut::VisitMut as _;
use syn::{parse_quote, GenericParam, Generics, Ident, Item, ItemImpl, Path, Type, TypeParamBound, TypePath};

use crate::call::resolve::blocks::{asks_for_itself, is_pointer_to_any, is_short_array};
use crate::call::resolve::matching_type::MatchingType;
use crate::call::resolve::unification::bounds_in;
use crate::call::resolve::unification::Unification;
use crate::call::resolve::view::parameters;
use crate::call::resolve::view::Executed;
use crate::call::resolve::view::View;
use crate::call::types::markers::is_marked;
use crate::call::types::mentions::is_relaxed;
use crate::call::types::mentions::single;
use crate::call::types::standard_bounds::argument_types;
use crate::call::types::standard_bounds::is_marker;
use crate::call::types::standard_bounds::is_of_any;
use crate::call::types::standard_bounds::is_of_prelude;
use crate::call::types::standard_bounds::standard_type;
use crate::call::types::substitution::Substitution;
use crate::call::types::values::expression;
use crate::call::types::values::values;
use crate::syntax::lifetimes::peeled;
use quote::ToTokens as _;
use sbst_source::package::modules::{parsed::Parsed, Meaning, Module};
use sbst_source::package::own_types;

/// The greatest depth of parameters of blocks: `Graph<Node<Label>>`.
const DEEPEST: usize = 3;

/// The most types for one set of bounds.
const MOST: usize = 8;

/// The most types of one trait to try: with a hundred, the same few would be taken.
const MOST_LOOKED_AT: usize = 24;

/// A type as the viewing module writes it, and the number of bounds that it meets.
struct Found {
    matching: MatchingType,
    text: String,
    bounds: usize,
}

/// The visibility of a type from a module.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Near,
    Elsewhere,
    /// Not nameable by tests in another crate.
    Hidden,
}

/// The place of a trait's declaration, if its sources are read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Declaration {
    Own,
    /// In another crate with known sources.
    OfOthers,
    /// In a crate without known sources. A lifetime has no declaration.
    Unread,
}

/// A bound with its module.
pub(crate) type PlacedBound<'a> = (&'a TypeParamBound, &'a Rc<Module>);

impl View<'_> {
    /// The types that meet bounds, the likeliest first. Empty if the crate does not implement their
    /// traits.
    pub(crate) fn types_with(self, asked: &[PlacedBound<'_>]) -> Vec<MatchingType> {
        self.ranked(asked, false)
    }

    /// The types that meet bounds, the likeliest first, and types without a size last.
    pub(crate) fn ranked(self, asked: &[PlacedBound<'_>], may_be_unsized: bool) -> Vec<MatchingType> {
        let matching = self.sized_or_not(asked, may_be_unsized).into_iter();
        let mut ranked: Vec<(Rank, MatchingType)> =
            matching.map(|matching| (self.rank(&matching.ty), matching)).collect();
        ranked.sort_by_key(|(rank, matching)| (*rank, !self.has_size(&matching.ty)));
        let has_other = ranked.first().is_some_and(|(rank, _)| *rank < Rank::Hidden);
        ranked
            .into_iter()
            .filter(|(rank, _)| *rank < Rank::Hidden || !has_other)
            .map(|(_, matching)| matching)
            .collect()
    }

    /// Rule 6.
    fn rank(self, ty: &Type) -> Rank {
        match peeled(ty) {
            Type::Reference(reference) => self.rank(&reference.elem),
            Type::FnPtr(_) => Rank::Near,
            Type::Path(TypePath { qself: None, path, .. }) => match self.meaning(path, self.module) {
                Some(Meaning::Item(home, _)) if Rc::ptr_eq(&home, self.module) => Rank::Near,
                Some(Meaning::Item(home, index)) if !self.own.is_public(&home, index) => Rank::Hidden,
                _ => Rank::Elsewhere,
            },
            _ => Rank::Elsewhere,
        }
    }

    fn sized_or_not(self, asked: &[PlacedBound<'_>], may_be_unsized: bool) -> Vec<MatchingType> {
        let mut found: Vec<Found> = Vec::new();
        for (bound, home) in asked {
            let TypeParamBound::Trait(bound) = bound else { continue };
            for matching in self.types_with_trait(&bound.path, home, may_be_unsized) {
                let text = matching.ty.to_token_stream().to_string();
                match found.iter_mut().find(|known| known.text == text) {
                    Some(known) => {
                        known.bounds += 1;
                        known.matching.implied.extend(matching.implied);
                        known.matching.wished.extend(matching.wished);
                    }
                    None => found.push(Found { matching, text, bounds: 1 }),
                }
            }
        }
        found.sort_by_key(|Found { matching, bounds, .. }| {
            (std::cmp::Reverse(*bounds), is_short_array(&matching.ty), matching.chosen)
        });
        found.into_iter().map(|found| found.matching).take(MOST).collect()
    }

    /// The types with an implementation of a trait in the crate, in the order of the sources.
    fn types_with_trait(self, of_trait: &Path, home: &Rc<Module>, may_be_unsized: bool) -> Vec<MatchingType> {
        let last = of_trait.segments.last().filter(|last| self.depth < DEEPEST && !is_of_any(&last.ident));
        let Some(last) = last else { return Vec::new() };
        // The key has the meaning of the path and its arguments, because other modules may write
        // them alike.
        let meaning = match self.meaning(of_trait, home) {
            Some(Meaning::Item(declared_in, index)) => format!("{}#{index}", declared_in.path.join("::")),
            _ => String::new(),
        };
        let of_crate = if home.is_own() { None } else { home.path.first() };
        let arguments = argument_types(of_trait).into_iter().map(|argument| {
            let argument = self.rewritten(argument, home, &BTreeSet::new());
            argument.map(|argument| argument.to_token_stream().to_string())
        });
        let arguments: Vec<Option<String>> = arguments.collect();
        let (viewer, depth, name) = (self.module.path.join("::"), self.depth, &last.ident);
        let question =
            format!("{viewer} {of_crate:?} {name} {meaning} {arguments:?} {depth} {may_be_unsized}");
        self.answered(question, || self.find_types_with_trait(of_trait, home, may_be_unsized))
    }

    fn find_types_with_trait(
        self,
        of_trait: &Path,
        home: &Rc<Module>,
        may_be_unsized: bool,
    ) -> Vec<MatchingType> {
        let mut found: Vec<MatchingType> = Vec::new();
        let mut passed_on: Vec<MatchingType> = Vec::new();
        let blocks = self.own.implementing(of_trait, home);
        let blocks = blocks.iter().filter_map(|(module, header)| Some((module, header.get()?)));
        let mut blocks: Vec<(&Rc<Module>, Rc<Item>)> = blocks.collect();
        blocks.sort_by_cached_key(|(_, block)| asks_for_itself(block));
        for (module, block) in blocks {
            let Item::Impl(block) = &*block else { continue };
            let Some((implemented, _)) = &block.trait_ else { continue };
            let Some(mut unified) = self.unify((implemented, module), (of_trait, home), &block.generics)
            else {
                continue;
            };
            let names = parameters(&block.generics);
            match single(&block.self_ty).filter(|name| names.contains(*name)) {
                Some(name) if unified.bound.types.contains_key(name) => {
                    let ty = unified.bound.types.remove(name);
                    passed_on.extend(
                        ty.map(|ty| MatchingType { implied: unified.implied, ..MatchingType::alone(ty) }),
                    );
                }
                Some(name) => {
                    passed_on.extend(self.function(name, block, unified.bound.clone(), module));
                    let bounds = bounds_in(name, &block.generics, &mut unified.bound);
                    let bounds: Vec<PlacedBound<'_>> = bounds.iter().map(|bound| (bound, module)).collect();
                    passed_on.extend(self.deeper().sized_or_not(&bounds, may_be_unsized));
                }
                None if !may_be_unsized && !View { module, ..self }.has_size(&block.self_ty) => {}
                None => found.extend(self.implementing(block, unified, module)),
            }
            if found.len() > MOST_LOOKED_AT {
                break;
            }
        }
        let last = of_trait.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        if home.is_own() && own_types().gives_tuples(&last) {
            let number: Type = parse_quote!(::core::primitive::i32);
            found.extend(
                [parse_quote!((#number, #number)), parse_quote!((#number, #number, #number))]
                    .map(MatchingType::alone),
            );
        }
        found.extend(passed_on);
        found
    }

    /// The function pointer for a block whose type is its parameter `name`, with types for its
    /// other parameters.
    fn function(
        self,
        name: &Ident,
        block: &ItemImpl,
        mut bound: Substitution,
        module: &Rc<Module>,
    ) -> Option<MatchingType> {
        let mut matching = MatchingType::alone(parse_quote!(()));
        for other in block.generics.type_params().map(|parameter| &parameter.ident) {
            if other != name && !bound.types.contains_key(other) {
                let asked = bounds_in(other, &block.generics, &mut bound);
                let asked: Vec<PlacedBound<'_>> = asked.iter().map(|bound| (bound, module)).collect();
                let found = self.first_or_standard(&asked)?;
                matching.chosen += 1 + found.chosen;
                matching.implied.extend(found.implied);
                bound.types.insert(other.clone(), found.ty);
            }
        }
        let ty = self.function_for(name, block, module, &mut bound)?;
        Some(MatchingType { ty, ..matching })
    }

    /// The likeliest type that meets bounds, or one of the standard library.
    fn first_or_standard(self, asked: &[PlacedBound<'_>]) -> Option<MatchingType> {
        let may_be_unsized = asked.iter().any(|(bound, _)| is_relaxed(bound));
        let found = self.deeper().sized_or_not(asked, may_be_unsized).into_iter().next();
        found.or_else(|| {
            let asked: Vec<&TypeParamBound> = asked.iter().map(|(bound, _)| *bound).collect();
            Some(MatchingType::alone(standard_type(&asked)?))
        })
    }

    /// The type of a block, with types for its parameters.
    fn implementing(
        self,
        block: &ItemImpl,
        unified: Unification,
        module: &Rc<Module>,
    ) -> Option<MatchingType> {
        let Unification { mut bound, implied } = unified;
        let names = parameters(&block.generics);
        let ty = peeled(&block.self_ty);
        if is_pointer_to_any(ty, &names) {
            return None;
        }
        let demands = self.demands(ty, module)?;
        let mut matching =
            MatchingType { implied, ..MatchingType::alone(self.rewritten(ty, module, &names)?) };
        let following = self.following(block, &mut bound);
        let mut followed = Substitution::default();
        for parameter in &block.generics.params {
            match parameter {
                GenericParam::Lifetime(_) => {}
                GenericParam::Const(constant) => {
                    let value = expression(values(&constant.ty)[0]);
                    bound.constants.entry(constant.ident.clone()).or_insert(value);
                }
                GenericParam::Type(parameter) if bound.types.contains_key(&parameter.ident) => {
                    matching.wished.extend(self.wished(
                        &parameter.ident,
                        &block.generics,
                        &mut bound,
                        module,
                    ));
                }
                GenericParam::Type(parameter) => {
                    let name = &parameter.ident;
                    let own = bounds_in(name, &block.generics, &mut bound);
                    let own = own.iter().map(|bound| (bound, module));
                    let of_type = demands.iter().filter(|demand| demand.of == *name);
                    let asked: Vec<PlacedBound<'_>> = own
                        .chain(
                            of_type
                                .flat_map(|demand| demand.bounds.iter().map(|bound| (bound, &demand.home))),
                        )
                        .collect();
                    let found = self.first_or_standard(&asked)?;
                    matching.chosen += 1 + found.chosen;
                    for (name, ty) in found.implied {
                        match following.contains(&name) {
                            true => _ = followed.types.entry(name).or_insert(ty),
                            false => matching.implied.push((name, ty)),
                        }
                    }
                    matching.wished.extend(found.wished);
                    bound.types.insert(name.clone(), found.ty);
                }
            }
        }
        for name in following {
            followed.types.entry(name).or_insert_with(|| syn::parse_quote!(i32));
        }
        bound.visit_type_mut(&mut matching.ty);
        bound.types.insert(Ident::new("Self", Span::call_site()), matching.ty.clone());
        matching.substitute(&mut bound);
        matching.substitute(&mut followed);
        matching.substitute(&mut Executed);
        self.takes_any(&matching.ty).then_some(matching)
    }

    /// The type that a block requires for a marked parameter, bound to this one of its own (rule
    /// 8).
    fn wished(
        self,
        name: &Ident,
        generics: &Generics,
        bound: &mut Substitution,
        module: &Rc<Module>,
    ) -> Option<(Ident, Type)> {
        let marked = bound.types.get(name).and_then(single).filter(|name| is_marked(name))?.clone();
        let asked = bounds_in(name, generics, bound);
        let asked: Vec<PlacedBound<'_>> =
            asked.iter().filter(|bound| !is_marker(bound)).map(|bound| (bound, module)).collect();
        let found = self.deeper().sized_or_not(&asked, false).into_iter().next()?;
        Some((marked, found.ty))
    }

    /// The declaration of the trait of a bound.
    pub(crate) fn declaration(self, bound: &TypeParamBound) -> Declaration {
        let TypeParamBound::Trait(bound) = bound else { return Declaration::Unread };
        let is_of_prelude = || bound.path.segments.last().is_some_and(|last| is_of_prelude(&last.ident));
        match self.meaning(&bound.path, self.module) {
            Some(Meaning::Item(home, _)) if !home.is_own() => Declaration::OfOthers,
            Some(Meaning::Foreign) => Declaration::Unread,
            None if is_of_prelude() => Declaration::Unread,
            _ => Declaration::Own,
        }
    }

    /// The answer to a question, computed once in a crate.
    pub(crate) fn answered(
        self,
        question: String,
        find: impl FnOnce() -> Vec<MatchingType>,
    ) -> Vec<MatchingType> {
        if let Some(known) = self.own.answers.borrow().get(&question) {
            return known.iter().filter_map(|matching| MatchingType::from_type(&*matching.get()?)).collect();
        }
        let found = find();
        let answer = found.iter().map(|matching| Parsed::from_text(matching.to_text())).collect();
        self.own.answers.borrow_mut().insert(question, answer);
        found
    }

    fn meaning(self, path: &Path, home: &Rc<Module>) -> Option<Meaning> {
        self.own.meaning(home, path)
    }

    fn deeper(self) -> Self {
        View { depth: self.depth + 1, ..self }
    }

    /// True if a type, perhaps behind a reference, is one of the crate.
    pub(crate) fn is_own(self, ty: &Type) -> bool {
        match peeled(ty) {
            Type::Reference(reference) => self.is_own(&reference.elem),
            Type::Path(TypePath { qself: None, path, .. }) => {
                matches!(self.meaning(path, self.module), Some(Meaning::Item(home, _)) if home.is_own())
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests;
