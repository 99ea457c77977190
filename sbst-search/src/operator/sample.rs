//! Drawing test cases.
//!
//! # Policy
//! 1. Values are drawn on every scale: a uniform number of 64 bits is never small, and a small one
//!    never near an extreme. Within a user's range, the ends and values near to them are also drawn
//!    on purpose.
//! 2. Special values and literals of the source are drawn on purpose, each in about a sixth of the
//!    values.
//! 3. An argument, element or field may copy an earlier value of the test, so that equalities are
//!    frequent. The rate is drawn for each test: half of the tests never copy, some always do. So
//!    both all different and all equal values occur, regardless of their number.
//! 4. Lengths are geometric, and [greater](crate::operator::stretch) while a search stalls. Beyond
//!    [`LARGE`] nodes, sequences are as short as allowed, and sums have a variant of least height.
//! 5. All variants are equally likely, but with growing depth the lower of two is taken more often.
//! 6. A recursive value has [room](growth) to grow, and ends when it is used up.
//! 7. A test may be made from a [source](crate::TestSource) instead.
//! 8. Elements that must be [distinct](crate::operator::distinct) are made so when a sequence is
//!    complete.
//! 9. Some values are [shared](crate::operator::known) by other searches.

mod unicode;
pub mod character;
pub mod integer;
pub mod float;
mod growth;
pub(crate) mod text;
pub(crate) mod copying;

use crate::operator::{places::Place, random::Random, Operators};
use copying::{converted, may_copy};
use growth::Growth;
pub(crate) use growth::TALL;
use sbst_model::shape::{Distinct, Integer, Product, Sequence, ShapeRef, Sum};
use sbst_model::{NodeKind, Shape, TestCase};

/// The level below which the lower of two variants is always taken.
const DEEP: u32 = 6;
/// Nodes beyond which no value grows: larger tests are slow to execute, and hard to read.
pub const LARGE: usize = 512;
/// Chance that a sequence is drawn with copied elements only (rule 3 for its elements).
const UNIFORM: f64 = 0.125;
/// The numbers of tests, out of 8, that never and sometimes copy; the others always copy.
const NEVER: u64 = 4;
const SOMETIMES: u64 = 3;
/// Earlier values tried until one can be copied.
const TRIES: u32 = 4;

impl Operators {
    pub fn sample(&mut self, test: &mut TestCase) {
        self.begin_test(test);
        if self.source.clone().is_some_and(|source| source.draw(self, test)) {
            return;
        }
        let call = test.open(NodeKind::Statement, 0);
        for index in 0..self.parameters.len() {
            self.draw(self.parameters[index], 0, None, test);
        }
        test.close(call);
    }

    /// Clears `test`, and draws its rate of copying (rule 3).
    pub fn begin_test(&mut self, test: &mut TestCase) {
        test.clear();
        self.pool.begin(&mut self.random);
        self.stretch.begin(&mut self.random);
        self.drawn.clear();
        (self.drawn_before, self.outside) = (0, 0);
        self.copy_rate = match self.random.below(8) {
            _ if !self.pool.copying => 0.0,
            0..NEVER => 0.0,
            die if die < NEVER + SOMETIMES => 0.25,
            _ => 1.0,
        };
    }

    /// Draws one value for this depth, without copying, replacing `value`'s contents.
    pub fn sample_value(&mut self, shape: &'static Shape, depth: u32, value: &mut TestCase) {
        value.clear();
        self.without_copying(|operators| operators.draw(shape, depth, None, value));
    }

    /// Draws one value of the given variant without copying, replacing `value`'s contents.
    pub fn sample_variant(&mut self, sum: &Sum, variant: usize, depth: u32, value: &mut TestCase) {
        value.clear();
        self.without_copying(|operators| {
            let node = value.open(NodeKind::Sum, variant as u64);
            operators.draw_fields(&sum.variants[variant], depth, None, value);
            value.close(node);
        });
    }

    /// Draws a value outside of the test being drawn, so that no value is copied from there.
    fn without_copying(&mut self, draw: impl FnOnce(&mut Operators)) {
        let (copy_rate, drawn_before) = (self.copy_rate, self.drawn_before);
        (self.copy_rate, self.drawn_before) = (0.0, self.drawn.len());
        draw(self);
        self.drawn.truncate(self.drawn_before);
        (self.copy_rate, self.drawn_before) = (copy_rate, drawn_before);
    }

    /// Appends a value for this depth to a test that is being drawn.
    pub fn draw_at(&mut self, shape: &'static Shape, depth: u32, test: &mut TestCase) {
        self.draw(shape, depth, None, test);
    }

    /// Appends a value to `test`; a value inside a recursive one has room to grow.
    fn draw(&mut self, shape: &'static Shape, depth: u32, growth: Option<Growth>, test: &mut TestCase) {
        let shape = shape.value_shape();
        let node = test.nodes().len();
        let may_copy = self.copy_rate > 0.0 && self.drawn.len() > self.drawn_before;
        if !(may_copy && self.copy_earlier(shape, depth, growth, test) || self.draw_known(shape, test)) {
            self.draw_new(shape, depth, growth, test);
        }
        // Recorded after its completion, so that no value is copied into itself.
        if self.pool.copying {
            self.drawn.push(Place { node, shape, depth });
        }
    }

    fn draw_new(&mut self, shape: &'static Shape, depth: u32, growth: Option<Growth>, test: &mut TestCase) {
        let (random, pool) = (&mut self.random, &self.pool);
        match shape {
            Shape::Bool => {
                test.leaf(NodeKind::Bool, u64::from(random.coin()));
            }
            Shape::Char(alphabet) => {
                let character = character::sample(alphabet, random, pool);
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
                test.push_characters(characters.iter().copied());
            }
            Shape::Sequence(sequence) => {
                let growth = self.growth_in(shape, depth, growth, test);
                self.draw_sequence(sequence, depth, growth, test);
            }
            Shape::Product(product) => {
                let growth = self.growth_in(shape, depth, growth, test);
                let node = test.open(NodeKind::Product, 0);
                self.draw_fields(product, depth, growth, test);
                test.close(node);
            }
            Shape::Sum(sum) => {
                let growth = self.growth_in(shape, depth, growth, test);
                let variant = self.choose_variant(shape, depth, growth, test);
                let node = test.open(NodeKind::Sum, variant as u64);
                self.draw_fields(&sum.variants[variant], depth, growth.map(Growth::used), test);
                test.close(node);
            }
            Shape::Argument(argument) => self.draw_new(argument.choice(), depth, growth, test),
            Shape::Wrapper(wrapper) => self.draw_new((wrapper.inner)(), depth, growth, test),
        }
    }

    /// Rules 4 and 6.
    fn draw_sequence(
        &mut self,
        sequence: &Sequence,
        depth: u32,
        growth: Option<Growth>,
        test: &mut TestCase,
    ) {
        let grows = test.nodes().len() <= LARGE && growth.is_none_or(|growth| growth.left > 0);
        let longest = if grows { self.recursion.longest(sequence) } else { 0 };
        let inside = growth.map(Growth::used);
        let at_least =
            usize::from(longest > 0 && inside.is_some_and(|inside| inside.full && inside.left > 0));
        let at_least = at_least.max(sequence.shortest);
        let stretch = self.stretch;
        let length = at_least + self.random.geometric(stretch.continuing(), longest.saturating_sub(at_least));
        let (copy_rate, drawn) = (self.copy_rate, self.drawn.len());
        self.stretch = stretch.within();
        let distinct = sequence.distinct != Distinct::Nothing;
        if self.pool.copying && !distinct && self.random.chance(UNIFORM) {
            self.copy_rate = 1.0;
        }
        let node = test.open(NodeKind::Sequence, length as u64);
        let shares = inside.map(|inside| inside.shared(length, &mut self.random));
        for index in 0..length {
            let share = shares.map(|shares| shares.share(index));
            self.draw((sequence.element)(), depth + 1, share, test);
        }
        test.close(node);
        (self.copy_rate, self.stretch) = (copy_rate, stretch);
        if distinct {
            self.make_distinct(sequence, node, depth, test);
            // The drawn values may be removed or moved.
            self.drawn.truncate(drawn);
        }
    }

    /// Rules 4 to 6.
    fn choose_variant(
        &mut self,
        shape: &'static Shape,
        depth: u32,
        growth: Option<Growth>,
        test: &TestCase,
    ) -> usize {
        let (choice, random) = (self.recursion.choice(shape), &mut self.random);
        match growth {
            _ if test.nodes().len() > LARGE => pick(&choice.lowest, random),
            Some(Growth { left: 0, .. }) => pick(&choice.ending, random),
            Some(Growth { full: true, .. }) if !choice.growing.is_empty() => pick(&choice.growing, random),
            Some(_) => pick(&choice.all, random),
            None => {
                let (one, other) = (*random.pick(&choice.all), *random.pick(&choice.all));
                if random.below(u64::from(DEEP)) < u64::from(depth) {
                    choice.lower(one, other)
                } else {
                    one
                }
            }
        }
    }

    fn draw_fields(&mut self, product: &Product, depth: u32, growth: Option<Growth>, test: &mut TestCase) {
        let Some(growth) = growth else {
            product.fields.iter().for_each(|field| self.draw(field(), depth + 1, None, test));
            return;
        };
        let grows = |field: &&ShapeRef| self.recursion.is_recursive(field());
        let shares = growth.shared(product.fields.iter().filter(grows).count(), &mut self.random);
        let mut next = 0;
        for field in product.fields {
            let shape = field();
            let share = self.recursion.is_recursive(shape).then(|| shares.share(next));
            next += usize::from(share.is_some());
            self.draw(shape, depth + 1, share, test);
        }
    }

    /// Rule 3. True if it copied a value.
    fn copy_earlier(
        &mut self,
        shape: &'static Shape,
        depth: u32,
        growth: Option<Growth>,
        test: &mut TestCase,
    ) -> bool {
        if !self.random.chance(self.copy_rate) {
            return false;
        }
        for _ in 0..TRIES {
            let source = *self.random.pick(&self.drawn[self.drawn_before..]);
            let fits = growth.is_none_or(|growth| test.subtree(source.node).len() <= growth.left as usize);
            if fits
                && may_copy(source, shape, depth)
                && converted(test, source, shape, &mut self.scratch.other)
            {
                test.append(&self.scratch.other);
                return true;
            }
        }
        false
    }
}

/// Returns one of these; draws no number for a single one.
fn pick(variants: &[usize], random: &mut Random) -> usize {
    match variants {
        [only] => *only,
        _ => *random.pick(variants),
    }
}

pub(crate) fn push_integer(integer: &Integer, ordinal: u128, test: &mut TestCase) {
    let value = integer.value(ordinal);
    let node = test.open(NodeKind::Integer, value as u64);
    if integer.bits > 64 {
        test.leaf(NodeKind::Integer, (value >> 64) as u64);
        test.close(node);
    }
}
