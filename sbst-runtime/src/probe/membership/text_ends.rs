//! What a text begins with, ends with, and is but for the case of its letters.
//!
//! Both are told apart by their types after monomorphisation, as the operands of a comparison are: what is no text and no
//! bytes has no distance. A character that is missing counts like any that is wrong by far (`branch_distance/text.rs`).

use super::Membership;
#[cfg(feature = "search")]
use crate::probe::notes::Asking;
use crate::probe::site::Site;

/// The distances of `text.eq_ignore_ascii_case(other)`.
#[inline(always)]
pub fn ignoring_case<T: ?Sized, P: ?Sized>(
    text: &T,
    other: &P,
    site: &'static Site,
    negated: bool,
) -> Membership {
    #[cfg(feature = "search")]
    return search::asked(search::Question::IgnoringCase, text, other, Asking::new(site, negated));
    #[cfg(not(feature = "search"))]
    unknown(text, other, site, negated)
}

/// Nobody asks while a user's own tests run.
#[cfg(not(feature = "search"))]
#[inline(always)]
fn unknown<T: ?Sized, P: ?Sized>(_: &T, _: &P, _: &'static Site, _: bool) -> Membership {
    Membership::UNKNOWN
}

#[cfg(feature = "search")]
pub(super) mod search {
    use super::Membership;
    use crate::probe::branch_distance::{difference, Operand};
    use crate::probe::notes::Asking;
    use sbst_model::Distance;
    use sbst_search::trace::Relation;

    /// What is asked.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Question {
        Beginning,
        End,
        IgnoringCase,
    }

    #[inline(always)]
    pub(in crate::probe::membership) fn asked<T: ?Sized, P: ?Sized>(
        question: Question,
        text: &T,
        part: &P,
        asking: Asking,
    ) -> Membership {
        match (Operand::of(text), Operand::of(part)) {
            (Operand::Text(text), Operand::Text(part)) => of_texts(question, text, part, asking),
            (Operand::Text(text), Operand::Character(part)) => {
                of_texts(question, text, part.encode_utf8(&mut [0; 4]), asking)
            }
            (Operand::Bytes(text), Operand::Bytes(part)) => of_bytes(question, text, part, asking),
            (Operand::Character(this), Operand::Character(that)) => {
                of_texts(question, this.encode_utf8(&mut [0; 4]), that.encode_utf8(&mut [0; 4]), asking)
            }
            (Operand::Narrow(this), Operand::Narrow(that)) => {
                let [this, that] = [this, that].map(|byte| u8::try_from(byte).unwrap_or_default());
                of_bytes(question, &[this], &[that], asking)
            }
            _ => Membership::UNKNOWN,
        }
    }

    /// Not inlined: it has loops, and most of what is asked is asked of texts.
    #[inline(never)]
    fn of_texts(question: Question, text: &str, part: &str, asking: Asking) -> Membership {
        let length = part.chars().count();
        let (relation, holds) = match question {
            Question::Beginning => (Relation::StartsWith, text.starts_with(part)),
            Question::End => (Relation::EndsWith, text.ends_with(part)),
            Question::IgnoringCase => (Relation::EqualIgnoringCase, text.eq_ignore_ascii_case(part)),
        };
        if asking.is_wanted() {
            asking.asked(relation, Operand::Text(text), Operand::Text(part), holds);
        }
        Membership::at(match question {
            Question::Beginning => difference(text.chars().take(length), part.chars()),
            Question::End => difference(text.chars().rev().take(length), part.chars().rev()),
            Question::IgnoringCase => to_same_letters(text.chars(), part.chars(), |c| c.to_ascii_lowercase()),
        })
    }

    #[inline(never)]
    pub(in crate::probe::membership) fn of_bytes(
        question: Question,
        bytes: &[u8],
        part: &[u8],
        asking: Asking,
    ) -> Membership {
        let (relation, holds) = match question {
            Question::Beginning => (Relation::StartsWith, bytes.starts_with(part)),
            Question::End => (Relation::EndsWith, bytes.ends_with(part)),
            Question::IgnoringCase => (Relation::EqualIgnoringCase, bytes.eq_ignore_ascii_case(part)),
        };
        if asking.is_wanted() {
            asking.asked(relation, Operand::Bytes(bytes), Operand::Bytes(part), holds);
        }
        let [all, wanted] = [bytes, part].map(|bytes| bytes.iter().copied());
        Membership::at(match question {
            Question::Beginning => difference(all.take(part.len()), wanted),
            Question::End => difference(all.rev().take(part.len()), wanted.rev()),
            Question::IgnoringCase => to_same_letters(all, wanted, |byte| byte.to_ascii_lowercase()),
        })
    }

    fn to_same_letters<C: Into<u32>>(
        text: impl Iterator<Item = C>,
        other: impl Iterator<Item = C>,
        lower: impl Fn(C) -> C,
    ) -> Distance {
        difference(text.map(&lower), other.map(&lower))
    }
}

#[cfg(all(test, feature = "search"))]
mod tests {
    use super::*;
    use sbst_model::Distance;
    use std::borrow::Cow;

    static SITE: Site = Site::new();

    fn to_beginning<T: ?Sized, P: ?Sized>(text: &T, part: &P) -> Distance {
        search::asked(search::Question::Beginning, text, part, Asking::new(&SITE, false)).to_member
    }

    fn to_end<T: ?Sized, P: ?Sized>(text: &T, part: &P) -> Distance {
        search::asked(search::Question::End, text, part, Asking::new(&SITE, false)).to_member
    }

    fn to_other_case<T: ?Sized, P: ?Sized>(text: &T, other: &P) -> Distance {
        ignoring_case(text, other, &SITE, false).to_member
    }

    fn come_nearer(distances: &[Distance]) {
        assert!(distances.windows(2).all(|pair| pair[0] > pair[1]), "{distances:?}");
    }

    #[test]
    fn each_character_of_the_beginning_that_comes_right_brings_a_text_nearer() {
        let texts = ["", "z", "h", "hz", "ht", "http", "http;"];
        come_nearer(&texts.map(|text| to_beginning(text, "http:")));
        come_nearer(&texts.map(|text| to_beginning(&text.to_owned(), &"http:")));
        assert_eq!(to_beginning("http;//a", "http:"), to_beginning("http;", "http:"));
        assert_eq!(to_beginning("xyz", &'z'), to_beginning("x", "z"));
        come_nearer(&[
            to_beginning(&[1u8, 9][..], &&[2u8, 3][..]),
            to_beginning(&[1u8, 3, 7][..], &&[2u8, 3][..]),
        ]);
    }

    #[test]
    fn each_character_of_the_end_that_comes_right_brings_a_text_nearer() {
        come_nearer(&["", "x", "xrs", "brs"].map(|text| to_end(text, ".rs")));
        assert_eq!(to_end("main-rs", ".rs"), to_end("-rs", ".rs"));
        assert_eq!(to_end(&Cow::Borrowed("ab"), &'c'), to_end("b", "c"));
    }

    #[test]
    fn the_case_of_letters_is_no_distance() {
        assert_eq!(to_other_case("HEAX", "head"), to_other_case("heax", "HEAD"));
        come_nearer(&["", "x", "h", "hea", "HEAe"].map(|text| to_other_case(text, "head")));
        assert_eq!(to_other_case(&b'A', &b'c'), to_other_case(&b'a', &b'C'));
        assert_eq!(to_other_case(&'A', &'c'), to_other_case(&'a', &'C'));
    }

    #[test]
    fn anything_else_is_one_step_away() {
        assert_eq!(to_beginning(&[1, 2][..], &&[3][..]), Distance::ONE);
        assert_eq!(to_beginning("abc", &char::is_numeric), Distance::ONE);
        assert_eq!(to_end(&Some("x"), "y"), Distance::ONE);
    }
}
