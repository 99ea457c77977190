//! Literals as seeds for the search: those of a function, and those of its crate.

use crate::registry::{Target, TARGETS_0_1_0};
use crate::sorted::sort;
use sbst_model::Literals;
use std::cmp::Ordering;

/// The most literals of a kind taken from a crate: with more, each is drawn too seldom to matter,
/// and they cost memory.
const OF_CRATE: usize = 200;

/// Returns the literals in the source of a function.
pub fn from_target(target: &Target) -> Literals {
    let mut literals = Literals::default();
    add(target, &mut literals);
    literals
}

/// Returns the literals of all annotated functions of its crate, each once; of too many, some that
/// are spread evenly.
pub fn from_crate(target: &Target) -> Literals {
    let mut literals = Literals::default();
    let of_crate = |other: &&Target| (other.package, other.crate_name) == (target.package, target.crate_name);
    for other in TARGETS_0_1_0.iter().filter(of_crate) {
        add(other, &mut literals);
    }
    let Literals { integers, floats, characters, texts } = &mut literals;
    limit(integers, Ord::cmp);
    limit(floats, f64::total_cmp);
    limit(characters, Ord::cmp);
    limit(texts, Ord::cmp);
    literals
}

fn add(target: &Target, literals: &mut Literals) {
    literals.integers.extend(target.literals.integers);
    literals.floats.extend(target.literals.floats);
    literals.characters.extend(target.literals.characters);
    literals.texts.extend(target.literals.texts.iter().map(|&text| text.to_owned()));
}

/// Limits the number of values, in sorted order: the linker has its own order of targets.
fn limit<T: Clone>(values: &mut Vec<T>, order: impl Fn(&T, &T) -> Ordering) {
    sort(values, &order);
    values.dedup_by(|one, other| order(one, other) == Ordering::Equal);
    if values.len() > OF_CRATE {
        let spread = (0..OF_CRATE).map(|index| values[index * values.len() / OF_CRATE].clone());
        *values = spread.collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limited(mut values: Vec<u32>) -> Vec<u32> {
        limit(&mut values, Ord::cmp);
        values
    }

    #[test]
    fn few_values_are_sorted_and_kept_once_each() {
        assert_eq!(limited(vec![3, 1, 3, 2]), [1, 2, 3]);
        assert!(limited(Vec::new()).is_empty());
    }

    #[test]
    fn of_too_many_values_some_are_taken_evenly() {
        let values = limited((0..1_000).rev().collect());
        assert_eq!(values.len(), OF_CRATE);
        assert!(values.windows(2).all(|pair| pair[1] - pair[0] == 5), "{values:?}");
    }
}
