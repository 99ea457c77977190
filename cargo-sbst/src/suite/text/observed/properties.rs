//! Properties of a value: its public fields, its getters, its `{}` text, and its items as an
//! iterator.

use super::differences::{Differences, Rank};
use super::{DISPLAY, ITEMS, Value, call, displayed, name};
use crate::suite::text::claim::{self, Claim, Shown};
use crate::suite::text::consumption::Consumption;
use crate::suite::text::expression::before_dot;
use crate::suite::text::scope::Scope;
use crate::suite::text::value::{ValueWriter, type_arguments};
use quote::ToTokens as _;
use sbst_model::OutputClass;
use sbst_model::messages::{Getter, Inspection};
use sbst_model::words::is_of_memory;
use std::cmp::Reverse;
use syn::Type;

/// The most asserted properties of a value: readers keep three in mind.
pub const MOST: usize = 3;

/// The most digits of a number that readers compare at a glance.
const READABLE_DIGITS: usize = 9;

/// A property of a value that a test may assert.
struct Property {
    name: String,
    rank: Rank,
    claim: Claim,
    /// True if the claim consumes the value.
    consumes: bool,
    /// True for a method with an argument.
    is_query: bool,
    /// The items that a getter lists.
    listed: Option<Listed>,
}

/// The items that a getter lists.
#[derive(Clone, Copy)]
struct Listed {
    /// The getter's index among all.
    index: usize,
    count: usize,
    /// The length of their text.
    bytes: usize,
}

/// Returns the claims about the properties of a value.
pub fn properties(
    scope: &mut Scope<'_>,
    subject: &str,
    value: &Value<'_>,
    differences: &Differences<'_>,
) -> Vec<Claim> {
    let Value { shown, inspection: Inspection { display, items, getters, .. }, parameter, .. } = value;
    let mut found = fields(scope, subject, shown, differences);
    let has_changed = getters.iter().any(|getter| !getter.is_unchanged);
    let says_nothing = |getter: &Getter| {
        getter.is_unchanged && has_changed || value.is_beside_result && is_unreadable(getter)
    };
    let mut getters: Vec<&Getter> = getters.iter().filter(|getter| !says_nothing(getter)).collect();
    getters.sort_by_key(|getter| (&getter.called.place.file, getter.called.place.line));
    let (plain, queries): (Vec<_>, Vec<_>) =
        getters.into_iter().partition(|getter| getter.arguments.is_empty());
    let count = plain.len();
    for (index, getter) in plain.into_iter().chain(queries).enumerate() {
        let is_query = index >= count;
        if is_query && !found.is_empty() && !may_query(&found, getter) {
            continue;
        }
        let name = name(&getter.called);
        if !is_of_memory(&name)
            && let Some(claim) = got(scope, subject, getter)
        {
            let rank = differences.rank(*parameter, &name, &getter.result.debug, Some(getter));
            let count = getter.result.items.and_then(|items| items.count);
            let listed = count.map(|count| Listed { index, count, bytes: getter.result.debug.len() });
            found.push(Property { name, rank, claim, consumes: false, is_query, listed });
        }
    }
    leave_out_repetition(&mut found);
    // The `{}` text of a number or a text adds nothing to the value itself.
    let is_own = shown.type_name.contains("::");
    if let Some(text) = display.as_ref().filter(|_| is_own)
        && let Some(claim) = displayed(subject, text)
    {
        let rank = differences.rank(*parameter, DISPLAY, text, None);
        found.push(Property {
            name: DISPLAY.to_owned(),
            rank,
            claim,
            consumes: false,
            is_query: false,
            listed: None,
        });
    }
    // A test does not consume an argument: its variable still has the value.
    if let Some(reading) = items.as_ref().filter(|_| parameter.is_none())
        && let Some(claim) = reading
            .items
            .and_then(|items| Consumption::of_iterator(items).exact(scope, subject, &Shown::from(reading)))
    {
        let rank = differences.rank(*parameter, ITEMS, &reading.debug, None);
        found.push(Property {
            name: ITEMS.to_owned(),
            rank,
            claim,
            consumes: true,
            is_query: false,
            listed: None,
        });
    }
    found.sort_by_key(|property| (property.is_query, property.rank));
    found.truncate(MOST);
    found.sort_by_key(|property| property.consumes);
    found.into_iter().map(|property| property.claim).collect()
}

/// The longest `{:?}` text of a query's result beside other properties: one line.
const LONGEST: usize = 40;

/// True if a query adds to other properties: its result is short and not blank, and no property
/// lists all items.
fn may_query(found: &[Property], getter: &Getter) -> bool {
    let class = OutputClass::from_debug(&getter.result.debug);
    found.iter().all(|property| property.listed.is_none())
        && getter.result.debug.len() <= LONGEST
        && matches!(class, OutputClass::Telling | OutputClass::True)
}

/// Returns the public fields of a structure, or of the one in a `Some` or an `Ok`.
fn fields(
    scope: &mut Scope<'_>,
    subject: &str,
    shown: &Shown<'_>,
    differences: &Differences<'_>,
) -> Vec<Property> {
    let inner = inside(shown);
    let (type_name, debug) = match &inner {
        Some((type_name, debug)) => (type_name.as_str(), Some(*debug)),
        None => (shown.type_name, shown.debug),
    };
    let Ok(Type::Path(path)) = syn::parse_str(type_name) else { return Vec::new() };
    let definition = type_name.split('<').next().and_then(|name| scope.reach.find_type(name.trim()));
    let (Some(definition), Some(debug)) = (definition, debug) else { return Vec::new() };
    let mut writer = ValueWriter { scope, imports: Vec::new() };
    let fields = writer.visible_fields((definition, &type_arguments(&path.path), None), debug);
    let imports = writer.imports;
    let subject = before_dot(subject);
    let property = |(name, value): (String, String)| {
        let line = match value.as_str() {
            "true" => format!("assert!({subject}.{name});"),
            "false" => format!("assert!(!{subject}.{name});"),
            _ => format!("assert_eq!({subject}.{name}, {value});"),
        };
        Property {
            rank: differences.rank(None, &name, &value, None),
            name,
            claim: Claim { line, imports: imports.clone() },
            consumes: false,
            is_query: false,
            listed: None,
        }
    };
    fields.into_iter().map(property).collect()
}

/// Returns the type and the `{:?}` text of the value in a `Some` or an `Ok`.
fn inside<'t>(shown: &Shown<'t>) -> Option<(String, &'t str)> {
    let debug =
        ["Some(", "Ok("].iter().find_map(|open| shown.debug?.strip_prefix(open)?.strip_suffix(')'))?;
    let Ok(Type::Path(path)) = syn::parse_str(shown.type_name) else { return None };
    let outer = path.path.segments.last()?;
    let is_known = outer.ident == "Option" || outer.ident == "Result";
    let inner = type_arguments(&path.path).first()?.to_token_stream().to_string().replace(' ', "");
    is_known.then_some((inner, debug))
}

/// True if the result is a number too long to read.
fn is_unreadable(getter: &Getter) -> bool {
    let digits = getter.result.debug.trim_start_matches('-');
    digits.len() > READABLE_DIGITS && digits.bytes().all(|sign| sign.is_ascii_digit())
}

/// Removes redundant properties.
///
/// 1. Of getters with equally many items, the one with the longest text stays: pairs rather than
///    keys.
/// 2. For an empty value, `is_empty` is enough, or else `len`.
/// 3. Items imply `len`, and `len` implies `is_empty`.
fn leave_out_repetition(found: &mut Vec<Property>) {
    let lists: Vec<Listed> = found.iter().filter_map(|property| property.listed).collect();
    let fullest = |list: Listed| {
        let alike = lists.iter().filter(|other| other.count == list.count);
        alike.max_by_key(|list| (list.bytes, Reverse(list.index))).map(|fullest| fullest.index)
    };
    found.retain(|property| property.listed.is_none_or(|list| fullest(list) == Some(list.index)));
    let has = |found: &[Property], name: &str| found.iter().any(|property| property.name == name);
    let is_empty = found
        .iter()
        .any(|property| property.name == "is_empty" && !property.claim.line.starts_with("assert!(!"));
    let is_list = |property: &Property| property.listed.is_some();
    let is_full_list = |property: &Property| property.listed.is_some_and(|list| list.count > 0);
    if is_empty {
        found.retain(|property| property.name != "len" && (!is_list(property) || is_full_list(property)));
    } else if found.iter().any(is_full_list) {
        found.retain(|property| property.name != "len" && property.name != "is_empty");
    } else if has(found, "len") {
        found.retain(|property| property.name != "is_empty" && !is_list(property));
    }
}

/// Returns the claim about the result of a getter.
fn got(scope: &mut Scope<'_>, subject: &str, getter: &Getter) -> Option<Claim> {
    let Getter { called, arguments, result, .. } = getter;
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
