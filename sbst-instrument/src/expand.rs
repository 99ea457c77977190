//! The expansion of an annotated item: its bodies rewritten, and its functions registered.

mod within;
mod statics;
mod constness;
mod survivors;
mod registration;
mod body;
mod mutated;
mod definitions;
mod functions;

use std::env;

use proc_macro2::TokenStream;
use sbst_source::package;
use syn::{Error, Item, Path, Result, TraitItemFn};

use crate::{
    attribute::arguments::Arguments,
    call::plan::verdicts::asks,
    syntax::precedence::with_fragments_in_parentheses,
    syntax::reading::read_item,
    syntax::runtime::BOUNDS,
    syntax::runtime::{CHECKS, MUTANTS},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// To record the coverage of the user's own tests: with probes, and their conditions.
    Observe,
    /// To execute the user's own tests with mutants: with points at which the code can change its
    /// behaviour.
    Mutate,
    /// To query the compiler for types that meet the bounds of functions.
    AskBounds,
    /// To search as well: with calls of the functions, and entries for a worker.
    Search,
    /// To search for panics as well, with probes at hidden checks.
    SearchForPanics,
    /// To search for tests that notice given mutants as well, with a second body for these.
    SearchForMutants,
    /// To search with symbolic execution, with probes at all operations of integers.
    SearchSymbolically,
    /// With symbolic execution, and for panics.
    SearchSymbolicallyForPanics,
}

impl Mode {
    /// The mode of a macro for observation, or for a search. The environment decides whether hidden
    /// checks are sought, and whether an observation has mutants.
    pub fn of_macro(searches: bool, follows: bool) -> Mode {
        let is_asked = env::var(BOUNDS).is_ok_and(|value| asks(&value));
        let seeks_panics = env::var_os(CHECKS).is_some();
        let has_mutants = env::var_os(MUTANTS).is_some();
        if is_asked && (searches || follows) {
            return Mode::AskBounds;
        }
        match (searches, follows, seeks_panics) {
            (_, true, true) => Mode::SearchSymbolicallyForPanics,
            (_, true, false) => Mode::SearchSymbolically,
            (true, false, true) => Mode::SearchForPanics,
            (true, false, false) if has_mutants => Mode::SearchForMutants,
            (true, false, false) => Mode::Search,
            (false, false, _) if has_mutants => Mode::Mutate,
            (false, false, _) => Mode::Observe,
        }
    }

    fn searches(self) -> bool {
        match self {
            Mode::Observe | Mode::Mutate | Mode::AskBounds => false,
            Mode::Search
            | Mode::SearchForPanics
            | Mode::SearchForMutants
            | Mode::SearchSymbolically
            | Mode::SearchSymbolicallyForPanics => true,
        }
    }

    /// True if values are followed.
    fn follows(self) -> bool {
        match self {
            Mode::SearchSymbolically | Mode::SearchSymbolicallyForPanics => true,
            Mode::Observe
            | Mode::Mutate
            | Mode::AskBounds
            | Mode::Search
            | Mode::SearchForPanics
            | Mode::SearchForMutants => false,
        }
    }

    /// True if hidden checks are sought.
    fn seeks_panics(self) -> bool {
        match self {
            Mode::SearchForPanics | Mode::SearchSymbolicallyForPanics => true,
            Mode::Observe
            | Mode::Mutate
            | Mode::AskBounds
            | Mode::Search
            | Mode::SearchForMutants
            | Mode::SearchSymbolically => false,
        }
    }

    /// True if a `const fn` that keeps its `const` has a twin to be searched. A twin has neither
    /// hidden checks nor mutants, so a search for these leaves the function alone.
    fn has_twins(self) -> bool {
        match self {
            Mode::Search | Mode::SearchSymbolically => true,
            Mode::Observe
            | Mode::Mutate
            | Mode::AskBounds
            | Mode::SearchForPanics
            | Mode::SearchForMutants
            | Mode::SearchSymbolicallyForPanics => false,
        }
    }
}

/// Expands `#[sbst::instrument(arguments)] item`, with the runtime at `default_runtime` unless the
/// arguments name another. Fails for a mistake in the arguments, the item or an attribute of ours
/// on a parameter, with its place.
///
/// ```
/// use quote::quote;
/// use sbst_instrument::{instrument, runtime_path, Mode};
///
/// let item = quote!(pub fn is_free(age: u8) -> bool { age < 6 });
/// let expanded = instrument(quote!(), item, runtime_path(), Mode::Search).unwrap();
/// assert!(syn::parse2::<syn::File>(expanded).unwrap().items.len() > 1);
///
/// let error = instrument(quote!(), quote!(struct Age(u8);), runtime_path(), Mode::Search);
/// assert!(error.unwrap_err().to_string().starts_with("expected a function"));
/// ```
pub fn instrument(
    arguments: TokenStream,
    item: TokenStream,
    default_runtime: Path,
    mode: Mode,
) -> Result<TokenStream> {
    let arguments = Arguments::parse(arguments)?;
    let runtime = arguments.runtime.clone().unwrap_or(default_runtime);
    package::read_around(&item);
    let item = with_fragments_in_parentheses(item);
    // The compiler will report an error in it.
    let Some(read) = read_item(item.clone()) else { return Ok(item) };
    match read {
        item @ (Item::Fn(_) | Item::Impl(_) | Item::Trait(_) | Item::Mod(_) | Item::Macro(_)) => {
            functions::instrument_item(item, &arguments, &runtime, mode)
        }
        other => {
            let message = match syn::parse2::<TraitItemFn>(item) {
                Ok(_) => "this function has no body; put the attribute on those that have one",
                Err(_) => {
                    "expected a function, an `impl` block, a trait, a module or the definition of a macro"
                }
            };
            Err(Error::new_spanned(other, message))
        }
    }
}
