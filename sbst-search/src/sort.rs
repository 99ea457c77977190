//! Sorting of short lists. The library's sort is compiled for each type and key, at 1,500 MIR
//! statements each. This one takes 30, so it serves if time does not matter.

/// Sorts `items` by `key`, stably, in quadratic time.
pub fn sort_short_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..items.len() {
        let mut at = end;
        while at > 0 && key(&items[at]) < key(&items[at - 1]) {
            items.swap(at - 1, at);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn order_equals_that_of_library(items in prop::collection::vec((0u8..9, any::<u8>()), 0..40)) {
            let (mut sorted, mut expected) = (items.clone(), items);
            sort_short_by_key(&mut sorted, |item| item.0);
            expected.sort_by_key(|item| item.0);
            prop_assert_eq!(sorted, expected);
        }
    }
}
