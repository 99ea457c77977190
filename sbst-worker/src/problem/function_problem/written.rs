//! Test cases in their written form.

use super::FunctionProblem;
use sbst_model::expression::{self, Context, Expression, Spelling};
use sbst_model::messages::Statement;
use sbst_model::{Shape, TestCase};

impl FunctionProblem {
    /// Returns the written call sequence of a test case: the statements before the call, and the
    /// arguments of the call.
    pub(crate) fn written(&self, test: &TestCase) -> (Vec<Statement>, Vec<Expression>) {
        self.written_with(test, &[])
    }

    /// Returns the call sequence as [`written`](Self::written) does, with texts that parse as
    /// values.
    pub(crate) fn written_with(
        &self,
        test: &TestCase,
        spellings: &[Spelling],
    ) -> (Vec<Statement>, Vec<Expression>) {
        if self.has_story {
            return self.objects.written(&self.inputs.parameters, test, spellings);
        }
        let context = Context { spellings, ..Context::default() };
        let arguments = test.children(0).zip(&self.inputs.parameters);
        let written =
            |(node, shape): (usize, &&'static Shape)| expression::write_in_story(shape, test, node, context);
        (Vec::new(), arguments.map(written).collect())
    }
}
