//! Changing the variants of sums.
//!
//! # Policy
//! 1. All other variants are equally likely, except for values that may not grow: they end.
//! 2. Three quarters of the changes keep fitting fields. Each field of the new variant takes the
//!    first untaken field of the old one that can be copied to it. A circle becomes a square of the
//!    same size.
//! 3. The other fields are new.

use crate::operator::sample::copying::{converted, may_copy};
use crate::operator::sample::{LARGE, TALL};
use crate::operator::{places::Place, Operators};
use sbst_model::{shape::Sum, NodeKind, TestCase};

/// Changes of a variant per change that keeps no fields.
const NEW: u64 = 4;

impl Operators {
    pub(super) fn change_variant(&mut self, sum: &Sum, place: Place, test: &mut TestCase) {
        let old = test.nodes()[place.node].payload as usize;
        let allowed = self.allowed_variants(place, test);
        let others = allowed.len() - usize::from(allowed.contains(&old));
        if others == 0 {
            return;
        }
        let skipped = self.random.index(others);
        let allowed = self.allowed_variants(place, test);
        let mut others = allowed.iter().filter(|&&variant| variant != old).skip(skipped);
        let variant = *others.next().expect("they were counted");
        self.set_variant(sum, variant, place, test);
    }

    pub fn allowed_variants(&self, place: Place, test: &TestCase) -> &[usize] {
        let choice = self.recursion.choice(place.shape);
        let grown = place.depth >= TALL || test.nodes().len() > LARGE;
        let ends = grown && self.recursion.is_recursive(place.shape);
        if ends {
            &choice.ending
        } else {
            &choice.all
        }
    }

    /// Rules 2 and 3 for a given variant.
    pub fn set_variant(&mut self, sum: &Sum, variant: usize, place: Place, test: &mut TestCase) {
        let mut value = self.scratch.take();
        self.sample_variant(sum, variant, place.depth, &mut value);
        self.keep_fields(sum, variant, place, test, &mut value);
        test.replace(place.node, &value);
        self.scratch.give_back(value);
    }

    /// Keeps fitting fields in the new value (rule 2).
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
        // A bit per taken field; fields beyond are never taken.
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
