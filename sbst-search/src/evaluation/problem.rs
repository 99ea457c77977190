//! What is searched: anything with inputs of known shapes, goals, and a way to say how far an execution was from
//! each.

use crate::evaluation::fitness::Dependences;
use crate::operator::inputs::Inputs;
use crate::trace::Trace;
use sbst_model::{Distance, TestCase};
use std::ops::Range;

/// A test-generation problem.
pub trait Problem {
    /// The number of goals. They are named by their index.
    fn goals(&self) -> usize;

    /// How many of them, the first ones, are the problem's own. A search is not complete without these. The others are
    /// *adopted*: they are sought once an execution has come to them, and those that none comes to cost nothing.
    fn own_goals(&self) -> usize {
        self.goals()
    }

    /// Those of its own goals of which most can never be covered, so that work on them must not take the place of work on the
    /// others. By default there are none.
    fn hidden_goals(&self) -> Range<u32> {
        0..0
    }

    /// What test cases look like.
    fn inputs(&self) -> &Inputs;

    /// Which goals the evaluation of a goal's condition depends on. By default nothing is known.
    fn dependences(&self) -> &Dependences {
        Dependences::UNKNOWN
    }

    /// Executes `test` and writes down in `execution`, which comes cleared, what was observed. A problem that will not
    /// execute a test (because it is known to be fatal) lets it reach nothing and end in a [fault](Ending::Fault).
    fn evaluate(&mut self, test: &TestCase, execution: &mut Execution);

    /// [`evaluate`](Self::evaluate), and what was compared with what in `trace`, which comes cleared. It may take many
    /// times as long. By default nothing is written down.
    fn trace(&mut self, test: &TestCase, execution: &mut Execution, trace: &mut Trace) {
        let _ = trace;
        self.evaluate(test, execution);
    }
}

/// What one execution showed.
#[derive(Clone, Debug, Default)]
pub struct Execution {
    /// Goals whose condition was evaluated, each once, with the least distance met; zero if the goal was covered.
    pub reached: Vec<(u32, Distance)>,
    /// Whether `details` are wanted.
    pub wants_details: bool,
    /// If they are wanted: more about each of the goals reached, in the same order.
    pub details: Vec<Detail>,
    /// How it ended.
    pub ending: Ending,
}

/// More about a goal that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Detail {
    /// How often its condition was evaluated.
    pub evaluations: u64,
    /// At which of those evaluations, counted from 1, the least distance was met first: in a loop, at which round. 0 if
    /// that is not known, because it was met on another thread, or was that of an arm that was never tried.
    pub nearest: u64,
}

impl Execution {
    /// Forgets what was observed, keeping its buffers.
    pub fn clear(&mut self) {
        self.reached.clear();
        self.details.clear();
        self.ending = Ending::Returned;
    }
}

/// How an execution ended, best first: among tests that cover a goal, one that returns is preferred to one that
/// panics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    /// It returned.
    #[default]
    Returned,
    /// It panicked with a message that a person wrote.
    Panicked,
    /// It ran into a fault: overflow, index, hang …
    Fault,
}
