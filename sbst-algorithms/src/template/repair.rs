//! Repair of tests from templates that failed before the call of their target: a call rejected an
//! argument, panicked or returned no value. The call is recorded, but not the reason.
//!
//! 1. First, the arguments of the call, except objects, are redrawn, or all arguments if all are
//!    objects. An index may be out of range, or a text may not parse.
//! 2. At the last try, or if the call has no arguments, a step is dropped, and an origin is
//!    replaced by another. Later calls then see the object in its earlier state.
//! 3. The rest stays unchanged.

use super::draw::Maker;
use super::TRIES;
use sbst_model::shape::{Object, Shape, ShapeRef, StepGives};
use sbst_model::{story::has_objects, TestCase};

/// The role of a node in its test case.
#[derive(Clone, Copy)]
struct At {
    shape: &'static Shape,
    /// The object of the node, or of which it is the origin or a step.
    object: Option<&'static Object>,
    depth: u32,
    /// The sequence that contains the node as an element, and its index there.
    element_of: Option<(usize, usize)>,
}

impl Maker<'_> {
    /// Repairs `test`, which failed in the call of the origin or step at `node`. `tries` counts
    /// earlier repairs of the call.
    pub(super) fn repair(&mut self, test: &mut TestCase, node: usize, tries: u32) {
        let Some(at) = self.find(test, node) else { return };
        let Shape::Sum(sum) = at.shape else { return };
        let variant = test.nodes()[node].payload as usize;
        let leads = at.element_of.is_some() && at.leads(variant);
        let fields = sum.variants[variant].fields;
        let first = usize::from(at.element_of.is_some() && at.is_assigned(variant));
        // The value assigned to a lent place and the steps on a lent part are not arguments.
        let arguments = fields[..fields.len() - usize::from(leads)].iter().copied().enumerate().skip(first);
        let arguments: Vec<(usize, ShapeRef)> = arguments.collect();
        let is_plain = |(_, shape): &&(usize, ShapeRef)| !has_objects(&[shape()]);
        let plain: Vec<(usize, ShapeRef)> = arguments.iter().filter(is_plain).copied().collect();
        let wanted = if plain.is_empty() { arguments } else { plain };
        if tries + 1 < TRIES && !wanted.is_empty() {
            // From the last to the first, which keeps the places of the others.
            let children: Vec<usize> = test.children(node).collect();
            for &(index, shape) in wanted.iter().rev() {
                self.put_another(shape(), at.depth + 1, test, children[index]);
            }
        } else if let Some((sequence, index)) = at.element_of {
            test.remove_element(sequence, index);
        } else {
            self.put_another(at.shape, at.depth, test, node);
        }
    }

    fn put_another(&mut self, shape: &'static Shape, depth: u32, test: &mut TestCase, node: usize) {
        let mut value = self.operators.scratch.take();
        self.operators.sample_value(shape, depth, &mut value);
        test.replace(node, &value);
        self.operators.scratch.give_back(value);
    }

    fn find(&self, test: &TestCase, node: usize) -> Option<At> {
        let arguments = test.children(0).zip(&self.operators.parameters);
        let (mut inside, shape) = arguments.take_while(|(child, _)| *child <= node).last()?;
        let mut at = At::from_shape(shape, 0);
        while inside != node {
            let payload = test.nodes()[inside].payload as usize;
            let mut children = test.children(inside).enumerate().take_while(|(_, child)| *child <= node);
            let (index, child) = children.by_ref().last()?;
            at = at.part(payload, inside, index)?;
            inside = child;
        }
        Some(at)
    }
}

impl At {
    fn from_shape(mut shape: &'static Shape, depth: u32) -> At {
        let mut object = None;
        while let Shape::Wrapper(wrapper) = shape {
            object = object.or(wrapper.object);
            shape = (wrapper.inner)();
        }
        At { shape: shape.value_shape(), object, depth, element_of: None }
    }

    /// True if the step of this variant lends a part of the object.
    fn leads(&self, variant: usize) -> bool {
        self.find_part(variant).is_some()
    }

    /// True if the place lent by the step of this variant may be assigned another value.
    fn is_assigned(&self, variant: usize) -> bool {
        self.object.and_then(|object| object.steps.get(variant)).is_some_and(|step| step.assigned.is_some())
    }

    fn find_part(&self, variant: usize) -> Option<&'static Object> {
        match self.object?.steps.get(variant)?.gives {
            StepGives::Part(part) => Some(part()),
            StepGives::Nothing | StepGives::Itself => None,
        }
    }

    /// The part with this index of the value at `node`, which has this payload.
    fn part(&self, payload: usize, node: usize, index: usize) -> Option<At> {
        let is_step = self.element_of.is_some();
        let (shape, owner): (ShapeRef, _) = match self.shape {
            Shape::Product(product) => (*product.fields.get(index)?, self.object),
            Shape::Sequence(sequence) => (sequence.element, self.object),
            Shape::Sum(sum) => {
                let fields = sum.variants.get(payload)?.fields;
                let lends = is_step && index + 1 == fields.len();
                (*fields.get(index)?, if lends { self.find_part(payload) } else { None })
            }
            _ => return None,
        };
        let part = At::from_shape(shape(), self.depth + 1);
        let element_of = matches!(self.shape, Shape::Sequence(_)).then_some((node, index));
        Some(At { object: part.object.or(owner), element_of, ..part })
    }
}
