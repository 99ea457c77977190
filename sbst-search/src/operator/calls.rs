//! The calls that take values of a test case, and the values passed to them by examples.
//!
//! Operators need neither, so [places](super::places) do not have them.

use sbst_model::shape::{Object, Origin, Product, ShapeRef, StepGives, Template, Wrapper};
use sbst_model::{called, Literals, NodeKind, Shape, TestCase};
use std::collections::BTreeMap;

/// A parameter of a function that makes or changes a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TakenBy {
    pub function: Function,
    pub parameter: usize,
}

/// A constructor, or a call that changes an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// The callable with this number.
    Callable(u64),
    /// The function called by this template.
    Template(Template),
}

/// The meaning of a value for its object.
#[derive(Clone, Copy)]
enum Part {
    Value(Option<TakenBy>),
    /// An object's product of its origin and its steps.
    Whole(&'static Object),
    Origin(&'static Object),
    Steps(&'static Object),
    Step(&'static Object),
}

impl TakenBy {
    /// Finds the call that takes the value at a node; `None` for an argument of the function itself.
    pub fn find(parameters: &[&'static Shape], test: &TestCase, node: usize) -> Option<TakenBy> {
        let arguments = parameters.iter().zip(test.children(0));
        let (shape, argument) = arguments.into_iter().find(|(_, at)| test.subtree(*at).contains(&node))?;
        within((shape, Part::Value(None)), test, argument, node)
    }
}

/// Returns the call that takes the value at `node`, in the subtree at `at`.
fn within((shape, part): (&'static Shape, Part), test: &TestCase, at: usize, node: usize) -> Option<TakenBy> {
    let found = test.nodes()[at];
    if at == node || found.kind == NodeKind::ResultOf {
        return match part {
            Part::Value(taken_by) => taken_by,
            _ => None,
        };
    }
    let part = object(shape).map_or(part, Part::Whole);
    let mut children = test.children(at).enumerate();
    let (index, child) = children.find(|(_, child)| test.subtree(*child).contains(&node))?;
    let field = |fields: &'static [ShapeRef]| fields.get(index).map(|field| field());
    match shape.value_shape() {
        Shape::Sequence(sequence) => {
            let inside = match part {
                Part::Steps(object) => Part::Step(object),
                _ => Part::Value(None),
            };
            within(((sequence.element)(), inside), test, child, node)
        }
        Shape::Product(product) => {
            let inside = match part {
                Part::Whole(object) if index == 0 => Part::Origin(object),
                Part::Whole(object) => Part::Steps(object),
                _ => Part::field(product.template, index),
            };
            within((field(product.fields)?, inside), test, child, node)
        }
        Shape::Sum(sum) => {
            let variant = found.payload as usize;
            let Product { fields, template, .. } = sum.variants[variant];
            let inside = match part {
                Part::Origin(object) => Part::of_origin(object, variant, index),
                Part::Step(object) => Part::of_step(object, variant, index, fields.len()),
                _ => Part::field(template, index),
            };
            within((field(fields)?, inside), test, child, node)
        }
        _ => None,
    }
}

/// Returns the object of a shape behind wrappers.
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

impl Part {
    fn field(template: Template, field: usize) -> Part {
        Part::Value(Some(TakenBy { function: Function::Template(template), parameter: field }))
    }

    /// Returns the meaning of a field of an origin's variant.
    fn of_origin(object: &Object, variant: usize, field: usize) -> Part {
        Part::Value(match object.origins.get(variant) {
            Some(Origin::Call(callable)) => {
                Some(TakenBy { function: Function::Callable(*callable), parameter: field })
            }
            _ => None,
        })
    }

    /// Returns the meaning of a field of a step's variant with this number of fields.
    fn of_step(object: &Object, variant: usize, field: usize, fields: usize) -> Part {
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
}

/// Literals in the package's examples that are arguments of constructors and steps.
#[derive(Clone, Debug, Default)]
pub struct CallExamples {
    /// The literals by the number of a callable, and the parameter.
    of_callables: BTreeMap<(u64, usize), Literals>,
    /// The literals by the [last names](called::last_names) of a function, and the parameter.
    of_functions: BTreeMap<(String, String, usize), Literals>,
}

impl CallExamples {
    /// Returns the literals of a parameter, if any.
    pub fn of(&self, taken_by: TakenBy) -> Option<&Literals> {
        let TakenBy { function, parameter } = taken_by;
        match function {
            Function::Callable(callable) => self.of_callables.get(&(callable, parameter)),
            Function::Template(template) if self.of_functions.is_empty() || !template.contains('(') => None,
            Function::Template(template) => {
                let path = called::function(template)?;
                let (owner, name) = called::last_names(&path)?;
                self.of_functions.get(&(owner.to_owned(), name.to_owned(), parameter))
            }
        }
    }

    /// Calls `add` with the literals of a parameter of a function, given by its path and by the numbers of
    /// its callables.
    pub fn for_each(
        &mut self,
        path: &str,
        callables: &[u64],
        parameter: usize,
        mut add: impl FnMut(&mut Literals),
    ) {
        for &callable in callables {
            add(self.of_callables.entry((callable, parameter)).or_default());
        }
        if let Some((owner, name)) = called::last_names(path) {
            add(self.of_functions.entry((owner.to_owned(), name.to_owned(), parameter)).or_default());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sbst_model::shape::{Integer, Sequence, Step, Sum};
    use std::sync::LazyLock;

    // A cell is made by callable 3 of a number, and callable 4 puts a number at a place, its last argument.
    static NUMBER: Shape = Shape::Integer(Integer::all("i32", 32, true));
    static ORIGIN: Shape = Shape::Sum(Sum { variants: &[Product::new(&[|| &NUMBER], "")] });
    static STEP: Shape = Shape::Sum(Sum { variants: &[Product::new(&[|| &NUMBER, || &NUMBER], "")] });
    static STEPS: Shape = Shape::Sequence(Sequence::from_steps(|| &STEP, 9));
    static PARTS: Shape = Shape::Product(Product::new(&[|| &ORIGIN, || &STEPS], ""));
    static OBJECT: LazyLock<Object> = LazyLock::new(|| {
        let step = Step { callable: 4, receiver: 1, gives: StepGives::Nothing, assigned: None };
        Object { value: 9, origins: vec![Origin::Call(3)], steps: vec![step] }
    });
    static CELL: LazyLock<Shape> = LazyLock::new(|| {
        Shape::Wrapper(Wrapper { inner: || &PARTS, template: "{0}", object: Some(&OBJECT) })
    });
    static PARSED: Shape = Shape::Product(Product::new(&[|| &NUMBER], "{demo::Day}::new({0})"));

    #[test]
    fn values_are_taken_by_origins_steps_and_calls_of_templates() {
        let mut test = TestCase::new();
        let call = test.open(NodeKind::Statement, 0);
        let cell = test.open(NodeKind::Product, 0);
        let mut numbers = Vec::new();
        let mut number = |test: &mut TestCase| {
            numbers.push(test.nodes().len());
            test.leaf(NodeKind::Integer, 1);
        };
        let origin = test.open(NodeKind::Sum, 0);
        number(&mut test);
        test.close(origin);
        let steps = test.open(NodeKind::Sequence, 1);
        let step = test.open(NodeKind::Sum, 0);
        number(&mut test);
        number(&mut test);
        test.close(step);
        test.close(steps);
        test.close(cell);
        let day = test.open(NodeKind::Product, 0);
        number(&mut test);
        test.close(day);
        number(&mut test);
        test.close(call);
        let parameters: [&'static Shape; 3] = [&CELL, &PARSED, &NUMBER];
        let found = |node: &usize| {
            TakenBy::find(&parameters, &test, *node).map(|taken_by| (taken_by.function, taken_by.parameter))
        };
        let found: Vec<_> = numbers.iter().map(found).collect();
        let callable = Function::Callable;
        let expected = [
            Some((callable(3), 0)),
            Some((callable(4), 0)),
            Some((callable(4), 2)),
            Some((Function::Template("{demo::Day}::new({0})"), 0)),
            None,
        ];
        assert_eq!(found, expected, "the receiver of the step is its second parameter");
    }
}
