//! The report model: one list of goals and findings for all report files, so that they agree.
//!
//! 1. An outcome of a condition is a goal, unless it is proved infeasible and no test covers it.
//!    [`TargetReport`] decides on coverage, as for the text and the JSON.
//! 2. A goal's hits are the tests that cover it and are not ignored, and at least one if it is
//!    covered at all.
//! 3. A finding is open unless accepted; an explicit panic is open in a job that fails for it.

use crate::report::counted::CountedFunction;
use crate::report::totals::Totals;
use crate::search::target_report::{TargetReport, is_before_fault};
use crate::state::{Run, Since};
use crate::suite::WrittenTest;
use crate::suite::findings::{Entry, Findings};
use cargo_metadata::camino::Utf8Path;
use sbst_model::messages::{GoalsOf, Observed, TestOutline};
use sbst_model::{Goal, TargetDescription, TargetId};
use std::collections::{BTreeMap, BTreeSet};

/// The results of a run for a report.
#[derive(Clone, Copy, Debug)]
pub struct Sources<'a> {
    pub totals: &'a Totals,
    pub since: &'a Since,
    pub findings: &'a [Findings],
    pub reports: &'a [TargetReport],
    pub tests: &'a [WrittenTest],
    /// The names of the mutants that selected tests.
    pub mutants: &'a [String],
    /// The runs in this target directory, this one too.
    pub runs: &'a [Run],
    pub workspace_root: &'a Utf8Path,
}

/// The report of a run.
#[derive(Debug)]
pub struct Report<'a> {
    pub totals: &'a Totals,
    pub functions: Vec<Function<'a>>,
    pub findings: Vec<Finding<'a>>,
    /// Tests that goals and findings refer to by index.
    pub tests: &'a [WrittenTest],
    /// The names of the mutants that selected tests.
    pub mutants: &'a [String],
    pub runs: &'a [Run],
    pub workspace_root: &'a Utf8Path,
}

#[derive(Debug)]
pub struct Function<'a> {
    pub report: &'a TargetReport,
    /// The outcomes of each condition: true, then false.
    pub conditions: Vec<[Outcome<'a>; 2]>,
}

/// An outcome of a condition.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome<'a> {
    pub status: Status<'a>,
    /// The number of tests that cover it.
    pub hits: u64,
    /// The written tests that cover it, by index.
    pub tests: Vec<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Status<'a> {
    Covered,
    /// No test covers it; with the least distance met if the condition was evaluated.
    Uncovered(Option<f64>),
    /// Only executions that end in a fault reach it.
    BeforeFault,
    /// Proved infeasible, for this reason; no goal.
    Infeasible(&'a str),
}

/// A finding, or an explicit panic.
#[derive(Debug)]
pub struct Finding<'a> {
    pub package: &'a str,
    pub entry: &'a Entry,
    pub standing: Standing,
    /// True if the last run did not have it; `None` without a last run.
    pub is_new: Option<bool>,
    /// The called function, by index, if it is among those of the run.
    pub function: Option<usize>,
    /// The written test that shows it, by index.
    pub test: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    Open,
    Accepted,
    /// An explicit panic, which does not fail the run.
    Remark,
}

impl<'a> Report<'a> {
    pub fn new(sources: Sources<'a>, standing: impl Fn(&Entry) -> Standing) -> Report<'a> {
        let Sources { totals, since, findings, reports, tests, mutants, runs, workspace_root } = sources;
        let mut shown_by: BTreeMap<(&'a TargetId, u32), Vec<usize>> = BTreeMap::new();
        for (index, test) in tests.iter().enumerate().filter(|(_, test)| !test.is_ignored) {
            for goal in goals(&test.covers) {
                shown_by.entry(goal).or_default().push(index);
            }
        }
        let mut hits: BTreeMap<(&'a TargetId, u32), u64> = BTreeMap::new();
        for report in reports {
            for outline in report.covering_tests().filter(|test| !matches!(test.observed, Observed::Fault(_)))
            {
                for goal in covers(&report.description.id, outline) {
                    *hits.entry(goal).or_default() += 1;
                }
            }
        }
        let functions: Vec<Function<'a>> =
            reports.iter().map(|report| Function::new(report, &hits, &mut shown_by)).collect();
        let findings = findings.iter().flat_map(|of| of.shown.iter().map(move |entry| (of, entry)));
        let findings = findings.map(|(of, entry)| Finding {
            package: &of.package,
            entry,
            standing: standing(entry),
            is_new: since.is_known.then(|| since.new_findings.contains(&entry.fingerprint)),
            function: reports.iter().position(|report| {
                let id = &report.description.id;
                id.package == of.package && id.path == entry.function
            }),
            test: tests.iter().position(|test| shows(test, entry)),
        });
        let findings = findings.collect();
        Report { totals, functions, findings, tests, mutants, runs, workspace_root }
    }

    /// Returns the functions for tracefiles of coverage.
    pub fn counted(&self) -> Vec<CountedFunction<'a>> {
        self.functions.iter().map(Function::counted).collect()
    }

    /// Returns the path of a written test's file in reports: relative to the workspace, if inside.
    pub fn path<'p>(&self, file: &'p Utf8Path) -> &'p str {
        file.strip_prefix(self.workspace_root).unwrap_or(file).as_str()
    }
}

/// Returns the goals of a test's own function and of others, each once.
fn covers<'t>(own: &'t TargetId, outline: &'t TestOutline) -> BTreeSet<(&'t TargetId, u32)> {
    let own = outline.goals.iter().map(move |goal| (own, *goal));
    own.chain(goals(&outline.adopted)).chain(goals(&outline.covers)).collect()
}

fn goals(covers: &[GoalsOf]) -> BTreeSet<(&TargetId, u32)> {
    covers.iter().flat_map(|of| of.goals.iter().map(move |goal| (&of.target, *goal))).collect()
}

/// True if a test shows the cause of an entry.
fn shows(test: &WrittenTest, entry: &Entry) -> bool {
    let is_same = |cause: &crate::suite::Cause| cause.kind == entry.kind && cause.place == entry.place;
    test.function == entry.function && test.cause.as_ref().is_some_and(is_same)
}

impl<'a> Function<'a> {
    fn new(
        report: &'a TargetReport,
        hits: &BTreeMap<(&'a TargetId, u32), u64>,
        shown_by: &mut BTreeMap<(&'a TargetId, u32), Vec<usize>>,
    ) -> Function<'a> {
        let target = &report.description;
        let covered = report.covered_goals();
        let left: BTreeMap<Goal, Option<f64>> = report.uncovered().into_iter().collect();
        let mut outcome = |goal: Goal| {
            let index = goal.index() as u32;
            let key = (&target.id, index);
            let status = match target.infeasible(goal) {
                _ if covered.contains(&index) => Status::Covered,
                Some(reason) => Status::Infeasible(reason),
                None => match left.get(&goal).copied().flatten() {
                    Some(best) if is_before_fault(best) => Status::BeforeFault,
                    best => Status::Uncovered(best),
                },
            };
            let is_covered = status == Status::Covered;
            Outcome {
                status,
                hits: if is_covered { hits.get(&key).copied().unwrap_or_default().max(1) } else { 0 },
                tests: shown_by.remove(&key).filter(|_| is_covered).unwrap_or_default(),
            }
        };
        let conditions = (0..target.conditions.len() as u32)
            .map(|condition| [true, false].map(|outcome_| outcome(Goal { condition, outcome: outcome_ })))
            .collect();
        Function { report, conditions }
    }

    pub fn target(&self) -> &'a TargetDescription {
        &self.report.description
    }

    fn counted(&self) -> CountedFunction<'a> {
        let outcomes = |condition: usize| &self.conditions[condition];
        CountedFunction::new(
            self.target(),
            |goal| outcomes(goal.condition as usize)[usize::from(!goal.outcome)].hits,
            |condition| {
                outcomes(condition).iter().any(|outcome| match outcome.status {
                    Status::Covered | Status::BeforeFault => true,
                    Status::Uncovered(best) => best.is_some(),
                    Status::Infeasible(_) => false,
                })
            },
        )
    }
}

#[cfg(test)]
pub mod fixtures {
    use super::*;
    use crate::fixture;
    use crate::suite::findings::collect_from_anyone;
    use sbst_model::target::{Infeasible, Obstacle};

    /// The results of a run over two modules of a crate `d`, with a finding in each of two
    /// functions.
    pub struct Run {
        pub totals: Totals,
        pub since: Since,
        pub findings: Vec<Findings>,
        pub reports: Vec<TargetReport>,
        pub tests: Vec<WrittenTest>,
        pub mutants: Vec<String>,
    }

    impl Run {
        pub fn example() -> Run {
            let mut reports = vec![fixture::report("d::f"), fixture::report("d::inner::g")];
            reports[1].findings[0].place.as_mut().unwrap().line = 30;
            let mut bounded = fixture::report("d::inner::h");
            bounded.findings.clear();
            bounded.description.conditions[1].infeasible =
                vec![Infeasible { outcome: false, reason: "`n` is at least 1".into() }];
            reports.push(bounded);
            reports.push(TargetReport::not_searched(
                &fixture::description("d::inner::k", 1),
                Obstacle::RejectedProbes("a type is <unknown>".into()),
            ));
            let findings = vec![Findings { package: "d".into(), ..collect_from_anyone(&reports) }];
            let totals = Totals::from_reports(&reports, &findings, 7);
            let cause = &reports[0].findings[0];
            let tests = vec![
                WrittenTest {
                    name: "f_positive".into(),
                    function: "d::f".into(),
                    file: "/w/tests/sbst/f.rs".into(),
                    line: 5,
                    source: "#[test]\nfn f_positive() {\n    assert!(f(1));\n}".into(),
                    is_ignored: false,
                    covers: vec![GoalsOf { target: reports[0].description.id.clone(), goals: vec![0, 2] }],
                    notices: vec!["src/f.rs:12:9: replace < with == in f".into()],
                    cause: None,
                },
                WrittenTest {
                    name: "f_overflows".into(),
                    function: "d::f".into(),
                    file: "/w/tests/sbst/f.rs".into(),
                    line: 12,
                    source: "#[test]\n#[ignore]\nfn f_overflows() {\n    f(i32::MIN);\n}".into(),
                    is_ignored: true,
                    covers: Vec::new(),
                    notices: Vec::new(),
                    cause: Some(crate::suite::Cause { kind: Some(cause.kind), place: cause.place.clone() }),
                },
            ];
            let new_findings = vec![findings[0].shown[0].fingerprint.clone()];
            let since = Since { is_known: true, new_findings, ..Since::default() };
            let mutants = ["==", ">"].map(|other| format!("src/f.rs:12:9: replace < with {other} in f"));
            Run { totals, since, findings, reports, tests, mutants: mutants.into() }
        }

        /// Returns the report, with the last finding accepted.
        pub fn report(&self) -> Report<'_> {
            let last = self.findings[0].shown.last().map(|entry| entry.fingerprint.clone());
            let sources = Sources {
                totals: &self.totals,
                since: &self.since,
                findings: &self.findings,
                reports: &self.reports,
                tests: &self.tests,
                mutants: &self.mutants,
                runs: &[],
                workspace_root: "/w".into(),
            };
            Report::new(sources, |entry| match Some(&entry.fingerprint) == last.as_ref() {
                true => Standing::Accepted,
                false => Standing::Open,
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::fixtures::Run;
    use super::*;

    #[test]
    fn goals_and_findings_have_their_tests() {
        let run = Run::example();
        let report = run.report();
        let [first, last] = &report.functions[0].conditions[..] else { panic!() };
        assert_eq!((&first[0].tests[..], &first[1].tests[..]), (&[0][..], &[][..]));
        assert_eq!(last[1].status, Status::Uncovered(Some(3.0)));
        assert!(matches!(report.functions[2].conditions[1][1].status, Status::Infeasible(_)));
        assert_eq!(report.findings[0].test, Some(1));
        assert_eq!(report.findings[1].test, None);
        assert_eq!(
            (report.findings[0].standing, report.findings[1].standing),
            (Standing::Open, Standing::Accepted)
        );
        assert_eq!(report.findings[0].is_new, Some(true));
    }
}
