//! Texts that read well: phrases, words, and valid texts with one fault.

use super::{trial::Trial, Candidate};
use crate::evaluation::problem::Ending;
use sbst_model::shape::Text;
use sbst_model::{Literals, NodeKind, OutputClass, Shape};

/// Typical texts: words, cases, signs, numbers, and letters of several bytes.
pub(super) const TYPED: [&str; 6] =
    ["hello world", "fooBarBaz", "one_two-three", "Hello, World!", "a=1, b=2", "naïve café"];
/// Words that replace a few letters each.
const WORDS: [&str; 8] = ["one", "two", "three", "four", "five", "six", "seven", "eight"];
/// The most letters of a text replaced by a phrase, or of a part replaced by a word.
pub(super) const FEW: usize = 3;
/// The fewest characters of a text that can become a valid one with a fault: a shorter one is as
/// plain.
pub(super) const LONG: usize = 6;
/// The most characters of a valid text.
const LONGEST_VALID: usize = 40;

/// Returns the valid texts among a suite's arguments: their tests have a distinctive or true
/// output.
pub(super) fn valid_texts(suite: &[Candidate], trial: &mut Trial<'_>) -> Vec<String> {
    let mut valid: Vec<String> = Vec::new();
    for Candidate { test, .. } in suite.iter().filter(|candidate| candidate.ending == Ending::Returned) {
        let texts = test.children(0).filter(|node| test.nodes()[*node].kind == NodeKind::Text);
        let texts: Vec<&str> = texts.map(|node| test.text(node)).collect();
        let texts = texts.into_iter().filter(|text| (LONG..=LONGEST_VALID).contains(&text.chars().count()));
        let texts: Vec<&str> = texts.collect();
        let is_new = texts.iter().any(|text| !valid.iter().any(|known| known == text));
        if is_new && matches!(trial.output_class(test), Some(OutputClass::Telling | OutputClass::True)) {
            valid.extend(texts.into_iter().map(str::to_owned));
        }
    }
    valid
}

/// Returns copies of a text with one fault each.
pub(super) fn with_a_fault(text: &str) -> impl Iterator<Item = String> + '_ {
    let at: Vec<(usize, char)> = text.char_indices().collect();
    let replaced =
        at.clone().into_iter().filter(|(_, character)| *character != 'x').map(|(index, character)| {
            format!("{}x{}", &text[..index], &text[index + character.len_utf8()..])
        });
    let cut = at.clone().into_iter().rev().map(|(index, _)| text[..index].to_owned());
    let left_out = at
        .into_iter()
        .map(|(index, character)| format!("{}{}", &text[..index], &text[index + character.len_utf8()..]));
    replaced.chain(cut).chain(left_out).chain([format!("{text}x")])
}

/// Returns a text with words instead of a few letters each; `None` if it already has words.
pub(super) fn in_words(text: &str) -> Option<String> {
    let mut words = WORDS.into_iter();
    let mut written = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let lower = rest.trim_start_matches(|letter: char| letter.is_ascii_uppercase());
        let capitals = rest.len() - lower.len();
        let end = lower.find(|letter: char| !letter.is_ascii_lowercase()).unwrap_or(lower.len());
        if end > FEW {
            return None;
        }
        let mut taken = capitals + end;
        if end == 0 {
            taken = taken.max(first.len_utf8());
            written.push_str(&rest[..taken]);
        } else {
            let word = words.next()?;
            // The last capital letter begins the word.
            written.push_str(&rest[..capitals.saturating_sub(1)]);
            match capitals {
                0 => written.push_str(word),
                _ => written.extend([word[..1].to_ascii_uppercase(), word[1..].to_owned()]),
            }
        }
        rest = &rest[taken..];
    }
    (written != text).then_some(written)
}

/// Returns a text with 1 for each number 0; `None` without such a number.
pub(super) fn with_ones(text: &str) -> Option<String> {
    let is_digit = |index: Option<usize>| {
        let byte = index.and_then(|index| text.as_bytes().get(index));
        byte.is_some_and(|byte| byte.is_ascii_digit() || *byte == b'.')
    };
    let one = |(index, sign): (usize, char)| {
        let is_zero = sign == '0' && !is_digit(index.checked_sub(1)) && !is_digit(Some(index + 1));
        if is_zero {
            '1'
        } else {
            sign
        }
    };
    let written: String = text.char_indices().map(one).collect();
    (written != text).then_some(written)
}

/// Returns the signs of a text in their order.
pub(super) fn signs(text: &str) -> Vec<char> {
    text.chars().filter(|sign| !sign.is_alphanumeric()).collect()
}

/// Returns the literals with these signs in this order, first those with the fewest others.
pub(super) fn with_signs<'l>(wanted: &[char], mut literals: Vec<&'l str>) -> Vec<&'l str> {
    literals.retain(|literal| {
        let mut left = signs(literal).into_iter();
        wanted.iter().all(|sign| left.any(|other| other == *sign))
    });
    literals.sort_by_key(|literal| signs(literal).len());
    literals
}

/// Returns the examples that are texts of a shape.
pub(super) fn fitting<'e>(examples: &'e Literals, shape: &Shape) -> Vec<&'e str> {
    let Shape::Text(text) = shape else { return Vec::new() };
    examples.texts.iter().map(String::as_str).filter(|example| is_text_of(example, text)).collect()
}

/// True if a shape allows a text.
pub(super) fn is_text_of(text: &str, shape: &Text) -> bool {
    (shape.shortest..=shape.longest).contains(&text.chars().count())
        && text.chars().all(|character| shape.alphabet.contains(character))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_become_words() {
        assert_eq!(in_words("a aAa").as_deref(), Some("one twoThree"));
        assert_eq!(in_words("0AAaA ").as_deref(), Some("0AOneA "));
        assert_eq!(in_words("Σa-a").as_deref(), Some("Σone-two"));
        assert_eq!(in_words("hello"), None);
        assert_eq!(in_words("12:30"), None);
    }

    #[test]
    fn literals_with_the_same_signs_come_before_those_with_more() {
        let literals = vec!["a/b; c=d", "a/b+c", "*", "a/b", "b;a/"];
        assert_eq!(with_signs(&['/'], literals.clone()), ["a/b", "a/b+c", "b;a/", "a/b; c=d"]);
        assert_eq!(with_signs(&['/', '='], literals), ["a/b; c=d"]);
    }

    #[test]
    fn numbers_are_not_zero() {
        assert_eq!(with_ones("0pi").as_deref(), Some("1pi"));
        assert_eq!(with_ones("0-0:0").as_deref(), Some("1-1:1"));
        assert_eq!(["10", "0.5", "00", "a"].map(with_ones), [const { None }; 4]);
    }

    #[test]
    fn a_valid_text_has_one_fault() {
        let faulty: Vec<String> = with_a_fault("1:2").collect();
        assert_eq!(faulty, ["x:2", "1x2", "1:x", "1:", "1", "", ":2", "12", "1:", "1:2x"]);
    }
}
