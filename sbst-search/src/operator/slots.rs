//! The slots of a test case: its integers and characters, which symbolic execution takes for
//! variables.
//!
//! 1. Slots are in the order of the values. Each character of a text is a slot.
//! 2. An ASCII character of a text is a slot of 8 bits, which stays ASCII: code looks at it as a
//!    byte or as a character. Any other character has 32 bits.
//! 3. A value that its shape does not allow is written as the nearest one that it does. So what is
//!    written conforms.

use crate::operator::places::Places;
use sbst_model::{Shape, TestCase};

/// An integer or a character of a test case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The node of the value.
    pub node: usize,
    /// The index of the character, in a text.
    pub character: Option<usize>,
    pub kind: SlotKind,
    /// The value, in two's complement of its width.
    pub value: u128,
}

/// The kind of a slot's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotKind {
    /// An integer of so many bits.
    Integer(u32),
    /// An ASCII character of a text (rule 2).
    Ascii,
    /// Any other character.
    Character,
}

impl SlotKind {
    /// The width in bits.
    pub fn width(self) -> u32 {
        match self {
            SlotKind::Integer(bits) => bits,
            SlotKind::Ascii => 8,
            SlotKind::Character => 32,
        }
    }
}

/// Returns the slots of a test case with these parameters.
pub fn slots(parameters: &[&'static Shape], test: &TestCase) -> Vec<Slot> {
    let mut places = Places::default();
    places.find(parameters, test);
    let mut slots = Vec::new();
    for place in &places.leaves {
        let node = place.node;
        let payload = test.nodes()[node].payload;
        match place.shape {
            Shape::Integer(integer) => {
                let value = test.integer(node) & (u128::MAX >> (128 - integer.bits));
                slots.push(Slot { node, character: None, kind: SlotKind::Integer(integer.bits), value });
            }
            Shape::Char(_) => {
                slots.push(Slot { node, character: None, kind: SlotKind::Character, value: payload.into() });
            }
            Shape::Text(_) => {
                slots.extend(test.text(node).chars().enumerate().map(|(index, character)| {
                    let kind = if character.is_ascii() { SlotKind::Ascii } else { SlotKind::Character };
                    Slot { node, character: Some(index), kind, value: u32::from(character).into() }
                }));
            }
            _ => {}
        }
    }
    slots
}

/// Returns `test` with other values in some of its slots, each by its index (rule 3).
pub fn with_values(
    parameters: &[&'static Shape],
    test: &TestCase,
    values: impl IntoIterator<Item = (usize, u128)>,
) -> TestCase {
    let mut places = Places::default();
    places.find(parameters, test);
    let slots = slots(parameters, test);
    let mut written = test.clone();
    for (index, value) in values {
        let Some(slot) = slots.get(index) else { continue };
        let place = places.leaves.iter().find(|place| place.node == slot.node);
        match (place.map(|place| place.shape), slot.character) {
            (Some(Shape::Integer(integer)), _) => {
                let ordinal = integer.clamp(integer.ordinal(value));
                written.set_integer(slot.node, integer.value(ordinal));
            }
            (Some(Shape::Char(alphabet)), _) => {
                let nearest = alphabet.nearest(character(value));
                written.set_payload(slot.node, u32::from(nearest).into());
            }
            (Some(Shape::Text(text)), Some(index)) => {
                let nearest = text.alphabet.nearest(character(value));
                let of_slot = |(at, old)| if at == index { nearest } else { old };
                let changed: String = written.text(slot.node).chars().enumerate().map(of_slot).collect();
                written.set_text(slot.node, &changed);
            }
            _ => {}
        }
    }
    written
}

/// Returns the character with this number; the replacement character if there is none.
fn character(value: u128) -> char {
    u32::try_from(value).ok().and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sbst_model::shape::{Alphabet, Integer, Text};
    use sbst_model::NodeKind;

    static DIGIT: Shape = Shape::Integer(Integer { highest: 9, ..Integer::all("u8", 8, false) });
    static SIGNED: Shape = Shape::Integer(Integer::all("i32", 32, true));
    static TEXT: Shape = Shape::Text(Text {
        template: "{0}",
        empty: None,
        shortest: 0,
        longest: 9,
        alphabet: Alphabet::of(&[('\0', char::MAX)]),
    });
    static PARAMETERS: [&Shape; 3] = [&DIGIT, &SIGNED, &TEXT];

    fn call() -> TestCase {
        let mut test = TestCase::new();
        let call = test.open(NodeKind::Statement, 0);
        test.leaf(NodeKind::Integer, 7);
        test.leaf(NodeKind::Integer, -2_i64 as u64);
        test.push_text("aé");
        test.close(call);
        test
    }

    #[test]
    fn every_integer_and_every_character_is_a_slot() {
        let found: Vec<_> = slots(&PARAMETERS, &call()).iter().map(|slot| (slot.kind, slot.value)).collect();
        let wanted = [
            (SlotKind::Integer(8), 7),
            (SlotKind::Integer(32), u128::from(-2_i32 as u32)),
            (SlotKind::Ascii, u128::from(b'a')),
            (SlotKind::Character, 0xE9),
        ];
        assert_eq!(found, wanted);
    }

    #[test]
    fn values_are_written_as_near_as_the_shapes_allow() {
        let values = [(0, 200), (1, u128::from(-5_i32 as u32)), (3, u128::from(b'z')), (9, 1)];
        let written = with_values(&PARAMETERS, &call(), values);
        assert_eq!(written.integer(1), 9);
        assert_eq!(written.integer(2) as i32, -5);
        assert_eq!(written.text(3), "az");
    }
}
