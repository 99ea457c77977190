//! What a text contains: characters, and texts.
//!
//! A text is as far from a part of another as it is from the part that is nearest, compared from the left, character by
//! character; what the other text lacks at its end counts like a character that is missing.

use super::collection::equality;
use super::{Membership, MOST_MEMBERS};
use crate::probe::branch_distance::{as_text, Typed};
#[cfg(feature = "search")]
use crate::probe::{branch_distance::Operand, notes::Asking};
use sbst_model::Distance;
#[cfg(feature = "search")]
use sbst_search::trace::Relation;

pub(super) fn membership<V: ?Sized>(text: &str, value: &V) -> Membership {
    if let Some(part) = as_text(value) {
        return Membership::at(to_part(text, part));
    }
    if let Some(&wanted) = Typed::new(value).find::<char>() {
        return Membership::at(to_character(text, wanted));
    }
    // Several characters, of which any will do.
    match Typed::new(value).slice::<char>() {
        Some(several) => {
            let distances = several.iter().take(MOST_MEMBERS).map(|&wanted| to_character(text, wanted));
            Membership::at(distances.min().unwrap_or(Distance::ONE))
        }
        None => Membership::UNKNOWN,
    }
}

/// Writes down what is asked of the text.
#[cfg(feature = "search")]
#[cold]
#[inline(never)]
pub(super) fn write_down<V: ?Sized>(text: &str, value: &V, asking: Asking) {
    if let Some(part) = as_text(value) {
        let holds = text.contains(part);
        asking.asked(Relation::Contains, Operand::Text(text), Operand::Text(part), holds);
    } else if let Some(&wanted) = Typed::new(value).find::<char>() {
        let holds = text.contains(wanted);
        asking.asked(Relation::Contains, Operand::Text(text), Operand::Character(wanted), holds);
    }
}

fn to_character(text: &str, wanted: char) -> Distance {
    let characters = text.chars().take(MOST_MEMBERS);
    // A text without characters needs one, which is a step, before that can come nearer.
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
    fn closures_and_functions_tell_nothing() {
        assert_eq!(to_member("x", char::is_numeric), Distance::ONE);
    }
}
