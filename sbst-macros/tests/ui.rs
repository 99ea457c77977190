//! Refusals of the macros. The messages are the same with and without the feature `search`, except
//! those that need a parser.

#[test]
fn refusals() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/ui/*.rs");
    if cfg!(feature = "search") {
        cases.compile_fail("tests/ui/search/*.rs");
    }
}
