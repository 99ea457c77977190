//! The [output](Output) of a test.
//!
//! # Policy
//! 1. Addresses in a text are removed: they differ between executions.
//! 2. A state has the results of the arguments' getters, and of the getters of a result that shows
//!    addresses. Getters of memory are left out.

use super::{FunctionProblem, Outcome};
use sbst_core::value::frame::Observation;
use sbst_core::value::objects::readers::Left;
use sbst_model::fingerprint::hash_text;
use sbst_model::output_class::is_literal;
use sbst_model::words::is_of_memory;
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
        // A value without a `{:?}` text is inspected by its getters.
        let is_shown = text != Some(None);
        let text = text.flatten();
        let is_literal = text.as_deref().is_some_and(is_literal);
        let class = match is_shown {
            true => OutputClass::from_call(text.as_deref(), [true].into_iter()),
            false => OutputClass::Telling,
        };
        if is_shown && class != OutputClass::Blank {
            let texts = text.into_iter().chain(changed.into_iter().filter_map(|changed| changed.debug));
            return Output { class, fingerprint: fingerprint(texts), is_literal };
        }
        let getters = self.getters_after(test, false);
        let class = match class {
            OutputClass::Blank => {
                OutputClass::from_call(text.as_deref(), getters.iter().map(|(is_unchanged, _)| *is_unchanged))
            }
            class => class,
        };
        let changed = changed.into_iter().filter_map(|changed| changed.debug);
        let texts = text.into_iter().chain(changed).chain(getters.into_iter().map(|(_, text)| text));
        Output { class, fingerprint: fingerprint(texts), is_literal }
    }

    /// Returns the class of a test's output, with a fingerprint of the output and of the state after it.
    pub(super) fn state_of(&mut self, test: &TestCase) -> Option<Output> {
        if self.is_fatal(test) {
            return None;
        }
        let observation = RefCell::default();
        if self.execute(test, Some(&observation)) != Outcome::Returned {
            return None;
        }
        let observation = observation.into_inner();
        let shown = observation.result.as_ref().and_then(|result| result.debug.as_deref());
        let has_address = shown.is_some_and(|shown| without_addresses(shown) != shown);
        let Output { class, fingerprint: output, is_literal } = self.output_from(test, observation);
        let getters = self.getters_after(test, has_address).into_iter().map(|(_, text)| text);
        let texts = [format!("{output}")].into_iter().chain(getters);
        Some(Output { class, fingerprint: fingerprint(texts), is_literal })
    }

    /// Returns each getter of the arguments, and on request of the result, with its text, and true
    /// if the call did not change it. Queries count for a value without other getters: the set
    /// depends on the test's own arguments.
    fn getters_after(&mut self, test: &TestCase, with_result: bool) -> Vec<(bool, String)> {
        let mut left = self.left_by(&self.shapes_of(test));
        left.retain(|left| with_result || left.parameter.is_some());
        self.getters_of(test, &left)
    }

    /// Returns a fingerprint of the results of the borrowed arguments' getters after the call. It
    /// is `None` without getters, or if some of several objects are passed by value.
    pub(super) fn borrowed_after(&mut self, test: &TestCase) -> Option<u64> {
        let borrowed = self.borrowed_by(&self.shapes_of(test))?;
        let getters = self.getters_of(test, &borrowed);
        (borrowed.is_empty() || !getters.is_empty())
            .then(|| fingerprint(getters.into_iter().map(|(_, text)| text)))
    }

    fn getters_of(&mut self, test: &TestCase, left: &[Left]) -> Vec<(bool, String)> {
        let mut after = Vec::new();
        if !self.has_story {
            return after;
        }
        self.inspecting(|problem| {
            for left in left {
                let mut getters = problem.getters(test, left);
                getters.retain(|getter| !is_of_memory(last_name(&getter.called.id.path)));
                if getters.iter().any(|getter| getter.arguments.is_empty()) {
                    getters.retain(|getter| getter.arguments.is_empty());
                }
                let shown = getters.into_iter().map(|getter| (getter.is_unchanged, getter.result.debug));
                after.extend(shown);
            }
        });
        after
    }
}

fn last_name(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}

fn fingerprint(texts: impl Iterator<Item = String>) -> u64 {
    let texts: Vec<String> = texts.map(|text| without_addresses(&text)).collect();
    hash_text(&texts.join("\n"))
}

/// Rule 1. An address is recognised by its length; numbers in programs are shorter.
fn without_addresses(text: &str) -> String {
    const FEWEST_DIGITS: usize = 9;
    let mut parts = text.split("0x");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |mut kept, part| {
        let rest = part.trim_start_matches(|digit: char| digit.is_ascii_hexdigit());
        let is_address = part.len() - rest.len() >= FEWEST_DIGITS;
        kept.push_str("0x");
        kept.push_str(if is_address { rest } else { part });
        kept
    })
}

#[cfg(test)]
mod tests {
    use super::without_addresses;

    #[test]
    fn addresses_are_left_out_and_numbers_stay() {
        assert_eq!(without_addresses("Set { data: 0x55f7e12d4fb0, len: 3 }"), "Set { data: 0x, len: 3 }");
        assert_eq!(without_addresses("Colour(0xff8800) 0"), "Colour(0xff8800) 0");
    }
}
