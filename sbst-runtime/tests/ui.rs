//! What the compiler refuses of the code that the macros emit, and where it says so.
#![cfg(not(feature = "arbitrary"))] // with it, one thing less is refused

#[test]
fn refusals() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
