//! JUnit XML, as servers of continuous integration read it.
//!
//! 1. A suite is a module. A searched function is a passing case; another one is a skipped case
//!    with the reason.
//! 2. A finding is a separate failing case after its function's; an accepted one, or one that fails
//!    no run, is skipped.
//! 3. Goals are properties of the suite: an uncovered goal is no failure.

use crate::report::closing::kind_of_finding;
use crate::report::model::{Finding, Function, Report, Standing, Status};
use crate::report::xml::{self, Element, Xml, around, around_text};
use std::collections::BTreeMap;
use std::io;

/// A suite, with the properties of its functions.
pub struct Suite<'r> {
    pub name: &'r str,
    pub properties: Vec<(&'static str, usize)>,
    pub cases: Vec<Case>,
}

pub struct Case {
    pub name: String,
    /// The name that serves as a class.
    pub module: String,
    pub seconds: Option<f64>,
    pub verdict: Verdict,
}

pub enum Verdict {
    Passed,
    Failed { kind: &'static str, message: String, text: String },
    Skipped(String),
}

/// Numbers of cases.
#[derive(Clone, Copy, Default)]
struct Sums {
    tests: usize,
    skipped: usize,
    failed: usize,
}

impl Sums {
    fn add(self, case: &Case) -> Sums {
        Sums {
            tests: self.tests + 1,
            skipped: self.skipped + usize::from(matches!(case.verdict, Verdict::Skipped(_))),
            failed: self.failed + usize::from(matches!(case.verdict, Verdict::Failed { .. })),
        }
    }
}

pub fn render(report: &Report<'_>) -> io::Result<String> {
    document(&suites(report), report.totals.elapsed_seconds)
}

/// Writes suites.
pub fn document(suites: &[Suite<'_>], elapsed_seconds: f64) -> io::Result<String> {
    let all = suites.iter().flat_map(|suite| &suite.cases).fold(Sums::default(), Sums::add);
    xml::document(4, None, |xml| {
        let element = xml
            .create_element("testsuites")
            .with_attribute(("name", "sbst"))
            .with_attribute(("tests", &*all.tests.to_string()))
            .with_attribute(("skipped", &*all.skipped.to_string()))
            .with_attribute(("failures", &*all.failed.to_string()))
            .with_attribute(("errors", "0"));
        around(timed(element, elapsed_seconds), |xml| {
            suites.iter().try_for_each(|suite| write_suite(xml, suite))
        })?;
        xml.write_indent()
    })
}

fn suites<'r>(report: &'r Report<'_>) -> Vec<Suite<'r>> {
    let mut modules: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, function) in report.functions.iter().enumerate() {
        modules.entry(split(&function.target().id.path).0).or_default().push(index);
    }
    let mut suites: Vec<Suite<'_>> =
        modules.into_iter().map(|(module, functions)| suite(report, module, &functions)).collect();
    // Findings of functions outside of the run have no other suite.
    let homeless = report.findings.iter().filter(|finding| finding.function.is_none());
    let cases: Vec<Case> = homeless.map(|finding| finding_case(report, finding)).collect();
    if !cases.is_empty() {
        suites.push(Suite { name: "findings", properties: Vec::new(), cases });
    }
    suites
}

fn suite<'r>(report: &Report<'_>, module: &'r str, functions: &[usize]) -> Suite<'r> {
    let (mut goals, mut covered, mut cases) = (0, 0, Vec::new());
    for index in functions {
        let function = &report.functions[*index];
        for outcome in function.conditions.iter().flatten() {
            goals += usize::from(!matches!(outcome.status, Status::Infeasible(_)));
            covered += usize::from(outcome.status == Status::Covered);
        }
        cases.push(function_case(function));
        let findings = report.findings.iter().filter(|finding| finding.function == Some(*index));
        cases.extend(findings.map(|finding| finding_case(report, finding)));
    }
    Suite { name: module, properties: vec![("goals", goals), ("covered", covered)], cases }
}

fn function_case(function: &Function<'_>) -> Case {
    let target = function.target();
    let (module, name) = split(&target.id.path);
    Case {
        name: name.to_owned(),
        module: module.to_owned(),
        seconds: Some(function.report.summary.as_ref().map_or(0.0, |summary| summary.search_seconds)),
        verdict: match &target.not_searched {
            None => Verdict::Passed,
            Some(reason) => Verdict::Skipped(reason.to_string()),
        },
    }
}

fn finding_case(report: &Report<'_>, finding: &Finding<'_>) -> Case {
    let entry = finding.entry;
    let (module, name) = split(&entry.function);
    let kind = entry.kind.map_or("panic", kind_of_finding);
    let place = entry.place.as_ref().map(|place| format!(" at {place}")).unwrap_or_default();
    let verdict = match finding.standing {
        Standing::Open => {
            let test = finding.test.map(|test| &report.tests[test]);
            let test = test.map(|test| format!("\nshown by {}:{}", report.path(&test.file), test.line));
            let call = entry.call.join("\n");
            let text = format!("{}{place}\nby\n{call}{}", entry.message, test.unwrap_or_default());
            Verdict::Failed { kind, message: entry.message.clone(), text }
        }
        Standing::Accepted => Verdict::Skipped("accepted".to_owned()),
        Standing::Remark => Verdict::Skipped("an explicit panic".to_owned()),
    };
    Case { name: format!("{name}: {kind}{place}"), module: module.to_owned(), seconds: None, verdict }
}

fn write_suite(xml: &mut Xml, suite: &Suite<'_>) -> io::Result<()> {
    let sums = suite.cases.iter().fold(Sums::default(), Sums::add);
    let element = xml
        .create_element("testsuite")
        .with_attribute(("name", &*printable(suite.name)))
        .with_attribute(("tests", &*sums.tests.to_string()))
        .with_attribute(("skipped", &*sums.skipped.to_string()))
        .with_attribute(("errors", "0"))
        .with_attribute(("failures", &*sums.failed.to_string()));
    around(element, |xml| {
        if !suite.properties.is_empty() {
            around(xml.create_element("properties"), |xml| {
                for (name, value) in &suite.properties {
                    let property = xml.create_element("property").with_attribute(("name", *name));
                    property.with_attribute(("value", &*value.to_string())).write_empty()?;
                }
                Ok(())
            })?;
        }
        suite.cases.iter().try_for_each(|case| write_case(xml, case))
    })
}

fn write_case(xml: &mut Xml, case: &Case) -> io::Result<()> {
    let element = xml
        .create_element("testcase")
        .with_attribute(("name", &*printable(&case.name)))
        .with_attribute(("classname", &*printable(&case.module)));
    let element = match case.seconds {
        Some(seconds) => timed(element, seconds),
        None => element,
    };
    match &case.verdict {
        Verdict::Passed => element.write_empty().map(|_| ()),
        Verdict::Skipped(reason) => around(element, |xml| {
            let skipped = xml.create_element("skipped");
            skipped.with_attribute(("message", &*printable(reason))).write_empty().map(|_| ())
        }),
        Verdict::Failed { kind, message, text } => around(element, |xml| {
            let failure = xml.create_element("failure").with_attribute(("message", &*printable(message)));
            around_text(failure.with_attribute(("type", *kind)), &printable(text))
        }),
    }
}

fn timed(element: Element<'_>, seconds: f64) -> Element<'_> {
    element.with_attribute(("time", &*format!("{seconds:.3}")))
}

/// Returns a text without terminal escapes and characters that XML 1.0 forbids.
fn printable(text: &str) -> String {
    let text = anstream::adapter::strip_str(text).to_string();
    text.replace(|letter: char| letter.is_control() && letter != '\n', "")
}

/// Returns the module and the name of a function's path.
fn split(path: &str) -> (&str, &str) {
    // `<` begins a type, which may contain paths.
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
    fn a_message_is_written_without_escapes_and_controls() {
        assert_eq!(printable("\u{1b}[31mleft\u{1b}[0m:\t\u{0}1\r\nright: é"), "left:1\nright: é");
    }

    #[test]
    fn a_path_is_split_before_its_name_and_not_within_a_type() {
        assert_eq!(split("d::inner::f"), ("d::inner", "f"));
        assert_eq!(split("d::<a::B as c::D>::f"), ("d", "<a::B as c::D>::f"));
        assert_eq!(split("main"), ("main", "main"));
    }
}
