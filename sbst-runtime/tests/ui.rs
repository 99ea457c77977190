//! Errors of the compiler in code that the macros emit, and their places.
#![cfg(not(feature = "arbitrary"))] // with it, one thing less is refused

#[test]
fn refusals() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
