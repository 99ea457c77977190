//! The inputs of a problem: the shapes of its parameters, and values to draw from.

use crate::operator::calls::CallExamples;
use crate::operator::recursion::Recursion;
use crate::operator::Operators;
use sbst_model::messages::{SynthesisSummary, ValueSource};
use sbst_model::{Literals, Shape, TestCase};
use std::fmt::Debug;
use std::rc::Rc;

/// The inputs of a problem, whose test cases have one statement with an argument for each
/// parameter.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    pub parameters: Vec<&'static Shape>,
    /// Literals of the source.
    pub literals: Literals,
    /// Literals of the rest of the crate, or of all of it.
    pub crate_literals: Literals,
    /// Literals passed to the function by the package's examples, by parameter.
    pub examples: Vec<Literals>,
    /// Literals passed by them to other functions.
    pub call_examples: CallExamples,
    /// An occasional source of tests.
    pub source: Option<Rc<dyn TestSource>>,
    /// Values of other searches.
    pub known: Vec<Known>,
    /// The number of the statement that may call the function before the last call, if any.
    pub callable: Option<u64>,
    /// Variants of sums that are used only if no others have values.
    pub avoided: Vec<(&'static Shape, usize)>,
}

/// The shared values of a type; at least one.
#[derive(Clone, Debug)]
pub struct Known {
    /// The type's shape behind references.
    pub shape: &'static Shape,
    pub values: Vec<TestCase>,
}

impl Inputs {
    /// The facts about the types.
    pub(crate) fn recursion(&self) -> Recursion {
        Recursion::avoiding(&self.parameters, &self.avoided)
    }

    /// The source of tests, unless the search has none.
    pub(crate) fn source_without(&self, without: &[ValueSource]) -> Option<Rc<dyn TestSource>> {
        self.source.clone().filter(|_| !without.contains(&ValueSource::Graph))
    }
}

/// A source of whole tests, which receives their results.
pub trait TestSource: Debug {
    /// Sometimes replaces `test` by one of the source's. True if it did.
    fn draw(&self, operators: &mut Operators, test: &mut TestCase) -> bool;

    /// Reports an evaluation by its number, with its newly covered goals.
    fn evaluated(&self, evaluations: u64, covered: &[u32], is_anything_left: &dyn Fn() -> bool);

    /// Reports a test that failed before the target was called. `place` returns the node of the
    /// failing origin or step, if any.
    fn failed(&self, test: &TestCase, place: &dyn Fn() -> Option<usize>);

    /// Returns the costs and results of its tests.
    fn summary(&self) -> SynthesisSummary;
}
