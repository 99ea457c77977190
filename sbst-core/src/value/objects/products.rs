//! The products and the variants in a value.

use sbst_model::shape::{Product, Shape};
use sbst_model::{NodeKind, TestCase};

/// The form of a value. In a call sequence as stored, an object is only its value, and an argument
/// its own.
#[derive(Clone, Copy, PartialEq)]
pub enum Rendered {
    Yes,
    No,
}

/// Visits the products and the variants in a value.
pub fn each_product(
    shape: &'static Shape,
    test: &TestCase,
    node: usize,
    rendered: Rendered,
    visit: &mut dyn FnMut(&'static Product, usize),
) {
    if test.nodes()[node].kind == NodeKind::ResultOf {
        return;
    }
    let fields = |product: &'static Product, visit: &mut dyn FnMut(&'static Product, usize)| {
        for (field, node) in product.fields.iter().zip(test.children(node)) {
            each_product(field(), test, node, rendered, visit);
        }
    };
    match shape {
        Shape::Wrapper(wrapper) if wrapper.object.is_some() && rendered == Rendered::Yes => {
            each_product(shape.told(), test, node, rendered, visit);
        }
        Shape::Wrapper(wrapper) => each_product((wrapper.inner)(), test, node, rendered, visit),
        Shape::Argument(argument) if rendered == Rendered::Yes => {
            each_product(argument.own(), test, node, rendered, visit);
        }
        Shape::Argument(argument) => each_product(argument.choice(), test, node, rendered, visit),
        Shape::Product(product) => {
            visit(product, node);
            fields(product, visit);
        }
        Shape::Sum(sum) => {
            let variant = &sum.variants[test.nodes()[node].payload as usize];
            visit(variant, node);
            fields(variant, visit);
        }
        Shape::Sequence(sequence) => {
            for node in test.children(node) {
                each_product((sequence.element)(), test, node, rendered, visit);
            }
        }
        _ => {}
    }
}
