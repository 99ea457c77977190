//! The programs of `subjects::chaining` with other numbers in the place of 0, which nothing makes
//! likely: every second individual of a first population has small numbers, so 0 is found without
//! any events.

#![allow(clippy::needless_bool, clippy::needless_range_loop)] // as in the paper

/// The integer that is wanted in the place of 0.
const INTEGER: i32 = 7_919;
/// The float that is wanted in the place of 0.
const FLOAT: f64 = 12_345.678;

/// True if at least half of ten numbers are [`INTEGER`] (*Counter*).
#[sbst::instrument]
pub fn counter(#[sbst(range = -15_000..=15_000)] a: [i32; 10]) -> bool {
    let mut found = 0;
    for i in 0..10 {
        if a[i] == INTEGER {
            found += 1;
        }
    }
    found >= 5
}

/// The multiplicative inverse of the distance to [`FLOAT`], and 0 of 0.
#[sbst::instrument]
pub fn inverse(#[sbst(range = -50_000.0..=50_000.0, step = 0.001)] x: f64) -> f64 {
    if x == FLOAT { 0.0 } else { 1.0 / (x - FLOAT) }
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
    let colour = if red == 99 && green == 81 && blue == 71 {
        Colour::Umber
    } else if red == 255 && green == 255 && blue == 255 {
        Colour::White
    } else {
        Colour::Other
    };
    colour == Colour::Umber
}

/// True if a flag is set, as it is if the first input is [`FLOAT`] (*Flag Assignment*).
#[sbst::instrument]
pub fn flag_assignment(
    #[sbst(range = -50_000.0..=50_000.0, step = 0.001)] a: f64,
    #[sbst(range = -50_000.0..=50_000.0, step = 0.001)] _b: f64,
) -> bool {
    let mut flag = false;
    if a == FLOAT {
        flag = true;
    }
    if flag { true } else { false }
}

/// True if a flag is set, as it is if any of ten numbers is [`INTEGER`] (*Flag Loop Assignment*).
#[sbst::instrument]
pub fn flag_loop_assignment(#[sbst(range = -15_000..=15_000)] a: [i32; 10]) -> bool {
    let mut flag = false;
    for i in 0..10 {
        if a[i] == INTEGER {
            flag = true;
        }
    }
    if flag { true } else { false }
}

/// True if a flag is still set, as it is if all of ten numbers are [`INTEGER`] (*Flag Avoid Loop
/// Assignment*).
#[sbst::instrument]
pub fn flag_avoid_loop_assignment(#[sbst(range = -15_000..=15_000)] a: [i32; 10]) -> bool {
    let mut flag = true;
    for i in 0..10 {
        if a[i] != INTEGER {
            flag = false;
        }
    }
    if flag { true } else { false }
}

/// True if two flags are set, as they are if both inputs are [`FLOAT`]; were the second 1, its flag
/// would be reset (*Multiple Flag*).
#[sbst::instrument]
pub fn multiple_flag(
    #[sbst(range = -50_000.0..=50_000.0, step = 0.001)] a: f64,
    #[sbst(range = -50_000.0..=50_000.0, step = 0.001)] b: f64,
) -> bool {
    let (mut first, mut second) = (false, false);
    if a == FLOAT {
        first = true;
    }
    if b == FLOAT {
        second = true;
    }
    if b == 1.0 {
        second = false;
    }
    first && second
}
