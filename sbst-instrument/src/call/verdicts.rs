//! The verdicts of the compiler on instances: whether types meet the bounds of a function.
//!
//! 1. Before a crate is compiled for a search, the command's compiler wrapper has it compiled without
//!    code generation, and the macro asks: for each instance of a function that might be called there
//!    is a constant which panics with the instance's number if the bounds are met.
//! 2. The wrapper collects the numbers in a file. Where the macro knows the file, an instance whose
//!    number is not in it is not called.
//! 3. Without a file nothing is known, and the likeliest instance is trusted.

use std::collections::HashSet;
use std::sync::LazyLock;
use std::{env, fs};

use crate::syntax::runtime::BOUNDS;

/// The value of [`BOUNDS`] that makes the macro ask.
pub const ASK: &str = "ask";

/// The beginning of the message with which a constant panics.
pub const MET: &str = "sbst: bounds are met: ";

/// The numbers of the instances whose bounds are met; none without a file.
pub(super) fn met() -> Option<&'static HashSet<u64>> {
    static ALL: LazyLock<Option<HashSet<u64>>> = LazyLock::new(|| {
        let text = fs::read_to_string(env::var_os(BOUNDS)?).ok()?;
        Some(text.lines().filter_map(from_line).collect())
    });
    ALL.as_ref()
}

/// The message of an instance's constant.
pub(super) fn message(number: u64) -> String {
    format!("{MET}{number:016x}")
}

fn from_line(line: &str) -> Option<u64> {
    u64::from_str_radix(line, 16).ok()
}
