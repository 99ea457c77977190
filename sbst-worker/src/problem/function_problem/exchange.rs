//! Values that the search of the target takes from other searches, and gives to them.
//!
//! # Policy
//! 1. The search takes [exchanged](sbst_core::value::objects::exchange) values of its arguments'
//!    types. For an argument that is a text, or made of one, it takes texts that parsed; these are
//!    also literals of the crate.
//! 2. It gives such values in its kept tests, each with the goals of these tests. It also gives
//!    results of its own successful calls: such values, and the texts from which a function made a
//!    value.
//! 3. Results of functions that depend on the environment are values only where no others exist.
//! 4. If another search can also make a given value, the outcomes of some calls are reported. The
//!    command repeats these calls under other conditions. An outcome is the `Debug` text of the
//!    result, or the texts of the results of the type's methods without other arguments. Words are
//!    compared in any order, because the order in a `HashMap` changes, and addresses are ignored.

use super::{FunctionProblem, Outcome};
use sbst_core::value::objects::exchange::{each_exchanged, is_text, outermost, texts};
use sbst_core::value::objects::origin_by::{parses, OriginBy};
use sbst_model::fingerprint::hash_text;
use sbst_model::messages::{text_key, BuiltValue, CallOutcome, KnownValues, SUCCESS};
use sbst_model::shape::Heights;
use sbst_model::{conforms, NodeKind, Shape, TestCase};
use sbst_search::{Known, Operators};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::time::Instant;

/// Calls whose outcomes are reported, and calls drawn for this. A date differs in each of them. If
/// a constructor accepts none of eight draws, kept tests replace them.
const OUTCOMES: usize = 8;
const DRAWN: usize = 32;
/// Methods called to show a result without a `Debug` text.
const READERS: usize = 8;

impl FunctionProblem {
    /// Makes the search begin with values of others (rules 1 and 3).
    pub(crate) fn know(&mut self, known: &KnownValues) {
        self.inputs.avoided = self.objects.calls_of(&known.environmental, &self.inputs.parameters);
        let parameters = &self.inputs.parameters;
        self.avoiding =
            (!self.inputs.avoided.is_empty()).then(|| Heights::avoiding(parameters, &self.inputs.avoided));
        let values = |key: u64, shape: &'static Shape| {
            let stored = known.values.iter().filter(|values| values.of == key).flat_map(|of| &of.values);
            let values = stored.filter_map(|value| TestCase::from_hex(value));
            let fits = |value: &TestCase| is_value(shape, value) && !self.has_avoided(shape, value, 0);
            values.filter(fits).collect::<Vec<_>>()
        };
        let types = outermost(parameters).into_iter();
        let types = types.map(|exchanged| (self.objects.key(&exchanged), exchanged.shape));
        let texts = texts(parameters).into_iter();
        let mut found: Vec<Known> = Vec::new();
        for (key, shape) in types.chain(texts.map(|shape| (text_key(), shape))) {
            let values = values(key, shape);
            if !values.is_empty() && !found.iter().any(|known| std::ptr::eq(known.shape, shape)) {
                found.push(Known { shape, values });
            }
        }
        let texts = found.iter().filter(|known| is_text(known.shape));
        let texts: Vec<String> =
            texts.flat_map(|known| known.values.iter().map(|value| value.text(0).to_owned())).collect();
        self.inputs.crate_literals.texts.extend(texts);
        self.inputs.known = found;
    }

    /// True if a test has a value that depends on the environment, although others exist (rule 3).
    pub(crate) fn is_environmental(&self, test: &TestCase) -> bool {
        let mut arguments = self.inputs.parameters.iter().zip(test.children(0));
        arguments.any(|(shape, node)| self.has_avoided(shape, test, node))
    }

    fn has_avoided(&self, shape: &'static Shape, test: &TestCase, node: usize) -> bool {
        self.avoiding.as_ref().is_some_and(|heights| has_avoided(heights, shape, test, node))
    }

    /// Returns the values in tests, each with its covered goals (rule 2).
    pub(crate) fn built(&mut self, tests: &[(TestCase, BTreeSet<u32>)]) -> Vec<BuiltValue> {
        let mut built: BTreeMap<(u64, String), BTreeSet<u32>> = BTreeMap::new();
        let mut add = |of, value: &TestCase, goals: &BTreeSet<u32>| {
            built.entry((of, value.to_hex())).or_default().extend(goals);
        };
        let origins = self.origins();
        let parses =
            self.choices.is_none() && parses(&self.target.id(), &self.callable, &self.inputs.parameters);
        for (test, goals) in tests {
            each_exchanged(&self.inputs.parameters, test, &mut |exchanged, node| {
                let mut value = TestCase::new();
                test.copy_subtree(node, &mut value);
                add(self.objects.key(exchanged), &value, goals);
            });
            if (origins.is_empty() && !parses) || !self.yields(test) {
                continue;
            }
            let mut goals = goals.clone();
            goals.insert(SUCCESS);
            for origin in &origins {
                if let Some(value) = origin.value(&self.inputs.parameters, test) {
                    add(origin.key, &value, &goals);
                }
            }
            let arguments = self.inputs.parameters.iter().zip(test.children(0));
            for (_, node) in arguments.filter(|(shape, _)| parses && is_text(shape)) {
                let mut value = TestCase::new();
                test.copy_subtree(node, &mut value);
                add(text_key(), &value, &goals);
            }
        }
        let value = |((of, value), goals): ((u64, String), BTreeSet<u32>)| BuiltValue {
            of,
            value,
            goals: goals.into_iter().collect(),
        };
        built.into_iter().map(value).collect()
    }

    /// Returns the outcomes of some calls (rule 4), among them of these tests. After `until`, only
    /// the first one begins.
    pub(crate) fn outcomes(
        &mut self,
        tests: &[(TestCase, BTreeSet<u32>)],
        seed: u64,
        until: Option<Instant>,
    ) -> Vec<CallOutcome> {
        if !self.origins().iter().any(|origin| origin.has_others) {
            return Vec::new();
        }
        let mut calls: Vec<TestCase> = tests.iter().map(|(test, _)| test.clone()).collect();
        let mut operators = Operators::new(self.inputs.clone(), &[], seed);
        for _ in 0..DRAWN {
            let mut test = TestCase::new();
            operators.sample(&mut test);
            calls.push(test);
        }
        let mut outcomes: Vec<CallOutcome> = Vec::new();
        let mut done = HashSet::new();
        for test in calls {
            let is_over = !outcomes.is_empty() && until.is_some_and(|until| Instant::now() > until);
            if outcomes.len() == OUTCOMES || is_over {
                break;
            }
            let is_new = done.insert(test.clone());
            if is_new && self.yields(&test) {
                outcomes.push(CallOutcome { outcome: self.outcome(&test), test: test.to_hex() });
            }
        }
        outcomes
    }

    /// Returns the outcome of a call as a fingerprint.
    pub(crate) fn outcome(&mut self, test: &TestCase) -> u64 {
        let observation = RefCell::default();
        let ending = self.execute(test, Some(&observation));
        let mut seen = shown(&ending, &observation);
        if seen.is_none() {
            let (mut story, result) = self.story_with_result(test);
            let readers = self.objects.readers(&self.shapes_of(test));
            for reader in readers.into_iter().take(READERS) {
                let call = story.open(NodeKind::Statement, reader);
                story.leaf(NodeKind::ResultOf, result);
                story.close(call);
                let observation = RefCell::default();
                let ending = self.execute_story(test, &story, Some(&observation), u64::MAX);
                seen.get_or_insert_default().extend(shown(&ending, &observation));
                (story, _) = self.story_with_result(test);
            }
        }
        hash_text(&seen.unwrap_or_default())
    }

    /// True if the call of a test gives a value: an object, or any other result except a failure.
    fn yields(&mut self, test: &TestCase) -> bool {
        if self.is_fatal(test) {
            return false;
        }
        let (mut story, result) = self.story_with_result(test);
        // It needs the value, although it is not executed.
        let user = story.open(NodeKind::Statement, 0);
        story.leaf(NodeKind::ResultOf, result);
        story.close(user);
        self.execute_story(test, &story, None, 2 * (result + 1)) == Outcome::Returned
    }

    /// Returns the call sequence of a test, and the number of its last statement.
    pub(super) fn story_with_result(&self, test: &TestCase) -> (TestCase, u64) {
        let mut story = TestCase::new();
        sbst_model::story::tell(&self.inputs.parameters, test, &mut story);
        let statements = story.nodes().iter().filter(|node| node.kind == NodeKind::Statement).count();
        (story, statements as u64 - 1)
    }

    fn origins(&self) -> Vec<OriginBy> {
        match self.choices {
            None => self.objects.origins_by(&self.target.id(), &self.callable),
            Some(_) => Vec::new(),
        }
    }
}

/// Returns the words of an execution's result; `None` if it cannot be shown.
fn shown(ending: &Outcome, observation: &RefCell<sbst_core::value::frame::Observation>) -> Option<String> {
    match ending {
        Outcome::Returned => {
            let observed = observation.borrow();
            let debug = observed.result.as_ref()?.debug.as_deref()?;
            let changed = observed.changed.iter().filter_map(|changed| changed.debug.as_deref());
            Some(std::iter::once(debug).chain(changed).map(words).collect())
        }
        Outcome::Panicked(_) => Some(String::from("!panic")),
        Outcome::Fault { .. } => Some(String::from("!fault")),
        Outcome::Rejected => Some(String::from("!rejected")),
    }
}

/// Returns the words of a text, sorted, without addresses.
fn words(text: &str) -> String {
    let words = text.split(|character: char| !character.is_alphanumeric());
    let mut words: Vec<&str> = words.filter(|word| !word.is_empty() && !word.starts_with("0x")).collect();
    words.sort_unstable();
    words.join(" ") + "\n"
}

/// True if `value` consists only of a value of this shape.
fn is_value(shape: &'static Shape, value: &TestCase) -> bool {
    !value.nodes().is_empty() && value.subtree(0).end == value.nodes().len() && conforms(shape, value, 0)
}

fn has_avoided(heights: &Heights, shape: &'static Shape, test: &TestCase, node: usize) -> bool {
    let shape = shape.value_shape();
    let variant = test.nodes()[node].payload as usize;
    let fields = match shape {
        Shape::Sum(_) if heights.is_avoided(shape, variant) => return true,
        Shape::Sequence(sequence) => {
            let mut elements = test.children(node);
            return elements.any(|element| has_avoided(heights, (sequence.element)(), test, element));
        }
        Shape::Product(product) => product.fields,
        Shape::Sum(sum) => sum.variants[variant].fields,
        _ => return false,
    };
    fields.iter().zip(test.children(node)).any(|(field, node)| has_avoided(heights, field(), test, node))
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn neither_the_order_of_words_nor_an_address_makes_a_difference() {
        assert_eq!(words("{1: \"a\", 2: \"b\"} 0x7ffe12"), words("{2: \"b\", 1: \"a\"} 0x55aa00"));
        assert_ne!(words("Turns { from: 20050 }"), words("Turns { from: 20450 }"));
    }
}
