//! Mutants as lines of JSON.

use super::grading::{Counts, Grading};
use super::judge::{Alive, Judged, Verdict};
use super::mutant::{LeftOut, Mutant};
use crate::ui::json_lines::{JsonLines, message};
use serde::Serialize;

/// A judged mutant.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct MutantLine<'a> {
    /// The name, as cargo-mutants writes it.
    name: String,
    package: &'a str,
    file: &'a str,
    /// The line where the replaced text begins, from 1.
    line: u32,
    /// The column where it begins, from 1.
    column: u32,
    /// The kind of the mutant.
    genre: &'a str,
    /// The text that replaces it.
    replacement: &'a str,
    /// The verdict: `noticed`, `alive`, `unknown` or `inapplicable`.
    verdict: &'static str,
    /// Why it is alive: `unexecuted`, `same` or `unnoticed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    /// The test that noticed it, or that gave no verdict.
    #[serde(skip_serializing_if = "Option::is_none")]
    test: Option<&'a str>,
    /// The tests that execute it.
    tests: Vec<&'a str>,
    /// The tests that notice it, with `--by-test`.
    #[serde(skip_serializing_if = "Option::is_none")]
    noticed_by: Option<Vec<&'a str>>,
}

message!("mutant": MutantLine<'_>);

/// A test, with the mutants that it notices.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct GradedTest<'a> {
    test: &'a str,
    /// The target of the test, as in `package lib`.
    target: &'a str,
    /// The number of mutants that it notices.
    noticed: usize,
    /// The names of those that it alone notices.
    only: Vec<String>,
}

message!("graded-test": GradedTest<'_>);

/// All mutants are judged.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct MutantsFinished<'a> {
    /// The number of mutants.
    mutants: usize,
    noticed: usize,
    alive: usize,
    /// Mutants that no test executes, among those alive.
    unexecuted: usize,
    /// Mutants that never gave another value, among those alive.
    same: usize,
    /// Mutants without a verdict.
    unknown: usize,
    /// Mutants that cannot be applied to their types. They count nowhere else.
    inapplicable: usize,
    /// Noticed mutants in percent of those with a verdict.
    score: f64,
    /// Functions without mutants, because they contain `unsafe`.
    unsafe_functions: usize,
    /// Functions without mutants, because constants need them.
    constant_functions: usize,
    /// Macro invocations that were not examined.
    macros: usize,
    tests: usize,
    /// Superfluous tests, if they were sought.
    #[serde(skip_serializing_if = "Option::is_none")]
    superfluous: Option<Vec<&'a str>>,
    recorded_seconds: f64,
    elapsed_seconds: f64,
}

message!("mutants-finished": MutantsFinished<'_>);

/// Emits a line for each mutant, and one for all.
pub fn emit(grading: &Grading, lines: JsonLines) -> anyhow::Result<()> {
    for (index, judged) in grading.judged.iter().enumerate() {
        lines.emit(&line(index, judged, grading))?;
    }
    for ((test, target), [noticed, only]) in grading.tests.iter().zip(grading.by_test().unwrap_or_default()) {
        let only = only.into_iter().map(Mutant::name).collect();
        lines.emit(&GradedTest { test, target, noticed: noticed.len(), only })?;
    }
    let counts = Counts::from_judged(&grading.judged);
    let LeftOut { unsafe_functions, constant_functions, macros } = grading.left_out;
    lines.emit(&MutantsFinished {
        mutants: grading.all,
        noticed: counts.noticed,
        alive: counts.alive(),
        unexecuted: counts.unexecuted,
        same: counts.same,
        unknown: counts.unknown,
        inapplicable: counts.inapplicable,
        score: counts.score(),
        unsafe_functions,
        constant_functions,
        macros,
        tests: grading.tests.len(),
        superfluous: grading.superfluous.as_ref().map(|tests| names(grading, tests)),
        recorded_seconds: grading.recorded.as_secs_f64(),
        elapsed_seconds: grading.elapsed.as_secs_f64(),
    })
}

fn line<'a>(index: usize, judged: &'a Judged, grading: &'a Grading) -> MutantLine<'a> {
    let Judged { mutant, verdict, tests } = judged;
    let (verdict, reason, test) = match *verdict {
        Verdict::Noticed(test) => ("noticed", None, Some(test)),
        Verdict::Alive(Alive::Unexecuted) => ("alive", Some("unexecuted"), None),
        Verdict::Alive(Alive::Same) => ("alive", Some("same"), None),
        Verdict::Alive(Alive::Unnoticed) => ("alive", Some("unnoticed"), None),
        Verdict::Unknown(test) => ("unknown", None, Some(test)),
        Verdict::Inapplicable => ("inapplicable", None, None),
    };
    let (line, column) = mutant.place[0];
    MutantLine {
        name: mutant.name(),
        package: &mutant.package,
        file: &mutant.file,
        line,
        column,
        genre: &mutant.genre,
        replacement: &mutant.replacement,
        verdict,
        reason,
        test: test.map(|test| name(grading, test)),
        tests: names(grading, tests),
        noticed_by: grading.noticing.as_ref().map(|noticing| names(grading, &noticing[index])),
    }
}

fn names<'a>(grading: &'a Grading, tests: &[usize]) -> Vec<&'a str> {
    tests.iter().map(|test| name(grading, *test)).collect()
}

fn name(grading: &Grading, test: usize) -> &str {
    grading.tests.get(test).map_or("", |(name, _)| name)
}
