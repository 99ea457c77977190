//! Changing characters and texts.
//!
//! Texts are compared from the left, so a common beginning must stay while the rest changes. Single
//! characters change in small steps, and texts grow and shrink mostly at the end (Arcuri,
//! EvoMaster's `StringGene`).
//!
//! Characters change along their alphabet. A text that would become too short gets new characters
//! at its end. A text of a fixed length loses one character at its end per inserted one.
//!
//! In the grammar mode, a [token] is sometimes written in another class of characters.

use super::token;
use crate::operator::sample::character::{fitting, nearest, sample};
use crate::operator::sample::text::{fit_alphabet, fit_length, literal, number, run, sample as draw};
use crate::operator::{pool::Pool, random::Random};
use sbst_model::shape::{Alphabet, Text};

/// Bits of a step between characters: ASCII is 7 bits wide.
const CHARACTER_BITS: u64 = 7;
/// Chance of one more character in a run: 1.5 on average.
const CONTINUE: f64 = 1.0 / 3.0;
/// Insertions per number, in the grammar mode.
const NUMBER: u64 = 8;
/// Changes per rewritten token, in the grammar mode: the classes are few, and local search finds
/// missing ones.
const RETYPE: u64 = 32;
/// The most characters inserted, removed or repeated at once.
const RUN: usize = 16;

/// Returns another character, mostly.
pub(crate) fn change_character(
    alphabet: &Alphabet,
    character: char,
    random: &mut Random,
    pool: &Pool,
) -> char {
    let direction = if random.coin() { 1 } else { -1 };
    match random.below(8) {
        0 | 1 => moved(alphabet, character, direction),
        2..=4 => moved(alphabet, character, direction << random.below(CHARACTER_BITS)),
        5 if character.is_ascii_alphabetic() => {
            let other_case = char::from(character as u8 ^ 0x20);
            fitting(alphabet, other_case).unwrap_or(character)
        }
        _ => sample(alphabet, random, pool),
    }
}

/// Moves by this number of characters in the alphabet; past an end, the other way, or else to the
/// end.
fn moved(alphabet: &Alphabet, character: char, by: i64) -> char {
    if alphabet.is_all() {
        return nearest(i64::from(u32::from(character)) + by);
    }
    let index = i64::from(alphabet.index(character).unwrap_or(0));
    let last = i64::from(alphabet.len()) - 1;
    let mut candidates = [index + by, index - by].into_iter();
    let moved = candidates.find(|candidate| (0..=last).contains(candidate)).unwrap_or(index + by);
    alphabet.at(moved.clamp(0, last) as u32)
}

pub(crate) fn change(text: &Text, characters: &mut Vec<char>, random: &mut Random, pool: &Pool) {
    change_some(text, characters, random, pool);
    fit_length(text, characters, random, pool);
}

fn change_some(text: &Text, characters: &mut Vec<char>, random: &mut Random, pool: &Pool) {
    let fixed = text.shortest == text.longest;
    let room = if fixed { text.longest } else { text.longest.saturating_sub(characters.len()) };
    if characters.is_empty() {
        grow(text, characters, 0, room, random, pool);
        return;
    }
    if pool.grammar && random.one_in(RETYPE) {
        retype(text, characters, random);
        return;
    }
    let at = random.index(characters.len());
    match random.below(16) {
        0..=5 => characters[at] = change_character(&text.alphabet, characters[at], random, pool),
        6 => {
            let end = (at + 1 + random.geometric(CONTINUE, RUN)).min(characters.len());
            for character in &mut characters[at..end] {
                *character = sample(&text.alphabet, random, pool);
            }
        }
        7 | 8 => remove(characters, at, random),
        9 => characters.truncate(characters.len() - 1),
        10 | 11 => grow(text, characters, characters.len(), room, random, pool),
        12 | 13 => {
            let at = random.index(characters.len() + 1);
            grow(text, characters, at, room, random, pool);
        }
        14 => repeat(characters, at, room, random),
        _ if random.coin() => {
            let other = random.index(characters.len());
            characters.swap(at, other);
        }
        _ => draw(text, characters, random, pool),
    }
}

/// Inserts a run of new characters, or a literal, before `at`.
fn grow(text: &Text, characters: &mut Vec<char>, at: usize, room: usize, random: &mut Random, pool: &Pool) {
    let before = characters.len();
    if pool.grammar && random.one_in(NUMBER) {
        number::write(characters, random, pool);
        fit_alphabet(text, characters);
        characters.truncate(before + room);
    } else if pool.has_texts() && random.one_in(3) {
        literal(text, characters, room, random, pool);
    } else {
        run(text, characters, (1 + random.geometric(CONTINUE, RUN)).min(room), random, pool);
    }
    let added = characters.len() - before;
    characters[at..].rotate_right(added);
}

/// Writes a random token in a random class.
fn retype(text: &Text, characters: &mut Vec<char>, random: &mut Random) {
    let count = token::tokens(characters).count();
    if count > 0 {
        let token = token::tokens(characters).nth(random.index(count)).expect("the index is below the count");
        let class = *random.pick(&token::Class::ALL);
        token::retype(&text.alphabet, characters, token, class, random);
    }
}

fn remove(characters: &mut Vec<char>, at: usize, random: &mut Random) {
    let end = (at + 1 + random.geometric(CONTINUE, RUN)).min(characters.len());
    characters.drain(at..end);
}

/// Repeats a run after itself.
fn repeat(characters: &mut Vec<char>, at: usize, room: usize, random: &mut Random) {
    let length = (1 + random.geometric(CONTINUE, RUN)).min(characters.len() - at).min(room);
    characters.extend_from_within(at..at + length);
    characters[at + length..].rotate_right(length);
}
