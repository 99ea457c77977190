//! What in a story a worker died of: the call of a function before that of the target, or one that makes a value.

use super::written::statements;
use super::Objects;
use sbst_model::expression::{self, callee};
use sbst_model::messages::Statement;
use sbst_model::shape::{Product, Shape};
use sbst_model::target::Place;
use sbst_model::{story, Expression, NodeKind, TargetId, TestCase};

/// A call in a story.
pub(crate) struct Part {
    pub(crate) function: TargetId,
    pub(crate) place: Place,
    pub(crate) call: TestCase,
    /// As it is written.
    pub(crate) before: Vec<Statement>,
    pub(crate) arguments: Vec<Expression>,
}

/// A registered function that makes a value, and the node of that.
struct Making {
    function: TargetId,
    place: Place,
    product: &'static Product,
    node: usize,
}

impl Objects {
    /// What of so many halves of a story came last, if it was not the call of the target, whose parameters are these.
    pub(crate) fn culprit(
        &self,
        parameters: &[&'static Shape],
        test: &TestCase,
        halves: u64,
    ) -> Option<Part> {
        let halves = usize::try_from(halves).ok()?;
        let mut told = TestCase::new();
        story::tell(parameters, test, &mut told);
        let nodes = statements(&told);
        let index = halves.div_ceil(2).checked_sub(1)?;
        let (is_called, node) = (halves % 2 == 0, *nodes.get(index)?);
        let number = told.nodes()[node].payload;
        let is_target = index + 1 == nodes.len();
        if is_target && is_called {
            return None;
        }
        let callable = self.callable(number).filter(|_| !is_target);
        if let Some(callable) = callable.filter(|_| is_called) {
            let shapes = callable.parameter_shapes();
            let (before, arguments) = self.written_to(&told, &nodes[..index], node, &shapes);
            let mut call = TestCase::new();
            told.copy_subtree(node, &mut call);
            let (function, place) = (callable.target.id(), callable.target.place());
            return Some(Part { function, call, place, before, arguments });
        }
        let shapes = match callable {
            Some(callable) => callable.parameter_shapes(),
            None if is_target => parameters.to_vec(),
            None => vec![self.value_shape(number)],
        };
        let making = self.made_in(&told, node, &shapes)?;
        let fields = || making.product.fields.iter().map(|field| field()).zip(told.children(making.node));
        let mut call = TestCase::new();
        let statement = call.open(NodeKind::Statement, 0);
        for (_, node) in fields() {
            let mut field = TestCase::new();
            told.copy_subtree(node, &mut field);
            call.append(&field);
        }
        call.close(statement);
        let arguments = fields().map(|(shape, node)| expression::of(shape, &told, node)).collect();
        Some(Part { function: making.function, call, place: making.place, before: Vec::new(), arguments })
    }

    /// Returns the last call to blame among the makers of a statement's arguments: of the registered
    /// functions that make a value from no earlier result, the one that is given the greatest number.
    fn made_in(&self, told: &TestCase, statement: usize, shapes: &[&'static Shape]) -> Option<Making> {
        let mut makings = Vec::new();
        for (node, shape) in told.children(statement).zip(shapes) {
            each_product(shape, told, node, Told::Yes, &mut |product, node| {
                let all = &told.nodes()[told.subtree(node)];
                if all.iter().any(|node| node.kind == NodeKind::ResultOf) {
                    return;
                }
                let Some(path) = callee(product.template) else { return };
                let registered = self.functions.iter().find(|function| function.id.path == path);
                makings.extend(registered.map(|function| Making {
                    function: function.id(),
                    place: function.place(),
                    product,
                    node,
                }));
            });
        }
        let greatest = |making: &Making| super::avoided::greatest(told, making.node);
        makings.into_iter().rev().max_by_key(greatest)
    }
}

/// Whether a value stands in a story, where nothing is told of an object but its value and an argument is its own.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Told {
    Yes,
    No,
}

/// Goes over the products and the variants in a value.
pub(super) fn each_product(
    shape: &'static Shape,
    test: &TestCase,
    node: usize,
    told: Told,
    visit: &mut dyn FnMut(&'static Product, usize),
) {
    if test.nodes()[node].kind == NodeKind::ResultOf {
        return;
    }
    let fields = |product: &'static Product, visit: &mut dyn FnMut(&'static Product, usize)| {
        for (field, node) in product.fields.iter().zip(test.children(node)) {
            each_product(field(), test, node, told, visit);
        }
    };
    match shape {
        Shape::Wrapper(wrapper) if wrapper.object.is_some() && told == Told::Yes => {
            each_product(shape.told(), test, node, told, visit);
        }
        Shape::Wrapper(wrapper) => each_product((wrapper.inner)(), test, node, told, visit),
        Shape::Argument(argument) if told == Told::Yes => {
            each_product(argument.own(), test, node, told, visit);
        }
        Shape::Argument(argument) => each_product(argument.choice(), test, node, told, visit),
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
                each_product((sequence.element)(), test, node, told, visit);
            }
        }
        _ => {}
    }
}
