//! Attribution: deaths of workers become findings of the functions that cause them.
//!
//! # Policy
//! 1. A death before the call of a worker's target is a finding of the function called there, once
//!    for each kind of death.
//! 2. It is reported with the shortest call sequence, and with the number of other functions whose
//!    searches met it.
//! 3. If that function was not selected, and has no report, the finding stays with the first
//!    function whose search met it.

use crate::search::target_report::TargetReport;
use crate::suite;
use sbst_model::TargetId;
use sbst_model::messages::{Culprit, Finding, FindingKind, TestOutline};
use std::collections::{BTreeMap, BTreeSet};

/// Makes findings of deaths by calls of other functions.
pub fn attribute(reports: &mut [TargetReport]) {
    let mut met: BTreeMap<(TargetId, String), Vec<(usize, Culprit)>> = BTreeMap::new();
    for (index, report) in reports.iter_mut().enumerate() {
        for culprit in std::mem::take(&mut report.culprits) {
            let death = (culprit.function.clone(), culprit.finding.message.clone());
            met.entry(death).or_default().push((index, culprit));
        }
    }
    for ((function, message), culprits) in met {
        let can_tell = |report: &TargetReport| {
            report.description.id == function
                && report.description.parameters.len() == culprits[0].1.finding.arguments.len()
        };
        let home = reports.iter().position(can_tell);
        let index = home.unwrap_or(culprits[0].0);
        let findings = culprits.iter().map(|(_, culprit)| match home {
            Some(_) => &culprit.finding,
            None => &culprit.met,
        });
        // Rule 3: only findings of that function can be its own.
        let findings = findings.zip(&culprits).filter(|(_, (at, _))| home.is_some() || *at == index);
        let Some((finding, _)) = findings.min_by_key(|(finding, _)| length(finding)) else { continue };
        let searches: BTreeSet<usize> = culprits.iter().map(|(index, _)| *index).collect();
        let report = &mut reports[index];
        add(report, finding.clone());
        let others = searches.len() - usize::from(searches.contains(&index));
        if others > 0 {
            *report.also_met.entry(message).or_default() += others;
        }
    }
}

fn length(finding: &Finding) -> usize {
    let (before, arguments) = suite::as_read(&finding.before, &finding.arguments);
    before.iter().chain(&arguments).map(|line| line.chars().count()).sum()
}

/// Adds a finding and its test, unless the function's own search met the same.
fn add(report: &mut TargetReport, finding: Finding) {
    let same = |other: &Finding| other.kind == FindingKind::Death && other.message == finding.message;
    if report.findings.iter().any(same) {
        return;
    }
    report.findings.push(finding.clone());
    report.tests.push(TestOutline::from_fault(finding));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use sbst_model::messages::Death;

    fn death(how: &str, argument: &str) -> Finding {
        Finding {
            arguments: vec![argument.into()],
            evaluations: 1,
            ..Finding::new(FindingKind::Death, how.into())
        }
    }

    /// Returns the report of a function with one parameter, whose workers died of these calls of
    /// `d::grow`.
    fn report(path: &str, calls: &[&str]) -> TargetReport {
        let culprit = |call: &&str| Culprit {
            function: fixture::description("d::grow", 1).id,
            call: (*call).to_owned(),
            death: Death::OutOfMemory,
            finding: death("out of memory", call),
            met: death("out of memory", &format!("Set::grown({call})")),
        };
        let culprits = calls.iter().map(culprit).collect();
        TargetReport { culprits, findings: Vec::new(), ..fixture::report(path) }
    }

    #[test]
    fn a_death_in_a_step_is_one_finding_with_the_shortest_call() {
        let mut reports =
            [report("d::f", &["99999999"]), report("d::g", &["8888", "777777"]), report("d::grow", &[])];
        attribute(&mut reports);
        let [f, g, grow] = &reports;
        assert!(f.findings.is_empty() && g.findings.is_empty());
        assert_eq!(grow.findings, [death("out of memory", "8888")]);
        assert_eq!((grow.also_met["out of memory"], grow.tests.len()), (2, 1));
    }

    #[test]
    fn a_death_met_by_its_own_function_is_not_repeated() {
        let mut reports = [report("d::f", &["99999999"]), report("d::grow", &["8888"])];
        reports[1].findings.push(death("out of memory", "7"));
        attribute(&mut reports);
        assert_eq!(reports[1].findings, [death("out of memory", "7")]);
        assert_eq!(reports[1].also_met["out of memory"], 1);
    }

    #[test]
    fn a_death_by_an_unreported_function_stays_where_it_was_met() {
        let mut reports = [report("d::f", &["99999999"]), report("d::g", &["8888"])];
        attribute(&mut reports);
        assert_eq!(reports[0].findings, [death("out of memory", "Set::grown(99999999)")]);
        assert_eq!((reports[0].also_met["out of memory"], reports[1].findings.len()), (1, 0));
    }
}
