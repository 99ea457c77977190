//! Crossing test cases over: single-point crossover on trees of values.
//!
//! # Policy
//! 1. A test case is read as a list of units. Each number, boolean, single character and choice of
//!    a variant is one, and so is each character of a text.
//! 2. Units before the point are kept, units behind it are exchanged. The point is counted in the
//!    first parent; in the other it falls at the same argument, field, element and character.
//! 3. If the other parent has a different variant, a point inside a value moves before it. So does
//!    a point inside a set or a map: their elements have no order, and a mixture could have
//!    duplicates.
//! 4. Elements and characters keep their index. So the common beginning of the parents is in both
//!    offspring. The length of an offspring is between those of its parents, and it is not deeper.
//!    So offspring of parents that conform to their shapes conform too.
//! 5. The argument of the point is drawn first, so that a long text does not take all points. The
//!    very beginning and end, where no unit would be exchanged, are avoided.
//! 6. Sizes inside do not add up without limit: an offspring larger than both parents, with more
//!    than [`LARGE`] nodes, is a copy of a parent.

use crate::operator::{sample::LARGE, Operators};
use sbst_model::shape::{Distinct, ShapeRef};
use sbst_model::{NodeKind, Shape, TestCase};

impl Operators {
    /// Makes `offspring` of the two `parents`; see the policy in this file's header.
    pub fn crossover(&mut self, parents: [&TestCase; 2], offspring: &mut [TestCase; 2]) {
        let point = self.crossover_point(parents[0]);
        cross(&self.parameters, parents, point, offspring);
    }

    /// Makes `joined` a copy of `first`, with one sequence or text argument of `second` appended to
    /// its own. True if an argument may grow so. The calls of the second test then start from the
    /// state of the first, unlike after an exchange at the same place.
    pub(crate) fn join(&mut self, first: &TestCase, second: &TestCase, joined: &mut TestCase) -> bool {
        let grows =
            |shape: &&'static Shape| matches!(shape.value_shape(), Shape::Sequence(_) | Shape::Text(_));
        let count = self.parameters.iter().filter(|shape| grows(shape)).count();
        if count == 0 {
            return false;
        }
        let drawn = self.random.index(count);
        let mut growing = self.parameters.iter().enumerate().filter(|(_, shape)| grows(shape));
        let Some((argument, shape)) = growing.nth(drawn) else { return false };
        let node = |test: &TestCase| test.children(0).nth(argument);
        let (Some(at), Some(from)) = (node(first), node(second)) else { return false };
        if first.nodes()[at].kind == NodeKind::ResultOf || second.nodes()[from].kind == NodeKind::ResultOf {
            return false;
        }
        joined.clone_from(first);
        match shape.value_shape() {
            Shape::Sequence(sequence) if sequence.distinct == Distinct::Nothing => {
                let length = first.nodes()[at].payload as usize + second.nodes()[from].payload as usize;
                if length > sequence.longest || first.nodes().len() + second.subtree(from).len() > LARGE {
                    return false;
                }
                let mut element = self.scratch.take();
                for child in second.children(from) {
                    second.copy_subtree(child, &mut element);
                    let end = joined.nodes()[at].payload as usize;
                    joined.insert_element(at, end, &element);
                }
                self.scratch.give_back(element);
            }
            Shape::Text(text) => {
                let characters = &mut self.scratch.characters;
                characters.clear();
                characters.extend(first.text(at).chars().chain(second.text(from).chars()));
                characters.truncate(text.longest);
                let whole = &mut self.scratch.text;
                whole.clear();
                whole.extend(characters.iter());
                joined.set_text(at, whole);
            }
            _ => return false,
        }
        joined != first
    }

    /// Rule 5.
    fn crossover_point(&mut self, parent: &TestCase) -> usize {
        let total = units(parent, 0);
        if total < 2 {
            return 0;
        }
        let drawn = self.random.index(self.parameters.len());
        let mut before = 0;
        for (index, argument) in parent.children(0).enumerate() {
            let inside = units(parent, argument);
            if index == drawn {
                return (before + self.random.index(inside + 1)).clamp(1, total - 1);
            }
            before += inside;
        }
        unreachable!("a test case has an argument for each parameter")
    }
}

/// The units of the value at `node` (rule 1).
pub fn units(test: &TestCase, node: usize) -> usize {
    let (nodes, subtree) = (test.nodes(), test.subtree(node));
    let texts_before = nodes[..node].iter().filter(|node| node.kind == NodeKind::Text);
    let mut text = &test.text_buffer()[texts_before.map(|node| node.payload as usize).sum()..];
    let (mut index, mut units) = (node, 0);
    while index < subtree.end {
        let node = nodes[index];
        index += 1;
        match node.kind {
            NodeKind::Statement | NodeKind::Sequence | NodeKind::Product => {}
            NodeKind::Text => {
                let (own, behind) = text.split_at(node.payload as usize);
                units += own.chars().count();
                text = behind;
            }
            NodeKind::Integer => {
                units += 1;
                index += node.length as usize - 1;
            }
            NodeKind::ResultOf | NodeKind::Bool | NodeKind::Char | NodeKind::Float | NodeKind::Sum => {
                units += 1
            }
        }
    }
    units
}

/// Makes two offspring that exchange the units behind the first `point` of the first parent.
pub fn cross(
    parameters: &[&'static Shape],
    parents: [&TestCase; 2],
    point: usize,
    offspring: &mut [TestCase; 2],
) {
    offspring.iter_mut().for_each(TestCase::clear);
    let mut crossing = Crossing { parents, offspring, left: point };
    crossing.cross_parts([0, 0], parameters.iter().copied());
    let larger = parents[0].nodes().len().max(parents[1].nodes().len());
    for (offspring, parent) in offspring.iter_mut().zip(parents) {
        if offspring.nodes().len() > larger.max(LARGE) {
            offspring.clone_from(parent);
        }
    }
}

struct Crossing<'a> {
    parents: [&'a TestCase; 2],
    offspring: &'a mut [TestCase; 2],
    /// Units of the first parent left until the point.
    left: usize,
}

impl Crossing<'_> {
    /// Appends to the offspring the crossed values at `nodes` of the parents.
    fn cross(&mut self, nodes: [usize; 2], shape: &'static Shape) {
        let inside = if self.left == 0 { 0 } else { units(self.parents[0], nodes[0]) };
        if inside <= self.left {
            self.copy_both(nodes);
            self.left -= inside;
            return;
        }
        // The point falls inside.
        let found = [0, 1].map(|parent| self.parents[parent].nodes()[nodes[parent]]);
        let fields = |fields: &'static [ShapeRef]| fields.iter().map(|field| field());
        match shape.value_shape() {
            _ if found.iter().any(|node| node.kind == NodeKind::ResultOf) => self.exchange(nodes),
            Shape::Product(product) => self.cross_parts(nodes, fields(product.fields)),
            Shape::Sum(sum) if found[0].payload == found[1].payload => {
                self.left -= 1;
                self.cross_parts(nodes, fields(sum.variants[found[0].payload as usize].fields));
            }
            Shape::Sequence(sequence) if sequence.distinct == Distinct::Nothing => {
                self.cross_elements(nodes, sequence.element);
            }
            Shape::Text(_) => self.cross_texts(nodes),
            _ => self.exchange(nodes),
        }
    }

    /// Rule 3.
    fn exchange(&mut self, nodes: [usize; 2]) {
        self.left = 0;
        self.copy_both(nodes);
    }

    fn copy_both(&mut self, nodes: [usize; 2]) {
        self.copy(0, nodes[0]);
        self.copy(1, nodes[1]);
    }

    /// Appends the value at `node` of a parent to one of the offspring, and returns its index.
    /// Before the point, it is that of the parent; behind it, the other one.
    fn copy(&mut self, parent: usize, node: usize) -> usize {
        let to = if self.left > 0 { parent } else { 1 - parent };
        self.offspring[to].append_subtree(self.parents[parent], node);
        to
    }

    /// Crosses values that have parts of these shapes in both parents.
    fn cross_parts(&mut self, nodes: [usize; 2], shapes: impl Iterator<Item = &'static Shape>) {
        let parents = self.parents;
        let opened = self.open(nodes);
        let parts = parents[0].children(nodes[0]).zip(parents[1].children(nodes[1]));
        for ((one, other), shape) in parts.zip(shapes) {
            self.cross([one, other], shape);
        }
        self.close(opened);
    }

    fn cross_elements(&mut self, nodes: [usize; 2], element: ShapeRef) {
        let parents = self.parents;
        let opened = self.open(nodes);
        let mut lengths = [0; 2];
        let (mut ones, mut others) = (parents[0].children(nodes[0]), parents[1].children(nodes[1]));
        loop {
            match (ones.next(), others.next()) {
                (Some(one), Some(other)) => {
                    self.cross([one, other], element());
                    lengths = lengths.map(|length| length + 1);
                }
                (Some(one), None) => {
                    lengths[self.copy(0, one)] += 1;
                    self.left = self.left.saturating_sub(units(parents[0], one));
                }
                (None, Some(other)) => lengths[self.copy(1, other)] += 1,
                (None, None) => break,
            }
        }
        for (offspring, length) in [0, 1].into_iter().zip(lengths) {
            self.offspring[offspring].set_payload(opened[offspring], length);
        }
        self.close(opened);
    }

    fn cross_texts(&mut self, nodes: [usize; 2]) {
        let texts = [0, 1].map(|parent| self.parents[parent].text(nodes[parent]));
        let halves = texts.map(|text| {
            let point = text.char_indices().nth(self.left).map_or(text.len(), |(point, _)| point);
            text.split_at(point)
        });
        self.left = 0;
        self.offspring[0].push_text_pieces([halves[0].0, halves[1].1]);
        self.offspring[1].push_text_pieces([halves[1].0, halves[0].1]);
    }

    /// Begins copies of both parents' nodes.
    fn open(&mut self, nodes: [usize; 2]) -> [usize; 2] {
        [0, 1].map(|parent| {
            let node = self.parents[parent].nodes()[nodes[parent]];
            self.offspring[parent].open(node.kind, node.payload)
        })
    }

    fn close(&mut self, opened: [usize; 2]) {
        for (offspring, node) in self.offspring.iter_mut().zip(opened) {
            offspring.close(node);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sbst_model::shape::{Alphabet, Integer, Product, Sequence, Sum, Text};

    static I32: Shape = Shape::Integer(Integer::all("i32", 32, true));
    static TEXT: Shape =
        Shape::Text(Text { template: "{0}", empty: None, shortest: 0, longest: 9, alphabet: Alphabet::ALL });
    static INTEGERS: Shape = Shape::Sequence(sequence(Distinct::Nothing));
    static SET: Shape = Shape::Sequence(sequence(Distinct::Elements));
    static MAYBE: Shape = Shape::Sum(Sum { variants: &[variant(&[]), variant(&[|| &I32])] });

    const fn sequence(distinct: Distinct) -> Sequence {
        Sequence { element: || &I32, template: "", empty: None, shortest: 0, longest: 9, distinct }
    }

    const fn variant(fields: &'static [ShapeRef]) -> Product {
        Product { fields, template: "", fallible: false }
    }

    enum Value<'a> {
        Integer(u64),
        Text(&'a str),
        Integers(&'a [u64]),
        Maybe(Option<u64>),
    }

    fn test(arguments: &[Value<'_>]) -> TestCase {
        let mut test = TestCase::new();
        let call = test.open(NodeKind::Statement, 0);
        for argument in arguments {
            match argument {
                Value::Integer(value) => _ = test.leaf(NodeKind::Integer, *value),
                Value::Text(text) => _ = test.push_text(text),
                Value::Integers(values) => {
                    let sequence = test.open(NodeKind::Sequence, values.len() as u64);
                    values.iter().for_each(|&value| _ = test.leaf(NodeKind::Integer, value));
                    test.close(sequence);
                }
                Value::Maybe(value) => {
                    let sum = test.open(NodeKind::Sum, u64::from(value.is_some()));
                    value.iter().for_each(|&value| _ = test.leaf(NodeKind::Integer, value));
                    test.close(sum);
                }
            }
        }
        test.close(call);
        test
    }

    fn crossed(parameters: &[&'static Shape], parents: [&TestCase; 2], point: usize) -> [TestCase; 2] {
        let mut offspring = [TestCase::new(), TestCase::new()];
        cross(parameters, parents, point, &mut offspring);
        offspring
    }

    #[test]
    fn arguments_behind_the_point_are_exchanged() {
        use Value::Integer;
        let parents = [[1, 2, 3], [4, 5, 6]].map(|values| test(&values.map(Integer)));
        let after = |point| crossed(&[&I32; 3], [&parents[0], &parents[1]], point);
        assert_eq!(after(1), [[1, 5, 6], [4, 2, 3]].map(|values| test(&values.map(Integer))));
        assert_eq!(after(3), parents);
    }

    #[test]
    fn texts_and_sequences_are_cut_at_the_same_index() {
        use Value::{Integer, Integers, Text};
        let parents =
            [test(&[Text("größer"), Integers(&[1, 2, 3])]), test(&[Text("ab"), Integers(&[7, 8, 9, 10])])];
        let after = |point| crossed(&[&TEXT, &INTEGERS], [&parents[0], &parents[1]], point);
        let cut =
            [test(&[Text("grö"), Integers(&[7, 8, 9, 10])]), test(&[Text("abßer"), Integers(&[1, 2, 3])])];
        assert_eq!(after(3), cut);
        let cut =
            [test(&[Text("größer"), Integers(&[1, 8, 9, 10])]), test(&[Text("ab"), Integers(&[7, 2, 3])])];
        assert_eq!(after(7), cut);
        // The sequence of the first parent is cut behind the end of the other's.
        let parents = [test(&[Integers(&[1, 2, 3]), Integer(4)]), test(&[Integers(&[5]), Integer(6)])];
        let cut = [test(&[Integers(&[1, 2]), Integer(6)]), test(&[Integers(&[5, 3]), Integer(4)])];
        assert_eq!(crossed(&[&INTEGERS, &I32], [&parents[0], &parents[1]], 2), cut);
    }

    #[test]
    fn other_variants_and_sets_are_exchanged_whole() {
        use Value::{Integer, Integers, Maybe};
        let parents = [test(&[Integer(1), Maybe(Some(2))]), test(&[Integer(3), Maybe(None)])];
        let cut = [test(&[Integer(1), Maybe(None)]), test(&[Integer(3), Maybe(Some(2))])];
        assert_eq!(crossed(&[&I32, &MAYBE], [&parents[0], &parents[1]], 2), cut);
        let parents = [test(&[Integer(1), Integers(&[1, 2])]), test(&[Integer(3), Integers(&[2, 1])])];
        let cut = [test(&[Integer(1), Integers(&[2, 1])]), test(&[Integer(3), Integers(&[1, 2])])];
        assert_eq!(crossed(&[&I32, &SET], [&parents[0], &parents[1]], 2), cut);
    }
}
