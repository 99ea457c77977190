//! Changing the variants of sums.
//!
//! # Policy
//! 1. Any other variant is equally likely.
//! 2. Three quarters of the changes keep what fits: each field of the new variant takes the first field of the old one
//!    that can be copied to it and was not taken yet. A circle becomes a square of the same size.
//! 3. In a quarter of those that can, the old value itself becomes a field of the new one: an expression grows at its
//!    root.
//! 4. The other fields are new.

use crate::copying::{converted, may_copy, same_values};
use crate::places::Place;
use crate::sample::{LARGE, TALL};
use crate::Operators;
use sbst_model::shape::Sum;
use sbst_model::{NodeKind, TestCase};

/// Once in how many changes nothing is kept, and the old value becomes a field.
const NEW: u64 = 4;
const WRAP: u64 = 4;

impl Operators {
    /// Another variant.
    pub(super) fn change_variant(&mut self, sum: &Sum, place: Place, test: &mut TestCase) {
        let old = test.nodes()[place.node].payload as usize;
        let all = &self.recursion.choice(place.shape).all;
        if all.len() < 2 {
            return;
        }
        let index = self.random.index(all.len() - 1);
        // Those from the old one on move up.
        let variant = if all[index] >= old { all[index + 1] } else { all[index] };
        let mut value = self.scratch.take();
        self.sample_variant(sum, variant, place.depth, &mut value);
        if !self.wrap(sum, variant, place, test, &mut value) {
            self.keep_fields(sum, variant, place, test, &mut value);
        }
        test.replace(place.node, &value);
        self.scratch.give_back(value);
    }

    /// Rule 3; says whether it came to that. The new value is given.
    fn wrap(
        &mut self,
        sum: &Sum,
        variant: usize,
        place: Place,
        test: &TestCase,
        value: &mut TestCase,
    ) -> bool {
        let fields = sum.variants[variant].fields;
        let fitting = || (0..fields.len()).filter(|&field| same_values(fields[field](), place.shape));
        let count = if self.recursion.is_recursive(place.shape) { fitting().count() } else { 0 };
        if count == 0 || !self.random.one_in(WRAP) {
            return false;
        }
        let field = fitting().nth(self.random.index(count)).expect("it was counted");
        let too_tall = place.depth + 1 + height(test, place.node) > TALL;
        if too_tall || test.nodes().len() + value.nodes().len() > LARGE {
            return false;
        }
        let node = value.children(0).nth(field).expect("a variant has all its fields");
        test.copy_subtree(place.node, &mut self.scratch.other);
        value.replace(node, &self.scratch.other);
        true
    }

    /// Rule 2. The new value is given.
    fn keep_fields(
        &mut self,
        sum: &Sum,
        variant: usize,
        place: Place,
        test: &TestCase,
        value: &mut TestCase,
    ) {
        let old = sum.variants[test.nodes()[place.node].payload as usize].fields;
        let fields = sum.variants[variant].fields;
        if old.is_empty() || fields.is_empty() || self.random.one_in(NEW) {
            return;
        }
        // Which fields were taken, a bit for each; those beyond are not.
        let mut taken = u64::MAX << old.len().min(63);
        for (index, field) in fields.iter().enumerate() {
            let (shape, depth) = (field().value_shape(), place.depth + 1);
            let sources = old.iter().zip(test.children(place.node)).enumerate().take(63);
            let mut fitting = sources.filter_map(|(index, (field, node))| {
                let source = Place { node, shape: field().value_shape(), depth };
                let free = taken >> index & 1 == 0 && test.nodes()[node].kind != NodeKind::ResultOf;
                (free && may_copy(source, shape, depth)).then_some((index, source))
            });
            let Some((source_index, source)) = fitting.next() else { continue };
            drop(fitting);
            if converted(test, source, shape, &mut self.scratch.other) {
                let node = value.children(0).nth(index).expect("a variant has all its fields");
                value.replace(node, &self.scratch.other);
                taken |= 1 << source_index;
            }
        }
    }
}

/// The levels below a node.
fn height(test: &TestCase, node: usize) -> u32 {
    test.children(node).map(|child| 1 + height(test, child)).max().unwrap_or(0)
}
