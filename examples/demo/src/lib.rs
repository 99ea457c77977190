//! A small library to watch `cargo sbst` at work. Every function here is annotated; run
//!
//! ```text
//! cargo sbst
//! cargo test
//! ```
//!
//! and look at `tests/sbst/`.

pub mod calendar;
pub mod shapes;
pub mod text;

/// The middle one of three numbers.
#[sbst::instrument]
pub fn median(a: i32, b: i32, c: i32) -> i32 {
    if a < b {
        if b < c {
            b
        } else if a < c {
            c
        } else {
            a
        }
    } else if a < c {
        a
    } else if b < c {
        c
    } else {
        b
    }
}

/// The mean of some measurements, rounded down.
///
/// There is a bug in here. Can you see it before `cargo sbst` does?
#[sbst::instrument]
pub fn mean(measurements: &[u8]) -> u8 {
    let mut sum = 0;
    for measurement in measurements {
        sum += measurement;
    }
    sum / measurements.len() as u8
}
