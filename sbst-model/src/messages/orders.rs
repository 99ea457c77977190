//! Orders to a worker.

use super::{Fatal, FatalCall, KnownValues, LandscapeOrders, Repeat, Supply, TestOutline};
use crate::path_selection::PathSelection;
use crate::{bloat::BloatControl, construction::Recipe, event_graph::EventGraph, target::TargetId};

#[derive(Clone, Debug, PartialEq)]
pub struct Orders {
    /// Version of the command; a worker of another version answers with its own and does nothing.
    pub version: String,
    pub task: Task,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Task {
    /// Send a [`Event::Target`](super::Event::Target) for every target in the executable, then
    /// [`Event::Described`](super::Event::Described).
    Describe,
    Search(Box<SearchOrders>),
    /// Search one target, and tell with [`Event::Step`](super::Event::Step) how an algorithm climbs
    /// towards this goal alone.
    Walk(Box<SearchOrders>, u32),
    /// Execute the beginning of a test case that a worker died on, some times, and send
    /// [`Event::Finished`](super::Event::Finished) if that went well.
    Repeat(Box<SearchOrders>, Repeat),
    /// Execute a test case that took more steps than the limit, with smaller values and then with
    /// more steps, and send [`Event::Slow`](super::Event::Slow).
    Measure(Box<SearchOrders>, String),
    /// Execute the tests of a search again, with the goals numbered as in that, and send an
    /// [`Event::Replayed`](super::Event::Replayed) for each, in order.
    Replay(Box<SearchOrders>, Vec<TestOutline>),
    /// Execute calls of a target that gives values, and send [`Event::Outcomes`](super::Event::Outcomes).
    Compare(Box<SearchOrders>, Vec<String>),
    /// Send [`Event::Axes`](super::Event::Axes) and then the
    /// [`Event::Heights`](super::Event::Heights) of all points.
    Landscape(Box<LandscapeOrders>),
}

/// The lowest bits of a seed that count the turns of a search, and the runs before: none draws again
/// what another one has drawn.
pub const TURN_BITS: u32 = 32;
pub const RUN_BITS: u32 = 48;

#[derive(Clone, Debug, PartialEq)]
pub struct SearchOrders {
    pub target: TargetId,
    /// Name of the algorithm, see `sbst_search::Algorithm`.
    pub algorithm: String,
    pub seed: u64,
    pub budget: Budget,
    /// Sources of values that are switched off, for experiments.
    pub without: Vec<ValueSource>,
    /// Goals of other targets in the same executable that the search takes on as well. They are
    /// numbered behind the target's own, in the order in which they stand here.
    pub adopted: Vec<GoalsOf>,
    /// Numbers of those that it does not seek any more, because another search has covered them.
    pub given_up: Vec<u32>,
    /// Calls of other functions that workers died of. Stories leave out all that ask for as much.
    pub avoided: Vec<FatalCall>,
    /// Literals in the package's examples.
    pub examples: Vec<Example>,
    /// Test cases to begin with, stored; those that do not conform to the shapes are left out.
    pub seeds: Vec<String>,
    /// Values that other searches found.
    pub known: KnownValues,
    /// Test cases that an earlier run made as simple as they become: the
    /// [fingerprints](crate::fingerprint::hash_text) of what is stored, in ascending order.
    pub simple: Vec<u64>,
    /// The bloat control, for experiments.
    pub bloat_control: BloatControl,
    /// The selection of paths in symbolic execution.
    pub path_selection: PathSelection,
    /// The object construction graphs of the target.
    pub recipe: Supply<Recipe>,
    /// The events of the target, for an algorithm that follows executions.
    pub events: Supply<EventGraph>,
    /// Steps (loop rounds and calls of annotated functions) after which an execution is ended.
    pub step_limit: u64,
    /// Bytes of stack that code under test may use before it is ended.
    pub stack_limit: u64,
    /// Bytes of memory that the worker may have in all.
    pub memory_limit: u64,
    /// True if tests are wanted among which mutants choose.
    pub has_variants: bool,
    /// Tests that an earlier search for mutants found, stored: they are among these.
    pub killing: Vec<String>,
    /// True if no tests are wanted: the work is done when the search has ended.
    pub only_search: bool,
    /// The functions, by number, that are not called to see what a test left, because workers died
    /// of them; `None` if no function is called for that.
    pub deadly_getters: Option<Vec<u64>>,
    /// The goals of mutants that are not executed, because workers died of them.
    pub deadly_mutants: Vec<u32>,
    /// True if the backtraces of panics are written to the file
    /// [`BACKTRACES`](super::BACKTRACES).
    pub backtraces: bool,
    /// The number of test cases to draw and report as they are, instead of a search.
    pub draw: Option<u32>,
    /// The state that an earlier worker on the same target left; `None` for the first one.
    pub resume: Option<Resume>,
    /// Which of several turns this is, if a budget is shared with other targets.
    pub turn: Option<Turn>,
}

impl SearchOrders {
    /// Returns the orders of a first search that knows nothing of others, without limits of an
    /// execution.
    pub fn new(target: TargetId, algorithm: &str, seed: u64, budget: Budget) -> SearchOrders {
        SearchOrders {
            target,
            algorithm: algorithm.to_owned(),
            seed,
            budget,
            without: Vec::new(),
            adopted: Vec::new(),
            given_up: Vec::new(),
            avoided: Vec::new(),
            examples: Vec::new(),
            seeds: Vec::new(),
            known: KnownValues::default(),
            simple: Vec::new(),
            bloat_control: BloatControl::default(),
            path_selection: PathSelection::default(),
            recipe: Supply::Without,
            events: Supply::Without,
            step_limit: u64::MAX,
            stack_limit: u64::MAX,
            memory_limit: u64::MAX,
            has_variants: false,
            killing: Vec::new(),
            only_search: false,
            deadly_getters: Some(Vec::new()),
            deadly_mutants: Vec::new(),
            backtraces: false,
            draw: None,
            resume: None,
            turn: None,
        }
    }
}

/// A literal in documentation, in a README, or in the user's tests and examples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The index of the target's parameter that it is an argument for; `None` elsewhere.
    pub parameter: Option<u32>,
    pub value: ExampleValue,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ExampleValue {
    Text(String),
    /// A text of one character.
    Character(String),
    /// An integer or a float in decimal digits, with its sign.
    Number(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalsOf {
    pub target: TargetId,
    /// The goals, by their index in it.
    pub goals: Vec<u32>,
}

/// A part of a search whose budget is given out bit by bit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn {
    /// The number of earlier ones.
    pub number: u32,
    /// Evaluations when it began.
    pub evaluations: u64,
    /// Seconds of search when it began.
    pub search_seconds: f64,
}

/// When a search ends, at the latest. It ends earlier when every goal is covered or nothing moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Budget {
    pub evaluations: Option<u64>,
    /// Seconds of wall-clock time. The same seed gives the same suite only if this does not strike.
    pub seconds: Option<f64>,
    /// Evaluations without any improvement after which a search is given up.
    pub stall: Option<u64>,
}

impl Budget {
    /// A budget without an end.
    pub const UNLIMITED: Budget = Budget { evaluations: None, seconds: None, stall: None };
}

/// A source of values beside random numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueSource {
    /// Values of other parameters of the same test case.
    Copying,
    /// Zero, one, extremes, powers of two, NaN, the empty text …
    SpecialValues,
    Literals,
    /// Operands of conditions that were not met.
    Operands,
    /// Target values of conditions, written straight into the input.
    InputToState,
    /// Local search on the inputs that matter for a goal.
    LocalSearch,
    /// Templates from object construction graphs.
    Graph,
    /// Event sequences for goals that have stalled.
    Sequences,
    /// Solved path conditions, for goals that have stalled.
    Paths,
}

/// The state that earlier workers left when they died or their turn was over.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Resume {
    /// Workers that this target has used up.
    pub deaths: u32,
    pub evaluations: u64,
    pub search_seconds: f64,
    /// Test cases worth keeping, and worth going on from, stored as
    /// [`TestCase::to_hex`](crate::TestCase::to_hex) gives them.
    pub kept: Vec<String>,
    /// Test cases that are never executed again, because a worker died on them.
    pub fatal: Vec<Fatal>,
    /// True if the search had ended and only its tests were still being made ready.
    pub search_ended: bool,
    /// True if tests are to be made small and simple, which executes more test cases.
    pub simplify: bool,
}
