//! The results of a check, as text and as JSON.

use crate::report::closing::kind_of_finding;
use crate::search::target_report::TargetReport;
use crate::state::{Since, StoredFinding};
use crate::suite::WrittenRun;
use crate::suite::findings::Entry;
use crate::ui::console;
use crate::ui::json_lines::{JsonLines, message};
use crate::ui::options::OutputOptions;
use crate::ui::quantity::{count, seconds};
use serde::Serialize;
use std::collections::BTreeMap;

/// The most lines of a kind in the text.
const MOST_LINES: usize = 20;

/// A function whose stored tests were executed.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CheckedFunction<'a> {
    package: &'a str,
    target: &'a str,
    /// The number of stored tests.
    tests: usize,
    /// The number of tests that no longer fit the function.
    unfit: usize,
    goals: usize,
    covered: usize,
    /// Goals that the last run covered, in words.
    lost: &'a [String],
}

impl<'a> CheckedFunction<'a> {
    pub fn new(report: &'a TargetReport, tests: usize, lost: &'a [String]) -> CheckedFunction<'a> {
        CheckedFunction {
            package: &report.description.id.package,
            target: &report.description.id.path,
            tests,
            unfit: report.unfit.len(),
            goals: report.goals(),
            covered: report.covered(),
            lost,
        }
    }
}

message!("checked-function": CheckedFunction<'_>);

/// A finding that was tried again.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CheckedFinding<'a> {
    fingerprint: &'a str,
    package: &'a str,
    target: &'a str,
    kind: &'a str,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<String>,
    /// Lines of Rust.
    call: Vec<&'a str>,
    /// `reproduces`, `accepted`, `gone`, `not-tried` or `new`.
    pub status: &'static str,
}

impl<'a> CheckedFinding<'a> {
    pub fn met(entry: &'a Entry, status: &'static str) -> CheckedFinding<'a> {
        CheckedFinding {
            fingerprint: &entry.fingerprint,
            package: &entry.id.package,
            target: &entry.function,
            kind: entry.kind.map_or("panic", kind_of_finding),
            message: &entry.message,
            place: entry.place.as_ref().map(ToString::to_string),
            call: entry.call.iter().map(String::as_str).collect(),
            status,
        }
    }

    pub fn stored(finding: &'a StoredFinding, status: &'static str) -> CheckedFinding<'a> {
        CheckedFinding {
            fingerprint: &finding.fingerprint,
            package: &finding.id.package,
            target: &finding.id.path,
            kind: finding.kind.as_deref().unwrap_or("panic"),
            message: &finding.message,
            place: finding.place.clone(),
            call: finding.call.lines().collect(),
            status,
        }
    }
}

message!("checked-finding": CheckedFinding<'_>);

/// The written tests of a package.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CheckedSuite<'a> {
    package: &'a str,
    passed: usize,
    /// Names, with the reasons.
    failed: Vec<(&'a str, String)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    obstacle: Option<&'a str>,
}

message!("checked-suite": CheckedSuite<'_>);

/// The numbers of a check.
#[derive(Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Summary {
    pub functions: usize,
    /// Stored tests.
    pub tests: usize,
    /// Stored tests that no longer fit their functions.
    pub unfit: usize,
    /// Goals lost.
    pub lost: usize,
    /// Findings that reproduce.
    pub reproduced: usize,
    /// Accepted findings.
    pub accepted: usize,
    /// Findings that no run has met before.
    pub new: usize,
    /// Findings that do not reproduce.
    pub gone: usize,
    /// Missing functions with stored tests.
    pub gone_functions: usize,
    /// Written tests that passed.
    pub passed: usize,
    /// Failed written tests, or packages whose tests do not compile.
    pub written_failed: usize,
    pub elapsed_seconds: f64,
}

message!("checked": Summary);

impl Summary {
    pub fn new(
        functions: &[CheckedFunction<'_>],
        findings: &[CheckedFinding<'_>],
        since: &Since,
        written: &BTreeMap<String, WrittenRun>,
        elapsed_seconds: f64,
    ) -> Summary {
        let with = |status: &str| findings.iter().filter(|finding| finding.status == status).count();
        let failed = |run: &WrittenRun| run.failed.len() + usize::from(run.obstacle.is_some());
        Summary {
            functions: functions.len(),
            tests: functions.iter().map(|function| function.tests).sum(),
            unfit: functions.iter().map(|function| function.unfit).sum(),
            lost: since.lost.values().map(Vec::len).sum(),
            reproduced: with("reproduces"),
            accepted: with("accepted"),
            new: with("new"),
            gone: with("gone"),
            gone_functions: since.gone_functions.len(),
            passed: written.values().map(|run| run.passed).sum(),
            written_failed: written.values().map(failed).sum(),
            elapsed_seconds,
        }
    }
}

/// Prints all results: lines of JSON, or text.
pub fn tell(
    output: &OutputOptions,
    lines: JsonLines,
    functions: &[CheckedFunction<'_>],
    findings: &[CheckedFinding<'_>],
    since: &Since,
    written: &BTreeMap<String, WrittenRun>,
    summary: &Summary,
) -> anyhow::Result<()> {
    functions.iter().try_for_each(|function| lines.emit(function))?;
    findings.iter().try_for_each(|finding| lines.emit(finding))?;
    for (package, run) in written {
        let failed = run.failed.iter().map(|(test, why)| (test.as_str(), why.to_string())).collect();
        let obstacle = run.obstacle.as_deref();
        lines.emit(&CheckedSuite { package, passed: run.passed, failed, obstacle })?;
    }
    lines.emit(summary)?;
    for line in text(functions, findings, since, written) {
        console::warning(line);
    }
    console::status(output, "Finished", closing_line(summary));
    Ok(())
}

/// Returns a line for each change.
fn text(
    functions: &[CheckedFunction<'_>],
    findings: &[CheckedFinding<'_>],
    since: &Since,
    written: &BTreeMap<String, WrittenRun>,
) -> Vec<String> {
    let mut lines = Vec::new();
    let mut list = |of: Vec<String>, what: &str| {
        let more = of.len().saturating_sub(MOST_LINES);
        lines.extend(of.into_iter().take(MOST_LINES));
        if more > 0 {
            lines.push(format!("and {more} more {what}"));
        }
    };
    let unfit = functions.iter().filter(|function| function.unfit > 0).map(|function| {
        let CheckedFunction { target, tests, unfit, .. } = function;
        format!("{unfit} of {} of `{target}` no longer fit its parameters", count(*tests, "stored test"))
    });
    list(unfit.collect(), "functions");
    let lost = functions.iter().filter(|function| !function.lost.is_empty());
    let lost = lost.map(|function| {
        format!("`{}`: the stored tests no longer cover {}", function.target, function.lost.join(", "))
    });
    list(lost.collect(), "functions");
    list(since.gone_functions.iter().map(|id| format!("`{id}` is there no more")).collect(), "functions");
    let told = findings.iter().map(|finding| {
        let CheckedFinding { fingerprint, kind, message, call, status, .. } = finding;
        let place = finding.place.as_ref().map(|place| format!(" at {place}")).unwrap_or_default();
        let how = match *status {
            "reproduces" => "still there",
            "gone" => "gone",
            "new" => "new",
            "accepted" => "accepted",
            _ => "could not be tried",
        };
        let message = message.lines().next().unwrap_or_default();
        format!("{how}: {fingerprint}, {kind}{place}: {message}\n    {}", call.join("\n    "))
    });
    list(told.collect(), "findings");
    let failed = written.iter().flat_map(|(package, run)| {
        let obstacle =
            run.obstacle.iter().map(move |why| format!("the tests of {package} cannot be run: {why}"));
        let failed = run.failed.iter().map(|(test, why)| format!("the test {test} fails: {why}"));
        obstacle.chain(failed)
    });
    list(failed.collect(), "tests");
    lines
}

fn closing_line(summary: &Summary) -> String {
    let Summary { functions, tests, unfit, lost, reproduced, new, gone, .. } = summary;
    let mut line = format!("{} of {}", count(*tests, "stored test"), count(*functions, "function"));
    if *unfit > 0 {
        line += &format!(", {unfit} unfit");
    }
    line += &match lost {
        0 => ", no goal lost".to_owned(),
        lost => format!(", {} lost", count(*lost, "goal")),
    };
    line += &format!(", {} still there", count(*reproduced, "finding"));
    for (number, word) in [(new, "new"), (gone, "gone")] {
        if *number > 0 {
            line += &format!(", {number} {word}");
        }
    }
    let run = summary.passed + summary.written_failed;
    if run > 0 {
        line += &format!("; {} of {} passed", summary.passed, count(run, "written test"));
    }
    format!("{line}; in {}", seconds(summary.elapsed_seconds))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use crate::suite::Reason;
    use crate::suite::findings::collect_from_anyone;

    #[test]
    fn a_check_lists_changes() {
        let report = TargetReport { unfit: vec!["a".into()], ..fixture::report("d::f") };
        let lost = ["`n > 0` true".to_owned()];
        let functions = [CheckedFunction::new(&report, 3, &lost)];
        let found = collect_from_anyone(std::slice::from_ref(&report));
        let findings = [CheckedFinding::met(&found.all[0], "reproduces")];
        let since = Since {
            lost: BTreeMap::from([(report.description.id.clone(), lost.to_vec())]),
            gone_functions: vec![fixture::description("d::old", 1).id],
            ..Since::default()
        };
        let failed = vec![("f::x".to_owned(), Reason::Failed("assertion failed".to_owned()))];
        let written = BTreeMap::from([("d".into(), WrittenRun { passed: 4, failed, obstacle: None })]);
        let lines = text(&functions, &findings, &since, &written);
        assert_eq!(lines.len(), 5, "{lines:#?}");
        assert_eq!(lines[0], "1 of 3 stored tests of `d::f` no longer fit its parameters");
        assert_eq!(lines[1], "`d::f`: the stored tests no longer cover `n > 0` true");
        assert!(
            lines[3].starts_with("still there: ") && lines[3].ends_with("d::f(i32::MIN)"),
            "{}",
            lines[3]
        );
        let summary = Summary::new(&functions, &findings, &since, &written, 1.0);
        assert_eq!(
            closing_line(&summary),
            "3 stored tests of 1 function, 1 unfit, 1 goal lost, 1 finding still there; 4 of 5 written tests \
             passed; in 1.00 s"
        );
    }
}
