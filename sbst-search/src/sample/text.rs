//! Drawing texts, as characters.

use super::character;
use crate::pool::Pool;
use crate::Random;
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

/// Draws a text into `characters`.
pub(crate) fn sample(text: &Text, characters: &mut Vec<char>, random: &mut Random, pool: &Pool) {
    characters.clear();
    if random.one_in(LITERAL) && !pool.literals.texts.is_empty() {
        literals(text, characters, random, pool);
    } else {
        let more = random.geometric(CONTINUE, text.longest - text.shortest);
        run(text, characters, text.shortest + more, random, pool);
    }
    fit_length(text, characters, random, pool);
}

/// Cuts off what is too much, and fills up at the end.
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
    let literal = random.pick(&pool.literals.texts).chars();
    if text.alphabet.is_all() {
        characters.extend(literal.take(longest));
    } else {
        let fitting = literal.filter_map(|character| character::fitting(&text.alphabet, character));
        characters.extend(fitting.take(longest));
    }
}
