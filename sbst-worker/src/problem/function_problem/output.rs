//! The [class of the output](OutputClass) of a test.

use super::{FunctionProblem, Outcome};
use sbst_core::value::objects::readers::Left;
use sbst_model::{OutputClass, TestCase};
use std::cell::RefCell;

impl FunctionProblem {
    pub(super) fn class_of_output(&mut self, test: &TestCase) -> Option<OutputClass> {
        if self.is_fatal(test) {
            return None;
        }
        let observation = RefCell::default();
        if self.execute(test, Some(&observation)) != Outcome::Returned {
            return None;
        }
        let result = observation.into_inner().result.filter(|result| result.type_name != "()");
        let text = result.map(|result| result.debug);
        // A value without a `{:?}` text is looked at by its getters.
        if text == Some(None) {
            return Some(OutputClass::Telling);
        }
        let text = text.flatten();
        let class = OutputClass::from_call(text.as_deref(), [true].into_iter());
        match class {
            OutputClass::Blank => {
                Some(OutputClass::from_call(text.as_deref(), self.unchanged(test).into_iter()))
            }
            class => Some(class),
        }
    }

    /// Returns whether each getter of the arguments gives the same as before the call.
    fn unchanged(&mut self, test: &TestCase) -> Vec<bool> {
        let mut unchanged = Vec::new();
        if !self.has_story {
            return unchanged;
        }
        self.inspecting(|problem| {
            let shapes = problem.shapes_of(test);
            for left in Left::all(&shapes).iter().filter(|left| left.parameter.is_some()) {
                unchanged.extend(problem.getters(test, left).iter().map(|getter| getter.is_unchanged));
            }
        });
        unchanged
    }
}
