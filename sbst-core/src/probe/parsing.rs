//! The distance of a text to being a number, where it is parsed: `text.parse::<u8>().is_ok()`.
//!
//! 1. Each wrong character counts its gap to the nearest digit, normalised. Each surplus digit
//!    counts 1, and so does a text without digits.
//! 2. The type is recognised by its written name; without one, a signed integer is assumed.
//! 3. The distance scope of the condition (`distance_scope.rs`) notes it like a condition of a
//!    callee. The program's own call decides if the text is a number.

pub use crate::probe::classes::Number;
use crate::probe::distance_scope::{self, DistanceScope};
use crate::probe::notes::Predicate;
use crate::probe::operand::{Operand, Operator};
use crate::probe::role::{self, Role};
use crate::probe::site::Site;
use sbst_model::Distance;

impl Number {
    /// Returns the number of digits of the greatest value.
    fn most_digits(self) -> usize {
        match self {
            Number::Unsigned(bits @ 1..=127) => ((1_u128 << bits) - 1).to_string().len(),
            Number::Signed(bits @ 1..=128) => ((1_u128 << (bits - 1)) - 1).to_string().len(),
            Number::Unsigned(_) | Number::Signed(_) => u128::MAX.to_string().len(),
            Number::Float => usize::MAX,
        }
    }

    fn is_parsed_from(self, text: &str) -> bool {
        match self {
            Number::Unsigned(128) => text.parse::<u128>().is_ok(),
            Number::Unsigned(bits) => text.parse::<u128>().is_ok_and(|n| n >> bits.min(127) == 0),
            Number::Signed(bits) => text.parse::<i128>().is_ok_and(|n| {
                let unused = 128 - bits.clamp(1, 128);
                n << unused >> unused == n
            }),
            Number::Float => text.parse::<f64>().is_ok(),
        }
    }

    /// Returns the distance of a text that is not such a number.
    fn distance(self, text: &str) -> Distance {
        let (mut digits, mut points, mut sum) = (0, 0, Distance::ZERO);
        for (index, character) in text.chars().enumerate() {
            match character {
                '0'..='9' => digits += 1,
                '+' if index == 0 => {}
                '-' if index == 0 && !matches!(self, Number::Unsigned(_)) => {}
                '.' if self == Number::Float && points == 0 => points += 1,
                other => {
                    let nearest = if other < '0' { '0' } else { '9' };
                    sum = sum
                        + Distance::from_steps(u32::from(other).abs_diff(u32::from(nearest)).into())
                            .beyond(0);
                }
            }
        }
        let surplus: usize = text.chars().count().saturating_sub(self.most_digits().saturating_add(1));
        sum = sum + Distance::from_steps(surplus as u128);
        if digits == 0 && text.is_empty() || sum.is_zero() {
            sum = sum + Distance::ONE;
        }
        sum
    }

    /// Returns a similar text of such a number.
    fn like(self, text: &str) -> String {
        let digits: String = text.chars().filter(char::is_ascii_digit).take(self.most_digits() - 1).collect();
        if digits.is_empty() {
            "1".to_owned()
        } else {
            digits
        }
    }
}

/// Enters a scope for the result of parsing a text.
#[inline]
pub fn enter_for_parsing<T: ?Sized>(site: &'static Site, text: &T, number: Number) -> DistanceScope {
    let scope = distance_scope::enter_scope();
    look(site, text, number);
    scope
}

/// Inspects a text on its way to being parsed, and returns it.
#[inline]
pub fn parsed<T>(site: &'static Site, text: T, number: Number) -> T {
    look(site, &text, number);
    text
}

#[inline]
fn look<T: ?Sized>(site: &'static Site, text: &T, number: Number) {
    if let (Operand::Text(text), true) = (Operand::from_value(text), role::is_owner()) {
        hear(site, text, number);
    }
}

#[inline(never)]
fn hear(site: &'static Site, text: &str, number: Number) {
    let holds = number.is_parsed_from(text);
    let distance = if holds { Distance::ONE } else { number.distance(text) };
    // An address for the parsing, different from that of the condition.
    distance_scope::note_evaluation_at(std::ptr::from_ref(site).addr() + 1, holds, distance);
    if role::current() == Role::TracingOwner && !holds {
        let wanted = number.like(text);
        Predicate::new(site, false).note(
            Operator::Equal.into(),
            Operand::Text(text),
            Operand::Text(&wanted),
            false,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn come_nearer(number: Number, texts: &[&str]) {
        let distances: Vec<Distance> = texts.iter().map(|text| number.distance(text)).collect();
        assert!(distances.windows(2).all(|pair| pair[0] > pair[1]), "{distances:?}");
        assert!(distances.iter().all(|distance| !distance.is_zero()), "{distances:?}");
        assert!(texts.iter().all(|text| !number.is_parsed_from(text)), "{texts:?}");
        assert!(texts.iter().all(|text| number.is_parsed_from(&number.like(text))), "{texts:?}");
    }

    #[test]
    fn each_character_that_becomes_a_digit_brings_a_text_nearer() {
        come_nearer(Number::Unsigned(32), &["abc", "a2c", "12c", "12:"]);
        come_nearer(Number::Signed(8), &["-a9", "-0:"]);
        come_nearer(Number::Float, &["1.x.", "1.5."]);
        come_nearer(Number::Unsigned(8), &["-x", "-7"]);
    }

    #[test]
    fn each_digit_too_many_counts() {
        come_nearer(Number::Unsigned(8), &["1234567", "123456", "12345"]);
        assert_eq!(Number::Unsigned(8).distance("256"), Distance::ONE);
        assert_eq!(Number::Signed(16).distance(""), Distance::ONE);
    }

    #[test]
    fn types_have_their_ranges() {
        assert!(Number::Unsigned(8).is_parsed_from("+255") && !Number::Unsigned(8).is_parsed_from("256"));
        assert!(Number::Signed(8).is_parsed_from("-128") && !Number::Signed(8).is_parsed_from("128"));
        assert!(Number::Unsigned(128).is_parsed_from(&u128::MAX.to_string()));
        assert!(Number::Signed(64).is_parsed_from(&i64::MIN.to_string()));
    }
}
