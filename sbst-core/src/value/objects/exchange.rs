//! Values that searches of different targets exchange.
//!
//! 1. The exchanged types are those with rare values: objects, and types made by calls that may
//!    refuse their arguments.
//! 2. A type's key is a fingerprint of its name and of the calls that make and change it. So a
//!    stored value has the same type, or is not used.
//! 3. Of nested values, the outermost counts: its parts are not exchanged.
//! 4. [The call of a target](super::origin_by) that gives such a type is a value of it, without
//!    steps.
//! 5. Texts are exchanged, too: arguments, and parts of such types.

use super::{Callable, Objects};
use crate::value::object_types::environment::calls;
use sbst_model::fingerprint::hash_text;
use sbst_model::messages::text_key;
use sbst_model::shape::{Object, Origin, Product};
use sbst_model::{Shape, TestCase};
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// A type whose values are exchanged.
#[derive(Clone, Copy)]
pub struct Exchanged {
    /// The shape of its values, without references around it.
    pub shape: &'static Shape,
    pub(super) object: Option<&'static Object>,
}

impl Exchanged {
    /// Returns the type of values of this shape, if it is exchanged (rule 1).
    pub(super) fn from_shape(mut shape: &'static Shape) -> Option<Exchanged> {
        while let Shape::Wrapper(wrapper) = shape {
            let inner = (wrapper.inner)();
            if let Some(object) = wrapper.object {
                return Some(Exchanged { shape: inner.value_shape(), object: Some(object) });
            }
            shape = inner;
        }
        let is_refusing = |(_, call): &(_, &Product)| call.fallible;
        calls(shape).iter().any(is_refusing).then_some(Exchanged { shape, object: None })
    }
}

impl Objects {
    /// Returns the key of a type (rule 2).
    pub fn key(&self, exchanged: &Exchanged) -> u64 {
        match exchanged.object {
            Some(object) => self.key_of_object(object),
            None => {
                let templates = calls(exchanged.shape).into_iter().map(|(_, call)| call.template);
                hash_text(&templates.collect::<Vec<_>>().join("|"))
            }
        }
    }

    pub(super) fn key_of_object(&self, object: &Object) -> u64 {
        let entry = self.types.entry(object.value);
        let given = || {
            let origin = entry.and_then(|entry| entry.origins.first().or(entry.variants.first()))?;
            self.given(*origin)
        };
        let name = entry.and_then(|entry| entry.value.get()).map(|value| value.type_name);
        let mut text = name.or_else(given).unwrap_or_default().to_owned();
        let mut add = |callable: Option<&Callable>| {
            text.push('|');
            text.extend(callable.map(|callable| callable.target.id.path.as_str()));
        };
        for origin in &object.origins {
            add(match origin {
                Origin::Value => None,
                Origin::Call(number) => self.callable(*number),
            });
        }
        object.steps.iter().for_each(|step| add(self.callable(step.callable)));
        hash_text(&text)
    }

    /// Returns the exchanged types among the functions' parameters that are not objects.
    pub fn values_made_by_calls(&'static self) -> &'static [Exchanged] {
        static KNOWN: OnceLock<Vec<Exchanged>> = OnceLock::new();
        KNOWN.get_or_init(|| {
            let mut found = Vec::new();
            let parameters = self.callables.iter().flat_map(Callable::parameter_shapes).collect();
            each_shape(parameters, &mut |shape| {
                let exchanged = Exchanged::from_shape(shape).filter(|exchanged| exchanged.object.is_none());
                if let Some(exchanged) = exchanged {
                    let is_same = |other: &Exchanged| std::ptr::eq(other.shape, exchanged.shape);
                    if !found.iter().any(is_same) {
                        found.push(exchanged);
                    }
                }
                true
            });
            found
        })
    }

    /// Returns the keys of the values with which a target with these parameters begins.
    pub fn keys_of(&self, parameters: &[&'static Shape]) -> Vec<u64> {
        let mut keys: Vec<u64> = outermost(parameters).iter().map(|exchanged| self.key(exchanged)).collect();
        keys.extend((!texts(parameters).is_empty()).then(text_key));
        keys.sort_unstable();
        keys.dedup();
        keys
    }
}

/// Visits the outermost values of exchanged types in a test case, with their nodes (rule 3).
pub fn each_exchanged(
    parameters: &[&'static Shape],
    test: &TestCase,
    visit: &mut dyn FnMut(&Exchanged, usize),
) {
    for (shape, node) in parameters.iter().zip(test.children(0)) {
        each_exchanged_in(shape, test, node, visit);
    }
}

fn each_exchanged_in(
    shape: &'static Shape,
    test: &TestCase,
    node: usize,
    visit: &mut dyn FnMut(&Exchanged, usize),
) {
    if let Some(exchanged) = Exchanged::from_shape(shape) {
        return visit(&exchanged, node);
    }
    let fields = match shape.value_shape() {
        Shape::Sequence(sequence) => {
            return test
                .children(node)
                .for_each(|element| each_exchanged_in((sequence.element)(), test, element, visit));
        }
        Shape::Product(product) => product.fields,
        Shape::Sum(sum) => sum.variants[test.nodes()[node].payload as usize].fields,
        _ => return,
    };
    for (field, node) in fields.iter().zip(test.children(node)) {
        each_exchanged_in(field(), test, node, visit);
    }
}

/// Returns the outermost exchanged types among arguments of these shapes.
pub fn outermost(parameters: &[&'static Shape]) -> Vec<Exchanged> {
    let mut found = Vec::new();
    each_shape(parameters.to_vec(), &mut |shape| {
        let exchanged = Exchanged::from_shape(shape);
        found.extend(exchanged);
        exchanged.is_none()
    });
    found
}

/// Returns the shapes of texts among arguments of these shapes, or among arguments of calls in them
/// (rule 5).
pub fn texts(parameters: &[&'static Shape]) -> Vec<&'static Shape> {
    let of_calls = outermost(parameters).into_iter().filter(|exchanged| exchanged.object.is_none());
    let fields = of_calls.flat_map(|exchanged| calls(exchanged.shape)).flat_map(|(_, call)| call.fields);
    let fields: Vec<&'static Shape> = fields.map(|field| field()).collect();
    let all = parameters.iter().copied().chain(fields).map(Shape::value_shape);
    let mut texts: Vec<&'static Shape> = Vec::new();
    for text in all.filter(|shape| matches!(shape, Shape::Text(_))) {
        if !texts.iter().any(|other| std::ptr::eq(*other, text)) {
            texts.push(text);
        }
    }
    texts
}

/// True if values of a shape are texts.
pub fn is_text(shape: &'static Shape) -> bool {
    matches!(shape.value_shape(), Shape::Text(_))
}

/// Visits these shapes and their parts; those of a shape only if `visit` returns true.
pub(super) fn each_shape(mut open: Vec<&'static Shape>, visit: &mut dyn FnMut(&'static Shape) -> bool) {
    let mut seen: BTreeSet<usize> = BTreeSet::new();
    while let Some(shape) = open.pop() {
        if seen.insert(std::ptr::from_ref(shape).addr()) && visit(shape) {
            open.extend(shape.parts());
        }
    }
}
