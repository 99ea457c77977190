//! The meaning of rewritten conditions in `let` chains. They are for edition 2024 only; those in
//! guards are for all.
#![deny(warnings)]
#![allow(clippy::all, missing_docs)]

#[path = "../../../../sbst-macros/tests/fidelity/runtime.rs"]
#[allow(dead_code, unused_imports)]
mod runtime;

mod as_written {
    macro_rules! cases {
        ($($item:item)*) => { $($item)* };
    }
    include!("chains/cases.rs");
}

mod rewritten {
    macro_rules! cases {
        ($($item:item)*) => { $(#[sbst_macros::instrument(crate = crate::runtime)] $item)* };
    }
    include!("chains/cases.rs");
}

#[test]
fn rewritten_chains_behave_as_written() {
    assert_eq!(as_written::observations(), rewritten::observations());
}
