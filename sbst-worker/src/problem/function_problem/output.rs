//! The [output](Output) of a test.

use super::{FunctionProblem, Outcome};
use sbst_core::value::frame::Observation;
use sbst_core::value::objects::readers::Left;
use sbst_model::fingerprint::hash_text;
use sbst_model::{Output, OutputClass, TestCase};
use std::cell::RefCell;

impl FunctionProblem {
    pub(super) fn output_of(&mut self, test: &TestCase) -> Option<Output> {
        if self.is_fatal(test) {
            return None;
        }
        self.outcome_and_output(test).1
    }

    /// Executes a test, and returns its outcome, and its output if it returns.
    pub(super) fn outcome_and_output(&mut self, test: &TestCase) -> (Outcome, Option<Output>) {
        let observation = RefCell::default();
        let outcome = self.execute(test, Some(&observation));
        let is_returned = outcome == Outcome::Returned;
        let output = is_returned.then(|| self.output_from(test, observation.into_inner()));
        (outcome, output)
    }

    fn output_from(&mut self, test: &TestCase, observation: Observation) -> Output {
        let Observation { result, changed, inspection, .. } = observation;
        let items = inspection.items.map(|items| items.debug);
        let result = result.filter(|result| result.type_name != "()");
        let formatter = self.shapes_of(test).formatter();
        let written = changed.iter().find(|changed| Some(changed.parameter) == formatter);
        let written = written.and_then(|written| written.debug.as_deref());
        let text = result.map(|result| {
            OutputClass::result_text(result.debug.as_deref().or(items.as_deref()), written).map(str::to_owned)
        });
        // A value without a `{:?}` text is looked at by its getters.
        let is_shown = text != Some(None);
        let text = text.flatten();
        let class = match is_shown {
            true => OutputClass::from_call(text.as_deref(), [true].into_iter()),
            false => OutputClass::Telling,
        };
        if is_shown && class != OutputClass::Blank {
            let texts = text.into_iter().chain(changed.into_iter().filter_map(|changed| changed.debug));
            return Output { class, fingerprint: hash_text(&texts.collect::<Vec<_>>().join("\n")) };
        }
        let getters = self.getters_after(test);
        let class = match class {
            OutputClass::Blank => {
                OutputClass::from_call(text.as_deref(), getters.iter().map(|(is_unchanged, _)| *is_unchanged))
            }
            class => class,
        };
        let changed = changed.into_iter().filter_map(|changed| changed.debug);
        let texts = text.into_iter().chain(changed).chain(getters.into_iter().map(|(_, text)| text));
        Output { class, fingerprint: hash_text(&texts.collect::<Vec<_>>().join("\n")) }
    }

    /// Returns the class of a test's output, with a fingerprint of the output and of the state after it.
    pub(super) fn state_of(&mut self, test: &TestCase) -> Option<Output> {
        let Output { class, fingerprint } = self.output_of(test)?;
        let getters = self.getters_after(test).into_iter().map(|(_, text)| text);
        let texts: Vec<String> = [format!("{fingerprint}")].into_iter().chain(getters).collect();
        Some(Output { class, fingerprint: hash_text(&texts.join("\n")) })
    }

    /// Returns for each getter of the arguments if it gives the same as before the call, and its text.
    fn getters_after(&mut self, test: &TestCase) -> Vec<(bool, String)> {
        let mut after = Vec::new();
        if !self.has_story {
            return after;
        }
        self.inspecting(|problem| {
            let shapes = problem.shapes_of(test);
            for left in Left::all(&shapes).iter().filter(|left| left.parameter.is_some()) {
                let getters = problem.getters(test, left).into_iter();
                after.extend(getters.map(|getter| (getter.is_unchanged, getter.result.debug)));
            }
        });
        after
    }
}
