//! The laws of distances.

use super::{to_false, to_true, Character, Integer, List, Text, Value};
use proptest::prelude::*;
use sbst_model::Distance;

#[sbst::instrument]
fn literal(n: i64) -> bool {
    matches!(n, -7)
}

#[sbst::instrument]
fn range(n: i64) -> bool {
    if let 100..=2_000_000_000_000_000_000 = n {
        return true;
    }
    false
}

#[sbst::instrument]
fn alternatives(n: i64) -> bool {
    matches!(n, -9 | 10..20 | 1_000.. | i64::MIN)
}

#[sbst::instrument]
fn pair(a: i64, b: i64) -> bool {
    matches!((a, b), (3, 5))
}

#[sbst::instrument]
fn nested(outer: Option<Option<i64>>) -> bool {
    matches!(outer, Some(Some(7)))
}

#[sbst::instrument]
fn list(numbers: &[i64]) -> bool {
    if let [1, _, 5..=9, ..] = numbers {
        return true;
    }
    false
}

#[sbst::instrument]
fn text(word: &str) -> bool {
    matches!(word, "open" | "shut")
}

#[sbst::instrument]
fn character(letter: char) -> bool {
    matches!(Some(letter), Some('a'..='f'))
}

fn is_in_range(n: i64) -> bool {
    (100..=2_000_000_000_000_000_000).contains(&n)
}

/// A distance of `nested`.
fn nest(outer: Option<Option<i64>>, distance: impl Fn(&str, &[Value<'_>]) -> Distance) -> Distance {
    let number = outer.flatten().map(Integer);
    let inner = Value::Option(number.as_ref());
    distance("nested", &[Value::Option(outer.is_some().then_some(&inner))])
}

fn numbers() -> impl Strategy<Value = i64> {
    let near = prop_oneof![-20..30_i64, 80..120_i64, 990..1_010_i64];
    prop_oneof![near, any::<i64>(), Just(i64::MAX), Just(i64::MIN), Just(2_000_000_000_000_000_000)]
}

fn check(distances: [Distance; 2], matches: bool) -> Result<(), TestCaseError> {
    prop_assert_eq!(distances[0].is_zero(), matches, "zero exactly if it matches");
    prop_assert_eq!(distances[1].is_zero(), !matches, "zero exactly if it does not");
    prop_assert!(distances.iter().all(|distance| *distance < Distance::UNREACHED));
    Ok(())
}

proptest! {
    #[test]
    fn a_distance_is_zero_exactly_if_the_outcome_was_seen(
        n in numbers(),
        m in numbers(),
        list in proptest::collection::vec(numbers(), 0..5),
    ) {
        let both = |function, arguments: &[Value<'_>]| [to_true(function, arguments), to_false(function, arguments)];
        check(both("literal", &[Integer(n)]), n == -7)?;
        check(both("range", &[Integer(n)]), is_in_range(n))?;
        check(both("alternatives", &[Integer(n)]), matches!(n, -9 | 10..20 | 1_000.. | i64::MIN))?;
        check(both("pair", &[Integer(n), Integer(m)]), (n, m) == (3, 5))?;
        check(both("list", &[List(&list)]), matches!(list[..], [1, _, 5..=9, ..]))?;
        for outer in [None, Some(None), Some(Some(n))] {
            let distances = [nest(outer, to_true), nest(outer, to_false)];
            check(distances, outer == Some(Some(7)))?;
        }
    }

    #[test]
    fn a_step_towards_a_literal_or_a_range_is_nearer(n in numbers()) {
        prop_assume!(!is_in_range(n) && n != -7);
        let towards = |target: i64| if n < target { n + 1 } else { n - 1 };
        prop_assert!(to_true("literal", &[Integer(towards(-7))]) < to_true("literal", &[Integer(n)]));
        prop_assert!(to_true("range", &[Integer(towards(1_000))]) < to_true("range", &[Integer(n)]));
        let nested = |n| nest(Some(Some(n)), to_true);
        prop_assume!(n != 7);
        prop_assert!(nested(towards(7)) < nested(n), "at any depth and size");
    }

    #[test]
    fn a_step_out_of_a_range_is_nearer_to_leaving_it(n in 101..1_999_999_999_999_999_999_i64) {
        let outwards = if n < 1_000_000_000_000_000_050 { n - 1 } else { n + 1 };
        prop_assert!(to_false("range", &[Integer(outwards)]) < to_false("range", &[Integer(n)]));
    }

    #[test]
    fn a_step_in_one_part_is_seen_whatever_the_other_is(a in numbers(), b in numbers()) {
        prop_assume!(a != 3);
        let nearer = if a < 3 { a + 1 } else { a - 1 };
        prop_assert!(to_true("pair", &[Integer(nearer), Integer(b)]) < to_true("pair", &[Integer(a), Integer(b)]));
    }

    #[test]
    fn each_matching_structure_is_nearer(n in numbers()) {
        let distance = |outer| nest(outer, to_true);
        prop_assert!(distance(Some(None)) < distance(None));
        prop_assert!(distance(Some(Some(n))) < distance(Some(None)));
    }

    #[test]
    fn an_element_more_towards_the_length_is_nearer(list in proptest::collection::vec(numbers(), 0..3)) {
        prop_assume!(list.len() < 3);
        let mut longer = list.clone();
        longer.push(77);
        prop_assert!(to_true("list", &[List(&longer)]) < to_true("list", &[List(&list)]));
    }
}

#[test]
fn distances_of_literals_are_those_of_comparisons() {
    assert_eq!(to_true("literal", &[Integer(3)]), Distance::from_steps(10));
    assert_eq!(to_false("literal", &[Integer(-7)]), Distance::ONE);
    assert_eq!(
        to_true("range", &[Integer(i64::MIN)]),
        Distance::from_steps(1 << 63) + Distance::from_steps(100)
    );
    assert_eq!(to_true("alternatives", &[Integer(5)]), Distance::from_steps(5), "the nearest counts");
    assert_eq!(
        to_true("alternatives", &[Integer(21)]),
        Distance::from_steps(2),
        "an open end is not in the range"
    );
    assert_eq!(to_true("pair", &[Integer(1), Integer(9)]), Distance::from_steps(6), "all must match");
    assert_eq!(to_false("pair", &[Integer(3), Integer(5)]), Distance::ONE, "one must fail");
}

#[test]
fn structures_count_in_levels() {
    let distance = |outer| nest(outer, to_true).magnitude();
    assert_eq!([distance(None), distance(Some(None)), distance(Some(Some(10)))], [2.0, 1.0, 0.75]);
    let distance = |list| to_true("list", &[List(list)]).magnitude();
    assert_eq!([distance(&[]), distance(&[1, 2]), distance(&[2, 7, 5])], [1.75, 1.5, 0.5]);
}

#[test]
fn texts_and_characters_lead_to_theirs() {
    let nearer_and_nearer = ["", "z", "o", "opxx", "opex", "open"];
    for pair in nearer_and_nearer.windows(2) {
        assert!(to_true("text", &[Text(pair[1])]) < to_true("text", &[Text(pair[0])]), "{pair:?}");
    }
    assert!(to_true("text", &[Text("shu")]) < to_true("text", &[Text("sh")]));
    let to_letter = |character| to_true("character", &[Character(character)]);
    assert_eq!(to_letter('i').magnitude(), 0.75, "normalised, because a variant is around it");
    assert!(to_letter('g') < to_letter('z') && to_letter('c').is_zero());
}
