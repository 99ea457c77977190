//! The meaning of patterns that only editions before 2024 allow.
#![deny(warnings)]
#![allow(clippy::all, missing_docs, ellipsis_inclusive_range_patterns)]

#[path = "../../../../sbst-macros/tests/fidelity/runtime.rs"]
#[allow(dead_code, unused_imports)]
mod runtime;

mod as_written {
    macro_rules! cases {
        ($($item:item)*) => { $($item)* };
    }
    include!("references/cases.rs");
}

mod rewritten {
    macro_rules! cases {
        ($($item:item)*) => { $(#[sbst_macros::instrument(crate = crate::runtime)] $item)* };
    }
    include!("references/cases.rs");
}

#[test]
fn rewritten_patterns_behave_as_written() {
    assert_eq!(as_written::observations(), rewritten::observations());
}
