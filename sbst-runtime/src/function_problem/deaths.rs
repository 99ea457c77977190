//! What workers died of before: which calls are kept out of stories, and what is told of a death.

use super::FunctionProblem;
use crate::objects::Avoided;
use sbst_model::messages::{Culprit, Fatal, Finding, FindingKind, Statement};
use sbst_model::target::Place;
use sbst_model::{Expression, TestCase};

impl FunctionProblem {
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
}
