//! The observations common to several executions of a test: only these are asserted.

use crate::problem::entries::Entries;
use sbst_model::messages::{Changed, Differing, Getter, Inspection, Items, Observed, Reading};
use std::collections::BTreeSet;

/// True if parts equal so far may be a hash map in the same order by chance.
pub(super) fn is_open(observed: &Observed) -> bool {
    let may_differ = |debug: &Option<String>, unordered: bool| {
        !unordered && debug.as_ref().is_some_and(|debug| Entries::parse(debug).several)
    };
    match observed {
        Observed::Returned { debug, unordered, changed, inspection, .. } => {
            let mut read =
                readings(inspection).chain(changed.iter().flat_map(|one| readings(&one.inspection)));
            may_differ(debug, *unordered)
                || changed.iter().any(|changed| may_differ(&changed.debug, changed.unordered))
                || read.any(|reading| !reading.unordered && Entries::parse(&reading.debug).several)
        }
        _ => false,
    }
}

/// Returns the common part of two executions, and records the differences. Calls with differing
/// results are worth making; of two endings, the first one is returned.
pub(super) fn common(before: Observed, seen: Observed, differs: &mut BTreeSet<Differing>) -> Observed {
    match (before, seen) {
        (
            Observed::Returned { type_name, debug, unordered, changed, items, inspection },
            Observed::Returned {
                debug: other_debug,
                changed: others,
                items: other_items,
                inspection: other,
                ..
            },
        ) => {
            let mut text = |(debug, unordered): (Option<String>, bool), other: Option<String>| {
                let is_asserted = debug.is_some();
                let (debug, unordered) = common_text((debug, unordered), other);
                if is_asserted && debug.is_none() {
                    differs.insert(Differing::Result);
                }
                (debug, unordered)
            };
            let (debug, unordered) = text((debug, unordered), other_debug);
            let changed = changed.into_iter().zip(others).map(|(one, other)| {
                let (debug, unordered) = text((one.debug, one.unordered), other.debug);
                let inspection = common_inspection(one.inspection, other.inspection);
                Changed { debug, unordered, inspection, ..one }
            });
            let changed = changed.collect();
            let items = items.zip(other_items).map(|(items, other)| {
                let count = items.count.filter(|count| Some(*count) == other.count);
                if count != items.count {
                    differs.insert(Differing::Result);
                }
                Items { count, cut_after: items.cut_after.or(other.cut_after) }
            });
            let inspection = common_inspection(inspection, other);
            Observed::Returned { type_name, debug, unordered, changed, items, inspection }
        }
        (Observed::Panicked { message, place }, Observed::Panicked { message: other, .. }) => {
            if message == other {
                return Observed::Panicked { message, place };
            }
            differs.insert(Differing::Message);
            Observed::Panicked { message: String::new(), place }
        }
        (before, seen) => {
            if !ends_alike(&before, &seen) {
                differs.insert(Differing::Ending);
            }
            before
        }
    }
}

fn readings(inspection: &Inspection) -> impl Iterator<Item = &Reading> {
    inspection.items.iter().chain(inspection.getters.iter().map(|getter| &getter.result))
}

/// Returns the common part of two inspections of a value.
fn common_inspection(before: Inspection, seen: Inspection) -> Inspection {
    let mut others = seen.getters;
    let getters = before.getters.into_iter().filter_map(|getter| {
        let is_same =
            |other: &Getter| (&other.called, &other.arguments) == (&getter.called, &getter.arguments);
        let other = others.iter().position(is_same)?;
        let other = others.swap_remove(other);
        let is_unchanged = getter.is_unchanged && other.is_unchanged;
        let result = common_reading(getter.result, other.result)?;
        Some(Getter { result, is_unchanged, ..getter })
    });
    Inspection {
        is_partial: before.is_partial,
        display: before.display.filter(|display| seen.display.as_ref() == Some(display)),
        getters: getters.collect(),
        items: before.items.zip(seen.items).and_then(|(items, other)| common_reading(items, other)),
        made_by: before.made_by.filter(|maker| seen.made_by.as_ref() == Some(maker)),
    }
}

fn common_reading(before: Reading, seen: Reading) -> Option<Reading> {
    let Reading { type_name, debug, unordered, items } = before;
    let (debug, unordered) = common_text((Some(debug), unordered), Some(seen.debug));
    Some(Reading { type_name, debug: debug?, unordered, items }).filter(|_| items == seen.items)
}

/// True if both return, panic, or end in the same fault.
fn ends_alike(one: &Observed, other: &Observed) -> bool {
    match (one, other) {
        (Observed::Returned { .. }, Observed::Returned { .. })
        | (Observed::Panicked { .. }, Observed::Panicked { .. }) => true,
        (Observed::Fault(one), Observed::Fault(other)) => {
            (one.kind, &one.place) == (other.kind, &other.place)
        }
        _ => false,
    }
}

/// Returns the common part of two texts, and true if it is unordered.
fn common_text((before, unordered): (Option<String>, bool), seen: Option<String>) -> (Option<String>, bool) {
    match before.zip(seen) {
        Some((before, seen)) if before == seen => (Some(before), unordered),
        Some((before, seen)) => {
            let (before, seen) = (Entries::parse(&before).sorted, Entries::parse(&seen).sorted);
            ((before == seen).then_some(before), true)
        }
        None => (None, unordered),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn returned(debug: &str, changed: &str) -> Observed {
        let changed = Changed {
            parameter: 0,
            type_name: "a".into(),
            debug: Some(changed.to_owned()),
            unordered: false,
            inspection: Inspection::default(),
        };
        Observed::Returned {
            type_name: "r".into(),
            debug: Some(debug.to_owned()),
            unordered: false,
            changed: vec![changed],
            items: None,
            inspection: Inspection::default(),
        }
    }

    fn panicked(message: &str) -> Observed {
        Observed::Panicked { message: message.to_owned(), place: None }
    }

    /// Two observations with their common part, and the differences.
    fn merged(before: Observed, seen: Observed) -> (Observed, Vec<Differing>) {
        let mut differs = BTreeSet::new();
        let common = common(before, seen, &mut differs);
        (common, differs.into_iter().collect())
    }

    #[test]
    fn reordered_entries_are_equal_and_other_changes_differ() {
        let (both, differs) = merged(returned("{2, 1}", "{1}"), returned("{1, 2}", "{1}"));
        let Observed::Returned { debug, unordered, .. } = &both else { unreachable!() };
        assert_eq!((debug.as_deref(), *unordered, &differs[..]), (Some("{1, 2}"), true, &[][..]));
        let (other, differs) = merged(both, returned("{1, 3}", "{1}"));
        let Observed::Returned { debug, changed, .. } = other else { unreachable!() };
        assert_eq!((debug, changed[0].debug.as_deref()), (None, Some("{1}")));
        assert_eq!(differs, [Differing::Result]);
        let (_, differs) = merged(returned("1", "[2, 1]"), returned("1", "[1, 2]"));
        assert_eq!(differs, [Differing::Result], "the state of an argument counts, too");
    }

    #[test]
    fn the_order_of_entries_is_open_until_it_was_seen_to_differ() {
        assert!(is_open(&returned("{1, 2}", "")) && is_open(&returned("", "{1, 2}")));
        assert!(!is_open(&returned("[1, 2]", "{1}")));
        let (differed, _) = merged(returned("{1, 2}", ""), returned("{2, 1}", ""));
        assert!(!is_open(&differed));
    }

    #[test]
    fn panics_with_different_messages_assert_no_message() {
        assert_eq!(merged(panicked("no a"), panicked("no a")), (panicked("no a"), vec![]));
        assert_eq!(merged(panicked("no a"), panicked("no b")), (panicked(""), vec![Differing::Message]));
    }

    #[test]
    fn alternating_panic_and_return_give_no_common_ending() {
        let returned = || returned("1", "");
        assert_eq!(merged(panicked("no"), returned()), (panicked("no"), vec![Differing::Ending]));
        assert_eq!(merged(returned(), panicked("no")), (returned(), vec![Differing::Ending]));
    }
}
