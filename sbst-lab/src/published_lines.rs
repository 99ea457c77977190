//! A test of the published schema of the laboratory's lines.

use crate::compare::ComparisonWritten;
use crate::compare::rows::{RunFinished, SummaryRow};
use crate::landscape::PictureWritten;
use crate::published::{assert_published, definition};

#[test]
fn published_schema_equals_schema_of_lines() {
    let own = vec![
        definition::<RunFinished<'_>>(),
        definition::<SummaryRow<'_>>(),
        definition::<ComparisonWritten<'_>>(),
        definition::<PictureWritten<'_>>(),
    ];
    assert_published("sbst-lab", own);
}
