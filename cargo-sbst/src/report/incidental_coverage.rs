//! Incidental coverage: goals of other functions that a function's tests cover.
//!
//! # Policy
//! 1. A goal is covered if its function's own search covered it, or if a test of any function
//!    covers it in each of its executions. Tests of findings do not count, because they are
//!    ignored.
//! 2. Tests kept only for goals of other functions are removed if other tests cover all of these
//!    goals. The first in the order of the functions stays. Tests of private functions do not
//!    replace those of public ones. A function without goals keeps one test.

use crate::search::target_report::{TargetReport, Through};
use sbst_model::TargetId;
use sbst_model::messages::{GoalsOf, Observed, TestOutline};
use std::collections::{BTreeMap, BTreeSet};

/// Goals by function.
type Goals = BTreeMap<TargetId, BTreeSet<u32>>;

/// Removes redundant tests, and adds to each report the goals that the tests of others cover. Other
/// crates can call the functions in `public`.
pub fn share(reports: &mut [TargetReport], public: &BTreeSet<TargetId>) {
    leave_out(reports, public);
    let mut through: BTreeMap<TargetId, Vec<Through>> = BTreeMap::new();
    for report in &*reports {
        let mut covered = Goals::new();
        report.covering_tests().filter(|test| counts(test)).for_each(|test| add(&mut covered, &test.covers));
        for (id, goals) in covered {
            let goals = goals.into_iter().collect();
            through.entry(id).or_default().push(Through { target: report.description.id.clone(), goals });
        }
    }
    let descriptions: BTreeMap<TargetId, _> =
        reports.iter().map(|report| (report.description.id.clone(), report.description.clone())).collect();
    for report in reports {
        let own: BTreeSet<u32> =
            report.summary.iter().flat_map(|summary| &summary.covered).copied().collect();
        let others = through.remove(&report.description.id).unwrap_or_default().into_iter();
        let others = others.map(|mut through| {
            through.goals.retain(|goal| !own.contains(goal) && (*goal as usize) < report.description.goals());
            through
        });
        report.through = others.filter(|through| !through.goals.is_empty()).collect();
        let adopted = report.tests.iter().flat_map(|test| &test.adopted).map(|goals| &goals.target);
        let neighbours: BTreeSet<&TargetId> = adopted.collect();
        report.neighbours = neighbours.into_iter().filter_map(|id| descriptions.get(id).cloned()).collect();
    }
}

/// Rule 1.
fn counts(test: &TestOutline) -> bool {
    !matches!(test.observed, Observed::Fault(_))
}

fn add(goals: &mut Goals, covered: &[GoalsOf]) {
    for GoalsOf { target, goals: covered } in covered {
        match goals.get_mut(target) {
            Some(goals) => goals.extend(covered),
            None => _ = goals.insert(target.clone(), covered.iter().copied().collect()),
        }
    }
}

/// Rule 2.
fn leave_out(reports: &mut [TargetReport], public: &BTreeSet<TargetId>) {
    let is_for_others =
        |test: &TestOutline| counts(test) && test.goals.is_empty() && !test.adopted.is_empty();
    let is_public = |report: &TargetReport| public.contains(&report.description.id);
    // By tests of all functions, and by those of public ones.
    let mut covered = [Goals::new(), Goals::new()];
    for report in &*reports {
        for covered in &mut covered[..1 + usize::from(is_public(report))] {
            if let Some(summary) = &report.summary {
                covered.entry(report.description.id.clone()).or_default().extend(&summary.covered);
            }
            let tests = report.covering_tests().filter(|test| counts(test) && !is_for_others(test));
            tests.for_each(|test| add(covered, &test.covers));
        }
    }
    for report in reports {
        let is_public = is_public(report);
        let mut is_only = report.description.own_goals() == 0;
        report.tests.retain(|test| {
            let mut adopted =
                test.adopted.iter().flat_map(|of| of.goals.iter().map(move |goal| (&of.target, goal)));
            let of_others = &covered[usize::from(is_public)];
            let is_new = |(id, goal): (&TargetId, &u32)| {
                !of_others.get(id).is_some_and(|covered| covered.contains(goal))
            };
            let stays = !is_for_others(test) || adopted.any(is_new) || is_only;
            if stays {
                is_only = false;
                covered[..1 + usize::from(is_public)].iter_mut().for_each(|goals| add(goals, &test.covers));
            }
            stays
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use sbst_model::target::Obstacle;

    fn goals_of(path: &str, goals: &[u32]) -> GoalsOf {
        GoalsOf { target: fixture::description(path, 0).id, goals: goals.into() }
    }

    fn test(goals: &[u32], adopted: &[GoalsOf], covers: &[GoalsOf]) -> TestOutline {
        let observed = Observed::Panicked { message: String::new(), place: None };
        let (adopted, covers) = (adopted.into(), covers.into());
        TestOutline { goals: goals.into(), adopted, covers, ..TestOutline::new(Vec::new(), observed) }
    }

    /// Returns the report of `d::f`, with these tests and with three of four goals covered.
    fn report(path: &str, tests: Vec<TestOutline>) -> TargetReport {
        TargetReport { tests, ..fixture::report(path) }
    }

    #[test]
    fn goals_covered_by_tests_of_others_count_as_covered() {
        let of_helper = [goals_of("d::helper", &[0, 3])];
        let fault = fixture::report("d::g").findings.remove(0);
        let ignored = TestOutline {
            observed: Observed::Fault(fault),
            ..test(&[], &[], &[goals_of("d::helper", &[1])])
        };
        let mut reports = [
            TargetReport::not_searched(&fixture::description("d::helper", 2), Obstacle::Constant),
            report("d::f", vec![test(&[0], &[], &of_helper), ignored]),
            report("d::g", vec![test(&[0], &[], &[goals_of("d::f", &[2, 3]), goals_of("d::helper", &[3])])]),
        ];
        share(&mut reports, &BTreeSet::new());
        let [helper, f, g] = &reports;
        let through = |report: &TargetReport| {
            let through =
                report.through.iter().map(|through| (through.target.path.clone(), through.goals.clone()));
            through.collect::<Vec<_>>()
        };
        assert_eq!(through(helper), [("d::f".into(), vec![0, 3]), ("d::g".into(), vec![3])]);
        assert_eq!((helper.covered(), helper.uncovered().len()), (2, 2), "an ignored test covers nothing");
        assert_eq!(through(f), [("d::g".into(), vec![3])], "goal 2 is covered by its own search");
        assert_eq!((f.covered(), f.uncovered()), (4, Vec::new()));
        assert_eq!((g.covered(), g.through.len()), (3, 0));
    }

    #[test]
    fn first_of_tests_for_the_same_goals_of_others_stays() {
        let adopted = [goals_of("d::helper", &[1])];
        let for_helper = || test(&[], &adopted, &adopted);
        let mut reports =
            [report("d::f", vec![for_helper()]), report("d::g", vec![for_helper(), for_helper()])];
        share(&mut reports, &BTreeSet::new());
        assert_eq!(reports.map(|report| report.tests.len()), [1, 0]);
        // A test for a goal of its own function also suffices.
        let mut reports =
            [report("d::f", vec![for_helper()]), report("d::g", vec![test(&[1], &adopted, &adopted)])];
        share(&mut reports, &BTreeSet::new());
        assert_eq!(reports.map(|report| report.tests.len()), [0, 1]);
    }
    #[test]
    fn a_function_without_goals_keeps_one_test() {
        let adopted = [goals_of("d::helper", &[1])];
        let for_helper = || test(&[], &adopted, &adopted);
        let mut without = report("d::g", vec![for_helper(), for_helper()]);
        without.description = fixture::description("d::g", 0);
        let mut reports = [report("d::f", vec![for_helper()]), without];
        share(&mut reports, &BTreeSet::new());
        assert_eq!(reports.map(|report| report.tests.len()), [1, 1]);
    }

    #[test]
    fn a_public_functions_test_stays_for_goals_of_private_tests() {
        let adopted = [goals_of("d::helper", &[1])];
        let for_helper = || test(&[], &adopted, &adopted);
        let own = || report("d::helper", vec![test(&[1], &[], &adopted)]);
        let public = BTreeSet::from([fixture::description("d::f", 0).id]);
        let mut reports = [report("d::f", vec![for_helper(), for_helper()]), own()];
        share(&mut reports, &public);
        assert_eq!(reports.map(|report| report.tests.len()), [1, 1]);
        let mut reports = [report("d::f", vec![for_helper()]), own()];
        share(&mut reports, &BTreeSet::new());
        assert_eq!(reports.map(|report| report.tests.len()), [0, 1]);
    }
}
