//! The distinction between faults and behaviour. A panic with a user's message is behaviour of the
//! function; a panic raised by the language or the standard library is a finding.

use sbst_core::probe::panics::Panic;
use sbst_model::messages::FindingKind;

/// Beginnings of messages of the standard library, by the kind of fault. They are long enough to
/// differ from users' messages such as "index 7 is free" or "attempted to withdraw". Source: core,
/// alloc and std of Rust 1.95.
const FAULTS: [(FindingKind, &[&str]); 5] = [
    (
        FindingKind::Division,
        &[
            "attempt to divide by zero",
            "attempt to calculate the remainder with a divisor of zero",
            "divide by zero error when dividing duration",
        ],
    ),
    (
        FindingKind::Overflow,
        &[
            "attempt to ",
            "capacity overflow",
            "overflow when adding duration",
            "overflow when subtracting duration",
            "overflow when multiplying duration",
            "overflow when dividing duration",
        ],
    ),
    (
        FindingKind::Index,
        &[
            "index out of bounds: the len is ",
            "range start index ",
            "range end index ",
            "slice index starts at ",
            "byte index ",
            "start byte index ",
            "end byte index ",
            "begin <= end (",
            "mid > len",
            "source slice length (",
            "copy_from_slice: source slice length (",
            "chunk size must be non-zero",
            "insertion index (is ",
            "removal index (is ",
            "swap_remove index (is ",
            "`at` split index (is ",
            "Out of bounds access",
            "cannot remove a char from the end of a string",
            "assertion failed: self.is_char_boundary(",
            "assertion failed: mid <= ",
        ],
    ),
    (
        FindingKind::Unwrap,
        &[
            "called `Option::unwrap()` on a `None` value",
            "called `Result::unwrap()` on an `Err` value",
            "called `Result::unwrap_err()` on an `Ok` value",
        ],
    ),
    (
        FindingKind::Panic,
        &[
            "internal error: entered unreachable code",
            "already borrowed: BorrowMutError",
            "already mutably borrowed: BorrowError",
            "RefCell already ",
            "cannot access a Thread Local Storage value",
            "unsafe precondition(s) violated",
            "min > max, or either was NaN",
            "assertion failed: min <= max",
            "assertion failed: step != 0",
            "attempted to leave type ",
            "attempted to zero-initialize type ",
        ],
    ),
];

/// Parts of paths of source files outside the user's code: a panic raised there is a fault, with
/// any message.
const FOREIGN: [&str; 4] = ["/rustc/", "/registry/src/", "/git/checkouts/", "/rustlib/src/"];

/// Returns the kind of fault of a panic; `None` if a user wrote its message.
pub(crate) fn kind(panic: &Panic) -> Option<FindingKind> {
    let kind = FAULTS.iter().find(|(_, beginnings)| {
        beginnings.iter().any(|beginning| panic.message.starts_with(beginning) && is_whole(beginning, panic))
    });
    let foreign =
        || panic.place.as_ref().is_some_and(|place| FOREIGN.iter().any(|part| place.file.contains(part)));
    kind.map(|(kind, _)| *kind).or_else(|| foreign().then_some(FindingKind::Panic))
}

/// True if a message continues as the language's does: a user's message may begin like an
/// arithmetic fault.
fn is_whole(beginning: &str, panic: &Panic) -> bool {
    let rest = &panic.message[beginning.len()..];
    !beginning.starts_with("attempt to ") || rest.is_empty() || rest.ends_with(" with overflow")
}

#[cfg(test)]
mod tests {
    use super::*;
    use sbst_model::target::Place;
    use std::cell::RefCell;
    use std::collections::VecDeque;
    use std::panic::{catch_unwind, AssertUnwindSafe};
    use std::time::Duration;

    fn kind_in(file: &str, message: &str) -> Option<FindingKind> {
        kind(&Panic {
            message: message.to_owned(),
            place: Some(Place { file: file.to_owned(), line: 1, column: 1 }),
        })
    }

    /// Raises the library's own panics, so that a changed message fails a test.
    #[test]
    fn panics_of_the_language_and_the_library_are_faults() {
        let zero = std::hint::black_box(0usize);
        let nothing: Vec<i32> = Vec::new();
        let text = String::from("ß");
        let cell = RefCell::new(0);
        fn used<T>(value: T) {
            std::hint::black_box(value);
        }
        type Panicking<'a> = (Option<FindingKind>, Box<dyn Fn() + 'a>);
        let panics: [Panicking<'_>; 18] = [
            (
                Some(FindingKind::Overflow),
                Box::new(move || used((i32::MIN + zero as i32) % (zero as i32 - 1))),
            ),
            (Some(FindingKind::Division), Box::new(move || used(Duration::MAX / zero as u32))),
            (Some(FindingKind::Overflow), Box::new(move || used(zero - 1))),
            (Some(FindingKind::Division), Box::new(move || used(1 / zero))),
            (Some(FindingKind::Division), Box::new(move || used(1 % zero))),
            (Some(FindingKind::Overflow), Box::new(move || used(1u8 << (zero + 8)))),
            (Some(FindingKind::Index), Box::new(|| used(nothing[zero]))),
            (Some(FindingKind::Index), Box::new(|| used(&nothing[zero + 1..]))),
            (Some(FindingKind::Index), Box::new(|| used(&text[zero + 1..]))),
            (Some(FindingKind::Unwrap), Box::new(|| used(nothing.first().unwrap()))),
            (Some(FindingKind::Unwrap), Box::new(|| used("x".parse::<i32>().unwrap()))),
            (Some(FindingKind::Panic), Box::new(|| unreachable!("no way"))),
            (Some(FindingKind::Index), Box::new(|| vec![0].insert(zero + 2, 1))),
            (Some(FindingKind::Index), Box::new(|| used(vec![0].remove(zero + 1)))),
            (Some(FindingKind::Index), Box::new(|| used(VecDeque::<u8>::new()[zero]))),
            (Some(FindingKind::Panic), Box::new(|| used((cell.borrow(), cell.borrow_mut())))),
            (Some(FindingKind::Overflow), Box::new(|| used(Duration::MAX + Duration::MAX))),
            (None, Box::new(|| panic!("attempt to be clear"))),
        ];
        for (index, (expected, panic)) in panics.iter().enumerate() {
            let payload = catch_unwind(AssertUnwindSafe(panic)).expect_err("it panics");
            let message = payload.downcast_ref::<String>().cloned();
            let message =
                message.or_else(|| payload.downcast_ref::<&str>().map(|&text| text.to_owned())).unwrap();
            assert_eq!(kind_in("src/lib.rs", &message), *expected, "{index}: {message}");
        }
    }

    #[test]
    fn explicit_panics_are_behaviour_except_in_dependencies() {
        assert_eq!(kind_in("src/lib.rs", "assertion failed: a < b"), None);
        for by_hand in [
            "index must be even",
            "index 5 out of bounds",
            "attempted to withdraw 3",
            "already borrowed by Ada",
            "cannot split 1",
        ] {
            assert_eq!(kind_in("src/lib.rs", by_hand), None, "{by_hand}");
        }
        assert_eq!(kind_in("src/lib.rs", "no such colour: teal"), None);
        let registry = "/home/me/.cargo/registry/src/index.crates.io-1/csv-1.0.0/src/lib.rs";
        assert_eq!(kind_in(registry, "no such colour: teal"), Some(FindingKind::Panic));
    }
}
