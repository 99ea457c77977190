//! Tests of the policy of findings.

use super::*;
use crate::fixture;
use sbst_model::Expression;

/// A report of the function `d::NAME` with a fault at each of these lines, by this argument.
fn report(name: &str, faults: &[(u32, &str)]) -> TargetReport {
    let mut report = fixture::report(&format!("d::{name}"));
    let finding = report.findings.remove(0);
    report.findings = faults
        .iter()
        .map(|(line, argument)| Finding {
            place: finding.place.clone().map(|place| Place { line: *line, ..place }),
            arguments: vec![Expression::source(*argument)],
            ..finding.clone()
        })
        .collect();
    report
}

fn sorted(reports: &[TargetReport], reached: impl Fn(&str) -> Reached, hides_inside: bool) -> Findings {
    let met = reports.iter().flat_map(|report| {
        let reached = reached(&report.description.id.path);
        met_by(report, move |_, _| reached)
    });
    sort(met.collect(), hides_inside, hides_inside, &mut Sources::none())
}

fn calls(findings: &Findings) -> Vec<&str> {
    findings.shown.iter().map(|entry| entry.call[0].as_str()).collect()
}

#[test]
fn place_is_shown_once_by_the_shortest_most_alarming_call() {
    let reports = [report("a", &[(9, "1")]), report("b", &[(9, "1_000_000")]), report("c", &[(9, "22")])];
    let findings = collect_from_anyone(&reports);
    assert_eq!(
        (calls(&findings), &findings.shown[0].others[..]),
        (vec!["d::a(1)"], &["d::b".into(), "d::c".into()][..])
    );
    let reached = |path: &str| if path == "d::b" { Reached::Anyone } else { Reached::Inside };
    assert_eq!(calls(&sorted(&reports, reached, true)), ["d::b(1_000_000)"]);
    assert!(findings.shows(&reports[2], &reports[2].findings[0]), "it has a test of its own");
}

#[test]
fn inside_faults_are_only_counted_if_all_was_searched() {
    let reports = [report("inner", &[(1, "1"), (2, "2")]), report("outer", &[(3, "333")])];
    let reached = |path: &str| if path == "d::inner" { Reached::Inside } else { Reached::Anyone };
    let findings = sorted(&reports, reached, true);
    assert_eq!((calls(&findings), findings.inside), (vec!["d::outer(333)"], 2));
    assert!(!findings.shows(&reports[0], &reports[0].findings[0]));
    let all = sorted(&reports, reached, false);
    assert_eq!((calls(&all), all.inside), (vec!["d::outer(333)", "d::inner(1)", "d::inner(2)"], 0));
}

#[test]
fn private_faults_are_counted_if_other_crates_use_the_package() {
    let reports = [report("private", &[(1, "1")]), report("public", &[(3, "333")])];
    let reached = |path: &str| if path == "d::private" { Reached::Private } else { Reached::Anyone };
    let findings = sorted(&reports, reached, true);
    assert_eq!((calls(&findings), findings.private), (vec!["d::public(333)"], 1));
    let of_a_program = sorted(&reports, reached, false);
    assert_eq!(calls(&of_a_program), ["d::public(333)", "d::private(1)"]);
}

#[test]
fn contract_and_size_faults_are_counted_unless_also_anyones() {
    let reports = [report("grow", &[(1, "1")]), report("at", &[(2, "2")]), report("other", &[(2, "222")])];
    let reached = |path: &str| match path {
        "d::grow" => Reached::Size,
        "d::at" => Reached::Contract,
        _ => Reached::Anyone,
    };
    let findings = sorted(&reports[..2], reached, false);
    assert_eq!((findings.shown.len(), findings.sizes, findings.contracts), (0, 1, 1));
    assert_eq!(calls(&sorted(&reports, reached, false)), ["d::other(222)"]);
}

#[test]
fn documented_panic_is_a_contract_unless_anyone_reaches_it() {
    let reports = [report("documented", &[(1, "1")]), report("other", &[(1, "22"), (2, "3")])];
    let reached = |path: &str| if path == "d::other" { Reached::Inside } else { Reached::Contract };
    let findings = sorted(&reports, reached, true);
    assert_eq!((findings.shown.len(), findings.contracts, findings.inside), (0, 1, 1));
    let reached = |path: &str| if path == "d::other" { Reached::Anyone } else { Reached::Contract };
    assert_eq!(calls(&sorted(&reports, reached, true)), ["d::other(3)", "d::other(22)"]);
}

#[test]
fn whole_package_shows_at_most_a_page() {
    let faults: Vec<(u32, &str)> = (1..=13).map(|line| (line, "1")).collect();
    let reports = [report("f", &faults)];
    let findings = sorted(&reports, |_| Reached::Anyone, true);
    assert_eq!((findings.shown.len(), findings.more), (MOST_SHOWN, 3));
}

#[test]
fn explicit_panics_beyond_the_page_are_not_counted() {
    let faults: Vec<(u32, &str)> = (1..=13).map(|line| (line, "1")).collect();
    let mut panicking = report("f", &faults);
    panicking.tests = panicking
        .findings
        .drain(..)
        .map(|finding| TestOutline {
            observed: Observed::Panicked { message: "no".into(), place: finding.place.clone() },
            ..TestOutline::from_fault(finding)
        })
        .collect();
    let findings = sorted(&[panicking], |_| Reached::Anyone, true);
    assert_eq!((findings.shown.len(), findings.more), (MOST_SHOWN, 0));
}

#[test]
fn explicit_panics_follow_faults_and_assertions_are_contracts() {
    let mut written = report("f", &[(1, "1_000_000")]);
    let outline = TestOutline::from_fault(written.findings[0].clone());
    let panics = ["no such token", "assertion failed: a < b"].map(|message| TestOutline {
        observed: Observed::Panicked { message: message.into(), place: written.findings[0].place.clone() },
        ..outline.clone()
    });
    written.tests = panics.into();
    let messages = |reached| {
        let findings = sorted(std::slice::from_ref(&written), |_| reached, false);
        findings.shown.iter().map(|entry| (entry.kind.is_some(), entry.message.clone())).collect::<Vec<_>>()
    };
    let fault = (true, written.findings[0].message.clone());
    assert_eq!(messages(Reached::Anyone), [fault.clone(), (false, "no such token".into())]);
    assert_eq!(messages(Reached::Inside), [fault]);
}
