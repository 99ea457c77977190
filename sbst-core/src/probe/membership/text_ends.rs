//! Texts that begin with, end with, or equal others except for the case of letters.
//!
//! The types of both are known after monomorphisation, like those of a comparison's operands. Only
//! texts and bytes have a distance. A missing character counts like one with a large gap
//! (`branch_distance/text.rs`).

use super::Membership;
use crate::probe::branch_distance::difference;
#[cfg(feature = "search")]
use crate::probe::branch_distance::known;
use crate::probe::notes::Predicate;
use crate::probe::operand::Operand;
use crate::probe::site::Site;
use sbst_model::trace::Relation;
use sbst_model::Distance;

/// Returns the distances of `text.eq_ignore_ascii_case(other)`.
#[inline(always)]
pub fn ignoring_case<T: ?Sized, P: ?Sized>(
    text: &T,
    other: &P,
    site: &'static Site,
    negated: bool,
) -> Membership {
    membership(TextPredicate::IgnoringCase, text, other, Predicate::new(site, negated))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextPredicate {
    Beginning,
    End,
    IgnoringCase,
}

#[inline(always)]
pub(super) fn membership<T: ?Sized, P: ?Sized>(
    text_predicate: TextPredicate,
    text: &T,
    part: &P,
    predicate: Predicate,
) -> Membership {
    match (Operand::from_value(text), Operand::from_value(part)) {
        #[cfg(feature = "search")]
        (Operand::Other, Operand::Other) => {
            of_wholes(text_predicate, known::whole(&text), known::whole(&part), predicate)
        }
        #[cfg(feature = "search")]
        (Operand::Other, part) => of_wholes(text_predicate, known::whole(&text), part, predicate),
        (Operand::Text(text), Operand::Text(part)) => compare_texts(text_predicate, text, part, predicate),
        (Operand::Text(text), Operand::Character(part)) => {
            compare_texts(text_predicate, text, part.encode_utf8(&mut [0; 4]), predicate)
        }
        (Operand::Bytes(text), Operand::Bytes(part)) => compare_bytes(text_predicate, text, part, predicate),
        (Operand::Character(this), Operand::Character(that)) => compare_texts(
            text_predicate,
            this.encode_utf8(&mut [0; 4]),
            that.encode_utf8(&mut [0; 4]),
            predicate,
        ),
        (Operand::Narrow(this), Operand::Narrow(that)) => {
            let [this, that] = [this, that].map(|byte| u8::try_from(byte).unwrap_or_default());
            compare_bytes(text_predicate, &[this], &[that], predicate)
        }
        _ => Membership::UNKNOWN,
    }
}

/// Paths and texts of the system, as texts.
#[cfg(feature = "search")]
#[inline(never)]
fn of_wholes(
    text_predicate: TextPredicate,
    text: Operand,
    part: Operand,
    predicate: Predicate,
) -> Membership {
    match (text, part) {
        (Operand::Text(text), Operand::Text(part)) => compare_texts(text_predicate, text, part, predicate),
        (Operand::Bytes(text), Operand::Bytes(part)) => compare_bytes(text_predicate, text, part, predicate),
        _ => Membership::UNKNOWN,
    }
}

/// Not inlined: it contains loops, and most values are texts.
#[inline(never)]
fn compare_texts(text_predicate: TextPredicate, text: &str, part: &str, predicate: Predicate) -> Membership {
    let length = part.chars().count();
    let (relation, holds) = match text_predicate {
        TextPredicate::Beginning => (Relation::StartsWith, text.starts_with(part)),
        TextPredicate::End => (Relation::EndsWith, text.ends_with(part)),
        TextPredicate::IgnoringCase => (Relation::EqualIgnoringCase, text.eq_ignore_ascii_case(part)),
    };
    if predicate.is_wanted() {
        predicate.note(relation, Operand::Text(text), Operand::Text(part), holds);
    }
    Membership::to_member_only(match text_predicate {
        TextPredicate::Beginning => difference(text.chars().take(length), part.chars()),
        TextPredicate::End => difference(text.chars().rev().take(length), part.chars().rev()),
        TextPredicate::IgnoringCase => {
            to_same_letters(text.chars(), part.chars(), |c| c.to_ascii_lowercase())
        }
    })
}

#[inline(never)]
pub(super) fn compare_bytes(
    text_predicate: TextPredicate,
    bytes: &[u8],
    part: &[u8],
    predicate: Predicate,
) -> Membership {
    let (relation, holds) = match text_predicate {
        TextPredicate::Beginning => (Relation::StartsWith, bytes.starts_with(part)),
        TextPredicate::End => (Relation::EndsWith, bytes.ends_with(part)),
        TextPredicate::IgnoringCase => (Relation::EqualIgnoringCase, bytes.eq_ignore_ascii_case(part)),
    };
    if predicate.is_wanted() {
        predicate.note(relation, Operand::Bytes(bytes), Operand::Bytes(part), holds);
    }
    let [all, wanted] = [bytes, part].map(|bytes| bytes.iter().copied());
    Membership::to_member_only(match text_predicate {
        TextPredicate::Beginning => difference(all.take(part.len()), wanted),
        TextPredicate::End => difference(all.rev().take(part.len()), wanted.rev()),
        TextPredicate::IgnoringCase => to_same_letters(all, wanted, |byte| byte.to_ascii_lowercase()),
    })
}

fn to_same_letters<C: Into<u32>>(
    text: impl Iterator<Item = C>,
    other: impl Iterator<Item = C>,
    lower: impl Fn(C) -> C,
) -> Distance {
    difference(text.map(&lower), other.map(&lower))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::borrow::Cow;

    static SITE: Site = Site::new();

    fn to_beginning<T: ?Sized, P: ?Sized>(text: &T, part: &P) -> Distance {
        membership(TextPredicate::Beginning, text, part, Predicate::new(&SITE, false)).to_member
    }

    fn to_end<T: ?Sized, P: ?Sized>(text: &T, part: &P) -> Distance {
        membership(TextPredicate::End, text, part, Predicate::new(&SITE, false)).to_member
    }

    fn to_other_case<T: ?Sized, P: ?Sized>(text: &T, other: &P) -> Distance {
        ignoring_case(text, other, &SITE, false).to_member
    }

    fn come_nearer(distances: &[Distance]) {
        assert!(distances.windows(2).all(|pair| pair[0] > pair[1]), "{distances:?}");
    }

    #[test]
    fn each_right_character_at_the_beginning_brings_a_text_nearer() {
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
    fn each_right_character_at_the_end_brings_a_text_nearer() {
        come_nearer(&["", "x", "xrs", "brs"].map(|text| to_end(text, ".rs")));
        assert_eq!(to_end("main-rs", ".rs"), to_end("-rs", ".rs"));
        assert_eq!(to_end(&Cow::Borrowed("ab"), &'c'), to_end("b", "c"));
    }

    #[test]
    fn a_path_begins_and_ends_like_its_text() {
        use std::ffi::{OsStr, OsString};
        use std::path::{Path, PathBuf};
        come_nearer(&["", "z", "u", "ux", "us"].map(|path| to_beginning(Path::new(path), "usr")));
        let expected = to_end("main.c", ".rs");
        assert_eq!(to_end(&PathBuf::from("main.c"), &Path::new(".rs")), expected);
        assert_eq!(to_end(&&Path::new("main.c"), OsStr::new(".rs")), expected);
        assert_eq!(to_other_case(&OsString::from("HEAX"), "head"), to_other_case("heax", "HEAD"));
        assert_eq!(to_other_case(OsStr::new("HEAX"), OsStr::new("head")), to_other_case("heax", "HEAD"));
    }

    #[test]
    fn the_case_of_letters_does_not_count() {
        assert_eq!(to_other_case("HEAX", "head"), to_other_case("heax", "HEAD"));
        come_nearer(&["", "x", "h", "hea", "HEAe"].map(|text| to_other_case(text, "head")));
        assert_eq!(to_other_case(&b'A', &b'c'), to_other_case(&b'a', &b'C'));
        assert_eq!(to_other_case(&'A', &'c'), to_other_case(&'a', &'C'));
    }

    #[test]
    fn other_values_are_one_step_away() {
        assert_eq!(to_beginning(&[1, 2][..], &&[3][..]), Distance::ONE);
        assert_eq!(to_beginning("abc", &char::is_numeric), Distance::ONE);
        assert_eq!(to_end(&Some("x"), "y"), Distance::ONE);
    }
}
