//! Programs that are harder for the chaining approach than those of its paper. The target of each
//! is the true outcome of its last condition; its deciding value is in a variable, a field, or a
//! result. Special numbers are computed at run time.

#![allow(clippy::needless_bool, clippy::needless_range_loop)] // as in `chaining_programs`

use crate::chaining_programs::integer;

/// Returns one of some special numbers.
pub fn special(number: i32) -> i32 {
    integer() + 1_009 * number
}

/// True if the input contains three numbers, each of which sets a flag in a separate round.
#[sbst::instrument]
pub fn three_flags(#[sbst(range = -15_000..=15_000)] a: [i32; 12]) -> bool {
    let (mut first, mut second, mut third) = (false, false, false);
    for i in 0..12 {
        if a[i] == special(0) {
            first = true;
        } else if a[i] == special(1) {
            second = true;
        } else if a[i] == special(2) {
            third = true;
        }
    }
    first && second && third
}

/// True if eight of sixteen numbers are a special one.
#[sbst::instrument]
pub fn counter_of_eight(#[sbst(range = -15_000..=15_000)] a: [i32; 16]) -> bool {
    let mut found = 0;
    for i in 0..16 {
        if a[i] == special(0) {
            found += 1;
        }
    }
    let enough = found == 8;
    if enough { true } else { false }
}

/// True if all numbers are a special one.
#[sbst::instrument]
pub fn are_all_special(#[sbst(range = -15_000..=15_000)] a: [i32; 10]) -> bool {
    let mut flag = true;
    for i in 0..10 {
        if a[i] != special(0) {
            flag = false;
        }
    }
    flag
}

/// True if a helper returns a flag.
#[sbst::instrument]
pub fn returned_flag(#[sbst(range = -15_000..=15_000)] a: [i32; 10]) -> bool {
    let flag = are_all_special(a);
    if flag { true } else { false }
}

/// A lock that one number opens.
#[derive(Debug, Default)]
pub struct Lock {
    is_open: bool,
    is_ready: bool,
}

#[sbst::instrument]
impl Lock {
    /// Returns a closed lock.
    pub fn new() -> Lock {
        Lock { is_open: false, is_ready: false }
    }

    /// Makes it ready, if the number is the right one.
    pub fn prepare(&mut self, #[sbst(range = -15_000..=15_000)] number: i32) {
        if number == special(3) {
            self.is_ready = true;
        }
    }

    /// Turns it to a number, which opens a ready lock if it is right.
    pub fn turn(&mut self, #[sbst(range = -15_000..=15_000)] number: i32) {
        self.is_open = false;
        if self.is_ready && number == special(0) {
            self.is_open = true;
        }
    }

    /// True if it is open: another method sets the field.
    pub fn enter(&self) -> bool {
        if self.is_open { true } else { false }
    }
}

/// The states of a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Idle,
    Opened,
    Loaded,
    Done,
}

/// True if a machine is in its last state, after two others in order.
#[sbst::instrument]
pub fn state_machine(symbols: [u16; 8]) -> bool {
    let mut state = State::Idle;
    for i in 0..8 {
        let symbol = i32::from(symbols[i]);
        if state == State::Idle && symbol == special(0) {
            state = State::Opened;
        } else if state == State::Opened && symbol == special(1) {
            state = State::Loaded;
        } else if state == State::Loaded && symbol == special(2) {
            state = State::Done;
        } else if state != State::Done {
            state = State::Idle;
        }
    }
    state == State::Done
}

/// The fault of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Failure {
    Nothing,
    Header,
    Part,
    Sum,
}

/// True if the last failure of a message is its sum: earlier errors are different ones.
#[sbst::instrument]
pub fn error_code(
    header: u16,
    #[sbst(range = -15_000..=15_000)] parts: [i32; 6],
    #[sbst(range = -15_000..=15_000)] sum: i32,
) -> bool {
    let mut failure = Failure::Nothing;
    if i32::from(header) != special(4) {
        failure = Failure::Header;
    }
    for i in 0..6 {
        if parts[i] < special(0) && failure == Failure::Nothing {
            failure = Failure::Part;
        }
    }
    if failure == Failure::Nothing && sum == special(5) {
        failure = Failure::Sum;
    }
    failure == Failure::Sum
}
