//! The variables of a test case, which a local search varies. Each value with an order is a
//! *variable*, whose values are numbered from 0. Texts and sequences are variables by their
//! lengths, and so are each character and each element.
//!
//! | value | positions |
//! |---|---|
//! | integer | its values, in order |
//! | boolean | false, true |
//! | character, and each of a text | the characters of the alphabet |
//! | float with a step | the multiples |
//! | float | whole numbers, then tenths, hundredths …; at last the representable values |
//! | length of a text | the last character is repeated, or the end is cut off |
//! | length of a sequence | the last element is repeated, or a distinct or first one drawn |
//! | variant of a sum | in no order: each is tried |
//!
//! Float precision follows Harman and McMinn, "A theoretical and empirical study of search-based
//! testing", TSE 2010, and EvoSuite. Length first, then each character: Fraser, Arcuri and McMinn,
//! "A memetic algorithm for whole test suite generation", JSS 2015.

mod floats;
#[cfg(test)]
mod laws;

use crate::operator::places::{Place, Places};
use crate::operator::sample::{LARGE, TALL};
use crate::operator::{sample::integer::skips_zero, Operators};
pub use floats::Scale;
use sbst_model::shape::{Distinct, Integer, Sequence, Text};
use sbst_model::{Shape, TestCase};

/// A part of a test case that can be moved.
#[derive(Clone, Copy, Debug)]
pub struct Variable {
    pub place: Place,
    pub part: Part,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Value,
    /// The length of a text or sequence.
    Length,
    Character(usize),
    Variant,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Positions {
    pub at: u128,
    /// The last one; the first is 0.
    pub highest: u128,
}

/// Finds the variables of `test` in the order of their values, replacing those in `variables`.
/// Lengths precede the elements.
pub fn find(operators: &Operators, test: &TestCase, places: &mut Places, variables: &mut Vec<Variable>) {
    places.find(&operators.parameters, test);
    variables.clear();
    let (mut leaves, mut structures) = (places.leaves.iter().peekable(), places.structures.iter().peekable());
    loop {
        let leaf_first = match (leaves.peek(), structures.peek()) {
            (Some(leaf), Some(structure)) => leaf.node < structure.node,
            (leaf, _) => leaf.is_some(),
        };
        let Some(&place) = (if leaf_first { leaves.next() } else { structures.next() }) else { return };
        let mut add = |part| variables.push(Variable { place, part });
        match place.shape {
            Shape::Text(text) => {
                if text.shortest < text.longest {
                    add(Part::Length);
                }
                (0..test.text(place.node).chars().count()).for_each(|index| add(Part::Character(index)));
            }
            Shape::Sequence(sequence) if sequence.shortest < sequence.longest => add(Part::Length),
            Shape::Sequence(_) => {}
            Shape::Sum(_) => add(Part::Variant),
            _ => add(Part::Value),
        }
    }
}

impl Variable {
    /// Returns the scales for moves, coarsest first.
    pub fn scales(&self) -> &'static [Scale] {
        match self.place.shape {
            Shape::Float(float) => Scale::for_float(float),
            _ => Scale::ONE,
        }
    }

    /// True if moving it changes the set of variables.
    pub(crate) fn is_structure(&self) -> bool {
        matches!(self.part, Part::Length | Part::Variant)
    }

    /// Returns its position in `test`; `None` if it cannot be moved on this scale.
    pub fn positions(&self, operators: &Operators, test: &TestCase, scale: Scale) -> Option<Positions> {
        let Place { node, shape, .. } = self.place;
        let payload = test.nodes()[node].payload;
        let positions = match (shape, self.part) {
            (Shape::Bool, _) => Positions { at: payload.into(), highest: 1 },
            (Shape::Char(alphabet), _) => Positions {
                at: alphabet.index(crate::operator::sample::character::nearest(payload as i64))?.into(),
                highest: u128::from(alphabet.len()) - 1,
            },
            (Shape::Integer(integer), _) => Positions {
                at: position(integer, integer.ordinal(test.integer(node))),
                highest: position(integer, integer.highest),
            },
            (Shape::Float(float), _) => scale.positions(float, f64::from_bits(payload))?,
            (Shape::Text(text), Part::Character(index)) => {
                let character = test.text(node).chars().nth(index)?;
                let at = text.alphabet.index(character)?;
                Positions { at: at.into(), highest: u128::from(text.alphabet.len()) - 1 }
            }
            (Shape::Text(text), _) => {
                let length = test.text(node).chars().count();
                Positions {
                    at: length.saturating_sub(text.shortest) as u128,
                    highest: (text.longest - text.shortest) as u128,
                }
            }
            (Shape::Sequence(sequence), _) => {
                let length = payload as usize;
                Positions {
                    at: length.saturating_sub(sequence.shortest) as u128,
                    highest: (self.longest(sequence, operators, test) - sequence.shortest) as u128,
                }
            }
            _ => return None,
        };
        (positions.highest > 0).then_some(positions)
    }

    /// Makes `moved` a copy of `test` with this variable at another position.
    pub fn set(
        &self,
        operators: &mut Operators,
        test: &TestCase,
        scale: Scale,
        to: u128,
        moved: &mut TestCase,
    ) {
        moved.clone_from(test);
        let node = self.place.node;
        match (self.place.shape, self.part) {
            (Shape::Bool, _) => moved.set_payload(node, to as u64),
            (Shape::Char(alphabet), _) => {
                moved.set_payload(node, u64::from(u32::from(alphabet.at(to as u32))))
            }
            (Shape::Integer(integer), _) => {
                moved.set_integer(node, integer.value(ordinal(integer, to)));
            }
            (Shape::Float(float), _) => {
                let value = scale.value(float, f64::from_bits(test.nodes()[node].payload), to);
                moved.set_payload(node, value.to_bits());
            }
            (Shape::Text(text), Part::Character(index)) => {
                let characters = &mut operators.scratch.characters;
                characters.clear();
                characters.extend(test.text(node).chars());
                characters[index] = text.alphabet.at(to as u32);
                set_characters(operators, node, moved);
            }
            (Shape::Text(text), _) => {
                operators.set_text_length(text, node, text.shortest + to as usize, moved);
            }
            (Shape::Sequence(sequence), _) => {
                operators.set_sequence_length(sequence, self.place, sequence.shortest + to as usize, moved);
            }
            _ => {}
        }
        operators.make_all_distinct(moved);
    }

    /// Returns the greatest length that makes the test no larger than a drawn one, or the present
    /// length.
    fn longest(&self, sequence: &Sequence, operators: &Operators, test: &TestCase) -> usize {
        let node = test.nodes()[self.place.node];
        let length = node.payload as usize;
        if self.place.depth >= TALL && operators.recursion.is_recursive(self.place.shape) {
            return length.max(sequence.shortest);
        }
        let each = (node.length as usize - 1).div_ceil(length.max(1)).max(1);
        let room = LARGE.saturating_sub(test.nodes().len()) / each;
        operators.recursion.longest(sequence).min(length + room).max(length).max(sequence.shortest)
    }
}

/// Returns the number of an allowed ordinal among the allowed ones.
fn position(integer: &Integer, ordinal: u128) -> u128 {
    let skipped = skips_zero(integer) && ordinal > integer.ordinal(0);
    ordinal.saturating_sub(integer.lowest) - u128::from(skipped)
}

fn ordinal(integer: &Integer, position: u128) -> u128 {
    let ordinal = integer.lowest + position;
    if skips_zero(integer) && ordinal >= integer.ordinal(0) {
        ordinal + 1
    } else {
        ordinal
    }
}

/// Replaces the text at `node` by the scratch characters.
pub(crate) fn set_characters(operators: &mut Operators, node: usize, test: &mut TestCase) {
    let scratch = &mut operators.scratch;
    scratch.text.clear();
    scratch.text.extend(scratch.characters.iter());
    test.set_text(node, &scratch.text);
}

impl Operators {
    fn set_text_length(&mut self, text: &Text, node: usize, length: usize, test: &mut TestCase) {
        let characters = &mut self.scratch.characters;
        characters.clear();
        characters.extend(test.text(node).chars());
        let last = characters.last().copied().unwrap_or_else(|| text.alphabet.nearest('a'));
        characters.resize(length, last);
        set_characters(self, node, test);
    }

    fn set_sequence_length(&mut self, sequence: &Sequence, place: Place, length: usize, test: &mut TestCase) {
        let node = place.node;
        let count = |test: &TestCase| test.nodes()[node].payload as usize;
        while count(test) > length {
            test.remove_element(node, count(test) - 1);
        }
        let mut element = self.scratch.take();
        while count(test) < length {
            let last = test.children(node).last();
            match last.filter(|_| sequence.distinct == Distinct::Nothing) {
                Some(last) => test.copy_subtree(last, &mut element),
                None => {
                    self.outside = test.nodes().len();
                    self.sample_value((sequence.element)(), place.depth + 1, &mut element);
                }
            }
            test.insert_element(node, count(test), &element);
        }
        self.scratch.give_back(element);
    }
}
