//! Choice of the assertions about a result, or about a changed argument.
//!
//! 1. The value itself is compared if its type is comparable and it can be written. Otherwise it
//!    may be compared with a constant of its type, or with the result of a function without
//!    parameters. Both must have the same `{:?}` text.
//! 2. Otherwise the test asserts properties of the value: its public fields, results of its
//!    getters, its `{}` text, its items as an iterator. They are written as literals. The
//!    [most](properties::MOST) [informative](differences) ones are kept, then the first in the
//!    source. Queries, which are getters with an argument, come after the others. With several
//!    properties, a `let` binds the value.
//! 3. For an `Option` or a `Result`, rule 2 applies to the unwrapped value.
//! 4. A variant without fields is matched, in an `Option` or a `Result` too. An error is asserted
//!    by its `{}` text; without one, its variant is matched.
//! 5. `is_none()`, `is_some()`, `is_ok()` and `is_err()` are asserted only if no earlier rule
//!    applies.
//! 6. The `{:?}` text comes last, and only if it [shows](super::plain) no private data.
//! 7. The same rules apply to an argument that the call may have changed.
//! 8. For such an argument, getters with unchanged results are skipped. Beside a result, an
//!    argument is skipped if no getter's result changed. So are its numbers that are too long to
//!    read, such as the state of a generator.
//!
//! A capacity or the size of an allocation is no property of a value, since no caller relies on it.
//! `is_empty` is weaker than `len`.

mod differences;
mod properties;

pub use differences::{Differences, Spread};

use super::argument::Arguments;
use super::call::{Callee, Function};
use super::claim::{self, Claim, LONGEST_TEXT, Shown};
use super::expression::before_dot;
use super::naming::{InScope, Naming, Style};
use super::plain;
use super::scope::{Import, Scope};
use super::value::{DebugText, constant, type_arguments};
use crate::source::items;
use properties::properties;
use quote::ToTokens;
use sbst_model::Expression;
use sbst_model::messages::{Called, Changed, Getter, Inspection};
use syn::Type;

/// The name of the `{}` text among the properties of a value.
const DISPLAY: &str = "{}";
/// The name of the items.
const ITEMS: &str = "[]";

/// An observed value after a call: its result or a changed argument.
#[derive(Clone, Copy)]
pub struct Value<'t> {
    pub shown: Shown<'t>,
    pub inspection: &'t Inspection,
    /// The parameter whose argument it is; `None` for the result.
    pub parameter: Option<usize>,
    /// True if the test asserts a result, too.
    pub is_beside_result: bool,
}

impl Value<'_> {
    /// Rule 8.
    fn is_untouched(&self) -> bool {
        let getters = &self.inspection.getters;
        let is_plain = |getter: &&Getter| getter.arguments.is_empty();
        self.is_beside_result
            && getters.iter().any(|getter| is_plain(&getter))
            && getters.iter().filter(is_plain).all(|getter| getter.is_unchanged)
    }
}

impl<'t> From<&'t Changed> for Value<'t> {
    fn from(changed: &'t Changed) -> Value<'t> {
        let inspection = &changed.inspection;
        let (shown, parameter) = (Shown::from(changed), Some(changed.parameter));
        Value { shown, inspection, parameter, is_beside_result: false }
    }
}

/// Claims about a value that are asserted together.
#[derive(Clone, Debug)]
pub struct Together {
    pub claims: Vec<Claim>,
    /// True if they are about the value inside of an `Option` or a `Result`.
    pub is_inside: bool,
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
    if value.is_untouched() {
        return found;
    }
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
    // `unwrap_err` would print the value.
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

/// Returns the claim about the error of a `Result` whose value has no `{:?}` text.
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

/// Returns the claim that a value equals the result of a function without parameters.
fn like_made(scope: &mut Scope<'_>, whole: &str, value: &Value<'_>) -> Option<Claim> {
    let maker = value.inspection.made_by.as_ref()?;
    let type_: Type = syn::parse_str(value.shown.type_name).ok()?;
    if claim::has_uncompared(&scope.reach, &type_) {
        return None;
    }
    let (made, imports) = call(scope, maker, None, &[])?;
    Some(Claim { line: format!("assert_eq!({whole}, {made});"), imports })
}

fn displayed(expression: &str, text: &str) -> Option<Claim> {
    let shown = before_dot(expression);
    let line = || Claim::new(format!("assert_eq!({shown}.to_string(), {text:?});"));
    (text.len() <= LONGEST_TEXT).then(line)
}

/// Returns a call with its imports; `None` if the function has a `#[cfg]`.
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
mod tests;
