//! The JSON that `--message-format json` prints: one value a line on standard output, each with a `type`.

use crate::compare::{RunRow, SummaryRow};
use crate::explain::Explanation;
use crate::options::{MessageFormat, OutputOptions};
use crate::report::TargetReport;
use crate::sandbox::{Act, Refused};
use crate::suite;
use crate::test::TestedFunction;
use crate::totals::Totals;
use anyhow::Context;
use sbst_model::messages::{FindingKind, SearchSummary, Stopped, SynthesisSummary};
use sbst_model::target::Check;
use sbst_model::{CheckKind, ConditionKind, TargetDescription};
use serde::Serialize;
use std::io::Write;

/// A line of output.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Message<'a> {
    /// The search build is done.
    BuildFinished {
        /// Unit-test executables built.
        executables: usize,
    },
    /// The user's own tests have run, and searches begin with what they called functions with.
    SeedsRecorded {
        /// Tests run, but for those of harnesses that do not say.
        tests: usize,
        /// Those that failed.
        failed: &'a [String],
        /// Different calls recorded.
        calls: usize,
        /// The functions called.
        functions: Vec<SeededFunction<'a>>,
    },
    /// An annotated function, from `list`.
    Target(Target<'a>),
    /// All searches are done, and this is what they brought for a function; in the order of the functions, whatever `--jobs` is.
    /// Or, of `cargo sbst test`, the tests have run.
    TargetFinished(TargetFinished<'a>),
    /// A search of a comparison is done; in the order of the searches, whatever `--jobs` is.
    RunFinished(RunRow<'a>),
    /// How an algorithm did on a function, or on all of them.
    Comparison(SummaryRow<'a>),
    /// The files of a comparison were written.
    ComparisonWritten {
        /// Where.
        directory: &'a str,
        /// How many.
        files: usize,
    },
    /// A picture, or the values behind it, was written.
    PictureWritten {
        /// Where.
        file: &'a str,
    },
    /// A file with tests was written.
    FileWritten {
        /// The file.
        path: &'a str,
        /// Tests in it, ignored ones too.
        tests: usize,
        /// Whether it is not in its place yet, because it tests private functions.
        private: bool,
    },
    /// A test was taken out again.
    TestRemoved {
        /// The test's name.
        test: &'a str,
        /// Why.
        reason: &'a str,
    },
    /// Something that the user should know or do.
    Warning {
        /// What.
        message: &'a str,
    },
    /// The LCOV tracefile was written.
    LcovWritten {
        /// Where.
        path: &'a str,
    },
    /// What can be said of a function without executing it, from `explain`.
    Explanation(Explanation<'a>),
    /// The last line.
    Summary(Totals),
}

/// What the user's own tests called a function with.
#[derive(Debug, Serialize)]
pub struct SeededFunction<'a> {
    /// Path of the function.
    pub target: &'a str,
    /// Different calls that its search begins with.
    pub calls: usize,
    /// Calls that it cannot begin with.
    pub not_recorded: Vec<NotRecordedCalls<'a>>,
}

/// Calls that no search can begin with.
#[derive(Debug, Serialize)]
pub struct NotRecordedCalls<'a> {
    /// How many, up to 64 in each process.
    pub calls: usize,
    /// Why.
    pub reason: &'a str,
}

/// An annotated function.
#[derive(Debug, Serialize)]
pub struct Target<'a> {
    /// Package.
    package: &'a str,
    /// Path of the function.
    target: &'a str,
    /// The binary that it is in; null for the library.
    binary: Option<&'a str>,
    /// File of the function.
    file: &'a str,
    /// Line of the function.
    line: u32,
    /// Column of the function.
    column: u32,
    /// Parameters, in order.
    parameters: Vec<Parameter<'a>>,
    /// Type of the result as written; empty for none.
    result: &'a str,
    /// Why it cannot be searched; null if it can.
    not_searched: Option<&'a str>,
    /// The parts that differed between executions of its tests in its last search, in words; only if any did.
    #[serde(skip_serializing_if = "Option::is_none")]
    flaky: Option<&'a str>,
    /// Goals, two for each condition.
    goals: Vec<Goal<'a>>,
    /// Hidden checks; only if panics are searched for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    hidden_checks: Vec<HiddenCheck<'a>>,
}

/// An operation that may panic.
#[derive(Debug, Serialize)]
struct HiddenCheck<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    kind: CheckKind,
    check: &'a str,
    /// Whether it was made to fail; only after a search.
    #[serde(skip_serializing_if = "Option::is_none")]
    failed: Option<bool>,
    /// If not, the least distance met; null if it was never executed.
    #[serde(skip_serializing_if = "Option::is_none")]
    best_distance: Option<Option<f64>>,
}

impl<'a> HiddenCheck<'a> {
    fn of(check: &'a Check) -> HiddenCheck<'a> {
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

    /// Those of a function that was searched.
    fn searched(report: &'a TargetReport) -> Vec<HiddenCheck<'a>> {
        let mut checks: Vec<_> = report.description.checks.iter().map(HiddenCheck::of).collect();
        for (check, best_distance) in checks.iter_mut().zip(report.check_distances()) {
            (check.failed, check.best_distance) = (Some(false), Some(best_distance));
        }
        for failed in report.failed_checks() {
            (checks[failed].failed, checks[failed].best_distance) = (Some(true), None);
        }
        checks
    }
}

/// A parameter.
#[derive(Debug, Serialize)]
struct Parameter<'a> {
    name: &'a str,
    #[serde(rename = "type")]
    type_text: &'a str,
    can_be_built: bool,
}

/// One outcome of a condition, to be covered.
#[derive(Debug, Serialize)]
struct Goal<'a> {
    goal: usize,
    file: &'a str,
    line: u32,
    column: u32,
    /// What kind of condition it is.
    kind: ConditionKind,
    condition: &'a str,
    outcome: bool,
    /// The outcome in words.
    means: &'static str,
}

/// A function with what its search brought, or with what the user's own tests reach: then what only a search has is
/// zero, null or empty, and there are `hits`.
#[derive(Debug, Serialize)]
pub struct TargetFinished<'a> {
    /// Package.
    package: &'a str,
    /// Path of the function.
    target: &'a str,
    /// Number of goals.
    goals: usize,
    /// Number of goals covered, by its own search or through the tests of other functions.
    covered: usize,
    /// Those that its own search did not cover and tests of other functions do.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    through: Vec<Through<'a>>,
    /// Evaluations made.
    evaluations: u64,
    /// Evaluations when the last goal was covered.
    evaluations_to_last_goal: u64,
    /// Seconds of search.
    search_seconds: f64,
    /// Seconds of search when the last goal was covered.
    seconds_to_last_goal: f64,
    /// What templates from object construction graphs cost; only if there were any.
    #[serde(skip_serializing_if = "Option::is_none")]
    synthesis: Option<Synthesis>,
    /// Why the search ended; null if there was none.
    stopped: Option<Stopped>,
    /// Why there was no search; null if there was.
    not_searched: Option<&'a str>,
    /// Number of tests that it leaves to be written.
    tests: usize,
    /// The parts that differ between executions of its tests, in words; only if any do.
    #[serde(skip_serializing_if = "Option::is_none")]
    flaky: Option<&'a str>,
    /// Faults met.
    findings: Vec<Finding<'a>>,
    /// Acts that the sandbox refused, by kind; only if there are any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    refused: Vec<RefusedAct<'a>>,
    /// Acts of tests that are not written, because they would do such a thing when they are run; only if there are any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    withheld_tests: Vec<&'a str>,
    /// Hidden checks; only if panics were searched for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    hidden_checks: Vec<HiddenCheck<'a>>,
    /// Goals that no test covers.
    uncovered: Vec<Uncovered<'a>>,
    /// How often tests reached each goal, by its number.
    #[serde(skip_serializing_if = "Option::is_none")]
    hits: Option<Vec<u64>>,
}

/// What templates from object construction graphs cost a search, and what became of them.
#[derive(Debug, Serialize)]
struct Synthesis {
    /// Seconds in which it waited for the graphs.
    graph_seconds: f64,
    /// Seconds in which it made tests from them.
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
    /// What a search tells, if there was any.
    fn of(summary: &SearchSummary) -> Option<Synthesis> {
        let SynthesisSummary { graph_seconds, template_seconds, tests, repaired, failed } = summary.synthesis;
        let share = summary.synthesis.share_of(summary.search_seconds);
        (share > 0.0).then_some(Synthesis { graph_seconds, template_seconds, share, tests, repaired, failed })
    }
}

/// Goals of a function that tests of another one cover.
#[derive(Debug, Serialize)]
struct Through<'a> {
    /// Path of the function whose tests these are.
    target: &'a str,
    /// The goals, by number.
    goals: &'a [u32],
}

/// An act that the sandbox refused.
#[derive(Debug, Serialize)]
struct RefusedAct<'a> {
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

/// A fault.
#[derive(Debug, Serialize)]
struct Finding<'a> {
    kind: FindingKind,
    message: &'a str,
    file: Option<&'a str>,
    line: Option<u32>,
    column: Option<u32>,
    /// The statements before the call, as Rust; only if there are any. What they bind stands in the arguments.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    story: Vec<String>,
    arguments: Vec<String>,
    evaluations: u64,
    /// In how many searches of other functions this death was met as well; only if there are any.
    #[serde(skip_serializing_if = "is_zero")]
    also_met: usize,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// A goal that was not covered.
#[derive(Debug, Serialize)]
struct Uncovered<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    kind: ConditionKind,
    condition: &'a str,
    outcome: bool,
    means: &'static str,
    best_distance: Option<f64>,
}

/// Prints a line if lines of JSON are wanted.
pub type Emit<'a> = &'a dyn Fn(&Message<'_>) -> anyhow::Result<()>;

/// Prints JSON if the user wants that, and nothing else.
pub fn emitter(output: &OutputOptions) -> impl Fn(&Message<'_>) -> anyhow::Result<()> + use<> {
    let json = output.message_format == MessageFormat::Json;
    move |message| if json { emit(message) } else { Ok(()) }
}

/// Prints a line.
pub fn emit(message: &Message<'_>) -> anyhow::Result<()> {
    let line = serde_json::to_string(message).context("failed to write a result as JSON")?;
    writeln!(std::io::stdout().lock(), "{line}").context("failed to write to standard output")
}

impl<'a> Target<'a> {
    /// Returns the line of a function, which its last search may have found flaky.
    pub fn of(target: &'a TargetDescription, flaky: Option<&'a str>) -> Target<'a> {
        let outcomes = |index: usize| [(2 * index, true), (2 * index + 1, false)];
        let goals = target.conditions.iter().enumerate().flat_map(|(index, condition)| {
            outcomes(index).map(|(goal, outcome)| Goal {
                goal,
                file: &condition.place.file,
                line: condition.place.line,
                column: condition.place.column,
                kind: condition.kind,
                condition: &condition.text,
                outcome,
                means: condition.kind.outcome(outcome),
            })
        });
        let parameters = target.parameters.iter().map(|parameter| Parameter {
            name: &parameter.name,
            type_text: &parameter.type_text,
            can_be_built: parameter.can_be_built,
        });
        Target {
            package: &target.id.package,
            target: &target.id.path,
            binary: target.id.binary.as_deref(),
            file: &target.place.file,
            line: target.place.line,
            column: target.place.column,
            parameters: parameters.collect(),
            result: &target.result_type,
            not_searched: target.not_searched.as_deref(),
            flaky,
            goals: goals.collect(),
            hidden_checks: target.checks.iter().map(HiddenCheck::of).collect(),
        }
    }
}

impl<'a> TargetFinished<'a> {
    /// What is known of a function after its search.
    pub fn of(report: &'a TargetReport) -> TargetFinished<'a> {
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
            goals: target.goals(),
            covered: report.covered(),
            through: through.collect(),
            evaluations: summary.map_or(0, |summary| summary.evaluations),
            evaluations_to_last_goal: summary.map_or(0, |summary| summary.evaluations_to_last_goal),
            synthesis: summary.and_then(Synthesis::of),
            search_seconds: summary.map_or(0.0, |summary| summary.search_seconds),
            seconds_to_last_goal: summary.map_or(0.0, |summary| summary.seconds_to_last_goal),
            stopped: summary.map(|summary| summary.stopped),
            not_searched: target.not_searched.as_deref(),
            tests: report.tests.len(),
            flaky: report.flaky.as_deref(),
            findings: findings.collect(),
            refused: RefusedAct::from_report(report),
            withheld_tests: report.withheld.iter().map(|withheld| withheld.act.as_str()).collect(),
            hidden_checks: HiddenCheck::searched(report),
            uncovered: uncovered.filter_map(|(goal, best)| Uncovered::of(target, goal, best)).collect(),
            hits: None,
        }
    }

    /// What the user's own tests reach of a function.
    pub fn of_tests(function: &'a TestedFunction) -> TargetFinished<'a> {
        let target = &function.description;
        let unreached = function.goals().filter(|goal| function.hits(*goal) == 0);
        let uncovered =
            unreached.filter_map(|goal| Uncovered::of(target, goal, function.best_distance(goal)));
        TargetFinished {
            package: &target.id.package,
            target: &target.id.path,
            goals: target.goals(),
            covered: function.reached(),
            through: Vec::new(),
            evaluations: 0,
            evaluations_to_last_goal: 0,
            synthesis: None,
            search_seconds: 0.0,
            seconds_to_last_goal: 0.0,
            stopped: None,
            not_searched: target.not_searched.as_deref(),
            tests: 0,
            flaky: None,
            findings: Vec::new(),
            refused: Vec::new(),
            withheld_tests: Vec::new(),
            hidden_checks: Vec::new(),
            uncovered: uncovered.collect(),
            hits: Some(function.goals().map(|goal| function.hits(goal)).collect()),
        }
    }
}

impl<'a> Uncovered<'a> {
    /// A goal of a target, unless there is no such goal.
    fn of(
        target: &'a TargetDescription,
        goal: sbst_model::Goal,
        best_distance: Option<f64>,
    ) -> Option<Uncovered<'a>> {
        let condition = target.conditions.get(goal.condition as usize)?;
        Some(Uncovered {
            file: &condition.place.file,
            line: condition.place.line,
            column: condition.place.column,
            kind: condition.kind,
            condition: &condition.text,
            outcome: goal.outcome,
            means: condition.kind.outcome(goal.outcome),
            best_distance,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    #[test]
    fn a_searched_function_in_json() {
        let report = fixture::report("d::f");
        insta::assert_snapshot!(
            serde_json::to_string(&Message::TargetFinished(TargetFinished::of(&report))).unwrap(),
            @r#"{"type":"target-finished","package":"d","target":"d::f","goals":4,"covered":3,"evaluations":12345,"evaluations_to_last_goal":200,"search_seconds":0.5,"seconds_to_last_goal":0.25,"stopped":"stalled","not_searched":null,"tests":0,"findings":[{"kind":"overflow","message":"attempt to negate with overflow","file":"src/lib.rs","line":9,"column":5,"arguments":["i32::MIN"],"evaluations":77}],"uncovered":[{"file":"src/lib.rs","line":3,"column":8,"kind":"comparison","condition":"n > 0","outcome":false,"means":"false","best_distance":3.0}]}"#
        );
    }

    #[test]
    fn a_finding_has_its_story_beside_its_arguments() {
        let mut report = fixture::report("d::f");
        fixture::tell_a_story(&mut report.findings[0]);
        let json = serde_json::to_value(TargetFinished::of(&report)).unwrap();
        let finding = &json["findings"][0];
        assert_eq!(finding["story"], serde_json::json!(["let mut stack = Stack::new(3);", "stack.push(5);"]));
        assert_eq!(finding["arguments"], serde_json::json!(["&mut stack"]));
    }

    #[test]
    fn a_flaky_function_says_what_differs() {
        let flaky = Some("its result differs between runs".to_owned());
        let report = TargetReport { flaky, ..fixture::report("d::f") };
        let json = serde_json::to_value(TargetFinished::of(&report)).unwrap();
        assert_eq!(json["flaky"], "its result differs between runs");
    }

    #[test]
    fn the_goals_of_a_function_that_is_not_searched_are_uncovered() {
        let report = TargetReport::not_searched(&fixture::description("d::f", 1), "it is generic");
        let json = serde_json::to_value(TargetFinished::of(&report)).unwrap();
        assert_eq!(json["uncovered"].as_array().unwrap().len(), 2);
        assert_eq!(json["uncovered"][1]["best_distance"], serde_json::Value::Null);
        assert_eq!(json["not_searched"], "it is generic");
    }
}
