//! Searches of programs with conditions on checked operations, lengths and texts.

use super::covers;
use sbst_search::Algorithm;

#[sbst::instrument]
fn checked(x: u32, y: u32) -> Option<u8> {
    let sum = x.checked_add(y)?;
    if sum.wrapping_mul(3) == 1_234_567_891 {
        return Some(1);
    }
    match sum.checked_mul(1_000) {
        Some(product) if product == 777_000 => Some(2),
        Some(_) => Some(3),
        None => None,
    }
}

#[sbst::instrument]
fn flagged(x: i64, y: i64) -> u8 {
    let (sum, overflows) = x.overflowing_sub(y);
    if overflows {
        return if sum == 123_456_789_012 { 1 } else { 2 };
    }
    let cube = (x as i32 % 1_000).pow(3);
    u8::from(cube == 912_673)
}

#[sbst::instrument]
fn bounded(x: i32, y: u16) -> u8 {
    if x.saturating_mul(i32::from(y)) == i32::MIN {
        return 1;
    }
    if x.rem_euclid(1_000) == 999 && x.div_euclid(1_000) == -4_242 {
        return 2;
    }
    if y.is_power_of_two() && y.leading_zeros() == 3 && x.is_negative() {
        return 3;
    }
    let stored = x > 5 && y < 3;
    u8::from(!stored)
}

#[test]
fn variant_of_result_is_clause_and_its_value_term() {
    for name in ["checked", "flagged", "operations::bounded"] {
        assert!(covers(name, Algorithm::DynamicSymbolicExecution, 5, 400), "{name}");
    }
}

#[sbst::instrument]
fn length(numbers: &[i32], text: &str) -> u8 {
    if numbers.len() == 7 && numbers[5] == 99_999 {
        return 1;
    }
    if text.is_empty() {
        return 2;
    }
    let mut sum = 0_i32;
    for &number in numbers {
        sum = sum.wrapping_add(number);
    }
    if text.len() == 11 && sum == 123_456 {
        return 3;
    }
    4
}

#[sbst::instrument]
fn up_to(n: u8) -> u16 {
    let mut sum = 0_u16;
    for i in 0..n {
        sum += u16::from(i);
        if sum == 990 {
            return u16::from(i);
        }
    }
    0
}

#[test]
fn lengths_are_variables() {
    for name in ["length", "up_to"] {
        assert!(covers(name, Algorithm::DynamicSymbolicExecution, 5, 1_000), "{name}");
    }
}

#[sbst::instrument]
fn command(text: &str) -> u8 {
    match text {
        "alphabet" => return 1,
        "beta" | "gamma ray" => return 2,
        _ => {}
    }
    if text.starts_with("https://") {
        return if text.ends_with(".rs") { 3 } else { 4 };
    }
    if let Some(rest) = text.strip_prefix("--") {
        return if rest.is_empty() { 5 } else { 6 };
    }
    if text.contains('@') && text == "x@y" {
        return 7;
    }
    8
}

#[sbst::instrument]
fn number(text: &str) -> u8 {
    match text.parse::<u32>() {
        Ok(number) if number % 1_000 == 777 && number > 1_000_000 => 1,
        Ok(_) => 2,
        Err(_) => 3,
    }
}

#[test]
fn texts_are_lengths_and_characters() {
    for name in ["operations::command", "operations::number"] {
        assert!(covers(name, Algorithm::DynamicSymbolicExecution, 5, 1_000), "{name}");
    }
}
