//! Literals collected from a body.

use sbst_instrument::condition::literals::Literals;

fn literals(source: &str) -> Literals {
    Literals::from_tokens(source.parse().unwrap())
}

#[test]
fn integers_of_every_radix_and_bytes() {
    let found = literals("{ 10 + 0xff_u8 + 0b11 + 0o17i64 + 1_000 + b'a' + 10 }").integers;
    assert_eq!(found, [10, 255, 3, 15, 1000, 97].map(|bits| (bits, false)));
}

#[test]
fn a_minus_without_a_left_operand_negates() {
    let negative = |magnitude: u128| (magnitude.wrapping_neg(), true);
    let found =
        literals("{ f(-1, a - 2, b[0] - 3, c() - 4); return -5; if d == -6 {} -7; 8 - -9; -0 }").integers;
    let expected = [
        negative(1),
        (2, false),
        (0, false),
        (3, false),
        (4, false),
        negative(5),
        negative(6),
        negative(7),
        (8, false),
        negative(9),
    ];
    assert_eq!(found, expected);
}

#[test]
fn floats() {
    let found = literals("{ 1.5 + 2. + 1e3 + 3f32 + 1.5 - 4.0 + f(-0.5) + 1e999 }").floats;
    assert_eq!(found, [1.5, 2.0, 1000.0, 3.0, 4.0, -0.5]);
}

#[test]
fn texts_and_characters() {
    let found = literals(r##"{ "a\n" == r#"b""# || b"c" == b"\xff" || c"d" || 'e' == '\n' }"##);
    assert_eq!(found.texts, ["a\n", "b\"", "c"]);
    assert_eq!(found.characters, ['e', '\n']);
}

#[test]
fn patterns_and_macros_count_but_attributes_and_fields_do_not() {
    let found = literals(
        r#"{ #[doc = "no"] match x.0 { 1..=2 => y.3.4, -5 => 0..6 } assert!(z == 7, "yes"); #![allow(no = "no")] }"#,
    );
    let five = 5_u128.wrapping_neg();
    assert_eq!(found.integers, [(1, false), (2, false), (five, true), (0, false), (6, false), (7, false)]);
    assert_eq!(found.texts, ["yes"]);
    assert_eq!(found.floats, []);
}
