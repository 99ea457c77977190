//! Types of the package for generic parameters, and the ways to make arguments whose types have
//! such a parameter.
//!
//! 1. Types that implement a parameter's trait, by the sources of the package, meet the parameter.
//!    A parameter of a generic type also has its arguments elsewhere in the package. With a
//!    `Queue<u32>` in the package, all functions of `Queue<T>` are called for `u32`, so that their
//!    objects are of one type.
//! 2. A name has its meaning in the function's module. Without one there, it is the only type of
//!    this name in the crate, by a path that the module can write. Otherwise it is a type without
//!    any trait (see [`Names`]), so that the code compiles and the compiler takes another
//!    candidate. A type that the module cannot write is not tried for a parameter without bounds:
//!    there any type would do.
//! 3. Arguments are built, or they are objects (`Made` in the runtime). Only types of the package
//!    can be objects; other candidates are inputs, or come from their makers. A parameter in a
//!    generic type of the package, `&Queue<T>` or `&Arc<Queue<T>>`, has any of the candidates if
//!    built before it is an object. If such a parameter has no bounds, those of the type's other
//!    blocks apply. A bound `Debug` is added where it may help to show a result; a type of the
//!    package without `Debug` is called nevertheless.
//! 4. The search may choose the type of a parameter (`Choice` in the runtime). Several types of the
//!    package, or of other crates with sources, must meet it. It must be the type of one argument,
//!    or a part of it, and occur nowhere else. The function is called for each of these types.
//!    `&dyn Device` and `impl Device` are such parameters, and so are constants. If it is the whole
//!    type of the argument, numbers and texts with a trait of the package count, too.
//! 5. A parameter without bounds is tried with types implied by candidates for others, and with
//!    types that meet the bounds of these candidates' blocks on it (`implementations.rs`).
//! 6. The values of a stand-in may have one of several types in a test, such as a writer with
//!    limited space. It is proposed only where one argument has the parameter's type, or a generic
//!    type of the package with objects of one type in the worker.

mod proposed;
mod uses;

use crate::call::types::mentions::name_of_trait;
use proc_macro2::Ident;
use quote::ToTokens as _;
use syn::Type;

use crate::attribute::template::Pieces;
use crate::call::building::items::Items;
use crate::call::building::items::Place;
use crate::call::building::names::{Names, MOST_OWN};
use crate::call::plan::candidate::drop_repetitions;
use crate::call::plan::candidate::Candidate;
use crate::call::plan::candidates::Table;
use crate::call::plan::planner::Standing;
use crate::call::resolve::view::View;
use crate::call::signature::callee::Callee;
use crate::call::signature::constants::open_names;
use crate::call::signature::determined_parameters::determined;
use crate::call::types::mentions::find_bounds;
use proposed::{asked_elsewhere, found, implied, named_for, numbers_for, wished};
use sbst_source::package::{own_types, OwnTypes};
use uses::{asks_for_nothing, in_generic, may_vary, showing_parameter};

/// The most instances for a search to choose from.
const MOST_CHOSEN: usize = 16;

/// The most constants, and the most types within other types, for one parameter: each function of
/// such a type has one instance for each choice.
const MOST_PARTS: usize = 3;

/// The open parameters, with their candidates.
#[derive(Clone)]
pub(crate) struct Ways {
    pub(crate) candidates: Vec<Vec<Candidate>>,
    /// The choices of the search, in order.
    pub(crate) choices: Vec<ShownChoice>,
    pub(crate) names: Names,
}

/// A choice of the search, by an argument.
#[derive(Clone)]
pub(crate) struct ShownChoice {
    /// The chosen parameter.
    pub(crate) index: usize,
    /// The parameter of the function with the argument that shows the choice.
    pub(crate) parameter: usize,
    /// True if it is part of the argument's type: objects of each such type have their own
    /// functions.
    pub(crate) is_part: bool,
    is_constant: bool,
}

impl ShownChoice {
    /// True if the search chooses a candidate: constants, types of the package, and, for the whole
    /// type of the argument, types built here or with the package's trait.
    fn allows(&self, candidate: &Candidate) -> bool {
        let is_whole = self.is_whole() && (candidate.is_made_here() || candidate.is_meant);
        self.is_constant || candidate.is_own || is_whole
    }

    /// True if the type of the argument itself is chosen.
    pub(crate) fn is_whole(&self) -> bool {
        !self.is_part && !self.is_constant
    }
}

impl Ways {
    pub(crate) fn from_callee(callee: &Callee, items: &mut Items<'_>) -> Ways {
        Ways::known(callee, own_types(), items)
    }

    fn known(callee: &Callee, types: &OwnTypes, items: &mut Items<'_>) -> Ways {
        let generics = &callee.opened.signature.generics;
        let (open, determined) = (open_names(generics), determined(generics));
        let place = items.place.clone();
        let view = place.as_ref().map(|Place { own, module }| View { own, module, depth: 0 });
        let mut names = Names::default();
        let mut proposed: Vec<(Ident, Candidate)> = Vec::new();
        for name in generics.type_params().map(|parameter| &parameter.ident) {
            for of_trait in find_bounds(name, generics).filter_map(name_of_trait) {
                if view.is_none() && !proposed.iter().any(|(known, _)| known == of_trait) {
                    let found: Vec<&str> = types.with_trait(&of_trait.to_string()).collect();
                    let found = names.nearest(found, items).into_iter().take(MOST_OWN);
                    proposed.extend(
                        found.map(|name| (of_trait.clone(), candidate_named(name, &mut names, items))),
                    );
                }
            }
        }
        let runtime = items.runtime;
        let candidates = open.iter().map(|name| {
            if let Some(constant) = generics.const_params().find(|constant| constant.ident == **name) {
                let of_body = callee.numbers.iter().filter(|(of, _)| of == *name);
                let of_body = of_body.flat_map(|(_, numbers)| numbers).map(ToString::to_string);
                let named = numbers_for(callee, name, types);
                let named: Vec<String> = named.into_iter().map(str::to_owned).chain(of_body).collect();
                let before = generics.const_params().take_while(|before| before.ident != **name);
                let before = before.filter(|before| is_same(&before.ty, &constant.ty)).count();
                return Candidate::from_constant(constant, &named, before);
            }
            let is_shared = in_generic(callee, name, types);
            let table = Table { runtime, generics, proposed: &proposed, view, is_nested: false, is_shared };
            let mut candidates: Vec<Candidate> = Vec::new();
            for mentioned in named_for(callee, name, types) {
                let is_own = types.is_plain(mentioned) && mentioned != "String";
                let is_out_of_reach = || {
                    place.as_ref().is_some_and(|place| place.own.is_out_of_reach(&place.module, mentioned))
                };
                match is_own {
                    true if is_out_of_reach() => {}
                    true => candidates.push(candidate_named(mentioned, &mut names, items)),
                    false => candidates.push(table.named(mentioned)),
                }
            }
            let asked = asked_elsewhere(callee, name, types);
            let usual = || if asked.is_empty() { table.find(name) } else { table.asked(name, &asked) };
            match view {
                Some(view) => {
                    let traits = find_bounds(name, generics).filter_map(name_of_trait);
                    let traits: Vec<String> = traits.map(ToString::to_string).collect();
                    let given = traits.iter().flat_map(|of_trait| types.given_trait(of_trait));
                    let given = given.filter(|name| !view.own.is_out_of_reach(view.module, name));
                    let given = names.nearest(given.collect(), items).into_iter().take(MOST_OWN);
                    let given: Vec<Candidate> =
                        given.map(|name| candidate_named(name, &mut names, items)).collect();
                    candidates.extend(found((callee, name, &asked), view, given, usual, items));
                }
                None => candidates.extend(usual()),
            }
            candidates.retain(|candidate| !candidate.is_varied || may_vary(callee, name, types));
            candidates.iter_mut().for_each(|candidate| candidate.put_numbers(&determined));
            drop_repetitions(&mut candidates);
            candidates
        });
        let mut candidates: Vec<Vec<Candidate>> = candidates.collect();
        if let Some(view) = view {
            for (index, name) in open.iter().enumerate() {
                let mut first = implied(name, &candidates, view, items);
                if asks_for_nothing(callee, name, types) {
                    first.append(&mut wished(name, &candidates, view, items));
                }
                if !first.is_empty() {
                    first.append(&mut candidates[index]);
                    drop_repetitions(&mut first);
                    candidates[index] = first;
                }
            }
        }
        let mut ways = Ways { candidates, choices: Vec::new(), names };
        ways.spell();
        ways
    }

    /// Sets the source of candidates in tests, if they contain types that are known by name alone.
    pub(crate) fn spell(&mut self) {
        for candidate in self.candidates.iter_mut().flatten() {
            let is_name = self.names.name_of(&candidate.ty).is_some();
            if let Some(ty) = self.names.spelled(&candidate.ty).filter(|_| !is_name) {
                candidate.own = Some(Pieces::from_type(&ty));
                candidate.written = None;
            }
        }
    }

    /// Keeps the candidates of these instances, the plan's first.
    pub(crate) fn keep(&mut self, met: &[(Standing, Vec<usize>)]) {
        for (parameter, candidates) in self.candidates.iter_mut().enumerate() {
            let best = |index: usize| {
                met.iter()
                    .filter(|(_, chosen)| chosen[parameter] == index)
                    .map(|(standing, _)| *standing)
                    .min()
            };
            let all = std::mem::take(candidates).into_iter().enumerate();
            let mut kept: Vec<(Standing, Candidate)> =
                all.filter_map(|(index, candidate)| Some((best(index)?, candidate))).collect();
            kept.sort_by_key(|(standing, _)| *standing);
            candidates.extend(kept.into_iter().map(|(_, candidate)| candidate));
        }
    }

    /// Drops the candidates that only a verdict of the compiler can admit.
    pub(crate) fn drop_guesses(&mut self) {
        self.candidates.iter_mut().for_each(|candidates| candidates.retain(|candidate| !candidate.is_guess));
    }

    /// Rule 4.
    pub(crate) fn choose(&mut self, callee: &Callee, open: &[&Ident]) {
        let generics = &callee.opened.signature.generics;
        for (index, name) in open.iter().enumerate() {
            let candidates = &self.candidates[index];
            let is_constant = generics.const_params().any(|constant| constant.ident == **name);
            let choice = showing_parameter(callee, name);
            let choice =
                choice.map(|(parameter, is_part)| ShownChoice { index, parameter, is_part, is_constant });
            let is_meant = |choice: &ShownChoice| {
                let count = candidates.iter().filter(|candidate| choice.allows(candidate)).count();
                // An argument has at most one node before it for a choice.
                count > 1 && self.choices.iter().all(|other| other.parameter != choice.parameter)
            };
            let choice = choice.filter(is_meant);
            self.choices.extend(choice);
        }
        let mut most = MOST_CHOSEN;
        while most.pow(self.choices.len() as u32) > MOST_CHOSEN {
            most -= 1;
        }
        if most < 2 {
            self.choices.clear();
        }
        for choice in &self.choices {
            let candidates = &mut self.candidates[choice.index];
            candidates.retain(|candidate| choice.allows(candidate));
            candidates.truncate(if choice.is_part || choice.is_constant {
                most.min(MOST_PARTS)
            } else {
                most
            });
        }
    }

    /// True if an argument shows the parameter with this index.
    pub(crate) fn is_shown(&self, index: usize) -> bool {
        self.choices.iter().any(|choice| choice.index == index)
    }
}

fn is_same(first: &Type, second: &Type) -> bool {
    first.to_token_stream().to_string() == second.to_token_stream().to_string()
}

/// The candidate of a type of the package.
pub(crate) fn candidate_named(name: &str, names: &mut Names, items: &mut Items<'_>) -> Candidate {
    let (ty, path, built) = names.named(name, items);
    Candidate::own(ty, path, built)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attribute::arguments::Arguments;
    use crate::call::types::mentions::last_name;
    use sbst_source::standing::{Owner, Standing};
    use syn::{parse_quote, ItemFn, ItemImpl};

    const SOURCE: &str = "trait Device {} struct Lamp; struct Heater; struct Queue<T>(T); struct Item;
        impl Device for Lamp {} impl Device for Heater {} fn f(a: Queue<Item>, b: Queue<u32>) {}";

    fn ways_with_choices(callee: &Callee) -> Ways {
        let mut types = OwnTypes::default();
        types.read(SOURCE);
        let mut ways = Ways::known(callee, &types, &mut Items::new(&parse_quote!(sbst), Vec::new()));
        ways.choose(callee, &open_names(&callee.opened.signature.generics));
        ways
    }

    fn function_ways(source: &str) -> Ways {
        let function: ItemFn = syn::parse_str(source).unwrap();
        ways_with_choices(
            &Callee::from_signature(&function.sig, &Standing::free(), &Arguments::default()).unwrap(),
        )
    }

    fn method_ways(source: &str) -> Ways {
        let block: ItemImpl = syn::parse_str(source).unwrap();
        let standing = Standing::free().owned(Owner::from_impl(&block));
        let syn::ImplItem::Fn(method) = &block.items[0] else { panic!("it is a method") };
        ways_with_choices(&Callee::from_signature(&method.sig, &standing, &Arguments::default()).unwrap())
    }

    fn chosen(ways: &Ways) -> Vec<(usize, usize, bool)> {
        ways.choices.iter().map(|choice| (choice.index, choice.parameter, choice.is_part)).collect()
    }

    fn own(ways: &Ways, index: usize) -> Vec<String> {
        let own = ways.candidates[index].iter().filter_map(|candidate| candidate.own.as_ref());
        let text = |written: &Pieces| written.emit().to_string();
        own.map(|written| {
            text(written)
                .rsplit("::")
                .next()
                .unwrap_or_default()
                .trim_end_matches(['}', '"', ')', ' '])
                .to_owned()
        })
        .collect()
    }

    #[test]
    fn types_with_the_trait_are_chosen_by_one_argument() {
        for source in [
            "fn f(device: &dyn Device) {}",
            "fn f(device: impl Device) {}",
            "fn f(device: Box<dyn Device>) {}",
            "fn f<D: Device>(device: &mut D) {}",
            "fn f<D>(device: D) where D: Device {}",
        ] {
            let ways = function_ways(source);
            let names = vec!["Heater".to_owned(), "Lamp".to_owned()];
            assert_eq!((own(&ways, 0), chosen(&ways)), (names, vec![(0, 0, false)]), "{source}");
        }
        let two = "fn f(a: u8, device: &dyn Device, b: Rc<dyn Device>) {}";
        assert_eq!(chosen(&function_ways(two)), [(0, 1, false), (1, 2, false)]);
        let one = "fn f<D: Device, T: Ord>(a: D, b: T) {}";
        assert_eq!(chosen(&function_ways(one)), [(0, 0, false)]);
    }

    #[test]
    fn constants_and_parts_of_types_are_chosen_for_the_whole_type() {
        let same = "fn same<const N: usize, const M: usize>(a: &Ring<N>, b: &Ring<M>) {}";
        let ways = function_ways(same);
        let numbers = |index: usize| -> Vec<String> {
            ways.candidates[index].iter().filter_map(|candidate| candidate.text.clone()).collect()
        };
        assert_eq!([numbers(0), numbers(1)], [["3", "4", "0"], ["4", "3", "0"]]);
        assert_eq!(chosen(&ways), [(0, 0, true), (1, 1, true)]);
        assert_eq!(chosen(&function_ways("fn f<const N: usize>(a: [u8; N]) {}")), [(0, 0, true)]);
        assert_eq!(chosen(&function_ways("fn f<D: Device>(a: Held<D>) {}")), [(0, 0, true)]);
        assert_eq!(chosen(&function_ways("fn f<const N: usize>() -> [u8; N] { loop {} }")), []);
    }

    #[test]
    fn the_compiler_chooses_types_with_other_uses() {
        for source in [
            "fn f<D: Device>(a: &D, b: &D) {}",
            "fn f<D: Device>(a: D) -> D { a }",
            "fn f<D: Device>(a: &[D]) {}",
        ] {
            let ways = function_ways(source);
            assert_eq!((own(&ways, 0).len(), chosen(&ways)), (2, Vec::new()), "{source}");
        }
        let second = "fn f<D: Device, E: Into<D> + Device>(a: D, b: E) {}";
        assert_eq!(
            chosen(&function_ways(second)),
            [(1, 1, false)],
            "the bounds of another one depend on the first"
        );
    }

    #[test]
    fn generic_types_have_the_arguments_that_the_package_gives_them() {
        for source in [
            "impl<T: Ord> Queue<T> { fn push(&mut self, item: T) {} }",
            "impl<T: Ord> Queue<T> { fn with_limit(limit: usize) -> Queue<T> { loop {} } }",
        ] {
            let ways = method_ways(source);
            let texts =
                ways.candidates[0].iter().map(|candidate| candidate.text.as_deref().unwrap_or_default());
            assert_eq!(
                (own(&ways, 0), texts.skip(1).take(2).collect()),
                (vec!["Item".to_owned()], vec!["u32", "i32"])
            );
        }
    }

    #[test]
    fn objects_are_of_one_type_with_all_bounds() {
        let first = |ways: &Ways| ways.candidates[0][0].text.clone().unwrap_or_default();
        assert_eq!(first(&function_ways("fn f<T: Display>(shown: T) {}")), "&str");
        let mut types = OwnTypes::default();
        types.read("struct Held<T>(T);");
        for source in
            ["impl<T: Display> Held<T> { fn show(&self) {} }", "impl<T> Held<T> { fn get(&self) {} }"]
        {
            let block: ItemImpl = syn::parse_str(source).unwrap();
            let standing = Standing::free().owned(Owner::from_impl(&block));
            let syn::ImplItem::Fn(method) = &block.items[0] else { panic!("it is a method") };
            let callee = Callee::from_signature(&method.sig, &standing, &Arguments::default()).unwrap();
            let ways = Ways::known(&callee, &types, &mut Items::new(&parse_quote!(sbst), Vec::new()));
            assert_eq!(first(&ways), "i32", "{source}");
        }
    }

    #[test]
    fn writers_of_several_types_are_proposed_for_one_argument() {
        let first = |ways: &Ways| {
            let ty = &ways.candidates[0][0].ty;
            last_name(ty).unwrap().to_string()
        };
        for (source, expected) in [
            ("fn f<W: Write>(out: &mut W) {}", "Writer"),
            ("fn f(out: Box<dyn io::Write>) {}", "Writer"),
            ("fn f(out: impl fmt::Write, n: u8) {}", "TextWriter"),
            ("fn f(from: &mut dyn BufRead) {}", "Stream"),
            ("fn f<R: Seek>(from: R) {}", "Reader"),
            ("fn f<W: Write>(a: &mut W, b: &mut W) {}", "Vec"),
            ("fn f<W: Write>(all: &mut [W]) {}", "Vec"),
            ("fn f<R: Read>(from: Option<R>) {}", "Reader"),
        ] {
            assert_eq!(first(&function_ways(source)), expected, "{source}");
        }
        for source in [
            "impl<W: Write> Queue<W> { fn push(&mut self, out: W) {} }",
            "impl<W: Write> Queue<W> { fn new(out: W) -> Queue<W> { loop {} } }",
        ] {
            let block: ItemImpl = syn::parse_str(source).unwrap();
            let standing = Standing::free().owned(Owner::from_impl(&block));
            let syn::ImplItem::Fn(method) = &block.items[0] else { panic!("it is a method") };
            let callee = Callee::from_signature(&method.sig, &standing, &Arguments::default()).unwrap();
            let mut types = OwnTypes::default();
            types.read("struct Queue<T>(T);");
            let ways = Ways::known(&callee, &types, &mut Items::new(&parse_quote!(sbst), Vec::new()));
            assert_eq!(first(&ways), "Writer", "objects are of one type: {source}");
        }
    }

    #[test]
    fn bounds_without_types_of_the_package_have_usual_candidates() {
        for source in ["fn f<T: Ord>(a: T, b: &[T]) {}", "fn f(a: impl Iterator<Item = u8>) {}"] {
            let ways = function_ways(source);
            assert!(ways.names.emit().is_empty() && chosen(&ways).is_empty(), "{source}");
        }
    }
}
