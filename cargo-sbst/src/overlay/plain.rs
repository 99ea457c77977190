//! Plain types for traits that no type in the package implements: callback traits, such as a
//! visitor or a receiver of events.
//!
//! 1. Every method of the trait has a body, and the trait has no other required items: a type can
//!    implement it without additions. The trait has no parameters.
//! 2. Only generic types implement it (`impl<T: Visit> Visit for &mut T`); implementations for
//!    tests alone do not count.
//! 3. In the tree the type follows the trait, under a reserved name. A test has a copy in the value
//!    (`plain = TRAIT` instructs the derive).

use crate::overlay::compiler_wrapper::RUNTIME_NAME;
use crate::overlay::eligibility::Source;
use crate::overlay::inputs::each_item;
use cargo_metadata::camino::Utf8PathBuf;
use sbst_analysis::annotate::{Origin, Site};
use sbst_instrument::PLAIN_TYPE;
use std::collections::{BTreeMap, BTreeSet};
use syn::spanned::Spanned as _;
use syn::{Item, ItemTrait, TraitItem, TypeParamBound};

/// Traits that a type without fields can derive.
const DERIVED: [&str; 5] = ["Clone", "Copy", "Debug", "Default", "PartialEq"];

/// Traits that such a type implements automatically.
const OWN: [&str; 3] = ["Send", "Sized", "Sync"];

/// A type that implements a trait without additions.
#[derive(Clone, Debug)]
pub struct Plain {
    /// Position of the trait.
    pub site: Site,
    /// The module within the file.
    pub module: String,
    pub of_trait: String,
    derived: Vec<String>,
}

impl Plain {
    pub fn name(&self) -> String {
        format!("{PLAIN_TYPE}{}", self.of_trait)
    }

    /// Returns the items after the trait.
    pub fn items(&self) -> String {
        let (name, of_trait) = (self.name(), &self.of_trait);
        let derived: String = self.derived.iter().map(|name| format!("{name}, ")).collect();
        format!(
            "#[allow(dead_code)] #[derive({derived}::{RUNTIME_NAME}::Input)] #[sbst(crate = ::{RUNTIME_NAME}, plain = {of_trait})] pub(crate) struct {name}; \
             impl {of_trait} for {name} {{}}"
        )
    }
}

/// Returns the plain types for the traits in these files.
pub fn find(sources: &[Source<'_>]) -> BTreeMap<Utf8PathBuf, Vec<Plain>> {
    let mut implemented: BTreeSet<String> = BTreeSet::new();
    let mut found: BTreeMap<Utf8PathBuf, Vec<Plain>> = BTreeMap::new();
    for source in sources {
        each_item(&source.parsed.items, "", &mut |item, module| match item {
            Item::Impl(block)
                if block.generics.type_params().next().is_none() && source.features.demand(&block.attrs) =>
            {
                let of_trait = block.trait_.as_ref().and_then(|(path, _)| path.segments.last());
                implemented.extend(of_trait.map(|last| last.ident.to_string()));
            }
            Item::Trait(item) if source.features.demand(&item.attrs) => {
                let plain = derived(item).map(|derived| Plain {
                    site: site(item, source.skipped),
                    module: module.to_owned(),
                    of_trait: item.ident.to_string(),
                    derived,
                });
                if let Some(plain) = plain {
                    found.entry(source.path.to_owned()).or_default().push(plain);
                }
            }
            _ => {}
        });
    }
    found.retain(|_, plain| {
        plain.retain(|plain| !implemented.contains(&plain.of_trait));
        !plain.is_empty()
    });
    found
}

/// Returns the traits that a type without additions must derive; `None` if there is no such type.
fn derived(item: &ItemTrait) -> Option<Vec<String>> {
    let is_plain = item.generics.params.is_empty()
        && item.generics.where_clause.is_none()
        && item.unsafety.is_none()
        && item.items.iter().all(|part| match part {
            TraitItem::Fn(method) => method.default.is_some(),
            TraitItem::Const(constant) => constant.default.is_some(),
            _ => false,
        });
    let has_methods = item.items.iter().any(|part| matches!(part, TraitItem::Fn(_)));
    let mut derived = Vec::new();
    for bound in &item.supertraits {
        match bound {
            TypeParamBound::Trait(bound) if bound.maybe.is_none() => {
                let last = bound.path.segments.last().filter(|last| last.arguments.is_none())?;
                let name = last.ident.to_string();
                if DERIVED.contains(&&*name) {
                    derived.push(name);
                } else if !OWN.contains(&&*name) {
                    return None;
                }
            }
            TypeParamBound::Lifetime(lifetime) if lifetime.ident == "static" => {}
            _ => return None,
        }
    }
    (is_plain && has_methods).then_some(derived)
}

fn site(item: &ItemTrait, skipped: usize) -> Site {
    let span = item.span();
    let offset = skipped + span.byte_range().start;
    Site {
        offset,
        name: skipped + item.ident.span().byte_range().start,
        end: skipped + span.byte_range().end,
        lines: span.start().line..=span.end().line,
        origin: Origin::Source,
        around: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cargo::features::Features;
    use cargo_metadata::camino::Utf8Path;

    /// Returns the traits of a file that get a plain type, with its derives.
    fn found(text: &str) -> Vec<String> {
        let parsed = syn::parse_file(text).unwrap();
        let (path, features) = (Utf8Path::new("/a.rs"), Features::only(&["on"]));
        let sources = [Source { path, text, parsed: &parsed, skipped: 0, features: &features }];
        let found = find(&sources);
        let shown =
            found.values().flatten().map(|plain| format!("{} {}", plain.of_trait, plain.derived.join(" ")));
        shown.collect()
    }

    #[test]
    fn a_trait_that_nothing_has_and_that_asks_for_nothing_is_had_by_a_type_of_ours() {
        let text = "pub trait Listen { const N: u8 = 1; fn heard(&mut self, n: u8) {} } trait Named: std::fmt::Debug + Clone + Send { fn name(&self) -> u8 { 0 } }
                    impl<L: Listen + ?Sized> Listen for &mut L {} #[cfg(test)] mod tests { struct Own; impl Listen for Own {} }";
        assert_eq!(found(text), ["Listen ", "Named Debug Clone"]);
    }

    #[test]
    fn others_are_left_to_the_types_that_have_them() {
        let text = "trait A { fn a(&self); } trait B { type T; fn b(&self) {} } trait C<T> { fn c(&self) {} } trait D: Other { fn d(&self) {} } trait E {}
                    trait F { fn f(&self) {} } struct S; impl F for S {} unsafe trait G { fn g(&self) {} } #[cfg(feature = \"off\")] trait H { fn h(&self) {} }";
        assert_eq!(found(text), Vec::<String>::new());
    }

    #[test]
    fn the_type_stands_behind_the_trait() {
        let text = "trait Listen: Debug { fn heard(&mut self) {} }";
        let parsed = syn::parse_file(text).unwrap();
        let (path, features) = (Utf8Path::new("/a.rs"), Features::only(&[]));
        let sources = [Source { path, text, parsed: &parsed, skipped: 0, features: &features }];
        let plain = &find(&sources)[path][0];
        assert_eq!(plain.site.end, text.len());
        let items: syn::File = syn::parse_str(&plain.items()).unwrap();
        assert_eq!(items.items.len(), 2);
    }
}
