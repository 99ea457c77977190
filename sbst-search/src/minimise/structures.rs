//! Making structures smaller: sequences become shorter, sums get simpler variants, and recursive
//! values are replaced by inner ones.

use super::values::Simplifier;
use super::wording::is_text_of;
use crate::operator::enumeration::{self, push_simplest_variant};
use crate::operator::places::{Place, Places};
use crate::operator::sample::copying::{converted, may_copy, same_values};
use crate::sort::sort_short_by_key;
use sbst_model::shape::{Sequence, Sum};
use sbst_model::{NodeKind, Shape, TestCase};

/// The most values of least height tried instead of a recursive one: variants of an enumeration.
const FLAT: u128 = 16;
/// The most inner values tried instead of a recursive one: each costs an evaluation.
const HOISTED: usize = 16;

impl Simplifier<'_, '_> {
    /// Simplifies the structure with this index in the test. True if the test has changed.
    pub(super) fn simplify_structure(&mut self, index: usize) -> bool {
        let mut changed = false;
        while self.hoist(index) {
            changed = true;
        }
        changed |= self.take_flat(index);
        let place = self.places().structures[index];
        changed |= match place.shape {
            Shape::Sequence(sequence) => self.shorten_sequence(sequence, place.node),
            Shape::Sum(sum) => self.simplify_variant(sum, place),
            _ => false,
        };
        changed
    }

    /// Replaces a recursive value by one of the same type in it, uppermost first: needed parts are
    /// often far below useless ones.
    fn hoist(&mut self, index: usize) -> bool {
        let (place, mut inside) = self.alike_inside(index);
        sort_short_by_key(&mut inside, |inside| (inside.depth, inside.node));
        let mut value = TestCase::new();
        inside.iter().take(HOISTED).any(|inside| {
            self.candidate.test.copy_subtree(inside.node, &mut value);
            self.attempt(|test| test.replace(place.node, &value))
        })
    }

    /// Returns the structure with this index, and the values of its type in it.
    fn alike_inside(&self, index: usize) -> (Place, Vec<Place>) {
        let structures = self.places().structures;
        let place = structures[index];
        if !self.recursion.is_recursive(place.shape) {
            return (place, Vec::new());
        }
        let end = self.candidate.test.subtree(place.node).end;
        let inside = structures[index + 1..].iter().take_while(|inside| inside.node < end);
        let inside = inside.filter(|inside| same_values(inside.shape, place.shape));
        (place, inside.copied().collect())
    }

    /// Writes a value of least height instead of a recursive value that contains others of its
    /// type. It may also replace an object's origin and all steps: `Sign::Less` for
    /// `Sign::Equal.next().opposite()`.
    fn take_flat(&mut self, index: usize) -> bool {
        let (place, inside) = self.alike_inside(index);
        let (flat, steps) = match place.shape {
            Shape::Sequence(sequence) if sequence.template.is_empty() => match self.origin_before(index) {
                Some(origin) => (origin, self.payload(place.node)),
                None => return false,
            },
            _ => (place, 0),
        };
        if inside.is_empty() && steps == 0 {
            return false;
        }
        let Some(height) = self.recursion.least_height(flat.shape) else { return false };
        let size = self.candidate.test.subtree(flat.node).len();
        let mut value = TestCase::new();
        let values = enumeration::count(flat.shape, height, self.recursion).min(FLAT);
        (0..values).any(|index| {
            value.clear();
            enumeration::push(flat.shape, height, index, self.recursion, &mut value);
            (value.nodes().len() < size || steps > 0)
                && self.attempt(|test| {
                    (0..steps).for_each(|_| test.remove_element(place.node, 0));
                    test.replace(flat.node, &value);
                })
        })
    }

    /// Returns the choice right before the structure with this index.
    fn origin_before(&self, index: usize) -> Option<Place> {
        let structures = self.places().structures;
        let test = &self.candidate.test;
        let mut before = structures[..index].iter().rev();
        before.find(|place| test.subtree(place.node).end == structures[index].node).copied()
    }

    /// Removes elements, half of them at once, then a quarter …, then each.
    fn shorten_sequence(&mut self, sequence: &Sequence, node: usize) -> bool {
        let mut changed = false;
        let mut chunk = self.payload(node) as usize;
        while chunk > 0 {
            let mut at = 0;
            while at < self.payload(node) as usize {
                let length = self.payload(node) as usize;
                let end = (at + chunk.min(length.saturating_sub(sequence.shortest))).min(length);
                let shorter = self.attempt(|test| (at..end).for_each(|_| test.remove_element(node, at)));
                changed |= shorter;
                if !shorter {
                    at += chunk;
                }
            }
            chunk /= 2;
        }
        changed
    }

    /// Tries simpler variants that make the value no larger: with the simplest fields, then with
    /// the fitting old ones, then without some neighbours of these.
    fn simplify_variant(&mut self, sum: &Sum, place: Place) -> bool {
        let variant = self.payload(place.node) as usize;
        let simplest = &self.recursion.choice(place.shape).simplest;
        let simpler = simplest.iter().copied().take_while(|&simpler| simpler != variant);
        let size = self.candidate.test.subtree(place.node).len();
        let mut simpler = simpler.collect::<Vec<usize>>().into_iter();
        simpler.any(|simpler| {
            let mut value = TestCase::new();
            push_simplest_variant(&sum.variants[simpler], simpler, self.recursion, &mut value);
            let plain = value.clone();
            self.keep_fields(sum, simpler, place, &mut value);
            let mut attempt = |value: &TestCase| {
                value.nodes().len() <= size && self.attempt(|test| test.replace(place.node, value))
            };
            let lettered = with_letters(place, &plain);
            if attempt(&plain) || value != plain && attempt(&value) || lettered.is_some_and(|v| attempt(&v)) {
                return true;
            }
            let others = self.without_neighbours(sum, simpler, place);
            others.iter().filter(|other| **other != value).any(|other| {
                other.nodes().len() <= size && self.attempt(|test| test.replace(place.node, other))
            })
        })
    }

    /// Returns values of a variant with the fields of the old one, in order, without some adjacent
    /// ones: a table without one of its entries.
    fn without_neighbours(&self, sum: &Sum, variant: usize, place: Place) -> Vec<TestCase> {
        let test = &self.candidate.test;
        let old = sum.variants[self.payload(place.node) as usize].fields;
        let new = sum.variants[variant].fields;
        if new.len() < 2 || old.len() <= new.len() {
            return Vec::new();
        }
        let left_out = old.len() - new.len();
        let children: Vec<usize> = test.children(place.node).collect();
        let kept = |start: usize| (0..start).chain(start + left_out..old.len());
        let fits = |start: &usize| {
            let mut pairs = kept(*start).zip(new);
            pairs.all(|(index, new)| same_values(old[index]().value_shape(), new().value_shape()))
        };
        let value = |start: usize| {
            let mut value = TestCase::new();
            let node = value.open(NodeKind::Sum, variant as u64);
            kept(start).for_each(|index| value.append_subtree(test, children[index]));
            value.close(node);
            value
        };
        (0..=new.len()).filter(fits).map(value).collect()
    }

    /// Replaces fields of the new variant by fields of the old one, as far as they fit.
    fn keep_fields(&self, sum: &Sum, variant: usize, place: Place, value: &mut TestCase) {
        let test = &self.candidate.test;
        let depth = place.depth + 1;
        let fields = sum.variants[self.payload(place.node) as usize].fields.iter();
        let mut olds: Vec<Place> = fields
            .zip(test.children(place.node))
            .map(|(field, node)| Place { node, shape: field().value_shape(), depth })
            .collect();
        let mut kept = TestCase::new();
        for (index, field) in sum.variants[variant].fields.iter().enumerate() {
            let shape = field().value_shape();
            let fitting = olds.iter().position(|&old| may_copy(old, shape, depth));
            let Some(old) = fitting else { continue };
            if converted(test, olds[old], shape, &mut kept) {
                let node = value.children(0).nth(index).expect("a variant has all its fields");
                value.replace(node, &kept);
                olds.remove(old);
            }
        }
    }
}

/// Returns the value at a place with a letter as each empty text: most functions return early for
/// an empty one. `None` without such a text.
fn with_letters(place: Place, value: &TestCase) -> Option<TestCase> {
    let mut places = Places::default();
    places.find_in_value(place.shape, value, place.depth);
    let is_empty = |leaf: &&Place| match leaf.shape {
        Shape::Text(text) => value.text(leaf.node).is_empty() && is_text_of("a", text),
        _ => false,
    };
    let mut lettered = value.clone();
    let mut texts = places.leaves.iter().filter(is_empty).peekable();
    texts.peek()?;
    texts.for_each(|leaf| lettered.set_text(leaf.node, "a"));
    Some(lettered)
}
