//! Variants of a suite: tests with other outputs, from which mutants choose.
//!
//! # Policy
//! 1. Neighbours of the suite's tests come first. In a neighbour, a number is one more or less than
//!    in its test, or is that of another test; a number in a text is one more. Neighbours
//!    distinguish `<` from `<=`, and `0` from no number.
//! 2. Then texts become phrases: examples of their parameter, or else literals of the package and
//!    typical texts.
//! 3. Tests of the search and drawn tests take turns with them, the smallest first. Their numbers
//!    are cut to the last two digits. Values become small and plain, as long as the test covers the
//!    same goals and its output stays a new one.
//! 4. A variant returns, with an output of no test before it. If these are too few, neighbours with
//!    earlier outputs follow. The first have another output than the test beside them.
//! 5. A suite has [`FEWEST`] variants, and one more for every [`GOALS`] goals, at most [`MOST`].
//!    None has more than [`MOST_VALUES`] values, or a text longer than [`LONGEST_TEXT`], so that it
//!    stays readable.

use super::{outputs, plain, readable, trial::Trial, values, wording, Candidate};
use crate::evaluation::problem::Ending;
use crate::operator::inputs::Inputs;
use crate::operator::places::Places;
use sbst_model::messages::ValueSource;
use sbst_model::{Shape, TestCase};
use std::collections::BTreeSet;

/// Granted executions: most of the tests have an earlier output.
pub(super) const EXECUTIONS: u64 = 384;
/// Variants of a function without conditions.
const FEWEST: usize = 4;
/// Goals of a suite per further variant.
const GOALS: usize = 2;
/// The most variants of one function: each is compiled, and most are not written.
const MOST: usize = 8;
/// The most values in a variant.
const MOST_VALUES: usize = 16;
/// The most characters of a text in a variant.
const LONGEST_TEXT: usize = 24;

/// The number of first sources, whose values stay.
const WRITTEN: usize = 2;
/// Executions granted to make a variant smaller.
const SMALLER: u64 = 128;
/// The most phrases of one text.
const PHRASES: usize = 8;

/// Returns variants of a suite. `found` are the tests of the search.
pub(super) fn find(
    suite: &[Candidate],
    found: &[TestCase],
    inputs: &Inputs,
    trial: &mut Trial<'_>,
    without: &[ValueSource],
) -> Vec<Candidate> {
    let own: Vec<TestCase> = suite.iter().map(|candidate| candidate.test.clone()).collect();
    let mut outputs: BTreeSet<u64> = BTreeSet::new();
    outputs.extend(own.iter().filter_map(|test| Some(trial.output(test)?.fingerprint)));
    let goals: usize = suite.iter().map(|candidate| candidate.goals.len()).sum();
    let most = (FEWEST + goals / GOALS).min(MOST);
    let drawn = outputs::drawn(inputs, without);
    let drawn = drawn.iter().flat_map(|test| outputs::linked(inputs, test)).chain(drawn.iter().cloned());
    let is_read = |test: &TestCase| is_short(test, inputs);
    let tame = |test| readable::with_readable_numbers(test, inputs);
    let found = outputs::sorted(found.iter().cloned().map(tame));
    let beside = neighbours(&own, inputs).into_iter().map(|neighbour| neighbour.test).collect();
    let sources = [beside, phrases(&own, inputs), found, outputs::sorted(drawn)];
    let mut sources = sources.map(|tests| tests.into_iter().filter(is_read).collect::<Vec<_>>().into_iter());
    let mut variants: Vec<Candidate> = Vec::new();
    let mut is_left = true;
    while is_left && variants.len() < most && trial.is_open() {
        is_left = false;
        for (number, source) in sources.iter_mut().enumerate() {
            let mut next = source.find_map(|test| variant(test, trial, &mut outputs));
            if let (Some(variant), true) = (&mut next, number >= WRITTEN) {
                make_plain(variant, inputs, trial, &mut outputs);
            }
            is_left |= next.is_some();
            variants.extend(next.filter(|_| variants.len() < most));
        }
    }
    let beside = neighbours(&own, inputs).into_iter().filter(|neighbour| is_read(&neighbour.test));
    fill(&mut variants, beside.collect(), most, trial);
    // Variants covered goals only to be made plain: the suite has tests for them.
    variants.iter_mut().for_each(|variant| variant.goals.clear());
    variants
}

/// Adds neighbours with earlier outputs (rule 4).
fn fill(variants: &mut Vec<Candidate>, neighbours: Vec<Neighbour>, most: usize, trial: &mut Trial<'_>) {
    let mut same = Vec::new();
    for Neighbour { test, origin } in neighbours {
        if variants.len() >= most {
            return;
        }
        if variants.iter().any(|variant| variant.test == test) {
            continue;
        }
        let outputs = [&test, &origin].map(|test| trial.output(test).map(|output| output.fingerprint));
        match outputs {
            [Some(own), Some(other)] if own != other => variants.push(Candidate::new(test)),
            [Some(_), _] => same.push(test),
            _ => {}
        }
    }
    let left = most.saturating_sub(variants.len());
    variants.extend(same.into_iter().take(left).map(Candidate::new));
}

/// Rule 4.
fn variant(test: TestCase, trial: &mut Trial<'_>, outputs: &mut BTreeSet<u64>) -> Option<Candidate> {
    let output = trial.output(&test)?;
    if !outputs.insert(output.fingerprint) {
        return None;
    }
    let execution = trial.run(&test).filter(|execution| execution.ending == Ending::Returned)?;
    let covered = execution.reached.iter().filter(|(_, distance)| distance.is_zero());
    let goals = covered.map(|(goal, _)| *goal).collect();
    Some(Candidate { goals, class: Some(output.class), ..Candidate::new(test) })
}

/// Makes the values of a variant small and plain, as long as its output is new.
fn make_plain(variant: &mut Candidate, inputs: &Inputs, trial: &mut Trial<'_>, outputs: &mut BTreeSet<u64>) {
    trial.grant(SMALLER + plain::EXECUTIONS + plain::FAULTS);
    let own = trial.output(&variant.test).map(|output| output.fingerprint);
    variant.known = Some(outputs.iter().copied().filter(|known| Some(*known) != own).collect());
    values::simplify(std::slice::from_mut(variant), inputs, trial, &|_| false);
    plain::make_plain(std::slice::from_mut(variant), inputs, trial, &|_| false);
    variant.known = None;
    outputs.extend(trial.output(&variant.test).map(|output| output.fingerprint));
}

/// Rule 5.
pub(super) fn is_short(test: &TestCase, inputs: &Inputs) -> bool {
    let mut places = Places::default();
    places.find(&inputs.parameters, test);
    places.leaves.len() <= MOST_VALUES
        && places.leaves.iter().all(|place| match place.shape {
            Shape::Text(_) => test.text(place.node).chars().count() <= LONGEST_TEXT,
            _ => true,
        })
}

/// A test beside a test of the suite.
struct Neighbour {
    test: TestCase,
    origin: TestCase,
}

/// Rule 1.
fn neighbours(suite: &[TestCase], inputs: &Inputs) -> Vec<Neighbour> {
    let integers = |test: &TestCase| readable::integers(test, inputs);
    let mut neighbours = Vec::new();
    for test in suite {
        let mut places = Places::default();
        places.find(&inputs.parameters, test);
        for place in &places.leaves {
            let Shape::Text(shape) = place.shape else { continue };
            let increased = increased(test.text(place.node));
            if wording::is_text_of(&increased, shape) && increased != test.text(place.node) {
                let mut neighbour = test.clone();
                neighbour.set_text(place.node, &increased);
                neighbours.push(Neighbour { test: neighbour, origin: test.clone() });
            }
        }
        for (index, (place, shape)) in integers(test).into_iter().enumerate() {
            let own = shape.ordinal(test.integer(place.node));
            let of_others = suite.iter().filter_map(|other| {
                let (place, other_shape) = *integers(other).get(index)?;
                (other_shape == shape).then(|| shape.ordinal(other.integer(place.node)))
            });
            let beside =
                |ordinal: u128| [ordinal.checked_add(1), ordinal.checked_sub(1)].into_iter().flatten();
            for ordinal in [own].into_iter().chain(of_others).flat_map(beside) {
                if ordinal != own && shape.allows(ordinal) {
                    let mut neighbour = test.clone();
                    neighbour.set_integer(place.node, shape.value(ordinal));
                    neighbours.push(Neighbour { test: neighbour, origin: test.clone() });
                }
            }
        }
    }
    neighbours
}

/// Rule 2.
fn phrases(suite: &[TestCase], inputs: &Inputs) -> Vec<TestCase> {
    let literals =
        inputs.examples.iter().chain([&inputs.crate_literals]).flat_map(|literals| &literals.texts);
    let literals = literals.map(String::as_str).filter(|text| text.contains(char::is_alphabetic));
    let literals: Vec<&str> = literals.take(PHRASES).chain(wording::TYPED).collect();
    let mut phrases = Vec::new();
    for test in suite {
        let mut places = Places::default();
        places.find(&inputs.parameters, test);
        for place in &places.leaves {
            let Shape::Text(shape) = place.shape else { continue };
            let fits = |text: &&&str| wording::is_text_of(text, shape);
            let examples = plain::examples_of(inputs, test, *place);
            let texts = if examples.is_empty() { &literals } else { &examples };
            phrases.extend(texts.iter().take(PHRASES).filter(fits).map(|text| {
                let mut phrase = test.clone();
                phrase.set_text(place.node, text);
                phrase
            }));
        }
    }
    phrases
}

/// Returns a text in which the last digit of a number, except nine, is one more.
fn increased(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let is_last = |index: usize| !characters.get(index + 1).is_some_and(char::is_ascii_digit);
    let next = |(index, character): (usize, &char)| match character {
        '0'..='8' if is_last(index) => char::from(*character as u8 + 1),
        _ => *character,
    };
    characters.iter().enumerate().map(next).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_a_text_become_one_more() {
        assert_eq!(increased("0us"), "1us");
        assert_eq!(increased("12h 9m"), "13h 9m");
        assert_eq!(increased("a"), "a");
    }
}
