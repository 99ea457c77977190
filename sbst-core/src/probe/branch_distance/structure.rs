//! Distances between structures: sequences, options, results and tuples of values with a distance.
//!
//! 1. *Sequences* are like texts (`text.rs`), with elements in place of characters. For `==` each
//!    differing place counts its gap, normalised, and each element of only one sequence counts 1.
//!    For `<` and the other orderings the first difference counts.
//! 2. *Variants*: `Some` is one step from `None`. In the same variant the contents count,
//!    normalised, so the right variant outweighs any value in it. `None` is less than `Some`, and
//!    `Ok` less than `Err`.
//! 3. *Tuples* are sequences of a known length.
//! 4. Elements without a distance, such as those of a user's type, do not count: the operator has
//!    decided, and a distance is never zero.
//! 5. Method look-up finds the outer type of a syntactic structure, so that its type is known
//!    there; the contents need no bound. The types of the contents and of the other operand are
//!    known after monomorphisation.

mod structured;

pub use structured::Structured;

use super::{between, known};
use crate::probe::operand::{compared, Operand, Operator};
use crate::probe::typed::{self, Typed};
use sbst_model::Distance;

/// The most elements that are compared: later ones of longer sequences do not count.
const MOST_ELEMENTS: usize = 1_024;

/// Returns `value` as elements of type `T`, if it is a sequence of these, also behind references.
#[inline]
pub(crate) fn elements<T, V: ?Sized>(value: &V) -> Option<&[T]> {
    // SAFETY: an element only becomes an `Operand`, and is borrowed for as long as `value`.
    unsafe { typed::slice_up_to_lifetimes(value) }.or_else(|| elements_of_typed(Typed::new(value)))
}

fn elements_of_typed<T>(value: Typed<'_>) -> Option<&[T]> {
    // SAFETY, in all following cases: an element only becomes an `Operand`, and is borrowed for as
    // long as `value`.
    macro_rules! ask {
        ($($type:ty => |$found:ident| $slice:expr;)*) => { $(
            // SAFETY: see above.
            if let Some($found) = unsafe { value.get_up_to_lifetimes::<$type>() } { return Some($slice); }
            // SAFETY: see above.
            if let Some($found) = unsafe { value.get_up_to_lifetimes::<&$type>() } { return Some($slice); }
        )* };
    }
    macro_rules! ask_arrays {
        ($($length:literal)*) => { ask! { $([T; $length] => |array| array.as_slice();)* } };
    }
    ask! { &[T] => |slice| slice; Vec<T> => |vector| vector.as_slice(); Box<[T]> => |boxed| boxed; }
    ask_arrays!(1 2 3 4 5 6 7 8);
    None
}

/// Returns the distance of `a` to being equal to `b`: zero if it is, or if it is unknown.
pub(crate) fn gap<A: ?Sized, B: ?Sized>(a: &A, b: &B) -> Distance {
    let (left, right) = (Operand::from_value(a), Operand::from_value(b));
    match compared(Operator::Equal, left, right) {
        Some(true) => Distance::ZERO,
        Some(false) => between(Operator::Equal, left, right, false),
        None => match (left, right) {
            (Operand::Other, Operand::Other | Operand::Text(_) | Operand::Bytes(_))
            | (Operand::Text(_) | Operand::Bytes(_), Operand::Other) => known::gap_between(&a, &b),
            _ => Distance::ZERO,
        },
    }
}

/// Returns the distance of two sequences to being equal (rule 1). Zero if no difference is known.
pub(crate) fn between_sequences<'a, A: 'a, B: 'a>(
    left: impl Iterator<Item = &'a A>,
    right: impl Iterator<Item = &'a B>,
) -> Distance {
    let (mut left, mut right) = (left.take(MOST_ELEMENTS).fuse(), right.take(MOST_ELEMENTS).fuse());
    let mut sum = Distance::ZERO;
    loop {
        sum = match (left.next(), right.next()) {
            (None, None) => return sum,
            (Some(a), Some(b)) => sum + gap(a, b).beyond(0),
            _ => sum + Distance::ONE,
        };
    }
}

/// A visitor of two structures, place by place.
pub trait Places {
    /// Visits one more place, of both structures or of one.
    fn place<A: ?Sized, B: ?Sized>(&mut self, left: Option<&A>, right: Option<&B>);
    /// Notes that the structures are different variants, without parts to compare.
    fn other_variant(&mut self);
}

/// Visits the places of two sequences.
fn places<'a, 'b, A: 'a, B: 'b>(
    left: impl Iterator<Item = &'a A>,
    right: impl Iterator<Item = &'b B>,
    places: &mut impl Places,
) {
    let (mut left, mut right) = (left.take(MOST_ELEMENTS).fuse(), right.take(MOST_ELEMENTS).fuse());
    loop {
        match (left.next(), right.next()) {
            (None, None) => return,
            (a, b) => places.place(a, b),
        }
    }
}

/// The distance of a comparison of structures.
struct Between {
    operator: Operator,
    holds: bool,
    sum: Distance,
    first: Option<Distance>,
}

impl Between {
    /// Returns the distance to the other outcome, which is never zero.
    fn to_other_outcome(&self) -> Distance {
        let distance = match (is_equality(self.operator), self.holds == (self.operator == Operator::Equal)) {
            // Equal structures differ after any change.
            (true, true) => Distance::ONE,
            (true, false) => self.sum,
            (false, _) => self.first.unwrap_or(Distance::ONE),
        };
        if distance.is_zero() {
            Distance::ONE
        } else {
            distance
        }
    }
}

/// Returns the distance to the other outcome of `this operator other`, which was evaluated to
/// `holds`.
#[inline(never)]
pub(crate) fn to_other_outcome<S: Structured + ?Sized, R: ?Sized>(
    operator: Operator,
    this: &S,
    other: &R,
    holds: bool,
) -> Distance {
    let mut between = Between { operator, holds, sum: Distance::ZERO, first: None };
    this.compare(other, &mut between);
    between.to_other_outcome()
}

pub(crate) fn is_equality(operator: Operator) -> bool {
    matches!(operator, Operator::Equal | Operator::NotEqual)
}

impl Places for Between {
    fn other_variant(&mut self) {
        self.sum = self.sum + Distance::ONE;
        self.first = self.first.or(Some(Distance::ONE));
    }

    fn place<A: ?Sized, B: ?Sized>(&mut self, left: Option<&A>, right: Option<&B>) {
        let (Some(a), Some(b)) = (left, right) else {
            return self.other_variant();
        };
        let gap = gap(a, b);
        self.sum = self.sum + gap.beyond(0);
        if self.first.is_none() && !gap.is_zero() {
            self.first =
                Some(between(self.operator, Operand::from_value(a), Operand::from_value(b), self.holds));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::VecDeque;

    fn distance<S: Structured + ?Sized, R: ?Sized>(
        operator: Operator,
        left: &S,
        right: &R,
        holds: bool,
    ) -> Distance {
        to_other_outcome(operator, left, right, holds)
    }

    fn to_equal<S: Structured + ?Sized, R: ?Sized>(left: &S, right: &R) -> Distance {
        distance(Operator::Equal, left, right, false)
    }

    #[track_caller]
    fn come_nearer(distances: &[Distance]) {
        assert!(distances.windows(2).all(|pair| pair[0] > pair[1]), "{distances:?}");
        assert!(distances.iter().all(|distance| !distance.is_zero()), "{distances:?}");
    }

    #[test]
    fn each_element_that_comes_right_brings_a_sequence_nearer() {
        let lists = [vec![], vec![90], vec![30], vec![30, 47], vec![30, 41], vec![30, 40, 50, 60]];
        come_nearer(&lists.map(|list| to_equal(&list, &[30, 40, 50])));
        let words: [&[&str]; 3] = [&["x"], &["ax", "b"], &["a", "c"]];
        come_nearer(&words.map(|words| to_equal(&words, &vec!["a".to_owned(), "b".to_owned()])));
        come_nearer(&["x", "xy", "bz", "by"].map(|text| to_equal(text.as_bytes(), b"bx")));
    }

    #[test]
    fn the_container_of_elements_does_not_matter() {
        let plain = to_equal(&[1, 2][..], &[1, 5][..]);
        assert_eq!(plain, Distance::from_steps(3).beyond(0));
        assert_eq!(to_equal(&vec![1, 2], &&[1, 5]), plain);
        assert_eq!(to_equal(&VecDeque::from([1, 2]), &vec![1, 5]), plain);
        assert_eq!(to_equal(&&[1, 2], &VecDeque::from([1, 5])), plain);
        assert_eq!(to_equal(&Box::new([1, 2]), &[1, 5]), plain);
    }

    #[test]
    fn the_right_variant_is_worth_more_than_any_value() {
        come_nearer(&[
            to_equal(&None::<i32>, &Some(5)),
            to_equal(&Some(i32::MAX), &Some(5)),
            to_equal(&Some(6), &Some(5)),
        ]);
        come_nearer(&[
            to_equal(&Ok::<u8, u8>(5), &Err::<u8, u8>(5)),
            to_equal(&Err::<u8, u8>(3), &Err::<u8, u8>(5)),
        ]);
        come_nearer(&["ax", "x"].map(|text| to_equal(&Some(text), &Some("y"))));
    }

    #[test]
    fn parts_and_nested_structures_count() {
        come_nearer(&[to_equal(&(3, 'b'), &(1, 'a')), to_equal(&(1, 'b'), &(1, 'a'))]);
        come_nearer(
            &[[[9_u8, 9], [1, 1]], [[2, 9], [1, 1]], [[2, 1], [1, 1]]]
                .map(|nested| to_equal(&nested, &[[1_u8, 1], [1, 1]])),
        );
        come_nearer(
            &[vec![None], vec![Some(7)], vec![Some(2)]].map(|options| to_equal(&options, &[Some(1)])),
        );
    }

    #[test]
    fn order_is_decided_by_the_first_difference() {
        let to_less = |left: &[i32]| distance(Operator::Less, left, &[5, 5][..], false);
        come_nearer(&[to_less(&[5, 90]), to_less(&[8, 0]), to_less(&[5, 6])]);
        assert_eq!(to_less(&[5, 5, 1]), Distance::ONE);
    }

    #[test]
    fn user_types_have_no_distance_but_their_containers_do() {
        #[derive(Clone, Copy)]
        struct Own;
        assert_eq!(to_equal(&[Own], &[Own]), Distance::ONE);
        come_nearer(&[to_equal(&[Own; 5][..], &[Own][..]), to_equal(&[Own; 2][..], &[Own][..])]);
        assert_eq!(to_equal(&[1], &Own), Distance::ONE);
    }

    #[test]
    fn equal_structures_are_one_step_from_differing() {
        assert_eq!(distance(Operator::Equal, &[1, 2], &[1, 2], true), Distance::ONE);
        assert_eq!(distance(Operator::NotEqual, &Some("a"), &Some("a"), false), Distance::ONE);
    }

    proptest! {
        #[test]
        fn an_element_that_comes_nearer_brings_a_sequence_nearer(
            list in proptest::collection::vec(-9..9_i64, 1..6), wanted in proptest::collection::vec(-9..9_i64, 1..6),
            index in 0..6_usize,
        ) {
            prop_assume!(index < list.len().min(wanted.len()) && list[index] != wanted[index]);
            let mut nearer = list.clone();
            nearer[index] += (wanted[index] - list[index]).signum();
            prop_assume!(nearer != wanted);
            prop_assert!(to_equal(&nearer, &wanted) < to_equal(&list, &wanted));
        }
    }
}
