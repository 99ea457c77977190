//! What the attribute refuses, and how. The messages are the same with and without the feature `rewrite`.

#[test]
fn refusals() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
