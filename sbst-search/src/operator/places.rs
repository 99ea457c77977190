//! Places: the values of a test case with their shapes, for operators that choose among them.

use sbst_model::shape::{Object, Origin, Product, ShapeRef, StepGives, Template, Wrapper};
use sbst_model::{NodeKind, Shape, TestCase};

#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub node: usize,
    /// The shape behind references.
    pub shape: &'static Shape,
    /// The number of values around it; 0 for an argument.
    pub depth: u32,
    /// The call that takes it, if it is an argument of a constructor or a step.
    pub taken_by: Option<TakenBy>,
}

/// A parameter of a function that makes or changes a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TakenBy {
    pub function: Function,
    pub parameter: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Function {
    /// The callable with this number.
    Callable(u64),
    /// The function that this template calls.
    Template(Template),
}

/// The meaning of a value for the object that it is a part of.
#[derive(Clone, Copy)]
enum Part {
    Value(Option<TakenBy>),
    /// An object's product of its origin and its steps.
    Whole(&'static Object),
    Origin(&'static Object),
    Steps(&'static Object),
    Step(&'static Object),
}

impl Part {
    fn field(template: Template, field: usize) -> Part {
        Part::Value(Some(TakenBy { function: Function::Template(template), parameter: field }))
    }
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
        self.visit((shape, Part::Value(None)), value, 0, depth);
    }

    /// Finds the places of `test`, replacing earlier ones.
    pub fn find(&mut self, parameters: &[&'static Shape], test: &TestCase) {
        self.leaves.clear();
        self.structures.clear();
        let mut node = 1;
        for shape in parameters {
            node = self.visit((shape, Part::Value(None)), test, node, 0);
        }
    }

    /// Adds the places in the subtree at `node`, and returns the node after it.
    fn visit(
        &mut self,
        (shape, part): (&'static Shape, Part),
        test: &TestCase,
        node: usize,
        depth: u32,
    ) -> usize {
        let found = test.nodes()[node];
        let after = node + found.length as usize;
        if found.kind == NodeKind::ResultOf {
            return after;
        }
        let part = object(shape).map_or(part, Part::Whole);
        let shape = shape.value_shape();
        let taken_by = match part {
            Part::Value(taken_by) => taken_by,
            _ => None,
        };
        let place = Place { node, shape, depth, taken_by };
        match shape {
            Shape::Sequence(sequence) => {
                // An array of one element consists of it alone.
                if sequence.shortest < sequence.longest || sequence.longest > 1 {
                    self.structures.push(place);
                }
                let inside = match part {
                    Part::Steps(object) => Part::Step(object),
                    _ => Part::Value(None),
                };
                let mut element = node + 1;
                while element < after {
                    element = self.visit(((sequence.element)(), inside), test, element, depth + 1);
                }
            }
            Shape::Product(product) => self.visit_fields(product.fields, test, place, |field| match part {
                Part::Whole(object) if field == 0 => Part::Origin(object),
                Part::Whole(object) => Part::Steps(object),
                _ => Part::field(product.template, field),
            }),
            Shape::Sum(sum) => {
                if sum.variants.len() > 1 {
                    self.structures.push(place);
                }
                let variant = found.payload as usize;
                let Product { fields, template, .. } = sum.variants[variant];
                self.visit_fields(fields, test, place, |field| match part {
                    Part::Origin(object) => origin_part(object, variant, field),
                    Part::Step(object) => step_part(object, variant, field, fields.len()),
                    _ => Part::field(template, field),
                });
            }
            _ => self.leaves.push(place),
        }
        after
    }

    fn visit_fields(
        &mut self,
        fields: &'static [ShapeRef],
        test: &TestCase,
        place: Place,
        part: impl Fn(usize) -> Part,
    ) {
        let mut node = place.node + 1;
        for (index, field) in fields.iter().enumerate() {
            node = self.visit((field(), part(index)), test, node, place.depth + 1);
        }
    }
}

/// Returns the object that a shape is, wrappers looked through.
fn object(mut shape: &'static Shape) -> Option<&'static Object> {
    loop {
        match shape {
            Shape::Wrapper(Wrapper { object: Some(object), .. }) => return Some(object),
            Shape::Wrapper(wrapper) => shape = (wrapper.inner)(),
            Shape::Argument(argument) => shape = argument.choice(),
            _ => return None,
        }
    }
}

/// Returns the meaning of a field of an origin's variant.
fn origin_part(object: &Object, variant: usize, field: usize) -> Part {
    Part::Value(match object.origins.get(variant) {
        Some(Origin::Call(callable)) => {
            Some(TakenBy { function: Function::Callable(*callable), parameter: field })
        }
        _ => None,
    })
}

/// Returns the meaning of a field of a step's variant, which has so many fields.
fn step_part(object: &Object, variant: usize, field: usize, fields: usize) -> Part {
    let Some(step) = object.steps.get(variant) else { return Part::Value(None) };
    let Some(argument) = field.checked_sub(usize::from(step.assigned.is_some())) else {
        return Part::Value(None);
    };
    match step.gives {
        StepGives::Part(part) if field + 1 == fields => Part::Steps(part()),
        _ => {
            let parameter = argument + usize::from(argument >= step.receiver);
            Part::Value(Some(TakenBy { function: Function::Callable(step.callable), parameter }))
        }
    }
}
