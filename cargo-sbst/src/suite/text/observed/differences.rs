//! The most informative properties of values.
//!
//! 1. Properties with values from the function's tests come first: `set.ones()` lists the 2 of
//!    `set.insert(2)`, but the blocks of bits are `[4]`.
//! 2. Then come properties that differ between the tests of the function. Properties with one value
//!    in all tests of the file come last.

use super::{DISPLAY, ITEMS, name};
use proc_macro2::{TokenStream, TokenTree};
use sbst_model::messages::{Getter, Inspection, Observed, TestOutline};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// The values of each property in the tests of a function, and in those of a file.
#[derive(Default)]
pub struct Differences<'s> {
    of_function: BTreeMap<(Option<usize>, String), BTreeSet<String>>,
    of_file: Option<&'s Spread>,
    /// The literals in the arguments of the function's tests.
    given: BTreeSet<String>,
}

/// The rank of a property among those of a value: less if it is more informative.
pub type Rank = (Reverse<usize>, usize);

/// The results of each getter in all tests of a file.
#[derive(Default)]
pub struct Spread(BTreeMap<String, BTreeSet<String>>);

impl Spread {
    /// Compares the tests of a file.
    pub fn among<'t>(outlines: impl Iterator<Item = &'t TestOutline>) -> Spread {
        let mut found = Spread::default();
        for (_, Inspection { getters, .. }) in outlines.flat_map(inspections) {
            for Getter { called, result, .. } in getters {
                found.0.entry(called.id.path.clone()).or_default().insert(result.debug.clone());
            }
        }
        found
    }
}

/// Returns the inspections of a test, each with its parameter.
fn inspections(outline: &TestOutline) -> Vec<(Option<usize>, &Inspection)> {
    match &outline.observed {
        Observed::Returned { inspection, changed, .. } => {
            let changed = changed.iter().map(|one| (Some(one.parameter), &one.inspection));
            [(None, inspection)].into_iter().chain(changed).collect()
        }
        _ => Vec::new(),
    }
}

impl<'s> Differences<'s> {
    /// Compares the tests of a function.
    pub fn between(outlines: &[TestOutline], of_file: &'s Spread) -> Differences<'s> {
        let mut found = Differences { of_file: Some(of_file), ..Differences::default() };
        for (parameter, inspection) in outlines.iter().flat_map(inspections) {
            found.add(parameter, inspection);
        }
        let before = outlines.iter().flat_map(|outline| &outline.before);
        let arguments = before.flat_map(|statement| &statement.arguments);
        let arguments = arguments.chain(outlines.iter().flat_map(|outline| &outline.arguments));
        found.given = arguments.flat_map(|argument| literals(&argument.to_string())).collect();
        found
    }

    pub fn add(&mut self, parameter: Option<usize>, inspection: &Inspection) {
        let Inspection { display, items, getters, .. } = inspection;
        let display = display.iter().map(|text| (DISPLAY.to_owned(), text));
        let items = items.iter().map(|items| (ITEMS.to_owned(), &items.debug));
        let getters = getters.iter().map(|getter| (name(&getter.called), &getter.result.debug));
        for (name, text) in display.chain(items).chain(getters) {
            self.of_function.entry((parameter, name)).or_default().insert(text.clone());
        }
    }

    /// Returns the rank of a property with this text among those of a value.
    pub fn rank(&self, parameter: Option<usize>, name: &str, text: &str, getter: Option<&Getter>) -> Rank {
        let in_function = self.of_function.get(&(parameter, name.to_owned()));
        let spread = |getter: &Getter| self.of_file?.0.get(&getter.called.id.path);
        let in_file = getter.and_then(spread);
        let spread = match (in_function, in_file) {
            (Some(values), _) if values.len() > 1 => 0,
            (_, Some(values)) if values.len() == 1 => 2,
            _ => 1,
        };
        (Reverse(literals(text).intersection(&self.given).count()), spread)
    }
}

/// Returns the literals in the source of a value, except zeros and empty texts.
fn literals(source: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut left: Vec<TokenTree> = source.parse::<TokenStream>().into_iter().flatten().collect();
    while let Some(token) = left.pop() {
        match token {
            TokenTree::Group(group) => left.extend(group.stream()),
            TokenTree::Literal(literal) => _ = found.insert(literal.to_string().replace('_', "")),
            TokenTree::Ident(_) | TokenTree::Punct(_) => {}
        }
    }
    found.retain(|literal| !["0", "0.0", "\"\""].contains(&literal.as_str()));
    found
}
