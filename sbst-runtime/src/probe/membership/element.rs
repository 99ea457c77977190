//! What a collection has at an index or for a key, and at its ends: `get(i)`, `get(a..b)`, `map.get(&key)`, `first()`, `pop()`.

use super::{Collection, Membered, Membership};
use crate::probe::branch_distance::{compared, Operand, Typed};
use crate::probe::call::{self, Call, Told};
use crate::probe::comparison::Operator;
use crate::probe::notes::Asking;
use crate::probe::role;
use sbst_model::Distance;
use sbst_search::trace::Relation;
use std::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

/// Whether a call succeeds, and how far it is from the other outcome.
pub(crate) type Answer = Option<(bool, Distance)>;

/// Preferred by method look-up for collections of the standard library.
pub trait KnownCall {
    /// Looks at what is at the index, or for the key, that is asked for.
    fn element(&self, call: Call) -> Told;
    /// Looks at whether there is a member.
    fn some_member(&self, call: Call) -> Told;
    /// Keeps what there is of it until the index is known.
    fn keep(&self, call: Call) -> Told;
}

/// The fallback for everything else.
pub trait UnknownCall {
    /// Nothing is known.
    #[inline(always)]
    fn element(&self, _: Call) -> Told {
        Told
    }
    /// Nothing is known.
    #[inline(always)]
    fn some_member(&self, _: Call) -> Told {
        Told
    }
    /// Nothing is known.
    #[inline(always)]
    fn keep(&self, _: Call) -> Told {
        Told
    }
}

impl<C: ?Sized, V: ?Sized> UnknownCall for Membered<'_, C, V> {}

impl<C: Collection + ?Sized, V: ?Sized> KnownCall for &Membered<'_, C, V> {
    #[inline]
    fn element(&self, call: Call) -> Told {
        if role::is_owner() {
            if let Some((holds, away)) = self.0.element(self.1, call) {
                call.tell(holds, away);
            }
        }
        Told
    }

    #[inline]
    fn some_member(&self, call: Call) -> Told {
        if let (true, Some(members)) = (role::is_owner(), self.0.members()) {
            let number = Operand::Unsigned(members as u64);
            call.note(Relation::NotEqual, number, Operand::Unsigned(0), members != 0);
            call.tell(members != 0, Distance::from_steps(members.max(1) as u128));
        }
        Told
    }

    #[inline]
    fn keep(&self, call: Call) -> Told {
        if let (true, Some(members)) = (self.0.is_indexed(), self.0.members()) {
            call::keep_length(call, members);
        }
        Told
    }
}

/// Tells what is at an index or in a range, of what has this length.
#[inline]
pub(crate) fn tell_index<V: ?Sized>(call: Call, length: usize, text: Option<&str>, index: &V) {
    if let Some((holds, away)) = by_index(length, text, index, call) {
        call.tell(holds, away);
    }
}

/// What is asked of a sequence.
#[derive(Clone, Copy)]
enum Index {
    One(usize),
    /// From here up to there, or to the end.
    Range(usize, Option<usize>),
}

impl Index {
    fn of<V: ?Sized>(value: &V) -> Option<Index> {
        match Operand::of(value) {
            Operand::Unsigned(index) => return Some(Index::One(index as usize)),
            Operand::Narrow(index) => return usize::try_from(index).ok().map(Index::One),
            _ => {}
        }
        let value = Typed::new(value);
        let found = if let Some(range) = value.get::<Range<usize>>() {
            (range.start, Some(range.end))
        } else if let Some(range) = value.get::<RangeInclusive<usize>>() {
            (*range.start(), Some(range.end().saturating_add(1)))
        } else if let Some(range) = value.get::<RangeFrom<usize>>() {
            (range.start, None)
        } else if let Some(range) = value.get::<RangeTo<usize>>() {
            (0, Some(range.end))
        } else if let Some(range) = value.get::<RangeToInclusive<usize>>() {
            (0, Some(range.end.saturating_add(1)))
        } else {
            value.get::<RangeFull>().map(|_| (0, None))?
        };
        Some(Index::Range(found.0, found.1))
    }
}

/// Of a sequence: an index is as far as it is from the length, and a range as its ends are from each other and from that.
/// Of a text each end must stand between characters.
#[inline]
pub(super) fn by_index<V: ?Sized>(length: usize, text: Option<&str>, index: &V, call: Call) -> Answer {
    within(length, text, Index::of(index)?, call)
}

#[inline(never)]
fn within(length: usize, text: Option<&str>, index: Index, call: Call) -> Answer {
    let note = |relation, left: usize, right: usize, holds| {
        call.note(relation, Operand::Unsigned(left as u64), Operand::Unsigned(right as u64), holds);
    };
    let steps = |steps: usize| Distance::from_steps(steps as u128);
    match index {
        Index::One(index) => {
            note(Relation::Less, index, length, index < length);
            Some(match index.checked_sub(length) {
                Some(beyond) => (false, Distance::from_steps_less_one(beyond as u128)),
                None => (true, steps(length - index)),
            })
        }
        Index::Range(start, end) => {
            let stop = end.unwrap_or(length);
            note(Relation::LessOrEqual, start, stop, start <= stop);
            if end.is_some() {
                note(Relation::LessOrEqual, stop, length, stop <= length);
            }
            let missing = steps(start.saturating_sub(stop)) + steps(stop.saturating_sub(length));
            let is_within = |at: usize| text.map_or(true, |text| at > length || text.is_char_boundary(at));
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

/// Of a map or set: a key is as far as the nearest that is there.
#[inline]
pub(super) fn by_key<'a, C: Collection + ?Sized, V: ?Sized, K: 'a>(
    collection: &C,
    mut keys: impl Iterator<Item = &'a K>,
    value: &V,
    call: Call,
) -> Answer {
    let wanted = Operand::of(value);
    compared(Operator::Equal, wanted, wanted)?;
    let asking = Asking::either(call.0);
    if asking.is_wanted() {
        collection.write_down(value, asking);
    }
    if keys.any(|key| compared(Operator::Equal, Operand::of(key), wanted) == Some(true)) {
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

    fn asked<C: Collection + ?Sized, V: ?Sized>(collection: &C, key: &V) -> Answer {
        collection.element(key, Call(&SITE, 0))
    }

    proptest! {
        #[test]
        fn what_is_said_is_what_get_says(length in 0..20_usize, start in 0..25_usize, end in 0..25_usize) {
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
                let (holds, away) = answer.unwrap();
                prop_assert_eq!(holds, found);
                prop_assert!(!away.is_zero());
            }
        }
    }

    #[test]
    fn an_index_comes_nearer_with_each_step() {
        let list = [1, 2, 3];
        let away = |index: usize| asked(&list, &index);
        assert_eq!(away(5), Some((false, Distance::from_steps(3))));
        assert_eq!(away(3), Some((false, Distance::ONE)));
        assert_eq!(away(0), Some((true, Distance::from_steps(3))));
        assert_eq!(asked(&&list[..], &(2..9_usize)), Some((false, Distance::from_steps(6))));
    }

    #[test]
    fn a_key_is_as_far_as_the_nearest_that_is_there() {
        let map = BTreeMap::from([(3, 'a'), (10, 'b')]);
        assert_eq!(asked(&map, &12), Some((false, Distance::from_steps(2))));
        assert_eq!(asked(&&map, &3), Some((true, Distance::ONE)));
        assert_eq!(asked(&HashMap::from([("one", 1)]), "one"), Some((true, Distance::ONE)));
        assert_eq!(asked(&HashMap::from([(Some(1), 1)]), &Some(2)), None, "of what nothing is known");
    }
}
