//! A test of the published schema of the lines that commands print.

use super::check::report::{CheckedFinding, CheckedFunction, CheckedSuite, Summary};
use super::ci::PatchWritten;
use super::explain::Explanation;
use super::init::SetUp;
use super::kill::{SurvivorLine, SurvivorsFinished};
use super::list::Target;
use super::merge::Shards;
use super::replay::Replayed;
use super::review::ProposalLine;
use super::run::purpose::TestWritten;
use super::run::writing::{FileWritten, SuiteChanges, TestRemoved, TestsNotWritten};
use super::test::LcovWritten;
use crate::mutants::{GradedTest, MutantLine, MutantsFinished};
use crate::report::changes::Changes;
use crate::report::function_line::TargetFinished;
use crate::report::outputs::ReportWritten;
use crate::report::totals::Totals;
use crate::state::Run;
use crate::suite::findings::Findings;
use crate::ui::json_lines::published::{assert_published, definition};
use crate::ui::json_lines::{BuildFinished, Header, Warning};

#[test]
fn published_schema_equals_schema_of_lines() {
    let own = vec![
        definition::<Header<'_>>(),
        definition::<BuildFinished>(),
        definition::<Warning<'_>>(),
        definition::<Target<'_>>(),
        definition::<TargetFinished<'_>>(),
        definition::<Findings>(),
        definition::<FileWritten<'_>>(),
        definition::<TestWritten<'_>>(),
        definition::<TestRemoved<'_>>(),
        definition::<TestsNotWritten<'_>>(),
        definition::<SuiteChanges<'_>>(),
        definition::<ProposalLine<'_>>(),
        definition::<PatchWritten<'_>>(),
        definition::<ReportWritten<'_>>(),
        definition::<LcovWritten<'_>>(),
        definition::<MutantLine<'_>>(),
        definition::<GradedTest<'_>>(),
        definition::<MutantsFinished<'_>>(),
        definition::<SurvivorLine<'_>>(),
        definition::<SurvivorsFinished>(),
        definition::<Changes<'_>>(),
        definition::<Totals>(),
        definition::<Run>(),
        definition::<Shards<'_>>(),
        definition::<CheckedFunction<'_>>(),
        definition::<CheckedFinding<'_>>(),
        definition::<CheckedSuite<'_>>(),
        definition::<Summary>(),
        definition::<Replayed<'_>>(),
        definition::<Explanation<'_>>(),
        definition::<SetUp<'_>>(),
    ];
    assert_published("cargo-sbst", own);
}
