//! Enumerating sequences, sets and maps.

use super::{below, count, find_height, power, push, push_fields, too_high};
use crate::operator::recursion::Recursion;
use sbst_model::distinct::key;
use sbst_model::shape::{Distinct, Sequence};
use sbst_model::{NodeKind, Shape, TestCase};

pub(super) struct Inside<'a> {
    sequence: &'a Sequence,
    /// The height left for elements, if any.
    height: Option<u32>,
    recursion: &'a Recursion,
}

impl<'a> Inside<'a> {
    /// Without a limit of height, a set's or map's elements are as high as it takes to have enough.
    pub(super) fn new(sequence: &'a Sequence, height: u32, recursion: &'a Recursion) -> Inside<'a> {
        let enough = |shape| find_height(shape, sequence.shortest.max(1) as u128, recursion);
        let height = match (sequence.distinct, key(sequence)) {
            _ if height < u32::MAX => height.checked_sub(1),
            (Distinct::Nothing, _) => Some(height),
            (_, None) => Some(enough((sequence.element)())),
            (_, Some(key)) => Some(enough(key).saturating_add(1)),
        };
        Inside { sequence, height, recursion }
    }

    pub(super) fn count(&self, length: usize) -> u128 {
        let (element, recursion) = ((self.sequence.element)(), self.recursion);
        if length == 0 {
            return 1;
        }
        let Some(height) = self.height.filter(|&height| !too_high(element, height, recursion)) else {
            return 0;
        };
        match (self.sequence.distinct, key(self.sequence)) {
            (Distinct::Nothing, _) => power(count(element, height, recursion), length),
            (_, None) => windows(count(element, height, recursion), length),
            (_, Some(key)) => windows(count(key, below(height), recursion), length),
        }
    }

    /// Appends the elements of the sequence with this length and index.
    pub(super) fn push(&self, length: usize, mut index: u128, test: &mut TestCase) {
        let element = (self.sequence.element)();
        let (height, recursion) = (self.height.unwrap_or(0), self.recursion);
        match (self.sequence.distinct, key(self.sequence)) {
            (Distinct::Nothing, _) => {
                for _ in 0..length {
                    let count = if index == 0 { 1 } else { count(element, height, recursion) };
                    push(element, height, index % count.max(1), recursion, test);
                    index /= count.max(1);
                }
            }
            (_, None) => {
                let count = count(element, height, recursion).max(1);
                for offset in 0..length as u128 {
                    push(element, height, (index + offset) % count, recursion, test);
                }
            }
            (_, Some(key)) => {
                let count = count(key, below(height), recursion).max(1);
                let Shape::Product(product) = element.value_shape() else {
                    unreachable!("keys have products")
                };
                for offset in 0..length as u128 {
                    let node = test.open(NodeKind::Product, 0);
                    push(key, below(height), (index + offset) % count, recursion, test);
                    push_fields(&product.fields[1..], height, 0, recursion, test);
                    test.close(node);
                }
            }
        }
    }
}

/// Returns the number of runs of `length` neighbours out of `count`, around the end too.
fn windows(count: u128, length: usize) -> u128 {
    match count.cmp(&(length as u128)) {
        std::cmp::Ordering::Less => 0,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Greater => count,
    }
}
