//! The package's own types that may stand for a generic parameter with a bound on a trait of the
//! package.
//!
//! Names alone decide, so only certain names count. Trait, `impl`, type and function are in one
//! module of one file and written without a path or parameters, or the function's module leads
//! there ([`across_modules`]). Where `impl` and function are in one module, a type with a path or
//! with arguments means the same to both: `ops::Range<usize>`, `Vec<Token>`. The compiler has the
//! last word on the type.

mod across_modules;
pub mod plain;

use super::eligibility::Source;
use super::inputs::each_item;
use cargo_metadata::camino::Utf8PathBuf;
use plain::Plain;
use std::collections::{BTreeMap, BTreeSet};
use syn::spanned::Spanned as _;
use syn::{Item, Type};

/// Limit on the types proposed for a trait.
const MOST: usize = 4;

/// A hint for functions of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// Byte ranges of the module's items that mention the trait.
    pub items: Vec<std::ops::Range<usize>>,
    pub of_trait: String,
    /// The types that implement it.
    pub types: Vec<String>,
}

/// Returns hints for functions in these files, some of which are the roots of crates, with their
/// names. Hints may name the given plain types.
pub fn propose(
    sources: &[Source<'_>],
    roots: &[(String, Utf8PathBuf)],
    plain: &BTreeMap<Utf8PathBuf, Vec<Plain>>,
) -> BTreeMap<Utf8PathBuf, Vec<Proposal>> {
    let mut proposals = within_modules(sources);
    for (crate_name, root) in roots {
        for (file, found) in across_modules::propose(crate_name, root, sources, plain) {
            let known = proposals.entry(file).or_default();
            let is_new = |new: &Proposal| {
                let covers = |old: &Proposal| {
                    old.of_trait == new.of_trait && new.items.iter().all(|item| old.items.contains(item))
                };
                !known.iter().any(covers)
            };
            let found: Vec<Proposal> = found.into_iter().filter(is_new).collect();
            known.extend(found);
        }
    }
    proposals
}

fn within_modules(sources: &[Source<'_>]) -> BTreeMap<Utf8PathBuf, Vec<Proposal>> {
    let mut proposals: BTreeMap<Utf8PathBuf, Vec<Proposal>> = BTreeMap::new();
    for source in sources {
        let mut traits: BTreeSet<(String, String)> = BTreeSet::new();
        let mut types: BTreeSet<(String, String)> = BTreeSet::new();
        let mut implemented: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
        let mut written_out: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
        let mut items: Vec<(String, std::ops::Range<usize>, BTreeSet<String>)> = Vec::new();
        each_item(&source.parsed.items, "", &mut |item, module| {
            let key = |name: String| (module.to_owned(), name);
            match item {
                Item::Trait(item) if source.features.demand(&item.attrs) => {
                    let _ = traits.insert(key(item.ident.to_string()));
                }
                Item::Struct(item)
                    if item.generics.params.is_empty() && source.features.demand(&item.attrs) =>
                {
                    let _ = types.insert(key(item.ident.to_string()));
                }
                Item::Enum(item)
                    if item.generics.params.is_empty() && source.features.demand(&item.attrs) =>
                {
                    let _ = types.insert(key(item.ident.to_string()));
                }
                Item::Impl(block)
                    if block.generics.params.is_empty() && source.features.demand(&block.attrs) =>
                {
                    let of_trait = block
                        .trait_
                        .as_ref()
                        .and_then(|(path, _)| Some(path.segments.last()?.ident.to_string()));
                    let of_type = match &*block.self_ty {
                        Type::Path(path) => path.path.get_ident().map(ToString::to_string),
                        _ => None,
                    };
                    match (of_trait, of_type, written_out_type(&block.self_ty)) {
                        (Some(of_trait), Some(of_type), _) => {
                            implemented.entry(key(of_trait)).or_default().insert(of_type);
                        }
                        (Some(of_trait), None, Some(of_type)) => {
                            implemented.entry(key(of_trait.clone())).or_default();
                            written_out.entry(key(of_trait)).or_default().push(of_type);
                        }
                        _ => {}
                    }
                }
                _ => {}
            }
            if !matches!(item, Item::Mod(_)) {
                let range = item.span().byte_range();
                let range = source.skipped + range.start..source.skipped + range.end;
                items.push((module.to_owned(), range, words(quote::ToTokens::to_token_stream(item))));
            }
        });
        for ((module, of_trait), found) in implemented {
            if !traits.contains(&(module.clone(), of_trait.clone())) {
                continue;
            }
            let known = found.into_iter().filter(|name| types.contains(&(module.clone(), name.clone())));
            let others = written_out.remove(&(module.clone(), of_trait.clone())).unwrap_or_default();
            let types: Vec<String> = known.chain(others).take(MOST).collect();
            let mentioning = items.iter().filter(|(of, _, words)| *of == module && words.contains(&of_trait));
            let items: Vec<_> = mentioning.map(|(_, range, _)| range.clone()).collect();
            if !types.is_empty() {
                proposals.entry(source.path.to_owned()).or_default().push(Proposal {
                    items,
                    of_trait,
                    types,
                });
            }
        }
    }
    proposals
}

/// Returns the argument of the attribute for the function whose name is at `place`, without missing
/// types.
pub fn argument(proposals: &[Proposal], place: usize, is_there: impl Fn(&str) -> bool) -> String {
    let here = proposals.iter().filter(|proposal| proposal.items.iter().any(|item| item.contains(&place)));
    let pairs = here.flat_map(|Proposal { of_trait, types, .. }| types.iter().map(move |of| (of_trait, of)));
    let pairs: Vec<String> =
        pairs.filter(|(_, of)| is_there(of)).map(|(of_trait, of)| format!("{of_trait} = {of}")).collect();
    match pairs.is_empty() {
        true => String::new(),
        false => format!(", proposed({})", pairs.join(", ")),
    }
}

/// Returns a type that is written with a path or with arguments, without lifetimes.
fn written_out_type(of_type: &Type) -> Option<String> {
    let Type::Path(path) = of_type else { return None };
    let tokens = quote::ToTokens::to_token_stream(path);
    (path.qself.is_none() && !has_lifetime(tokens.clone())).then(|| tokens.to_string())
}

fn has_lifetime(tokens: proc_macro2::TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        proc_macro2::TokenTree::Group(group) => has_lifetime(group.stream()),
        proc_macro2::TokenTree::Punct(sign) => matches!(sign.as_char(), '\'' | '&'),
        _ => false,
    })
}

fn words(tokens: proc_macro2::TokenStream) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for token in tokens {
        match token {
            proc_macro2::TokenTree::Group(group) => found.extend(words(group.stream())),
            proc_macro2::TokenTree::Ident(word) => _ = found.insert(word.to_string()),
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cargo::features::Features;
    use cargo_metadata::camino::Utf8Path;

    /// Returns the hint for the function of this name.
    fn said(text: &str, function: &str) -> String {
        let parsed = syn::parse_file(text).unwrap();
        let (path, features) = (Utf8Path::new("/a.rs"), Features::only(&["on"]));
        let sources = [Source { path, text, parsed: &parsed, skipped: 0, features: &features }];
        let found = propose(&sources, &[], &BTreeMap::new());
        argument(found.get(path).map_or(&[][..], Vec::as_slice), text.find(function).unwrap(), |_| true)
    }

    #[test]
    fn types_of_a_module_are_proposed_for_its_traits() {
        let text = "trait List { fn grow(&mut self) {} } struct One; struct Two<T>(T); impl List for One {} impl<T> List for Two<T> {}
                    #[cfg(feature = \"off\")] struct Three; #[cfg(feature = \"off\")] impl List for Three {}
                    fn of(list: &mut impl List) {} fn other() {} mod m { fn far<T: List>(t: T) {} } impl Show for One {}";
        assert_eq!(said(text, "of(list"), ", proposed(List = One)");
        let elsewhere = "use std::ops; trait Bounds { fn index(self) {} } impl Bounds for ops::Range<usize> {} impl Bounds for &str {}
                         impl<'a> Bounds for Cow<'a, str> {} impl Bounds for Vec<u8> {} fn get(bounds: impl Bounds) {}";
        assert_eq!(
            said(elsewhere, "get"),
            ", proposed(Bounds = ops :: Range < usize >, Bounds = Vec < u8 >)"
        );
        assert_eq!(said(text, "grow"), ", proposed(List = One)");
        assert_eq!(said(text, "other"), "");
        assert_eq!(said(text, "far"), "", "the names may mean something else there");
    }
}
