//! Calls of a target that give values of exchanged types, and these values.

use super::exchange::{each_shape, is_text, Exchanged};
use super::Objects;
use crate::value::callable::Callable as Instance;
use crate::value::object_types::environment::{all_call, calls};
use crate::value::object_types::{numbers::callable, Made};
use crate::value::shapes::Shapes;
use sbst_model::shape::{Origin, Product, ShapeRef};
use sbst_model::{called, conforms, NodeKind, Shape, TargetId, TestCase};

/// A call of a target that gives a type.
pub struct OriginBy {
    pub key: u64,
    /// The nodes around the arguments of the call, from the outside.
    around: Vec<(NodeKind, u64)>,
    arguments: &'static [ShapeRef],
    has_steps: bool,
    /// The shape of the whole.
    shape: &'static Shape,
    /// True if other calls give the type.
    pub has_others: bool,
}

impl Objects {
    /// Returns the calls of an instance of a target that give exchanged types.
    pub fn origins_by(&'static self, target: &TargetId, instance: &Instance) -> Vec<OriginBy> {
        let is_meant = |number: u64| {
            self.callable(number).is_some_and(|callable| {
                std::ptr::fn_addr_eq(callable.call, instance.call) && callable.target.id == *target
            })
        };
        let mut found = Vec::new();
        for (_, entry) in self.types.entries.entries() {
            let Some(made) = entry.exchanged() else { continue };
            let Shape::Sum(drawn) = made.origins.shape() else { continue };
            for (variant, origin) in made.object.origins.iter().enumerate().take(drawn.variants.len()) {
                let fields = drawn.variants[variant].fields;
                let within: Vec<(Option<usize>, &'static Product)> = match origin {
                    Origin::Call(number) if is_meant(*number) => {
                        found.push(self.origin_of(made, variant, Vec::new(), fields));
                        continue;
                    }
                    Origin::Call(_) => continue,
                    Origin::Value => calls(fields[0]()),
                };
                for (inner, call) in
                    within.into_iter().filter(|(_, call)| called::names(call.template, &target.path))
                {
                    found.push(self.origin_of(made, variant, around(inner), call.fields));
                }
            }
        }
        for exchanged in self.values_made_by_calls() {
            let all = calls(exchanged.shape);
            let has_others = all.len() > 1;
            for (variant, call) in
                all.into_iter().filter(|(_, call)| called::names(call.template, &target.path))
            {
                found.push(OriginBy {
                    key: self.key(exchanged),
                    around: around(variant),
                    arguments: call.fields,
                    has_steps: false,
                    shape: exchanged.shape,
                    has_others,
                });
            }
        }
        found
    }

    fn origin_of(
        &self,
        made: &'static Made,
        variant: usize,
        within: Vec<(NodeKind, u64)>,
        arguments: &'static [ShapeRef],
    ) -> OriginBy {
        let whole = [(NodeKind::Product, 0), (NodeKind::Sum, variant as u64)];
        OriginBy {
            key: self.key_of_object(made.object),
            around: whole.into_iter().chain(within).collect(),
            arguments,
            has_steps: !made.object.steps.is_empty(),
            shape: &made.whole,
            has_others: made.object.origins.len() > 1,
        }
    }

    /// Returns the variants of sums that are calls of these targets, in all parts of such
    /// parameters.
    pub fn calls_of(
        &self,
        targets: &[TargetId],
        parameters: &[&'static Shape],
    ) -> Vec<(&'static Shape, usize)> {
        let mut found = Vec::new();
        if targets.is_empty() {
            return found;
        }
        let is_meant = |number: &u64| {
            let callable = self.callable(callable(*number));
            callable.is_some_and(|callable| targets.contains(&callable.target.id))
        };
        each_shape(parameters.to_vec(), &mut |shape| {
            match Exchanged::from_shape(shape) {
                Some(Exchanged { shape: Shape::Product(Product { fields, .. }), object: Some(object) }) => {
                    let origin = fields[0]();
                    let Shape::Sum(origins) = origin else { return true };
                    let variants = object.origins.iter().zip(origins.variants).enumerate();
                    found.extend(variants.filter_map(|(variant, (meaning, product))| {
                        let is_such = match meaning {
                            Origin::Call(number) => is_meant(number),
                            Origin::Value => all_call(product.fields[0](), targets),
                        };
                        is_such.then_some((origin, variant))
                    }));
                }
                _ => found.extend(calls(shape).into_iter().filter_map(|(variant, call)| {
                    let is_such = targets.iter().any(|target| called::names(call.template, &target.path));
                    Some((shape.value_shape(), variant?)).filter(|_| is_such)
                })),
            }
            true
        });
        found
    }
}

impl OriginBy {
    /// Returns the value given by a call with the arguments of `test`; `None` if the arguments have
    /// another meaning where the value is used.
    pub fn value(&self, parameters: &[&'static Shape], test: &TestCase) -> Option<TestCase> {
        let mut value = TestCase::new();
        let opened: Vec<usize> =
            self.around.iter().map(|(kind, payload)| value.open(*kind, *payload)).collect();
        for ((field, shape), node) in self.arguments.iter().zip(parameters).zip(test.children(0)) {
            let own = match shape {
                Shape::Argument(_) => {
                    test.children(node).next().filter(|_| test.nodes()[node].payload == 0)?
                }
                _ => node,
            };
            append(field, test, own, &mut value);
        }
        for (depth, node) in opened.into_iter().enumerate().rev() {
            if depth == 0 && self.has_steps {
                value.leaf(NodeKind::Sequence, 0);
            }
            value.close(node);
        }
        conforms(self.shape, &value, 0).then_some(value)
    }
}

/// Returns the nodes around the arguments of a call that makes a value.
fn around(variant: Option<usize>) -> Vec<(NodeKind, u64)> {
    let sum = variant.map(|variant| (NodeKind::Sum, variant as u64));
    sum.into_iter().chain([(NodeKind::Product, 0)]).collect()
}

/// Appends a new argument.
fn append(field: &ShapeRef, test: &TestCase, node: usize, value: &mut TestCase) {
    match field() {
        Shape::Argument(_) => {
            let own = value.open(NodeKind::Sum, 0);
            value.append_subtree(test, node);
            value.close(own);
        }
        _ => value.append_subtree(test, node),
    }
}

/// True if an instance of a target, with these parameters, parses: it makes a type of its crate
/// from a text, or fails.
pub fn parses(target: &TargetId, instance: &Instance, parameters: &[&'static Shape]) -> bool {
    let mut shapes = Shapes::default();
    (instance.shapes)(&mut shapes);
    let of_crate = format!("{}::", target.crate_name);
    shapes.gives.is_some_and(|gives| gives.is_fallible && (gives.kind.name)().contains(&of_crate))
        && parameters.iter().any(|shape| is_text(shape))
}
