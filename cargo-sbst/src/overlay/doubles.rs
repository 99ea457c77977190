//! Doubles for traits without implementations in the package: callbacks, visitors, clocks and
//! stores, to be implemented by the package's users.
//!
//! 1. A double implements the trait, and its required methods [answer](answers) from its fields. So
//!    its values are found like those of any structure.
//! 2. Only generic types implement the trait (`impl<T: Visit> Visit for &mut T`), or all types that
//!    have another trait of the package or can be called. Implementations for tests alone do not
//!    count.
//! 3. A supertrait is derived, or implemented in the same way.
//! 4. In the tree the double follows the trait, under a reserved name. A file of tests has a copy
//!    (`double = "source"` instructs the derive). A trait in the input of a macro has none: the
//!    macro may take no other item. A trait that an attribute macro may change has none, either.

mod names;
mod known;
mod answers;
mod source;

use crate::overlay::compiler_wrapper::RUNTIME_NAME;
use crate::overlay::effects::Source;
use crate::overlay::inputs::each_item;
use cargo_metadata::camino::Utf8PathBuf;
use known::Known;
use names::Text;
use sbst_analysis::annotate::{Origin, Site};
use sbst_instrument::{DOUBLE_TYPE, name_of_double};
use std::collections::{BTreeMap, BTreeSet};
use syn::spanned::Spanned as _;
use syn::{Item, ItemTrait};

/// A type that implements a trait and answers from its fields.
#[derive(Clone, Debug)]
pub struct Double {
    /// Position of the trait.
    pub site: Site,
    name: String,
    source: source::Written,
}

impl Double {
    /// Returns the items after the trait.
    pub fn items(&self) -> String {
        let Double { name, source, .. } = self;
        let code = |text: &Text| text.in_code(name);
        let in_tests = source.all().in_tests(&name_of_double(name));
        let (derived, fields, shown) =
            (source.derived_in_code(), code(&source.structure), code(&source.shown));
        format!(
            "#[allow(dead_code, private_interfaces, private_bounds)] \
             #[derive({derived}::{RUNTIME_NAME}::Input)] \
             #[sbst(crate = ::{RUNTIME_NAME}, lenient, double = {in_tests:?})] pub(crate) {fields} {shown} {}",
            code(&source.blocks)
        )
    }
}

/// Returns the doubles for the traits in these files.
pub fn find(sources: &[Source<'_>]) -> BTreeMap<Utf8PathBuf, Vec<Double>> {
    let known = Known::read(sources);
    let mut names: BTreeSet<String> = BTreeSet::new();
    let mut found: BTreeMap<Utf8PathBuf, Vec<Double>> = BTreeMap::new();
    for source in sources {
        each_item(&source.parsed.items, "", &mut |item, module| {
            let Item::Trait(item) = item else { return };
            if !source.features.demand(&item.attrs) {
                return;
            }
            let place = format!("{}{module}", source.path);
            let Some(written) = source::written(item, &place, &known) else { return };
            let own = item.ident.to_string();
            let numbers = std::iter::once(String::new()).chain((2..).map(|number: u32| number.to_string()));
            let mut free = numbers
                .map(|number| format!("{DOUBLE_TYPE}{own}{number}"))
                .filter(|name| !names.contains(name) && !known.has_type(&name_of_double(name)));
            let name = free.next().unwrap_or_default();
            names.insert(name.clone());
            let double = Double { site: site(item, source.skipped), name, source: written };
            found.entry(source.path.to_owned()).or_default().push(double);
        });
    }
    found
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
mod tests;
