//! Functions that may map a text or a character of the input to an operand.

use super::{numbers::whole, target_value::TargetValue, Rank};
use sbst_model::trace::{Operand, Relation};
use sbst_model::Operator;
use std::ops::Range;

/// The most places of one part in a text.
const PLACES: usize = 4;
/// The greatest target length: longer texts are slow to execute, and unfit for tests.
const LONGEST: usize = 1_000;
const FILLING: char = 'a';

/// Returns the characters of `new` that replaced others of `old`, with those of an operand around
/// them.
pub(super) fn held(old: &str, new: &str, operands: [&Operand; 2]) -> Range<usize> {
    let same = |(one, other): &(char, char)| one == other;
    let count = |text: &str| text.chars().count();
    let shorter = count(old).min(count(new));
    let before = old.chars().zip(new.chars()).take_while(same).count();
    let behind = old.chars().rev().zip(new.chars().rev()).take_while(same).count();
    let mut written = before..count(new) - behind.min(shorter - before);
    let mut buffer = [0; 4];
    for operand in operands {
        let operand = match operand {
            Operand::Text(text) => text.as_str(),
            Operand::Character(character) => character.encode_utf8(&mut buffer),
            Operand::Bytes(bytes) => std::str::from_utf8(bytes).unwrap_or_default(),
            Operand::Integer(..) | Operand::Float(_) => "",
        };
        // An operand equal to the old text is the input itself.
        let places = new.match_indices(operand).filter(|_| !operand.is_empty() && operand != old);
        let places = places.map(|(at, _)| count(&new[..at])..count(&new[..at + operand.len()]));
        let mut touched = places.filter(|place| place.start < written.end && written.start < place.end);
        if let Some(place) = touched.next() {
            written = written.start.min(place.start)..written.end.max(place.end);
        }
    }
    written
}

/// Returns the characters of a text that satisfy a relation to a pattern.
pub(super) fn place_of(text: &str, pattern: &Operand, relation: Relation) -> Option<Range<usize>> {
    let mut buffer = [0; 4];
    let pattern = match pattern {
        Operand::Text(text) => text.as_str(),
        Operand::Character(character) => character.encode_utf8(&mut buffer),
        _ => return None,
    };
    let at = match relation {
        Relation::StartsWith => text.starts_with(pattern).then_some(0),
        Relation::EndsWith => text.ends_with(pattern).then(|| text.len() - pattern.len()),
        Relation::Contains => text.find(pattern),
        Relation::Operator(Operator::Equal) => (text == pattern).then_some(0),
        _ => None,
    }?;
    let start = text[..at].chars().count();
    Some(start..start + pattern.chars().count())
}

/// Guesses characters that replace `x`.
pub(super) fn guess_character(x: char, target: &TargetValue, emit: &mut dyn FnMut(Rank, char)) {
    let (seen, wanted) = match (&target.seen, &target.wanted) {
        // A character is equivalent to a text of one.
        (Operand::Text(seen), Operand::Text(wanted)) => {
            let (Some(seen), Some(wanted)) = (only(seen), only(wanted)) else {
                wanted.chars().next().into_iter().for_each(|character| emit(Rank::Offered, character));
                return;
            };
            (seen, wanted)
        }
        (&Operand::Character(seen), &Operand::Character(wanted)) => (seen, wanted),
        (seen, wanted) => {
            let (Some(seen), Some(wanted)) = (whole(seen), whole(wanted)) else { return };
            numeric(x, seen, wanted, emit);
            return;
        }
    };
    if x == seen {
        emit(Rank::Same, wanted);
    } else if x.eq_ignore_ascii_case(&seen) || x.to_lowercase().eq(seen.to_lowercase()) {
        emit(Rank::Function, wanted);
    }
    numeric(x, u32::from(seen).into(), u32::from(wanted).into(), emit);
}

fn only(text: &str) -> Option<char> {
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}

/// Guesses by the number in Unicode, a digit, or either with a constant added.
fn numeric(x: char, seen: i128, wanted: i128, emit: &mut dyn FnMut(Rank, char)) {
    let scalar = i128::from(u32::from(x));
    let character = |scalar: i128| u32::try_from(scalar).ok().and_then(char::from_u32);
    if scalar == seen {
        character(wanted).into_iter().for_each(|character| emit(Rank::Same, character));
    }
    if x.to_digit(36).is_some_and(|digit| i128::from(digit) == seen) {
        let digit = u32::try_from(wanted).ok().filter(|&digit| digit < 36);
        digit
            .and_then(|digit| char::from_digit(digit, 36))
            .into_iter()
            .for_each(|digit| emit(Rank::Function, digit));
    }
    for moved in [
        scalar.saturating_add(wanted.saturating_sub(seen)),
        scalar.saturating_sub(wanted.saturating_sub(seen)),
    ] {
        character(moved).into_iter().for_each(|character| emit(Rank::Shifted, character));
    }
}

/// Guesses texts that replace `x`.
pub(super) fn guess(x: &str, target: &TargetValue, emit: &mut dyn FnMut(Rank, String)) {
    match (&target.seen, &target.wanted) {
        (Operand::Text(seen), Operand::Text(wanted)) => from_text(x, seen, wanted, emit),
        (Operand::Bytes(seen), Operand::Bytes(wanted)) => {
            if let (Ok(seen), Ok(wanted)) = (std::str::from_utf8(seen), std::str::from_utf8(wanted)) {
                from_text(x, seen, wanted, emit);
            }
        }
        (Operand::Character(seen), Operand::Character(wanted)) => {
            let (mut from, mut to) = ([0; 4], [0; 4]);
            let (seen, wanted) = (&*seen.encode_utf8(&mut from), &*wanted.encode_utf8(&mut to));
            parts(x, seen, wanted, Rank::Function, emit);
            if x.is_empty() {
                emit(Rank::Offered, wanted.to_owned());
            }
        }
        (&Operand::Float(seen), &Operand::Float(wanted)) => {
            written(x, |part| part.parse() == Ok(seen), &wanted.to_string(), emit);
        }
        (seen, wanted) => {
            if let (Some(seen), Some(wanted)) = (whole(seen), whole(wanted)) {
                from_number(x, seen, wanted, emit);
            }
        }
    }
}

/// The compared text is the text, a part of it, or contains it.
fn from_text(x: &str, seen: &str, wanted: &str, emit: &mut dyn FnMut(Rank, String)) {
    if x == seen {
        emit(Rank::Same, wanted.to_owned());
    }
    let trimmed = x.trim();
    if trimmed == seen && !seen.is_empty() {
        emit(Rank::Function, x.replacen(trimmed, wanted, 1));
    }
    let folded = |text: &str| text.to_lowercase();
    if folded(x) == folded(seen) {
        emit(Rank::Function, wanted.to_owned());
    }
    if seen.chars().eq(x.chars().rev()) {
        emit(Rank::Function, wanted.chars().rev().collect());
    }
    if !seen.is_empty() {
        parts(x, seen, wanted, Rank::Function, emit);
        // In another case: ASCII characters keep their places.
        let lower = seen.to_ascii_lowercase();
        if x.contains(seen) || !x.to_ascii_lowercase().contains(&lower) {
            // Found above, or not at all.
        } else {
            let places = x.to_ascii_lowercase();
            for (place, _) in places.match_indices(&lower).take(PLACES) {
                emit(Rank::Function, [&x[..place], wanted, &x[place + seen.len()..]].concat());
            }
        }
    }
    // The compared text has others around it.
    if !x.is_empty() {
        if let Some(place) = seen.find(x) {
            let (before, after) = (&seen[..place], &seen[place + x.len()..]);
            if let Some(inner) = wanted.strip_prefix(before).and_then(|rest| rest.strip_suffix(after)) {
                emit(Rank::Scaled, inner.to_owned());
            }
        }
    }
    emit(Rank::Offered, wanted.to_owned());
}

/// Replaces `seen` in `x` by `wanted`: at each of the first places, and at all of them.
fn parts(x: &str, seen: &str, wanted: &str, rank: Rank, emit: &mut dyn FnMut(Rank, String)) {
    for (place, _) in x.match_indices(seen).take(PLACES) {
        emit(rank, [&x[..place], wanted, &x[place + seen.len()..]].concat());
    }
    if x.matches(seen).nth(1).is_some() {
        emit(rank, x.replace(seen, wanted));
    }
}

/// The number is the length, is written in the text, or is one of its characters.
fn from_number(x: &str, seen: i128, wanted: i128, emit: &mut dyn FnMut(Rank, String)) {
    let length = |length: usize| i128::try_from(length) == Ok(seen);
    if length(x.len()) || length(x.chars().count()) {
        if let Some(wanted) = usize::try_from(wanted).ok().filter(|&wanted| wanted <= LONGEST) {
            // Digits are padded with a digit.
            let padding = x.chars().next_back().unwrap_or(FILLING);
            emit(Rank::Function, x.chars().chain(std::iter::repeat(padding)).take(wanted).collect());
        }
    }
    written(x, |part| part.parse() == Ok(seen), &wanted.to_string(), emit);
    let hexadecimal = |part: &str| i128::from_str_radix(part, 16) == Ok(seen);
    if x.len() > 1 && hexadecimal(x) {
        emit(Rank::Function, format!("{wanted:x}"));
    } else if let Some(digits) = x.strip_prefix("0x").filter(|digits| hexadecimal(digits)) {
        debug_assert!(!digits.is_empty());
        emit(Rank::Function, format!("0x{wanted:x}"));
    }
    let character = |scalar: i128| u32::try_from(scalar).ok().and_then(char::from_u32);
    if let (Some(seen), Some(wanted)) = (character(seen), character(wanted)) {
        let (mut from, mut to) = ([0; 4], [0; 4]);
        parts(x, seen.encode_utf8(&mut from), wanted.encode_utf8(&mut to), Rank::Function, emit);
    }
}

/// Replaces a number in `x` that `is_seen` by `wanted`: the whole text, or a run of characters of
/// numbers.
fn written(x: &str, is_seen: impl Fn(&str) -> bool, wanted: &str, emit: &mut dyn FnMut(Rank, String)) {
    let is_numeric = |character: char| character.is_ascii_digit() || matches!(character, '-' | '+' | '.');
    let mut rest = x;
    let mut found = 0;
    while let Some(first) = rest.find(is_numeric) {
        let run = &rest[first..];
        let run = &run[..run.find(|character| !is_numeric(character)).unwrap_or(run.len())];
        let end = x.len() - rest.len() + first + run.len();
        // A sign or dot before it may belong to another part.
        let bare = run.trim_start_matches(|character: char| !character.is_ascii_digit());
        for part in [run, bare] {
            if found < PLACES && is_seen(part) {
                emit(Rank::Function, [&x[..end - part.len()], wanted, &x[end..]].concat());
                found += 1;
                break;
            }
        }
        rest = &x[end..];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn operands_of_conditions_are_found_in_other_texts() {
        let (start, end) = (Relation::StartsWith, Relation::EndsWith);
        assert_eq!(place_of("37é12", &text("37"), start), Some(0..2));
        assert_eq!(place_of("37é12", &text("12"), end), Some(3..5));
        assert_eq!(place_of("37é12", &Operand::Character('1'), Relation::Contains), Some(3..4));
        assert_eq!(place_of("36é12", &text("37"), start), None);
    }

    #[test]
    fn held_characters_are_changed_ones_and_operands_around() {
        let nothing = Operand::Integer(0, false);
        assert_eq!(held("4000123", "5100123", [&nothing, &nothing]), 0..2);
        assert_eq!(held("4000123", "5100123", [&text("4000123"), &text("5100")]), 0..4);
        assert_eq!(held("abc", "abcccc", [&nothing, &nothing]), 3..6);
        assert_eq!(held("aéb", "aéxb", [&Operand::Character('x'), &nothing]), 2..3);
        assert_eq!(held("abc", "ab", [&nothing, &nothing]), 2..2);
    }

    fn text(text: &str) -> Operand {
        Operand::Text(text.to_owned())
    }

    fn number(value: i64) -> Operand {
        Operand::Integer(i128::from(value) as u128, value < 0)
    }

    /// True if `function` maps one of the guesses to the target value.
    fn reaches<T: PartialEq>(
        x: &str,
        function: impl Fn(&str) -> T,
        operand: impl Fn(&T) -> Operand,
        wanted: T,
    ) -> bool {
        let target = TargetValue { seen: operand(&function(x)), wanted: operand(&wanted) };
        let mut found = false;
        guess(x, &target, &mut |_, guess| found |= function(&guess) == wanted);
        found
    }

    proptest! {
        #[test]
        fn texts_become_the_wanted_ones(x in "[ ]{0,2}[a-zA-Z]{1,8}[ ]{0,2}", wanted in "[a-z]{1,6}") {
            let of = |text: &String| Operand::Text(text.clone());
            prop_assert!(reaches(&x, str::to_owned, of, wanted.clone()));
            prop_assert!(reaches(&x, |x| x.trim().to_owned(), of, wanted.clone()));
            prop_assert!(reaches(&x, str::to_lowercase, of, wanted.clone()));
            prop_assert!(reaches(&x, str::to_uppercase, of, wanted.to_uppercase()));
            prop_assert!(reaches(&x, |x| x.chars().rev().collect(), of, wanted.clone()));
            let within = |x: &str| ["<", x, ">"].concat();
            prop_assert!(reaches(&x, within, of, within(&wanted)));
        }

        #[test]
        fn parts_of_texts_become_the_wanted_ones(parts in proptest::collection::vec("[a-z]{1,4}", 2..5), wanted in "[A-Z]{1,4}") {
            let x = parts.join(",");
            for index in 0..parts.len() {
                let part = |x: &str| x.split(',').nth(index).unwrap_or_default().to_owned();
                prop_assert!(reaches(&x, part, |text| Operand::Text(text.clone()), wanted.clone()), "part {} of {}", index, x);
            }
        }

        #[test]
        fn lengths_and_numbers_become_the_wanted_ones(x in "[a-z]{0,9}", seen: i64, wanted: i64, length in 0..40_i64) {
            prop_assert!(reaches(&x, |x| x.len() as i64, |&value| number(value), length));
            let parsed = |x: &str| x.trim_start_matches("n=").parse::<i64>().unwrap_or(0);
            prop_assume!(seen != 0 && seen != wanted);
            prop_assert!(reaches(&seen.to_string(), parsed, |&value| number(value), wanted));
            let assignment = format!("n={seen}");
            prop_assert!(reaches(&assignment, parsed, |&value| number(value), wanted));
        }

        #[test]
        fn characters_become_the_wanted_ones(x: char, wanted in proptest::char::range('a', 'z'), digit in 0..10_u32) {
            let mut found = [false; 2];
            let characters = TargetValue { seen: Operand::Character(x), wanted: Operand::Character(wanted) };
            guess_character(x, &characters, &mut |_, guess| found[0] |= guess == wanted);
            let numbers = TargetValue { seen: number(7), wanted: number(digit.into()) };
            guess_character('7', &numbers, &mut |_, guess| found[1] |= guess.to_digit(10) == Some(digit));
            prop_assert_eq!(found, [true; 2]);
        }

        #[test]
        fn texts_are_never_cut_within_a_character(x in "\\PC{0,12}", seen in "\\PC{0,4}", wanted in "\\PC{0,4}", number in 0..1_000_i64) {
            for target in [
                TargetValue { seen: text(&seen), wanted: text(&wanted) },
                TargetValue { seen: self::number(number), wanted: self::number(number + 1) },
            ] {
                guess(&x, &target, &mut |_, guess| assert!(guess.len() <= x.len() + 1_100));
            }
        }
    }
}
