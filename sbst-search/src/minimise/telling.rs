//! Distinctive arguments and operands: another value instead changes the output of the test, or the
//! state after it.
//!
//! # Policy
//! 1. A *poor* object is replaced by another one (`operands.rs`), first together
//!    with other objects of its type.
//! 2. A change keeps the goals and the class of outputs. A distinctive output must change, and must
//!    differ from the output with the old object among the new values. For other outputs, an object
//!    from a test of another class is enough, or another pair of objects that changes the output. A
//!    blank test of two objects becomes distinctive if possible. No test becomes blanker, and
//!    repeated executions must end in equal states.
//! 3. A test of a blank or false output takes a larger object of a test of another class.
//! 4. An argument that is a variant without values becomes one with values of the test: `..`
//!    becomes `1..2`. A format stays `{}`.
//! 5. An argument 0 becomes a free number, or 1 or 2.
//! 6. A distinctive call without other arguments, if it is a step on its object, is repeated until
//!    its output is blank: `next` to the `None`. Its output must be a literal: a test asserts no
//!    other results of earlier calls.
//! 7. A test takes at most [`EXECUTIONS`], and one with more than [`MOST_VALUES`] values stays.

use super::donors::{Donor, Donors};
use super::elements::is_data;
use super::operands::{self, object_of, operands, renew_outside, steps_of, Operand};
use super::plainness::{clear, leaves, Used};
use super::{trial::Trial, values::Simplifier, Candidate};
use crate::evaluation::problem::Ending;
use crate::operator::enumeration::push_simplest_variant;
use crate::operator::inputs::Inputs;
use crate::operator::places::{Place, Places};
use crate::operator::recursion::Recursion;
use crate::operator::sample::copying::same_values;
use sbst_model::messages::ValueSource;
use sbst_model::shape::Sum;
use sbst_model::{conforms, NodeKind, Output, OutputClass, Shape, TestCase};

/// The most changes tried per test.
pub(super) const EXECUTIONS: u64 = 32;
/// Executions granted per test: each change is also compared by its state.
pub(super) const GRANTED: u64 = 3 * EXECUTIONS;
/// The most values in a test to change.
const MOST_VALUES: usize = 24;
/// The most values in a variant.
const VALUES: usize = 3;
/// The most variants tried instead of one.
const VARIANTS: usize = 2;
/// The most steps of an object before its distinctive call is repeated.
const MOST_STEPS: usize = 4;
/// The most calls added until the output is blank.
const CALLS: usize = 4;

/// Makes the tests of a suite more distinctive. True if one has changed.
pub(super) fn make_telling(
    suite: &mut [Candidate],
    inputs: &Inputs,
    trial: &mut Trial<'_>,
    is_known: &dyn Fn(&TestCase) -> bool,
    without: &[ValueSource],
) -> bool {
    let recursion = inputs.recursion();
    let state = |candidate: &Candidate, trial: &mut Trial<'_>| {
        let returns = candidate.ending == Ending::Returned;
        returns.then(|| trial.state(&candidate.test)).flatten()
    };
    let states: Vec<Option<Output>> = suite.iter().map(|candidate| state(candidate, trial)).collect();
    let classes: Vec<Option<OutputClass>> =
        states.iter().map(|state| state.map(|state| state.class)).collect();
    let mut donors = Donors::new(suite, &classes);
    let mut changed = false;
    for (index, state) in states.iter().enumerate() {
        let Some(state) = state.filter(|_| !is_known(&suite[index].test)) else { continue };
        let parameters = &inputs.parameters;
        let candidate = &mut suite[index];
        let simplifier = Simplifier { candidate, parameters, recursion: &recursion, trial };
        let mut teller = Teller { simplifier, state, left: EXECUTIONS, inputs, without };
        if teller.simplifier.places().leaves.len() > MOST_VALUES {
            continue;
        }
        changed |= teller.fill_objects(&mut donors) | teller.take_values() | teller.raise_numbers();
        changed |= teller.ask_to_the_end();
    }
    changed
}

/// A changed test.
struct Change {
    test: TestCase,
    /// The test with its earlier objects: only differences from it come from the new ones.
    control: Option<TestCase>,
    /// True if other objects instead of the new ones change the output.
    is_known_to_tell: bool,
}

struct Teller<'a, 'b> {
    simplifier: Simplifier<'a, 'b>,
    /// The state after the test.
    state: Output,
    left: u64,
    inputs: &'a Inputs,
    without: &'a [ValueSource],
}

impl Teller<'_, '_> {
    fn test(&self) -> &TestCase {
        &self.simplifier.candidate.test
    }

    /// Rules 1 and 3.
    fn fill_objects(&mut self, donors: &mut Donors) -> bool {
        let mut changed = false;
        let mut types: Vec<Operand> = Vec::new();
        for operand in operands(self.simplifier.parameters, self.test()) {
            if !types.iter().any(|other| other.is_of_type_of(&operand)) {
                types.push(operand);
            }
        }
        // Objects within others come first.
        for of in types.into_iter().rev() {
            let all = operands(self.simplifier.parameters, self.test()).into_iter();
            let all: Vec<Operand> = all.filter(|operand| operand.is_of_type_of(&of)).collect();
            let donors = donors.of(&of, self.inputs, self.without);
            changed |= self.fill(&all, &donors);
        }
        changed
    }

    /// Fills the poor objects among those of one type.
    fn fill(&mut self, all: &[Operand], donors: &[Donor]) -> bool {
        let test = self.test().clone();
        let is_blank = matches!(self.state.class, OutputClass::Blank | OutputClass::False);
        let larger =
            |operand: &Operand, donor: &TestCase| donor.nodes().len() > test.subtree(operand.node).len();
        let is_poor = |operand: &&Operand| match all.len() {
            1 => operand.is_poor(&test),
            _ => operand.is_thin(&test),
        };
        let (poor, others): (Vec<&Operand>, Vec<&Operand>) = all.iter().partition(is_poor);
        let parameters = self.simplifier.parameters;
        let class = self.state.class;
        let with = |replaced: &[(&Operand, &TestCase)]| {
            let mut replaced = replaced.to_vec();
            replaced.sort_by_key(|(operand, _)| std::cmp::Reverse(operand.node));
            let mut changed = test.clone();
            replaced.into_iter().for_each(|(operand, value)| operand.put(value, &mut changed));
            renewed(parameters, changed, &all[0])
        };
        let alone = |operand: &Operand, donor: &Donor| {
            let changed = with(&[(operand, &donor.value)]);
            let mut control = changed.clone();
            control.replace(operand.node, &operand.value(&test));
            Change {
                test: changed,
                control: Some(control),
                is_known_to_tell: class != OutputClass::Telling && donor.class.is_some_and(|of| of != class),
            }
        };
        match (&poor[..], &others[..]) {
            ([], [one, ..]) if is_blank && one.depth == 0 => {
                let larger = donors.iter().filter(|donor| larger(one, &donor.value));
                let changes = larger.map(|donor| alone(one, donor)).collect();
                self.choose(changes, false)
            }
            ([one, two, ..], _) | ([two], [one, ..]) => {
                let own = Some(one.value(&test)).filter(|_| one.has_elements(&test));
                let mut changes: Vec<Change> = Vec::new();
                for value in own.iter().chain(donors.iter().map(|donor| &donor.value)) {
                    let pairs = one.beside(value);
                    let tests = pairs.iter().map(|(value, other)| with(&[(one, value), (two, other)]));
                    changes.extend(self.telling_among(tests.collect()));
                }
                let others =
                    [two, one].into_iter().flat_map(|one| donors.iter().map(move |donor| (one, donor)));
                changes.extend(others.map(|(one, donor)| alone(one, donor)));
                self.choose(changes, true)
            }
            ([one], []) => {
                let changes = donors.iter().map(|donor| alone(one, donor)).collect();
                self.choose(changes, false)
            }
            ([], _) => false,
        }
    }

    /// Returns changes to tests of the same objects, which are distinctive if their outputs differ.
    fn telling_among(&mut self, tests: Vec<TestCase>) -> Vec<Change> {
        let mut outputs = Vec::new();
        if self.state.class != OutputClass::Telling {
            let trial = &mut self.simplifier.trial;
            outputs.extend(tests.iter().filter_map(|test| Some(trial.output(test)?.fingerprint)));
        }
        let is_known_to_tell = outputs.iter().any(|output| *output != outputs[0]);
        tests.into_iter().map(|test| Change { test, control: None, is_known_to_tell }).collect()
    }

    /// Rule 4.
    fn take_values(&mut self) -> bool {
        let parameters = self.simplifier.parameters;
        let objects: Vec<_> = operands(parameters, self.test()).iter().map(|object| object.node).collect();
        let mut changed = false;
        for index in (0..self.simplifier.places().structures.len()).rev() {
            let places = self.simplifier.places();
            let Some(place) = places.structures.get(index).copied() else { continue };
            let Shape::Sum(sum) = place.shape else { continue };
            let test = self.test();
            let own = test.subtree(place.node);
            let is_object = objects.iter().any(|node| test.subtree(*node).contains(&place.node));
            let is_choice = parameters.iter().zip(test.children(0)).any(|(shape, node)| {
                node == place.node && matches!(behind_references(shape), Shape::Argument(_))
            });
            if place.depth > 0
                || is_object
                || is_choice
                || places.leaves.iter().any(|leaf| own.contains(&leaf.node))
            {
                continue;
            }
            let tests = self.with_values(sum, place);
            let changes = self.telling_among(tests);
            changed |= self.choose(changes, false);
        }
        changed
    }

    /// Returns the tests with variants that have values instead of one without.
    fn with_values(&self, sum: &Sum, place: Place) -> Vec<TestCase> {
        let test = self.test();
        let recursion: &Recursion = self.simplifier.recursion;
        let mut variants: Vec<(usize, TestCase)> = Vec::new();
        for (variant, product) in sum.variants.iter().enumerate() {
            let is_simple = product.fields.iter().all(|field| is_data(field()));
            let is_finite = recursion.choice(place.shape).all.contains(&variant);
            // A width in a format makes the text harder to read.
            let is_format = product.template.starts_with('"');
            if product.fields.is_empty() || !is_simple || !is_finite || is_format {
                continue;
            }
            let mut value = TestCase::new();
            push_simplest_variant(product, variant, recursion, &mut value);
            let mut inside = Places::default();
            inside.find_in_value(place.shape, &value, place.depth);
            if (1..=VALUES).contains(&inside.leaves.len()) {
                variants.push((inside.leaves.len(), value));
            }
        }
        variants.sort_by_key(|(values, _)| std::cmp::Reverse(*values));
        let own = self.simplifier.places().leaves;
        let mut tests: Vec<TestCase> = Vec::new();
        for (_, value) in variants.into_iter().take(VARIANTS) {
            let mut changed = test.clone();
            changed.replace(place.node, &value);
            let inside = changed.subtree(place.node);
            let all = leaves(self.simplifier.parameters, &changed);
            let (inside, outside): (Vec<Place>, Vec<Place>) =
                all.into_iter().partition(|leaf| inside.contains(&leaf.node));
            for skipped in [Some(0), Some(1), None] {
                let mut filled = changed.clone();
                let mut used = Used::from_leaves(&filled, &outside);
                for (index, leaf) in inside.iter().enumerate() {
                    let mut alike = own.iter().filter(|other| same_values(other.shape, leaf.shape));
                    let taken = skipped.and_then(|skipped| alike.nth(skipped + index));
                    match (taken, leaf.shape) {
                        (Some(taken), Shape::Integer(_)) => {
                            filled.set_integer(leaf.node, test.integer(taken.node));
                        }
                        (Some(taken), Shape::Text(_)) => filled.set_text(leaf.node, test.text(taken.node)),
                        _ => {
                            clear(&mut filled, *leaf, &[leaf.node]);
                            used.write(&mut filled, *leaf, &[leaf.node]);
                        }
                    }
                }
                if !tests.contains(&filled) {
                    tests.push(filled);
                }
            }
        }
        tests
    }

    /// Rule 5.
    fn raise_numbers(&mut self) -> bool {
        let mut changed = false;
        for place in leaves(self.simplifier.parameters, self.test()) {
            let is_zero = matches!(place.shape, Shape::Integer(_)) && self.test().integer(place.node) == 0;
            if !is_zero || place.depth > 0 {
                continue;
            }
            let all = leaves(self.simplifier.parameters, self.test());
            let others: Vec<Place> = all.into_iter().filter(|other| other.node != place.node).collect();
            let mut fresh = self.test().clone();
            Used::from_leaves(&fresh, &others).write(&mut fresh, place, &[place.node]);
            let raised = [1, 2].map(|number| {
                let mut raised = self.test().clone();
                raised.set_integer(place.node, number);
                raised
            });
            let mut tests: Vec<TestCase> = vec![fresh];
            tests.extend(raised);
            tests.dedup();
            changed |= tests.into_iter().any(|test| {
                self.is_as_good(&test).is_some_and(|state| {
                    self.take(test, state);
                    true
                })
            });
        }
        changed
    }

    /// Rule 6.
    fn ask_to_the_end(&mut self) -> bool {
        let is_asked = self.state.class == OutputClass::Telling && self.state.is_literal;
        let Some(number) = self.inputs.callable.filter(|_| is_asked) else { return false };
        let [shape] = self.simplifier.parameters else { return false };
        let Some((of_object, object)) = object_of(shape) else { return false };
        let Some(step) = operands::step_of(object, of_object, number) else { return false };
        let mut asked = self.test().clone();
        let argument = asked.children(0).next();
        let Some(steps) = argument.and_then(|argument| steps_of(&asked, argument)) else { return false };
        let mut call = TestCase::new();
        call.leaf(NodeKind::Sum, step as u64);
        let present = asked.nodes()[steps].payload as usize;
        if present > MOST_STEPS {
            return false;
        }
        for index in present..present + CALLS {
            asked.insert_element(steps, index, &call);
            match self.conforms(&asked).then(|| self.simplifier.trial.output(&asked)).flatten() {
                Some(Output { class: OutputClass::Telling, .. }) => {}
                Some(state @ Output { class: OutputClass::Blank, .. }) => {
                    let keeps = self.keeps(&asked);
                    if keeps {
                        self.take(asked, state);
                    }
                    return keeps;
                }
                _ => return false,
            }
        }
        false
    }

    /// Takes the first change accepted by rule 2. With `seeks_telling`, a blank test prefers a
    /// change to a distinctive output.
    fn choose(&mut self, changes: Vec<Change>, seeks_telling: bool) -> bool {
        let seeks_telling = seeks_telling && self.state.class == OutputClass::Blank;
        let mut second = None;
        for Change { test, control, is_known_to_tell } in changes {
            let Some(state) = self.is_as_good(&test) else { continue };
            let changes = state.class == OutputClass::Telling && state.fingerprint != self.state.fingerprint;
            if !(is_known_to_tell || changes) || !self.simplifier.trial.repeats(&test, &state) {
                continue;
            }
            let differs = || {
                let control = control.and_then(|control| self.simplifier.trial.state(&control));
                control.is_none_or(|control| control.fingerprint != state.fingerprint)
            };
            if !is_known_to_tell && !differs() {
                continue;
            }
            if !seeks_telling || state.class == OutputClass::Telling {
                self.take(test, state);
                return true;
            }
            second.get_or_insert((test, state));
        }
        second.is_some_and(|(test, state)| {
            self.take(test, state);
            true
        })
    }

    fn take(&mut self, test: TestCase, state: Output) {
        self.simplifier.candidate.test = test;
        self.state = state;
    }

    /// Returns the state after a test that can replace the candidate's (rule 2).
    fn is_as_good(&mut self, test: &TestCase) -> Option<Output> {
        if *test == self.simplifier.candidate.test || !self.conforms(test) {
            return None;
        }
        self.left = self.left.checked_sub(1)?;
        let is_kept = self.keeps(test);
        let state = self.simplifier.trial.state(test).filter(|_| is_kept)?;
        let is_blank = self.state.class == OutputClass::Blank;
        let is_good = state.class == self.state.class || is_blank && state.class == OutputClass::Telling;
        is_good.then_some(state)
    }

    /// True if a test keeps the goals of the candidate. Its class may differ.
    fn keeps(&mut self, test: &TestCase) -> bool {
        let Simplifier { candidate, trial, .. } = &mut self.simplifier;
        let class = candidate.class.take();
        let keeps = trial.keeps(test, candidate);
        candidate.class = class;
        keeps
    }

    fn conforms(&self, test: &TestCase) -> bool {
        let mut arguments = self.simplifier.parameters.iter().zip(test.children(0));
        arguments.all(|(shape, node)| conforms(shape, test, node))
    }
}

/// Returns a test whose values outside of the objects of a type differ from those inside.
fn renewed(parameters: &[&'static Shape], mut test: TestCase, of: &Operand) -> TestCase {
    let alike = operands(parameters, &test).into_iter().filter(|operand| operand.is_of_type_of(of));
    let nodes: Vec<usize> = alike.map(|operand| operand.node).collect();
    renew_outside(parameters, &mut test, &nodes);
    test
}

/// Returns the shape behind references.
fn behind_references(shape: &'static Shape) -> &'static Shape {
    match shape {
        Shape::Wrapper(wrapper) if wrapper.object.is_none() => behind_references((wrapper.inner)()),
        shape => shape,
    }
}
