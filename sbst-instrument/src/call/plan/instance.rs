//! The instances of a generic function: combinations of the candidates for its parameters, the
//! likeliest first.
//!
//! 1. Constants of one type (`Kinds<A, B>`) are different numbers: they may have to differ, and
//!    bounds cannot express this.
//! 2. Instances with function pointers that return borrowed values come last: these cannot be
//!    built.
//! 3. An instance has a number, which is the same in each expansion of the same text at the same
//!    place. It is the key of the compiler's [verdict](super::verdicts).

use crate::call::plan::verdicts::Answers;
use std::collections::BTreeMap;

use proc_macro2::Ident;
use quote::ToTokens as _;
use sbst_source::source_text::position;
use sbst_source::span::file;
use sbst_source::visit_mut::{self, VisitMut};
use sbst_vocabulary::fnv1a;
use syn::{Expr, GenericArgument, PathArguments, PathSegment, ReturnType, Type};

use crate::call::plan::candidate::Candidate;
use crate::call::plan::planner::Standing;
use crate::call::plan::ways::Ways;
use crate::call::signature::callee::Callee;
use crate::call::signature::determined_parameters::determined;
use crate::call::signature::generics::GenericChoice;
use crate::call::types::mentions::mentions_any;
use crate::call::types::mentions::single;
use crate::call::types::spelled::spelled;
use crate::call::types::substitution::Substitution;
use crate::{
    attribute::template::Pieces,
    syntax::{
        lifetimes::{peeled, Mentioned},
        walk::{Node, Walk as _},
    },
};
use sbst_vocabulary::standard::types::{is, Fact};

/// The most instances to query. The compiler needs about a quarter of a millisecond for one.
const MOST_INSTANCES: usize = 96;

/// Types for all parameters, with their names in a test.
#[derive(Clone)]
pub(crate) struct Instance {
    /// By open parameter.
    pub(crate) types: Vec<Type>,
    /// The values of constants, by open parameter.
    pub(crate) constants: Vec<Option<Expr>>,
    /// True for types of the package, by open parameter.
    pub(crate) own: Vec<bool>,
    pub(crate) standing: Standing,
    pub(crate) named: Named,
    /// The names if arguments show the types that the search chooses.
    pub(crate) untold: Named,
}

/// The names of types in a call: its generic arguments, and its owner.
#[derive(Clone)]
pub(crate) struct Named {
    pub(crate) generics: Pieces,
    pub(crate) owner: Option<Pieces>,
}

impl Instance {
    /// True if it differs from another one only in constants and in types of the package.
    pub(crate) fn is_variant_of(&self, other: &Instance) -> bool {
        let is_same = |index: usize| {
            let text = |ty: &Type| ty.to_token_stream().to_string();
            text(&self.types[index]) == text(&other.types[index])
        };
        (0..self.types.len()).all(|index| {
            self.constants[index].is_some() || self.own[index] && other.own[index] || is_same(index)
        })
    }

    /// True if it has a type of the package.
    pub(crate) fn has_own(&self) -> bool {
        self.own.contains(&true)
    }

    /// The key of verdicts on it.
    pub(crate) fn number(&self, callee: &Callee) -> u64 {
        let types = self.types.iter().map(|ty| ty.to_token_stream().to_string());
        callee.number_of([&types.collect::<Vec<_>>().join(", ")])
    }
}

impl Callee {
    /// The place of the function in the sources.
    pub(crate) fn place(&self) -> String {
        let name = self.opened.signature.ident.span();
        let (line, column) = position(name);
        format!("{}:{line}:{column}", file(name))
    }

    /// A number for these texts of the function.
    fn number_of<const N: usize>(&self, texts: [&str; N]) -> u64 {
        let own = self.own.as_ref().map(|own| own.ty.to_token_stream());
        let of_function = [
            self.place(),
            self.opened.signature.to_token_stream().to_string(),
            own.into_token_stream().to_string(),
        ];
        let all: Vec<&str> = of_function.iter().map(String::as_str).chain(texts).collect();
        fnv1a(all.join(" ").bytes())
    }
}

/// The instances to query, the likeliest first, with the indices of their candidates.
pub(crate) fn all(callee: &Callee, open: &[&Ident], ways: &Ways) -> Vec<(Vec<usize>, Instance)> {
    let lists: Vec<&[Candidate]> = ways.candidates.iter().map(Vec::as_slice).collect();
    instances_of(callee, open, &lists, ways)
}

/// True if the number of instances exceeds that of queries.
pub(crate) fn are_too_many(ways: &Ways) -> bool {
    let product = ways.candidates.iter().try_fold(1_usize, |product, all| product.checked_mul(all.len()));
    product.is_none_or(|product| product > MOST_INSTANCES)
}

/// The candidates for each parameter alone, with their types and the keys of verdicts on them. Only
/// types that mention no other parameter.
pub(crate) fn alone(callee: &Callee, open: &[&Ident], ways: &Ways) -> Vec<Vec<Option<(Type, u64)>>> {
    let of_parameter = open.iter().zip(&ways.candidates).map(|(name, candidates)| {
        let alone = candidates.iter().map(|candidate| {
            if candidate.constant.is_some() || mentions_any(&candidate.ty, open.iter().copied()) {
                return None;
            }
            let ty = candidate.ty.clone();
            let number = callee.number_of([&format!("{name} alone"), &ty.to_token_stream().to_string()]);
            Some((ty, number))
        });
        alone.collect()
    });
    of_parameter.collect()
}

impl Ways {
    /// Drops the candidates that do not meet the bounds of their parameters alone. False without
    /// any.
    pub(crate) fn drop_refused(&mut self, callee: &Callee, open: &[&Ident], answers: &Answers) -> bool {
        if !are_too_many(self) {
            return false;
        }
        let alone = alone(callee, open, self);
        let mut drops = false;
        for (candidates, alone) in self.candidates.iter_mut().zip(alone) {
            let mut alone = alone.into_iter();
            candidates.retain(|_| {
                let is_kept = alone.next().flatten().is_none_or(|(_, number)| answers.admits(number));
                drops |= !is_kept;
                is_kept
            });
        }
        drops
    }
}

/// The instances by the number that the search chooses, the likeliest first; one list without a
/// choice.
pub(crate) fn by_number(callee: &Callee, open: &[&Ident], ways: &Ways) -> Vec<Vec<Instance>> {
    let mut all: Vec<Vec<&[Candidate]>> = vec![Vec::new()];
    for (index, candidates) in ways.candidates.iter().enumerate() {
        let parts: Vec<&[Candidate]> = match ways.is_shown(index) {
            true => candidates.iter().map(std::slice::from_ref).collect(),
            false => vec![candidates],
        };
        let before = std::mem::take(&mut all);
        for before in &before {
            all.extend(parts.iter().map(|part| [&before[..], &[*part]].concat()));
        }
    }
    let of_number = |lists: &Vec<&[Candidate]>| -> Vec<Instance> {
        instances_of(callee, open, lists, ways).into_iter().map(|(_, instance)| instance).collect()
    };
    all.iter().map(of_number).collect()
}

fn instances_of(
    callee: &Callee,
    open: &[&Ident],
    lists: &[&[Candidate]],
    ways: &Ways,
) -> Vec<(Vec<usize>, Instance)> {
    let lengths: Vec<usize> = lists.iter().map(|candidates| candidates.len()).collect();
    let chosen = combinations(&lengths, MOST_INSTANCES).into_iter();
    let instances = chosen.filter_map(|indices| {
        let candidates = indices.iter().zip(lists).map(|(index, candidates)| &candidates[*index]);
        let instance = instance(callee, open, &candidates.collect::<Vec<_>>(), ways)?;
        Some((indices, instance))
    });
    let mut instances: Vec<(Vec<usize>, Instance)> = instances.collect();
    instances.sort_by_key(|(_, instance)| instance.types.iter().any(is_for_borrowed));
    instances
}

/// True if a function pointer returns a borrowed value: it cannot be built.
fn is_for_borrowed(ty: &Type) -> bool {
    let mut found = false;
    ty.walk(&mut |node| {
        if let Node::Type(Type::FnPtr(pointer)) = node {
            if let ReturnType::Type(_, output) = &pointer.output {
                let mentioned = Mentioned::from_type(output);
                found |= mentioned.elided > 0 || !mentioned.named.is_empty();
            }
        }
        !found
    });
    found
}

fn instance(callee: &Callee, open: &[&Ident], candidates: &[&Candidate], ways: &Ways) -> Option<Instance> {
    if repeats_constants(callee, open, candidates) {
        return None;
    }
    let types = resolved(open, candidates)?;
    let texts = texts(callee, open, candidates, &types);
    let mut untold = texts.clone();
    for (_, name) in open.iter().enumerate().filter(|(index, _)| ways.is_shown(*index)) {
        untold.insert((*name).clone(), Pieces::source("_"));
    }
    let constants = candidates.iter().map(|candidate| candidate.constant.clone()).collect();
    let [named, untold] = [texts, untold].map(|texts| named(callee, &texts));
    let own = candidates.iter().map(|candidate| candidate.is_made_here()).collect();
    Some(Instance { types, constants, own, standing: Standing::Called, named, untold })
}

/// Rule 1.
fn repeats_constants(callee: &Callee, open: &[&Ident], candidates: &[&Candidate]) -> bool {
    let value = |argument: &GenericArgument| {
        let GenericArgument::Type(ty) = argument else { return None };
        let at = open.iter().position(|open| single(ty) == Some(*open))?;
        candidates[at].constant.as_ref().map(|value| value.to_token_stream().to_string())
    };
    let mut repeats = false;
    let mut look = |node: Node<'_>| {
        if let Node::PathSegment(PathSegment { arguments: PathArguments::AngleBracketed(given), .. }) = node {
            let values: Vec<String> = given.args.iter().filter_map(value).collect();
            repeats |= values.iter().enumerate().any(|(index, value)| values[..index].contains(value));
        }
        true
    };
    callee.own.iter().for_each(|own| own.ty.walk(&mut look));
    callee.opened.signature.inputs.iter().for_each(|input| input.walk(&mut look));
    repeats
}

/// The names of types in a call.
fn named(callee: &Callee, texts: &BTreeMap<Ident, Pieces>) -> Named {
    let choices = callee.own_choices().iter().map(|choice| match choice {
        GenericChoice::Open(name) => texts.get(name).cloned().unwrap_or_else(|| Pieces::source("_")),
        choice => choice.written(),
    });
    Named { generics: Pieces::turbofish(choices.collect()), owner: callee.owner(texts) }
}

/// Indices into lists of these lengths: those with the least sum first.
fn combinations(lengths: &[usize], most: usize) -> Vec<Vec<usize>> {
    let mut found = vec![Vec::new()];
    let farthest = farthest(lengths);
    let mut all = Vec::new();
    // An empty list has no combinations.
    if lengths.contains(&0) {
        return all;
    }
    for sum in 0..=farthest {
        found.clear();
        with_sum(lengths, sum, &mut Vec::new(), &mut found, most);
        all.append(&mut found);
        if all.len() >= most {
            break;
        }
    }
    all.truncate(most);
    all
}

/// The largest sum of indices into lists of these lengths.
fn farthest(lengths: &[usize]) -> usize {
    lengths.iter().map(|length| length.saturating_sub(1)).sum()
}

fn with_sum(
    lengths: &[usize],
    sum: usize,
    before: &mut Vec<usize>,
    found: &mut Vec<Vec<usize>>,
    most: usize,
) {
    match lengths.split_first() {
        None if sum == 0 => found.push(before.clone()),
        None => {}
        Some((length, rest)) => {
            // The remaining lists cannot contribute more.
            let least = sum.saturating_sub(farthest(rest));
            for index in least..(*length).min(sum + 1) {
                if found.len() >= most {
                    return;
                }
                before.push(index);
                with_sum(rest, sum - index, before, found, most);
                before.pop();
            }
        }
    }
}

/// The candidates' types, with other parameters replaced; `None` if the replacement does not end.
fn resolved(open: &[&Ident], candidates: &[&Candidate]) -> Option<Vec<Type>> {
    let mut types: Vec<Type> = candidates.iter().map(|candidate| candidate.ty.clone()).collect();
    let mut constants = Substitution::default();
    for (name, candidate) in open.iter().zip(candidates) {
        if let Some(value) = &candidate.constant {
            constants.constants.insert((*name).clone(), value.clone());
        }
    }
    for _ in 0..=open.len() {
        types.iter_mut().for_each(|ty| constants.visit_type_mut(ty));
        if !types.iter().any(|ty| mentions_any(ty, open.iter().copied())) {
            return Some(types);
        }
        let mut put = Put { open, candidates, types: types.clone(), is_certain: true, takes_any: false };
        for (ty, candidate) in types.iter_mut().zip(candidates) {
            put.takes_any = candidate.takes_any;
            put.visit_type_mut(ty);
        }
        if !put.is_certain {
            return None;
        }
    }
    None
}

/// True if a type mentions parameters, but no associated type of one.
fn has_only_whole(ty: &Type, open: &[&Ident]) -> bool {
    let mut has_part = false;
    ty.walk(&mut |node| {
        has_part |= matches!(node, Node::Type(Type::Path(path))
            if path.qself.is_some() || path.path.segments.len() > 1 && open.contains(&&path.path.segments[0].ident));
        true
    });
    !has_part && mentions_any(ty, open.iter().copied())
}

/// Replaces parameters by types, as long as the result is certainly a type: a type of the user may
/// have bounds on its arguments.
struct Put<'a> {
    open: &'a [&'a Ident],
    candidates: &'a [&'a Candidate],
    types: Vec<Type>,
    is_certain: bool,
    /// True if the type around them takes any type.
    takes_any: bool,
}

impl VisitMut for Put<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if !mentions_any(ty, self.open.iter().copied()) {
            return;
        }
        let Type::Path(path) = ty else {
            self.is_certain &= matches!(
                ty,
                Type::Reference(_)
                    | Type::Tuple(_)
                    | Type::Slice(_)
                    | Type::Array(_)
                    | Type::Paren(_)
                    | Type::Group(_)
                    | Type::FnPtr(_)
            );
            return visit_mut::visit_type_mut(self, ty);
        };
        let names: Vec<&Ident> = path.path.segments.iter().map(|segment| &segment.ident).collect();
        let of = match &path.qself {
            Some(qself) => single(&qself.ty),
            None => names.first().copied(),
        };
        let at = of.and_then(|of| self.open.iter().position(|open| *open == of));
        let put = match (at, &names[..]) {
            (Some(at), [_]) if path.qself.is_none() => Some(self.types[at].clone()),
            (Some(at), [.., last]) if *last == "Item" || *last == "Target" => {
                let inside = self.candidates[at].inside.clone();
                inside.filter(|inside| *last == "Target" || !last_is(inside, "str"))
            }
            (Some(_), _) => None,
            (None, [.., last])
                if path.qself.is_none() && (self.takes_any || is(&last.to_string(), Fact::Unbounded)) =>
            {
                return visit_mut::visit_type_mut(self, ty);
            }
            (None, _) => None,
        };
        match put {
            Some(put) => *ty = put,
            None => self.is_certain = false,
        }
    }
}

fn last_is(ty: &Type, name: &str) -> bool {
    matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == name))
}

/// The names of types in a test, by parameter, except for types shown by its arguments.
fn texts(
    callee: &Callee,
    open: &[&Ident],
    candidates: &[&Candidate],
    types: &[Type],
) -> BTreeMap<Ident, Pieces> {
    let inputs = || {
        callee.opened.signature.inputs.iter().filter_map(|input| match input {
            syn::FnArg::Typed(typed) => Some(peeled(&typed.ty)),
            syn::FnArg::Receiver(_) => None,
        })
    };
    let is_argument = |name: &Ident| {
        inputs().any(|ty| match ty {
            Type::Reference(reference) => single(peeled(&reference.elem)) == Some(name),
            ty => single(ty) == Some(name),
        })
    };
    let is_taken = |name: &Ident| inputs().any(|ty| mentions_any(ty, [name]));
    let texts = open.iter().zip(candidates).zip(types).map(|((name, candidate), ty)| {
        let is_shown = candidate.is_evident && is_argument(name) || candidate.is_varied && is_taken(name);
        let text = match (&candidate.text, &candidate.own) {
            _ if is_shown => Pieces::source("_"),
            (Some(text), _) => Pieces::source(text),
            (None, Some(own)) => own.clone(),
            // With the types chosen for the parameters in it.
            (None, None) if candidate.takes_any => spelled(ty).unwrap_or_else(|| Pieces::from_type(ty)),
            (None, None) => spelled(ty).unwrap_or_else(|| Pieces::source("_")),
        };
        ((*name).clone(), text)
    });
    let mut texts: BTreeMap<Ident, Pieces> = texts.collect();
    for (name, candidate) in open.iter().zip(candidates) {
        let written = candidate.written.as_ref().filter(|written| has_only_whole(written, open));
        let Some(written) = written.filter(|_| texts[*name] == Pieces::source("_")) else { continue };
        texts.insert((*name).clone(), Pieces::with_texts(written, &texts));
    }
    let determined = determined(&callee.opened.signature.generics).into_iter();
    texts.extend(determined.map(|name| (name.clone(), Pieces::source("_"))));
    texts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_likeliest_instances_come_first() {
        assert_eq!(combinations(&[2, 2], 9), [[0, 0], [0, 1], [1, 0], [1, 1]]);
        assert_eq!(combinations(&[1, 3], 2), [[0, 0], [0, 1]]);
        assert_eq!(combinations(&[], 9), [[0_usize; 0]]);
    }

    #[test]
    fn a_parameter_without_candidates_ends_the_search_at_once() {
        let lengths = [[16; 12].as_slice(), &[0]].concat();
        assert_eq!(combinations(&lengths, 96), [[0_usize; 0]; 0]);
        assert_eq!(combinations(&[16; 12], 96).len(), 96);
        assert_eq!(combinations(&[1; 40], 96), [[0; 40]]);
    }

    #[test]
    fn a_function_pointer_with_a_borrowed_result_is_found_in_a_type() {
        let is = |text: &str| is_for_borrowed(&syn::parse_str(text).unwrap());
        assert!(is("Many<fn(&'sbst str) -> Result<(&'sbst str, u8), ()>>"));
        assert!(is("fn(u8) -> &'_ str"));
        assert!(!is("fn(&'sbst str) -> u8") && !is("Many<&'sbst str>"));
    }
}
