//! Drawing characters.

use crate::pool::Pool;
use crate::Random;

/// Once in how many draws a literal is taken, if there are any.
const LITERAL: u64 = 3;
/// Characters that programs treat apart.
const SPECIALS: [char; 12] = [' ', '\t', '\n', '\r', '\0', '"', '\\', '-', '.', ',', '/', '_'];

/// Draws a character: mostly printable ASCII, which is what programs ask for.
pub(crate) fn sample(random: &mut Random, pool: &Pool) -> char {
    if random.one_in(LITERAL) && !pool.literals.characters.is_empty() {
        return *random.pick(&pool.literals.characters);
    }
    match random.below(32) {
        0..=3 => within('0', '9', random),
        4..=8 => within('a', 'z', random),
        9..=11 => within('A', 'Z', random),
        12..=14 if pool.special_values => *random.pick(&SPECIALS),
        15 => within('\0', '\u{ff}', random),
        16 if random.coin() => any(random),
        _ => within(' ', '~', random),
    }
}

/// Any scalar value.
fn any(random: &mut Random) -> char {
    within('\0', char::MAX, random)
}

fn within(first: char, last: char, random: &mut Random) -> char {
    let (first, last) = (u32::from(first), u32::from(last));
    nearest(i64::from(first) + random.below(u64::from(last - first) + 1) as i64)
}

/// The character with this scalar value, or the nearest: surrogates become what stands before or after them.
pub(crate) fn nearest(scalar: i64) -> char {
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
