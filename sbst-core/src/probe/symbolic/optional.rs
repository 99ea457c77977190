//! Results that are not a number, but may contain some: options, pairs, orderings, bytes.
//!
//! 1. The result of a computation is the *last* one until another value is evaluated. A condition
//!    in between is taken for one on the form of the result, such as the variant of an option.
//! 2. A number taken from elsewhere in between is a part if it equals this part.
//! 3. Both are guesses: `x.checked_add(1).map(f)` is another option.

use super::computations::Computed;
use super::number::Number;
use super::shadow::Known;
use sbst_solver::term::Term;

/// The last computed result.
#[derive(Default)]
pub(super) struct Last {
    form: Option<Term>,
    parts: Vec<Known>,
}

impl Last {
    pub(super) fn new(computed: Computed) -> Last {
        Last { form: computed.form, parts: computed.parts }
    }

    pub(super) fn from_form(form: Term, parts: Vec<Known>) -> Last {
        Last { form: Some(form), parts }
    }

    /// Returns the term of a condition on the form.
    pub(super) fn form(&self) -> Option<Term> {
        self.form
    }

    /// Returns the part that equals a number (rule 2).
    pub(super) fn part(&self, number: Number) -> Option<Known> {
        self.parts.iter().find(|part| part.number.is(number)).map(|part| part.guessed())
    }

    /// Takes the part that equals a number; it is not found again.
    pub(super) fn take_part(&mut self, number: Number) -> Option<Known> {
        let index = self.parts.iter().position(|part| part.number.is(number))?;
        Some(self.parts.remove(index).guessed())
    }

    pub(super) fn parts(&self) -> &[Known] {
        &self.parts
    }
}
