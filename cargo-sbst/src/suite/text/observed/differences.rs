//! Properties of values that are not the same in all tests.

use super::{DISPLAY, ITEMS, name};
use sbst_model::messages::{Getter, Inspection, Observed, TestOutline};
use std::collections::{BTreeMap, BTreeSet};

/// The properties that are not the same in all tests of a function, and those that are not the same
/// in all tests of a file.
#[derive(Default)]
pub struct Differences<'s> {
    of_function: BTreeMap<(Option<usize>, String), BTreeSet<String>>,
    of_file: Option<&'s Spread>,
}

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

/// Returns the inspections of a test, each with the parameter that it is about.
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

    /// Returns the place of a property among those of a value, less for what says more.
    pub fn rank(&self, parameter: Option<usize>, name: &str, getter: Option<&Getter>) -> usize {
        let in_function = self.of_function.get(&(parameter, name.to_owned()));
        let spread = |getter: &Getter| self.of_file?.0.get(&getter.called.id.path);
        let in_file = getter.and_then(spread);
        match (in_function, in_file) {
            (Some(values), _) if values.len() > 1 => 0,
            (_, Some(values)) if values.len() == 1 => 2,
            _ => 1,
        }
    }
}
