//! The arms of a `match`: tried ones and matching ones.

use super::{distances, outcomes, Integer, List};
use proptest::prelude::*;
use sbst_model::Distance;

#[sbst::instrument]
fn unguarded(n: i64) -> u8 {
    match n {
        0 => 1,
        5..=20 => 2,
        10..=30 => 3,
        i64::MIN..=-1_000 | 77 => 4,
        _ => 5,
    }
}

/// The conditions in the order of their numbers: an arm, then its guard's.
#[sbst::instrument]
fn guarded(n: i64, m: i64) -> u8 {
    match n {
        0..=9 if m == 3 => 1,
        5..=20 => 2,
        25 | 40 if m > 0 && m < 9 => 3,
        x if x == m => 4,
        8..=50 if m == 1 => 5,
        30..=60 => 6,
        _ if m == 2 => 7,
        45..=100 => 8,
        _ => 9,
    }
}

/// The steps of `guarded`, one after the other.
fn steps_of_guarded(n: i64, m: i64) -> Vec<(u32, bool)> {
    let mut seen = Vec::new();
    let mut holds = |condition: u32, outcome: bool| {
        seen.push((condition, outcome));
        outcome
    };
    let _ = holds(0, matches!(n, 0..=9)) && holds(1, m == 3)
        || holds(2, matches!(n, 5..=20))
        || holds(3, matches!(n, 25 | 40)) && holds(4, m > 0) && holds(5, m < 9)
        || holds(6, n == m)
        || holds(7, matches!(n, 8..=50)) && holds(8, m == 1)
        || holds(9, matches!(n, 30..=60))
        || holds(10, m == 2)
        || holds(11, matches!(n, 45..=100));
    seen
}

#[sbst::instrument]
fn panicking(n: i64) -> u8 {
    match n {
        0..=9 if 10 / n > 3 => 1,
        5 => 2,
        _ if n == 7 => 3,
        0 => 4,
        _ => 5,
    }
}

#[sbst::instrument]
fn lists(list: Vec<i64>) -> usize {
    match &list[..] {
        [] => 0,
        [first, .., last] if first == last => 1,
        [1, 2, rest @ ..] => rest.len(),
        [_, 7] | [7, ..] => 2,
        [.., -3] if list.len() > 3 => 3,
        [_, _, _] => 4,
        _ => 5,
    }
}

fn steps_of_lists(list: &[i64]) -> Vec<(u32, bool)> {
    let mut seen = Vec::new();
    let mut holds = |condition: u32, outcome: bool| {
        seen.push((condition, outcome));
        outcome
    };
    let _ = holds(0, list.is_empty())
        || holds(1, list.len() >= 2) && holds(2, list.first() == list.last())
        || holds(3, list.starts_with(&[1, 2]))
        || holds(4, list.first() == Some(&7) || list.len() == 2 && list[1] == 7)
        || holds(5, list.last() == Some(&-3)) && holds(6, list.len() > 3)
        || holds(7, list.len() == 3);
    seen
}

fn sorted(mut seen: Vec<(u32, bool)>) -> Vec<(u32, bool)> {
    seen.sort_by_key(|&(condition, outcome)| (condition, !outcome));
    seen
}

proptest! {
    #[test]
    fn arms_after_matching_one_are_not_tried(n in prop_oneof![-2_000..200_i64, any::<i64>()]) {
        let matching = [n == 0, matches!(n, 5..=20), matches!(n, 10..=30), n <= -1_000 || n == 77];
        let tried = matching.iter().position(|matches| *matches).map_or(4, |index| index + 1);
        let expected: Vec<(u32, bool)> = (0..).zip(matching).take(tried).collect();
        prop_assert_eq!(outcomes("unguarded", &[Integer(n)]), expected);
    }

    #[test]
    fn arms_after_a_guard_are_tried_exactly_if_it_fails(n in -3..110_i64, m in prop_oneof![-1..12_i64, -3..110_i64]) {
        prop_assert_eq!(outcomes("guarded", &[Integer(n), Integer(m)]), sorted(steps_of_guarded(n, m)));
    }

    #[test]
    fn slices_are_tried_in_order(list in proptest::collection::vec(prop_oneof![-3..3_i64, Just(7)], 0..6)) {
        prop_assert_eq!(outcomes("lists", &[List(&list)]), sorted(steps_of_lists(&list)));
    }

    #[test]
    fn untried_arm_has_distances_to_both_outcomes(n in -3..110_i64, m in -1..12_i64) {
        let tried: Vec<u32> = steps_of_guarded(n, m).iter().map(|step| step.0).collect();
        for (condition, distances) in distances("guarded", &[Integer(n), Integer(m)]) {
            let zeros = distances.iter().filter(|distance| distance.is_zero()).count();
            prop_assert_eq!(zeros, usize::from(tried.contains(&condition)), "of {}", condition);
            prop_assert!(distances.iter().all(|distance| *distance < Distance::UNREACHED));
        }
    }
}

#[test]
fn arms_after_panicking_guard_are_not_tried() {
    assert_eq!(outcomes("panicking", &[Integer(0)]), [(0, true)]);
    assert_eq!(outcomes("panicking", &[Integer(5)]), [(0, true), (1, false), (2, true)]);
    assert_eq!(outcomes("panicking", &[Integer(-5)]), [(0, false), (2, false), (3, false), (4, false)]);
}

#[test]
fn leaving_the_arms_in_front_is_the_way_to_an_arm() {
    // 25 needs no arm in front to fail; for 10..=20 the second arm has to be left first, so it
    // counts as nearer.
    let to_third = |n| distances("unguarded", &[Integer(n)])[&2][0];
    assert!(to_third(25).is_zero());
    let mut farther = to_third(21);
    for n in (10..=20).rev().take(5) {
        assert!(farther < to_third(n), "{n}");
        farther = to_third(n);
    }
    assert!(to_third(20) < to_third(5), "being in the arm's own range counts for more");
}
