//! Calls of returned functions in a test.
//!
//! 1. A function may be named after its result: `let adder = make_adder(2);` comes before
//!    `adder(3)`.
//! 2. Otherwise the result is called in place: `tag("a")("ab")`.
//! 3. Earlier calls of an `FnMut` are a loop before: `for x in [1, 2] { let _ = counter(x); }`.
//! 4. A function in an `Option` or a `Result` is called there: `find("abs").map(|find| find(-2))`.

use super::argument::Arguments;
use super::call::{Function, earlier_calls, first_of_last, made_by};
use super::scope::Scope;
use sbst_model::messages::Changed;
use sbst_model::target::{Applied, CallForm};

/// A returned function in a variable.
pub struct Bound<'t> {
    /// The lines that bind it.
    pub lines: Vec<String>,
    pub name: String,
    /// The form of its call.
    pub form: CallForm,
    pub arguments: Arguments<'t>,
    /// The index of the first argument of its last call.
    pub first: usize,
}

/// Returns the variable for the first call's result, if that has a good name (rule 1).
pub fn bind<'t>(scope: &Scope<'_>, function: &Function<'_>, arguments: &Arguments<'t>) -> Option<Bound<'t>> {
    let (applied, others) = function.form.applied.split_first()?;
    let end = others.first().map_or(arguments.count(), |other| other.first);
    let has_earlier = earlier_calls(applied, arguments, end, "").is_some();
    let made = made_by(function.path).or(has_earlier.then_some("function"));
    let made = made.filter(|_| !applied.is_inner && !function.form.is_async)?;
    let (lasting, mut lines) = arguments.lasting_before(scope, applied.first);
    let name = lasting.free_name(scope, made);
    let alone = CallForm { applied: Vec::new(), ..function.form.clone() };
    let making = Function { form: &alone, ..*function };
    let mutable = if applied.is_mutable { "mut " } else { "" };
    lines.push(format!("let {mutable}{name} = {};", making.call(&lasting.before(applied.first))));
    lines.extend(earlier_calls(applied, &lasting, end, &name));
    let first = first_of_last(applied);
    let others = others.iter().map(|other| Applied { first: other.first - first, ..*other });
    let form = CallForm { applied: others.collect(), ..CallForm::default() };
    let arguments = lasting.after(first, &name);
    Some(Bound { lines, name, form, arguments, first })
}

impl Bound<'_> {
    /// Returns the changed arguments of its own call, by their indices in that call.
    pub fn changed(&self, changed: &[Changed]) -> Vec<Changed> {
        let own = changed.iter().filter(|changed| changed.parameter >= self.first);
        own.map(|own| Changed { parameter: own.parameter - self.first, ..own.clone() }).collect()
    }
}
