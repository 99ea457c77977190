//! Drawing texts, as characters.
//!
//! # As grammars have them
//! Parsers accept words and numbers with separators. If the pool asks for it, some texts are made
//! like that:
//! 1. *Tokens*: 2 to 4 pooled texts, numbers or characters with the same separator between, or none
//!    (Pynguin's token assembly, which solved parsers like that of "2h32m").
//! 2. *Numbers*, because whether a text parses has no gradient: integers on every scale and pooled
//!    ones, some with a sign, a point or an exponent, some hexadecimal.

pub(crate) mod number;

use super::character;
use crate::operator::pool::Pool;
use crate::operator::random::Random;
use sbst_model::shape::Text;

/// Chance of one more character: 5 on average, beyond the shortest.
const CONTINUE: f64 = 0.84;
/// Once in how many draws a text is made of literals, if there are any: alone or with others.
const LITERAL: u64 = 4;
/// Chance of one more piece in those.
const ANOTHER_PIECE: f64 = 0.4;
/// Once in how many pieces a character comes before it.
const SEPARATOR: u64 = 6;
/// Pieces, at most.
const PIECES: usize = 4;

/// Once in how many draws of the rest a text is made as grammars have them, if so it shall be.
const GRAMMAR: u64 = 4;
/// The largest number of tokens, and the separators between them: Pynguin's.
const TOKENS: usize = 4;
const SEPARATORS: [char; 5] = [' ', ',', ':', '-', '.'];

/// Draws a text into `characters`.
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

/// Words, numbers and characters with a separator.
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

/// Drops characters that are not in the alphabet.
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

/// Appends `length` characters.
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

/// Appends a literal text, without the characters that are not in the alphabet, cut to `longest`.
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
