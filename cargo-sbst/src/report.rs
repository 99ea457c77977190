//! What is known of a target once its search has ended.

use sbst_model::messages::{Finding, SearchSummary, TestOutline};
use sbst_model::TargetDescription;

/// A target with everything that its workers found.
#[derive(Clone, Debug)]
pub struct TargetReport {
    /// The target.
    pub description: TargetDescription,
    /// How the search went; `None` if the target could not be searched (see `description.not_searched`).
    pub summary: Option<SearchSummary>,
    /// Faults met, one for each place, in the order they were met.
    pub findings: Vec<Finding>,
    /// Tests to be written.
    pub tests: Vec<TestOutline>,
}
