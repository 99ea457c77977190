//! Tells faults from behaviour. A panic with a message that a person wrote is what the function promises to do; one
//! that the language or the standard library raises is a finding.

use crate::panics::Panic;
use sbst_model::messages::FindingKind;

/// Beginnings of the messages that nobody wrote on purpose, by the kind of fault. Source: the panic messages of Rust
/// 1.95's core, alloc and std.
const FAULTS: [(FindingKind, &[&str]); 4] = [
    (FindingKind::Overflow, &["attempt to ", "capacity overflow", "arithmetic overflow", "overflow when "]),
    (
        FindingKind::Index,
        &[
            "index out of bounds: ",
            "index ",
            "range start index ",
            "range end index ",
            "slice index ",
            "byte index ",
            "start byte index ",
            "end byte index ",
            "begin <= end ",
            "mid > len",
            "source slice length ",
            "copy_from_slice: ",
            "chunk size must be non-zero",
            "insertion index ",
            "removal index ",
            "swap_remove index ",
            "split_off ",
            "`at` split index ",
            "cannot split ",
            "cannot remove a char from the end of a string",
            "assertion failed: self.is_char_boundary(",
            "assertion failed: mid <= ",
            "assertion failed: idx < ",
            "assertion failed: index < ",
        ],
    ),
    (
        FindingKind::Unwrap,
        &[
            "called `Option::unwrap()` on a `None` value",
            "called `Option::unwrap_none()`",
            "called `Result::unwrap()` on an `Err` value",
            "called `Result::unwrap_err()` on an `Ok` value",
        ],
    ),
    (
        FindingKind::Panic,
        &[
            "internal error: entered unreachable code",
            "already borrowed",
            "already mutably borrowed",
            "RefCell already ",
            "cannot access a Thread Local Storage value",
            "PoisonError",
            "divisor must not be zero",
            "assertion failed: step != 0",
            "unsafe precondition(s) violated",
            "min > max",
            "assertion failed: min <= max",
            "called `Option::expect",
            "cannot sample empty range",
            "attempted to ",
        ],
    ),
];

/// Parts of paths of source files that are not the user's: a panic raised there was not written for the user's
/// function, whatever it says.
const FOREIGN: [&str; 4] = ["/rustc/", "/registry/src/", "/git/checkouts/", "/rustlib/src/"];

/// The kind of fault that a panic is; `None` if a person wrote its message.
pub(crate) fn of(panic: &Panic) -> Option<FindingKind> {
    let kind = FAULTS.iter().find(|(_, beginnings)| {
        beginnings.iter().any(|beginning| panic.message.starts_with(beginning) && is_whole(beginning, panic))
    });
    let foreign =
        || panic.place.as_ref().is_some_and(|place| FOREIGN.iter().any(|part| place.file.contains(part)));
    kind.map(|(kind, _)| *kind).or_else(|| foreign().then_some(FindingKind::Panic))
}

/// Some beginnings are also how a person would begin: they must go on as the library goes on.
fn is_whole(beginning: &str, panic: &Panic) -> bool {
    let rest = &panic.message[beginning.len()..];
    match beginning {
        "attempt to " => {
            rest.contains(" with overflow") || rest.contains(" by zero") || rest.contains("a divisor of zero")
        }
        "index " => rest.contains("out of range") || rest.contains("out of bounds"),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sbst_model::target::Place;
    use std::panic::{catch_unwind, AssertUnwindSafe};

    fn kind_in(file: &str, message: &str) -> Option<FindingKind> {
        of(&Panic {
            message: message.to_owned(),
            place: Some(Place { file: file.to_owned(), line: 1, column: 1 }),
        })
    }

    /// Raises the library's own panics, so that a changed message is noticed.
    #[test]
    fn panics_of_the_language_and_the_library_are_faults() {
        let zero = std::hint::black_box(0usize);
        let nothing: Vec<i32> = Vec::new();
        let text = String::from("ß");
        fn used<T>(value: T) {
            std::hint::black_box(value);
        }
        type Panicking<'a> = (Option<FindingKind>, Box<dyn Fn() + 'a>);
        let panics: [Panicking<'_>; 11] = [
            (Some(FindingKind::Overflow), Box::new(move || used(zero - 1))),
            (Some(FindingKind::Overflow), Box::new(move || used(1 / zero))),
            (Some(FindingKind::Overflow), Box::new(move || used(1 % zero))),
            (Some(FindingKind::Overflow), Box::new(move || used(1u8 << (zero + 8)))),
            (Some(FindingKind::Index), Box::new(|| used(nothing[zero]))),
            (Some(FindingKind::Index), Box::new(|| used(&nothing[zero + 1..]))),
            (Some(FindingKind::Index), Box::new(|| used(&text[zero + 1..]))),
            (Some(FindingKind::Unwrap), Box::new(|| used(nothing.first().unwrap()))),
            (Some(FindingKind::Unwrap), Box::new(|| used("x".parse::<i32>().unwrap()))),
            (Some(FindingKind::Panic), Box::new(|| unreachable!("no way"))),
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
    fn what_a_person_wrote_is_behaviour_unless_it_stands_in_a_dependency() {
        assert_eq!(kind_in("src/lib.rs", "assertion failed: a < b"), None);
        assert_eq!(kind_in("src/lib.rs", "index must be even"), None);
        assert_eq!(kind_in("src/lib.rs", "no such colour: teal"), None);
        let registry = "/home/me/.cargo/registry/src/index.crates.io-1/csv-1.0.0/src/lib.rs";
        assert_eq!(kind_in(registry, "no such colour: teal"), Some(FindingKind::Panic));
    }
}
