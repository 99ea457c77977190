//! Writing a token in another class of characters.
//!
//! Parsers distinguish classes of characters: decimal and hexadecimal digits, lower-case and
//! upper-case letters. They mostly check all characters of a token at once, so no distance leads
//! from one class to another. Separators and lengths of tokens stay, since they may be right
//! already. A *token* is a maximal run between separators, the characters that are neither letters
//! nor digits.

use crate::operator::random::Random;
use sbst_model::shape::Alphabet;
use std::ops::Range;

/// Characters that parsers treat alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    Digits,
    HexadecimalDigits,
    LowerCase,
    UpperCase,
}

impl Class {
    pub(crate) const ALL: [Class; 4] =
        [Class::Digits, Class::HexadecimalDigits, Class::LowerCase, Class::UpperCase];

    fn contains(self, character: char) -> bool {
        match self {
            Class::Digits => character.is_ascii_digit(),
            Class::HexadecimalDigits => character.is_ascii_hexdigit(),
            Class::LowerCase => character.is_ascii_lowercase(),
            Class::UpperCase => character.is_ascii_uppercase(),
        }
    }

    fn characters(self) -> &'static str {
        match self {
            Class::Digits => "0123456789",
            Class::HexadecimalDigits => "0123456789abcdef",
            Class::LowerCase => "abcdefghijklmnopqrstuvwxyz",
            Class::UpperCase => "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        }
    }
}

pub(crate) fn tokens(characters: &[char]) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut end = 0;
    std::iter::from_fn(move || {
        let is_part = |index: &usize| characters[*index].is_alphanumeric();
        let start = (end..characters.len()).find(is_part)?;
        end = (start..characters.len()).find(|index| !is_part(index)).unwrap_or(characters.len());
        Some(start..end)
    })
}

/// Writes the letters and digits of a range in this class, if the alphabet has it. Characters of
/// the class stay, and so do separators. The length in bytes stays, since it limits texts.
pub(crate) fn retype(
    alphabet: &Alphabet,
    characters: &mut Vec<char>,
    range: Range<usize>,
    class: Class,
    random: &mut Random,
) {
    let in_alphabet = || class.characters().chars().filter(|&character| alphabet.contains(character));
    let count = in_alphabet().count();
    if count == 0 {
        return;
    }
    let mut draw = || in_alphabet().nth(random.index(count)).expect("the index is below the count");
    for index in range.rev() {
        let old = characters[index];
        if old.is_alphanumeric() && !class.contains(old) {
            characters[index] = draw();
            (1..old.len_utf8()).for_each(|_| characters.insert(index, draw()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn retyped(text: &str, index: usize, class: Class) -> String {
        let mut characters: Vec<char> = text.chars().collect();
        let token = tokens(&characters).nth(index).unwrap();
        retype(&Alphabet::ALL, &mut characters, token, class, &mut Random::new(1));
        characters.into_iter().collect()
    }

    #[test]
    fn tokens_are_runs_between_separators() {
        let found = |text: &str| tokens(&text.chars().collect::<Vec<_>>()).collect::<Vec<_>>();
        assert_eq!(found("ab-é1  c_"), [0..2, 3..5, 7..8]);
        assert!(found("").is_empty() && found("-_ ").is_empty());
    }

    #[test]
    fn only_class_of_one_token_changes() {
        let digits = retyped("xxxx-xx-1x", 2, Class::Digits);
        assert!(digits.starts_with("xxxx-xx-1") && digits.len() == 10);
        assert!(digits[8..].parse::<u8>().is_ok(), "{digits}");
        let hexadecimal = retyped("Fy:zz", 0, Class::HexadecimalDigits);
        assert!(hexadecimal.starts_with('F') && hexadecimal.ends_with(":zz"), "{hexadecimal}");
        assert!(u8::from_str_radix(&hexadecimal[..2], 16).is_ok(), "{hexadecimal}");
    }

    #[test]
    fn an_alphabet_without_the_class_leaves_the_token() {
        let letters = Alphabet::from_ranges(&[('a', 'z')]);
        let mut token = vec!['x', 'y'];
        retype(&letters, &mut token, 0..2, Class::Digits, &mut Random::new(1));
        assert_eq!(token, ['x', 'y']);
    }

    proptest! {
        #[test]
        fn letters_and_digits_get_the_class_and_others_stay(text in "\\PC{0,20}", index in 0..4_usize) {
            let class = Class::ALL[index];
            let mut characters: Vec<char> = text.chars().collect();
            let all = 0..characters.len();
            retype(&Alphabet::ALL, &mut characters, all, class, &mut Random::new(1));
            let separators = |text: &str| text.replace(char::is_alphanumeric, "");
            let after: String = characters.into_iter().collect();
            prop_assert_eq!(after.len(), text.len());
            prop_assert_eq!(separators(&after), separators(&text));
            prop_assert!(after.chars().all(|character| class.contains(character) || !character.is_alphanumeric()));
        }
    }
}
