//! Bounds on parameters and fields: all drawn values keep them.

use crate::drawn::calls;
use sbst_search::Ending;

const LIMIT: i32 = 50;
const LARGEST: u128 = u128::MAX;

fn within(holds: bool, what: &str) {
    assert!(holds, "{what}");
}

fn check(name: &str) {
    for call in calls(name) {
        assert_eq!(call.ending, Ending::Returned, "{name}({:?})", call.read);
    }
}

#[sbst::instrument]
#[allow(clippy::too_many_arguments)]
fn numbers(
    #[sbst(range = 0..=100)] percent: u8,
    #[sbst(range = -5..LIMIT - 1)] offset: i32,
    #[sbst(range = -LIMIT..)] above: i8,
    #[sbst(range = ..=i16::MIN)] least: i16,
    #[sbst(range = LARGEST - 1..=LARGEST)] largest: u128,
    #[sbst(range = -170_141_183_460_469_231_731_687_303_715_884_105_728..=-0x8000_0000_0000_0000_0000_0000_0000_0000)]
    lowest: i128,
    #[sbst(range = b'a'..=b'c')] byte: u8,
    #[sbst(range = -0.5..1.5f32)] float: f32,
    #[sbst(step = 0.25, range = ..=LIMIT as f64)] stepped: f64,
) {
    within(percent <= 100, "percent");
    within((-5..49).contains(&offset), "offset");
    within(above >= -50, "above");
    within(least == i16::MIN, "least");
    within(largest >= u128::MAX - 1, "largest");
    within(lowest == i128::MIN, "lowest");
    within((b'a'..=b'c').contains(&byte), "byte");
    within((-0.5..1.5).contains(&float), "float");
    within(stepped <= 50.0 && (stepped * 4.0).fract() == 0.0, "stepped");
}

#[sbst::instrument]
fn texts(
    #[sbst(length = 1..=8, alphabet = 'a'..='z')] name: &str,
    #[sbst(alphabet = ['0'..='9', "-_", 'x'], length = 3)] code: String,
    #[sbst(range = 'k'..'n')] letter: char,
    #[sbst(alphabet = '\u{d000}'..)] late: char,
    #[sbst(length = 100..)] long: String,
    #[sbst(length = ..LIMIT - 48)] short: &mut String,
) {
    within((1..=8).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_lowercase()), "name");
    within(code.len() == 3 && code.chars().all(|c| c.is_ascii_digit() || "-_x".contains(c)), "code");
    within(('k'..'n').contains(&letter), "letter");
    within(late >= '\u{d000}', "late");
    within(long.chars().count() >= 100, "long");
    within(short.chars().count() < 2, "short");
}

#[sbst::instrument]
fn collections(
    #[sbst(length = 2..=4, range = 1..=6)] dice: Vec<u8>,
    #[sbst(length = ..3, elements(length = 1..=2, alphabet = 'a'..='c'))] words: &[String],
    #[sbst(elements(length = 1, elements(range = 0..=1)))] nested: Vec<Vec<(u8, Option<Box<i64>>)>>,
    #[sbst(range = 5..=7)] result: impl Fn() -> u16,
) {
    within((2..=4).contains(&dice.len()) && dice.iter().all(|die| (1..=6).contains(die)), "dice");
    within(words.len() < 3, "words");
    within(words.iter().all(|word| (1..=2).contains(&word.len()) && word.bytes().all(|b| b <= b'c')), "word");
    let bits =
        |(bit, other): &(u8, Option<Box<i64>>)| *bit <= 1 && other.as_ref().is_none_or(|bit| **bit <= 1);
    within(nested.iter().all(|inner| inner.len() == 1 && inner.iter().all(bits)), "nested");
    within((5..=7).contains(&result()), "result");
}

#[derive(Debug, sbst::Input)]
struct Person<'a> {
    #[sbst(length = 1..=12)]
    name: &'a str,
    #[sbst(range = 0..=Self::OLDEST)]
    age: u8,
    #[sbst(range = 0..=1)]
    home: Home,
}

impl Person<'_> {
    const OLDEST: u8 = 130;
}

#[derive(Debug, sbst::Input)]
enum Home {
    Number(u64),
    Street {
        #[sbst(range = 1..=2)]
        number: u16,
    },
}

#[sbst::instrument]
fn bounded_fields(people: Vec<Person<'_>>) {
    for Person { name, age, home } in people {
        within((1..=12).contains(&name.chars().count()), "name");
        within(age <= 130, "age");
        within(!matches!(home, Home::Street { number: 0 | 3.. }), "street");
    }
}

#[test]
fn bounds_are_kept() {
    for function in ["numbers", "texts", "collections"] {
        check(function);
    }
}

#[test]
fn bounds_of_fields_end_at_types_with_their_own_bounds() {
    check("bounded_fields");
    assert!(calls("bounded_fields").iter().any(|call| call.read[0].contains("Home::Number(u64::MAX)")));
}
