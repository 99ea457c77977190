//! Characters and texts that a text contains.
//!
//! The distance of a text to containing another is that of its nearest part to equality, compared
//! from the left, character by character. Missing characters at the end count.

use super::{equality, Membership, MOST_MEMBERS};
use crate::probe::notes::Predicate;
use crate::probe::operand::Operand;
use crate::probe::typed::Typed;
use sbst_model::trace::Relation;
use sbst_model::Distance;

pub(super) fn membership<V: ?Sized>(text: &str, value: &V) -> Membership {
    if let Some(part) = as_text(value) {
        return Membership::to_member_only(to_part(text, part));
    }
    if let Some(&wanted) = Typed::new(value).find::<char>() {
        return Membership::to_member_only(to_character(text, wanted));
    }
    // Any one of several characters counts.
    match Typed::new(value).slice::<char>() {
        Some(several) => {
            let distances = several.iter().take(MOST_MEMBERS).map(|&wanted| to_character(text, wanted));
            Membership::to_member_only(distances.min().unwrap_or(Distance::ONE))
        }
        None => Membership::UNKNOWN,
    }
}

/// Traces a search in the text.
#[cold]
#[inline(never)]
pub(super) fn write_down<V: ?Sized>(text: &str, value: &V, predicate: Predicate) {
    if let Some(part) = as_text(value) {
        let holds = text.contains(part);
        predicate.note(Relation::Contains, Operand::Text(text), Operand::Text(part), holds);
    } else if let Some(&wanted) = Typed::new(value).find::<char>() {
        let holds = text.contains(wanted);
        predicate.note(Relation::Contains, Operand::Text(text), Operand::Character(wanted), holds);
    }
}

/// Returns `value` as a text, if it is one.
#[inline(always)]
fn as_text<V: ?Sized>(value: &V) -> Option<&str> {
    match Operand::from_value(value) {
        Operand::Text(text) => Some(text),
        _ => None,
    }
}

fn to_character(text: &str, wanted: char) -> Distance {
    let characters = text.chars().take(MOST_MEMBERS);
    // A text without characters needs one first, and this is a step.
    characters
        .map(|found| equality(&found, &wanted))
        .min()
        .unwrap_or(equality(&'\0', &wanted) + Distance::ONE)
}

fn to_part(text: &str, part: &str) -> Distance {
    let starts = text.char_indices().map(|(start, _)| start).take(MOST_MEMBERS);
    let length = part.chars().count();
    let window = |start: usize| {
        let rest = &text[start..];
        let end = rest.char_indices().nth(length).map_or(rest.len(), |(end, _)| end);
        equality(&rest[..end], part)
    };
    starts.map(window).min().unwrap_or_else(|| equality("", part))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn to_member<V>(text: &str, value: V) -> Distance {
        membership(text, &value).to_member
    }

    #[test]
    fn the_nearest_character_counts() {
        assert_eq!(to_member("xyz", 'a'), Distance::from_steps(23));
        assert_eq!(to_member("xycz", &'a'), Distance::from_steps(2));
        assert_eq!(to_member("xycz", &['w', 'q'][..]), Distance::ONE);
        assert!(to_member("", 'a') > to_member("\0", 'a'));
    }

    #[test]
    fn the_nearest_part_counts() {
        let nearer_and_nearer = ["", "xx", "xxe", "xxen", "xxenz", "xxenc"];
        for pair in nearer_and_nearer.windows(2) {
            assert!(to_member(pair[0], "end") >= to_member(pair[1], "end"), "{pair:?}");
        }
        assert_eq!(to_member("ab", String::from("abc")), Distance::ONE);
    }

    #[test]
    fn closures_and_functions_have_no_distance() {
        assert_eq!(to_member("x", char::is_numeric), Distance::ONE);
    }
}
