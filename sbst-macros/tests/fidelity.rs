//! Rewritten functions do what the functions as written do: the same results, the same order of evaluation, and
//! temporaries that are dropped at the same time. The cases are the constructs that a rewriting is likely to get wrong.
//!
//! They are compiled twice, as they stand and rewritten, against a runtime that only counts.
#![cfg(feature = "rewrite")]
#![deny(warnings)]
#![allow(clippy::all, missing_docs)]

#[path = "fidelity/runtime.rs"]
#[allow(dead_code)]
mod runtime;

mod as_written {
    macro_rules! cases {
        ($($item:item)*) => { $($item)* };
    }
    include!("fidelity/cases.rs");
}

mod rewritten {
    macro_rules! cases {
        ($($item:item)*) => { $(#[sbst_macros::instrument(crate = crate::runtime)] $item)* };
    }
    include!("fidelity/cases.rs");
}

#[test]
fn rewritten_functions_behave_as_written() {
    let (expected, found) = (as_written::observations(), rewritten::observations());
    assert_eq!(expected.len(), found.len());
    for (expected, found) in expected.iter().zip(&found) {
        assert_eq!(expected, found);
    }
}

#[test]
fn every_case_is_registered_and_its_probes_record() {
    let targets = runtime::__private::TARGETS_0_1_0;
    assert!(targets.len() > 30);
    let _ = rewritten::observations();
    for target in targets {
        assert_eq!(target.sites.len(), target.conditions.len());
        assert!(
            target.sites.is_empty() || target.sites.iter().any(|site| site.count() > 0),
            "of {:?}",
            target.name
        );
    }
}
