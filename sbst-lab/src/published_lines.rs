//! A test of the published schema of the lines that the laboratory prints.

use crate::compare::ComparisonWritten;
use crate::compare::rows::{RunFinished, SummaryRow};
use crate::landscape::PictureWritten;
use crate::published::{assert_published, definition};

#[test]
fn the_published_schema_is_that_of_the_lines() {
    let own = vec![
        definition::<RunFinished<'_>>(),
        definition::<SummaryRow<'_>>(),
        definition::<ComparisonWritten<'_>>(),
        definition::<PictureWritten<'_>>(),
    ];
    assert_published("sbst-lab", own);
}
