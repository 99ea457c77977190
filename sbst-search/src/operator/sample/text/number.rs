//! Numbers in texts.

use crate::operator::{pool::Pool, random::Random, sample::integer::any_scale};

/// Bits of the greatest number.
const BITS: u32 = 64;
/// The greatest exponent of ten: past that of `f32`, so that it overflows to infinity.
const EXPONENT: u64 = 40;

/// Appends a number: half of the time one digit or two, mostly a plain decimal.
pub(crate) fn write(characters: &mut Vec<char>, random: &mut Random, pool: &Pool) {
    let (value, negative) = match random.below(8) {
        0..=3 => (random.below(100).into(), random.one_in(4)),
        4 | 5 if pool.has_integers() => {
            let (value, negative) = pool.integer(random);
            (if negative { value.wrapping_neg() } else { value }, negative)
        }
        _ => (any_scale(BITS, random), random.one_in(4)),
    };
    if negative {
        characters.push('-');
    }
    match random.below(16) {
        0 => {
            characters.extend(['0', 'x']);
            digits(value, 16, characters);
        }
        1 | 2 => {
            digits(value, 10, characters);
            characters.push('.');
            digits(random.below(1_000).into(), 10, characters);
        }
        3 => {
            digits(value, 10, characters);
            characters.push('e');
            if random.coin() {
                characters.push('-');
            }
            digits(random.below(EXPONENT + 1).into(), 10, characters);
        }
        _ => digits(value, 10, characters),
    }
}

/// Appends the digits of a number, without allocating.
fn digits(mut value: u128, radix: u32, characters: &mut Vec<char>) {
    let first = characters.len();
    loop {
        characters.extend(char::from_digit((value % u128::from(radix)) as u32, radix));
        value /= u128::from(radix);
        if value == 0 {
            break;
        }
    }
    characters[first..].reverse();
}

#[cfg(test)]
mod tests {
    use super::*;
    use sbst_model::Literals;

    #[test]
    fn written_numbers_parse() {
        let literals = Literals { integers: vec![(4_242, false)], ..Literals::default() };
        let pool = Pool::new(&literals, &Literals::default(), &[]);
        let (mut random, mut characters) = (Random::new(1), Vec::new());
        let (mut pooled, mut wholes) = (false, 0);
        for _ in 0..1_000 {
            characters.clear();
            write(&mut characters, &mut random, &pool);
            let text: String = characters.iter().collect();
            let hexadecimal = text
                .trim_start_matches('-')
                .strip_prefix("0x")
                .map(|digits| u128::from_str_radix(digits, 16));
            assert!(text.parse::<f64>().is_ok() || hexadecimal.is_some_and(|value| value.is_ok()), "{text}");
            pooled |= text == "4242";
            wholes += usize::from(text.parse::<i128>().is_ok());
        }
        assert!(pooled && wholes > 500, "{wholes}");
    }
}
