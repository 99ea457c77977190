//! Sorting, and small maps in order. Both are outside of the hot path, and made to be compiled
//! quickly: the sort exists once for all types, and a map is a vector.

use std::cmp::Ordering;

/// Sorts values; equal ones keep their order.
pub fn sort<T>(values: &mut [T], order: impl Fn(&T, &T) -> Ordering) {
    let mut destinations = destinations(values.len(), &|a, b| order(&values[a], &values[b]));
    for index in 0..values.len() {
        while destinations[index] != index {
            let other = destinations[index];
            values.swap(index, other);
            destinations.swap(index, other);
        }
    }
}

/// Returns the index of each value after sorting.
#[inline(never)]
fn destinations(length: usize, order: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut sorted: Vec<usize> = (0..length).collect();
    sorted.sort_by(|a, b| order(*a, *b));
    let mut destinations = vec![0; length];
    for (destination, origin) in sorted.into_iter().enumerate() {
        destinations[origin] = destination;
    }
    destinations
}

/// A map from keys to values, in the order of the keys. Insertion takes time in proportion to the
/// length.
#[cfg(feature = "search")]
pub struct SortedMap<K, V>(Vec<(K, V)>);

#[cfg(feature = "search")]
impl<K: Ord, V> Default for SortedMap<K, V> {
    fn default() -> SortedMap<K, V> {
        SortedMap::new()
    }
}

#[cfg(feature = "search")]
impl<K: Ord, V> SortedMap<K, V> {
    pub const fn new() -> SortedMap<K, V> {
        SortedMap(Vec::new())
    }

    /// Returns the index of a key, or the index for its insertion.
    pub(crate) fn find(&self, key: &K) -> Result<usize, usize> {
        self.0.binary_search_by(|(known, _)| known.cmp(key))
    }

    pub fn get(&self, key: &K) -> Option<&V> {
        self.find(key).ok().map(|index| &self.0[index].1)
    }

    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        self.find(key).ok().map(|index| &mut self.0[index].1)
    }

    /// Returns the value of a key; `value` makes a missing one.
    pub fn get_or_insert_with(&mut self, key: K, value: impl FnOnce() -> V) -> &mut V {
        let index = self.find(&key).unwrap_or_else(|index| {
            self.0.insert(index, (key, value()));
            index
        });
        &mut self.0[index].1
    }

    pub fn entries(&self) -> &[(K, V)] {
        &self.0
    }

    pub fn into_entries(self) -> Vec<(K, V)> {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn values_are_sorted_as_the_library_sorts_them(mut values: Vec<(u8, u16)>) {
            let mut expected = values.clone();
            expected.sort_by_key(|(key, _)| *key);
            sort(&mut values, |a, b| a.0.cmp(&b.0));
            prop_assert_eq!(values, expected);
        }
    }
}
