//! The data of the page.

use crate::report::closing::kind_of_finding;
use crate::report::model::{self, Report, Standing, Status};
use crate::report::totals::Totals;
use crate::report::tried;
use crate::report::uncovered::distance;
use crate::state::{Run, Tried};
use cargo_metadata::camino::Utf8Path;
use sbst_model::Goal;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

#[derive(Serialize)]
pub struct Data<'a> {
    version: &'static str,
    totals: &'a Totals,
    functions: Vec<Function<'a>>,
    findings: Vec<Finding<'a>>,
    tests: Vec<Test<'a>>,
    mutants: Vec<Mutant<'a>>,
    /// Lines of the source files with functions.
    files: BTreeMap<&'a str, Vec<String>>,
    runs: &'a [Run],
}

#[derive(Serialize)]
struct Function<'a> {
    package: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    binary: Option<&'a str>,
    path: &'a str,
    file: &'a str,
    line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    not_searched: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    flaky: Option<&'a str>,
    evaluations: u64,
    seconds: f64,
    conditions: Vec<Condition<'a>>,
    /// Evaluations when goals were covered first, in ascending order.
    covered_at: Vec<u64>,
    /// Hidden checks, and those of them that failed.
    checks: [usize; 2],
}

#[derive(Serialize)]
struct Condition<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    text: &'a str,
    outcomes: [Outcome<'a>; 2],
}

#[derive(Serialize)]
struct Outcome<'a> {
    means: &'static str,
    status: &'static str,
    #[serde(skip_serializing_if = "is_zero")]
    hits: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tests: Vec<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    /// The sequences of assignments that the search tried for it, by lines.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tried: Vec<String>,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

#[derive(Serialize)]
struct Finding<'a> {
    kind: &'static str,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    path: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    function: Option<usize>,
    call: &'a [String],
    others: &'a [String],
    standing: &'static str,
    is_new: bool,
    fingerprint: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    test: Option<usize>,
}

#[derive(Serialize)]
struct Test<'a> {
    name: &'a str,
    function: &'a str,
    file: &'a str,
    line: usize,
    source: &'a str,
    is_ignored: bool,
}

#[derive(Serialize)]
struct Mutant<'a> {
    file: &'a str,
    line: u32,
    text: &'a str,
    /// The written tests that notice it, by index.
    tests: Vec<usize>,
}

impl<'a> Data<'a> {
    pub fn from_report(report: &'a Report<'a>) -> Data<'a> {
        let tests = report.tests.iter().map(|test| Test {
            name: &test.name,
            function: &test.function,
            file: report.path(&test.file),
            line: test.line,
            source: &test.source,
            is_ignored: test.is_ignored,
        });
        Data {
            version: env!("CARGO_PKG_VERSION"),
            totals: report.totals,
            functions: report.functions.iter().map(function).collect(),
            findings: report.findings.iter().map(finding).collect(),
            tests: tests.collect(),
            mutants: mutants(report),
            files: files(report),
            runs: report.runs,
        }
    }
}

/// Returns the mutants that selected tests.
fn mutants<'a>(report: &'a Report<'a>) -> Vec<Mutant<'a>> {
    let mut noticed_by: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, test) in report.tests.iter().enumerate().filter(|(_, test)| !test.is_ignored) {
        test.notices.iter().for_each(|name| noticed_by.entry(name).or_default().push(index));
    }
    let mutant = |name: &'a String| {
        // `src/a.rs:12:9: replace < with <= in f`
        let (place, text) = name.split_once(": ")?;
        let mut place = place.rsplitn(3, ':').skip(1);
        let line = place.next()?.parse().ok()?;
        let tests = noticed_by.get(name.as_str()).cloned().unwrap_or_default();
        Some(Mutant { file: place.next()?, line, text, tests })
    };
    report.mutants.iter().filter_map(mutant).collect()
}

/// Returns the source files with functions or conditions.
fn files<'a>(report: &'a Report<'a>) -> BTreeMap<&'a str, Vec<String>> {
    let mut named: BTreeSet<&str> = BTreeSet::new();
    for function in &report.functions {
        let target = function.target();
        named.insert(&target.place.file);
        named.extend(target.conditions.iter().map(|condition| condition.place.file.as_str()));
    }
    let read = |file: &'a str| {
        let text = fs::read_to_string(report.workspace_root.join(Utf8Path::new(file))).ok()?;
        Some((file, text.lines().map(str::to_owned).collect()))
    };
    named.into_iter().filter_map(read).collect()
}

fn function<'a>(of: &'a model::Function<'a>) -> Function<'a> {
    let (report, target) = (of.report, of.target());
    let summary = report.summary.as_ref();
    let conditions = target.conditions.iter().zip(&of.conditions).enumerate();
    // Goals of conditions: hidden checks and adopted goals have numbers behind these.
    let own = report.first_covered.range(..target.goals() as u32);
    let mut covered_at: Vec<u64> = own.map(|(_, evaluations)| *evaluations).collect();
    covered_at.sort_unstable();
    Function {
        package: &target.id.package,
        binary: target.id.binary.as_deref(),
        path: &target.id.path,
        file: &target.place.file,
        line: target.place.line,
        not_searched: target.not_searched.as_ref().map(ToString::to_string),
        flaky: report.flaky.as_deref(),
        evaluations: summary.map_or(0, |summary| summary.evaluations),
        seconds: summary.map_or(0.0, |summary| summary.search_seconds),
        conditions: conditions
            .map(|(index, (condition, outcomes))| Condition {
                file: &condition.place.file,
                line: condition.place.line,
                column: condition.place.column,
                text: &condition.text,
                outcomes: [0, 1].map(|which| {
                    let goal = Goal { condition: index as u32, outcome: which == 0 };
                    let outcome = &outcomes[which];
                    let tried = match outcome.status {
                        Status::Uncovered(_) => report.tried.get(&(goal.index() as u32)),
                        _ => None,
                    };
                    from_outcome(outcome, condition.kind.outcome(goal.outcome), tried)
                }),
            })
            .collect(),
        covered_at,
        checks: [target.checks.len(), report.failed_checks().count()],
    }
}

fn from_outcome<'a>(outcome: &model::Outcome<'a>, means: &'static str, tried: Option<&Tried>) -> Outcome<'a> {
    let (status, best, reason) = match outcome.status {
        Status::Covered => ("covered", None, None),
        Status::Uncovered(best) => ("uncovered", best, None),
        Status::BeforeFault => ("before-fault", None, None),
        Status::Infeasible(reason) => ("infeasible", None, Some(reason)),
    };
    Outcome {
        means,
        status,
        hits: outcome.hits,
        tests: outcome.tests.clone(),
        distance: best.map(distance),
        reason,
        tried: tried::lines(tried),
    }
}

fn finding<'a>(finding: &model::Finding<'a>) -> Finding<'a> {
    let entry = finding.entry;
    Finding {
        kind: entry.kind.map_or("explicit panic", kind_of_finding),
        message: &entry.message,
        place: entry.place.as_ref().map(ToString::to_string),
        line: entry.place.as_ref().map(|place| place.line),
        file: entry.place.as_ref().map(|place| place.file.as_str()),
        path: &entry.function,
        function: finding.function,
        call: &entry.call,
        others: &entry.others,
        standing: match finding.standing {
            Standing::Open => "open",
            Standing::Accepted => "accepted",
            Standing::Remark => "remark",
        },
        is_new: finding.is_new == Some(true),
        fingerprint: &entry.fingerprint,
        test: finding.test,
    }
}
