//! Choice of the assertions about a value that a call left.
//!
//! 1. The value itself is compared where its type can be and it can be written; or with a constant of
//!    its type, or a value that a function without parameters makes, if both have the same `{:?}`
//!    text.
//! 2. Otherwise the test asserts what the value shows: results of its getters, its `{}` text, its
//!    items as an iterator. These are written as literals, and are [`MOST`] at most; first those
//!    that differ between the tests of the function, last those that are the same in all tests of
//!    the file, and otherwise in the order of the source. With several, a `let` binds the value.
//! 3. Of an `Option` or a `Result`, rule 2 is about the value inside, and the test unwraps it.
//! 4. A variant without fields is matched, in an `Option` or a `Result` too. An error shows its `{}`
//!    text; without one, its variant is matched.
//! 5. `is_none()`, `is_some()`, `is_ok()` and `is_err()` are asserted only where no rule before
//!    applies.
//! 6. The `{:?}` text comes last, and only where it [shows](super::plain) nothing private.
//! 7. All of this holds for an argument that the call may have changed, too.
//!
//! A capacity is no property of a value that anybody relies on. `is_empty` says less than `len`.

use super::argument::{Arguments, before_dot};
use super::call::{Callee, Function};
use super::claim::{self, Claim, LONGEST_TEXT, Shown};
use super::consumption::Consumption;
use super::naming::{InScope, Naming, Style};
use super::plain;
use super::scope::{Import, Scope};
use super::value::{DebugText, constant, type_arguments};
use crate::source::items;
use quote::ToTokens;
use sbst_model::Expression;
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

/// A property of a value that a test may assert.
struct Property {
    name: String,
    rank: usize,
    claim: Claim,
    /// True if the test needs the value no more.
    consumes: bool,
}

const DISPLAY: &str = "{}";
const ITEMS: &str = "[]";

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

    fn add(&mut self, parameter: Option<usize>, inspection: &Inspection) {
        let Inspection { display, items, getters, .. } = inspection;
        let display = display.iter().map(|text| (DISPLAY.to_owned(), text));
        let items = items.iter().map(|items| (ITEMS.to_owned(), &items.debug));
        let getters = getters.iter().map(|getter| (name(&getter.called), &getter.result.debug));
        for (name, text) in display.chain(items).chain(getters) {
            self.of_function.entry((parameter, name)).or_default().insert(text.clone());
        }
    }

    /// Returns the place of a property among those of a value, less for what says more.
    fn rank(&self, parameter: Option<usize>, name: &str, getter: Option<&Getter>) -> usize {
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

/// Returns the choices of claims about a value, the best first. `whole` is an expression for the
/// value, `inside` one for the value in it.
pub fn choices(
    scope: &mut Scope<'_>,
    (whole, inside): (&str, &str),
    value: &Value<'_>,
    differences: &Differences<'_>,
) -> Vec<Together> {
    let mut found: Vec<Together> = Vec::new();
    let mut add = |claims: Vec<Claim>, is_inside: bool| {
        if !claims.is_empty() {
            found.push(Together { claims, is_inside });
        }
    };
    let shown = &value.shown;
    let is_partial = value.inspection.is_partial;
    let exact = match is_partial {
        true => exact_error(scope, whole, shown),
        false => claim::exact(scope, whole, shown),
    };
    add(exact.into_iter().collect(), false);
    add(like_constant(scope, whole, shown).into_iter().collect(), false);
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
    // `unwrap_err` would show the value.
    let unwrapped = if is_partial { "err().unwrap()" } else { "unwrap_err()" };
    let error = error.and_then(|text| displayed(&format!("{}.{unwrapped}", before_dot(whole)), text));
    add(error.into_iter().collect(), false);
    add(matched(false).into_iter().collect(), false);
    if let Some(variant) = variant.filter(|_| found.is_empty()) {
        let line = format!("assert!({}.{}());", before_dot(whole), variant.method());
        found.push(Together { claims: vec![Claim::new(line)], is_inside: false });
    }
    if !is_partial
        && plain::is_plain(&scope.reach, shown.type_name)
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
        match debug.map(|debug| DebugText::new(debug).name().unwrap_or_default()) {
            _ if !is_option && !is_result => None,
            Some("None") => Some(Variant::None),
            Some("Err") => Some(Variant::Err),
            None => None,
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

/// Returns the claim that a `Result` whose value has no `{:?}` text has this error.
fn exact_error(scope: &mut Scope<'_>, whole: &str, shown: &Shown<'_>) -> Option<Claim> {
    let Ok(Type::Path(path)) = syn::parse_str(shown.type_name) else { return None };
    let error = type_arguments(&path.path).get(1)?.to_token_stream().to_string();
    let (type_name, debug) = (
        format!("core::option::Option<{error}>"),
        format!("Some({}", shown.debug?.strip_prefix("Err(").filter(|error| *error != "_)")?),
    );
    let shown = Shown { type_name: &type_name, debug: Some(&debug), ..*shown };
    claim::exact(scope, &format!("{}.err()", before_dot(whole)), &shown)
}

/// Returns the claim that a value equals a constant of its type.
fn like_constant(scope: &mut Scope<'_>, whole: &str, shown: &Shown<'_>) -> Option<Claim> {
    let definition = scope.reach.find_type(shown.type_name.split('<').next()?)?;
    let (exports, found) = definition;
    let mut paths = constant::with_text(definition, shown.debug.filter(|_| exports.is_compared(found))?);
    let path = paths.find(|path| scope.reach.obstacle(path, "").is_none())?;
    let mut imports = Vec::new();
    let name = scope.path(&path, &mut imports)?;
    Some(Claim { line: format!("assert_eq!({whole}, {name});"), imports })
}

/// Returns the claim that a value equals one that a function without parameters makes.
fn like_made(scope: &mut Scope<'_>, whole: &str, value: &Value<'_>) -> Option<Claim> {
    let maker = value.inspection.made_by.as_ref()?;
    let type_: Type = syn::parse_str(value.shown.type_name).ok()?;
    if claim::has_uncompared(&scope.reach, &type_) {
        return None;
    }
    let (made, imports) = call(scope, maker, None, &[])?;
    Some(Claim { line: format!("assert_eq!({whole}, {made});"), imports })
}

/// Returns what a test asserts of the properties of a value.
fn properties(
    scope: &mut Scope<'_>,
    subject: &str,
    value: &Value<'_>,
    differences: &Differences<'_>,
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
            let rank = differences.rank(*parameter, &name, Some(getter));
            found.push(Property { name, rank, claim, consumes: false });
        }
    }
    leave_out_repetition(&mut found);
    // Of a number or a text, the value itself says as much.
    let is_own = shown.type_name.contains("::");
    if let Some(claim) = display.as_ref().filter(|_| is_own).and_then(|text| displayed(subject, text)) {
        let rank = differences.rank(*parameter, DISPLAY, None);
        found.push(Property { name: DISPLAY.to_owned(), rank, claim, consumes: false });
    }
    // A test does not consume an argument, which it still has.
    if let Some(reading) = items.as_ref().filter(|_| parameter.is_none())
        && let Some(claim) = reading
            .items
            .and_then(|items| Consumption::of_iterator(items).exact(scope, subject, &Shown::from(reading)))
    {
        let rank = differences.rank(*parameter, ITEMS, None);
        found.push(Property { name: ITEMS.to_owned(), rank, claim, consumes: true });
    }
    found.sort_by_key(|property| property.rank);
    found.truncate(MOST);
    found.sort_by_key(|property| property.consumes);
    found.into_iter().map(|property| property.claim).collect()
}

/// Removes what other properties say as well: `len` of the emptiness, items of the length, and
/// nothing beside the emptiness of what is empty.
fn leave_out_repetition(found: &mut Vec<Property>) {
    let is_empty = |property: &Property| property.claim.line.ends_with(".is_empty());");
    let has = |found: &[Property], name: &str| found.iter().any(|property| property.name == name);
    let lists_items = |property: &Property| property.claim.line.contains(".collect::<Vec<_>>()");
    if found
        .iter()
        .any(|property| property.name == "is_empty" && !property.claim.line.starts_with("assert!(!"))
    {
        found.retain(|property| property.name != "len" && !(lists_items(property) && is_empty(property)));
    } else if found.iter().any(lists_items)
        && !found.iter().any(|property| lists_items(property) && is_empty(property))
    {
        found.retain(|property| property.name != "len" && property.name != "is_empty");
    } else if has(found, "len") {
        found
            .retain(|property| property.name != "is_empty" && !(lists_items(property) && is_empty(property)));
    }
}

/// Returns the claim about the result of a getter.
fn got(scope: &mut Scope<'_>, subject: &str, getter: &Getter) -> Option<Claim> {
    let Getter { called, arguments, result } = getter;
    let (call, imports) = call(scope, called, Some(subject), arguments)?;
    let shown = Shown::from(result);
    let consumption = result.items.map(|items| {
        let lazy = Consumption::from_items(called.form.lazy, Some(items));
        lazy.unwrap_or_else(|| Consumption::of_iterator(items))
    });
    let claim = match consumption {
        Some(consumption) => consumption.exact(scope, &call, &shown),
        None => claim::exact(scope, &call, &shown),
    };
    let mut claim = claim?;
    claim.imports.extend(imports);
    Some(claim)
}

fn displayed(expression: &str, text: &str) -> Option<Claim> {
    let shown = before_dot(expression);
    let line = || Claim::new(format!("assert_eq!({shown}.to_string(), {text:?});"));
    (text.len() <= LONGEST_TEXT).then(line)
}

/// Returns a call with its imports; `None` if the function is there under a `#[cfg]`.
fn call(
    scope: &mut Scope<'_>,
    called: &Called,
    receiver: Option<&str>,
    arguments: &[Expression],
) -> Option<(String, Vec<Import>)> {
    let mut naming = InScope::new(scope, Style::Idiomatic);
    let Callee { path, generics, idiom } = naming.function(called, true);
    let receiver = receiver.map(|receiver| format!("&{receiver}")).into_iter();
    let arguments = arguments.iter().map(|argument| argument.with_paths(|path| naming.path(path)));
    let arguments: Vec<String> = receiver.chain(arguments).collect();
    let arguments = Arguments::new(&called.parameters, arguments, &called.form.types);
    let (form, idiom) = (&called.form, idiom.as_ref());
    let function = Function { path: &path, generics: &generics, form, is_known: true, idiom };
    let call = function.call(&arguments);
    naming.cfgs.is_empty().then_some((call, naming.used))
}

/// Returns the name of a function.
fn name(called: &Called) -> String {
    items::definition_names(&called.id.path).pop().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::fixtures::Directory;
    use crate::suite::reach::Reach;
    use sbst_model::TargetId;
    use sbst_model::messages::{Items, Reading};
    use sbst_model::target::{CallForm, Parameter, Place};

    const TYPES: &str = "\
        pub struct Set { bits: u8 } #[derive(PartialEq)] pub struct Equal { bits: u8 }\n\
        impl Set { pub fn len(&self) -> usize { 0 } pub fn is_empty(&self) -> bool { true } \
         pub fn first(&self) -> Option<&str> { None } pub fn last(&self) -> Option<&str> { None } \
         pub fn bytes(&self) -> usize { 0 } pub fn capacity(&self) -> usize { 0 } pub fn inner(&self) -> Set { loop {} } }\n\
        impl Equal { pub const FULL: Equal = Equal { bits: 0xff }; const HIDDEN: Self = Equal { bits: 1 }; \
         pub fn new() -> Equal { loop {} } } pub const ONE: Equal = Equal { bits: 1 };\n\
        pub enum Error { Empty, Bad(u8), Named { at: u8 } } pub struct Open { pub x: f64 } pub struct Shut(f64);\n\
        pub enum Deep { Some(Shut), Flat(Open) }";

    fn called(name: &str, line: u32, has_receiver: bool) -> Called {
        let path = format!("demo::{name}");
        let id = TargetId { package: "demo".into(), crate_name: "demo".into(), binary: None, path };
        let parameter = Parameter { name: "self".into(), type_text: "&self".into(), can_be_built: true };
        Called {
            id,
            place: Place { file: "src/lib.rs".into(), line, column: 1 },
            parameters: vec![parameter],
            form: CallForm { has_receiver, ..CallForm::default() },
            borrows: Vec::new(),
        }
    }

    fn reading(type_name: &str, debug: &str) -> Reading {
        Reading { type_name: type_name.into(), debug: debug.into(), unordered: false, items: None }
    }

    fn getter(name: &str, line: u32, type_name: &str, debug: &str) -> Getter {
        let called = called(&format!("Set::{name}"), line, true);
        Getter { called, arguments: Vec::new(), result: reading(type_name, debug) }
    }

    /// Returns the choices about `f()`, each with its claims as one line.
    fn choices_of(
        (type_name, debug): (&str, &str),
        inspection: &Inspection,
        differences: &Differences<'_>,
    ) -> Vec<String> {
        let exports = Directory::with_files(&[("src/lib.rs", TYPES)]).exports();
        let others = Default::default();
        let mut scope = Scope::new(Reach::outside(&exports, &others), false);
        let shown = Shown { type_name, debug: (!debug.is_empty()).then_some(debug), unordered: false };
        let value = Value { shown, inspection, parameter: None };
        let choices = choices(&mut scope, ("f()", "f().unwrap()"), &value, differences);
        let line = |together: &Together| {
            together.claims.iter().map(|claim| &*claim.line).collect::<Vec<_>>().join(" ")
        };
        choices.iter().map(line).collect()
    }

    fn plainly(type_name: &str, debug: &str) -> Vec<String> {
        choices_of((type_name, debug), &Inspection::default(), &Differences::default())
    }

    fn with_getters() -> Inspection {
        let getters = vec![
            getter("is_empty", 2, "bool", "false"),
            getter("len", 1, "usize", "2"),
            getter("capacity", 6, "usize", "4"),
            getter("inner", 7, "demo::Set", "Set { bits: 3 }"),
            getter("first", 3, "core::option::Option<&str>", "Some(\"a\")"),
            getter("last", 4, "core::option::Option<&str>", "Some(\"b\")"),
            getter("bytes", 5, "usize", "2"),
        ];
        Inspection { getters, ..Inspection::default() }
    }

    #[test]
    fn a_value_with_private_fields_is_asserted_through_its_getters() {
        let seen = ("demo::Set", "Set { bits: 3 }");
        let expected = "assert_eq!(f().len(), 2); assert_eq!(f().first(), Some(\"a\")); \
                        assert_eq!(f().last(), Some(\"b\"));";
        assert_eq!(choices_of(seen, &with_getters(), &Differences::default()), [expected]);
        let seen = ("core::result::Result<demo::Set, demo::Error>", "Ok(_)");
        let choices = choices_of(seen, &with_getters(), &Differences::default());
        assert!(choices[0].starts_with("assert_eq!(f().unwrap().len(), 2);"), "{choices:?}");
    }

    #[test]
    fn what_differs_between_the_tests_of_a_function_comes_first() {
        let mut differences = Differences::default();
        let mut other = with_getters();
        other.getters[6].result.debug = "3".into();
        differences.add(None, &with_getters());
        differences.add(None, &other);
        let choices = choices_of(("demo::Set", "Set { bits: 3 }"), &with_getters(), &differences);
        assert!(choices[0].starts_with("assert_eq!(f().bytes(), 2); assert_eq!(f().len(), 2);"));
    }

    #[test]
    fn a_text_and_the_items_of_an_iterator_are_shown() {
        let items = Items { count: Some(1), cut_after: None };
        let items = Reading { items: Some(items), ..reading("alloc::vec::Vec<&str>", "[\"a\"]") };
        let inspection =
            Inspection { display: Some("a".into()), items: Some(items), ..Inspection::default() };
        assert_eq!(
            choices_of(("demo::Set", "Set { bits: 3 }"), &inspection, &Differences::default()),
            ["assert_eq!(f().to_string(), \"a\"); assert_eq!(f().collect::<Vec<_>>(), [\"a\"]);"]
        );
        let as_number = choices_of(("u8", "1"), &inspection, &Differences::default());
        assert_eq!(as_number[0], "assert_eq!(f(), 1);");
    }

    #[test]
    fn a_value_that_a_function_makes_is_compared_with_it() {
        let made_by = |name: &str| Inspection {
            made_by: Some(Called { parameters: Vec::new(), ..called(name, 1, false) }),
            ..Inspection::default()
        };
        let equal =
            choices_of(("demo::Equal", "Equal { bits: 0 }"), &made_by("Equal::new"), &Differences::default());
        assert_eq!(equal, ["assert_eq!(f(), Equal::new());"]);
        let set = choices_of(("demo::Set", "Set { bits: 0 }"), &made_by("Set::new"), &Differences::default());
        assert_eq!(set, [""; 0], "it has no `PartialEq`");
    }

    #[test]
    fn a_value_is_compared_with_a_constant_of_its_type() {
        assert_eq!(plainly("demo::Equal", "Equal { bits: 255 }"), ["assert_eq!(f(), Equal::FULL);"]);
        assert_eq!(plainly("demo::Equal", "Equal { bits: 1 }"), ["assert_eq!(f(), ONE);"]);
        assert_eq!(plainly("demo::Equal", "Equal { bits: 2 }"), [""; 0]);
    }

    #[test]
    fn an_error_is_told_by_its_variant_or_its_text() {
        const RESULT: &str = "core::result::Result<demo::Set, demo::Error>";
        assert_eq!(plainly(RESULT, "Err(Empty)"), ["assert!(matches!(f(), Err(Error::Empty)));"]);
        assert_eq!(plainly(RESULT, "Err(Bad(1))"), ["assert!(matches!(f(), Err(Error::Bad(..))));"]);
        let display = Inspection { display: Some("bad".into()), ..Inspection::default() };
        assert_eq!(
            choices_of((RESULT, "Err(Bad(1))"), &display, &Differences::default()),
            [
                "assert_eq!(f().unwrap_err().to_string(), \"bad\");",
                "assert!(matches!(f(), Err(Error::Bad(..))));"
            ]
        );
        assert_eq!(
            plainly("demo::Error", "Named { at: 1 }")[0],
            "assert!(matches!(f(), Error::Named { .. }));"
        );
    }

    #[test]
    fn the_error_of_a_value_without_a_debug_text_is_asserted_alone() {
        const RESULT: &str = "core::result::Result<demo::Set, demo::Equal>";
        let partial = |display: Option<&str>| Inspection {
            is_partial: true,
            display: display.map(str::to_owned),
            ..Inspection::default()
        };
        let choices = |result: &str, debug: &str, display: Option<&str>| {
            choices_of((result, debug), &partial(display), &Differences::default())
        };
        let number = RESULT.replace("demo::Equal", "i64");
        assert_eq!(choices(&number, "Err(13)", None)[0], "assert_eq!(f().err(), Some(13));");
        assert_eq!(
            choices(RESULT, "Err(Equal { bits: 1 })", Some("no")),
            ["assert_eq!(f().err().unwrap().to_string(), \"no\");"]
        );
        assert_eq!(choices(RESULT, "Err(_)", None), ["assert!(f().is_err());"]);
        assert_eq!(choices(RESULT, "Ok(_)", None), ["assert!(f().is_ok());"]);
    }

    #[test]
    fn a_variant_alone_is_asserted_where_nothing_more_is_known() {
        for (type_name, debug, expected) in [
            ("core::option::Option<demo::Set>", "None", "assert!(f().is_none());"),
            ("core::option::Option<demo::Set>", "Some(Set { bits: 1 })", "assert!(f().is_some());"),
            ("core::result::Result<demo::Set, demo::Shut>", "Ok(Set { bits: 1 })", "assert!(f().is_ok());"),
            ("core::result::Result<demo::Set, demo::Shut>", "Err(Shut(1.0))", "assert!(f().is_err());"),
        ] {
            assert_eq!(plainly(type_name, debug), [expected]);
        }
    }

    #[test]
    fn the_debug_text_is_compared_only_where_it_shows_nothing_private() {
        for (type_name, debug, is_compared) in [
            ("(f64, i32)", "(NaN, 1)", true),
            ("demo::Open", "Open { x: NaN }", true),
            ("demo::Shut", "Shut(1.0)", false),
            ("demo::Deep", "Some(Shut(1.0))", false),
            ("demo::Set", "Set { bits: 3 }", false),
            ("core::str::iter::Chars", "Chars(['a'])", false),
            ("other::Version", "Version { major: 1 }", false),
        ] {
            let text = format!("assert_eq!(format!(\"{{:?}}\", f()), {debug:?});");
            assert_eq!(plainly(type_name, debug).contains(&text), is_compared, "{type_name}");
        }
    }
}
