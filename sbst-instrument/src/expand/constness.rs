//! The `const fn`s that can lose their `const`.
//!
//! A `const fn` cannot record: constant evaluation has no place to record to, and cannot be
//! distinguished from an execution. But most `const fn`s are only ever executed, and have the same
//! meaning without `const`. So:
//!
//! 1. A `const fn` keeps its `const` and its body, unless the command lists the `const fn`s that
//!    the constants of the program need. The environment names the file with this list
//!    ([`sbst_source::constants`] makes it).
//! 2. A `const fn` that no constant needs loses its `const`, and records.
//! 3. Next to a `const fn` that keeps its `const`, a search has a twin without it, with the same
//!    body. The twin records, and the search calls it. Other functions call the original. (An
//!    observation has no twins, because the user's tests call the original, too.)
//! 4. The emitted code reads that environment variable, and so the compiler records the dependence.
//!    The file's name depends on its content, so cargo builds again when the content changes.

use sbst_source::span::mixed_site;
use std::{cell::RefCell, collections::HashMap, ffi::OsString, rc::Rc};

use proc_macro2::TokenStream;
use quote::{format_ident, quote_spanned};
use syn::{ext::IdentExt as _, parse_quote_spanned, Ident, ItemFn, Visibility};

use crate::expand::statics::SITES;
use sbst_source::constants::{Needed, CONSTANTS};
use sbst_source::standing::{Owner, Standing};

/// True if a constant may need the `const fn` of this name at this place.
pub(crate) fn is_needed(name: &Ident, standing: &Standing) -> bool {
    let Some(needed) = needed() else { return true };
    let name = name.unraw().to_string();
    match &standing.owner {
        Owner::None => needed.function(&name),
        Owner::Type { self_type, .. } => needed.associated(self_type, &name),
        Owner::Trait { .. } | Owner::Macro | Owner::Unknown => needed.any(&name),
    }
}

/// True if a twin can be put next to a `const fn` at this place.
pub(crate) fn may_have_twin(standing: &Standing) -> bool {
    let has_room = match &standing.owner {
        Owner::None => true,
        Owner::Type { implemented, .. } => implemented.is_none(),
        Owner::Trait { .. } | Owner::Macro | Owner::Unknown => false,
    };
    has_room && !standing.is_nested()
}

/// The `const fn` without `const`, under a reserved name.
pub(crate) fn twin(function: &ItemFn) -> ItemFn {
    let mut twin = function.clone();
    twin.sig.constness = None;
    twin.sig.ident =
        format_ident!("__sbst_executed_{}", function.sig.ident.unraw(), span = function.sig.ident.span());
    twin.vis = Visibility::Inherited;
    let kept = ["cfg", "allow", "expect", "target_feature", "track_caller", "inline"];
    twin.attrs.retain(|attribute| kept.iter().any(|name| attribute.path().is_ident(name)));
    twin.attrs.push(parse_quote_spanned!(mixed_site()=> #[allow(dead_code, non_snake_case)]));
    twin
}

pub(crate) fn is_needed_macro(name: &Ident) -> bool {
    needed().is_none_or(|needed| needed.macro_definition(&name.unraw().to_string()))
}

pub(crate) fn dependence() -> TokenStream {
    quote_spanned! {mixed_site()=>
        const _: ::core::option::Option<&::core::primitive::str> = ::core::option_env!(#CONSTANTS);
    }
}

/// The first items of a function with a twin.
pub(crate) fn instrumented() -> TokenStream {
    let (at, dependence) = (mixed_site(), dependence());
    let sites = Ident::new(SITES, at);
    quote_spanned! {at=>
        #[allow(dead_code)]
        const #sites: () = ();
        #dependence
    }
}

/// Reads the file in the environment variable.
fn needed() -> Option<Rc<Needed>> {
    thread_local! {
        static FILES: RefCell<HashMap<OsString, Option<Rc<Needed>>>> = RefCell::default();
    }
    let path = std::env::var_os(CONSTANTS)?;
    let read = |path: &OsString| std::fs::read_to_string(path).ok().map(|text| Rc::new(Needed::parse(&text)));
    FILES.with_borrow_mut(|files| {
        let found = files.get(&path).cloned();
        found.unwrap_or_else(|| files.entry(path.clone()).or_insert_with(|| read(&path)).clone())
    })
}
