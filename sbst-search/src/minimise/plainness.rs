//! The order of plainness: the typical values if a goal leaves the choice.
//!
//! # Policy
//! 1. Numbers are 1, 2, 3 and so on; 0 and negative ones only if a goal needs them.
//! 2. Letters are a, b, c and so on, for characters, texts, and bytes in a slice. Empty texts and
//!    unprintable characters come last.
//! 3. Values of one test differ, numbers from numbers and letters from letters. A value equal to an
//!    earlier one becomes the next free one.
//! 4. Any other value stays as small as its goals allow: 6 for `x > 5`, and 128 beside 128.

use super::candidates::nearest;
use super::simplicity::integer_complexity;
use crate::operator::places::{Place, Places};
use crate::operator::sample::character;
use sbst_model::shape::{Alphabet, Float, Integer, Text};
use sbst_model::{Shape, TestCase};

/// The most steps from a value to the next free one.
const STEPS: u128 = 64;

/// The number of characters of one byte.
const LETTERS: u128 = 128;
/// The least number after the first ones in the order.
const FIRST: f64 = 10.0;

/// The shape of a byte in a list of bytes while its value is made plain.
static LETTER: Shape = Shape::Char(Alphabet::from_ranges(&[('\0', '\u{7f}')]));

/// Returns the leaves of a test. Bytes of a slice count as characters: `b"ab"` is plainer than
/// `&[1, 2]`. A vector is one of numbers.
pub(super) fn leaves(parameters: &[&'static Shape], test: &TestCase) -> Vec<Place> {
    let mut places = Places::default();
    places.find(parameters, test);
    let is_byte = |shape: &'static Shape| {
        matches!(shape.value_shape(), Shape::Integer(Integer { name: "u8", lowest: 0, highest: 0xff, .. }))
    };
    let is_list = |place: &&Place| match place.shape {
        Shape::Sequence(sequence) => {
            sequence.template.starts_with('&')
                && sequence.shortest < sequence.longest
                && is_byte((sequence.element)())
        }
        _ => false,
    };
    for list in places.structures.iter().filter(is_list) {
        let inside = test.subtree(list.node);
        let bytes = places.leaves.iter_mut().filter(|place| inside.contains(&place.node));
        let is_letter = |place: &&mut Place| test.integer(place.node) < LETTERS;
        bytes.filter(is_letter).for_each(|place| place.shape = &LETTER);
    }
    places.leaves
}

/// The part of a value that must differ from others.
#[derive(Clone, Debug, PartialEq)]
enum Value {
    Number(f64),
    Word(String),
}

/// The used values of a test, which others must differ from.
#[derive(Clone, Debug, Default)]
pub(super) struct Used(Vec<Value>);

impl Used {
    pub(super) fn from_leaves(test: &TestCase, leaves: &[Place]) -> Used {
        let mut used = Used::default();
        leaves.iter().for_each(|&place| {
            used.note(test, place);
        });
        used
    }

    /// Records the value of a leaf. False if it is not plain: one of the last in the order, or one
    /// of the first that another leaf already has.
    pub(super) fn note(&mut self, test: &TestCase, place: Place) -> bool {
        let Some(value) = value(test, place) else { return true };
        let is_last = match &value {
            Value::Number(number) => *number == 0.0,
            Value::Word(word) => word.chars().all(char::is_control),
        };
        let is_boundary = matches!(value, Value::Number(number) if number.abs() >= FIRST);
        let is_plain = !is_last && (is_boundary || self.is_free(&value));
        if is_plain {
            self.0.push(value);
        }
        is_plain
    }

    /// Writes the plainest free value to the leaves at `nodes`, which are like `place`. False
    /// without one.
    pub(super) fn write(&mut self, test: &mut TestCase, place: Place, nodes: &[usize]) -> bool {
        let written = match place.shape {
            Shape::Char(alphabet) => self.letter(alphabet, String::from).map(|letter| {
                nodes.iter().for_each(|&node| test.set_payload(node, u64::from(u32::from(letter))));
            }),
            Shape::Integer(integer) => self.integer(integer, parts(integer, test, place.node)).map(|value| {
                nodes.iter().for_each(|&node| test.set_integer(node, value));
            }),
            Shape::Float(float) => {
                self.float(*float, f64::from_bits(test.nodes()[place.node].payload)).map(|value| {
                    nodes.iter().for_each(|&node| test.set_payload(node, value.to_bits()));
                })
            }
            Shape::Text(text) => self.word(text, test.text(place.node)).map(|word| {
                nodes.iter().for_each(|&node| test.set_text(node, &word));
            }),
            _ => None,
        };
        written.is_some()
    }

    /// Returns the first free integer, from a magnitude on.
    fn integer(&mut self, integer: &Integer, (magnitude, negative): (u128, bool)) -> Option<u128> {
        let value = |number: u128| Value::Number(if negative { -(number as f64) } else { number as f64 });
        let numbers = (0..STEPS).filter_map(|step| magnitude.max(1).checked_add(step));
        let mut fitting = numbers.filter_map(|number| {
            let nearest = nearest(integer, number, negative);
            (integer_complexity(integer, nearest) == (number, negative)).then_some((number, nearest))
        });
        let (number, nearest) = fitting.find(|&(number, _)| self.is_free(&value(number)))?;
        self.0.push(value(number));
        Some(nearest)
    }

    /// Returns the first free float, from a value on by whole steps.
    fn float(&mut self, float: Float, from: f64) -> Option<f64> {
        let first = if from == 0.0 { 1.0 } else { from };
        let numbers = (0..STEPS).map(|step| first + step as f64 * first.signum());
        let mut fitting = numbers.filter(|&number| float.nearest(number) == number);
        let number = fitting.find(|&number| self.is_free(&Value::Number(number)))?;
        self.0.push(Value::Number(number));
        Some(number)
    }

    /// Returns a free word: a letter, or a typical word that ends with another letter.
    fn word(&mut self, text: &Text, known: &str) -> Option<String> {
        let known = known.trim_matches(char::is_control);
        let stem = known.trim_end_matches(char::is_alphabetic);
        let length = text.shortest.saturating_sub(stem.chars().count()).max(1);
        let word = |letter: char| stem.chars().chain(std::iter::repeat_n(letter, length)).collect();
        let letter = self.letter(&text.alphabet, word)?;
        let word: String = word(letter);
        (word.chars().count() <= text.longest).then_some(word)
    }

    /// Returns the first letter with a free word, and records it.
    fn letter(&mut self, alphabet: &Alphabet, word: impl Fn(char) -> String) -> Option<char> {
        let letter = ('a'..='z')
            .find(|&letter| alphabet.contains(letter) && self.is_free(&Value::Word(word(letter))))?;
        self.0.push(Value::Word(word(letter)));
        Some(letter)
    }

    fn is_free(&self, value: &Value) -> bool {
        !self.0.contains(value)
    }
}

/// True if the value of a leaf is one of the first in the order.
pub(super) fn is_first(test: &TestCase, place: Place) -> bool {
    match value(test, place) {
        Some(Value::Number(number)) => number.fract() == 0.0 && (1.0..FIRST).contains(&number),
        Some(Value::Word(word)) => matches!(word.as_bytes(), [b'a'..=b'z']),
        None => false,
    }
}

/// Writes the last value in the order, so that the next one written is the first free one.
pub(super) fn clear(test: &mut TestCase, place: Place, nodes: &[usize]) {
    for &node in nodes {
        match place.shape {
            Shape::Integer(_) => test.set_integer(node, 0),
            Shape::Text(_) => test.set_text(node, ""),
            Shape::Char(_) | Shape::Float(_) => test.set_payload(node, 0),
            _ => {}
        }
    }
}

/// Returns the value of a leaf, if it must differ from others.
fn value(test: &TestCase, place: Place) -> Option<Value> {
    let payload = test.nodes()[place.node].payload;
    match place.shape {
        Shape::Char(_) => Some(Value::Word(character::nearest(payload as i64).into())),
        Shape::Integer(integer) => {
            let (magnitude, negative) = parts(integer, test, place.node);
            Some(Value::Number(if negative { -(magnitude as f64) } else { magnitude as f64 }))
        }
        Shape::Float(_) => Some(Value::Number(f64::from_bits(payload))),
        Shape::Text(_) => Some(Value::Word(test.text(place.node).to_owned())),
        _ => None,
    }
}

/// Returns the magnitude of an integer, and true if it is negative.
fn parts(integer: &Integer, test: &TestCase, node: usize) -> (u128, bool) {
    integer_complexity(integer, integer.value(integer.ordinal(test.integer(node))))
}
