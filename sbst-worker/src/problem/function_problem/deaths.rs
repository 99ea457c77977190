//! Crashes of earlier workers: tests not to execute, excluded calls, and the reports of crashes.

use super::FunctionProblem;
use sbst_core::value::objects::Avoided;
use sbst_model::magnitude::{self, Magnitude, Side};
use sbst_model::messages::{Culprit, Fatal, FatalCall, Finding, FindingKind, Statement};
use sbst_model::target::Place;
use sbst_model::{Expression, TestCase};

impl FunctionProblem {
    /// Continues the search of an earlier worker.
    pub(crate) fn resume(
        &mut self,
        evaluations: u64,
        survived: impl IntoIterator<Item = TestCase>,
        fatal: impl IntoIterator<Item = (TestCase, bool)>,
    ) {
        self.evaluations = evaluations;
        self.survived.extend(survived);
        for (test, was_too_much) in fatal {
            if was_too_much {
                self.excess.add(self.magnitude(&test));
            }
            self.fatal.insert(test);
        }
    }

    /// Excludes calls that crashed workers.
    pub(crate) fn avoid(&mut self, calls: &[FatalCall]) {
        self.avoided = Avoided::new(self.objects, &self.inputs.parameters, calls);
    }

    /// Limits executions to the beginning of call sequences from now on.
    pub(crate) fn execute_only(&mut self, halves: u64) {
        self.most_halves = halves;
    }

    /// Returns the crashed call, unless it was the target's.
    pub(crate) fn culprit(&self, test: &TestCase, fatal: &Fatal) -> Option<Culprit> {
        let part = self.objects.culprit(&self.inputs.parameters, test, fatal.halves?)?;
        let is_other = part.function != self.target();
        is_other.then(|| Culprit {
            function: part.function,
            call: part.call.to_hex(),
            death: fatal.death.clone(),
            finding: self.death(fatal, part.place, (part.before, part.arguments)),
            met: self.death(fatal, self.place(), self.written(test)),
        })
    }

    /// Returns the target's call that crashed a worker, with the statements before it. It is an
    /// earlier call than the last, if that sufficed.
    pub(crate) fn deadly(&self, test: &TestCase, fatal: &Fatal) -> (Vec<Statement>, Vec<Expression>) {
        let part = |halves| self.objects.culprit(&self.inputs.parameters, test, halves);
        match fatal.halves.and_then(part).filter(|part| part.function == self.target()) {
            Some(earlier) => (earlier.before, earlier.arguments),
            None => self.written(test),
        }
    }

    /// Returns the finding of a crash.
    pub(crate) fn death(
        &self,
        fatal: &Fatal,
        place: Place,
        (before, arguments): (Vec<Statement>, Vec<Expression>),
    ) -> Finding {
        Finding {
            kind: FindingKind::Death,
            message: fatal.death.to_string(),
            place: Some(place),
            before,
            arguments,
            evaluations: fatal.evaluations,
            test: fatal.test.clone(),
        }
    }

    /// True if `test` crashed a worker, or probably would, because it needs too much memory or
    /// time.
    pub(crate) fn is_fatal(&self, test: &TestCase) -> bool {
        let is_excessive = || {
            self.excess.is_known()
                && self.excess.is_reached_by(self.magnitude(test))
                && !self.survived.contains(test)
        };
        !self.fatal.is_empty() && (self.fatal.contains(test) || is_excessive())
    }

    /// True if a worker crashed on `test` itself.
    pub(crate) fn is_known_as_fatal(&self, test: &TestCase) -> bool {
        self.fatal.contains(test)
    }

    pub(crate) fn magnitude(&self, test: &TestCase) -> Magnitude {
        Magnitude::of_call(test, 0, &self.inputs.parameters)
    }

    /// Returns a copy of `test` with limited numbers or texts.
    pub(crate) fn limited(&self, test: &TestCase, side: Side, bits: u32) -> TestCase {
        magnitude::limited(test, &self.inputs.parameters, side, bits)
    }
}
