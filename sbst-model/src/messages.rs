//! Messages between the command and a worker, through files in the worker's directory. They are
//! `orders` (one line, written by the command), `events` (a line each, appended by the worker) and
//! the [`journal`](crate::journal).
//!
//! The crate `sbst-wire` converts them into lines and back.

mod death;
mod culprit;
mod slow;
mod fork;
mod landscape;
mod orders;
mod outline;
mod statement;
mod paths;
mod synthesis;
mod tried;
mod values;

pub use culprit::{Culprit, Fatal, FatalCall, Repeat};
pub use death::{Death, OUT_OF_MEMORY};
pub use fork::{Fork, Forked, END_OF_WORKER, FORK_SERVER};
pub use landscape::{FixedInput, Height, InputPath, LandscapeAxis, LandscapeOrders, Varied, WalkStep};
pub use orders::{
    Budget, Example, ExampleValue, GoalsOf, Orders, Resume, SearchOrders, Task, Turn, ValueSource, RUN_BITS,
    TURN_BITS,
};
pub use outline::{
    Boundaries, Changed, Differing, Finding, FindingKind, Getter, Inspection, Items, Observed, Reading,
    TestOutline,
};
pub use paths::PathSummary;
pub use slow::{SlowCall, TimeUpTo, ENDLESS};
pub use statement::{Binding, Called, Statement, Variable};
pub use synthesis::{Supply, SynthesisSummary};
pub use tried::{MissingOutcome, TriedSequence, TriedSequences, MOST_KEPT};
pub use values::{text_key, BuiltValue, CallOutcome, KnownValues, ValuesOf, MOST_VALUES, SUCCESS};

use crate::target::{TargetDescription, TargetId};

pub const ORDERS: &str = "orders";
pub const EVENTS: &str = "events";
/// The name of the file with the recipe requested by [`Event::WantsRecipe`]: an `Option<Recipe>`.
/// It appears atomically.
pub const RECIPE: &str = "recipe";
/// The name of the file with the events requested by [`Event::WantsEvents`]: an
/// `Option<EventGraph>`. It appears atomically.
pub const EVENT_GRAPH: &str = "event-graph";
pub const JOURNAL: &str = "journal";
/// The name of a file that the command locks while it needs its worker. An unlocked file shows that
/// the command has ended.
pub const NEEDED: &str = "needed";
/// The name of the file with the backtraces of panics: a line with [`BACKTRACE`] and the place, and
/// then the standard library's output.
pub const BACKTRACES: &str = "backtraces";
/// The beginning of a backtrace.
pub const BACKTRACE: &str = "panicked at ";
/// The environment variable that makes a test executable a worker: the path of the worker's
/// directory, absolute.
pub const WORKER_DIRECTORY: &str = "SBST_WORKER_DIRECTORY";
/// The environment variable that makes an executable a worker before its `main` begins, if it has
/// no entry.
pub const WORKER_BEFORE_MAIN: &str = "SBST_WORKER_BEFORE_MAIN";
/// The name of the working folder of the code under test, in a worker's directory.
pub const SCRATCH: &str = "scratch";
/// The name of the modules with generated tests beside the source.
pub const GENERATED_MODULE: &str = "sbst_tests";
/// The prefix of the name of every entry's module.
pub const ENTRY_PREFIX: &str = "__sbst_entry_";

#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The first event: the worker's version.
    Hello {
        version: String,
    },
    Target(Box<TargetDescription>),
    Described {
        targets: usize,
        /// True if the executable can be a [fork server](FORK_SERVER).
        can_fork: bool,
    },
    Refused {
        reason: String,
    },
    /// A test case that covers uncovered goals, or covers goals with a smaller test.
    Kept {
        /// The test case, stored.
        test: String,
        covers: Vec<u32>,
        evaluations: u64,
        search_seconds: f64,
    },
    /// Stored seeds that are no longer calls of the target.
    Unfit(Vec<String>),
    /// The worker waits for the file [`RECIPE`].
    WantsRecipe,
    /// The worker waits for the file [`EVENT_GRAPH`].
    WantsEvents,
    /// The length of the suite of the kept tests, each counted once. It is reported only by a
    /// search without requested tests, after each visible change.
    Suite {
        evaluations: u64,
        tests: usize,
        size: usize,
    },
    /// The values of the inputs of a landscape.
    Axes(Vec<LandscapeAxis>),
    /// The heights of some points of a landscape.
    Heights {
        /// The number of the first of them.
        first: u64,
        /// `None` if no condition among the goal's dependences was evaluated.
        heights: Vec<Option<Height>>,
    },
    /// An algorithm has a new current individual.
    Step(WalkStep),
    /// A fault. Each place is reported once.
    Finding(Finding),
    /// An earlier worker crashed in a statement of its test case before the call of the target.
    Culprit(Box<Culprit>),
    /// A call of the target that was ended because it took too long.
    Slow(Box<SlowCall>),
    /// The test cases nearest to uncovered goals, for the next turn, at the end of a turn.
    Nearest(Vec<String>),
    /// The goals reached by the kept tests in targets outside of the search, at the end of a turn,
    /// before [`Event::SearchEnded`].
    Along(Vec<Along>),
    /// After the end of a search or a turn: the values in the kept tests.
    Built(Vec<BuiltValue>),
    /// The outcomes of calls that return values.
    Outcomes(Vec<CallOutcome>),
    Replayed {
        /// Its index in the orders.
        index: usize,
        /// The test, with the observations that both runs share.
        outline: Box<TestOutline>,
        /// True if it ended as before and, if it returned, covered one of its goals again (if any).
        is_shown: bool,
    },
    Progress {
        evaluations: u64,
        covered: usize,
    },
    /// Before [`Event::SearchEnded`]: the sought mutants, if any.
    Mutants(Vec<TriedMutant>),
    /// The search ended; minimising begins. The counts are final.
    SearchEnded(SearchSummary),
    /// The following tests are fully minimised.
    Simple,
    Finished(Vec<TestOutline>),
}

/// The executions for exposing a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TriedMutant {
    /// The function with the mutant.
    pub target: TargetId,
    /// Its goal there.
    pub goal: u32,
    /// Executions of its place.
    pub executed: u64,
    /// Executions with a difference there, which were repeated with the mutant.
    pub differed: u64,
    /// True if the types of the code do not allow it.
    pub is_inapplicable: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct SearchSummary {
    pub evaluations: u64,
    /// Evaluations when the last covered goal was covered; 0 without covered goals.
    pub evaluations_to_last_goal: u64,
    pub search_seconds: f64,
    /// Seconds of search until that goal.
    pub seconds_to_last_goal: f64,
    /// Goals of the target covered, by index.
    pub covered: Vec<u32>,
    pub uncovered: Vec<UncoveredGoal>,
    /// Goals of the target that symbolic execution proved infeasible.
    pub proved: Vec<ProvedGoal>,
    /// Adopted goals covered, by their number in the search.
    pub adopted_covered: Vec<u32>,
    /// Adopted goals that were reached but not covered.
    pub adopted_reached: Vec<UncoveredGoal>,
    pub stopped: Stopped,
    /// The cost and results of templates from object construction graphs.
    pub synthesis: SynthesisSummary,
    /// The attempts of symbolic execution; `None` without.
    pub paths: Option<PathSummary>,
}

impl SearchSummary {
    /// Returns the summary of a search without evaluations.
    pub fn new(stopped: Stopped) -> SearchSummary {
        SearchSummary {
            evaluations: 0,
            evaluations_to_last_goal: 0,
            search_seconds: 0.0,
            seconds_to_last_goal: 0.0,
            covered: Vec::new(),
            uncovered: Vec::new(),
            proved: Vec::new(),
            adopted_covered: Vec::new(),
            adopted_reached: Vec::new(),
            stopped,
            synthesis: SynthesisSummary::default(),
            paths: None,
        }
    }
}

/// A goal that no path of its target covers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvedGoal {
    pub goal: u32,
    /// The reason on each path that leads to its condition; empty without such a path.
    pub contradicted: Vec<Contradicted>,
}

/// The steps of a path that an outcome contradicts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradicted {
    /// The goals covered by earlier conditions of the path; empty if no values give the outcome.
    pub goals: Vec<u32>,
    /// True if it also contradicts the success of earlier operations.
    pub is_by_success: bool,
}

/// Goals of a target reached by the tests of another target's search.
#[derive(Clone, Debug, PartialEq)]
pub struct Along {
    pub target: TargetId,
    /// The goals by their index in it, with the least distance; 0 if covered.
    pub goals: Vec<(u32, f64)>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct UncoveredGoal {
    pub goal: u32,
    /// The least distance; `None` if its condition was never evaluated.
    pub best_distance: Option<f64>,
    /// The event sequences tried for it.
    pub tried: TriedSequences,
}

impl UncoveredGoal {
    /// Returns a goal without tried event sequences.
    pub fn new(goal: u32, best_distance: Option<f64>) -> UncoveredGoal {
        UncoveredGoal { goal, best_distance, tried: TriedSequences::default() }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Stopped {
    AllCovered,
    Evaluations,
    Time,
    /// No improvement for too long.
    Stalled,
    Deaths,
}
