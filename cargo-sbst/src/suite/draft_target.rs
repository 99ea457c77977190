//! A function whose tests go into a file.

use crate::search::target_report::TargetReport;
use crate::source::name_resolution::Entity;

#[derive(Clone)]
pub struct DraftTarget<'a> {
    pub report: &'a TargetReport,
    /// The function's item in its crate's sources.
    pub found: Option<Entity>,
    /// The tests of the function that go into the file, by their indices in
    /// [`outlines`](super::outline::outlines).
    pub tests: Vec<usize>,
}
