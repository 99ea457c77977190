//! Rewritten functions behave like the originals: they have the same results and the same order of
//! evaluation, and drop temporaries at the same time. The cases are the constructs that a rewriting
//! is likely to get wrong.
//!
//! They are compiled twice, unchanged and rewritten, against the runtime that only counts.
#![cfg(all(feature = "rewrite", not(feature = "search")))]
#![deny(warnings)]
#![allow(clippy::all, missing_docs)]

#[path = "fidelity/runtime.rs"]
mod runtime;

mod as_written {
    macro_rules! cases {
        ($($item:item)*) => { $($item)* };
    }
    /// A panic's message as printed.
    fn shown(message: String) -> String {
        message
    }
    pub mod values {
        include!("fidelity/cases.rs");
    }
    pub mod patterns {
        include!("fidelity/patterns.rs");
    }
    pub mod operators {
        include!("fidelity/operators.rs");
    }
    pub mod places {
        include!("fidelity/places.rs");
    }
    pub mod items {
        include!("fidelity/items.rs");
    }
    pub mod answers {
        include!("fidelity/answers.rs");
    }
}

mod rewritten {
    macro_rules! cases {
        ($($item:item)*) => { $(#[sbst_macros::instrument(crate = crate::runtime)] $item)* };
    }
    fn shown(message: String) -> String {
        crate::runtime::as_written(message)
    }
    pub mod values {
        include!("fidelity/cases.rs");
    }
    pub mod patterns {
        include!("fidelity/patterns.rs");
    }
    pub mod operators {
        include!("fidelity/operators.rs");
    }
    pub mod places {
        include!("fidelity/places.rs");
    }
    pub mod items {
        include!("fidelity/items.rs");
    }
    pub mod answers {
        include!("fidelity/answers.rs");
    }
}

#[track_caller]
fn check_same(expected: Vec<String>, found: Vec<String>) {
    assert_eq!(expected.len(), found.len());
    for (expected, found) in expected.iter().zip(&found) {
        assert_eq!(expected, found);
    }
}

#[test]
fn rewritten_functions_behave_as_written() {
    check_same(as_written::values::observations(), rewritten::values::observations());
}

#[test]
fn rewritten_patterns_behave_as_written() {
    check_same(as_written::patterns::observations(), rewritten::patterns::observations());
}

#[test]
fn rewritten_operators_behave_as_written() {
    check_same(as_written::operators::observations(), rewritten::operators::observations());
}

#[test]
fn rewritten_places_behave_as_written() {
    check_same(as_written::places::observations(), rewritten::places::observations());
}

#[test]
fn rewritten_items_behave_as_written() {
    check_same(as_written::items::observations(), rewritten::items::observations());
}

#[test]
fn rewritten_calls_of_the_standard_library_behave_as_written() {
    check_same(as_written::answers::observations(), rewritten::answers::observations());
}

#[test]
fn functions_are_named_after_their_blocks() {
    let names: Vec<&str> = runtime::__private::TARGETS_0_1_0.iter().map(|target| target.name).collect();
    for name in [
        "Account<T>::new",
        "<Account<i64> as Describe>::amount",
        "<Account<T> as fmt::Display>::fmt",
        "Twice::twice",
        "Twice::twice::double",
        "<i32 as Twice>::once",
        "sum",
        "sum::Sum::add",
        "is_even",
    ] {
        assert!(names.contains(&name), "{} is not among {:?}", name, names);
    }
}

#[test]
fn every_case_is_registered_and_its_probes_record() {
    let targets = runtime::__private::TARGETS_0_1_0;
    assert!(targets.len() > 60);
    let _ = (rewritten::values::observations(), rewritten::patterns::observations());
    let _ = (rewritten::operators::observations(), rewritten::places::observations());
    let _ = rewritten::items::observations();
    for target in targets {
        assert_eq!(target.sites.len(), target.conditions.len());
        assert!(
            target.sites.is_empty() || target.sites.iter().any(|site| site.counts() != [0, 0]),
            "of {:?}",
            target.name
        );
    }
}
