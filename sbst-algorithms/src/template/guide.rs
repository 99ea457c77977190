//! Shapes of values that contain an object written by a call of a graph.

use super::{Graph, Setter};
use sbst_model::shape::{Object, Origin, Product, Shape, ShapeRef, Step, StepGives};
use std::{cell::OnceCell, collections::BTreeSet};

/// A graph, and the shapes that lead to its objects.
pub(super) struct Guide {
    pub(super) graph: Graph,
    /// The addresses of the shapes; found for the first test.
    leading: OnceCell<BTreeSet<usize>>,
}

impl Guide {
    pub(super) fn new(graph: Graph) -> Guide {
        Guide { graph, leading: OnceCell::new() }
    }

    /// Finds the shapes among those of values of these parameters, once.
    pub(super) fn prepare(&self, parameters: &[&'static Shape]) {
        self.leading.get_or_init(|| {
            let mut all: Vec<&'static Shape> = parameters.to_vec();
            let mut seen: BTreeSet<usize> = BTreeSet::new();
            let mut next = 0;
            all.retain(|shape| seen.insert(address(shape)));
            while let Some(shape) = all.get(next) {
                all.extend(shape.parts().into_iter().filter(|part| seen.insert(address(part))));
                next += 1;
            }
            let is_written = |shape: &&&'static Shape| match shape {
                Shape::Wrapper(wrapper) => {
                    wrapper.object.is_some_and(|object| self.writes_to(object, &mut Vec::new()))
                }
                _ => false,
            };
            let mut leading: BTreeSet<usize> =
                all.iter().filter(is_written).map(|shape| address(shape)).collect();
            let mut before = 0;
            while leading.len() > before {
                before = leading.len();
                for shape in &all {
                    if shape.parts().iter().any(|part| leading.contains(&address(part))) {
                        leading.insert(address(shape));
                    }
                }
            }
            leading
        });
    }

    /// True if a call of the graph makes or changes an object, or a part lent by it.
    fn writes_to(&self, object: &'static Object, around: &mut Vec<*const Object>) -> bool {
        let is_setter = |callable: u64| self.setters().any(|setter| setter.callable == callable);
        let is_origin = |origin: &Origin| matches!(origin, Origin::Call(callable) if is_setter(*callable));
        if around.contains(&std::ptr::from_ref(object)) {
            return false;
        }
        around.push(object);
        object.origins.iter().any(is_origin)
            || object.steps.iter().any(|step| {
                is_setter(step.callable)
                    || matches!(step.gives, StepGives::Part(part) if self.writes_to(part(), around))
            })
    }

    fn setters(&self) -> impl Iterator<Item = &Setter> {
        self.graph.fields.iter().flatten()
    }

    /// True if values of a shape contain an object of the graph.
    pub(super) fn leads(&self, shape: &'static Shape) -> bool {
        self.leading.get().is_some_and(|leading| leading.contains(&address(shape)))
    }

    /// True if a call takes an object of the graph.
    pub(super) fn is_given(&self, arguments: &[ShapeRef]) -> bool {
        arguments.iter().any(|argument| self.leads(argument()))
    }
}

/// The arguments among the fields of a step's variant.
pub(super) fn arguments(step: Step, variant: &Product) -> &'static [ShapeRef] {
    let fields = step.without_assigned(variant.fields);
    match step.gives {
        StepGives::Part(_) => fields.split_last().map_or(fields, |(_, arguments)| arguments),
        StepGives::Nothing | StepGives::Itself => fields,
    }
}

fn address(shape: &'static Shape) -> usize {
    std::ptr::from_ref(shape).addr()
}
