//! The call in which a worker crashed in a sequence: a function before the target, or a maker of a
//! value.

use super::avoided::greatest;
use super::products::{each_product, Rendered};
use super::written::statements;
use super::Objects;
use sbst_model::expression::{self, callee};
use sbst_model::messages::Statement;
use sbst_model::shape::{Product, Shape};
use sbst_model::target::Place;
use sbst_model::{story, Expression, NodeKind, TargetId, TestCase};

/// A call in a sequence.
pub struct Part {
    pub function: TargetId,
    pub place: Place,
    pub call: TestCase,
    /// The written statements before it.
    pub before: Vec<Statement>,
    pub arguments: Vec<Expression>,
}

/// A registered function that makes a value, and the node of the value.
struct Making {
    function: TargetId,
    place: Place,
    product: &'static Product,
    node: usize,
}

impl Objects {
    /// Returns the call of the last of these half-statements, unless it is the target's.
    pub fn culprit(&self, parameters: &[&'static Shape], test: &TestCase, halves: u64) -> Option<Part> {
        let halves = usize::try_from(halves).ok()?;
        let mut rendered = TestCase::new();
        story::tell(parameters, test, &mut rendered);
        let nodes = statements(&rendered);
        let index = halves.div_ceil(2).checked_sub(1)?;
        let (is_called, node) = (halves % 2 == 0, *nodes.get(index)?);
        let number = rendered.nodes()[node].payload;
        let is_target = index + 1 == nodes.len();
        if is_target && is_called {
            return None;
        }
        let callable = self.callable(number).filter(|_| !is_target);
        if let Some(callable) = callable.filter(|_| is_called) {
            let shapes = callable.parameter_shapes();
            let (before, arguments) = self.written_to(&rendered, &nodes[..index], node, &shapes, &[]);
            let mut call = TestCase::new();
            rendered.copy_subtree(node, &mut call);
            let (function, place) = (callable.target.id(), callable.target.place());
            return Some(Part { function, call, place, before, arguments });
        }
        let shapes = match callable {
            Some(callable) => callable.parameter_shapes(),
            None if is_target => parameters.to_vec(),
            None => vec![self.value_shape(number)],
        };
        let making = self.made_in(&rendered, node, &shapes)?;
        let fields = || making.product.fields.iter().map(|field| field()).zip(rendered.children(making.node));
        let mut call = TestCase::new();
        let statement = call.open(NodeKind::Statement, 0);
        for (_, node) in fields() {
            let mut field = TestCase::new();
            rendered.copy_subtree(node, &mut field);
            call.append(&field);
        }
        call.close(statement);
        let arguments = fields().map(|(shape, node)| expression::write(shape, &rendered, node)).collect();
        Some(Part { function: making.function, call, place: making.place, before: Vec::new(), arguments })
    }

    /// Returns the call to blame among the makers of a statement's arguments. It is the one with
    /// the greatest number among registered functions that make a value without an earlier result.
    fn made_in(&self, rendered: &TestCase, statement: usize, shapes: &[&'static Shape]) -> Option<Making> {
        let mut makings = Vec::new();
        for (node, shape) in rendered.children(statement).zip(shapes) {
            each_product(shape, rendered, node, Rendered::Yes, &mut |product, node| {
                let all = &rendered.nodes()[rendered.subtree(node)];
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
        let greatest = |making: &Making| greatest(rendered, making.node);
        makings.into_iter().rev().max_by_key(greatest)
    }
}
