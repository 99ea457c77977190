//! Distances of types whose parts are known.

use super::super::to_other_outcome;
use super::*;
use proptest::prelude::*;

#[derive(Clone, Debug, PartialEq, PartialOrd)]
enum State {
    Idle,
    Moving(i32, i32),
    Named { name: String, next: Option<Box<State>> },
}

// The code that the derive emits.
impl Parts for State {
    fn kind(&self) -> Kind {
        Kind::Variant(match self {
            State::Idle => 0,
            State::Moving(..) => 1,
            State::Named { .. } => 2,
        })
    }
    fn count(&self) -> usize {
        match self {
            State::Idle => 0,
            State::Moving(..) | State::Named { .. } => 2,
        }
    }
    fn part(&self, index: usize) -> KnownPart<'_> {
        match (self, index) {
            (State::Moving(x, _), 0) => KnownPart::from_value(x),
            (State::Moving(_, y), 1) => KnownPart::from_value(y),
            (State::Named { name, .. }, 0) => KnownPart::from_value(name),
            (State::Named { next, .. }, 1) => KnownPart::from_value(next),
            _ => KnownPart::UNKNOWN,
        }
    }
}
#[linkme::distributed_slice(KNOWN_0_1_0)]
static STATE: &[KnownType] = STATE_TYPES;
pub(super) const STATE_TYPES: &[KnownType] = &Known::<State>::TYPES;

fn to_equal<L: ?Sized, R: ?Sized>(left: &L, right: &R) -> Distance {
    to_other_outcome(Operator::Equal, left, right, false)
}

#[track_caller]
fn come_nearer(distances: &[Distance]) {
    assert!(distances.windows(2).all(|pair| pair[0] > pair[1]), "{distances:?}");
    assert!(distances.iter().all(|distance| !distance.is_zero()), "{distances:?}");
}

fn named(name: &str, next: Option<State>) -> State {
    State::Named { name: name.to_owned(), next: next.map(Box::new) }
}

#[test]
fn collections_behind_a_name_are_compared_by_their_elements() {
    let (list, wanted) = (vec![30, 41], [30, 40]);
    come_nearer(&[to_equal(&vec![7], &list), to_equal(&vec![30, 90], &list), to_equal(&vec![30, 42], &list)]);
    assert_eq!(to_equal(&list, &wanted), to_equal(&list[..], &wanted[..]));
    come_nearer(&[to_equal(&None::<u8>, &Some(3_u8)), to_equal(&Some(9_u8), &Some(3_u8))]);
    come_nearer(&[["ax", "b"], ["a", "c"]].map(|words| to_equal(&words.to_vec(), &vec!["a", "b"])));
    come_nearer(&[vec![vec![9, 9]], vec![vec![2, 9]]].map(|nested| to_equal(&nested, &vec![vec![1, 9]])));
}

#[test]
fn arrays_of_bytes_are_compared_with_whatever_has_bytes() {
    let magic = *b"TZif";
    come_nearer(&[
        to_equal(&b"Tx"[..], &magic),
        to_equal(&b"Taxf"[..], &magic),
        to_equal(&b"TZig"[..], &magic),
    ]);
    assert_eq!(to_equal(&b"TZix".to_vec(), &magic), to_equal(&b"TZix"[..], &magic[..]));
    assert_eq!(to_equal(b"TZix", &&magic), to_equal(&b"TZix"[..], &magic[..]));
    let found = |bytes: &'static [u8]| to_equal(&Some(bytes), &Some(&magic[..]));
    come_nearer(&[to_equal(&None::<&[u8]>, &Some(&magic[..])), found(b"abcd"), found(b"TZic")]);
    come_nearer(&[
        to_equal(&[1_u32, 2, 9, 9, 9], &[1, 2, 3, 4, 5]),
        to_equal(&[1_u32, 2, 3, 4, 9], &[1, 2, 3, 4, 5]),
    ]);
}

#[test]
fn the_right_variant_is_worth_more_than_all_fields() {
    let wanted = State::Moving(5, -5);
    come_nearer(&[
        to_equal(&State::Idle, &wanted),
        to_equal(&State::Moving(i32::MAX, i32::MIN), &wanted),
        to_equal(&State::Moving(5, i32::MIN), &wanted),
        to_equal(&State::Moving(5, -6), &wanted),
    ]);
    come_nearer(&[
        to_equal(&named("a", None), &named("b", Some(State::Idle))),
        to_equal(&named("b", None), &named("b", Some(State::Idle))),
    ]);
}

#[test]
fn types_with_known_parts_are_known() {
    let wanted = vec![State::Idle, State::Moving(1, 2)];
    come_nearer(&[
        to_equal(&Vec::<State>::new(), &wanted),
        to_equal(&&wanted[..1], &wanted),
        to_equal(&vec![State::Idle, State::Moving(9, 2)], &wanted),
    ]);
    come_nearer(&[
        to_equal(&None::<&State>, &Some(&wanted[1])),
        to_equal(&Some(&State::Moving(1, 9)), &Some(&wanted[1])),
    ]);
}

#[test]
fn unregistered_types_have_distance_one() {
    struct Own;
    assert_eq!(to_equal(&Own, &Own), Distance::ONE);
    assert_eq!(to_equal(&Some(Own), &Some(Own)), Distance::ONE);
    assert_eq!(to_equal(&State::Idle, &Own), Distance::ONE);
}

#[test]
fn order_is_decided_by_the_first_difference() {
    let to_less = |left: &State, right: &State| to_other_outcome(Operator::Less, left, right, left < right);
    assert_eq!(to_less(&named("", None), &State::Idle), Distance::from_steps(3));
    assert_eq!(to_less(&State::Moving(9, 0), &State::Moving(5, 1)), Distance::from_steps(5));
    assert_eq!(to_less(&State::Moving(5, 1), &State::Moving(5, 3)), Distance::from_steps(2), "to not less");
}

fn states() -> impl Strategy<Value = State> {
    let leaf = prop_oneof![
        Just(State::Idle),
        (-2..2, -2..2).prop_map(|(x, y)| State::Moving(x, y)),
        "[ab]{0,2}".prop_map(|name| named(&name, None)),
    ];
    leaf.prop_recursive(3, 6, 1, |inner| ("[ab]", inner).prop_map(|(name, next)| named(&name, Some(next))))
}

proptest! {
    #[test]
    fn only_equal_values_have_no_gap(a in states(), b in states()) {
        let (left, right) = (&a, &b);
        let gap = gap(KnownPart::referred(&left), KnownPart::referred(&right), DEEPEST);
        prop_assert_eq!(gap.is_zero(), a == b);
    }
}
