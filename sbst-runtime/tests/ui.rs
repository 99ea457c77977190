//! What the compiler refuses of the code that the macros emit, and where it says so.

#[test]
fn refusals() {
    // With the feature it is one less.
    if !cfg!(feature = "arbitrary") {
        trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
    }
}
