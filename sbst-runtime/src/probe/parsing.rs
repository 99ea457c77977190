//! How far a text is from being a number, where it is parsed: `text.parse::<u8>().is_ok()`.
//!
//! 1. Each character that does not belong there is as far off as the nearest digit, normalised; each digit too many counts 1, and
//!    so does a text without any.
//! 2. What the type is is told by its name, if that stands there; otherwise it is taken for an integer with a sign.
//! 3. The listener of the condition (`callee.rs`) hears it like a condition of a callee. Whether the text is a number is what
//!    the program's own call says.

use crate::probe::branch_distance::Operand;
use crate::probe::distance_scope::{self, Listening};
use crate::probe::notes::Asking;
use crate::probe::role::{self, Role};
use crate::probe::site::Site;
use sbst_model::Distance;
use sbst_search::trace::Relation;

/// What a text is parsed as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// An integer of so many bits.
    Unsigned(u32),
    /// With a sign.
    Signed(u32),
    /// A float.
    Float,
}

impl Number {
    /// Digits of the greatest one.
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

    /// The distance of a text that is none.
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

    /// A text like this one that is such a number.
    fn like(self, text: &str) -> String {
        let digits: String = text.chars().filter(char::is_ascii_digit).take(self.most_digits() - 1).collect();
        if digits.is_empty() {
            "1".to_owned()
        } else {
            digits
        }
    }
}

/// Sets up a listener for what is made of a text that is going to be parsed.
#[inline]
pub fn listen_to_parsing<T: ?Sized>(site: &'static Site, text: &T, number: Number) -> Listening {
    let listening = distance_scope::listen();
    look(site, text, number);
    listening
}

/// Looks at a text on its way to being parsed.
#[inline]
pub fn parsed<T>(site: &'static Site, text: T, number: Number) -> T {
    look(site, &text, number);
    text
}

#[inline]
fn look<T: ?Sized>(site: &'static Site, text: &T, number: Number) {
    if let (Operand::Text(text), true) = (Operand::of(text), role::is_owner()) {
        hear(site, text, number);
    }
}

#[inline(never)]
fn hear(site: &'static Site, text: &str, number: Number) {
    let holds = number.is_parsed_from(text);
    let away = if holds { Distance::ONE } else { number.distance(text) };
    // A place of its own, beside that of the condition.
    distance_scope::hear_at(std::ptr::from_ref(site).addr() + 1, holds, away);
    if role::current() == Role::TracingOwner && !holds {
        let wanted = number.like(text);
        Asking::new(site, false).asked(Relation::Equal, Operand::Text(text), Operand::Text(&wanted), false);
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
    fn types_hold_what_they_hold() {
        assert!(Number::Unsigned(8).is_parsed_from("+255") && !Number::Unsigned(8).is_parsed_from("256"));
        assert!(Number::Signed(8).is_parsed_from("-128") && !Number::Signed(8).is_parsed_from("128"));
        assert!(Number::Unsigned(128).is_parsed_from(&u128::MAX.to_string()));
        assert!(Number::Signed(64).is_parsed_from(&i64::MIN.to_string()));
    }
}
