//! Messages between the command and a worker, through files in the worker's directory: `orders`
//! (one line, written by the command), `events` (a line each, appended by the worker) and the
//! [`journal`](crate::journal).
//!
//! The crate `sbst-wire` converts them into lines and back.

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

pub use culprit::{Culprit, Fatal, FatalCall, Repeat, OUT_OF_MEMORY, TOO_SLOW};
pub use fork::{Fork, Forked, END_OF_WORKER, FORK_SERVER};
pub use landscape::{FixedInput, Height, InputPath, LandscapeAxis, LandscapeOrders, Varied, WalkStep};
pub use orders::{
    Budget, Example, ExampleValue, GoalsOf, Orders, Resume, SearchOrders, Task, Turn, ValueSource, RUN_BITS,
    TURN_BITS,
};
pub use outline::{
    Changed, Differing, Finding, FindingKind, Getter, Inspection, Items, Observed, Reading, TestOutline,
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
/// Name of the file with the recipe that a worker asked for with [`Event::WantsRecipe`]: an
/// `Option<Recipe>`. It appears whole.
pub const RECIPE: &str = "recipe";
/// Name of the file with the events that a worker asked for with [`Event::WantsEvents`]: an
/// `Option<EventGraph>`. It appears whole.
pub const EVENT_GRAPH: &str = "event-graph";
pub const JOURNAL: &str = "journal";
/// Name of a file that the command keeps locked while it needs a worker that it started itself. Once
/// it is unlocked, the command is gone.
pub const NEEDED: &str = "needed";
/// Name of the file with the backtraces of panics: for each a line with [`BACKTRACE`] and its place,
/// and then what the standard library prints.
pub const BACKTRACES: &str = "backtraces";
/// The beginning of a backtrace.
pub const BACKTRACE: &str = "panicked at ";
/// The environment variable that makes a test executable a worker: the path of the worker's
/// directory, absolute.
pub const WORKER_DIRECTORY: &str = "SBST_WORKER_DIRECTORY";
/// The environment variable that makes an executable a worker before its `main` begins, where no
/// entry leads into it.
pub const WORKER_BEFORE_MAIN: &str = "SBST_WORKER_BEFORE_MAIN";
/// Name of the folder in which the code under test works, in a worker's directory.
pub const SCRATCH: &str = "scratch";
/// The environment variable that makes the functions that a user's own tests call record their
/// arguments: the path of the file to append to, absolute.
pub const ARGUMENTS: &str = "SBST_ARGUMENTS";
/// The environment variable that ends such a process, well, at the first call of the function with
/// this path, which is recorded and not executed.
pub const ARGUMENTS_ONLY_OF: &str = "SBST_ARGUMENTS_ONLY_OF";
/// The environment variable with the steps (loop rounds and calls of functions) after which such a
/// process ends, well. Without it there is no limit.
pub const ARGUMENTS_STEPS: &str = "SBST_ARGUMENTS_STEPS";
/// The name of the modules with generated tests beside the source.
pub const GENERATED_MODULE: &str = "sbst_tests";
/// The most calls of one function that a search begins with: a table of cases, not a fuzzer's day.
/// As many tests as hardly any function has goals, and a hundredth of the usual budget.
pub const MOST_SEEDS: usize = 1_024;
/// The most calls of one function that are counted, in one process and for one reason, if no search
/// can begin with them.
pub const MOST_LOST: usize = 64;
/// The prefix of the name of every entry's module.
pub const ENTRY_PREFIX: &str = "__sbst_entry_";

/// A call of a function by a user's own test.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    pub target: TargetId,
    /// True if a generated test beside the source called it.
    pub generated: bool,
    /// Its arguments as a test case, stored; or why a search cannot begin with them.
    pub call: Result<String, NotRecorded>,
}

/// Why a search cannot begin with the arguments of a call.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NotRecorded {
    /// The one for the parameter with this index cannot be read back: its type does not say what it
    /// was made of, or it is larger than what a search keeps.
    Unreadable(usize),
    /// The one for the parameter with this index is no value that the search builds.
    OutOfBounds(usize),
    /// The function was called with other types for its generic parameters than the search uses.
    OtherTypes,
    /// No call of the function is recorded, for this reason.
    Never(String),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// First of all: the worker's version.
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
    /// A test case that covers goals that were uncovered, or covers them with a smaller one.
    Kept {
        /// The test case, stored.
        test: String,
        covers: Vec<u32>,
        evaluations: u64,
        search_seconds: f64,
    },
    /// Stored tests to begin with that are no calls of the target any more.
    Unfit(Vec<String>),
    /// It waits for the file [`RECIPE`].
    WantsRecipe,
    /// It waits for the file [`EVENT_GRAPH`].
    WantsEvents,
    /// The length of the suite of the kept tests, each counted once. Only a search whose tests are
    /// not wanted reports it, whenever it has changed enough to be seen.
    Suite {
        evaluations: u64,
        tests: usize,
        size: usize,
    },
    /// The values of the inputs over which a landscape lies.
    Axes(Vec<LandscapeAxis>),
    /// The heights of some points of a landscape.
    Heights {
        /// The number of the first of them.
        first: u64,
        /// `None` where nothing that the goal depends on was evaluated.
        heights: Vec<Option<Height>>,
    },
    /// An algorithm has a new current individual.
    Step(WalkStep),
    /// A fault was met. Each place is told once.
    Finding(Finding),
    /// An earlier worker died in a statement of its test case before the call of the target.
    Culprit(Box<Culprit>),
    /// A call of the target that was ended because it took too long.
    Slow(Box<SlowCall>),
    /// At the end of a turn: the test cases nearest to uncovered goals, for the next turn.
    Nearest(Vec<String>),
    /// At the end of a turn, before [`Event::SearchEnded`]: what the tests kept came to in targets
    /// that the search does not seek goals of.
    Along(Vec<Along>),
    /// After the end of a search or a turn: the values in the tests kept.
    Built(Vec<BuiltValue>),
    /// The outcomes of calls that give values.
    Outcomes(Vec<CallOutcome>),
    Replayed {
        /// Its index in the orders.
        index: usize,
        /// The test, with what both runs have in common.
        outline: Box<TestOutline>,
        /// True if it ended as before and, if it returned, covered one of its goals again (if any).
        is_shown: bool,
    },
    Progress {
        evaluations: u64,
        covered: usize,
    },
    /// Before [`Event::SearchEnded`]: the mutants that are sought, if there are some.
    Mutants(Vec<TriedMutant>),
    /// The search ended; minimising begins. The counts are final.
    SearchEnded(SearchSummary),
    /// The tests that follow are as simple as they become.
    Simple,
    Finished(Vec<TestOutline>),
}

/// The executions that were to show a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TriedMutant {
    /// The function that has it.
    pub target: TargetId,
    /// Its goal there.
    pub goal: u32,
    /// Executions of its place.
    pub executed: u64,
    /// Executions with a difference there, which were repeated with it.
    pub differed: u64,
    /// True if the types of the code do not let it be applied.
    pub is_inapplicable: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct SearchSummary {
    pub evaluations: u64,
    /// Evaluations when the last goal that was covered was covered; 0 if none was.
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
    /// Adopted goals that are not covered, and to which some execution came.
    pub adopted_reached: Vec<UncoveredGoal>,
    pub stopped: Stopped,
    /// The cost and results of templates from object construction graphs.
    pub synthesis: SynthesisSummary,
    /// The attempts of symbolic execution; `None` without.
    pub paths: Option<PathSummary>,
}

/// A goal that no path of its target covers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvedGoal {
    pub goal: u32,
    /// The reason on each path that leads to its condition; empty if none does.
    pub contradicted: Vec<Contradicted>,
}

/// The steps of a path that an outcome contradicts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradicted {
    /// The goals that earlier conditions of the path cover; empty if no values give the outcome.
    pub goals: Vec<u32>,
    /// True if earlier operations did not fail, which it contradicts as well.
    pub is_by_success: bool,
}

/// Goals of a target to which the tests of another one's search came.
#[derive(Clone, Debug, PartialEq)]
pub struct Along {
    pub target: TargetId,
    /// The goals by their index in it, with the least distance met: 0 for those covered.
    pub goals: Vec<(u32, f64)>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct UncoveredGoal {
    pub goal: u32,
    /// The least distance met, `None` if its condition was never evaluated.
    pub best_distance: Option<f64>,
    /// The event sequences that were tried for it.
    pub tried: TriedSequences,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Stopped {
    AllCovered,
    Evaluations,
    Time,
    /// Nothing improved for too long.
    Stalled,
    Deaths,
}
