//! Drawing test cases.
//!
//! # Policy
//! 1. Values are drawn on every scale: a uniform number of 64 bits is never small, and a small one never near an
//!    extreme.
//! 2. Special values and literals of the source are drawn on purpose, in about a sixth of the values each.
//! 3. An argument, element or field may copy an earlier value of the test: equalities come for free. How often is
//!    drawn for each test: half of the tests never copy, some do all they can, so that both many different and all
//!    equal values are met however many there are.
//! 4. Lengths are geometric. Below [`DEEP`] levels or beyond [`LARGE`] nodes sequences are empty and sums are of
//!    their first (simplest) variant, so that recursive shapes end.

pub(crate) mod character;
pub(crate) mod float;
pub(crate) mod integer;
pub(crate) mod text;

use crate::copying::{converted, may_copy};
use crate::places::Place;
use crate::Operators;
use sbst_model::shape::{Integer, Sequence, ShapeRef, Sum};
use sbst_model::{NodeKind, Shape, TestCase};

/// Levels below which nothing grows: deep enough for a tree with all kinds of neighbours.
pub(crate) const DEEP: u32 = 6;
/// Nodes beyond which nothing grows: an execution on more is slow, and a test with more is not read.
pub(crate) const LARGE: usize = 512;
/// Chance that a sequence has one more element: 3 on average, so that loops run none, one and several times.
const CONTINUE: f64 = 0.75;
/// Chance that a sequence is drawn with copied elements only (rule 3 for its elements).
const UNIFORM: f64 = 0.125;
/// Out of 8 tests, those that never copy and those that copy a quarter of the values; the rest copies all.
const NEVER: u64 = 4;
const SOMETIMES: u64 = 3;
/// Earlier values that are looked at for one to copy, before giving up.
const TRIES: u32 = 4;

impl Operators {
    /// Draws a test case.
    pub fn sample(&mut self, test: &mut TestCase) {
        test.clear();
        self.drawn.clear();
        self.copy_rate = match self.random.below(8) {
            _ if !self.pool.copying => 0.0,
            0..NEVER => 0.0,
            die if die < NEVER + SOMETIMES => 0.25,
            _ => 1.0,
        };
        let call = test.open(NodeKind::Statement, 0);
        for index in 0..self.parameters.len() {
            self.draw(self.parameters[index], 0, test);
        }
        test.close(call);
    }

    /// Draws one value without copying, in the place of what `value` held.
    pub(crate) fn sample_value(&mut self, shape: &'static Shape, depth: u32, value: &mut TestCase) {
        value.clear();
        self.drawn.clear();
        self.copy_rate = 0.0;
        self.draw(shape, depth, value);
    }

    /// Appends a value to `test`.
    fn draw(&mut self, shape: &'static Shape, depth: u32, test: &mut TestCase) {
        let shape = shape.value_shape();
        let node = test.nodes().len();
        let copied = self.copy_rate > 0.0 && !self.drawn.is_empty() && self.copy_earlier(shape, depth, test);
        if !copied {
            self.draw_new(shape, depth, test);
        }
        // Recorded when it is complete, so that no value is copied into itself.
        if self.pool.copying {
            self.drawn.push(Place { node, shape, depth });
        }
    }

    fn draw_new(&mut self, shape: &'static Shape, depth: u32, test: &mut TestCase) {
        let (random, pool) = (&mut self.random, &self.pool);
        match shape {
            Shape::Bool => {
                test.leaf(NodeKind::Bool, u64::from(random.coin()));
            }
            Shape::Char(_) => {
                let character = character::sample(random, pool);
                test.leaf(NodeKind::Char, u64::from(u32::from(character)));
            }
            Shape::Integer(integer) => {
                let ordinal = integer::sample(integer, random, pool);
                push_integer(integer, ordinal, test);
            }
            Shape::Float(float) => {
                let value = float::sample(*float, random, pool);
                test.leaf(NodeKind::Float, value.to_bits());
            }
            Shape::Text(text) => {
                let characters = &mut self.scratch.characters;
                text::sample(text, characters, random, pool);
                self.scratch.text.clear();
                self.scratch.text.extend(characters.iter());
                test.push_text(&self.scratch.text);
            }
            Shape::Sequence(sequence) => self.draw_sequence(sequence, depth, test),
            Shape::Product(product) => {
                let node = test.open(NodeKind::Product, 0);
                self.draw_fields(product.fields, depth, test);
                test.close(node);
            }
            Shape::Sum(sum) => self.draw_sum(sum, depth, test),
            Shape::Wrapper(wrapper) => self.draw_new((wrapper.inner)(), depth, test),
        }
    }

    fn draw_sequence(&mut self, sequence: &Sequence, depth: u32, test: &mut TestCase) {
        let most = if depth >= DEEP || test.nodes().len() > LARGE { 0 } else { sequence.longest };
        let length = self.random.geometric(CONTINUE, most);
        let copy_rate = self.copy_rate;
        if self.pool.copying && self.random.chance(UNIFORM) {
            self.copy_rate = 1.0;
        }
        let node = test.open(NodeKind::Sequence, length as u64);
        for _ in 0..length {
            self.draw((sequence.element)(), depth + 1, test);
        }
        test.close(node);
        self.copy_rate = copy_rate;
    }

    fn draw_sum(&mut self, sum: &Sum, depth: u32, test: &mut TestCase) {
        let variant = if depth >= DEEP || test.nodes().len() > LARGE {
            0
        } else {
            // The deeper, the more often the lower of two: rule 4 in small steps.
            let (one, other) = (self.random.index(sum.variants.len()), self.random.index(sum.variants.len()));
            if self.random.below(u64::from(DEEP)) < u64::from(depth) {
                one.min(other)
            } else {
                one
            }
        };
        self.draw_variant(sum, variant, depth, test);
    }

    /// Appends a value of the given variant.
    pub(crate) fn draw_variant(&mut self, sum: &Sum, variant: usize, depth: u32, test: &mut TestCase) {
        let node = test.open(NodeKind::Sum, variant as u64);
        self.draw_fields(sum.variants[variant].fields, depth, test);
        test.close(node);
    }

    fn draw_fields(&mut self, fields: &'static [ShapeRef], depth: u32, test: &mut TestCase) {
        for field in fields {
            self.draw(field(), depth + 1, test);
        }
    }

    /// Rule 3; says whether it came to that.
    fn copy_earlier(&mut self, shape: &'static Shape, depth: u32, test: &mut TestCase) -> bool {
        if !self.random.chance(self.copy_rate) {
            return false;
        }
        for _ in 0..TRIES {
            let source = *self.random.pick(&self.drawn);
            if may_copy(source, shape, depth) && converted(test, source, shape, &mut self.scratch.other) {
                test.append(&self.scratch.other);
                return true;
            }
        }
        false
    }
}

/// Appends an integer.
pub(crate) fn push_integer(integer: &Integer, ordinal: u128, test: &mut TestCase) {
    let value = integer.value(ordinal);
    let node = test.open(NodeKind::Integer, value as u64);
    if integer.bits > 64 {
        test.leaf(NodeKind::Integer, (value >> 64) as u64);
        test.close(node);
    }
}
