//! The slots of a test case, the variables of symbolic execution: its integers, booleans and
//! characters, and the lengths of its texts and sequences.
//!
//! 1. First come the values, in their order. Each character of a text is a slot.
//! 2. An ASCII character of a text is a slot of 8 bits, and stays ASCII: code reads it as a byte or
//!    as a character. Any other character has 32 bits.
//! 3. Then come the variable lengths, in characters or elements. Sets and maps have none, because
//!    they may be smaller than their sequences; neither have the calls of an object.
//! 4. Then come the characters of a longer text after its end, up to `MOST_ABSENT`.
//! 5. A value not allowed by its shape is replaced by the nearest allowed one, so that the result
//!    conforms. A text or sequence that grows gets the simplest characters or elements.

use sbst_model::shape::{Distinct, Sequence, Text};
use sbst_model::slot::{Length, Slot, SlotKind};
use sbst_model::{Shape, TestCase};
use sbst_search::operator::enumeration;
use sbst_search::operator::places::{Place, Places};
use sbst_search::operator::recursion::Recursion;

/// The most slots after the end of a text: for a long literal, or the digits of a number.
const MOST_ABSENT: usize = 24;

/// Returns the slots of a test case with these parameters.
///
/// ```
/// use sbst_algorithms::slots::{slots, with_values};
/// use sbst_model::{shape::Integer, NodeKind, Shape, TestCase};
///
/// static U8: Shape = Shape::Integer(Integer::all("u8", 8, false));
/// let mut test = TestCase::new();
/// test.open(NodeKind::Statement, 0);
/// test.leaf(NodeKind::Integer, 7);
/// test.close(0);
/// let found = slots(&[&U8], &test);
/// assert_eq!((found.len(), found[0].node, found[0].value), (1, 1, 7));
/// assert_eq!(with_values(&[&U8], &test, [(0, 9)]).integer(1), 9);
/// ```
pub fn slots(parameters: &[&'static Shape], test: &TestCase) -> Vec<Slot> {
    let mut places = Places::default();
    places.find(parameters, test);
    let mut slots = Vec::new();
    for place in &places.leaves {
        push_values(place, test, &mut slots);
    }
    let mut lengths: Vec<(Place, Length)> = Vec::new();
    for place in places.leaves.iter().chain(&places.structures) {
        let length = match place.shape {
            Shape::Text(text) => length_of_text(place, text, &slots),
            Shape::Sequence(sequence) => length_of_sequence(place, sequence, test, &slots),
            _ => None,
        };
        lengths.extend(length.map(|length| (*place, length)));
    }
    let mut absent = slots.len() + lengths.len();
    for (place, length) in &mut lengths {
        let value = count_parts(place, test);
        let more = if length.is_text { length.longest.saturating_sub(value).min(MOST_ABSENT) } else { 0 };
        length.absent = (absent, more);
        absent += more;
        slots.push(Slot {
            node: place.node,
            character: None,
            kind: SlotKind::Length(*length),
            value: value as u128,
        });
    }
    for (place, length) in &lengths {
        let Shape::Text(text) = place.shape else { continue };
        let value = u32::from(enumeration::simplest_character(&text.alphabet)).into();
        let present = count_parts(place, test);
        slots.extend((0..length.absent.1).map(|index| Slot {
            node: place.node,
            character: Some(present + index),
            kind: SlotKind::Absent,
            value,
        }));
    }
    slots
}

/// Rules 1 and 2.
fn push_values(place: &Place, test: &TestCase, slots: &mut Vec<Slot>) {
    let node = place.node;
    let payload = test.nodes()[node].payload;
    let mut push = |kind, value| slots.push(Slot { node, character: None, kind, value });
    match place.shape {
        Shape::Bool => push(SlotKind::Boolean, u128::from(payload & 1)),
        Shape::Integer(integer) => {
            let value = test.integer(node) & (u128::MAX >> (128 - integer.bits));
            push(SlotKind::Integer(integer.bits), value);
        }
        Shape::Char(_) => push(SlotKind::Character, payload.into()),
        Shape::Text(_) => {
            slots.extend(test.text(node).chars().enumerate().map(|(index, character)| {
                let kind = if character.is_ascii() { SlotKind::Ascii } else { SlotKind::Character };
                Slot { node, character: Some(index), kind, value: u32::from(character).into() }
            }));
        }
        _ => {}
    }
}

fn length_of_text(place: &Place, text: &Text, slots: &[Slot]) -> Option<Length> {
    let first = slots.iter().position(|slot| slot.node == place.node);
    let Text { shortest, longest, .. } = *text;
    (shortest < longest).then_some(Length { first, absent: (0, 0), shortest, longest, is_text: true })
}

/// Rule 3.
fn length_of_sequence(place: &Place, sequence: &Sequence, test: &TestCase, slots: &[Slot]) -> Option<Length> {
    let Sequence { shortest, longest, distinct, .. } = *sequence;
    // Calls become statements, and have no template.
    if shortest == longest || distinct != Distinct::Nothing || sequence.template.is_empty() {
        return None;
    }
    let inside = test.subtree(place.node);
    let is_plain = matches!((sequence.element)().value_shape(), Shape::Integer(_) | Shape::Char(_));
    let count = slots.iter().filter(|slot| inside.contains(&slot.node)).count();
    let is_plain = is_plain && count == test.children(place.node).count();
    let first = slots.iter().position(|slot| is_plain && inside.contains(&slot.node));
    Some(Length { first, absent: (0, 0), shortest, longest, is_text: false })
}

fn count_parts(place: &Place, test: &TestCase) -> usize {
    match place.shape {
        Shape::Text(_) => test.text(place.node).chars().count(),
        _ => test.children(place.node).count(),
    }
}

/// Returns `test` with other values in some of its slots, each by its index (rule 5).
pub fn with_values(
    parameters: &[&'static Shape],
    test: &TestCase,
    values: impl IntoIterator<Item = (usize, u128)>,
) -> TestCase {
    let mut places = Places::default();
    places.find(parameters, test);
    let slots = slots(parameters, test);
    let mut written = test.clone();
    let mut values: Vec<(&Slot, u128)> =
        values.into_iter().filter_map(|(index, value)| Some((slots.get(index)?, value))).collect();
    // A text gets its length before its characters, and a sequence after all later slots.
    values.sort_by_key(|(slot, _)| !matches!(slot.kind, SlotKind::Length(Length { is_text: true, .. })));
    for (slot, value) in &values {
        let place = places.leaves.iter().find(|place| place.node == slot.node);
        match (place.map(|place| place.shape), slot.character) {
            (Some(Shape::Bool), _) => written.set_payload(slot.node, *value as u64 & 1),
            (Some(Shape::Integer(integer)), _) => {
                let ordinal = integer.clamp(integer.ordinal(*value));
                written.set_integer(slot.node, integer.value(ordinal));
            }
            (Some(Shape::Char(alphabet)), _) => {
                let nearest = alphabet.nearest(character(*value));
                written.set_payload(slot.node, u32::from(nearest).into());
            }
            (Some(Shape::Text(text)), Some(index)) => {
                let nearest = text.alphabet.nearest(character(*value));
                let of_slot = |(at, old)| if at == index { nearest } else { old };
                let changed: String = written.text(slot.node).chars().enumerate().map(of_slot).collect();
                written.set_text(slot.node, &changed);
            }
            (Some(Shape::Text(text)), None) => {
                let length = (*value as usize).clamp(text.shortest, text.longest);
                let filler = std::iter::repeat(enumeration::simplest_character(&text.alphabet));
                let changed: String = written.text(slot.node).chars().chain(filler).take(length).collect();
                written.set_text(slot.node, &changed);
            }
            _ => {}
        }
    }
    values.sort_by_key(|(slot, _)| std::cmp::Reverse(slot.node));
    for (slot, value) in values {
        let place = places.structures.iter().find(|place| place.node == slot.node);
        if let (Some(Shape::Sequence(sequence)), SlotKind::Length(_)) =
            (place.map(|place| place.shape), slot.kind)
        {
            set_length(&mut written, slot.node, sequence, value as usize);
        }
    }
    written
}

/// Cuts a sequence, or extends it by its simplest elements.
fn set_length(test: &mut TestCase, node: usize, sequence: &Sequence, length: usize) {
    let length = length.clamp(sequence.shortest, sequence.longest);
    let element = (sequence.element)();
    let mut simplest = TestCase::new();
    let mut found = test.children(node).count();
    if found < length {
        enumeration::push(element, u32::MAX, 0, &Recursion::from_shapes(&[element]), &mut simplest);
    }
    while found > length {
        found -= 1;
        test.remove_element(node, found);
    }
    while found < length {
        test.insert_element(node, found, &simplest);
        found += 1;
    }
}

/// Returns the character with this number, or the replacement character.
fn character(value: u128) -> char {
    u32::try_from(value).ok().and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sbst_model::shape::{Alphabet, Integer};
    use sbst_model::NodeKind;

    static DIGIT: Shape = Shape::Integer(Integer { highest: 9, ..Integer::all("u8", 8, false) });
    static SIGNED: Shape = Shape::Integer(Integer::all("i32", 32, true));
    static TEXT: Shape = Shape::Text(Text {
        template: "{0}",
        empty: None,
        shortest: 0,
        longest: 9,
        alphabet: Alphabet::from_ranges(&[('\0', char::MAX)]),
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
        let slots = slots(&PARAMETERS, &call());
        let found: Vec<_> = slots.iter().take(4).map(|slot| (slot.kind, slot.value)).collect();
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
        let values = [(0, 200), (1, u128::from(-5_i32 as u32)), (3, u128::from(b'z')), (99, 1)];
        let written = with_values(&PARAMETERS, &call(), values);
        assert_eq!(written.integer(1), 9);
        assert_eq!(written.integer(2) as i32, -5);
        assert_eq!(written.text(3), "az");
    }

    #[test]
    fn a_length_has_slots_for_characters_after_the_end() {
        let slots = slots(&PARAMETERS, &call());
        let SlotKind::Length(length) = slots[4].kind else { panic!("{:?}", slots[4]) };
        assert_eq!((slots[4].value, length.first, length.absent), (2, Some(2), (5, 7)));
        assert_eq!(slots[5].character, Some(2));
        assert_eq!(slots.len(), 12);
    }

    #[test]
    fn a_text_grows_and_is_cut() {
        let grown = with_values(&PARAMETERS, &call(), [(6, u128::from(b'x')), (4, 4)]);
        assert_eq!(grown.text(3), "aéax");
        let cut = with_values(&PARAMETERS, &call(), [(4, 1), (3, u128::from(b'z'))]);
        assert_eq!(cut.text(3), "a");
        assert_eq!(with_values(&PARAMETERS, &call(), [(4, 99)]).text(3).chars().count(), 9);
    }

    static NUMBERS: Shape = Shape::Sequence(Sequence {
        element: || &SIGNED,
        template: "vec![{0}]",
        empty: None,
        shortest: 0,
        longest: 5,
        distinct: Distinct::Nothing,
    });

    #[test]
    fn a_sequence_grows_by_simplest_elements_and_is_cut() {
        let mut test = TestCase::new();
        let call = test.open(NodeKind::Statement, 0);
        let numbers = test.open(NodeKind::Sequence, 2);
        test.leaf(NodeKind::Integer, 7);
        test.leaf(NodeKind::Integer, 8);
        test.close(numbers);
        test.push_text("ab");
        test.close(call);
        let parameters: [&'static Shape; 2] = [&NUMBERS, &TEXT];
        let slots = slots(&parameters, &test);
        let length = slots.iter().position(|slot| slot.node == numbers).unwrap();
        let written = |value| with_values(&parameters, &test, [(length, value), (1, 9)]);
        let elements = |test: &TestCase| {
            let nodes: Vec<usize> = test.children(1).collect();
            nodes.iter().map(|node| test.integer(*node)).collect::<Vec<_>>()
        };
        assert_eq!(elements(&written(4)), [7, 9, 0, 0]);
        assert_eq!(elements(&written(1)), [7]);
        assert_eq!(elements(&written(900)).len(), 5);
    }
}
