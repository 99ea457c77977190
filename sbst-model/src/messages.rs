//! What the command and a worker tell each other, through files in the worker's directory: `orders` (one line, written
//! by the command), `events` (a line each, appended by the worker) and the [`journal`](crate::journal).
//!
//! Lines are in Rusty Object Notation ([`to_line`], [`from_line`]). Not in JSON: the worker is linked into the user's
//! crate, and serde_json's `impl PartialEq<Value> for i32` and its kin would make `x == "7".parse().unwrap()` ambiguous
//! there.

mod landscape;
mod statement;
mod synthesis;

pub use landscape::{FixedInput, Height, InputPath, LandscapeAxis, LandscapeOrders, Varied, WalkStep};
pub use statement::{Called, Statement, Variable};
pub use synthesis::{RecipeOrders, SynthesisSummary};

use crate::bloat::BloatControl;
use crate::expression::Expression;
use crate::target::{Place, TargetDescription, TargetId};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A message as one line, without its end.
///
/// # Errors
/// None for the types of this module.
pub fn to_line(message: &impl Serialize) -> Result<String, String> {
    ron::to_string(message).map_err(|error| error.to_string())
}

/// The message that [`to_line`] wrote.
///
/// # Errors
/// What is wrong with the line, and where.
pub fn from_line<T: DeserializeOwned>(line: &str) -> Result<T, String> {
    ron::from_str(line).map_err(|error| error.to_string())
}

/// Name of the file with the orders.
pub const ORDERS: &str = "orders";
/// Name of the file with the events.
pub const EVENTS: &str = "events";
/// Name of the file with the recipe that a worker asked for with [`Event::WantsRecipe`]: an `Option<Recipe>`. It appears whole.
pub const RECIPE: &str = "recipe";
/// Name of the journal.
pub const JOURNAL: &str = "journal";
/// The environment variable that makes a test executable a worker: the path of the worker's directory, absolute.
pub const WORKER_DIRECTORY: &str = "SBST_WORKER_DIRECTORY";
/// The environment variable that makes an executable a worker before its `main` begins, where no entry leads into it.
pub const WORKER_BEFORE_MAIN: &str = "SBST_WORKER_BEFORE_MAIN";
/// The environment variable that makes the functions that a user's own tests call record their arguments: the path of the
/// file to append to, absolute.
pub const ARGUMENTS: &str = "SBST_ARGUMENTS";
/// The environment variable that ends such a process, well, at the first call of the function with this path, which is
/// recorded and not executed.
pub const ARGUMENTS_ONLY_OF: &str = "SBST_ARGUMENTS_ONLY_OF";
/// The name of the modules with generated tests beside the source.
pub const GENERATED_MODULE: &str = "sbst_tests";
/// The most calls of one function that a search begins with: a table of cases, not a fuzzer's day. As many tests as hardly
/// any function has goals, and a hundredth of the usual budget.
pub const MOST_SEEDS: usize = 1_024;
/// The most calls of one function that are counted, in one process and for one reason, if no search can begin with them.
pub const MOST_LOST: usize = 64;
/// How the name of the module of every entry begins.
pub const ENTRY_PREFIX: &str = "__sbst_entry_";

/// What a worker shall do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Orders {
    /// Version of the command; a worker of another version answers with its own and does nothing.
    pub version: String,
    /// What to do.
    pub task: Task,
}

/// What to do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Task {
    /// Send a [`Event::Target`] for every target in the executable, then [`Event::Described`].
    Describe,
    /// Search one target.
    Search(Box<SearchOrders>),
    /// Search one target, and tell with [`Event::Step`] how an algorithm climbs towards this goal alone.
    Walk(Box<SearchOrders>, u32),
    /// Send [`Event::Axes`] and then the [`Event::Heights`] of all points.
    Landscape(Box<LandscapeOrders>),
}

/// How to search a target.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchOrders {
    /// Which one.
    pub target: TargetId,
    /// Name of the algorithm, see `sbst_search::Algorithm`.
    pub algorithm: String,
    /// Seed of this target's search.
    pub seed: u64,
    /// When to end.
    pub budget: Budget,
    /// Sources of values that are switched off, for experiments.
    pub without: Vec<ValueSource>,
    /// Goals of other targets in the same executable that the search takes on as well. They are numbered behind the
    /// target's own, in the order in which they stand here.
    pub adopted: Vec<GoalsOf>,
    /// Numbers of those that it does not seek any more, because another search has covered them.
    pub given_up: Vec<u32>,
    /// Test cases to begin with, stored; those that do not conform to the target's shapes are left out.
    pub seeds: Vec<String>,
    /// What keeps suites from growing, for experiments.
    pub bloat_control: BloatControl,
    /// The object construction graphs of the target.
    pub recipe: RecipeOrders,
    /// Steps (loop rounds and calls of annotated functions) after which an execution is ended.
    pub step_limit: u64,
    /// Bytes of stack that code under test may use before it is ended.
    pub stack_limit: u64,
    /// Bytes of memory that the worker may have in all.
    pub memory_limit: u64,
    /// Whether no tests are wanted: the work is done when the search has ended.
    pub only_search: bool,
    /// How many test cases to draw and tell of as they are, instead of those that were searched for.
    pub draw: Option<u32>,
    /// What an earlier worker on the same target left; `None` for the first one.
    pub resume: Option<Resume>,
    /// Which of several turns this is, if a budget is shared with other targets.
    pub turn: Option<Turn>,
}

/// Goals of a target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GoalsOf {
    /// Which one.
    pub target: TargetId,
    /// The goals, by their index in it.
    pub goals: Vec<u32>,
}

/// A part of a search whose budget is given out bit by bit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    /// How many there were before it.
    pub number: u32,
    /// Evaluations when it began.
    pub evaluations: u64,
    /// Seconds of search when it began.
    pub search_seconds: f64,
}

/// A call of a function by a user's own test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Recorded {
    /// The function.
    pub target: TargetId,
    /// Whether a generated test beside the source called it.
    pub generated: bool,
    /// Its arguments as a test case, stored; or why a search cannot begin with them.
    pub call: Result<String, NotRecorded>,
}

/// Why a search cannot begin with the arguments of a call.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum NotRecorded {
    /// The one for the parameter with this index cannot be read back: its type does not say what it was made of, or it is
    /// larger than what a search keeps.
    Unreadable(usize),
    /// The one for the parameter with this index is no value that the search builds.
    OutOfBounds(usize),
    /// The function was called with other types for its generic parameters than the search calls it with.
    OtherTypes,
    /// No call of the function is recorded, for this reason.
    Never(String),
}

/// When a search ends, at the latest. It ends earlier when every goal is covered or nothing moves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Budget {
    /// Evaluations of the target.
    pub evaluations: Option<u64>,
    /// Seconds of wall-clock time. Suites are the same for the same seed only if this does not strike.
    pub seconds: Option<f64>,
    /// Evaluations without any improvement after which a search is given up.
    pub stall: Option<u64>,
}

/// A source of values beside random numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ValueSource {
    /// Values of other parameters of the same test case.
    Copying,
    /// Zero, one, extremes, powers of two, NaN, the empty text …
    SpecialValues,
    /// Literals in the function's source.
    Literals,
    /// Operands of conditions that were not met.
    Operands,
    /// What a condition wants, written straight into the input.
    InputToState,
    /// Local search on the inputs that matter for a goal.
    LocalSearch,
    /// Templates from object construction graphs.
    Graph,
}

/// What earlier workers left behind, because they died or because their turn was over.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Resume {
    /// Workers that this target has used up.
    pub deaths: u32,
    /// Evaluations they made.
    pub evaluations: u64,
    /// Seconds that they searched.
    pub search_seconds: f64,
    /// Test cases worth keeping, and worth going on from, stored as [`TestCase::to_hex`](crate::TestCase::to_hex) gives
    /// them.
    pub kept: Vec<String>,
    /// Test cases that are never executed again, because a worker died on them.
    pub fatal: Vec<Fatal>,
    /// Whether the search had ended and only its tests were still being made ready.
    pub search_ended: bool,
    /// Whether tests are to be made small and simple, which executes more test cases.
    pub simplify: bool,
}

/// What [`Fatal::how`] says of a worker that was refused memory.
pub const OUT_OF_MEMORY: &str = "out of memory";

/// A test case on which a worker died.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fatal {
    /// The test case, stored.
    pub test: String,
    /// What it died of, in words: "stack overflow", "exit with code 3".
    pub how: String,
    /// Its number among the evaluations.
    pub evaluations: u64,
}

/// What a worker says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// First of all: the worker's version.
    Hello {
        /// Version of the runtime.
        version: String,
    },
    /// A target in the executable.
    Target(Box<TargetDescription>),
    /// All targets were sent.
    Described {
        /// How many.
        targets: usize,
    },
    /// The orders cannot be carried out.
    Refused {
        /// Why.
        reason: String,
    },
    /// A test case that covers goals that were uncovered, or covers them with a smaller one.
    Kept {
        /// The test case, stored.
        test: String,
        /// Goals newly covered.
        covers: Vec<u32>,
        /// Evaluations so far.
        evaluations: u64,
        /// Seconds of search so far.
        search_seconds: f64,
    },
    /// It waits for the file [`RECIPE`].
    WantsRecipe,
    /// How long the suite of the tests kept is now, each counted once. Told only by a search whose tests are not wanted, whenever
    /// it has changed enough to be seen.
    Suite {
        /// Evaluations so far.
        evaluations: u64,
        /// Number of tests.
        tests: usize,
        /// The sum of their sizes: values and characters.
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
    /// At the end of a turn: the test cases that came nearest to goals that are uncovered, for the next turn.
    Nearest(Vec<String>),
    /// At the end of a turn, before [`Event::SearchEnded`]: what the tests kept came to in targets that the search does not seek
    /// goals of.
    Along(Vec<Along>),
    /// Still at work.
    Progress {
        /// Evaluations so far.
        evaluations: u64,
        /// Goals covered.
        covered: usize,
    },
    /// The search ended; minimising begins. The counts are final.
    SearchEnded(SearchSummary),
    /// Everything is done.
    Finished(Vec<TestOutline>),
}

/// How a search went.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchSummary {
    /// Evaluations made.
    pub evaluations: u64,
    /// Evaluations when the last goal that was covered was covered; 0 if none was.
    pub evaluations_to_last_goal: u64,
    /// Seconds of search.
    pub search_seconds: f64,
    /// Seconds of search until that goal.
    pub seconds_to_last_goal: f64,
    /// Goals of the target covered, by index.
    pub covered: Vec<u32>,
    /// Goals of the target not covered.
    pub uncovered: Vec<UncoveredGoal>,
    /// Adopted goals covered, by their number in the search.
    pub adopted_covered: Vec<u32>,
    /// Adopted goals that are not covered, and to which some execution came.
    pub adopted_reached: Vec<UncoveredGoal>,
    /// Why it ended.
    pub stopped: Stopped,
    /// What templates from object construction graphs cost, and what became of them.
    pub synthesis: SynthesisSummary,
}

/// Goals of a target to which the tests of another one's search came.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Along {
    /// Which one.
    pub target: TargetId,
    /// The goals by their index in it, with the least distance met: 0 for those covered.
    pub goals: Vec<(u32, f64)>,
}

/// A goal that was not covered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UncoveredGoal {
    /// Its index.
    pub goal: u32,
    /// The least distance met, `None` if its condition was never evaluated.
    pub best_distance: Option<f64>,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stopped {
    /// Every goal is covered.
    AllCovered,
    /// The budget of evaluations is spent.
    Evaluations,
    /// The time is over.
    Time,
    /// Nothing improved for too long.
    Stalled,
    /// Too many workers died.
    Deaths,
}

/// A fault met while searching.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// What kind.
    pub kind: FindingKind,
    /// The panic's message, or what happened in words.
    pub message: String,
    /// Where it panicked.
    pub place: Option<Place>,
    /// What is called before.
    pub before: Vec<Statement>,
    /// The arguments that provoke it.
    pub arguments: Vec<Expression>,
    /// Its number among the evaluations.
    pub evaluations: u64,
}

/// Kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FindingKind {
    /// An arithmetic overflow.
    Overflow,
    /// A division by zero. `i32::MIN / -1`, which an operation may do as well, is an overflow.
    Division,
    /// An index or a slice out of bounds, or off a character's boundary.
    Index,
    /// `unwrap` on the wrong variant.
    Unwrap,
    /// Another panic that nobody wrote on purpose: `unreachable!`, a borrow of a `RefCell`, a panic in a dependency.
    Panic,
    /// More steps than the limit allows.
    Hang,
    /// More stack than the limit allows.
    DeepRecursion,
    /// The process died: abort, exit, signal, overflow of the stack.
    Death,
}

/// A test to be written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TestOutline {
    /// The statements of its story but for the last one, which is the call of the target.
    pub before: Vec<Statement>,
    /// The arguments.
    pub arguments: Vec<Expression>,
    /// The goals it is there for, by index; empty for a finding, or for a target without conditions.
    pub goals: Vec<u32>,
    /// Goals of other targets that it is there for, because its search has adopted them.
    pub adopted: Vec<GoalsOf>,
    /// All goals, of whatever target, that it covers each time.
    pub covers: Vec<GoalsOf>,
    /// What is observed.
    pub observed: Observed,
}

/// What an execution of a test showed, each time it was repeated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    /// It returned.
    Returned {
        /// Full name of the result's type, as the compiler gives it: `core::option::Option<demo::Kind>`. Of what was asked for its items,
        /// the type that these have together: `alloc::vec::Vec<u8>`.
        type_name: String,
        /// The result as `{:?}` shows it; `None` if the type does not implement `Debug`, or showed different things
        /// when repeated.
        debug: Option<String>,
        /// Whether entries of maps or sets in it came in another order when repeated; `debug` has them sorted as texts.
        unordered: bool,
        /// What it left in the arguments that it may change.
        changed: Vec<Changed>,
        /// How many items it gave, if it was asked for them.
        items: Option<Items>,
    },
    /// It panicked with a message that a person wrote.
    Panicked {
        /// The message.
        message: String,
        /// Where.
        place: Option<Place>,
    },
    /// It ran into a fault.
    Fault(Finding),
}

/// The items that a result gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Items {
    /// How many; `None` if there were others when repeated, or if there was nothing to ask, as in a `None`.
    pub count: Option<usize>,
    /// After how many it was not asked any more. It may have had more.
    pub cut_after: Option<usize>,
}

/// An argument that was passed as `&mut`, after the call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Changed {
    /// Index of the parameter.
    pub parameter: usize,
    /// Full name of the type referred to, as the compiler gives it.
    pub type_name: String,
    /// The value as `{:?}` shows it; `None` if the type does not implement `Debug`, or showed different things when
    /// repeated.
    pub debug: Option<String>,
    /// Whether entries of maps or sets in it came in another order when repeated; `debug` has them sorted as texts.
    pub unordered: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_one_line_each_and_survive() {
        let event = Event::SearchEnded(SearchSummary {
            evaluations: 3,
            evaluations_to_last_goal: 2,
            search_seconds: 0.5,
            seconds_to_last_goal: 0.25,
            covered: vec![0],
            uncovered: vec![UncoveredGoal { goal: 1, best_distance: None }],
            adopted_covered: vec![4],
            adopted_reached: Vec::new(),
            stopped: Stopped::Stalled,
            synthesis: SynthesisSummary { graph_seconds: 0.25, tests: 7, ..SynthesisSummary::default() },
        });
        let line = to_line(&event).unwrap();
        assert!(!line.contains('\n'));
        assert_eq!(from_line(&line), Ok(event));

        let finding = Event::Finding(Finding {
            kind: FindingKind::Index,
            message: "two\nlines, \"quotes\" and \u{0}".into(),
            place: None,
            before: Vec::new(),
            arguments: vec![Expression::source(r#"String::from("\n")"#)],
            evaluations: u64::MAX,
        });
        let line = to_line(&finding).unwrap();
        assert!(!line.contains('\n'));
        assert_eq!(from_line(&line), Ok(finding));
    }
}
