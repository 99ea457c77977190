//! Tests that show something to their reader.
//!
//! 1. A result other than zero, false, nothing or empty does.
//! 2. So does a call without a result after which a getter of an object gives something else than
//!    before. Where there are no getters, nothing is known.
//! 3. A test of a function without objects always does: its arguments stand in the call.

use super::{FunctionProblem, Outcome};
use sbst_core::value::frame::Observation;
use sbst_core::value::objects::readers::Left;
use sbst_model::TestCase;
use std::cell::RefCell;

/// Results that a default value gives, too.
const OF_DEFAULTS: [&str; 10] =
    ["0", "0.0", "false", "true", "None", "\"\"", "[]", "{}", "Ok(())", "Some(0)"];

impl FunctionProblem {
    pub(super) fn tells(&mut self, test: &TestCase) -> bool {
        if !self.has_story || self.is_fatal(test) {
            return true;
        }
        let observation = RefCell::default();
        match self.execute(test, Some(&observation)) {
            Outcome::Returned => {
                let Observation { result, .. } = observation.into_inner();
                match result.filter(|result| result.type_name != "()") {
                    Some(result) => result.debug.is_none_or(|debug| !OF_DEFAULTS.contains(&debug.as_str())),
                    None => self.changes_something(test),
                }
            }
            _ => true,
        }
    }

    /// Rule 2.
    fn changes_something(&mut self, test: &TestCase) -> bool {
        let mut is_changed = None;
        self.inspecting(|problem| {
            let shapes = problem.shapes_of(test);
            for left in Left::all(&shapes).iter().filter(|left| left.parameter.is_some()) {
                for getter in problem.getters(test, left) {
                    *is_changed.get_or_insert(false) |= !getter.is_unchanged;
                }
            }
        });
        is_changed.unwrap_or(true)
    }
}
