//! Errors of the compiler in code emitted by the macros, and their places.

#[test]
fn refusals() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/ui/*.rs");
    if cfg!(not(feature = "arbitrary")) {
        cases.compile_fail("tests/ui/arbitrary/*.rs");
    }
}
