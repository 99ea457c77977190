//! Points, and the registry of functions with points.

#[cfg(not(feature = "search"))]
use super::memory::{end, word, Mark};
#[cfg(feature = "search")]
use super::seen::{self, Seen};
use sbst_model::Change;
#[cfg(not(feature = "search"))]
use std::sync::atomic::AtomicU32;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// All functions with mutants in the executable. The version in the name separates two versions of
/// this crate.
#[cfg(not(feature = "search"))]
#[linkme::distributed_slice]
pub static MUTATED_0_1_0: [Mutated];

/// A function, and its alternatives.
#[cfg(not(feature = "search"))]
pub struct Mutated {
    /// The name of the package in cargo.
    pub package: Option<&'static str>,
    /// The name of the crate in cargo.
    pub crate_name: Option<&'static str>,
    /// The name of the binary; `None` in a library.
    pub binary: Option<&'static str>,
    pub module_path: &'static str,
    /// Its name with blocks and functions around it.
    pub name: &'static str,
    pub file: &'static str,
    pub line: u32,
    pub column: u32,
    /// The reason why it has no points; empty if it may have some.
    pub left_out: &'static str,
    /// The number of macro invocations that were not parsed.
    pub macros: u32,
    pub points: &'static [Point],
    pub alternatives: &'static [Alternative],
}

/// The description of an alternative.
#[cfg(not(feature = "search"))]
pub struct Alternative {
    /// The index of its point in the function.
    pub point: u32,
    /// Its number at the point, from 1.
    pub number: u8,
    pub genre: &'static str,
    pub text: &'static str,
    pub replacement: &'static str,
    /// The line and the column where the replaced text begins, from 1.
    pub start: (u32, u32),
    /// The position behind the replaced text.
    pub end: (u32, u32),
}

pub struct Point {
    state: AtomicU8,
    /// The index of its word in a recording.
    #[cfg(not(feature = "search"))]
    index: AtomicU32,
    /// The record of the last execution that recorded.
    #[cfg(feature = "search")]
    pub(super) seen: Seen,
    pub(super) changes: &'static [Change],
}

/// The states that are not numbers of alternatives.
const QUIET: u8 = 0;
const RECORDING: u8 = u8::MAX;

/// The index of the first bit for applicable alternatives. That for alternatives with a difference
/// is 1.
const APPLICABLE: usize = 16;

/// The behaviour of a point.
pub(super) enum State {
    Quiet,
    Recording,
    Active(Change),
}

impl Point {
    /// The bit of a recorded word for an executed point.
    pub(super) const EXECUTED: u32 = 1;

    pub const fn new(changes: &'static [Change]) -> Point {
        Point {
            state: AtomicU8::new(QUIET),
            #[cfg(not(feature = "search"))]
            index: AtomicU32::new(0),
            #[cfg(feature = "search")]
            seen: Seen::new(),
            changes,
        }
    }

    #[inline(always)]
    pub(super) fn is_quiet(&self) -> bool {
        self.state.load(Relaxed) == QUIET
    }

    pub(super) fn state(&self) -> State {
        match self.state.load(Relaxed) {
            QUIET => State::Quiet,
            RECORDING => State::Recording,
            number => match self.changes.get(usize::from(number) - 1) {
                Some(change) => State::Active(*change),
                None => State::Quiet,
            },
        }
    }

    /// Records an execution with these results of the alternatives: `None` if it cannot be applied,
    /// and otherwise true if it differs.
    pub(super) fn record(&self, differs: impl Fn(Change) -> Option<bool>) {
        let mut bits = Point::EXECUTED;
        for (number, change) in self.changes.iter().enumerate() {
            if let Some(differs) = differs(*change) {
                bits |= 1 << (APPLICABLE + number) | u32::from(differs) << (number + 1);
            }
        }
        self.record_bits(bits);
    }

    #[cfg(feature = "search")]
    fn record_bits(&self, bits: u32) {
        self.seen.add(bits);
    }

    #[cfg(not(feature = "search"))]
    fn record_bits(&self, bits: u32) {
        if let Some(word) = word(self.index.load(Relaxed)) {
            let differing = ((1 << self.changes.len()) - 1) << 1;
            // All differences are recorded.
            if (word.fetch_or(bits, Relaxed) | bits) & differing == differing {
                self.activate(QUIET);
            }
        }
    }

    #[cfg(not(feature = "search"))]
    #[cfg_attr(not(any(target_os = "linux", target_vendor = "apple")), allow(dead_code))]
    pub(super) fn set_index(&self, index: u32) {
        self.index.store(index, Relaxed);
    }

    /// Notes a gap, if the point records.
    #[cfg(feature = "search")]
    pub(super) fn note_gap(&self, gap: impl FnOnce() -> Option<f64>) {
        if self.state.load(Relaxed) == RECORDING {
            if let Some(gap) = gap() {
                self.seen.lower_to(gap);
            }
        }
    }

    #[cfg(not(feature = "search"))]
    #[inline(always)]
    pub(super) fn note_gap(&self, _: impl FnOnce() -> Option<f64>) {}

    pub(super) fn activate(&self, number: u8) {
        self.state.store(number, Relaxed);
    }

    #[cfg_attr(not(any(target_os = "linux", target_vendor = "apple")), allow(dead_code))]
    pub(super) fn begin_recording(&self) {
        self.state.store(RECORDING, Relaxed);
    }
}

/// Returns the number of the value that the function is to return immediately; 0 for none.
#[inline(always)]
pub fn entered(point: &'static Point) -> u8 {
    if point.is_quiet() {
        return 0;
    }
    enter(point)
}

#[cold]
fn enter(point: &'static Point) -> u8 {
    match point.state() {
        State::Quiet => 0,
        State::Recording => {
            point.record(|_| Some(true));
            0
        }
        State::Active(_) => point.state.load(Relaxed),
    }
}

/// Ends the process, because the active alternative cannot be applied.
#[cfg(not(feature = "search"))]
#[cold]
pub fn inapplicable() {
    end(Mark::Inapplicable)
}

/// Continues as the code is written, because the active alternative cannot be applied.
#[cfg(feature = "search")]
#[cold]
pub fn inapplicable() {
    seen::note_inapplicable();
}
