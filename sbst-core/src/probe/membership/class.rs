//! Classes of characters: `c.is_ascii_digit()` is as far from true as the nearest member, and as
//! far from false as the nearest character outside.
//!
//! 1. The method decides if a character is a member. Only the ASCII members of a class are known
//!    here. A character beyond ASCII is as far from a class, or from leaving it, as from ASCII.
//! 2. A text or bytes that should be ASCII have a gap at each other character, normalised. Text
//!    that is ASCII is one step from the other outcome.
//! 3. The types of characters and bytes are known after monomorphisation, also behind references.
//!    Other types have no distance.

use super::Membership;
pub use crate::probe::classes::Class;
use crate::probe::notes::Predicate;
use crate::probe::operand::{Operand, Operator};
use crate::probe::site::Site;
#[cfg(feature = "symbolic")]
use crate::probe::symbolic;
use sbst_model::Distance;

/// Returns the distances of `value.is_…()`.
#[inline(always)]
pub fn class<V: ?Sized>(value: &V, class: Class, site: &'static Site, negated: bool) -> Membership {
    #[cfg(feature = "symbolic")]
    symbolic::within_class(site, value, class.0, negated);
    class_membership(value, class, Predicate::new(site, negated))
}

/// Returns the distances of `value.is_digit(base)`.
#[inline(always)]
pub fn digit<V: ?Sized, B: ?Sized>(value: &V, base: &B, site: &'static Site, negated: bool) -> Membership {
    #[cfg(feature = "symbolic")]
    if let Operand::Narrow(base @ 1..=36) = Operand::from_value(base) {
        symbolic::within_class(site, value, Class::digits(base as u8).0, negated);
    }
    digit_membership(value, base, Predicate::new(site, negated))
}

#[inline(always)]
fn class_membership<V: ?Sized>(value: &V, class: Class, predicate: Predicate) -> Membership {
    match Operand::from_value(value) {
        Operand::Character(character) => measure_character(character.into(), class, Some((predicate, true))),
        Operand::Narrow(byte) => match u8::try_from(byte) {
            Ok(byte) => measure_character(byte.into(), class, Some((predicate, false))),
            Err(_) => Membership::UNKNOWN,
        },
        Operand::Text(text) => measure_text(text.chars().map(u32::from), class),
        Operand::Bytes(bytes) => measure_text(bytes.iter().map(|&byte| byte.into()), class),
        _ => Membership::UNKNOWN,
    }
}

#[inline]
pub(crate) fn digit_membership<V: ?Sized, B: ?Sized>(
    value: &V,
    base: &B,
    predicate: Predicate,
) -> Membership {
    match Operand::from_value(base) {
        Operand::Narrow(base @ 1..=36) => class_membership(value, Class::digits(base as u8), predicate),
        _ => Membership::UNKNOWN,
    }
}

/// Returns the distances of one character, and traces them if it is a condition by itself.
#[inline(never)]
pub(crate) fn measure_character(
    scalar: u32,
    class: Class,
    predicate: Option<(Predicate, bool)>,
) -> Membership {
    let [member, stranger] = [class, Class(!class.0)].map(|class| nearest(scalar, class));
    if let Some((predicate, is_character)) = predicate.filter(|(predicate, _)| predicate.is_wanted()) {
        write_down(scalar, class, [member, stranger], predicate, is_character);
    }
    let steps = |nearest: u32| Distance::from_steps(u128::from(scalar.abs_diff(nearest).max(1)));
    Membership { to_member: steps(member), to_stranger: steps(stranger) }
}

/// Returns the ASCII member nearest to a scalar. Without members it is the first scalar beyond
/// ASCII, which may belong to any class.
fn nearest(scalar: u32, Class(members): Class) -> u32 {
    let at = scalar.min(128);
    let below = if at == 0 { 0 } else { members & (u128::MAX >> (128 - at)) };
    let above = if at == 128 { 0 } else { members >> at };
    let below = (below != 0).then(|| 127 - below.leading_zeros());
    let above = (above != 0).then(|| at + above.trailing_zeros());
    match (below, above) {
        (Some(below), Some(above)) if scalar - below < above - scalar => below,
        (_, Some(above)) => above,
        (Some(below), None) => below,
        (None, None) => 128,
    }
}

/// Traces the nearest member and the first one of each run; for a member, the nearer end.
#[cold]
#[inline(never)]
fn write_down(scalar: u32, class: Class, nearest: [u32; 2], predicate: Predicate, is_character: bool) {
    let operand = |scalar: u32| match char::from_u32(scalar) {
        Some(character) if is_character => Operand::Character(character),
        _ => Operand::Narrow(scalar.into()),
    };
    let [member, stranger] = nearest;
    if scalar < 128 && class.0 >> scalar & 1 == 1 {
        return predicate.note(Operator::NotEqual.into(), operand(scalar), operand(stranger), true);
    }
    let runs = (0..128).filter(|&at| class.0 >> at & 1 == 1 && (at == 0 || class.0 >> (at - 1) & 1 == 0));
    let members = std::iter::once(member).chain(runs);
    predicate.one_of(operand(scalar), members.map(operand));
}

/// Returns the distances of a text whose characters must all be members.
#[inline(never)]
fn measure_text(scalars: impl Iterator<Item = u32>, class: Class) -> Membership {
    let strangers = scalars.filter(|&scalar| scalar > 127 || class.0 >> scalar & 1 == 0);
    let gaps = strangers.map(|scalar| measure_character(scalar, class, None).to_member.beyond(0));
    let sum = gaps.fold(Distance::ZERO, |sum, gap| sum + gap);
    Membership::to_member_only(if sum.is_zero() { Distance::ONE } else { sum })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    static SITE: Site = Site::new();

    fn measure<V: ?Sized>(value: &V, of: Class) -> Membership {
        class(value, of, &SITE, false)
    }

    fn steps(steps: u128) -> Distance {
        Distance::from_steps(steps)
    }

    #[test]
    fn classes_have_the_members_of_the_methods() {
        type Method = fn(&u8) -> bool;
        let methods: [(Class, Method); 11] = [
            (Class::ASCII, u8::is_ascii),
            (Class::DIGIT, u8::is_ascii_digit),
            (Class::UPPERCASE, u8::is_ascii_uppercase),
            (Class::LOWERCASE, u8::is_ascii_lowercase),
            (Class::ALPHABETIC, u8::is_ascii_alphabetic),
            (Class::ALPHANUMERIC, u8::is_ascii_alphanumeric),
            (Class::HEXDIGIT, u8::is_ascii_hexdigit),
            (Class::GRAPHIC, u8::is_ascii_graphic),
            (Class::PUNCTUATION, u8::is_ascii_punctuation),
            (Class::CONTROL, u8::is_ascii_control),
            (Class::ASCII_WHITESPACE, u8::is_ascii_whitespace),
        ];
        for (class, method) in methods {
            assert!((0..128_u8).all(|byte| method(&byte) == (class.0 >> byte & 1 == 1)), "{class:?}");
        }
        assert!((0..128_u8)
            .all(|byte| char::from(byte).is_whitespace() == (Class::WHITESPACE.0 >> byte & 1 == 1)));
        for base in 2..=36 {
            let is_digit = |byte: u8| char::from(byte).is_digit(base);
            let class = Class::digits(base as u8);
            assert!((0..128_u8).all(|byte| is_digit(byte) == (class.0 >> byte & 1 == 1)), "{base}");
        }
    }

    #[test]
    fn a_class_is_entered_and_left_at_the_nearest_end_of_a_run() {
        assert_eq!(measure(&'x', Class::DIGIT).to_member, steps(63));
        assert_eq!(measure(&&b'!', Class::DIGIT).to_member, steps(15));
        assert_eq!(measure(&'3', Class::DIGIT).to_stranger, steps(4));
        assert_eq!(measure(&'[', Class::ALPHABETIC).to_member, steps(1));
        assert_eq!(measure(&'é', Class::ALPHABETIC).to_member, steps(0xE9 - u128::from(b'z')));
        assert_eq!(measure(&'y', Class::ASCII).to_stranger, steps(7));
        assert_eq!(digit(&'z', &16, &SITE, false).to_member, steps(20));
    }

    #[test]
    fn each_character_that_becomes_ascii_brings_a_text_nearer() {
        let texts = ["éßx", "éx", "\u{80}x", "x"].map(|text| measure(text, Class::ASCII).to_member);
        assert!(texts[0] > texts[1] && texts[1] > texts[2] && !texts[3].is_zero(), "{texts:?}");
        assert!(
            measure(&[200_u8, 7][..], Class::ASCII).to_member
                > measure(&[129_u8, 7][..], Class::ASCII).to_member
        );
    }

    #[test]
    fn other_types_than_characters_have_no_distance() {
        assert_eq!(measure(&Some('x'), Class::DIGIT), Membership::UNKNOWN);
        assert_eq!(measure(&-7_i32, Class::DIGIT), Membership::UNKNOWN);
        assert_eq!(digit(&'x', &'y', &SITE, false), Membership::UNKNOWN);
    }

    proptest! {
        #[test]
        fn a_step_towards_a_class_is_nearer_and_never_in_it(character: char, index in 0..12_usize) {
            let class = [
                Class::ASCII, Class::DIGIT, Class::UPPERCASE, Class::LOWERCASE, Class::ALPHABETIC, Class::ALPHANUMERIC,
                Class::HEXDIGIT, Class::GRAPHIC, Class::PUNCTUATION, Class::CONTROL, Class::WHITESPACE, Class::digits(20),
            ][index];
            let scalar = u32::from(character);
            let Membership { to_member, to_stranger } = measure(&character, class);
            prop_assert!(!to_member.is_zero() && !to_stranger.is_zero());
            prop_assume!(to_member > Distance::ONE);
            let neighbours = [scalar.checked_sub(1), Some(scalar + 1)].into_iter().flatten();
            let nearer = neighbours.filter_map(char::from_u32);
            let nearer = nearer.map(|next| measure(&next, class).to_member).min();
            prop_assert!(nearer.is_some_and(|nearer| nearer < to_member) || (0xD800..=0xE000).contains(&scalar));
        }
    }
}
