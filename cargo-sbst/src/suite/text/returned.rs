//! Functions that a call returned, in a test.
//!
//! 1. A name tells what a function makes: `let adder = make_adder(2);` comes before `adder(3)`.
//! 2. Otherwise the result is called in place: `tag("a")("ab")`.
//! 3. In an `Option` or a `Result` it is called there: `find("abs").map(|find| find(-2))`.

use super::argument::Arguments;
use super::call::{Function, made_by};
use super::scope::Scope;
use sbst_model::messages::Changed;
use sbst_model::target::{Applied, CallForm};

/// A returned function that a variable holds.
pub struct Bound<'t> {
    /// The lines that bind it.
    pub lines: Vec<String>,
    pub name: String,
    /// The form of its call.
    pub form: CallForm,
    pub arguments: Arguments<'t>,
    /// The number of arguments of the call that returned it.
    pub first: usize,
}

/// Returns the variable for what the first call returns, if that has a good name (rule 1).
pub fn bind<'t>(scope: &Scope<'_>, function: &Function<'_>, arguments: &Arguments<'t>) -> Option<Bound<'t>> {
    let (applied, others) = function.form.applied.split_first()?;
    let made = made_by(function.path).filter(|_| !applied.is_inner && !function.form.is_async)?;
    let (lasting, mut lines) = arguments.lasting_before(scope, applied.first);
    let name = lasting.free_name(scope, made);
    let alone = CallForm { applied: Vec::new(), ..function.form.clone() };
    let first = Function { form: &alone, ..*function };
    let mutable = if applied.is_mutable { "mut " } else { "" };
    lines.push(format!("let {mutable}{name} = {};", first.call(&lasting.before(applied.first))));
    let others = others.iter().map(|other| Applied { first: other.first - applied.first, ..*other });
    let form = CallForm { applied: others.collect(), ..CallForm::default() };
    let arguments = lasting.after(applied.first, &name);
    Some(Bound { lines, name, form, arguments, first: applied.first })
}

impl Bound<'_> {
    /// Returns the changed arguments of its own call, by their indices in that.
    pub fn changed(&self, changed: &[Changed]) -> Vec<Changed> {
        let own = changed.iter().filter(|changed| changed.parameter >= self.first);
        own.map(|own| Changed { parameter: own.parameter - self.first, ..own.clone() }).collect()
    }
}
