//! Slices that begin or end with others: elements are compared like a text's characters.

use super::text_ends::{compare_bytes, TextPredicate};
use super::Membership;
use crate::probe::branch_distance::structure::{between_sequences, elements, gap};
use crate::probe::notes::Predicate;
use crate::probe::operand::{Operand, Operator};
use sbst_model::trace::Relation;
use sbst_model::Distance;

/// Returns the distances to beginning or ending with `part`, if that is a slice of the same
/// elements.
pub(super) fn membership<M, V: ?Sized>(
    text_predicate: TextPredicate,
    all: &[M],
    part: &V,
    predicate: Predicate,
) -> Membership {
    if let (Some(all), Some(part)) = (elements::<u8, [M]>(all), elements::<u8, V>(part)) {
        return compare_bytes(text_predicate, all, part, predicate);
    }
    match (elements::<M, V>(part), text_predicate) {
        (Some(part), TextPredicate::Beginning | TextPredicate::End) => {
            compare_elements(text_predicate, all, part, predicate)
        }
        _ => Membership::UNKNOWN,
    }
}

fn compare_elements<M>(
    text_predicate: TextPredicate,
    all: &[M],
    part: &[M],
    predicate: Predicate,
) -> Membership {
    let is_end = text_predicate == TextPredicate::End;
    if predicate.is_wanted() {
        write_down(is_end, all, part, predicate);
    }
    let distance = match is_end {
        true => between_sequences(all.iter().rev().take(part.len()), part.iter().rev()),
        false => between_sequences(all.iter().take(part.len()), part.iter()),
    };
    Membership::to_member_only(if distance.is_zero() { Distance::ONE } else { distance })
}

/// Traces the target value of each element, the missing length, and characters and texts as a
/// whole.
#[cold]
#[inline(never)]
fn write_down<M>(is_end: bool, all: &[M], part: &[M], predicate: Predicate) {
    let missing = part.len().saturating_sub(all.len());
    let found = if is_end { &all[all.len() - part.len().min(all.len())..] } else { all };
    let wanted = if is_end { &part[missing..] } else { part };
    let is_there = missing == 0 && found.iter().zip(wanted).all(|(a, b)| gap(a, b).is_zero());
    if let (Some(all), Some(part)) = (joined(all), joined(part)) {
        let relation = if is_end { Relation::EndsWith } else { Relation::StartsWith };
        predicate.note(relation, Operand::Text(&all), Operand::Text(&part), is_there);
    }
    let (length, least) = (all.len() as u64, part.len() as u64);
    if missing > 0 {
        let lengths = (Operand::Unsigned(length), Operand::Unsigned(least), false);
        predicate.note_part(Operator::GreaterOrEqual.into(), lengths, is_there);
    }
    for (a, b) in found.iter().zip(wanted) {
        predicate.note_part(
            Operator::Equal.into(),
            (Operand::from_value(a), Operand::from_value(b), gap(a, b).is_zero()),
            is_there,
        );
    }
}

/// Returns the text of characters and texts together.
fn joined<M>(elements: &[M]) -> Option<String> {
    let mut text = String::new();
    for element in elements {
        match Operand::from_value(element) {
            Operand::Text(part) => text.push_str(part),
            Operand::Character(character) => text.push(character),
            _ => return None,
        }
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::probe::site::Site;

    static SITE: Site = Site::new();

    fn to<M, V: ?Sized>(text_predicate: TextPredicate, all: &[M], part: &V) -> Distance {
        membership(text_predicate, all, part, Predicate::new(&SITE, false)).to_member
    }

    #[track_caller]
    fn come_nearer(distances: &[Distance]) {
        assert!(distances.windows(2).all(|pair| pair[0] > pair[1]), "{distances:?}");
        assert!(distances.iter().all(|distance| !distance.is_zero()), "{distances:?}");
    }

    #[test]
    fn each_right_element_at_the_end_brings_a_slice_nearer() {
        let words = [&["q"][..], &["a", "q", "t"], &["a", "q", "s"], &["e", "s"]];
        come_nearer(
            &words[..3].iter().map(|word| to(TextPredicate::End, word, &["e", "s"])).collect::<Vec<_>>(),
        );
        come_nearer(
            &[vec![], vec![9], vec![3], vec![9, 4], vec![8, 4]]
                .map(|list| to(TextPredicate::End, &list, &&[3, 4])),
        );
    }

    #[test]
    fn each_right_element_at_the_beginning_brings_a_slice_nearer() {
        let words = ["", "x", "b", "bx", "bv"].map(|word| word.chars().collect::<Vec<_>>());
        come_nearer(&words.map(|word| to(TextPredicate::Beginning, &word, &&['b', 'u'][..])));
        come_nearer(&[b"x", b"s"].map(|bytes| to(TextPredicate::Beginning, bytes, b"r")));
    }

    #[test]
    fn other_slices_have_no_distance() {
        assert_eq!(to(TextPredicate::End, &[1, 2], &["x"]), Distance::ONE);
        assert_eq!(to(TextPredicate::End, &[1, 2], &|n: &i32| *n > 2), Distance::ONE);
    }
}
