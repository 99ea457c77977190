//! Re-execution of a search's tests in another process.
//!
//! # Policy
//! 1. A test is executed as often as in the search, and asserts the observations common to both
//!    processes.
//! 2. A test needs a goal that it covers in this process, too.
//! 3. A test of a fault is executed until the fault shows, a limited number of times. If it does,
//!    the test keeps all its goals: some may come from tests it stands for.

use super::agreement::common;
use super::{covers, observe, SameFault, CHANCES, REPETITIONS};
use crate::problem::function_problem::FunctionProblem;
use crate::refusal::Refusal;
use sbst_core::registry::collateral::Places;
use sbst_model::messages::{Differing, GoalsOf, Observed, TestOutline};
use sbst_search::{Execution, Problem};
use std::collections::BTreeSet;

/// The observations of a test in this process.
struct Seen {
    /// `None` if its arguments can no longer be built.
    observed: Option<(Observed, BTreeSet<Differing>)>,
    covers: Vec<GoalsOf>,
    goals: Vec<u32>,
    adopted: Vec<GoalsOf>,
}

/// Executes a test again. Returns the remaining part, and true if its goals or finding were
/// reproduced.
pub(crate) fn again(
    problem: &mut FunctionProblem,
    places: &Places,
    given: TestOutline,
) -> Result<(TestOutline, bool), Refusal> {
    let test = problem.call(&given.test)?;
    if let Observed::Fault(finding) = &given.observed {
        let (kind, place) = (finding.kind, finding.place.clone());
        let mut same = SameFault { problem, kind, place, met_by: &test };
        let is_shown = (0..CHANCES).any(|_| same.comes_back(&test));
        return Ok((with_fault(given, is_shown), is_shown));
    }
    let mut reached = BTreeSet::new();
    let mut execution = Execution::default();
    for _ in 0..REPETITIONS {
        execution.clear();
        problem.evaluate(&test, &mut execution);
        let covered = execution.reached.iter().filter(|(_, distance)| distance.is_zero());
        reached.extend(covered.map(|(goal, _)| *goal));
    }
    let own = problem.own_goals() as u32;
    let (goals, adopted): (Vec<u32>, Vec<u32>) = reached.into_iter().partition(|goal| *goal < own);
    let seen = Seen {
        covers: covers(problem, places, &test),
        observed: observe(problem, &test),
        goals,
        adopted: problem.adopted(&adopted),
    };
    Ok(merge(given, seen))
}

/// Rule 3.
fn with_fault(mut given: TestOutline, is_shown: bool) -> TestOutline {
    if !is_shown {
        given.differs.insert(Differing::Ending);
    }
    given
}

/// Rules 1 and 2.
fn merge(given: TestOutline, seen: Seen) -> (TestOutline, bool) {
    let TestOutline { goals, adopted, covers, observed, mut differs, .. } = given;
    let observed = match seen.observed {
        Some((seen, also)) => {
            differs.extend(also);
            common(observed, seen, &mut differs)
        }
        None => {
            differs.insert(Differing::Ending);
            observed
        }
    };
    let had_goals = !goals.is_empty() || !adopted.is_empty();
    let still: Vec<u32> = goals.iter().copied().filter(|goal| seen.goals.contains(goal)).collect();
    let still_adopted = in_both(&adopted, &seen.adopted);
    if still != goals || still_adopted != adopted {
        differs.insert(Differing::Goals);
    }
    let has_goals = !still.is_empty() || !still_adopted.is_empty();
    let is_panic = matches!(observed, Observed::Panicked { .. });
    let is_shown = !differs.contains(&Differing::Ending) && (is_panic || has_goals || !had_goals);
    let covers = in_both(&covers, &seen.covers);
    let merged = TestOutline { goals: still, adopted: still_adopted, covers, observed, differs, ..given };
    (merged, is_shown)
}

/// Returns the goals in both.
fn in_both(some: &[GoalsOf], others: &[GoalsOf]) -> Vec<GoalsOf> {
    let both = some.iter().filter_map(|GoalsOf { target, goals }| {
        let other = others.iter().find(|other| other.target == *target)?;
        let goals: Vec<u32> = goals.iter().copied().filter(|goal| other.goals.contains(goal)).collect();
        (!goals.is_empty()).then(|| GoalsOf { target: target.clone(), goals })
    });
    both.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sbst_model::messages::{Finding, FindingKind, Inspection};
    use sbst_model::TargetId;

    fn goals_of(path: &str, goals: &[u32]) -> GoalsOf {
        let target =
            TargetId { package: "d".into(), crate_name: "d".into(), binary: None, path: path.into() };
        GoalsOf { target, goals: goals.into() }
    }

    fn panicked(message: &str) -> Observed {
        Observed::Panicked { message: message.to_owned(), place: None }
    }

    fn returned(debug: &str) -> Observed {
        Observed::Returned {
            type_name: "u8".into(),
            debug: Some(debug.to_owned()),
            unordered: false,
            changed: Vec::new(),
            items: None,
            inspection: Inspection::default(),
        }
    }

    fn outline(goals: &[u32], observed: Observed) -> TestOutline {
        let finding = Finding { evaluations: 1, ..Finding::new(FindingKind::Index, String::new()) };
        let covers = vec![goals_of("d::f", goals), goals_of("d::g", &[5, 6])];
        TestOutline { goals: goals.into(), covers, observed, ..TestOutline::from_fault(finding) }
    }

    fn seen(goals: &[u32], observed: Observed) -> Seen {
        let covers = vec![goals_of("d::f", goals), goals_of("d::g", &[6, 7])];
        Seen { observed: Some((observed, BTreeSet::new())), covers, goals: goals.into(), adopted: Vec::new() }
    }

    fn differs(outline: &TestOutline) -> Vec<Differing> {
        outline.differs.iter().copied().collect()
    }

    #[test]
    fn reproduced_test_stays_unchanged() {
        let given = outline(&[1, 2], returned("7"));
        let (merged, is_shown) = merge(given.clone(), seen(&[1, 2, 3], returned("7")));
        let covers = vec![goals_of("d::f", &[1, 2]), goals_of("d::g", &[6])];
        assert_eq!((merged, is_shown), (TestOutline { covers, ..given }, true));
    }

    #[test]
    fn test_loses_unreproduced_goals_and_fails_without_any() {
        let (merged, is_shown) = merge(outline(&[1, 2], returned("7")), seen(&[2], returned("7")));
        assert_eq!((&merged.goals[..], differs(&merged), is_shown), (&[2][..], vec![Differing::Goals], true));
        let (merged, is_shown) = merge(outline(&[1, 2], returned("7")), seen(&[3], returned("7")));
        assert!(merged.goals.is_empty() && !is_shown);
        assert!(merge(outline(&[], returned("7")), seen(&[3], returned("7"))).1, "it had no goals to lose");
        assert!(merge(outline(&[1], panicked("no")), seen(&[], panicked("no"))).1, "it shows its panic");
        let mut with_adopted = outline(&[1], returned("7"));
        with_adopted.adopted = vec![goals_of("d::g", &[5])];
        let (merged, is_shown) = merge(with_adopted, seen(&[1], returned("7")));
        assert!(merged.adopted.is_empty() && is_shown && !merged.differs.is_empty());
    }

    #[test]
    fn test_with_different_ending_is_not_reproduced() {
        for (before, after) in [(returned("7"), panicked("no")), (panicked("no"), returned("7"))] {
            let (merged, is_shown) = merge(outline(&[1], before), seen(&[1], after));
            assert_eq!((differs(&merged), is_shown), (vec![Differing::Ending], false));
        }
        let not_built = Seen { observed: None, ..seen(&[1], returned("7")) };
        assert!(!merge(outline(&[1], returned("7")), not_built).1);
        // The search has reported that.
        let mut unsure = outline(&[1], panicked("no"));
        unsure.differs.insert(Differing::Ending);
        assert!(!merge(unsure, seen(&[1], panicked("no"))).1);
    }

    #[test]
    fn differing_result_is_not_asserted_but_call_stays() {
        let (merged, is_shown) = merge(outline(&[1], returned("7")), seen(&[1], returned("8")));
        let Observed::Returned { debug, .. } = &merged.observed else { unreachable!() };
        assert_eq!((debug, differs(&merged), is_shown), (&None, vec![Differing::Result], true));
    }
}
