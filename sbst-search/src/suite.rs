//! A test of the finished suite.

use sbst_model::TestCase;

/// A test, and the goals that it is there for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuiteTest {
    /// The test.
    pub test: TestCase,
    /// Goals that it covers and no test before it in the suite is there for, in ascending order; empty for the only
    /// test of a problem without any covered goal.
    pub goals: Vec<u32>,
}
