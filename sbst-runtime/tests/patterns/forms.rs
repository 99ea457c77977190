//! The other forms: each outcome is recorded exactly when it is taken.

use super::{distances, outcomes, to_false, to_true, Character, Integer, List, Text, Value};
use sbst::__private::bench::FunctionProblem;
use sbst_model::Distance;
use sbst_search::Problem;
use std::collections::{BTreeMap, HashMap};

struct Holder {
    held: Option<i64>,
}

fn held(n: i64) -> Holder {
    Holder { held: Some(n).filter(|n| *n > 0) }
}

fn at(list: &[i64], index: usize) -> &i64 {
    list.get(index).unwrap_or(&0)
}

macro_rules! first {
    ($list:expr) => {
        $list[0]
    };
}

#[sbst::instrument]
fn bindings(list: Vec<i64>) -> i64 {
    let mut stack = list.clone();
    if let 1..=9 = *at(&list, 0) {
        return 1;
    }
    let Some(n @ 10..) = held(*at(&list, 1)).held else { return 2 };
    let Some(3) = list.get(2).copied() else { return 3 };
    let (Some(_), 4) = (list.first(), list.len()) else { return 4 };
    while let Some(1..) = stack.pop() {
        if matches!(stack[..], [.., -1]) {
            return 5;
        }
    }
    while let 8 | 9 = first!(stack) {
        stack[0] -= 1;
    }
    n
}

#[test]
fn bindings_record_taken_outcomes() {
    let seen = |list| outcomes("bindings", &[List(list)]);
    assert_eq!(seen(&[]), [(0, false), (1, false)]);
    assert_eq!(seen(&[5]), [(0, true)]);
    assert_eq!(seen(&[0, 9]), [(0, false), (1, false)]);
    assert_eq!(seen(&[0, 10]), [(0, false), (1, true), (2, false)]);
    assert_eq!(seen(&[0, 10, 3]), [(0, false), (1, true), (2, true), (3, false)]);
    assert_eq!(seen(&[0, 10, 3, 0]), [(0, false), (1, true), (2, true), (3, true), (4, false), (6, false)]);
    let last = seen(&[-1, 10, 3, 3]);
    assert_eq!(last, [(0, false), (1, true), (2, true), (3, true), (4, true), (5, true), (5, false)]);
    let round = seen(&[9, 10, 3, 0]);
    assert_eq!(round, [(0, true)]);
    let in_macro = seen(&[10, 10, 3, 0]);
    assert_eq!(in_macro, [(0, false), (1, true), (2, true), (3, true), (4, false), (6, false)]);
}

#[test]
fn bindings_have_distances_wherever_their_values_come_from() {
    let to_matching = |condition: u32, list| distances("bindings", &[List(list)])[&condition][0];
    assert_eq!(to_matching(0, &[30]), Distance::from_steps(21));
    assert!(to_matching(1, &[0, 9]) < to_matching(1, &[0, 5]));
    assert!(to_matching(1, &[0, 5]) < to_matching(1, &[0, 0]));
    assert!(to_matching(2, &[0, 10, 4]) < to_matching(2, &[0, 10, 9]));
}

#[sbst::instrument]
fn loops(from: i64, to: i64, list: &[i64]) -> i64 {
    let mut sum = 0;
    for n in from..to {
        if n == from + 2 {
            break;
        }
        sum += n;
    }
    for n in list.iter().filter(|n| **n > 0) {
        if *n == 9 {
            return sum;
        }
    }
    for n in from..=100 / to {
        sum += n;
    }
    sum
}

#[test]
fn loop_is_recorded_only_once_entry_is_decided() {
    let seen = |from, to, list| -> Vec<(u32, bool)> {
        // The others are comparisons within.
        let seen = outcomes("loops", &[Integer(from), Integer(to), List(list)]);
        seen.into_iter().filter(|(condition, _)| [0, 3, 5].contains(condition)).collect()
    };
    assert_eq!(seen(0, 3, &[]), [(0, true), (3, false), (5, true)]);
    assert_eq!(seen(90, 3, &[1]), [(0, false), (3, true), (5, false)]);
    assert_eq!(seen(1, 2, &[9]), [(0, true), (3, true)]);
    assert_eq!(seen(1, 0, &[]), [(0, false), (3, false)], "the third range panics");
}

#[test]
fn a_range_has_a_distance_to_being_entered_and_to_being_empty() {
    assert_eq!(to_true("loops", &[Integer(7), Integer(3), List(&[])]), Distance::from_steps(5));
    assert_eq!(to_false("loops", &[Integer(3), Integer(7), List(&[])]), Distance::from_steps(4));
}

#[sbst::instrument]
fn early(text: &str, n: Option<i64>) -> Option<i64> {
    let m = n?;
    let parsed = text.parse::<i64>().ok()?;
    if parsed == 3 {
        None?;
    }
    Some(m + parsed)
}

#[test]
fn a_question_mark_goes_on_or_returns_early() {
    let three = Integer(3);
    let seen = |text, n| outcomes("early", &[Text(text), Value::Option(n)]);
    assert_eq!(seen("1", None), [(0, false)]);
    assert_eq!(seen("x", Some(&three)), [(0, true), (1, false)]);
    assert_eq!(seen("3", Some(&three)), [(0, true), (1, true), (2, true)]);
}

#[derive(Debug)]
struct Fussy(i64);

impl PartialEq for Fussy {
    fn eq(&self, other: &Fussy) -> bool {
        assert_ne!(self.0, 13, "bad luck");
        self.0 / (other.0 - 5) == 1
    }
}

#[sbst::instrument]
fn assertions(a: i64, b: i64) -> bool {
    assert!(a > 0 && a < 100);
    assert_eq!(a, b, "they differ");
    debug_assert_ne!(a, 50);
    assert_eq!(Fussy(a), Fussy(b));
    true
}

#[test]
fn assertion_passes_or_fails_and_other_panics_are_not_recorded() {
    let seen = |a, b| outcomes("assertions", &[Integer(a), Integer(b)]);
    assert_eq!(seen(0, 0), [(0, false)]);
    assert_eq!(seen(100, 0), [(0, true), (1, false)]);
    assert_eq!(seen(3, 4), [(0, true), (1, true), (2, false)]);
    assert_eq!(seen(50, 50), [(0, true), (1, true), (2, true), (3, false)]);
    assert_eq!(seen(5, 5), [(0, true), (1, true), (2, true), (3, true)], "`==` itself divides by zero");
    assert_eq!(seen(7, 7), [(0, true), (1, true), (2, true), (3, true), (4, false)]);
    let to_hold = |a, b, condition| distances("assertions", &[Integer(a), Integer(b)])[&condition][0];
    assert_eq!(to_hold(5, 5, 3), Distance::BEFORE_FAULT, "a test of a fault is ignored");
    assert_eq!(to_hold(3, 4, 1), Distance::ZERO, "a panic that a person wrote is behaviour");
    let to_equal = |a, b| distances("assertions", &[Integer(a), Integer(b)])[&2][0];
    assert_eq!(to_equal(3, 10), Distance::from_steps(7));
}

#[sbst::instrument]
fn members(c: char, n: i64, text: &str, list: Vec<i64>) -> u8 {
    let digits: HashMap<char, u8> = ('0'..='9').chain('a'..='f').zip(0..).collect();
    let roots = BTreeMap::from([(10, "x"), (30, "y")]);
    if digits.contains_key(&c) {
        return 1;
    }
    if !roots.contains_key(&n) && !list.contains(&(n + 1)) {
        return 2;
    }
    if (5..40).contains(&n) && text.contains("key") {
        return 3;
    }
    4
}

fn measure_members(c: char, n: i64, text: &str, list: &[i64]) -> BTreeMap<u32, [Distance; 2]> {
    distances("members", &[Character(c), Integer(n), Text(text), List(list)])
}

#[test]
fn a_membership_is_as_far_as_the_nearest_member() {
    let to = |condition: u32, outcome: usize, c, n, text, list| {
        measure_members(c, n, text, list)[&condition][outcome]
    };
    assert_eq!(to(0, 0, 'i', 0, "", &[]), Distance::from_steps(3));
    assert_eq!(to(0, 0, '/', 0, "", &[]), Distance::ONE);
    assert!(to(0, 0, '7', 0, "", &[]).is_zero());
    assert_eq!(to(1, 1, 'z', 25, "", &[]), Distance::from_steps(5), "to being a key");
    assert_eq!(to(2, 1, 'z', 25, "", &[20, 28]), Distance::from_steps(2), "to being in the list");
    assert_eq!(to(3, 1, 'z', 10, "", &[]), Distance::from_steps(6), "to leaving the range");
    assert_eq!(to(3, 0, 'z', 90, "", &[91]), Distance::from_steps(51), "to entering the range");
    assert!(to(4, 0, 'z', 10, "xx kez", &[]) < to(4, 0, 'z', 10, "xx kzz", &[]));
}

#[sbst::instrument]
fn conditional(n: i64) -> i64 {
    #[cfg(any())]
    if n == 1 {
        return 1;
    }
    #[cfg(all())]
    if n == 2 {
        return 2;
    }
    match n {
        #[cfg(any())]
        3 => 3,
        4 => 4,
        #[cfg(not(any()))]
        5 => 5,
        _ => 6,
    }
}

#[test]
fn code_removed_by_cfg_has_no_goals() {
    let goals = FunctionProblem::by_name("conditional").unwrap().goals();
    assert_eq!(goals, 2 * 3, "of n == 2 and the arms 4 and 5");
    assert_eq!(outcomes("conditional", &[Integer(2)]), [(0, true)]);
    assert_eq!(outcomes("conditional", &[Integer(4)]), [(0, false), (1, true)]);
    assert_eq!(outcomes("conditional", &[Integer(5)]), [(0, false), (1, false), (2, true)]);
}

#[sbst::instrument]
fn eager(a: i64, b: i64, flag: i64) -> u8 {
    let flag = flag > 0;
    if (a > 10) & (b > 20) & &flag {
        return 1;
    }
    u8::from(if !((a < -5) | (b < -7)) { flag } else { !flag })
}

#[test]
fn eager_operators_add_distances_or_take_nearest() {
    let away =
        |condition: u32, a, b, flag| distances("eager", &[Integer(a), Integer(b), Integer(flag)])[&condition];
    let steps = Distance::from_steps;
    assert_eq!(away(4, 1, 2, 0), [steps(10 + 19 + 1), Distance::ZERO], "all three to go");
    assert_eq!(away(4, 11, 2, 1), [steps(19), Distance::ZERO]);
    assert_eq!(away(4, 15, 22, 1), [Distance::ZERO, steps(1)], "the flag is nearest to failing");
    assert_eq!(away(7, 0, 0, 0), [steps(6), Distance::ZERO]);
    assert_eq!(away(7, -9, -9, 0), [Distance::ZERO, steps(4 + 2)]);
    assert_eq!(outcomes("eager", &[Integer(11), Integer(0), Integer(1)])[..5], {
        [(0, true), (1, true), (2, false), (3, true), (4, false)]
    });
}

#[sbst::instrument]
fn made(n: i64, list: &[i64]) -> bool {
    !list.to_vec().contains(&n)
        && Some(list.to_vec()).filter(|list| list.len() > 1).is_some_and(|list| list.contains(&7))
}

#[test]
fn a_collection_is_looked_at_on_its_way_to_the_call() {
    let away = |n, list| distances("made", &[Integer(n), List(list)])[&0];
    let steps = Distance::from_steps;
    assert_eq!(away(5, &[20, 9]), [Distance::ZERO, steps(4)], "to being a member");
    assert_eq!(away(20, &[20, 9]), [steps(1), Distance::ZERO]);
}

/// `pair.0` is moved out before, and may not be borrowed with the rest.
#[sbst::instrument]
fn parts(n: i64, other: i64) -> usize {
    let pair = (String::from("moved"), n, (Some(other), n));
    let moved = pair.0;
    match pair {
        (_, 30, _) => 1,
        (_, _, (Some(4), 9)) => moved.len(),
        _ => 3,
    }
}

#[test]
fn partly_moved_place_is_compared_part_by_part() {
    let seen = |n, other| outcomes("parts", &[Integer(n), Integer(other)]);
    assert_eq!(seen(30, 4), [(0, true)]);
    assert_eq!(seen(9, 4), [(0, false), (1, true)]);
    assert_eq!(distances("parts", &[Integer(24), Integer(4)])[&0][0], Distance::from_steps(6));
    assert_eq!(seen(3, 4), [(0, false), (1, false)]);
}

#[sbst::instrument]
#[allow(clippy::needless_bool)]
fn asserting(n: i64) {
    assert!(n != 1);
    assert!(matches!(n, 2..) && n != 2);
    debug_assert!(if n == 3 { false } else { true });
}

#[test]
fn failing_assertion_keeps_its_message() {
    let message = |n| {
        let payload = std::panic::catch_unwind(|| asserting(n)).unwrap_err();
        match payload.downcast_ref::<&'static str>() {
            Some(message) => message.to_string(),
            None => format!("{:?}", payload.downcast_ref::<String>()),
        }
    };
    assert_eq!(message(1), "assertion failed: n != 1");
    assert_eq!(message(2), "assertion failed: matches!(n, 2..) && n != 2");
    let with_braces = Some("assertion failed: if n == 3 { false } else { true }".to_owned());
    assert_eq!(message(3), format!("{with_braces:?}"));
}
