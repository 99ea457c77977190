//! Adopting goals, and giving them up.

use super::*;
use proptest::prelude::*;
use sbst_model::messages::{Stopped, UncoveredGoal};

fn id(path: &str) -> TargetId {
    TargetId { package: "d".into(), crate_name: "d".into(), binary: None, path: path.into() }
}

/// Public functions with these numbers of goals; a leading underscore means not searched, a `-`
/// private.
pub(super) fn functions(named: &[(&str, u32)]) -> Adoption {
    let ids: Vec<_> = named.iter().map(|(path, _)| id(path)).collect();
    let candidates = ids.iter().zip(named).map(|(id, (path, goals))| Candidate {
        id,
        of_conditions: *goals,
        goals: *goals,
        is_searched: !path.starts_with('_'),
        is_public: !path.starts_with('-'),
        has_story: path.ends_with('+'),
    });
    Adoption::between(candidates, true)
}

fn candidate(id: &TargetId, (of_conditions, goals): (u32, u32), is_searched: bool) -> Candidate<'_> {
    Candidate { id, of_conditions, goals, is_searched, is_public: true, has_story: false }
}

pub(super) fn summary(
    covered: &[u32],
    adopted_covered: &[u32],
    adopted_reached: &[(u32, f64)],
) -> SearchSummary {
    let reached = adopted_reached.iter();
    SearchSummary {
        evaluations: 1,
        evaluations_to_last_goal: 1,
        covered: covered.into(),
        adopted_covered: adopted_covered.into(),
        adopted_reached: reached.map(|&(goal, distance)| UncoveredGoal::new(goal, Some(distance))).collect(),
        ..SearchSummary::new(Stopped::Evaluations)
    }
}

fn has_adopted(adoption: &Adoption, index: usize) -> bool {
    !adoption.orders(index).goals.is_empty()
}

pub(super) fn along(path: &str, goals: &[(u32, f64)]) -> Vec<Along> {
    vec![Along { target: id(path), goals: goals.into() }]
}

pub(super) fn goals_of(path: &str, goals: &[u32]) -> GoalsOf {
    GoalsOf { target: id(path), goals: goals.into() }
}

#[test]
fn goals_of_unsearched_functions_are_adopted_by_all_at_first() {
    let adoption = functions(&[("_helper", 2), ("a", 4), ("b", 0)]);
    for searched in [1, 2] {
        assert_eq!(
            adoption.orders(searched),
            AdoptedGoals { goals: vec![goals_of("_helper", &[0, 1])], given_up: vec![] }
        );
    }
    assert!(!has_adopted(&adoption, 0));
    assert_eq!((adoption.open(1), adoption.open(2)), (4, 0), "unreached goals are no need");
}

#[test]
fn hidden_checks_of_unsearched_functions_are_minor() {
    let (helper, a) = (id("_helper"), id("a"));
    let mut adoption =
        Adoption::between([candidate(&helper, (2, 5), false), candidate(&a, (2, 4), true)].into_iter(), true);
    // It reached a goal of a condition and two hidden checks: numbers 4 to 8 are the helper's.
    adoption.learn(1, &summary(&[0, 1], &[], &[(4, 1.0), (6, 2.0), (8, 3.0)]), &[]);
    adoption.share();
    assert_eq!((adoption.open(1), adoption.open_minor(1)), (5, 4), "two of its own, and two");
}

#[test]
fn goals_of_another_crate_are_not_adopted() {
    let other = TargetId { crate_name: "e".into(), ..id("_helper") };
    let (a, of) = (id("a"), (2, 2));
    let adoption =
        Adoption::between([candidate(&other, of, false), candidate(&a, of, true)].into_iter(), true);
    assert!(!has_adopted(&adoption, 1));
}

#[test]
fn covered_adopted_goals_are_given_up_by_others() {
    let mut adoption = functions(&[("_helper", 2), ("a", 2), ("b", 2)]);
    adoption.learn(1, &summary(&[0, 1], &[2], &[(3, 5.0)]), &[]);
    adoption.learn(2, &summary(&[0, 1], &[2], &[]), &[]);
    adoption.share();
    assert!(adoption.orders(1).given_up.is_empty());
    assert_eq!(adoption.orders(2).given_up, [2], "goal 0 is held by `a`, which comes first");
    assert_eq!((adoption.open(1), adoption.open(2)), (1, 0));
}

#[test]
fn private_goals_are_left_to_public_functions_that_cover_them() {
    let mut adoption = functions(&[("a", 0), ("b+", 0), ("-helper", 2)]);
    assert_eq!(
        adoption.orders(0),
        AdoptedGoals { goals: vec![goals_of("-helper", &[0, 1])], given_up: vec![] },
        "public functions adopt them at first"
    );
    adoption.learn(0, &summary(&[], &[0], &[(1, 7.0)]), &[]);
    adoption.learn(1, &summary(&[], &[0], &[(1, 2.0)]), &[]);
    adoption.learn(2, &summary(&[0, 1], &[], &[]), &[]);
    adoption.share();
    assert!(adoption.orders(0).given_up.is_empty());
    assert_eq!(adoption.orders(1).given_up, [0], "`a` needs no object and covers it, too");
    assert_eq!((adoption.open(0), adoption.open(1), adoption.open(2)), (1, 1, 0));
    assert_eq!(adoption.open_minor(0), 1, "its own function covers it");
    adoption.learn(1, &summary(&[], &[1], &[]), &[]);
    adoption.share();
    assert_eq!((adoption.orders(0).given_up, adoption.open(0)), (vec![1], 0));
}

#[test]
fn private_functions_do_not_seek_covered_goals() {
    let mut adoption = functions(&[("-a", 0), ("-helper", 2)]);
    adoption.learn(0, &summary(&[], &[], &[]), &along("-helper", &[(1, 3.0)]));
    adoption.learn(1, &summary(&[0, 1], &[], &[]), &[]);
    adoption.share();
    assert!(!has_adopted(&adoption, 0));
}

#[test]
fn incidentally_covered_goals_are_adopted_and_stay_covered() {
    let mut adoption = functions(&[("a", 2), ("b", 2)]);
    adoption.learn(0, &summary(&[0], &[], &[]), &[]);
    adoption.learn(1, &summary(&[0, 1], &[], &[]), &along("a", &[(0, 0.0), (1, 0.0)]));
    adoption.share();
    assert_eq!(
        adoption.orders(1),
        AdoptedGoals { goals: vec![goals_of("a", &[1])], given_up: vec![] },
        "goal 0 is covered by `a` itself"
    );
    assert_eq!(adoption.open(0), 0, "nothing is left to `a`");
}

#[test]
fn open_goals_are_adopted_by_the_nearest_functions() {
    let mut adoption = functions(&[("a", 2), ("b", 0), ("c", 0), ("d", 0), ("e", 0), ("f", 0)]);
    for (index, near) in [(1, 9.0), (2, 3.0), (3, 5.0), (4, 3.0)] {
        adoption.learn(index, &summary(&[], &[], &[]), &along("a", &[(1, near)]));
    }
    adoption.share();
    assert!((1..6).all(|index| !has_adopted(&adoption, index)), "`a` had no turn yet");
    adoption.learn(0, &summary(&[0], &[], &[]), &[]);
    adoption.share();
    let adopters: Vec<usize> = (0..6).filter(|&index| has_adopted(&adoption, index)).collect();
    assert_eq!(adopters, [2, 3, 4]);
    // A function that comes nearer takes the place of the farthest.
    adoption.learn(1, &summary(&[], &[], &[]), &along("a", &[(1, 1.0)]));
    adoption.share();
    assert!(adoption.orders(1).given_up.is_empty());
    assert_eq!(adoption.orders(3).given_up, [0], "its number stays, and is given up");
}

#[test]
fn goals_of_ready_tests_need_no_other_holder() {
    let mut adoption = functions(&[("_helper", 2), ("a", 0), ("b", 0)]);
    let covers = vec![goals_of("_helper", &[1])];
    let observed = sbst_model::messages::Observed::Panicked { message: String::new(), place: None };
    let test = TestOutline {
        before: vec![],
        goals: vec![],
        adopted: vec![],
        covers,
        ..TestOutline::new(vec![], observed)
    };
    adoption.learn(1, &summary(&[], &[0, 1], &[]), &[]);
    adoption.ready(1, &[test]);
    adoption.learn(2, &summary(&[], &[0, 1], &[]), &[]);
    adoption.share();
    assert_eq!(adoption.orders(2).given_up, [1], "goal 0 is covered by no test of `a` in the end");
}

proptest! {
    #[test]
    fn covered_goals_have_one_seeker_and_others_the_nearest(
        rounds in prop::collection::vec(
            prop::collection::vec((prop::collection::btree_set(0..4u32, 0..4),
                prop::collection::btree_map((0..6usize, 0..4u32), 0..4u32, 0..9)), 5),
            1..4,
        ),
    ) {
        let names = ["_h", "a", "b", "c", "d", "e"];
        let mut adoption = functions(&names.map(|name| (name, 4)));
        for round in rounds {
            for (index, (own, met)) in (1..6).zip(round) {
                let own: Vec<u32> = own.into_iter().collect();
                let met = met.into_iter().filter(|((of, _), _)| *of != index);
                let met: Vec<Along> = met
                    .map(|((of, goal), near)| Along { target: id(names[of]), goals: vec![(goal, near.into())] })
                    .collect();
                adoption.learn(index, &summary(&own, &[], &[]), &met);
            }
            let before: Vec<_> = (0..6).map(|index| adoption.functions[index].adopted().copied().collect::<Vec<Key>>()).collect();
            adoption.share();
            for (function, before) in adoption.functions.iter().zip(before) {
                prop_assert!(function.adopted().copied().collect::<Vec<Key>>().starts_with(&before), "numbers stay");
            }
            for key in (0..6).flat_map(|of| (0..4).map(move |goal| (of, goal))) {
                let seeking: Vec<&AdoptingFunction> =
                    adoption.functions.iter().filter(|function| function.seeks(key)).collect();
                let is_covered = adoption.functions.iter().any(|function| function.covers.contains(&key));
                if adoption.functions[key.0].own.contains(&key.1) {
                    prop_assert!(seeking.is_empty());
                } else if is_covered {
                    prop_assert_eq!(seeking.len(), 1);
                    prop_assert!(seeking[0].covers.contains(&key));
                } else {
                    let came = seeking.iter().filter(|function| function.near.contains_key(&key)).count();
                    prop_assert!(came <= NEAREST);
                }
            }
        }
    }
}
