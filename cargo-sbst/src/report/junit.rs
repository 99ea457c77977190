//! JUnit XML, as servers of continuous integration read it.
//!
//! 1. A suite is a module. A case is a function that was searched, which passes, or one that was
//!    not, which is skipped with the reason.
//! 2. A finding is a case of its own behind its function's, which fails; one that was accepted, or
//!    that fails no run, is skipped.
//! 3. Goals are properties of the suite: what is uncovered is no failure.

use crate::report::closing::kind_of_finding;
use crate::report::model::{Finding, Function, Report, Standing, Status};
use quick_junit::{NonSuccessKind, Property, TestCase, TestCaseStatus, TestSuite};
use std::collections::BTreeMap;
use std::time::Duration;

pub fn render(report: &Report<'_>) -> anyhow::Result<String> {
    let mut suites: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, function) in report.functions.iter().enumerate() {
        suites.entry(split(&function.target().id.path).0).or_default().push(index);
    }
    let mut document = quick_junit::Report::new("sbst");
    let seconds = Duration::try_from_secs_f64(report.totals.elapsed_seconds).unwrap_or_default();
    document.set_time(seconds);
    for (module, functions) in suites {
        document.add_test_suite(suite(report, module, &functions));
    }
    // A finding whose function is not in the run has nowhere else to stand.
    let homeless: Vec<&Finding<'_>> =
        report.findings.iter().filter(|finding| finding.function.is_none()).collect();
    if !homeless.is_empty() {
        let mut suite = TestSuite::new("findings");
        suite.add_test_cases(homeless.into_iter().map(|finding| finding_case(report, finding)));
        document.add_test_suite(suite);
    }
    Ok(document.to_string()?)
}

fn suite(report: &Report<'_>, module: &str, functions: &[usize]) -> TestSuite {
    let mut suite = TestSuite::new(module);
    let (mut goals, mut covered) = (0, 0);
    for index in functions {
        let function = &report.functions[*index];
        for outcome in function.conditions.iter().flatten() {
            goals += usize::from(!matches!(outcome.status, Status::Infeasible(_)));
            covered += usize::from(outcome.status == Status::Covered);
        }
        suite.add_test_case(function_case(function));
        let findings = report.findings.iter().filter(|finding| finding.function == Some(*index));
        suite.add_test_cases(findings.map(|finding| finding_case(report, finding)));
    }
    suite.add_property(Property::new("goals", goals.to_string()));
    suite.add_property(Property::new("covered", covered.to_string()));
    suite
}

fn function_case(function: &Function<'_>) -> TestCase {
    let target = function.target();
    let status = match &target.not_searched {
        None => TestCaseStatus::success(),
        Some(reason) => {
            let mut status = TestCaseStatus::skipped();
            status.set_message(reason.as_str());
            status
        }
    };
    let (module, name) = split(&target.id.path);
    let mut case = TestCase::new(name, status);
    case.set_classname(module);
    let seconds = function.report.summary.as_ref().map_or(0.0, |summary| summary.search_seconds);
    case.set_time(Duration::try_from_secs_f64(seconds).unwrap_or_default());
    case
}

fn finding_case(report: &Report<'_>, finding: &Finding<'_>) -> TestCase {
    let entry = finding.entry;
    let (module, name) = split(&entry.function);
    let kind = entry.kind.map_or("panic", kind_of_finding);
    let place = entry.place.as_ref().map(|place| format!(" at {place}")).unwrap_or_default();
    let mut status = match finding.standing {
        Standing::Open => TestCaseStatus::non_success(NonSuccessKind::Failure),
        Standing::Accepted | Standing::Remark => TestCaseStatus::skipped(),
    };
    match finding.standing {
        Standing::Open => {
            status.set_type(kind).set_message(entry.message.as_str());
            let test = finding.test.map(|test| &report.tests[test]);
            let test = test.map(|test| format!("\nshown by {}:{}", report.path(&test.file), test.line));
            let call = entry.call.join("\n");
            status.set_description(format!(
                "{}{place}\nby\n{call}{}",
                entry.message,
                test.unwrap_or_default()
            ));
        }
        Standing::Accepted => _ = status.set_message("accepted"),
        Standing::Remark => _ = status.set_message("a panic that a person wrote"),
    }
    let mut case = TestCase::new(format!("{name}: {kind}{place}"), status);
    case.set_classname(module);
    case
}

/// Returns the module and the name of a function's path.
fn split(path: &str) -> (&str, &str) {
    // `<` begins a type, in which there are paths of their own.
    let end = path.find('<').unwrap_or(path.len());
    path[..end].rfind("::").filter(|at| *at > 0).map_or((path, path), |at| (&path[..at], &path[at + 2..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::model::fixtures::Run;

    #[test]
    fn findings_fail_and_the_accepted_are_skipped() {
        let run = Run::example();
        let text = render(&run.report()).unwrap();
        insta::assert_snapshot!(text);
    }

    #[test]
    fn a_path_is_split_before_its_name_and_not_within_a_type() {
        assert_eq!(split("d::inner::f"), ("d::inner", "f"));
        assert_eq!(split("d::<a::B as c::D>::f"), ("d", "<a::B as c::D>::f"));
        assert_eq!(split("main"), ("main", "main"));
    }
}
