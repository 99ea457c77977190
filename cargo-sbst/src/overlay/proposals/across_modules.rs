//! Proposals where trait, type and function are in different modules: name resolution is the same
//! as for tests ([`Exports`]).
//!
//! A proposal is a path that the function's module can name, or the type's own name if it is in
//! scope. Trait and type belong to the crate; the type and its `impl` have no parameters.

use super::plain::Plain;
use super::{MOST, Proposal, words};
use crate::cargo::features::Features;
use crate::overlay::eligibility::Source;
use crate::overlay::inputs::each_item;
use crate::source::crate_sources::CrateSources;
use crate::source::exports::{Entity, Exports};
use crate::source::items::{TypeBody, path_names};
use crate::source::public_paths::{self, ItemPath};
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use proc_macro2::Span;
use quote::ToTokens as _;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use syn::parse::Parser as _;
use syn::spanned::Spanned as _;
use syn::{Attribute, Item, PathArguments, Type};

/// A trait or a type: the index of its module, and its index there.
type Definition = (usize, usize);

struct Found<'a> {
    file: &'a Utf8Path,
    range: Range<usize>,
    module: usize,
    words: BTreeSet<String>,
    features: &'a Features,
}

/// Returns hints in the crate with this name and root.
pub fn propose(
    crate_name: &str,
    root: &Utf8Path,
    sources: &[Source<'_>],
    plain: &BTreeMap<Utf8PathBuf, Vec<Plain>>,
) -> BTreeMap<Utf8PathBuf, Vec<Proposal>> {
    let exports = Exports::new(CrateSources::load(crate_name, root));
    let mut implemented: BTreeMap<Definition, BTreeSet<Definition>> = BTreeMap::new();
    let mut items: Vec<Found<'_>> = Vec::new();
    for source in sources {
        each_item(&source.parsed.items, "", &mut |item, inline| {
            let Some(module) = module_of(&exports, source.path, inline) else { return };
            if let Item::Impl(block) = item
                && source.features.demand(&block.attrs)
            {
                let pair = implementation(&exports, module, block);
                pair.map(|(of_trait, of_type)| implemented.entry(of_trait).or_default().insert(of_type));
            }
            if !matches!(item, Item::Mod(_)) {
                let range = item.span().byte_range();
                items.push(Found {
                    file: source.path,
                    range: source.skipped + range.start..source.skipped + range.end,
                    module,
                    words: words(item.to_token_stream()),
                    features: source.features,
                });
            }
        });
    }
    let mut paths: BTreeMap<usize, BTreeMap<Entity, ItemPath>> = BTreeMap::new();
    let mut proposals: BTreeMap<Utf8PathBuf, Vec<Proposal>> = BTreeMap::new();
    for (of_trait, types) in &implemented {
        let name = &exports.type_definition(*of_trait).name;
        for item in items.iter().filter(|item| item.words.contains(name)) {
            if exports.resolve_type(item.module, std::slice::from_ref(name)) != Some(*of_trait) {
                continue;
            }
            let from = &exports.sources.modules[item.module].path;
            let reached =
                paths.entry(item.module).or_insert_with(|| public_paths::find(&exports, Some(from)));
            let named = types.iter().filter_map(|&(module, at)| {
                if module == item.module {
                    return Some(exports.type_definition((module, at)).name.clone());
                }
                let path = reached.get(&Entity::Type(module, at))?;
                path.cfgs.iter().all(|cfg| is_there(cfg, item.features)).then(|| path.path.clone())
            });
            let types: Vec<String> = named.take(MOST).collect();
            if !types.is_empty() {
                proposals.entry(item.file.to_owned()).or_default().push(Proposal {
                    items: vec![item.range.clone()],
                    of_trait: name.clone(),
                    types,
                });
            }
        }
    }
    for (file, plain) in plain.iter().flat_map(|(file, found)| found.iter().map(move |plain| (file, plain))) {
        let Some(module) = module_of(&exports, file, &plain.module) else { continue };
        let name = &plain.of_trait;
        let Some(of_trait) = exports.resolve_type(module, std::slice::from_ref(name)) else { continue };
        let inside = &exports.sources.modules[module].path;
        let direct: String = inside.iter().skip(1).map(|name| format!("::{name}")).collect();
        let direct = format!("crate{direct}");
        for item in items.iter().filter(|item| item.words.contains(name)) {
            if exports.resolve_type(item.module, std::slice::from_ref(name)) != Some(of_trait) {
                continue;
            }
            let from = &exports.sources.modules[item.module].path;
            let reached =
                paths.entry(item.module).or_insert_with(|| public_paths::find(&exports, Some(from)));
            // It is visible where the trait is, but no `use` exports it.
            let is_seen = || {
                let path = reached.get(&Entity::Type(of_trait.0, of_trait.1));
                path.is_some_and(|path| path.path == format!("{direct}::{name}"))
            };
            let named = match module == item.module {
                true => Some(plain.name()),
                false => is_seen().then(|| format!("{direct}::{}", plain.name())),
            };
            proposals.entry(item.file.to_owned()).or_default().extend(named.map(|named| Proposal {
                items: vec![item.range.clone()],
                of_trait: name.clone(),
                types: vec![named],
            }));
        }
    }
    proposals
}

/// Returns the module of a file's items below `inline`: `::a::b`.
fn module_of(exports: &Exports, file: &Utf8Path, inline: &str) -> Option<usize> {
    let inline: Vec<&str> = inline.split("::").filter(|name| !name.is_empty()).collect();
    exports.sources.modules.iter().position(|module| {
        module.inline.iter().map(|name| name.as_str()).eq(inline.iter().copied())
            && crate::overlay::compiler_wrapper::normal(module.file.as_std_path()) == file.as_std_path()
    })
}

/// Returns the trait and the type of a block, if both belong to the crate and have no parameters.
fn implementation(
    exports: &Exports,
    module: usize,
    block: &syn::ItemImpl,
) -> Option<(Definition, Definition)> {
    let (of_trait, _) = block.trait_.as_ref().filter(|_| block.generics.params.is_empty())?;
    let Type::Path(of_type) = &*block.self_ty else { return None };
    let plain =
        |path: &syn::Path| path.segments.iter().all(|segment| segment.arguments == PathArguments::None);
    let is_plain = plain(of_trait) && plain(&of_type.path) && of_type.qself.is_none();
    is_plain.then_some(())?;
    let of_trait = exports.resolve_type(module, &path_names(of_trait))?;
    let of_type = exports.resolve_type(module, &path_names(&of_type.path))?;
    let is_type = |body: &TypeBody| matches!(body, TypeBody::Struct(_) | TypeBody::Enum(_));
    (matches!(exports.type_definition(of_trait).body, TypeBody::Trait)
        && is_type(&exports.type_definition(of_type).body)
        && exports.type_definition(of_type).parameters.is_empty())
    .then_some((of_trait, of_type))
}

/// True if the enabled features satisfy a `#[cfg]`.
fn is_there(cfg: &str, features: &Features) -> bool {
    let parsed: syn::Result<Vec<Attribute>> = Attribute::parse_outer.parse_str(cfg);
    parsed.map_err(|_| Span::call_site()).is_ok_and(|attributes| features.demand(&attributes))
}
