//! Test-generation problems: inputs of known shapes, goals, and the distances of executions to the
//! goals.

use crate::evaluation::events::Events;
use crate::{evaluation::fitness::Dependences, operator::inputs::Inputs};
use sbst_model::{Distance, Output, Path, TestCase, Trace};
use std::ops::Range;
use std::rc::Rc;

pub trait Problem {
    /// The number of goals. An index identifies a goal.
    fn goals(&self) -> usize;

    /// The number of goals, the first ones, that are the problem's own. A search is complete when
    /// these are covered. The others are *adopted*: a search tries to cover them once an execution
    /// has reached them, and they cost nothing before.
    fn own_goals(&self) -> usize {
        self.goals()
    }

    /// Own goals proved infeasible, sorted, which a search skips. None by default.
    fn infeasible_goals(&self) -> &[u32] {
        &[]
    }

    /// The own goals most of which can never be covered, so that work on them must not replace work
    /// on the others. By default there are none.
    fn hidden_goals(&self) -> Range<u32> {
        0..0
    }

    fn inputs(&self) -> &Inputs;

    /// The goals that the evaluation of a goal's condition depends on. By default nothing is known.
    fn dependences(&self) -> &Dependences {
        Dependences::UNKNOWN
    }

    /// Executes `test` and records the observations in `execution`, which comes cleared. A
    /// problem that will not execute a test (because it is known to be fatal) lets it reach nothing
    /// and end in a [fault](Ending::Fault).
    fn evaluate(&mut self, test: &TestCase, execution: &mut Execution);

    /// [`evaluate`](Self::evaluate), and records the comparisons in `trace`, which comes
    /// cleared. It may take many times as long. By default nothing is recorded.
    fn trace(&mut self, test: &TestCase, execution: &mut Execution, trace: &mut Trace) {
        let _ = trace;
        self.evaluate(test, execution);
    }

    /// Returns the output of a test, which takes executions; `None` if the test does not return, or if
    /// nothing is known of outputs, as by default.
    fn output(&mut self, test: &TestCase) -> Option<Output> {
        let _ = test;
        None
    }

    /// Returns the class of a test's output, with a fingerprint of the output and of all that getters
    /// of its arguments return after the call.
    fn state(&mut self, test: &TestCase) -> Option<Output> {
        self.output(test)
    }

    /// Returns a fingerprint of what getters of all borrowed arguments return after the call; `None` if
    /// nothing is known of them, as by default.
    fn borrowed(&mut self, test: &TestCase) -> Option<u64> {
        let _ = test;
        None
    }

    /// Returns the events of executions, if their [paths](Self::record_path) can be recorded, and
    /// the events are known by now. By default there are none.
    fn events(&mut self) -> Option<Rc<Events>> {
        None
    }

    /// [`evaluate`](Self::evaluate), and records the conditions in their order in `path`, which
    /// comes cleared. By default nothing is recorded.
    fn record_path(&mut self, test: &TestCase, execution: &mut Execution, path: &mut Path) {
        let _ = path;
        self.evaluate(test, execution);
    }
}

#[derive(Clone, Debug, Default)]
pub struct Execution {
    /// Goals whose condition was evaluated, each once, with the least distance; zero if covered.
    pub reached: Vec<(u32, Distance)>,
    pub wants_details: bool,
    /// If they are wanted: more about each of the goals reached, in the same order.
    pub details: Vec<Detail>,
    pub ending: Ending,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Detail {
    pub evaluations: u64,
    /// At which of those evaluations, counted from 1, the least distance was met first: in a loop,
    /// at which round. 0 if that is not known, because it was met on another thread, or was that of
    /// an arm that was never tried.
    pub nearest: u64,
}

impl Execution {
    pub fn clear(&mut self) {
        self.reached.clear();
        self.details.clear();
        self.ending = Ending::Returned;
    }
}

/// The ending of an execution, best first: among tests that cover a goal, one that returns is
/// preferred to one that panics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    #[default]
    Returned,
    /// It panicked with a message that a person wrote.
    Panicked,
    /// It ran into a fault: overflow, index, hang …
    Fault,
}
