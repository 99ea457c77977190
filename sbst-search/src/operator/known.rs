//! Values shared by other searches.
//!
//! # Policy
//! 1. A search begins with a test per shared value, for the type with the most. Each argument of
//!    such a type has a shared value, the first arguments different ones. The rest is drawn.
//! 2. One in [`DRAWN`] values of such a type is a shared one. One in [`CHANGED`] changes replaces
//!    another value by a shared one. Shared values are changed and crossed like others.
//! 3. Without shared values, no random number is drawn for this, so that searches without them stay
//!    the same.

use crate::operator::inputs::Inputs;
use crate::operator::sample::LARGE;
use crate::operator::Operators;
use sbst_model::messages::ValueSource;
use sbst_model::{NodeKind, Shape, TestCase};

/// Drawn values per shared one: a type with only a parser has hardly any others, and the rest of
/// its values need exploration.
const DRAWN: u64 = 8;
/// Changes per shared value put into a test.
const CHANGED: u64 = 16;

/// Returns the initial tests of a search with such inputs (rule 1), in order.
pub fn starts(inputs: &Inputs, without: &[ValueSource], seed: u64) -> Vec<TestCase> {
    let count = inputs.known.iter().map(|known| known.values.len()).max().unwrap_or(0);
    if count == 0 {
        return Vec::new();
    }
    let mut operators = Operators::new(inputs.clone(), without, seed);
    let mut starts: Vec<TestCase> = Vec::new();
    for index in 0..count {
        let mut test = TestCase::new();
        operators.sample(&mut test);
        let mut places = Vec::new();
        operators.find_known(&test, true, &mut places);
        for (number, &(node, known)) in places.iter().enumerate().rev() {
            let values = &operators.known[known].values;
            test.replace(node, &values[(index + number) % values.len()]);
        }
        if !places.is_empty() && !starts.contains(&test) {
            starts.push(test);
        }
    }
    starts
}

impl Operators {
    /// Sometimes appends a shared value instead of a drawn one. True if it did.
    #[inline]
    pub(crate) fn draw_known(&mut self, shape: &'static Shape, test: &mut TestCase) -> bool {
        if self.known.is_empty() {
            return false;
        }
        let Some(known) = self.known_index(shape).filter(|_| test.nodes().len() <= LARGE) else {
            return false;
        };
        if !self.random.one_in(DRAWN) {
            return false;
        }
        test.append(self.random.pick(&self.known[known].values));
        true
    }

    /// Sometimes puts a shared value into a test. True if it changed the test.
    pub(crate) fn put_known(&mut self, parent: &TestCase, offspring: &mut TestCase) -> bool {
        if self.known.is_empty() || !self.random.one_in(CHANGED) {
            return false;
        }
        let mut places = std::mem::take(&mut self.scratch.places);
        places.clear();
        self.find_known(parent, false, &mut places);
        if !places.is_empty() {
            let (node, known) = *self.random.pick(&places);
            let value = self.random.pick(&self.known[known].values);
            if parent.nodes().len() - parent.subtree(node).len() + value.nodes().len() <= LARGE {
                offspring.replace(node, value);
            }
        }
        self.scratch.places = places;
        offspring != parent
    }

    fn known_index(&self, shape: &'static Shape) -> Option<usize> {
        self.known.iter().position(|known| std::ptr::eq(known.shape, shape))
    }

    /// Finds the values of types with shared values, each with the index of its type, in order.
    /// Finds only the `outermost` of nested ones, or all.
    fn find_known(&self, test: &TestCase, outermost: bool, places: &mut Vec<(usize, usize)>) {
        for (shape, node) in self.parameters.iter().zip(test.children(0)) {
            self.find_known_in(shape, test, node, outermost, places);
        }
    }

    fn find_known_in(
        &self,
        shape: &'static Shape,
        test: &TestCase,
        node: usize,
        outermost: bool,
        places: &mut Vec<(usize, usize)>,
    ) {
        let found = test.nodes()[node];
        if found.kind == NodeKind::ResultOf {
            return;
        }
        let shape = shape.value_shape();
        if let Some(known) = self.known_index(shape) {
            places.push((node, known));
            if outermost {
                return;
            }
        }
        let fields = match shape {
            Shape::Sequence(sequence) => {
                let elements = test.children(node);
                return elements.for_each(|element| {
                    self.find_known_in((sequence.element)(), test, element, outermost, places);
                });
            }
            Shape::Product(product) => product.fields,
            Shape::Sum(sum) => sum.variants[found.payload as usize].fields,
            _ => return,
        };
        for (field, node) in fields.iter().zip(test.children(node)) {
            self.find_known_in(field(), test, node, outermost, places);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operator::inputs::Known;
    use sbst_model::shape::{Alphabet, Integer, Text};

    static TEXT: Shape =
        Shape::Text(Text { template: "{0}", empty: None, shortest: 0, longest: 90, alphabet: Alphabet::ALL });
    static U8: Shape = Shape::Integer(Integer::all("u8", 8, false));

    fn inputs(texts: &[&str]) -> Inputs {
        let value = |text: &&str| {
            let mut value = TestCase::new();
            value.push_text(text);
            value
        };
        let known = Known { shape: &TEXT, values: texts.iter().map(value).collect() };
        let known = if texts.is_empty() { Vec::new() } else { vec![known] };
        Inputs { parameters: vec![&TEXT, &U8, &TEXT], known, ..Inputs::default() }
    }

    #[test]
    fn initial_tests_have_shared_values_and_combine_different_ones() {
        let starts = starts(&inputs(&["mo 9:00-17:00", "su 0:00-1:00"]), &[], 1);
        let texts: Vec<(&str, &str)> = starts.iter().map(|test| (test.text(1), test.text(3))).collect();
        assert_eq!(texts, [("mo 9:00-17:00", "su 0:00-1:00"), ("su 0:00-1:00", "mo 9:00-17:00")]);
        assert!(super::starts(&inputs(&[]), &[], 1).is_empty());
    }

    #[test]
    fn known_values_are_sometimes_drawn_and_put_into_tests() {
        let mut operators = Operators::new(inputs(&["mo 9:00-17:00"]), &[], 1);
        let (mut parent, mut child) = (TestCase::new(), TestCase::new());
        let mut of_known = [0, 0];
        for _ in 0..2_000 {
            operators.sample(&mut parent);
            of_known[0] += usize::from(parent.text(1) == "mo 9:00-17:00");
            let has_it = |test: &TestCase| [1, 3].iter().any(|node| test.text(*node) == "mo 9:00-17:00");
            if !has_it(&parent) {
                operators.mutate(&parent, &mut child);
                of_known[1] += usize::from(has_it(&child));
            }
        }
        assert!((180..700).contains(&of_known[0]), "{of_known:?}");
        assert!((40..400).contains(&of_known[1]), "{of_known:?}");
    }
}
