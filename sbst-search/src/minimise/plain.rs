//! Making the values of a small test plain, as long as the test keeps its goals and ends no worse.
//!
//! # Policy
//! 1. A text argument of the function, a constructor or a step becomes the same argument of an example
//!    of the package, and stays so. Any other text with signs becomes a literal of the package with
//!    these signs in this order, and few others: `--=` becomes `--color=auto`.
//! 2. A long text with a blank output becomes a valid text with one fault: a replaced, omitted or
//!    added character, or a cut end.
//! 3. The only text of a test, if it is a few letters, becomes a phrase. Otherwise its letters
//!    become words: `a aAa` becomes `one twoThree`. A number 0 in a text becomes 1.
//! 4. Collections and objects get [elements](super::elements).
//! 5. All values are tried at once, then each alone, then groups of equal values together.
//! 6. Then the small numbers and the letters are assigned again, in order of position.
//! 7. A test takes at most [`EXECUTIONS`], and one of more than [`MOST_VALUES`] values stays.

use super::plainness::{clear, is_first, leaves, Used};
use super::values::Simplifier;
use super::wording::{fitting, in_words, is_text_of, valid_texts, with_a_fault, FEW, LONG, TYPED};
use super::{trial::Trial, wording, Candidate};
use crate::operator::calls::TakenBy;
use crate::operator::inputs::Inputs;
use crate::operator::places::Place;
use crate::operator::recursion::Recursion;
use sbst_model::{Literals, Shape, TestCase};

/// The most executions of a test.
pub(super) const EXECUTIONS: u64 = 64;
/// The most values in a test that is made plain: a table of 32,768 numbers reads no better.
const MOST_VALUES: usize = 64;
/// The most examples tried per argument.
const EXAMPLES: usize = 6;
/// The most executions per test for faults in valid texts.
pub(super) const FAULTS: u64 = 160;

/// Makes the values of all tests plain, except for tests that are already plain. True if any has
/// changed.
pub(super) fn make_plain(
    suite: &mut [Candidate],
    inputs: &Inputs,
    trial: &mut Trial<'_>,
    is_plain: &dyn Fn(&TestCase) -> bool,
) -> bool {
    let Inputs { parameters, crate_literals, .. } = inputs;
    let recursion = Recursion::from_shapes(parameters);
    let mut changed = false;
    let valid = valid_texts(suite, trial);
    for candidate in suite.iter_mut().filter(|candidate| !is_plain(&candidate.test)) {
        let before = candidate.test.clone();
        let simplifier = Simplifier { candidate: &mut *candidate, parameters, recursion: &recursion, trial };
        let mut plainer = Plainer { simplifier, inputs, left: EXECUTIONS };
        plainer.run(crate_literals);
        plainer.left = FAULTS;
        plainer.take_faults(&valid);
        changed |= candidate.test != before;
    }
    changed
}

/// Makes the texts of new tests plain, which come from drawn objects. Each test keeps its class of
/// outputs.
pub(super) fn write_texts(
    suite: &mut [Candidate],
    inputs: &Inputs,
    trial: &mut Trial<'_>,
    before: &[TestCase],
) {
    let Inputs { parameters, .. } = inputs;
    let recursion = Recursion::from_shapes(parameters);
    for candidate in suite.iter_mut().filter(|candidate| !before.contains(&candidate.test)) {
        trial.grant(2 * EXECUTIONS);
        let class = candidate.class;
        candidate.class = class.or_else(|| trial.output_class(&candidate.test));
        let simplifier = Simplifier { candidate: &mut *candidate, parameters, recursion: &recursion, trial };
        let mut plainer = Plainer { simplifier, inputs, left: EXECUTIONS };
        plainer.take_examples();
        let leaves = leaves(parameters, &plainer.simplifier.candidate.test);
        for (index, leaf) in leaves.iter().enumerate() {
            let is_text = matches!(leaf.shape, Shape::Text(_));
            if is_text && plainer.simplifier.equal_to(*leaf, &leaves).len() == 1 {
                plainer.write(&leaves, |other| other == index);
            }
        }
        candidate.class = class;
    }
}

pub(super) struct Plainer<'a, 'b> {
    pub(super) simplifier: Simplifier<'a, 'b>,
    pub(super) inputs: &'a Inputs,
    /// Executions left.
    pub(super) left: u64,
}

impl<'a> Plainer<'a, '_> {
    fn run(&mut self, literals: &Literals) {
        if self.simplifier.places().leaves.len() > MOST_VALUES {
            return;
        }
        self.take_examples();
        self.take_literals(literals);
        self.take_phrase();
        self.take_numbers();
        self.grow();
        self.take_examples();
        let leaves = leaves(self.simplifier.parameters, &self.simplifier.candidate.test);
        if !self.write(&leaves, |_| true) {
            for index in 0..leaves.len() {
                self.write(&leaves, |leaf| leaf == index);
            }
            for index in self.not_plain(&leaves) {
                let equal = self.simplifier.equal_to(leaves[index], &leaves);
                if equal.len() > 1 {
                    self.write_equal(&leaves, &equal);
                }
            }
        }
        self.number_again(&leaves);
    }

    /// Replaces each text argument by one of the first examples of its parameter. Equal texts become the
    /// same example where they must be equal, and others differ.
    fn take_examples(&mut self) {
        let leaves = self.simplifier.places().leaves;
        for place in &leaves {
            if self.is_example(*place) {
                continue;
            }
            let equal = self.simplifier.equal_to(*place, &leaves);
            let test = &self.simplifier.candidate.test;
            let is_of_another = |text: &&str| {
                let texts = leaves.iter().filter(|other| matches!(other.shape, Shape::Text(_)));
                let mut others = texts.filter(|other| !equal.contains(&other.node));
                others.any(|other| test.text(other.node) == *text)
            };
            let fitting = self.examples_of(*place).into_iter().filter(|text| !is_of_another(text));
            let fitting: Vec<&str> = fitting.take(EXAMPLES).collect();
            fitting.into_iter().any(|text| {
                let mut write = |nodes: &[usize]| {
                    self.attempt(|_, test| nodes.iter().for_each(|node| test.set_text(*node, text)))
                };
                (equal.len() > 1 && write(&equal)) || write(&[place.node])
            });
        }
    }

    /// Returns the examples of the parameter that takes a text.
    fn examples_of(&self, place: Place) -> Vec<&'a str> {
        examples_of(self.inputs, &self.simplifier.candidate.test, place)
    }

    /// True for a text that is an example of the parameter that takes it.
    pub(super) fn is_example(&self, place: Place) -> bool {
        let is_text = matches!(place.shape, Shape::Text(_));
        is_text && self.examples_of(place).contains(&self.simplifier.candidate.test.text(place.node))
    }

    /// Replaces each text with signs by a literal with the same signs, or else with more.
    fn take_literals(&mut self, literals: &Literals) {
        for place in self.simplifier.places().leaves {
            let Shape::Text(_) = place.shape else { continue };
            let text = self.simplifier.candidate.test.text(place.node);
            let signs = wording::signs(text);
            if signs.is_empty()
                || self.is_example(place)
                || literals.texts.iter().any(|literal| literal == text)
            {
                continue;
            }
            let alike = wording::with_signs(&signs, fitting(literals, place.shape));
            let mut alike = alike.into_iter().take(EXAMPLES);
            alike.any(|literal| self.attempt(|_, test| test.set_text(place.node, literal)));
        }
    }

    /// Rule 3.
    fn take_phrase(&mut self) {
        let test = &self.simplifier.candidate.test;
        let leaves = self.simplifier.places().leaves;
        let mut texts = leaves.iter().filter(|place| matches!(place.shape, Shape::Text(_)));
        let (Some(place), None) = (texts.next(), texts.next()) else { return };
        let Shape::Text(shape) = place.shape else { return };
        if self.is_example(*place) {
            return;
        }
        let text = test.text(place.node).to_owned();
        let is_few = text.chars().count() <= FEW && text.chars().all(char::is_alphabetic);
        let phrases = TYPED.iter().filter(|_| is_few).map(|phrase| phrase.to_string());
        let phrases: Vec<String> = phrases.chain(in_words(&text)).collect();
        let mut phrases = phrases.iter().filter(|phrase| !text.is_empty() && is_text_of(phrase, shape));
        phrases.any(|phrase| self.attempt(|_, test| test.set_text(place.node, phrase)));
    }

    /// Writes 1 for each number 0 in a text.
    fn take_numbers(&mut self) {
        for place in self.simplifier.places().leaves {
            if matches!(place.shape, Shape::Text(_)) && !self.is_example(place) {
                let text = wording::with_ones(self.simplifier.candidate.test.text(place.node));
                text.into_iter().for_each(|text| {
                    self.attempt(|_, test| test.set_text(place.node, &text));
                });
            }
        }
    }

    /// Rule 2.
    fn take_faults(&mut self, valid: &[String]) {
        let test = &self.simplifier.candidate.test;
        let arguments: Vec<usize> = test.children(0).collect();
        let leaves = self.simplifier.places().leaves;
        let is_long = |place: &&Place| {
            let length = || test.text(place.node).chars().count();
            arguments.contains(&place.node) && matches!(place.shape, Shape::Text(_)) && length() >= LONG
        };
        let long: Vec<Place> = leaves.iter().filter(is_long).copied().collect();
        if long.is_empty() || valid.is_empty() || !self.simplifier.is_blank() {
            return;
        }
        for place in long {
            let Shape::Text(shape) = place.shape else { continue };
            let fits = |text: &String| is_text_of(text, shape);
            let mut faulty = valid.iter().flat_map(|text| with_a_fault(text)).filter(fits);
            faulty.any(|text| self.attempt(|_, test| test.set_text(place.node, &text)));
        }
    }

    /// Returns the indices of leaves whose values are not plain.
    fn not_plain(&self, leaves: &[Place]) -> Vec<usize> {
        let mut used = Used::default();
        let test = &self.simplifier.candidate.test;
        let mut is_plain = |index: &usize| used.note(test, leaves[*index]) || self.is_example(leaves[*index]);
        (0..leaves.len()).filter(|index| !is_plain(index)).collect()
    }

    /// Writes plain values to the `wanted` leaves without one. True if no requested leaf is left.
    fn write(&mut self, leaves: &[Place], wanted: impl Fn(usize) -> bool) -> bool {
        let not_plain = self.not_plain(leaves);
        let indices: Vec<usize> = not_plain.into_iter().filter(|&index| wanted(index)).collect();
        indices.is_empty()
            || self.attempt(|_, test| {
                let mut used = used_but_by(test, leaves, &indices);
                for index in indices {
                    used.write(test, leaves[index], &[leaves[index].node]);
                }
            })
    }

    /// Writes one plain value to leaves with equal values.
    fn write_equal(&mut self, leaves: &[Place], nodes: &[usize]) {
        let indices: Vec<usize> =
            (0..leaves.len()).filter(|&index| nodes.contains(&leaves[index].node)).collect();
        self.attempt(|_, test| {
            used_but_by(test, leaves, &indices).write(test, leaves[indices[0]], nodes);
        });
    }

    /// Rule 6.
    fn number_again(&mut self, leaves: &[Place]) {
        let test = &self.simplifier.candidate.test;
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for place in leaves.iter().filter(|place| is_first(test, **place) && !self.is_example(**place)) {
            let equal = self.simplifier.equal_to(*place, leaves);
            if !groups.contains(&equal) {
                groups.push(equal);
            }
        }
        let renewed: Vec<usize> = groups.concat();
        let indices: Vec<usize> =
            (0..leaves.len()).filter(|&index| renewed.contains(&leaves[index].node)).collect();
        self.attempt(|simplifier, test| {
            let mut used = used_but_by(test, leaves, &indices);
            let mut renew = |nodes: &Vec<usize>| {
                let place = leaves.iter().find(|place| place.node == nodes[0]).expect("a node of a leaf");
                clear(test, *place, nodes);
                used.write(test, *place, nodes)
            };
            if !groups.iter().all(&mut renew) {
                test.clone_from(&simplifier.candidate.test);
            }
        });
    }

    pub(super) fn attempt(&mut self, change: impl FnOnce(&Simplifier<'_, '_>, &mut TestCase)) -> bool {
        let Some(left) = self.left.checked_sub(1) else { return false };
        self.left = left;
        let mut test = self.simplifier.candidate.test.clone();
        change(&self.simplifier, &mut test);
        self.simplifier.keep_if_good(test)
    }
}

/// Returns the examples of the parameter that takes a text, of the function, a constructor or a step.
pub(super) fn examples_of<'i>(inputs: &'i Inputs, test: &TestCase, place: Place) -> Vec<&'i str> {
    let of_argument = || {
        let argument = test.children(0).position(|node| node == place.node)?;
        inputs.examples.get(argument)
    };
    let of_call = || inputs.call_examples.of(TakenBy::find(&inputs.parameters, test, place.node)?);
    let examples = of_call().or_else(of_argument).map(|examples| fitting(examples, place.shape));
    let mut examples = examples.unwrap_or_default();
    // A text that is written as it is reads better: "a/b" rather than "a\\b".
    examples.sort_by_key(|text| text.escape_debug().count() > text.chars().count());
    examples
}

/// Returns the values of all leaves but these.
fn used_but_by(test: &TestCase, leaves: &[Place], indices: &[usize]) -> Used {
    let mut used = Used::default();
    for (index, place) in leaves.iter().enumerate() {
        if !indices.contains(&index) {
            used.note(test, *place);
        }
    }
    used
}
