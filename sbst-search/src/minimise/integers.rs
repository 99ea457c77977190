//! Making integers smaller: together first, because their relation often matters, then the equal
//! ones, then each alone.

use super::candidates::{integers, nearest};
use super::{simplicity::integer_complexity, values::Simplifier};
use crate::{operator::places::Place, sort::sort_short_by_key};
use sbst_model::{shape::Integer, Shape, TestCase};

/// The most groups of largest values to move together: each costs a bisection.
const GROUPS: usize = 8;

impl Simplifier<'_, '_> {
    /// Makes all integers smaller at once. True if that was possible.
    pub(super) fn shrink_together(&mut self, leaves: &[Place]) -> bool {
        let places: Vec<(&Integer, usize)> = leaves
            .iter()
            .filter_map(|place| match place.shape {
                Shape::Integer(integer) => Some((integer, place.node)),
                _ => None,
            })
            .collect();
        places.len() > 1 && self.scale(&places) | self.lower_the_largest(&places)
    }

    fn value(&self, integer: &Integer, node: usize) -> u128 {
        integer.value(integer.ordinal(self.candidate.test.integer(node)))
    }

    /// Returns the magnitude, and true if it is negative.
    fn parts(&self, integer: &Integer, node: usize) -> (u128, bool) {
        integer_complexity(integer, self.value(integer, node))
    }

    /// Halves all of them as often as possible: the order and the proportions mostly survive.
    fn scale(&mut self, places: &[(&Integer, usize)]) -> bool {
        let magnitudes = places.iter().map(|&(integer, node)| self.parts(integer, node).0);
        let width = 128 - magnitudes.max().unwrap_or(0).leading_zeros();
        (1..=width.min(127)).rev().any(|bits| self.shrink(places, |magnitude| magnitude >> bits))
    }

    /// Subtracts equal amounts from the largest ones, for each distinct group: differences survive.
    fn lower_the_largest(&mut self, places: &[(&Integer, usize)]) -> bool {
        let mut sorted: Vec<(u128, (&Integer, usize))> =
            places.iter().map(|&(integer, node)| (self.parts(integer, node).0, (integer, node))).collect();
        sort_short_by_key(&mut sorted, |&(magnitude, (_, node))| (magnitude, node));
        let starts = (0..sorted.len()).filter(|&start| start == 0 || sorted[start - 1].0 < sorted[start].0);
        let mut changed = false;
        for start in starts.take(GROUPS).collect::<Vec<usize>>() {
            let group: Vec<(&Integer, usize)> = sorted[start..].iter().map(|&(_, place)| place).collect();
            let least = |simplifier: &Self| simplifier.parts(group[0].0, group[0].1).0;
            let known = least(self);
            let lower = |to: u128| {
                let by = least(self) - to;
                self.shrink(&group, |magnitude| magnitude.saturating_sub(by))
            };
            changed |= group.len() > 1 && bisect(0, known, lower);
        }
        changed
    }

    /// Makes the magnitudes smaller, all in one attempt.
    fn shrink(&mut self, places: &[(&Integer, usize)], smaller: impl Fn(u128) -> u128) -> bool {
        self.attempt(|test: &mut TestCase| {
            for &(integer, node) in places {
                let value = integer.value(integer.ordinal(test.integer(node)));
                let (magnitude, negative) = integer_complexity(integer, value);
                let shrunk = nearest(integer, smaller(magnitude), negative);
                if integer_complexity(integer, shrunk) < (magnitude, negative) {
                    test.set_integer(node, shrunk);
                }
            }
        })
    }

    /// Sets all `nodes`, which have equal integers, to a plain one, else to the least by bisection.
    pub(super) fn simplify_integers(&mut self, integer: &Integer, nodes: &[usize]) -> bool {
        let value = self.value(integer, nodes[0]);
        let mut set =
            |number: u128| self.attempt(|test| nodes.iter().for_each(|&node| test.set_integer(node, number)));
        if integers(integer, value).any(&mut set) {
            return true;
        }
        let (magnitude, negative) = integer_complexity(integer, value);
        let (least, _) = integer_complexity(integer, nearest(integer, 0, false));
        bisect(least, magnitude, |smaller| set(nearest(integer, smaller, negative)))
    }
}

/// Finds the least number above `fails` for which `holds` is true, as it is for `known`. Assumes it
/// of all numbers above. True if the number is less than `known`.
fn bisect(mut fails: u128, known: u128, mut holds: impl FnMut(u128) -> bool) -> bool {
    let mut least = known;
    while least.saturating_sub(fails) > 1 {
        let middle = fails + (least - fails) / 2;
        if holds(middle) {
            least = middle;
        } else {
            fails = middle;
        }
    }
    least < known
}
