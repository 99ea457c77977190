//! Stories as they are to be written: each statement with its function and its arguments, and each result that is used with a name.

use super::{sharing, Callable, Mode, Objects};
use sbst_model::messages::{Called, Statement, Variable};
use sbst_model::shape::{Product, Shape};
use sbst_model::target::Parameter;
use sbst_model::{expression, story, Expression, NodeKind, TestCase};
use std::collections::BTreeMap;

impl Objects {
    /// The story of a test case whose arguments are of these shapes: the statements before the call of the target, and the arguments of
    /// that.
    pub(crate) fn written(
        &self,
        parameters: &[&'static Shape],
        test: &TestCase,
    ) -> (Vec<Statement>, Vec<Expression>) {
        let mut told = TestCase::new();
        story::tell(parameters, test, &mut told);
        let mut nodes = statements(&told);
        let Some(target) = nodes.pop() else { return (Vec::new(), Vec::new()) };
        self.written_to(&told, &nodes, target, parameters)
    }

    /// The same of the beginning of a story that was told: of these statements, and of one behind them, whose arguments are of these shapes.
    pub(super) fn written_to(
        &self,
        told: &TestCase,
        nodes: &[usize],
        target: usize,
        parameters: &[&'static Shape],
    ) -> (Vec<Statement>, Vec<Expression>) {
        let names = self.names(told, nodes);
        let numbers = || nodes.iter().map(|&node| told.nodes()[node].payload);
        let parameters: Vec<&'static Shape> = told
            .children(target)
            .zip(parameters)
            .map(|(node, shape)| sharing::as_told(shape, told.nodes()[node], numbers()))
            .collect();
        let written = |node: usize, shapes: &[&'static Shape], is_value: bool| -> Vec<Expression> {
            let arguments = told.children(node).zip(shapes);
            arguments
                .map(|(node, shape)| expression::before_last(shape, told, node, &names, is_value))
                .collect()
        };
        let statements = nodes.iter().enumerate().map(|(index, &node)| {
            let number = told.nodes()[node].payload;
            let uses = self.uses(told, nodes, target, &parameters, index as u64);
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
                variable: (!uses.is_empty()).then(|| Variable {
                    name: names[index].clone(),
                    is_changed: uses.contains(&Mode::Mutable)
                        && !gives.is_some_and(|gives| gives.is_reference),
                    unwraps: gives.is_some_and(|gives| gives.is_fallible),
                    is_reference: gives.is_some_and(|gives| gives.is_reference),
                }),
            }
        });
        let arguments = told.children(target).zip(&parameters);
        let arguments =
            arguments.map(|(node, shape)| expression::in_story(shape, told, node, &names)).collect();
        (statements.collect(), arguments)
    }

    /// A name for the result of each statement, after its type; of assignments there is none.
    fn names(&self, told: &TestCase, nodes: &[usize]) -> Vec<String> {
        let mut taken: BTreeMap<String, usize> = BTreeMap::new();
        let name = |&node: &usize| {
            let number = told.nodes()[node].payload;
            if self.assigned(number).is_some() {
                return String::new();
            }
            let type_name = match self.callable(number) {
                Some(callable) => callable.shapes.gives.as_ref().map(|gives| (gives.kind.name)()),
                None => Some(self.type_name_of_value(number)),
            };
            let name = snake_case(type_name.unwrap_or("value"));
            let before = taken.entry(name.clone()).or_default();
            *before += 1;
            if *before > 1 {
                format!("{name}_{before}")
            } else {
                name
            }
        };
        nodes.iter().map(name).collect()
    }

    /// How the statements after it take the result of the statement with this index.
    fn uses(
        &self,
        told: &TestCase,
        nodes: &[usize],
        target: usize,
        parameters: &[&'static Shape],
        index: u64,
    ) -> Vec<Mode> {
        let mut uses = Vec::new();
        for &node in nodes.iter().chain([&target]) {
            let callable = self.callable(told.nodes()[node].payload);
            for (at, argument) in told.children(node).enumerate() {
                let mut nodes = told.nodes()[told.subtree(argument)].iter();
                if !nodes.any(|node| node.kind == NodeKind::ResultOf && node.payload == index) {
                    continue;
                }
                let shape = match callable {
                    Some(callable) => callable.parameter_shapes().get(at).copied(),
                    None => parameters.get(at).copied().filter(|_| node == target),
                };
                uses.push(shape.map_or(Mode::Value, |shape| mode(shape, told, argument)));
            }
        }
        uses
    }
}

/// The nodes of the statements of a story.
pub(crate) fn statements(told: &TestCase) -> Vec<usize> {
    let statement = |node: usize| (node < told.nodes().len()).then_some(node);
    std::iter::successors(statement(0), |node| statement(told.subtree(*node).end)).collect()
}

/// How an argument takes what is in it.
fn mode(shape: &'static Shape, told: &TestCase, argument: usize) -> Mode {
    match shape {
        Shape::Wrapper(wrapper) if wrapper.template.starts_with("&mut ") => Mode::Mutable,
        Shape::Wrapper(wrapper) if wrapper.template.starts_with('&') => Mode::Shared,
        // One of several types.
        Shape::Sum(sum) => match sum.variants.get(told.nodes()[argument].payload as usize) {
            Some(Product { fields: [field], template: "{0}", .. }) => mode(field(), told, argument + 1),
            _ => Mode::Value,
        },
        _ => Mode::Value,
    }
}

impl Callable {
    pub(super) fn parameter_shapes(&self) -> Vec<&'static Shape> {
        self.shapes.parameters.iter().filter_map(|parameter| parameter.refer).map(|refer| refer()).collect()
    }

    fn described(&self) -> Called {
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

/// The last name in a type's, as variables are called: `demo::gangs::GameState<u8>` is a `game_state`.
fn snake_case(type_name: &str) -> String {
    let path = type_name.split(['<', ' ', '(', '[']).next().unwrap_or_default();
    let name = path.rsplit("::").next().unwrap_or_default();
    let mut snake = String::new();
    let mut before_is_lower = false;
    for character in name.chars() {
        if character.is_uppercase() && before_is_lower {
            snake.push('_');
        }
        before_is_lower = !character.is_uppercase();
        snake.extend(character.to_lowercase());
    }
    if snake.is_empty() {
        String::from("value")
    } else {
        snake
    }
}

#[cfg(test)]
mod tests {
    use super::snake_case;

    #[test]
    fn variables_are_called_after_types() {
        for (type_name, name) in [
            ("demo::gangs::GameState<u8>", "game_state"),
            ("demo::CV", "cv"),
            ("alloc::boxed::Box<dyn demo::Shape>", "box"),
            ("&str", "&str"),
            ("(u8, u8)", "value"),
        ] {
            assert_eq!(snake_case(type_name), name);
        }
    }
}
