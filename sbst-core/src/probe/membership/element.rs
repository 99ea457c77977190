//! Elements of a collection at an index, for a key, and at the ends: `get(i)`, `get(a..b)`,
//! `map.get(&key)`, `first()`, `pop()`.

use super::{Collection, Membered, Membership};
use crate::probe::call::{self, Call, Inspected};
use crate::probe::index::Index;
use crate::probe::notes::Predicate;
use crate::probe::operand::{compared, Operand, Operator};
use crate::probe::role;
use sbst_model::Distance;

/// True if a call succeeds, and the distance to the other outcome.
pub(crate) type Outcome = Option<(bool, Distance)>;

/// Preferred by method look-up for collections of the standard library.
pub trait KnownCall {
    /// Inspects the element at the index, or for the key.
    fn element(&self, call: Call) -> Inspected;
    /// Inspects if there is any member.
    fn some_member(&self, call: Call) -> Inspected;
    /// Keeps the length until the index is evaluated.
    fn keep(&self, call: Call) -> Inspected;
}

/// The fallback for all other types.
pub trait UnknownCall {
    #[inline(always)]
    fn element(&self, _: Call) -> Inspected {
        Inspected
    }
    #[inline(always)]
    fn some_member(&self, _: Call) -> Inspected {
        Inspected
    }
    #[inline(always)]
    fn keep(&self, _: Call) -> Inspected {
        Inspected
    }
}

impl<C: ?Sized, V: ?Sized> UnknownCall for Membered<'_, C, V> {}

impl<C: Collection + ?Sized, V: ?Sized> KnownCall for &Membered<'_, C, V> {
    #[inline]
    fn element(&self, call: Call) -> Inspected {
        if role::is_owner() {
            if let Some((holds, distance)) = self.0.element(self.1, call) {
                call.note_outcome(holds, distance);
            }
        }
        Inspected
    }

    #[inline]
    fn some_member(&self, call: Call) -> Inspected {
        if let (true, Some(members)) = (role::is_owner(), self.0.members()) {
            let number = Operand::Unsigned(members as u64);
            call.trace(Operator::NotEqual.into(), number, Operand::Unsigned(0), members != 0);
            call.note_outcome(members != 0, Distance::from_steps(members.max(1) as u128));
        }
        Inspected
    }

    #[inline]
    fn keep(&self, call: Call) -> Inspected {
        if let (true, Some(members)) = (self.0.is_indexed(), self.0.members()) {
            call::keep_length(call, members);
        }
        Inspected
    }
}

/// Inspects an index or a range in a collection with this length.
#[inline]
pub(crate) fn inspect_index<V: ?Sized>(call: Call, length: usize, text: Option<&str>, index: &V) {
    if let Some((holds, distance)) = by_index(length, text, index, call) {
        call.note_outcome(holds, distance);
    }
}

/// Returns the elements at a value. Any integer may become an index by conversion.
fn asked_elements<V: ?Sized>(value: &V) -> Option<Index> {
    match Operand::from_value(value) {
        Operand::Unsigned(index) => Some(Index::One(index as usize)),
        Operand::Narrow(index) => usize::try_from(index).ok().map(Index::One),
        _ => Index::from_value(value),
    }
}

/// Returns the outcome for a sequence. For an index, its distance is that to the length; for a
/// range, that of its ends to each other and to the length. Each end in a text must stand between
/// characters.
#[inline]
pub(super) fn by_index<V: ?Sized>(length: usize, text: Option<&str>, index: &V, call: Call) -> Outcome {
    within(length, text, asked_elements(index)?, call)
}

#[inline(never)]
fn within(length: usize, text: Option<&str>, index: Index, call: Call) -> Outcome {
    let note = |operator: Operator, left: usize, right: usize, holds| {
        call.trace(operator.into(), Operand::Unsigned(left as u64), Operand::Unsigned(right as u64), holds);
    };
    let steps = |steps: usize| Distance::from_steps(steps as u128);
    match index {
        Index::One(index) => {
            note(Operator::Less, index, length, index < length);
            Some(match index.checked_sub(length) {
                Some(beyond) => (false, Distance::from_steps_less_one(beyond as u128)),
                None => (true, steps(length - index)),
            })
        }
        Index::Range(start, end) => {
            let start = start.unwrap_or(0);
            let stop = end.unwrap_or(length);
            note(Operator::LessOrEqual, start, stop, start <= stop);
            if end.is_some() {
                note(Operator::LessOrEqual, stop, length, stop <= length);
            }
            let missing = steps(start.saturating_sub(stop)) + steps(stop.saturating_sub(length));
            let is_within = |at: usize| text.is_none_or(|text| at > length || text.is_char_boundary(at));
            let cut = [start, stop].into_iter().filter(|&at| !is_within(at)).count();
            let missing = missing + steps(cut);
            Some(match missing.is_zero() {
                true => {
                    let to_wrong_way = stop.checked_sub(start).filter(|_| start > 0 || stop > 0);
                    let to_beyond = end.map(|end| length - end);
                    let nearest = to_wrong_way.into_iter().chain(to_beyond).min().unwrap_or(length - start);
                    (true, Distance::from_steps_less_one(nearest as u128))
                }
                false => (false, missing),
            })
        }
    }
}

/// Returns the outcome for a map or set: the distance of a key to the nearest present one.
#[inline]
pub(super) fn by_key<'a, C: Collection + ?Sized, V: ?Sized, K: 'a>(
    collection: &C,
    mut keys: impl Iterator<Item = &'a K>,
    value: &V,
    call: Call,
) -> Outcome {
    let wanted = Operand::from_value(value);
    compared(Operator::Equal, wanted, wanted)?;
    let predicate = Predicate::either(call.0);
    if predicate.is_wanted() {
        collection.write_down(value, predicate);
    }
    if keys.any(|key| compared(Operator::Equal, Operand::from_value(key), wanted) == Some(true)) {
        return Some((true, Distance::ONE));
    }
    let Membership { to_member, .. } = collection.membership(value);
    Some((false, to_member))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::probe::site::Site;
    use proptest::prelude::*;
    use std::collections::{BTreeMap, HashMap};

    static SITE: Site = Site::new();

    fn asked<C: Collection + ?Sized, V: ?Sized>(collection: &C, key: &V) -> Outcome {
        collection.element(key, Call(&SITE, 0))
    }

    proptest! {
        #[test]
        fn outcomes_are_those_of_get(length in 0..20_usize, start in 0..25_usize, end in 0..25_usize) {
            let list = vec![0_u8; length];
            let text = "aé€😀b".repeat(2)[..].to_owned();
            for (answer, found) in [
                (asked(&list, &start), list.get(start).is_some()),
                (asked(&list[..], &(start..end)), list.get(start..end).is_some()),
                (asked(&list, &(start..=end)), list.get(start..=end).is_some()),
                (asked(&list, &(start..)), list.get(start..).is_some()),
                (asked(&list, &(..end)), list.get(..end).is_some()),
                (asked(&text, &(start..end)), text.get(start..end).is_some()),
                (asked(&text, &(..end)), text.get(..end).is_some()),
            ] {
                let (holds, distance) = answer.unwrap();
                prop_assert_eq!(holds, found);
                prop_assert!(!distance.is_zero());
            }
        }
    }

    #[test]
    fn an_index_comes_nearer_with_each_step() {
        let list = [1, 2, 3];
        let distance = |index: usize| asked(&list, &index);
        assert_eq!(distance(5), Some((false, Distance::from_steps(3))));
        assert_eq!(distance(3), Some((false, Distance::ONE)));
        assert_eq!(distance(0), Some((true, Distance::from_steps(3))));
        assert_eq!(asked(&&list[..], &(2..9_usize)), Some((false, Distance::from_steps(6))));
    }

    #[test]
    fn a_key_is_as_far_as_the_nearest_present_one() {
        let map = BTreeMap::from([(3, 'a'), (10, 'b')]);
        assert_eq!(asked(&map, &12), Some((false, Distance::from_steps(2))));
        assert_eq!(asked(&&map, &3), Some((true, Distance::ONE)));
        assert_eq!(asked(&HashMap::from([("one", 1)]), "one"), Some((true, Distance::ONE)));
        assert_eq!(asked(&HashMap::from([(Some(1), 1)]), &Some(2)), None, "of what nothing is known");
    }
}
