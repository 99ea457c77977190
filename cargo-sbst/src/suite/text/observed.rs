//! Choice of the assertions about a value that a call left.
//!
//! 1. The value itself is compared where its type can be and it can be written; or with a value that
//!    a function without parameters makes, if both have the same `{:?}` text.
//! 2. Otherwise the test asserts what the value shows: results of its getters, its `{}` text, its
//!    items as an iterator. These are written as literals, and are [`MOST`] at most; first those
//!    that differ between the tests of the function, then in the order of the source. With several,
//!    a `let` binds the value.
//! 3. Of an `Option` or a `Result`, rule 2 is about the value inside, and the test unwraps it.
//! 4. A variant without fields is matched, in an `Option` or a `Result` too. An error shows its `{}`
//!    text; without one, its variant is matched.
//! 5. `is_none()`, `is_some()`, `is_ok()` and `is_err()` are asserted only where no rule before
//!    applies.
//! 6. The `{:?}` text comes last, and only where it [shows](super::plain) nothing private.
//! 7. All of this holds for an argument that the call may have changed, too.
//!
//! A capacity is no property of a value that anybody relies on. `is_empty` says less than `len`.

use super::argument::Arguments;
use super::call::Function;
use super::claim::{self, Claim, LONGEST_TEXT, Shown};
use super::consumption::Consumption;
use super::naming::{InScope, Naming};
use super::plain;
use super::scope::Scope;
use super::value::{self, DebugText};
use crate::source::items;
use sbst_model::messages::{Called, Changed, Getter, Inspection, Observed, TestOutline};
use std::collections::{BTreeMap, BTreeSet};
use syn::Type;

/// The most properties of a value that a test asserts: a reader keeps three in mind.
const MOST: usize = 3;

/// A value that a call left, as it was observed.
#[derive(Clone, Copy)]
pub struct Value<'t> {
    pub shown: Shown<'t>,
    pub inspection: &'t Inspection,
    /// The parameter whose argument it is; `None` for the result.
    pub parameter: Option<usize>,
}

impl<'t> From<&'t Changed> for Value<'t> {
    fn from(changed: &'t Changed) -> Value<'t> {
        let inspection = &changed.inspection;
        Value { shown: Shown::from(changed), inspection, parameter: Some(changed.parameter) }
    }
}

/// Claims about a value that are asserted together.
#[derive(Clone, Debug)]
pub struct Together {
    pub claims: Vec<Claim>,
    /// True if they are about the value inside of an `Option` or a `Result`.
    pub is_inside: bool,
}

/// The properties that are not the same in all tests of a function.
#[derive(Default)]
pub struct Differences(BTreeMap<(Option<usize>, String), BTreeSet<String>>);

/// A property of a value that a test may assert.
struct Property {
    name: String,
    claim: Claim,
    /// True if the test needs the value no more.
    consumes: bool,
}

const DISPLAY: &str = "{}";
const ITEMS: &str = "[]";

impl Differences {
    /// Compares the tests of a function.
    pub fn between(outlines: &[TestOutline]) -> Differences {
        let mut found = Differences::default();
        for outline in outlines {
            if let Observed::Returned { inspection, changed, .. } = &outline.observed {
                found.add(None, inspection);
                changed.iter().for_each(|one| found.add(Some(one.parameter), &one.inspection));
            }
        }
        found
    }

    fn add(&mut self, parameter: Option<usize>, inspection: &Inspection) {
        let Inspection { display, items, getters, .. } = inspection;
        let display = display.iter().map(|text| (DISPLAY.to_owned(), text));
        let items = items.iter().map(|items| (ITEMS.to_owned(), &items.debug));
        let getters = getters.iter().map(|getter| (name(&getter.called), &getter.result.debug));
        for (name, text) in display.chain(items).chain(getters) {
            self.0.entry((parameter, name)).or_default().insert(text.clone());
        }
    }

    fn has(&self, parameter: Option<usize>, name: &str) -> bool {
        self.0.get(&(parameter, name.to_owned())).is_some_and(|values| values.len() > 1)
    }
}

/// Returns the choices of claims about a value, the best first. `whole` is an expression for the
/// value, `inside` one for the value in it.
pub fn choices(
    scope: &mut Scope<'_>,
    (whole, inside): (&str, &str),
    value: &Value<'_>,
    differences: &Differences,
) -> Vec<Together> {
    let mut found: Vec<Together> = Vec::new();
    let mut add = |claims: Vec<Claim>, is_inside: bool| {
        if !claims.is_empty() {
            found.push(Together { claims, is_inside });
        }
    };
    let shown = &value.shown;
    add(claim::exact(scope, whole, shown).into_iter().collect(), false);
    add(like_made(scope, whole, value).into_iter().collect(), false);
    let variant = Variant::of(value);
    let subject = if variant.is_some() { inside } else { whole };
    if variant != Some(Variant::Err) {
        add(properties(scope, subject, value, differences), variant.is_some());
    }
    let mut imports = Vec::new();
    let pattern = plain::pattern(scope, shown, &mut imports);
    let matched = |is_exact: bool| {
        let (pattern, _) = pattern.as_ref().filter(|(_, exact)| *exact == is_exact)?;
        let line = format!("assert!(matches!({whole}, {pattern}));");
        Some(Claim { line, imports: imports.clone() })
    };
    add(matched(true).into_iter().collect(), false);
    let error = value.inspection.display.as_ref().filter(|_| variant == Some(Variant::Err));
    let error = error.and_then(|text| displayed(&format!("{whole}.unwrap_err()"), text));
    add(error.into_iter().collect(), false);
    add(matched(false).into_iter().collect(), false);
    if let Some(variant) = variant.filter(|_| found.is_empty()) {
        let line = format!("assert!({whole}.{}());", variant.method());
        found.push(Together { claims: vec![Claim::new(line)], is_inside: false });
    }
    if plain::is_plain(&scope.reach, shown.type_name)
        && let Some(text) = claim::text(whole, shown)
    {
        found.push(Together { claims: vec![text], is_inside: false });
    }
    found
}

/// The variant of an `Option` or a `Result`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Variant {
    None,
    Some,
    Ok,
    Err,
}

impl Variant {
    fn of(value: &Value<'_>) -> Option<Variant> {
        let Shown { type_name, debug, .. } = value.shown;
        let is_option = type_name.starts_with("core::option::Option<");
        let is_result = type_name.starts_with("core::result::Result<");
        let has_value = !value.inspection.getters.is_empty();
        match debug.map(|debug| DebugText::new(debug).name().unwrap_or_default()) {
            _ if !is_option && !is_result => None,
            Some("None") => Some(Variant::None),
            Some("Err") => Some(Variant::Err),
            None if !has_value => None,
            _ => Some(if is_option { Variant::Some } else { Variant::Ok }),
        }
    }

    fn method(self) -> &'static str {
        match self {
            Variant::None => "is_none",
            Variant::Some => "is_some",
            Variant::Ok => "is_ok",
            Variant::Err => "is_err",
        }
    }
}

/// Returns the claim that a value equals one that a function without parameters makes.
fn like_made(scope: &mut Scope<'_>, whole: &str, value: &Value<'_>) -> Option<Claim> {
    let maker = value.inspection.made_by.as_ref()?;
    let type_: Type = syn::parse_str(value.shown.type_name).ok()?;
    if claim::has_uncompared(&scope.reach, &type_) {
        return None;
    }
    let (made, imports) = call(scope, maker, Vec::new())?;
    Some(Claim { line: format!("assert_eq!({whole}, {made});"), imports })
}

/// Returns what a test asserts of the properties of a value.
fn properties(
    scope: &mut Scope<'_>,
    subject: &str,
    value: &Value<'_>,
    differences: &Differences,
) -> Vec<Claim> {
    let Value { shown, inspection: Inspection { display, items, getters, .. }, parameter } = value;
    let mut found: Vec<Property> = Vec::new();
    let mut getters: Vec<&Getter> = getters.iter().collect();
    getters.sort_by_key(|getter| (&getter.called.place.file, getter.called.place.line));
    for getter in getters {
        let name = name(&getter.called);
        if name != "capacity"
            && let Some(claim) = got(scope, subject, getter)
        {
            found.push(Property { name, claim, consumes: false });
        }
    }
    if found.iter().any(|property| property.name == "len") {
        found.retain(|property| property.name != "is_empty");
    }
    // Of a number or a text, the value itself says as much.
    let is_own = shown.type_name.contains("::");
    if let Some(claim) = display.as_ref().filter(|_| is_own).and_then(|text| displayed(subject, text)) {
        found.push(Property { name: DISPLAY.to_owned(), claim, consumes: false });
    }
    // A test does not consume an argument, which it still has.
    if let Some(reading) = items.as_ref().filter(|_| parameter.is_none())
        && let Some(claim) = reading
            .items
            .and_then(|items| Consumption::of_iterator(items).exact(scope, subject, &Shown::from(reading)))
    {
        found.push(Property { name: ITEMS.to_owned(), claim, consumes: true });
    }
    found.sort_by_key(|property| !differences.has(*parameter, &property.name));
    found.truncate(MOST);
    found.sort_by_key(|property| property.consumes);
    found.into_iter().map(|property| property.claim).collect()
}

/// Returns the claim about the result of a getter.
fn got(scope: &mut Scope<'_>, subject: &str, getter: &Getter) -> Option<Claim> {
    let Getter { called, result } = getter;
    let (call, imports) = call(scope, called, vec![format!("&{subject}")])?;
    let shown = Shown::from(result);
    let claim = match Consumption::from_items(called.form.lazy, result.items) {
        Some(consumption) => consumption.exact(scope, &call, &shown),
        None => claim::exact(scope, &call, &shown),
    };
    let mut claim = claim?;
    claim.imports.extend(imports);
    Some(claim)
}

fn displayed(expression: &str, text: &str) -> Option<Claim> {
    let line = || Claim::new(format!("assert_eq!({expression}.to_string(), {text:?});"));
    (text.len() <= LONGEST_TEXT).then(line)
}

/// Returns a call with these arguments, and its imports; `None` if it is there under a `#[cfg]`.
fn call(
    scope: &mut Scope<'_>,
    called: &Called,
    arguments: Vec<String>,
) -> Option<(String, Vec<super::scope::Import>)> {
    let mut naming = InScope::new(scope);
    let path = naming.function(called, true);
    let generics = called.form.generics.with_paths(|path| naming.path(path));
    let arguments = Arguments::new(&called.parameters, arguments, &called.form.types);
    let function = Function { path: &path, generics: &generics, form: &called.form, is_known: true };
    let call = function.call(&arguments);
    naming.cfgs.is_empty().then_some((call, naming.used))
}

/// Returns the name of a function.
fn name(called: &Called) -> String {
    items::definition_names(&called.id.path).pop().unwrap_or_default()
}
