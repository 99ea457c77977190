//! Drawing and changing numbers, characters and texts as in the [notebook](super).

use sbst_model::shape::{Alphabet, Float, Integer, Text};
use sbst_model::{Shape, TestCase};
use sbst_search::operator::places::Place;
use sbst_search::operator::random::Random;
use sbst_search::operator::sample::character::nearest;
use sbst_search::operator::Scratch;

/// The characters of a random text: from the blank to the tilde.
const PRINTABLE: std::ops::Range<u32> = 32..127;
/// The number of characters in a random text, and the limit of insertion (`string_length`).
pub(super) const STRING_LENGTH: usize = 10;
/// The probability of a Gaussian step of a number; otherwise it is redrawn.
pub(super) const GAUSSIAN: f64 = 0.9;
/// Deviation of the step of a number, as a part of MAX.
const NUMBER_DEVIATION: f64 = 0.01;
/// The deviation of a character's step, in scalar values, and the modulus of characters.
const CHARACTER_DEVIATION: f64 = 100.0;
const CHARACTERS: f64 = 65_536.0;
/// Probability of an insertion; of the k-th its k-th power.
pub(super) const ALPHA: f64 = 0.1;
/// MAX of floats without bounds: the greatest value in the notebook.
const FLOAT_MAX: f64 = 1_000_000.0;

pub(super) fn draw(place: Place, test: &mut TestCase, random: &mut Random, scratch: &mut Scratch) {
    let node = place.node;
    match place.shape {
        Shape::Bool => test.set_payload(node, u64::from(random.coin())),
        Shape::Char(alphabet) => set_character(node, draw_character(alphabet, random), test),
        Shape::Integer(integer) => test.set_integer(node, integer.value(draw_integer(integer, random))),
        Shape::Float(float) => test.set_payload(node, draw_float(float, random).to_bits()),
        Shape::Text(text) => {
            scratch.characters.clear();
            for _ in 0..string_length(text) {
                scratch.characters.push(draw_character(&text.alphabet, random));
            }
            set_text(node, scratch, test);
        }
        Shape::Sequence(_) | Shape::Product(_) | Shape::Sum(_) | Shape::Wrapper(_) | Shape::Argument(_) => {
            unreachable!("these are no leaves")
        }
    }
}

pub(super) fn change(
    place: Place,
    test: &mut TestCase,
    p_gaussian: f64,
    random: &mut Random,
    scratch: &mut Scratch,
) {
    let node = place.node;
    let payload = test.nodes()[node].payload;
    match place.shape {
        Shape::Bool => test.set_payload(node, 1 - payload),
        Shape::Char(alphabet) => {
            set_character(node, change_character(nearest(payload as i64), alphabet, random), test);
        }
        Shape::Integer(integer) => {
            let changed = if random.chance(p_gaussian) {
                step_integer(integer, test.integer(node), random)
            } else {
                draw_integer(integer, random)
            };
            test.set_integer(node, integer.value(changed));
        }
        Shape::Float(float) => {
            let changed = if random.chance(p_gaussian) {
                step_float(float, f64::from_bits(payload), random)
            } else {
                draw_float(float, random)
            };
            test.set_payload(node, changed.to_bits());
        }
        Shape::Text(text) => {
            scratch.characters.clear();
            scratch.characters.extend(test.text(node).chars());
            change_text(text, &mut scratch.characters, random);
            set_text(node, scratch, test);
        }
        Shape::Sequence(_) | Shape::Product(_) | Shape::Sum(_) | Shape::Wrapper(_) | Shape::Argument(_) => {
            unreachable!("these are no leaves")
        }
    }
}

fn set_character(node: usize, character: char, test: &mut TestCase) {
    test.set_payload(node, u64::from(u32::from(character)));
}

fn set_text(node: usize, scratch: &mut Scratch, test: &mut TestCase) {
    scratch.text.clear();
    scratch.text.extend(scratch.characters.iter());
    test.set_text(node, &scratch.text);
}

fn draw_integer(integer: &Integer, random: &mut Random) -> u128 {
    integer.clamp(integer.lowest + random.up_to(integer.highest - integer.lowest))
}

/// The value in `f64`, as in Python.
fn step_integer(integer: &Integer, value: u128, random: &mut Random) -> u128 {
    let number = |value: u128| if integer.signed { value as i128 as f64 } else { value as f64 };
    let ends = [integer.lowest, integer.highest].map(|ordinal| number(integer.value(ordinal)).abs());
    let stepped = gauss(number(value), ends[0].max(ends[1]) * NUMBER_DEVIATION, random);
    if stepped < 0.0 {
        integer.nearest(stepped as i128 as u128, stepped <= -1.0)
    } else {
        integer.nearest(stepped as u128, false)
    }
}

fn ends(float: &Float) -> (f64, f64) {
    let (lowest, highest) = (float.lowest, float.highest);
    let lowest = if lowest.is_finite() { lowest } else { highest.min(0.0) - FLOAT_MAX };
    let highest = if highest.is_finite() { highest } else { lowest.max(0.0) + FLOAT_MAX };
    (lowest, highest)
}

fn draw_float(float: &Float, random: &mut Random) -> f64 {
    let (lowest, highest) = ends(float);
    // Half of the range at a time: the result is finite even if the range is infinite.
    float.nearest(lowest + 2.0 * (random.unit() * (highest / 2.0 - lowest / 2.0)))
}

fn step_float(float: &Float, value: f64, random: &mut Random) -> f64 {
    let (lowest, highest) = ends(float);
    float.nearest(gauss(value, lowest.abs().max(highest.abs()) * NUMBER_DEVIATION, random))
}

fn draw_character(alphabet: &Alphabet, random: &mut Random) -> char {
    let printable = PRINTABLE.start + random.below(u64::from(PRINTABLE.end - PRINTABLE.start)) as u32;
    let printable = nearest(i64::from(printable));
    if alphabet.contains(printable) {
        printable
    } else {
        alphabet.at(random.below(u64::from(alphabet.len())) as u32)
    }
}

fn change_character(character: char, alphabet: &Alphabet, random: &mut Random) -> char {
    let stepped = gauss(f64::from(u32::from(character)), CHARACTER_DEVIATION, random);
    alphabet.nearest(nearest(stepped.rem_euclid(CHARACTERS) as i64))
}

fn change_text(text: &Text, characters: &mut Vec<char>, random: &mut Random) {
    let p_mutate = if characters.is_empty() { 0.0 } else { 1.0 / characters.len() as f64 };
    let mut length = characters.len();
    characters.retain(|_| {
        let deleted = random.unit() <= p_mutate && length > text.shortest;
        length -= usize::from(deleted);
        !deleted
    });
    for character in characters.iter_mut() {
        if random.chance(p_mutate) {
            *character = change_character(*character, &text.alphabet, random);
        }
    }
    let mut p_insert = ALPHA;
    while random.chance(p_insert) && characters.len() < string_length(text) {
        p_insert *= ALPHA;
        let at = random.index(characters.len() + 1);
        characters.insert(at, draw_character(&text.alphabet, random));
    }
}

fn string_length(text: &Text) -> usize {
    STRING_LENGTH.clamp(text.shortest, text.longest)
}

fn gauss(mean: f64, deviation: f64, random: &mut Random) -> f64 {
    /// The step between two numbers from [`Random::gaussian`], filled because deviations may be
    /// large.
    const GRAIN: f64 = 1.0 / 65_536.0;
    mean + (random.gaussian() + (random.unit() - 0.5) * GRAIN) * deviation
}
