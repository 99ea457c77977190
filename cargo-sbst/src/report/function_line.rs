//! The line of JSON of a function whose search has ended, or whose tests have run.

use crate::report::goal::NamedGoal;
use crate::sandbox::{Act, Refused};
use crate::search::target_report::{TargetReport, is_before_fault};
use crate::state::Tried;
use crate::suite;
use crate::ui::json_lines::message;
#[cfg(test)]
use crate::ui::json_lines::published::{Paths, Words};
use sbst_model::messages::{FindingKind, PathSummary, SearchSummary, Stopped, SynthesisSummary};
use sbst_model::target::Check;
use sbst_model::{CheckKind, Goal, TargetDescription};
use serde::Serialize;

/// An operation that may panic.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct HiddenCheck<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    #[cfg_attr(test, schemars(with = "Words<CheckKind>"))]
    kind: CheckKind,
    check: &'a str,
    /// True if it failed; only after a search.
    #[serde(skip_serializing_if = "Option::is_none")]
    failed: Option<bool>,
    /// If not, the least distance met; null if it was never executed.
    #[serde(skip_serializing_if = "Option::is_none")]
    best_distance: Option<Option<f64>>,
}

impl<'a> HiddenCheck<'a> {
    pub fn from_check(check: &'a Check) -> HiddenCheck<'a> {
        HiddenCheck {
            file: &check.place.file,
            line: check.place.line,
            column: check.place.column,
            kind: check.kind,
            check: &check.text,
            failed: None,
            best_distance: None,
        }
    }

    /// Returns the hidden checks of a function that was searched.
    fn searched(report: &'a TargetReport) -> Vec<HiddenCheck<'a>> {
        let mut checks: Vec<_> = report.description.checks.iter().map(HiddenCheck::from_check).collect();
        for (check, best_distance) in checks.iter_mut().zip(report.check_distances()) {
            (check.failed, check.best_distance) = (Some(false), Some(best_distance));
        }
        for failed in report.failed_checks() {
            (checks[failed].failed, checks[failed].best_distance) = (Some(true), None);
        }
        checks.retain(|check| check.kind != CheckKind::Mutant);
        checks
    }
}

/// A function with the result of its search, or with the goals that the user's own tests reach. In
/// the second case, all fields of a search are zero, null or empty, and there are `hits`.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TargetFinished<'a> {
    pub package: &'a str,
    pub target: &'a str,
    pub goals: usize,
    /// Number of goals covered, by its own search or through the tests of other functions.
    pub covered: usize,
    /// Goals that only tests of other functions cover.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub through: Vec<Through<'a>>,
    pub evaluations: u64,
    /// Evaluations when the last goal was covered.
    pub evaluations_to_last_goal: u64,
    pub search_seconds: f64,
    /// Seconds of search when the last goal was covered.
    pub seconds_to_last_goal: f64,
    /// The cost of templates from object construction graphs; only if there were any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub synthesis: Option<Synthesis>,
    /// The attempts of symbolic execution; only with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<Paths>"))]
    pub paths: Option<&'a PathSummary>,
    /// The reason for the end of the search; null without a search.
    #[cfg_attr(test, schemars(with = "Option<Words<Stopped>>"))]
    pub stopped: Option<Stopped>,
    /// The reason why it was not searched; null if it was.
    pub not_searched: Option<String>,
    /// Number of tests that it leaves to be written.
    pub tests: usize,
    /// The parts that differ between executions of its tests, in words; only if any do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flaky: Option<&'a str>,
    pub findings: Vec<Finding<'a>>,
    /// Acts that the sandbox refused, by kind; only if there are any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<RefusedAct<'a>>,
    /// Acts of tests that are not written, because they would repeat them; only if there are any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub withheld_tests: Vec<&'a str>,
    /// Hidden checks; only if panics were searched for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hidden_checks: Vec<HiddenCheck<'a>>,
    /// Goals that no test covers.
    pub uncovered: Vec<UncoveredGoal<'a>>,
    /// Goals that are proved infeasible, not included in any other number; only if there are any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub infeasible: Vec<InfeasibleGoal<'a>>,
    /// Number of times that tests reached each goal, by the goal's number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hits: Option<Vec<u64>>,
}

message!("target-finished": TargetFinished<'_>);

/// The cost of templates from object construction graphs in a search, and their number.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Synthesis {
    /// Seconds spent waiting for the graphs.
    graph_seconds: f64,
    /// Seconds spent making tests from them.
    template_seconds: f64,
    /// Both as a share of the seconds of search.
    share: f64,
    /// Tests made from templates, without the repaired ones.
    tests: u64,
    /// Tests that were repaired and tried again.
    repaired: u64,
    /// Tests, repaired or not, that failed before the function was called.
    failed: u64,
}

impl Synthesis {
    /// Returns the cost in a search, if there was any.
    fn from_summary(summary: &SearchSummary) -> Option<Synthesis> {
        let SynthesisSummary { graph_seconds, template_seconds, tests, repaired, failed } = summary.synthesis;
        let share = summary.synthesis.compute_share(summary.search_seconds);
        (share > 0.0).then_some(Synthesis { graph_seconds, template_seconds, share, tests, repaired, failed })
    }
}

/// Goals of a function that tests of another one cover.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Through<'a> {
    /// Path of the function whose tests these are.
    target: &'a str,
    /// The goals, by number.
    goals: &'a [u32],
}

/// An act that the sandbox refused.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RefusedAct<'a> {
    act: Act,
    /// Number of attempts.
    count: u64,
    /// The object of the first one.
    example: &'a str,
}

impl<'a> RefusedAct<'a> {
    fn from_report(report: &'a TargetReport) -> Vec<RefusedAct<'a>> {
        let refused = |(act, refused): (&Act, &'a Refused)| RefusedAct {
            act: *act,
            count: refused.count,
            example: &refused.example,
        };
        report.refusals.iter().map(refused).collect()
    }
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Finding<'a> {
    #[cfg_attr(test, schemars(with = "Words<FindingKind>"))]
    kind: FindingKind,
    message: &'a str,
    file: Option<&'a str>,
    line: Option<u32>,
    column: Option<u32>,
    /// The statements before the call, as Rust; only if there are any. The arguments use their
    /// variables.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    story: Vec<String>,
    arguments: Vec<String>,
    evaluations: u64,
    /// Number of searches of other functions with the same crash; only if there are any.
    #[serde(skip_serializing_if = "is_zero")]
    also_met: usize,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// A goal that was not covered.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct UncoveredGoal<'a> {
    #[serde(flatten)]
    goal: NamedGoal<'a>,
    /// The least distance met; null if the condition was never evaluated.
    best_distance: Option<f64>,
    /// True if executions reached it, all of which ended in a fault.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    before_fault: bool,
    /// The number of definitions that its condition depends on; only if the analysis has found it.
    #[serde(skip_serializing_if = "Option::is_none")]
    definitions: Option<usize>,
    /// The sequences of assignments that were tried; only if any were.
    #[serde(skip_serializing_if = "Option::is_none")]
    tried: Option<&'a Tried>,
}

impl<'a> TargetFinished<'a> {
    /// Returns the line of a function after its search.
    pub fn from_report(report: &'a TargetReport) -> TargetFinished<'a> {
        let target = &report.description;
        let summary = report.summary.as_ref();
        let findings = report.findings.iter().map(|finding| {
            let (story, arguments) = suite::as_read(&finding.before, &finding.arguments);
            Finding {
                kind: finding.kind,
                message: &finding.message,
                file: finding.place.as_ref().map(|place| place.file.as_str()),
                line: finding.place.as_ref().map(|place| place.line),
                column: finding.place.as_ref().map(|place| place.column),
                story,
                arguments,
                evaluations: finding.evaluations,
                also_met: match finding.kind {
                    FindingKind::Death => report.also_met.get(&finding.message).copied().unwrap_or_default(),
                    _ => 0,
                },
            }
        });
        let uncovered = report.uncovered().into_iter();
        let through = report.through.iter();
        let through = through.map(|through| Through { target: &through.target.path, goals: &through.goals });
        TargetFinished {
            package: &target.id.package,
            target: &target.id.path,
            goals: report.goals(),
            covered: report.covered(),
            through: through.collect(),
            evaluations: summary.map_or(0, |summary| summary.evaluations),
            evaluations_to_last_goal: summary.map_or(0, |summary| summary.evaluations_to_last_goal),
            synthesis: summary.and_then(Synthesis::from_summary),
            paths: summary.and_then(|summary| summary.paths.as_ref()),
            search_seconds: summary.map_or(0.0, |summary| summary.search_seconds),
            seconds_to_last_goal: summary.map_or(0.0, |summary| summary.seconds_to_last_goal),
            stopped: summary.map(|summary| summary.stopped),
            not_searched: target.not_searched.as_ref().map(ToString::to_string),
            tests: report.tests.len(),
            flaky: report.flaky.as_deref(),
            findings: findings.collect(),
            refused: RefusedAct::from_report(report),
            withheld_tests: report.withheld.iter().map(|withheld| withheld.act.as_str()).collect(),
            hidden_checks: HiddenCheck::searched(report),
            uncovered: uncovered
                .filter_map(|(goal, best)| UncoveredGoal::from_report(report, goal, best))
                .collect(),
            infeasible: InfeasibleGoal::from_goals(target, report.infeasible()),
            hits: None,
        }
    }
}

/// A goal that is proved infeasible.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct InfeasibleGoal<'a> {
    #[serde(flatten)]
    goal: NamedGoal<'a>,
    reason: &'a str,
}

impl<'a> InfeasibleGoal<'a> {
    /// Returns the goals among these that are proved infeasible.
    pub fn from_goals(target: &'a TargetDescription, goals: Vec<Goal>) -> Vec<InfeasibleGoal<'a>> {
        let infeasible = goals.into_iter().filter_map(|goal| {
            let reason = target.infeasible(goal)?;
            Some(InfeasibleGoal { goal: NamedGoal::from_goal(target, goal)?, reason })
        });
        infeasible.collect()
    }
}

impl<'a> UncoveredGoal<'a> {
    /// A goal of a target after a search, with the attempts.
    fn from_report(
        report: &'a TargetReport,
        goal: Goal,
        best_distance: Option<f64>,
    ) -> Option<UncoveredGoal<'a>> {
        Some(UncoveredGoal {
            definitions: report.definitions.get(&goal.condition).copied(),
            tried: report.tried.get(&(goal.index() as u32)),
            ..UncoveredGoal::from_goal(&report.description, goal, best_distance)?
        })
    }

    /// A goal of a target, if it exists.
    pub fn from_goal(
        target: &'a TargetDescription,
        goal: Goal,
        best_distance: Option<f64>,
    ) -> Option<UncoveredGoal<'a>> {
        Some(UncoveredGoal {
            goal: NamedGoal::from_goal(target, goal)?,
            best_distance: best_distance.map(|best| if is_before_fault(best) { 0.0 } else { best }),
            before_fault: best_distance.is_some_and(is_before_fault),
            definitions: None,
            tried: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use crate::ui::json_lines;
    use sbst_model::target::Obstacle;

    #[test]
    fn a_searched_function_in_json() {
        let report = fixture::report("d::f");
        insta::assert_snapshot!(
            json_lines::line(&TargetFinished::from_report(&report)).unwrap(),
            @r#"{"type":"target-finished","package":"d","target":"d::f","goals":4,"covered":3,"evaluations":12345,"evaluations_to_last_goal":200,"search_seconds":0.5,"seconds_to_last_goal":0.25,"stopped":"stalled","not_searched":null,"tests":0,"findings":[{"kind":"overflow","message":"attempt to negate with overflow","file":"src/lib.rs","line":9,"column":5,"arguments":["i32::MIN"],"evaluations":77}],"uncovered":[{"file":"src/lib.rs","line":3,"column":8,"kind":"comparison","condition":"n > 0","outcome":false,"means":"false","best_distance":3.0}]}"#
        );
    }

    #[test]
    fn a_finding_has_its_story_beside_its_arguments() {
        let mut report = fixture::report("d::f");
        fixture::tell_a_story(&mut report.findings[0]);
        let json = serde_json::to_value(TargetFinished::from_report(&report)).unwrap();
        let finding = &json["findings"][0];
        assert_eq!(finding["story"], serde_json::json!(["let mut stack = Stack::new(3);", "stack.push(5);"]));
        assert_eq!(finding["arguments"], serde_json::json!(["&mut stack"]));
    }

    #[test]
    fn a_flaky_functions_line_lists_differences() {
        let flaky = Some("its result differs between runs".to_owned());
        let report = TargetReport { flaky, ..fixture::report("d::f") };
        let json = serde_json::to_value(TargetFinished::from_report(&report)).unwrap();
        assert_eq!(json["flaky"], "its result differs between runs");
    }

    #[test]
    fn the_goals_of_a_function_that_is_not_searched_are_uncovered() {
        let report = TargetReport::not_searched(&fixture::description("d::f", 1), Obstacle::Constant);
        let json = serde_json::to_value(TargetFinished::from_report(&report)).unwrap();
        assert_eq!(json["uncovered"].as_array().unwrap().len(), 2);
        assert_eq!(json["uncovered"][1]["best_distance"], serde_json::Value::Null);
        assert_eq!(json["not_searched"], &*Obstacle::Constant.reason());
    }
}
