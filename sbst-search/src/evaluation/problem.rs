//! Test-generation problems: inputs of given shapes, goals, and the distances of executions to the
//! goals.

use crate::evaluation::events::Events;
use crate::{evaluation::fitness::Dependences, operator::inputs::Inputs};
use sbst_model::{Distance, Output, Path, TestCase, Trace};
use std::ops::Range;
use std::rc::Rc;

/// A function as a search sees it.
///
/// ```
/// # mod magic { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/magic.rs")); }
/// # use magic::Magic;
/// use sbst_search::{Execution, Problem};
///
/// // goal 0: `x == 4_242`, goal 1: `x != 4_242`
/// let mut execution = Execution::default();
/// Magic::new().evaluate(&Magic::call(4_000), &mut execution);
/// let distances = execution.reached.iter().map(|(_, distance)| distance.magnitude());
/// assert_eq!(distances.collect::<Vec<_>>(), [242.0, 0.0]);
/// ```
pub trait Problem {
    /// The number of goals. An index identifies a goal.
    fn goals(&self) -> usize;

    /// The number of the problem's own goals, which come first. A search is complete when these are
    /// covered. The others are *adopted*: a search seeks them after an execution has reached them.
    /// They are free before.
    fn own_goals(&self) -> usize {
        self.goals()
    }

    /// Own goals proved infeasible, sorted, which a search skips. None by default.
    fn infeasible_goals(&self) -> &[u32] {
        &[]
    }

    /// The hidden goals: own ones, most of which are infeasible. Work on them must not replace work
    /// on others. None by default.
    fn hidden_goals(&self) -> Range<u32> {
        0..0
    }

    fn inputs(&self) -> &Inputs;

    /// The goals on which the evaluation of a goal's condition depends. Unknown by default.
    fn dependences(&self) -> &Dependences {
        Dependences::UNKNOWN
    }

    /// Executes `test` and records the observations in `execution`, which the caller has cleared. A
    /// problem that refuses a test, for example because of a crash, lets it reach no goal and end
    /// in a [fault](Ending::Fault).
    fn evaluate(&mut self, test: &TestCase, execution: &mut Execution);

    /// [`evaluate`](Self::evaluate), and records the comparisons in `trace`, which the caller has
    /// cleared. It may take many times longer. By default, the trace stays empty.
    fn trace(&mut self, test: &TestCase, execution: &mut Execution, trace: &mut Trace) {
        let _ = trace;
        self.evaluate(test, execution);
    }

    /// Returns the output of a test, which takes executions. `None` if the test does not return, or
    /// if outputs are unknown, as by default.
    fn output(&mut self, test: &TestCase) -> Option<Output> {
        let _ = test;
        None
    }

    /// Returns the class of a test's output, with a fingerprint of the output and of all results of
    /// its arguments' getters after the call.
    fn state(&mut self, test: &TestCase) -> Option<Output> {
        self.output(test)
    }

    /// True if the function returns a value, as by default.
    fn returns_value(&self) -> bool {
        true
    }

    /// Returns a fingerprint of the results of all borrowed arguments' getters after the call.
    /// `None` if they are unknown, as by default.
    fn borrowed(&mut self, test: &TestCase) -> Option<u64> {
        let _ = test;
        None
    }

    /// Returns the events of executions, if their [paths](Self::record_path) can be recorded, and
    /// the events are available. None by default.
    fn events(&mut self) -> Option<Rc<Events>> {
        None
    }

    /// [`evaluate`](Self::evaluate), and records the conditions in their order in `path`, which the
    /// caller has cleared. By default, the path stays empty.
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
    /// Details of the goals reached, in the same order, if requested.
    pub details: Vec<Detail>,
    pub ending: Ending,
    /// Evaluations that this one counts as, beyond one, if further executions took long.
    pub further: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Detail {
    pub evaluations: u64,
    /// The number, from 1, of the evaluation with the least distance: in a loop, the round. It is 0
    /// if another thread recorded it, or for an untried arm.
    pub nearest: u64,
}

impl Execution {
    pub fn clear(&mut self) {
        self.reached.clear();
        self.details.clear();
        self.ending = Ending::Returned;
        self.further = 0;
    }
}

/// The ending of an execution, best first: among tests that cover a goal, returning ones are
/// preferred to panicking ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    #[default]
    Returned,
    /// A panic with a message in the source.
    Panicked,
    /// A fault: overflow, index, hang …
    Fault,
}
