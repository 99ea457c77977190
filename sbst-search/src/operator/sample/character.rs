//! Drawing characters.

use super::unicode;
use crate::operator::{pool::Pool, random::Random};
use sbst_model::shape::Alphabet;

/// Draws per literal, if any.
const LITERAL: u64 = 3;
/// Characters with a special role in programs.
const SPECIALS: [char; 12] = [' ', '\t', '\n', '\r', '\0', '"', '\\', '-', '.', ',', '/', '_'];
/// The greatest size of an alphabet with equally likely characters: letters, digits and two more.
/// In a larger one, some characters matter more.
const SMALL: u32 = 64;
/// Preferred characters tried for one in the alphabet, before any is taken.
const TRIES: u32 = 4;

/// Draws a character. A third are literals, if any. Most of the rest are printable ASCII, which
/// programs test for, unless the alphabet is small.
pub(crate) fn sample(alphabet: &Alphabet, random: &mut Random, pool: &Pool) -> char {
    let all = alphabet.is_all();
    if random.one_in(LITERAL) && pool.has_characters() {
        let literal = pool.character(random);
        if all {
            return literal;
        }
        if let Some(fitting) = fitting(alphabet, literal) {
            return fitting;
        }
    }
    if all {
        preferred(random, pool)
    } else {
        restricted(alphabet, random, pool)
    }
}

fn restricted(alphabet: &Alphabet, random: &mut Random, pool: &Pool) -> char {
    let tries = if alphabet.len() > SMALL { TRIES } else { 0 };
    let mut preferred = (0..tries).map(|_| preferred(random, pool));
    match preferred.find(|&character| alphabet.contains(character)) {
        Some(character) => character,
        None => alphabet.at(random.below(u64::from(alphabet.len())) as u32),
    }
}

fn preferred(random: &mut Random, pool: &Pool) -> char {
    match random.below(32) {
        0..=3 => within('0', '9', random),
        4..=8 => within('a', 'z', random),
        9..=11 => within('A', 'Z', random),
        12..=14 if pool.special_values => *random.pick(&SPECIALS),
        15 => within('\0', '\u{ff}', random),
        16 if pool.special_values && random.coin() => *random.pick(&unicode::MEMBERS),
        16 if random.coin() => any(random),
        _ => within(' ', '~', random),
    }
}

/// Returns a literal as a character of the alphabet, in the other case if necessary.
pub(crate) fn fitting(alphabet: &Alphabet, literal: char) -> Option<char> {
    let other_case = if literal.is_ascii_alphabetic() { char::from(literal as u8 ^ 0x20) } else { literal };
    [literal, other_case].into_iter().find(|&character| alphabet.contains(character))
}

fn any(random: &mut Random) -> char {
    let (first, last) = *random.pick(&unicode::LENGTHS);
    within(first, last, random)
}

fn within(first: char, last: char, random: &mut Random) -> char {
    let (first, last) = (u32::from(first), u32::from(last));
    nearest(i64::from(first) + random.below(u64::from(last - first) + 1) as i64)
}

/// Returns the character with this scalar value, or the nearest: before or after the surrogates.
pub fn nearest(scalar: i64) -> char {
    const GAP: std::ops::Range<i64> = 0xd800..0xe000;
    let scalar = if GAP.contains(&scalar) {
        if scalar < (GAP.start + GAP.end) / 2 {
            GAP.start - 1
        } else {
            GAP.end
        }
    } else {
        scalar.clamp(0, i64::from(u32::from(char::MAX)))
    };
    char::from_u32(scalar as u32).expect("surrogates are stepped over")
}
