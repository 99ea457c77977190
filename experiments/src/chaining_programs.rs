//! The programs of `subjects::chaining` with unlikely numbers instead of 0: every second individual
//! of a first population has small numbers, so 0 is found without any events. They are computed at
//! run time, so that no literal contains them.

#![allow(clippy::needless_bool, clippy::needless_range_loop)] // as in the paper

use std::hint::black_box;

/// Returns the target integer instead of 0.
pub fn integer() -> i32 {
    black_box(89) * 89 - 2
}

/// Returns the target float instead of 0.
pub fn float() -> f64 {
    f64::from(black_box(12_345_678)) / 1e3
}

/// Returns the target intensity, below `modulus`.
pub fn shade(modulus: i32) -> u8 {
    (integer() % modulus) as u8
}

/// True if at least half of ten numbers are [`integer`] (*Counter*).
#[sbst::instrument]
pub fn counter(#[sbst(range = -15_000..=15_000)] a: [i32; 10]) -> bool {
    let mut found = 0;
    for i in 0..10 {
        if a[i] == integer() {
            found += 1;
        }
    }
    found >= 5
}

/// The multiplicative inverse of the distance to [`float`], and 0 of 0.
#[sbst::instrument]
pub fn inverse(#[sbst(range = -50_000.0..=50_000.0, step = 0.001)] x: f64) -> f64 {
    if x == float() { 0.0 } else { 1.0 / (x - float()) }
}

/// True if the inverse is 0 (*Deceptive*).
#[sbst::instrument]
pub fn deceptive(#[sbst(range = -50_000.0..=50_000.0, step = 0.001)] x: f64) -> bool {
    inverse(x) == 0.0
}

/// The name of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// Returns the colour of three intensities.
    Umber,
    /// The greatest intensities.
    White,
    /// Another colour.
    Other,
}

/// True if three intensities are those of umber, by the name of the colour (*Enumeration*).
#[sbst::instrument]
pub fn enumeration(red: u8, green: u8, blue: u8) -> bool {
    let colour = if red == shade(251) && green == shade(241) && blue == shade(239) {
        Colour::Umber
    } else if red == 255 && green == 255 && blue == 255 {
        Colour::White
    } else {
        Colour::Other
    };
    colour == Colour::Umber
}

/// True if a flag is set: if the first input is [`float`] (*Flag Assignment*).
#[sbst::instrument]
pub fn flag_assignment(
    #[sbst(range = -50_000.0..=50_000.0, step = 0.001)] a: f64,
    #[sbst(range = -50_000.0..=50_000.0, step = 0.001)] _b: f64,
) -> bool {
    let mut flag = false;
    if a == float() {
        flag = true;
    }
    if flag { true } else { false }
}

/// True if a flag is set: if any of ten numbers is [`integer`] (*Flag Loop Assignment*).
#[sbst::instrument]
pub fn flag_loop_assignment(#[sbst(range = -15_000..=15_000)] a: [i32; 10]) -> bool {
    let mut flag = false;
    for i in 0..10 {
        if a[i] == integer() {
            flag = true;
        }
    }
    if flag { true } else { false }
}

/// True if a flag is still set: if all of ten numbers are [`integer`] (*Flag Avoid Loop
/// Assignment*).
#[sbst::instrument]
pub fn flag_avoid_loop_assignment(#[sbst(range = -15_000..=15_000)] a: [i32; 10]) -> bool {
    let mut flag = true;
    for i in 0..10 {
        if a[i] != integer() {
            flag = false;
        }
    }
    if flag { true } else { false }
}

/// True if two flags are set, as they are if both inputs are [`float`]; were the second 1, its flag
/// would be reset (*Multiple Flag*).
#[sbst::instrument]
pub fn multiple_flag(
    #[sbst(range = -50_000.0..=50_000.0, step = 0.001)] a: f64,
    #[sbst(range = -50_000.0..=50_000.0, step = 0.001)] b: f64,
) -> bool {
    let (mut first, mut second) = (false, false);
    if a == float() {
        first = true;
    }
    if b == float() {
        second = true;
    }
    if b == 1.0 {
        second = false;
    }
    first && second
}
