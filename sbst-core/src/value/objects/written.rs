//! Call sequences in their written form: each statement with its function and its arguments, and a
//! name for each used result.

use super::{Callable, Objects};
use crate::sorted::SortedMap;
use crate::value::build::PINNED;
use crate::value::object_types::{numbers, pointers, Element, Mode};
use sbst_model::expression::{self, Context, Spelling};
use sbst_model::messages::{Binding, Called, Statement, Variable};
use sbst_model::shape::{Product, Shape};
use sbst_model::target::{Parameter, DOUBLE_TYPE};
use sbst_model::words::snake_case;
use sbst_model::{story, Expression, NodeKind, TestCase};

impl Objects {
    /// Returns the call sequence of a test case with arguments of these shapes: the statements
    /// before the call of the target, and its arguments. Some values have spellings.
    pub fn written(
        &self,
        parameters: &[&'static Shape],
        test: &TestCase,
        spellings: &[Spelling],
    ) -> (Vec<Statement>, Vec<Expression>) {
        let mut rendered = TestCase::new();
        story::tell(parameters, test, &mut rendered);
        let mut nodes = statements(&rendered);
        let Some(target) = nodes.pop() else { return (Vec::new(), Vec::new()) };
        self.written_to(&rendered, &nodes, target, parameters, spellings)
    }

    /// Returns the beginning of a rendered call sequence: these statements, and the arguments of
    /// the next statement, of these shapes.
    pub fn written_to(
        &self,
        rendered: &TestCase,
        nodes: &[usize],
        target: usize,
        parameters: &[&'static Shape],
        spellings: &[Spelling],
    ) -> (Vec<Statement>, Vec<Expression>) {
        let names = self.names(rendered, nodes);
        let context = Context { results: &names, spellings };
        let all = || nodes.iter().map(|&node| rendered.nodes()[node].payload);
        let parameters: Vec<&'static Shape> = rendered
            .children(target)
            .zip(parameters)
            .map(|(node, shape)| pointers::as_rendered(shape, rendered.nodes()[node], all()))
            .collect();
        let written = |node: usize, shapes: &[&'static Shape], is_value: bool| -> Vec<Expression> {
            let arguments = rendered.children(node).zip(shapes);
            arguments
                .map(|(node, shape)| expression::write_before_last(shape, rendered, node, context, is_value))
                .collect()
        };
        let statements = nodes.iter().enumerate().map(|(index, &node)| {
            let number = rendered.nodes()[node].payload;
            let uses = self.uses(rendered, nodes, target, &parameters, index as u64);
            let callable = self.callable(number);
            let gives = callable.and_then(|callable| callable.shapes.gives.as_ref());
            Statement {
                called: callable.map(Callable::described),
                arguments: match callable {
                    Some(callable) => written(node, &callable.parameter_shapes(), false),
                    None => match self.assigned(number) {
                        Some(assigned) => written(node, &assigned.sides(), false),
                        None => written(node, &[self.value_shape(number)], true),
                    },
                },
                is_assignment: self.assigned(number).is_some(),
                result: None,
                variable: (!uses.is_empty()).then(|| Variable {
                    name: names[index].clone(),
                    is_changed: uses.contains(&Mode::Mutable)
                        && !gives.is_some_and(|gives| gives.is_reference),
                    unwraps: gives.is_some_and(|gives| gives.is_fallible),
                    is_reference: gives.is_some_and(|gives| gives.is_reference),
                    binding: match (numbers::element(number), gives) {
                        (Some(element), Some(gives)) => binding(&gives.elements, element, &names[index]),
                        _ => Binding::Whole,
                    },
                }),
            }
        });
        let arguments = rendered.children(target).zip(&parameters);
        let arguments = arguments
            .map(|(node, shape)| expression::write_in_story(shape, rendered, node, context))
            .collect();
        (statements.collect(), arguments)
    }

    /// Returns a name for the result of each statement, after its type; assignments have none.
    fn names(&self, rendered: &TestCase, nodes: &[usize]) -> Vec<String> {
        let mut taken: SortedMap<String, usize> = SortedMap::new();
        let name = |&node: &usize| {
            let number = rendered.nodes()[node].payload;
            if self.assigned(number).is_some() {
                return String::new();
            }
            let type_name = match self.callable(number) {
                Some(_) => self.given(number),
                None => Some(self.type_name_of_value(number)),
            };
            let name = variable_name(type_name.unwrap_or("value"));
            let before = taken.get_or_insert_with(name.clone(), || 0);
            *before += 1;
            if *before > 1 {
                format!("{name}_{before}")
            } else {
                name
            }
        };
        nodes.iter().map(name).collect()
    }

    /// Returns how later statements take the result of the statement with this index.
    fn uses(
        &self,
        rendered: &TestCase,
        nodes: &[usize],
        target: usize,
        parameters: &[&'static Shape],
        index: u64,
    ) -> Vec<Mode> {
        let mut uses = Vec::new();
        for &node in nodes.iter().chain([&target]) {
            let callable = self.callable(rendered.nodes()[node].payload);
            for (at, argument) in rendered.children(node).enumerate() {
                let mut nodes = rendered.nodes()[rendered.subtree(argument)].iter();
                if !nodes.any(|node| node.kind == NodeKind::ResultOf && node.payload == index) {
                    continue;
                }
                let shape = match callable {
                    Some(callable) => callable.parameter_shapes().get(at).copied(),
                    None => parameters.get(at).copied().filter(|_| node == target),
                };
                uses.push(shape.map_or(Mode::Value, |shape| mode(shape, rendered, argument)));
            }
        }
        uses
    }
}

/// Returns the nodes of the statements of a call sequence.
pub fn statements(rendered: &TestCase) -> Vec<usize> {
    let statement = |node: usize| (node < rendered.nodes().len()).then_some(node);
    std::iter::successors(statement(0), |node| statement(rendered.subtree(*node).end)).collect()
}

/// Returns how an argument takes its contents.
fn mode(shape: &'static Shape, rendered: &TestCase, argument: usize) -> Mode {
    match shape {
        Shape::Wrapper(wrapper) if wrapper.template.starts_with("&mut ") || wrapper.template == PINNED => {
            Mode::Mutable
        }
        Shape::Wrapper(wrapper) if wrapper.template.starts_with('&') => Mode::Shared,
        // The argument is one of several types.
        Shape::Sum(sum) => match sum.variants.get(rendered.nodes()[argument].payload as usize) {
            Some(Product { fields: [field], template: "{0}", .. }) => mode(field(), rendered, argument + 1),
            _ => Mode::Value,
        },
        _ => Mode::Value,
    }
}

impl Callable {
    pub fn parameter_shapes(&self) -> Vec<&'static Shape> {
        self.shapes.parameters.iter().filter_map(|parameter| parameter.refer).map(|refer| refer()).collect()
    }

    pub(super) fn described(&self) -> Called {
        let parameters = self.target.parameters.iter().map(|parameter| Parameter {
            name: parameter.name.to_owned(),
            type_text: parameter.type_text.to_owned(),
            can_be_built: true,
        });
        Called {
            id: self.target.id(),
            place: self.target.place(),
            parameters: parameters.collect(),
            form: self.shapes.call.clone(),
            borrows: self.borrows.to_vec(),
        }
    }
}

/// Returns how the variable of a result is bound to one of its elements.
fn binding(elements: &[Element], element: usize, variable: &str) -> Binding {
    let names = |elements: &[Element]| {
        elements.iter().map(|element| variable_name((element.kind.name)())).collect::<Vec<_>>()
    };
    match elements.get(element).and_then(|element| element.pattern) {
        Some(pattern) => Binding::Variant(expression::pattern(pattern, variable)),
        None => Binding::Tuple([names(&elements[..element]), names(&elements[element + 1..])]),
    }
}

/// Returns the last name of a type in the form of a variable: `demo::gangs::GameState<u8>` is a
/// `game_state`.
fn variable_name(type_name: &str) -> String {
    let path = type_name.split(['<', ' ', '(', '[']).next().unwrap_or_default();
    let name = path.rsplit("::").next().unwrap_or_default();
    let name = name.strip_prefix(DOUBLE_TYPE).unwrap_or(name);
    if name.is_empty() {
        String::from("value")
    } else {
        snake_case(name)
    }
}

#[cfg(test)]
mod tests {
    use super::variable_name;

    #[test]
    fn variables_are_named_after_types() {
        for (type_name, name) in [
            ("demo::gangs::GameState<u8>", "game_state"),
            ("demo::CV", "cv"),
            ("demo::__SbstDoubleClock", "clock"),
            ("alloc::boxed::Box<dyn demo::Shape>", "box"),
            ("&str", "&str"),
            ("(u8, u8)", "value"),
        ] {
            assert_eq!(variable_name(type_name), name);
        }
    }
}
