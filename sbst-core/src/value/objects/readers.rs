//! Functions that show the state of a value after a call, and makers of equal values.
//!
//! 1. A call leaves its result and the arguments that it may have changed. These are behind `&mut`,
//!    or a receiver with contents changed by a method by `&self`.
//! 2. A *reader* of a value is a function with this value as its only parameter.
//! 3. A *getter* is a reader that is an inherent method and takes a reference, so a test may call
//!    it anywhere and repeatedly. It must not change the contents behind it, nor depend on the
//!    environment. Only one instance of a function is called.
//! 4. A *query* is such a method with one other parameter. Its argument is one of the test's
//!    arguments of the same type, preferably of the tested call; or 0, for a number.
//! 5. A *maker* has no parameters, and returns the type itself. Inherent functions come before
//!    functions of traits. The result of a function without parameters has no makers.

use super::{written, Callable, Objects};
use crate::value::object_types::{environment, Gives, Kind, Mode};
use crate::value::shapes::{ParameterShape, Shapes};
use sbst_model::messages::Called;
use sbst_model::shape::{Shape, Wrapper};
use sbst_model::{conforms, expression, Expression, NodeKind, TestCase};

/// A value that a call leaves.
pub struct Left {
    /// The parameter with this argument; `None` for the result.
    pub parameter: Option<usize>,
    kind: Kind,
    /// The statement of a separate value, used if no statement gives the argument.
    value: Option<u64>,
    /// True if a node around the argument chooses the called instance.
    is_chosen: bool,
}

impl Left {
    /// Returns the values that a call of a function with these shapes leaves (rule 1). Some
    /// arguments may choose the called instance.
    pub fn all(shapes: &Shapes, is_chosen: impl Fn(usize) -> bool) -> Vec<Left> {
        let given = shapes.gives.iter().map(|gives| Left {
            parameter: None,
            kind: gives.kind,
            value: None,
            is_chosen: false,
        });
        // A lazy result changes its arguments only when its items are requested.
        let is_changed = |index: usize, mode: Mode| match mode {
            _ if shapes.call.lazy.is_some() => false,
            Mode::Mutable => true,
            Mode::Shared => index == 0 && shapes.changes_receiver,
            Mode::Value => false,
        };
        given.chain(Left::arguments(shapes, is_changed, &is_chosen)).collect()
    }

    /// Returns the objects that a call borrows, changed or not; `None` if it takes one of several
    /// by value.
    pub fn borrowed(shapes: &Shapes, is_chosen: impl Fn(usize) -> bool) -> Option<Vec<Left>> {
        let objects = shapes.parameters.iter().filter(|parameter| parameter.takes.is_some()).count();
        let borrowed: Vec<Left> =
            Left::arguments(shapes, |_, mode| !matches!(mode, Mode::Value), &is_chosen).collect();
        (objects < 2 || borrowed.len() == objects).then_some(borrowed)
    }

    fn arguments<'s>(
        shapes: &'s Shapes,
        is_left: impl Fn(usize, Mode) -> bool + 's,
        is_chosen: &'s dyn Fn(usize) -> bool,
    ) -> impl Iterator<Item = Left> + 's {
        let arguments = shapes.parameters.iter().enumerate();
        arguments.filter_map(move |(index, parameter)| {
            let takes = parameter.takes.as_ref()?;
            let left = || Left {
                parameter: Some(index),
                kind: takes.kind,
                value: value(parameter),
                is_chosen: is_chosen(index),
            };
            is_left(index, takes.mode).then(left)
        })
    }

    /// Returns the full name of the type.
    pub fn type_name(&self) -> &'static str {
        (self.kind.name)()
    }

    /// Returns a call sequence and the number of its statement that gives this value; `None` if no
    /// statement can.
    pub fn given_by(&self, story: &TestCase) -> Option<(TestCase, u64)> {
        let statements = written::statements(story);
        let (&call, before) = statements.split_last()?;
        let Some(index) = self.parameter else { return Some((story.clone(), before.len() as u64)) };
        let argument = story.children(call).nth(index)?;
        let own = if self.is_chosen { story.children(argument).next()? } else { argument };
        let node = story.nodes()[own];
        if node.kind == NodeKind::ResultOf {
            return Some((story.clone(), node.payload));
        }
        let mut kept = TestCase::new();
        before.iter().for_each(|statement| kept.append_subtree(story, *statement));
        let statement = kept.open(NodeKind::Statement, self.value?);
        kept.append_subtree(story, own);
        kept.close(statement);
        let statement = kept.open(NodeKind::Statement, story.nodes()[call].payload);
        for (at, node) in story.children(call).enumerate() {
            if at != index {
                kept.append_subtree(story, node);
                continue;
            }
            let choice = self.is_chosen.then(|| kept.open(NodeKind::Sum, story.nodes()[node].payload));
            kept.leaf(NodeKind::ResultOf, before.len() as u64);
            choice.into_iter().for_each(|choice| kept.close(choice));
        }
        kept.close(statement);
        Some((kept, before.len() as u64))
    }
}

/// Returns the statement with only the value behind a reference, if there is one.
fn value(parameter: &ParameterShape) -> Option<u64> {
    let Shape::Wrapper(Wrapper { inner, object: None, template }) = parameter.shape?.own() else {
        return None;
    };
    match inner() {
        Shape::Wrapper(Wrapper { object: Some(object), .. }) if template.starts_with('&') => {
            Some(object.value)
        }
        _ => None,
    }
}

impl Objects {
    /// Returns the readers of the result of a function with these shapes (rule 2).
    pub fn readers(&self, shapes: &Shapes) -> Vec<u64> {
        let given = shapes.gives.as_ref().filter(|gives| !gives.is_reference);
        let given = given.map(|gives| self.that(|callable| takes(callable, &gives.kind).is_some()).collect());
        given.unwrap_or_default()
    }

    /// Returns the getters of a value (rule 3).
    pub fn getters<'o>(&'o self, left: &'o Left) -> impl Iterator<Item = u64> + 'o {
        self.asked(1, left)
    }

    /// Returns the queries of a value that a call sequence leaves (rule 4), each with its argument.
    /// The last call has parameters of these shapes.
    pub fn queries(
        &self,
        left: &Left,
        story: &TestCase,
        parameters: &[&'static Shape],
    ) -> Vec<(u64, TestCase, Expression)> {
        let queries = self.asked(2, left);
        let query = |number: u64| {
            let shape = *self.callable(number)?.parameter_shapes().get(1)?;
            let argument = self.argument(shape, story, parameters).or_else(|| zero(shape))?;
            let written = expression::write(shape, &argument, 0);
            Some((number, argument, written))
        };
        queries.filter_map(query).collect()
    }

    /// Returns the methods with this number of parameters that may be called on a value, one
    /// instance of each.
    fn asked<'o>(&'o self, parameters: usize, left: &'o Left) -> impl Iterator<Item = u64> + 'o {
        let is_asked = move |callable: &Callable| {
            callable.shapes.parameters.len() == parameters && is_asked(callable, left)
        };
        let mut before = None;
        self.that(is_asked).filter(move |number| {
            let id = self.callable(*number).map(|callable| callable.target.id());
            let is_other = id != before;
            before = id;
            is_other
        })
    }

    /// Returns the argument of this shape in a call sequence, preferably of the last call.
    fn argument(
        &self,
        shape: &'static Shape,
        story: &TestCase,
        parameters: &[&'static Shape],
    ) -> Option<TestCase> {
        let is_result = |node: usize| {
            story.nodes()[story.subtree(node)].iter().any(|node| node.kind == NodeKind::ResultOf)
        };
        written::statements(story).into_iter().rev().find_map(|statement| {
            let shapes = match self.callable(story.nodes()[statement].payload) {
                Some(callable) => callable.parameter_shapes(),
                None => parameters.to_vec(),
            };
            let mut arguments = story.children(statement).zip(shapes);
            let same = |(node, other): &(usize, &'static Shape)| {
                std::ptr::eq(other.value_shape(), shape.value_shape()) && !is_result(*node)
            };
            let (node, _) = arguments.find(same)?;
            let mut argument = TestCase::new();
            story.copy_subtree(node, &mut argument);
            Some(argument)
        })
    }

    /// Returns the makers of values like the result of a function with these shapes (rule 5).
    pub fn makers(&self, shapes: &Shapes) -> Vec<u64> {
        let is_whole = |gives: &&Gives| !gives.is_reference && !gives.is_fallible;
        let gives = shapes.gives.as_ref().filter(is_whole).filter(|_| !shapes.parameters.is_empty());
        let Some(key) = gives.map(|gives| (gives.kind.key)()) else { return Vec::new() };
        let makes = |callable: &Callable| {
            let Shapes { parameters, gives, call, .. } = &callable.shapes;
            let gives = gives.as_ref().filter(is_whole);
            gives.is_some_and(|gives| (gives.kind.key)() == key) && parameters.is_empty() && !call.is_async
        };
        let is_of_trait = |number: &u64| {
            self.callable(*number).is_some_and(|callable| callable.target.id.path.contains(" as "))
        };
        let (of_traits, mut makers): (Vec<u64>, Vec<u64>) = self.that(makes).partition(is_of_trait);
        makers.extend(of_traits);
        makers
    }

    /// Describes the function that the statement with this number calls.
    pub fn described(&self, number: u64) -> Option<Called> {
        self.callable(number).map(Callable::described)
    }

    /// Returns the statements that call such functions.
    fn that<'o>(&'o self, is_such: impl Fn(&Callable) -> bool + 'o) -> impl Iterator<Item = u64> + 'o {
        let numbered = (1..).zip(&self.callables);
        numbered.filter(move |(_, callable)| is_such(callable)).map(|(number, _)| number)
    }
}

/// True if a function is an inherent method that takes a value by reference without changing it.
fn is_asked(callable: &Callable, left: &Left) -> bool {
    let Shapes { parameters, call, changes_receiver, .. } = &callable.shapes;
    let receiver = parameters.first().and_then(|parameter| parameter.takes.as_ref());
    receiver.is_some_and(|takes| takes.mode == Mode::Shared && (takes.kind.key)() == (left.kind.key)())
        && call.has_receiver
        && !call.is_async
        && !changes_receiver
        && !callable.target.id.path.contains(" as ")
        && !environment::is_noted(&callable.target.id)
}

/// Returns 0 for a number's shape.
fn zero(shape: &'static Shape) -> Option<TestCase> {
    let Shape::Integer(integer) = shape else { return None };
    let mut zero = TestCase::new();
    zero.leaf(NodeKind::Integer, 0);
    (integer.bits <= 64 && conforms(shape, &zero, 0)).then_some(zero)
}

/// Returns the mode of a function's only parameter, if it takes a value of this type.
fn takes(callable: &Callable, kind: &Kind) -> Option<Mode> {
    let [only] = &callable.shapes.parameters[..] else { return None };
    only.takes.as_ref().filter(|takes| (takes.kind.key)() == (kind.key)()).map(|takes| takes.mode)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A call with two numbers, or with the result of a statement before it.
    fn story(of_result: bool) -> TestCase {
        let mut story = TestCase::new();
        if of_result {
            let made = story.open(NodeKind::Statement, 3);
            story.close(made);
        }
        let call = story.open(NodeKind::Statement, 0);
        story.leaf(NodeKind::Integer, 7);
        match of_result {
            true => story.leaf(NodeKind::ResultOf, 0),
            false => story.leaf(NodeKind::Integer, 8),
        };
        story.close(call);
        story
    }

    fn left(parameter: Option<usize>) -> Left {
        Left { parameter, kind: Kind::from_type::<u8>(), value: Some(9), is_chosen: false }
    }

    #[test]
    fn an_argument_that_no_statement_gives_becomes_a_statement() {
        let (kept, given_by) = left(Some(1)).given_by(&story(false)).unwrap();
        let mut expected = TestCase::new();
        let value = expected.open(NodeKind::Statement, 9);
        expected.leaf(NodeKind::Integer, 8);
        expected.close(value);
        let call = expected.open(NodeKind::Statement, 0);
        expected.leaf(NodeKind::Integer, 7);
        expected.leaf(NodeKind::ResultOf, 0);
        expected.close(call);
        assert_eq!((kept, given_by), (expected, 0));
        let nothing = Left { value: None, ..left(Some(1)) };
        assert!(nothing.given_by(&story(false)).is_none());
    }

    #[test]
    fn the_choice_of_an_instance_stays_around_its_argument() {
        let chosen = |argument: &dyn Fn(&mut TestCase)| {
            let mut story = TestCase::new();
            let call = story.open(NodeKind::Statement, 0);
            let choice = story.open(NodeKind::Sum, 2);
            argument(&mut story);
            story.close(choice);
            story.close(call);
            story
        };
        let left = Left { is_chosen: true, ..left(Some(0)) };
        let (kept, given_by) = left.given_by(&chosen(&|story| _ = story.leaf(NodeKind::Integer, 8))).unwrap();
        let mut expected = TestCase::new();
        let value = expected.open(NodeKind::Statement, 9);
        expected.leaf(NodeKind::Integer, 8);
        expected.close(value);
        expected.append(&chosen(&|story| _ = story.leaf(NodeKind::ResultOf, 0)));
        assert_eq!((kept, given_by), (expected, 0));
        let story = chosen(&|story| _ = story.leaf(NodeKind::ResultOf, 0));
        assert_eq!(left.given_by(&story), Some((story, 0)));
    }

    #[test]
    fn statements_results_stay_unchanged() {
        assert_eq!(left(Some(1)).given_by(&story(true)), Some((story(true), 0)));
        assert_eq!(left(None).given_by(&story(true)), Some((story(true), 1)));
    }
}
