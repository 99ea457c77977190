//! Changing characters and texts.
//!
//! Texts are compared from the left, so a common beginning must be kept while the rest changes: single characters are
//! changed in small steps, and the end is where texts grow and shrink most (Arcuri, EvoMaster's `StringGene`).

use crate::pool::Pool;
use crate::sample::character::{nearest, sample};
use crate::sample::text::{run, sample as draw};
use crate::Random;
use sbst_model::shape::Text;

/// Steps between characters are powers of two below this one: ASCII is 7 bits wide.
const CHARACTER_BITS: u64 = 7;
/// Chance that a run is one character longer: 1.5 on average.
const CONTINUE: f64 = 1.0 / 3.0;
/// Characters that are inserted, removed or repeated at once, at most.
const RUN: usize = 16;

/// Another character, mostly.
pub(crate) fn change_character(character: char, random: &mut Random, pool: &Pool) -> char {
    let scalar = i64::from(u32::from(character));
    let direction = if random.coin() { 1 } else { -1 };
    match random.below(8) {
        0 | 1 => nearest(scalar + direction),
        2..=4 => nearest(scalar + (direction << random.below(CHARACTER_BITS))),
        5 if character.is_ascii_alphabetic() => char::from(character as u8 ^ 0x20),
        _ => sample(random, pool),
    }
}

/// Changes `characters` in one way.
pub(crate) fn change(text: &Text, characters: &mut Vec<char>, random: &mut Random, pool: &Pool) {
    let room = text.longest.saturating_sub(characters.len());
    if characters.is_empty() {
        grow(characters, 0, room, random, pool);
        return;
    }
    let at = random.index(characters.len());
    match random.below(16) {
        0..=5 => characters[at] = change_character(characters[at], random, pool),
        6 => {
            let end = (at + 1 + random.geometric(CONTINUE, RUN)).min(characters.len());
            for character in &mut characters[at..end] {
                *character = sample(random, pool);
            }
        }
        7 | 8 => remove(characters, at, random),
        9 => characters.truncate(characters.len() - 1),
        10 | 11 => grow(characters, characters.len(), room, random, pool),
        12 | 13 => {
            let at = random.index(characters.len() + 1);
            grow(characters, at, room, random, pool);
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
fn grow(characters: &mut Vec<char>, at: usize, room: usize, random: &mut Random, pool: &Pool) {
    let before = characters.len();
    if !pool.literals.texts.is_empty() && random.one_in(3) {
        characters.extend(random.pick(&pool.literals.texts).chars().take(room));
    } else {
        run(characters, (1 + random.geometric(CONTINUE, RUN)).min(room), random, pool);
    }
    let added = characters.len() - before;
    characters[at..].rotate_right(added);
}

/// Removes a run.
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
