//! Drawing texts, as characters.
//!
//! # The grammar mode
//! Parsers accept words and numbers with separators. If the pool requests it, some texts are made
//! like that:
//! 1. *Tokens*: 2 to 4 pooled texts, numbers or characters with one separator between, or none.
//!    (Pynguin's token assembly solved parsers like that of "2h32m".)
//! 2. *Numbers*, because parsing a text has no gradient: integers on every scale and pooled ones.
//!    Some have a sign, a point or an exponent, and some are hexadecimal.

pub(crate) mod number;

use super::character;
use crate::operator::{pool::Pool, random::Random};
use sbst_model::shape::Text;

/// Chance of one more character: 5 on average, beyond the shortest.
const CONTINUE: f64 = 0.84;
/// Draws per text made of literals, if any: alone or with others.
const LITERAL: u64 = 4;
const ANOTHER_PIECE: f64 = 0.4;
/// Pieces per preceding character.
const SEPARATOR: u64 = 6;
/// The most pieces.
const PIECES: usize = 4;

/// Other draws per text in the grammar mode.
const GRAMMAR: u64 = 4;
/// The largest number of tokens, and the separators between them, as in Pynguin.
const TOKENS: usize = 4;
const SEPARATORS: [char; 5] = [' ', ',', ':', '-', '.'];

pub(crate) fn sample(text: &Text, characters: &mut Vec<char>, random: &mut Random, pool: &Pool) {
    characters.clear();
    if random.one_in(LITERAL) && pool.has_texts() {
        literals(text, characters, random, pool);
    } else if pool.grammar && random.one_in(GRAMMAR) {
        if random.coin() {
            number::write(characters, random, pool);
        } else {
            tokens(text, characters, random, pool);
        }
        fit_alphabet(text, characters);
    } else {
        let more = random.geometric(CONTINUE, text.longest - text.shortest);
        run(text, characters, text.shortest + more, random, pool);
    }
    fit_length(text, characters, random, pool);
}

/// Draws words, numbers and characters with a separator.
fn tokens(text: &Text, characters: &mut Vec<char>, random: &mut Random, pool: &Pool) {
    let separator = match random.below(SEPARATORS.len() as u64 + 2) as usize {
        0 => None,
        1 if pool.has_characters() => Some(pool.character(random)),
        1 => None,
        index => Some(SEPARATORS[index - 2]),
    };
    for token in 0..2 + random.index(TOKENS - 1) {
        if token > 0 {
            characters.extend(separator);
        }
        match random.below(4) {
            0 | 1 if pool.has_texts() => characters.extend(pool.text(random).chars()),
            2 => number::write(characters, random, pool),
            _ => characters.push(character::sample(&text.alphabet, random, pool)),
        }
    }
}

pub(crate) fn fit_alphabet(text: &Text, characters: &mut Vec<char>) {
    if !text.alphabet.is_all() {
        characters.retain_mut(|character| match character::fitting(&text.alphabet, *character) {
            Some(fitting) => {
                *character = fitting;
                true
            }
            None => false,
        });
    }
}

/// Cuts off the end, or pads it.
pub(crate) fn fit_length(text: &Text, characters: &mut Vec<char>, random: &mut Random, pool: &Pool) {
    characters.truncate(text.longest);
    let missing = text.shortest.saturating_sub(characters.len());
    run(text, characters, missing, random, pool);
}

pub(crate) fn run(text: &Text, characters: &mut Vec<char>, length: usize, random: &mut Random, pool: &Pool) {
    for _ in 0..length {
        characters.push(character::sample(&text.alphabet, random, pool));
    }
}

/// Appends literal texts, sometimes with characters between.
fn literals(text: &Text, characters: &mut Vec<char>, random: &mut Random, pool: &Pool) {
    for _ in 0..1 + random.geometric(ANOTHER_PIECE, PIECES) {
        if random.one_in(SEPARATOR) {
            run(text, characters, 1, random, pool);
        }
        literal(text, characters, usize::MAX, random, pool);
    }
}

/// Appends a literal text, without characters outside of the alphabet, cut to `longest`.
pub(crate) fn literal(
    text: &Text,
    characters: &mut Vec<char>,
    longest: usize,
    random: &mut Random,
    pool: &Pool,
) {
    let literal = pool.text(random).chars();
    if text.alphabet.is_all() {
        characters.extend(literal.take(longest));
    } else {
        let fitting = literal.filter_map(|character| character::fitting(&text.alphabet, character));
        characters.extend(fitting.take(longest));
    }
}
