//! Drawing texts, as characters.

use super::character;
use crate::pool::Pool;
use crate::Random;
use sbst_model::shape::Text;

/// Chance of one more character: 5 on average.
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
        literals(characters, random, pool);
    } else {
        run(characters, random.geometric(CONTINUE, text.longest), random, pool);
    }
    characters.truncate(text.longest);
}

/// Appends `length` characters.
pub(crate) fn run(characters: &mut Vec<char>, length: usize, random: &mut Random, pool: &Pool) {
    for _ in 0..length {
        characters.push(character::sample(random, pool));
    }
}

/// Appends literal texts, sometimes with characters between.
fn literals(characters: &mut Vec<char>, random: &mut Random, pool: &Pool) {
    for _ in 0..1 + random.geometric(ANOTHER_PIECE, PIECES) {
        if random.one_in(SEPARATOR) {
            run(characters, 1, random, pool);
        }
        characters.extend(random.pick(&pool.literals.texts).chars());
    }
}
