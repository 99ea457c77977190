//! The library behind `#[sbst::instrument]`: it finds the conditions of functions, puts probes around them, and registers
//! the functions with the search. Tokens in, tokens out: all of it can be used and tested outside a procedural macro.
//!
//! [`instrument`] is the whole; the modules are its parts, each useful alone:
//!
//! * [`standing`]: where a function stands, and what it is called there;
//! * [`conditions`]: what a condition is;
//! * [`checks`]: what a hidden check is;
//! * [`patterns`]: what can be said of a pattern by its syntax;
//! * [`mod@rewrite`]: the walk that finds the conditions of a body and rewrites it;
//! * [`analysis`]: what can be said of a body before it is executed: its control flow, and what depends on what;
//! * [`constants`]: which functions the constants of a program need, so that the others can do without their `const`;
//! * [`literals`]: the constants that a body mentions;
//! * [`callable`] and [`lifetimes`]: how a function can be called, and what its result may borrow from;
//! * [`source_text`]: tokens as a person would have written them;
//! * [`arguments`]: what the attribute can be told;
//! * [`annotate`]: the attribute on all functions of a source file.
//!
//! Everything that is emitted reaches the runtime through `__private` of the runtime crate, and is kept apart from the
//! user's code: the body becomes a block of its own, so that what it imports cannot change the meaning of a type in the
//! signature, and the items that are added have names that nobody writes.

pub mod analysis;
pub mod annotate;
pub mod arguments;
mod attributes;
mod body;
pub mod bounds;
pub mod callable;
mod callees;
mod capture;
pub mod checks;
mod composition;
pub mod conditions;
pub mod constants;
mod constness;
mod definitions;
pub mod derive;
pub mod enclosing;
mod functions;
mod input;
mod items;
pub mod keys;
mod known_macros;
mod leading_attributes;
pub mod lifetimes;
pub mod literals;
mod membership;
mod package;
pub mod patterns;
mod permanent;
mod pointers;
mod probes;
mod reading;
mod recording;
mod referable;
mod registration;
pub mod rewrite;
mod scrutinee;
pub mod source_text;
mod spans;
mod standard_calls;
pub mod standing;
mod structures;
mod template;

use proc_macro2::{Ident, TokenStream};
use syn::{parse_quote, Item, Result, TraitItemFn};

pub use derive::derive_input;
pub use syn::{Error, Path};

use crate::arguments::Arguments;

/// How the name of a type begins that the command adds for a trait which nothing has.
pub const PLAIN_TYPE: &str = "__SbstPlain";

/// What the emitted code is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// To record what the user's own tests reach: probes, and the conditions that they stand for.
    Observe,
    /// To search as well: how the functions are called, and ways in for a worker.
    Search,
    /// To search for panics, too: with probes at hidden checks.
    SearchForPanics,
}

impl Mode {
    fn searches(self) -> bool {
        self != Mode::Observe
    }
}

/// Expands `#[sbst::instrument(arguments)] item`. The runtime is looked for at `default_runtime` unless the arguments say
/// otherwise.
///
/// # Errors
/// What is wrong with the arguments, the item or an attribute of ours on a parameter, and where.
pub fn instrument(
    arguments: TokenStream,
    item: TokenStream,
    default_runtime: Path,
    mode: Mode,
) -> Result<TokenStream> {
    let arguments = Arguments::parse(arguments)?;
    let runtime = arguments.runtime.clone().unwrap_or(default_runtime);
    package::read_around(&item);
    // The compiler will say what is wrong with it, if anything is.
    let Some(read) = reading::read_item(item.clone()) else { return Ok(item) };
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

/// The path `::name` of a crate.
pub fn crate_path(name: &Ident) -> Path {
    parse_quote!(::#name)
}
