//! Slices and collections.

use super::{write_parts, Written, MOST_NODES};
use crate::sorted::sort;
use sbst_model::{NodeKind, TestCase};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};

pub(super) fn elements<'a, T: Written + 'a>(
    length: usize,
    elements: impl Iterator<Item = &'a T>,
    nodes: &mut TestCase,
) -> bool {
    let mut elements = elements;
    length <= MOST_NODES
        && write_parts(nodes, NodeKind::Sequence, length as u64, |nodes| {
            elements.all(|element| element.write(nodes))
        })
}

macro_rules! sequences {
    ($([$($parameter:tt)*] $type:ty;)*) => { $(
        impl<T: Written, $($parameter)*> Written for $type {
            fn write(&self, nodes: &mut TestCase) -> bool {
                elements(self.len(), self.iter(), nodes)
            }
        }
    )* };
}
sequences! {
    [] [T];
    [const N: usize] [T; N];
    [] Vec<T>;
    [] VecDeque<T>;
    [] LinkedList<T>;
    [] BTreeSet<T>;
    [] BinaryHeap<T>;
}

/// Appends parts in the order of their nodes: hash tables have another order in each process.
fn in_order(length: usize, parts: Option<Vec<TestCase>>, nodes: &mut TestCase) -> bool {
    let Some(parts) = parts.filter(|_| length <= MOST_NODES) else { return false };
    // Digits of one width, so that this is the order of sizes, kinds and values.
    let mut parts: Vec<_> = parts.into_iter().map(|part| (part.to_hex(), part)).collect();
    sort(&mut parts, |a, b| a.0.cmp(&b.0));
    write_parts(nodes, NodeKind::Sequence, length as u64, |nodes| {
        parts.iter().for_each(|(_, part)| nodes.append(part));
        true
    })
}

/// Returns the nodes that `write` appends.
fn part(write: impl FnOnce(&mut TestCase) -> bool) -> Option<TestCase> {
    let mut part = TestCase::new();
    write(&mut part).then_some(part)
}

impl<T: Written, S> Written for HashSet<T, S> {
    fn write(&self, nodes: &mut TestCase) -> bool {
        let parts = self.iter().take(MOST_NODES).map(|element| part(|nodes| element.write(nodes)));
        in_order(self.len(), parts.collect(), nodes)
    }
}

fn entry(key: &impl Written, value: &impl Written, nodes: &mut TestCase) -> bool {
    write_parts(nodes, NodeKind::Product, 0, |nodes| key.write(nodes) && value.write(nodes))
}

impl<K: Written, V: Written> Written for BTreeMap<K, V> {
    fn write(&self, nodes: &mut TestCase) -> bool {
        self.len() <= MOST_NODES
            && write_parts(nodes, NodeKind::Sequence, self.len() as u64, |nodes| {
                self.iter().all(|(key, value)| entry(key, value, nodes))
            })
    }
}

impl<K: Written, V: Written, S> Written for HashMap<K, V, S> {
    fn write(&self, nodes: &mut TestCase) -> bool {
        let parts = self.iter().take(MOST_NODES);
        let parts = parts.map(|(key, value)| part(|nodes| entry(key, value, nodes)));
        in_order(self.len(), parts.collect(), nodes)
    }
}
