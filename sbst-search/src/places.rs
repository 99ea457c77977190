//! Places: the values of a test case with their shapes, for operators that choose among them.

use sbst_model::shape::ShapeRef;
use sbst_model::{NodeKind, Shape, TestCase};

/// A value in a test case.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// Its node.
    pub(crate) node: usize,
    /// Its shape, references looked through.
    pub(crate) shape: &'static Shape,
    /// Values that it stands in; 0 for an argument.
    pub(crate) depth: u32,
}

/// The places of a test case, in order, so that a value stands before those in it.
#[derive(Debug, Default)]
pub(crate) struct Places {
    /// Values that have no others in them.
    pub(crate) leaves: Vec<Place>,
    /// Sequences, and sums with a choice of variants.
    pub(crate) structures: Vec<Place>,
}

impl Places {
    /// Finds the places of `test`, replacing those it held.
    pub(crate) fn find(&mut self, parameters: &[&'static Shape], test: &TestCase) {
        self.leaves.clear();
        self.structures.clear();
        let mut node = 1;
        for shape in parameters {
            node = self.visit(shape, test, node, 0);
        }
    }

    /// Adds what is in the subtree at `node`, and returns the node after it.
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
                self.structures.push(place);
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

/// Whether the value at `source` may be copied to a place of this shape and depth. Values with others in them come from
/// the same level or a lower one only: so copying makes no test deeper, however often it is done.
pub(crate) fn may_copy(source: Place, shape: &'static Shape, depth: u32) -> bool {
    let nested = matches!(shape, Shape::Sequence(_) | Shape::Product(_) | Shape::Sum(_));
    (!nested || source.depth >= depth) && alike(source.shape, shape)
}

/// Levels down to which shapes are compared: recursive ones have no end, and real ones differ above.
const LEVELS: u32 = 6;

/// Whether a value of one shape can be copied to a place of the other, cut or moved to the nearest if need be. Unlike
/// the identity of statics, which may be duplicated, this says the same in every build.
fn alike(one: &'static Shape, other: &'static Shape) -> bool {
    alike_down_to(one, other, LEVELS)
}

fn alike_down_to(one: &'static Shape, other: &'static Shape, levels: u32) -> bool {
    if levels == 0 {
        return true;
    }
    let fields_alike = |ones: &'static [ShapeRef], others: &'static [ShapeRef]| {
        let mut pairs = ones.iter().zip(others);
        ones.len() == others.len() && pairs.all(|(one, other)| same(one(), other(), levels - 1))
    };
    match (one.value_shape(), other.value_shape()) {
        (Shape::Bool, Shape::Bool) | (Shape::Char, Shape::Char) => true,
        (Shape::Integer(_), Shape::Integer(_)) | (Shape::Float(_), Shape::Float(_)) => true,
        (Shape::Text(_), Shape::Text(_)) => true,
        (Shape::Sequence(one), Shape::Sequence(other)) => {
            same((one.element)(), (other.element)(), levels - 1)
        }
        (Shape::Product(one), Shape::Product(other)) => fields_alike(one.fields, other.fields),
        (Shape::Sum(one), Shape::Sum(other)) => {
            let mut pairs = one.variants.iter().zip(other.variants);
            one.variants.len() == other.variants.len()
                && pairs.all(|(one, other)| one.name == other.name && fields_alike(one.fields, other.fields))
        }
        _ => false,
    }
}

/// Whether two shapes have the same values, as those inside a copied value must.
fn same(one: &'static Shape, other: &'static Shape, levels: u32) -> bool {
    match (one.value_shape(), other.value_shape()) {
        (Shape::Integer(one), Shape::Integer(other)) => one == other,
        (Shape::Float(one), Shape::Float(other)) => one == other,
        (Shape::Text(one), Shape::Text(other)) => one.longest == other.longest,
        (Shape::Sequence(one), Shape::Sequence(other)) if one.longest != other.longest => false,
        (one, other) => alike_down_to(one, other, levels),
    }
}
