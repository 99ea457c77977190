//! Orders to a worker.

use super::{Fatal, FatalCall, KnownValues, LandscapeOrders, Repeat, Supply, TestOutline};
use crate::path_selection::PathSelection;
use crate::{bloat::BloatControl, construction::Recipe, event_graph::EventGraph, target::TargetId};

#[derive(Clone, Debug, PartialEq)]
pub struct Orders {
    /// The version of the command; a worker of another version only answers with its own.
    pub version: String,
    pub task: Task,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Task {
    /// Sends a [`Event::Target`](super::Event::Target) for every target in the executable, then
    /// [`Event::Described`](super::Event::Described).
    Describe,
    Search(Box<SearchOrders>),
    /// Searches one target, and reports the climb of an algorithm towards this goal alone with
    /// [`Event::Step`](super::Event::Step).
    Walk(Box<SearchOrders>, u32),
    /// Executes the beginning of a test case that crashed a worker, several times, and sends
    /// [`Event::Finished`](super::Event::Finished) if the worker survives.
    Repeat(Box<SearchOrders>, Repeat),
    /// Executes a test case that exceeded the limit of steps, with smaller values and then with
    /// more steps, and sends [`Event::Slow`](super::Event::Slow).
    Measure(Box<SearchOrders>, String),
    /// Executes the tests of a search again, with the same numbers of goals, and sends an
    /// [`Event::Replayed`](super::Event::Replayed) for each, in order.
    Replay(Box<SearchOrders>, Vec<TestOutline>),
    /// Executes calls of a target that returns values, and sends
    /// [`Event::Outcomes`](super::Event::Outcomes).
    Compare(Box<SearchOrders>, Vec<String>),
    /// Sends [`Event::Axes`](super::Event::Axes) and then the
    /// [`Event::Heights`](super::Event::Heights) of all points.
    Landscape(Box<LandscapeOrders>),
}

/// The lowest bits of a seed that count the turns of a search, and the earlier runs: no two of them
/// draw the same numbers.
pub const TURN_BITS: u32 = 32;
pub const RUN_BITS: u32 = 48;

#[derive(Clone, Debug, PartialEq)]
pub struct SearchOrders {
    pub target: TargetId,
    /// The name of the algorithm, see `sbst_search::Algorithm`.
    pub algorithm: String,
    pub seed: u64,
    pub budget: Budget,
    /// Disabled sources of values, for experiments.
    pub without: Vec<ValueSource>,
    /// Goals of other targets in the same executable, also sought by the search. They are numbered
    /// after the target's own, in this order.
    pub adopted: Vec<GoalsOf>,
    /// The numbers of adopted goals that are no longer sought, because another search has covered
    /// them.
    pub given_up: Vec<u32>,
    /// Calls of other functions that crashed workers. Call sequences exclude all calls of at least
    /// their magnitude.
    pub avoided: Vec<FatalCall>,
    /// Literals in the package's examples.
    pub examples: Vec<Example>,
    /// Test cases as seeds, stored; those that do not conform to the shapes are skipped.
    pub seeds: Vec<String>,
    /// Values found by other searches.
    pub known: KnownValues,
    /// Test cases that an earlier run minimised fully: the
    /// [fingerprints](crate::fingerprint::hash_text) of their stored forms, in ascending order.
    pub simple: Vec<u64>,
    /// The bloat control, for experiments.
    pub bloat_control: BloatControl,
    /// The selection of paths in symbolic execution.
    pub path_selection: PathSelection,
    /// The object construction graphs of the target.
    pub recipe: Supply<Recipe>,
    /// The events of the target, for an algorithm that follows executions.
    pub events: Supply<EventGraph>,
    /// Steps (loop iterations and calls of annotated functions) after which an execution is ended.
    pub step_limit: u64,
    /// Bytes of stack allowed to the code under test.
    pub stack_limit: u64,
    /// Bytes of memory allowed to the worker in all.
    pub memory_limit: u64,
    /// True if variants of tests are requested, for the selection by mutants.
    pub has_variants: bool,
    /// Tests found by an earlier search for mutants, stored: a part of the seeds.
    pub killing: Vec<String>,
    /// True if no tests are requested: the work is done when the search has ended.
    pub only_search: bool,
    /// The functions, by number, not to call for the state after a test, because they crashed
    /// workers; `None` forbids all functions.
    pub deadly_getters: Option<Vec<u64>>,
    /// The goals of mutants not to execute, because they crashed workers.
    pub deadly_mutants: Vec<u32>,
    /// True if the backtraces of panics are written to the file
    /// [`BACKTRACES`](super::BACKTRACES).
    pub backtraces: bool,
    /// The number of test cases to draw and report unchanged, instead of a search.
    pub draw: Option<u32>,
    /// The state from an earlier worker on the same target; `None` for the first one.
    pub resume: Option<Resume>,
    /// The number of this turn, if a budget is shared with other targets.
    pub turn: Option<Turn>,
}

impl SearchOrders {
    /// Returns the orders of a first search without values from others, and without limits of an
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
    /// The path of the function with this argument, unless it is the target.
    pub function: Option<String>,
    /// The index of its parameter; `None` elsewhere.
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
    /// The goals, by their index in the target.
    pub goals: Vec<u32>,
}

/// A part of a search whose budget is distributed in turns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn {
    /// The number of earlier ones.
    pub number: u32,
    /// Evaluations when it began.
    pub evaluations: u64,
    /// Seconds of search when it began.
    pub search_seconds: f64,
}

/// The latest end of a search. It ends earlier when every goal is covered or the search has
/// stalled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Budget {
    pub evaluations: Option<u64>,
    /// Seconds of wall-clock time. The same seed gives the same suite unless this limit is reached.
    pub seconds: Option<f64>,
    /// Evaluations without any improvement after which a search is given up.
    pub stall: Option<u64>,
}

impl Budget {
    /// An unlimited budget.
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
    /// Operands of conditions with an uncovered outcome.
    Operands,
    /// Target values of conditions, written straight into the input.
    InputToState,
    /// Local search on the inputs that affect a goal.
    LocalSearch,
    /// Templates from object construction graphs.
    Graph,
    /// Event sequences for stalled goals.
    Sequences,
    /// Solved path conditions, for stalled goals.
    Paths,
}

/// The state from earlier workers that crashed or whose turn was over.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Resume {
    /// The number of workers that crashed on this target.
    pub deaths: u32,
    pub evaluations: u64,
    pub search_seconds: f64,
    /// Test cases worth keeping, or worth varying, stored by
    /// [`TestCase::to_hex`](crate::TestCase::to_hex).
    pub kept: Vec<String>,
    /// Test cases that are never executed again, because they crashed a worker.
    pub fatal: Vec<Fatal>,
    /// True if the search had ended and only its tests were still being minimised.
    pub search_ended: bool,
    /// True to minimise tests, which executes more test cases.
    pub simplify: bool,
}
