//! What slices begin and end with: elements in the place of a text's characters.

use super::text_ends::search::{of_bytes, Question};
use super::Membership;
use crate::probe::branch_distance::structure::{between_sequences, elements, gap};
use crate::probe::branch_distance::Operand;
use crate::probe::notes::Asking;
use sbst_model::Distance;
use sbst_search::trace::Relation;

/// The distances of beginning or ending with `part`, if that is a slice of the same elements.
pub(super) fn asked<M, V: ?Sized>(question: Question, all: &[M], part: &V, asking: Asking) -> Membership {
    if let (Some(all), Some(part)) = (elements::<u8, [M]>(all), elements::<u8, V>(part)) {
        return of_bytes(question, all, part, asking);
    }
    match (elements::<M, V>(part), question) {
        (Some(part), Question::Beginning | Question::End) => of_elements(question, all, part, asking),
        _ => Membership::UNKNOWN,
    }
}

fn of_elements<M>(question: Question, all: &[M], part: &[M], asking: Asking) -> Membership {
    let is_end = question == Question::End;
    if asking.is_wanted() {
        write_down(is_end, all, part, asking);
    }
    let away = match is_end {
        true => between_sequences(all.iter().rev().take(part.len()), part.iter().rev()),
        false => between_sequences(all.iter().take(part.len()), part.iter()),
    };
    Membership::at(if away.is_zero() { Distance::ONE } else { away })
}

/// What each element would have to be, how many are too few, and, of characters and texts, what all are together.
#[cold]
#[inline(never)]
fn write_down<M>(is_end: bool, all: &[M], part: &[M], asking: Asking) {
    let missing = part.len().saturating_sub(all.len());
    let found = if is_end { &all[all.len() - part.len().min(all.len())..] } else { all };
    let wanted = if is_end { &part[missing..] } else { part };
    let is_there = missing == 0 && found.iter().zip(wanted).all(|(a, b)| gap(a, b).is_zero());
    if let (Some(all), Some(part)) = (joined(all), joined(part)) {
        let relation = if is_end { Relation::EndsWith } else { Relation::StartsWith };
        asking.asked(relation, Operand::Text(&all), Operand::Text(&part), is_there);
    }
    let (length, least) = (all.len() as u64, part.len() as u64);
    if missing > 0 {
        let lengths = (Operand::Unsigned(length), Operand::Unsigned(least), false);
        asking.answered(Relation::GreaterOrEqual, lengths, is_there);
    }
    for (a, b) in found.iter().zip(wanted) {
        asking.answered(Relation::Equal, (Operand::of(a), Operand::of(b), gap(a, b).is_zero()), is_there);
    }
}

/// The text that characters and texts are together.
fn joined<M>(elements: &[M]) -> Option<String> {
    let mut text = String::new();
    for element in elements {
        match Operand::of(element) {
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

    fn to<M, V: ?Sized>(question: Question, all: &[M], part: &V) -> Distance {
        asked(question, all, part, Asking::new(&SITE, false)).to_member
    }

    #[track_caller]
    fn come_nearer(distances: &[Distance]) {
        assert!(distances.windows(2).all(|pair| pair[0] > pair[1]), "{distances:?}");
        assert!(distances.iter().all(|distance| !distance.is_zero()), "{distances:?}");
    }

    #[test]
    fn each_element_at_the_end_that_comes_right_brings_a_slice_nearer() {
        let words = [&["q"][..], &["a", "q", "t"], &["a", "q", "s"], &["e", "s"]];
        come_nearer(&words[..3].iter().map(|word| to(Question::End, word, &["e", "s"])).collect::<Vec<_>>());
        come_nearer(
            &[vec![], vec![9], vec![3], vec![9, 4], vec![8, 4]]
                .map(|list| to(Question::End, &list, &&[3, 4])),
        );
    }

    #[test]
    fn each_element_at_the_beginning_that_comes_right_brings_a_slice_nearer() {
        let words = ["", "x", "b", "bx", "bv"].map(|word| word.chars().collect::<Vec<_>>());
        come_nearer(&words.map(|word| to(Question::Beginning, &word, &&['b', 'u'][..])));
        come_nearer(&[b"x", b"s"].map(|bytes| to(Question::Beginning, bytes, b"r")));
    }

    #[test]
    fn what_is_no_slice_of_these_has_no_distance() {
        assert_eq!(to(Question::End, &[1, 2], &["x"]), Distance::ONE);
        assert_eq!(to(Question::End, &[1, 2], &|n: &i32| *n > 2), Distance::ONE);
    }
}
