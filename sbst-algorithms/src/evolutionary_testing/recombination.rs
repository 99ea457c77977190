//! Discrete recombination (rule 7) of values of any shape.
//!
//! 1. A value without parts, and each character of a text, comes from either parent with equal
//!    probability.
//! 2. A text or sequence has the length of one of the parents; an element of both is recombined.
//! 3. If the parents have different variants of a sum, the offspring has one of them with all its
//!    parts.
//! 4. The second offspring is chosen independently.

use sbst_model::{NodeKind, Shape, TestCase};
use sbst_search::operator::random::Random;
use sbst_search::operator::Operators;

pub(super) fn recombine(operators: &mut Operators, parents: [&TestCase; 2], offspring: &mut [TestCase; 2]) {
    for child in offspring {
        child.clear();
        let call = child.open(NodeKind::Statement, 0);
        let [one, other] = parents.map(|parent| parent.children(0));
        for ((shape, one), other) in operators.parameters.iter().zip(one).zip(other) {
            append(shape, [(parents[0], one), (parents[1], other)], child, &mut operators.random);
        }
        child.close(call);
        operators.make_all_distinct(child);
    }
}

fn append(
    shape: &'static Shape,
    parents: [(&TestCase, usize); 2],
    child: &mut TestCase,
    random: &mut Random,
) {
    let main = usize::from(random.coin());
    let (test, node) = parents[main];
    let (other_test, other_node) = parents[1 - main];
    let (found, there) = (test.nodes()[node], other_test.nodes()[other_node]);
    if found.kind != there.kind {
        child.append_subtree(test, node);
        return;
    }
    match shape.value_shape() {
        Shape::Text(_) => {
            let mut others = other_test.text(other_node).chars();
            child.push_characters(test.text(node).chars().map(|character| match others.next() {
                Some(other) if random.coin() => other,
                _ => character,
            }));
        }
        Shape::Sequence(sequence) => {
            let start = child.open(NodeKind::Sequence, found.payload);
            let mut others = other_test.children(other_node);
            for element in test.children(node) {
                match others.next() {
                    Some(other) => {
                        append((sequence.element)(), [(test, element), (other_test, other)], child, random)
                    }
                    None => child.append_subtree(test, element),
                }
            }
            child.close(start);
        }
        Shape::Product(product) => {
            let start = child.open(NodeKind::Product, 0);
            let fields = product.fields.iter().zip(test.children(node).zip(other_test.children(other_node)));
            for (field, (one, other)) in fields {
                append(field(), [(test, one), (other_test, other)], child, random);
            }
            child.close(start);
        }
        Shape::Sum(sum) if found.payload == there.payload => {
            let start = child.open(NodeKind::Sum, found.payload);
            let fields = sum.variants[found.payload as usize].fields.iter();
            let fields = fields.zip(test.children(node).zip(other_test.children(other_node)));
            for (field, (one, other)) in fields {
                append(field(), [(test, one), (other_test, other)], child, random);
            }
            child.close(start);
        }
        _ => child.append_subtree(test, node),
    }
}
