//! What workers died of before: which tests are not executed, which calls are kept out of stories, and what is told of a death.

use super::FunctionProblem;
use crate::value::objects::Avoided;
use sbst_model::messages::{Culprit, Fatal, Finding, FindingKind, Statement};
use sbst_model::target::Place;
use sbst_model::{Expression, Shape, TestCase};

/// Deaths for want of memory after which larger numbers than those are not tried any more.
const DEATHS_OF_SIZE: usize = 3;

impl FunctionProblem {
    /// Says that the search goes on from an earlier worker's.
    pub(crate) fn resume(
        &mut self,
        evaluations: u64,
        survived: impl IntoIterator<Item = TestCase>,
        fatal: impl IntoIterator<Item = (TestCase, bool)>,
    ) {
        self.evaluations = evaluations;
        self.survived.extend(survived);
        for (test, for_want_of_memory) in fatal {
            if for_want_of_memory {
                self.too_large.push(test.clone());
            }
            self.fatal.insert(test);
        }
    }

    /// Keeps calls out of stories that workers died of.
    pub(crate) fn avoid(&mut self, culprits: &[Culprit]) {
        self.avoided = Avoided::new(self.objects, &self.inputs.parameters, culprits);
    }

    /// Executes no more than the beginning of stories from now on.
    pub(crate) fn execute_only(&mut self, halves: u64) {
        self.most_halves = halves;
    }

    /// What a worker died of, if it was not the call of the target.
    pub(crate) fn culprit(&self, test: &TestCase, fatal: &Fatal) -> Option<Culprit> {
        let part = self.objects.culprit(&self.inputs.parameters, test, fatal.halves?)?;
        let is_other = part.function != self.target();
        is_other.then(|| Culprit {
            function: part.function,
            call: part.call.to_hex(),
            finding: self.death(fatal, part.place, (part.before, part.arguments)),
            met: self.death(fatal, self.place(), self.written(test)),
        })
    }

    /// The call of the target that a worker died of, with what stands before it: an earlier one than the last, if that was enough.
    pub(crate) fn deadly(&self, test: &TestCase, fatal: &Fatal) -> (Vec<Statement>, Vec<Expression>) {
        let part = |halves| self.objects.culprit(&self.inputs.parameters, test, halves);
        match fatal.halves.and_then(part).filter(|part| part.function == self.target()) {
            Some(earlier) => (earlier.before, earlier.arguments),
            None => self.written(test),
        }
    }

    /// The finding of a death.
    pub(crate) fn death(
        &self,
        fatal: &Fatal,
        place: Place,
        (before, arguments): (Vec<Statement>, Vec<Expression>),
    ) -> Finding {
        Finding {
            kind: FindingKind::Death,
            message: fatal.how.clone(),
            place: Some(place),
            before,
            arguments,
            evaluations: fatal.evaluations,
        }
    }

    /// Whether a worker died on `test`, or would for want of memory, as the deaths so far let expect: what asks for too
    /// much does so with larger numbers, too.
    pub(crate) fn is_fatal(&self, test: &TestCase) -> bool {
        let too_large = || {
            self.too_large.len() >= DEATHS_OF_SIZE
                && !self.survived.contains(test)
                && self.too_large.iter().any(|fatal| self.is_as_large(test, fatal))
        };
        !self.fatal.is_empty() && (self.fatal.contains(test) || too_large())
    }

    /// Whether no integer among the arguments of `test` is less than that of `other`, and there are any.
    fn is_as_large(&self, test: &TestCase, other: &TestCase) -> bool {
        let arguments = self.inputs.parameters.iter().zip(test.children(0).zip(other.children(0)));
        let mut integers = arguments.filter_map(|(shape, (this, that))| match shape.value_shape() {
            Shape::Integer(integer) => {
                Some(integer.ordinal(test.integer(this)) >= integer.ordinal(other.integer(that)))
            }
            _ => None,
        });
        integers.next().is_some_and(|first| first && integers.all(|as_large| as_large))
    }
}
