//! Places: the values of a test case with their shapes, for operators that choose among them.

use sbst_model::{shape::ShapeRef, NodeKind, Shape, TestCase};

#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub node: usize,
    /// The shape behind references.
    pub shape: &'static Shape,
    /// The number of values around it; 0 for an argument.
    pub depth: u32,
}

/// The places of a test case, in order: a value precedes the values in it.
#[derive(Debug, Default)]
pub struct Places {
    /// Values without others in them.
    pub leaves: Vec<Place>,
    /// Sequences that can change, and sums with a choice of variants.
    pub structures: Vec<Place>,
}

impl Places {
    /// Finds the places of a value that stands alone at a depth, replacing earlier ones.
    pub(crate) fn find_in_value(&mut self, shape: &'static Shape, value: &TestCase, depth: u32) {
        self.leaves.clear();
        self.structures.clear();
        self.visit(shape, value, 0, depth);
    }

    /// Finds the places of `test`, replacing earlier ones.
    pub fn find(&mut self, parameters: &[&'static Shape], test: &TestCase) {
        self.leaves.clear();
        self.structures.clear();
        let mut node = 1;
        for shape in parameters {
            node = self.visit(shape, test, node, 0);
        }
    }

    /// Adds the places in the subtree at `node`, and returns the node after it.
    fn visit(&mut self, shape: &'static Shape, test: &TestCase, node: usize, depth: u32) -> usize {
        let found = test.nodes()[node];
        let after = node + found.length as usize;
        if found.kind == NodeKind::ResultOf {
            return after;
        }
        let shape = shape.value_shape();
        let place = Place { node, shape, depth };
        match shape {
            Shape::Sequence(sequence) => {
                // An array of one element consists of it alone.
                if sequence.shortest < sequence.longest || sequence.longest > 1 {
                    self.structures.push(place);
                }
                let mut element = node + 1;
                while element < after {
                    element = self.visit((sequence.element)(), test, element, depth + 1);
                }
            }
            Shape::Product(product) => self.visit_fields(product.fields, test, place),
            Shape::Sum(sum) => {
                if sum.variants.len() > 1 {
                    self.structures.push(place);
                }
                self.visit_fields(sum.variants[found.payload as usize].fields, test, place);
            }
            _ => self.leaves.push(place),
        }
        after
    }

    fn visit_fields(&mut self, fields: &'static [ShapeRef], test: &TestCase, place: Place) {
        let mut node = place.node + 1;
        for field in fields {
            node = self.visit(field(), test, node, place.depth + 1);
        }
    }
}
