//! Tests that show something to their reader.
//!
//! 1. A result other than zero, false, nothing or empty does.
//! 2. So does a call after others that have values of their own, which its objects were built or
//!    changed with.
//! 3. A test of a function without objects always does: its arguments stand in the call.

use super::{FunctionProblem, Outcome};
use sbst_core::value::frame::Observation;
use sbst_model::expression::Piece;
use sbst_model::messages::Statement;
use sbst_model::{Expression, TestCase};
use std::cell::RefCell;

/// Results that a default value gives, too.
const OF_DEFAULTS: [&str; 11] =
    ["()", "0", "0.0", "false", "true", "None", "\"\"", "[]", "{}", "Ok(())", "Some(0)"];

impl FunctionProblem {
    pub(super) fn tells(&mut self, test: &TestCase) -> bool {
        if !self.has_story || self.is_fatal(test) {
            return true;
        }
        let (before, arguments) = self.written(test);
        if before.iter().any(is_telling) || arguments.first().is_some_and(has_value) {
            return true;
        }
        let observation = RefCell::default();
        match self.execute(test, Some(&observation)) {
            Outcome::Returned => {
                let Observation { result, .. } = observation.into_inner();
                let debug = result.and_then(|result| result.debug);
                debug.is_some_and(|debug| !OF_DEFAULTS.contains(&debug.as_str()))
            }
            _ => true,
        }
    }
}

/// True for a call that has a value of its own.
fn is_telling(statement: &Statement) -> bool {
    statement.called.is_some() && statement.arguments.iter().any(has_value)
}

/// True if a number other than zero or a text stands in an argument.
fn has_value(argument: &Expression) -> bool {
    argument.0.iter().any(|piece| match piece {
        Piece::Source(source) => source.contains(|sign: char| ('1'..='9').contains(&sign) || sign == '"'),
        _ => false,
    })
}
