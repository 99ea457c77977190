//! Options of commands for searching and building.

use crate::cargo::arguments::CargoArguments;
use crate::cargo::selection::SelectionOptions;
use crate::cargo::workspace::Instrumentation;
use crate::ui::options::OutputOptions;
use crate::ui::quantity;
use clap::{Args, ValueEnum};
use sbst_model::messages::{Budget, SearchOrders, ValueSource};
use sbst_model::{Algorithm, BloatControl, TargetId};
use std::num::NonZeroUsize;
use std::thread;
use std::time::Duration;

/// The heading above the options of searches.
pub const SEARCH: &str = "Search options";

/// Kinds of goals.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = SEARCH)]
pub struct GoalOptions {
    /// Goals to search for, separated by commas: outcomes of conditions (always included), and
    /// implicit panics (indexing, arithmetic overflow, `unwrap`, …)
    #[arg(long = "goals", value_name = "KINDS", value_delimiter = ',', value_enum, default_values = ["branch"])]
    pub kinds: Vec<GoalKind>,
}

impl GoalOptions {
    /// Returns the instrumentation that these goals need.
    pub fn instrumentation(&self) -> Instrumentation {
        self.added_to(Instrumentation::SEARCH)
    }

    /// Returns the instrumentation, extended for these goals.
    pub fn added_to(&self, instrumentation: Instrumentation) -> Instrumentation {
        Instrumentation { has_checks: self.kinds.contains(&GoalKind::Panic), ..instrumentation }
    }
}

/// A kind of goals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GoalKind {
    /// Both outcomes of every condition
    Branch,
    /// Panics at hidden checks
    Panic,
}

/// Options of all commands that execute functions.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = SEARCH)]
pub struct ExecutionOptions {
    /// True if panics have backtraces with lines.
    #[arg(skip)]
    pub backtraces: bool,
    /// Functions executed at the same time [default: number of processors]
    #[arg(short, long, value_name = "NUMBER")]
    pub jobs: Option<NonZeroUsize>,
    /// Kill an execution after this many seconds
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = quantity::parse_count)]
    pub hang_timeout: u64,
    /// End an execution after this many steps (loop iterations and calls of annotated functions)
    #[arg(long, value_name = "STEPS", default_value = "1_000_000", value_parser = quantity::parse_count)]
    pub step_limit: u64,
    /// Stack limit of an execution
    #[arg(long, value_name = "BYTES", default_value = "8MiB", value_parser = quantity::parse_bytes)]
    pub stack_limit: u64,
    /// Memory limit of a worker; a higher limit makes test cases with huge values slower
    #[arg(long, value_name = "BYTES", default_value = "256MiB", value_parser = quantity::parse_bytes)]
    pub memory_limit: u64,
    /// With --all and without a sandbox: also call functions that mention files, processes,
    /// sockets, changes to the environment or foreign code
    #[arg(long, requires = "all")]
    pub allow_effects: bool,
    /// Run the code under test in a sandbox. Without a value: always
    #[arg(long, value_name = "WHEN", value_enum, default_value_t, num_args = 0..=1, default_missing_value = "always", require_equals = true)]
    pub sandbox: UseSandbox,
}

impl ExecutionOptions {
    /// Returns the orders that only make the initial tests of a function's search ready.
    pub fn orders(&self, target: &TargetId) -> SearchOrders {
        let budget = Budget { evaluations: Some(0), ..Budget::UNLIMITED };
        SearchOrders {
            step_limit: self.step_limit,
            stack_limit: self.stack_limit,
            memory_limit: self.memory_limit,
            backtraces: self.backtraces,
            ..SearchOrders::new(target.clone(), Algorithm::NAMES[0], target.seed(0), budget)
        }
    }

    /// Returns the longest time of an execution.
    pub fn hang_timeout(&self) -> Duration {
        Duration::from_secs(self.hang_timeout)
    }

    /// Returns the number of functions executed at the same time.
    pub fn jobs(&self) -> usize {
        let processors = || thread::available_parallelism().map_or(1, usize::from);
        self.jobs.map_or_else(processors, usize::from)
    }
}

/// Options of searches.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = SEARCH)]
pub struct SearchOptions {
    /// Budget per function: a time such as 30s or 5m, or a number of evaluations [default:
    /// 100000evals, with classic algorithms 25000evals]
    #[arg(long, value_name = "BUDGET", value_parser = quantity::parse_budget)]
    pub budget: Option<Budget>,
    /// Seed of the random numbers; the same seed gives the same tests
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub seed: u64,
    #[command(flatten)]
    pub execution: ExecutionOptions,
    /// Disable a source of values; may be repeated
    #[arg(long, value_name = "SOURCE", value_enum, help_heading = "Experiments")]
    pub without: Vec<Without>,
    /// Enable a source of values that is off by default; may be repeated
    #[arg(long, value_name = "SOURCE", value_enum, help_heading = "Experiments")]
    pub with: Vec<With>,
    /// Bloat controls for whole-suite algorithms: all, none, or a comma-separated list of
    /// relative-crossover, length-in-selection, length-in-elitism, bounded-insertion
    #[arg(long, value_name = "CONTROLS", default_value_t, help_heading = "Experiments")]
    pub bloat_control: BloatControl,
}

impl SearchOptions {
    /// Returns the given budget, or else the greatest of these algorithms' defaults.
    pub fn choose_budget(&self, algorithms: impl IntoIterator<Item = Algorithm>) -> Budget {
        let evaluations = algorithms.into_iter().map(Algorithm::default_evaluations).max();
        self.budget.unwrap_or(Budget { evaluations, seconds: None, stall: None })
    }

    /// Returns the instrumentation of searches with these algorithms.
    pub fn instrumentation(&self, algorithms: impl IntoIterator<Item = Algorithm>) -> Instrumentation {
        let needs_library = algorithms.into_iter().any(Algorithm::is_in_library);
        match needs_library || self.with.contains(&With::Graph) {
            true => Instrumentation::LIBRARY,
            false => Instrumentation::SEARCH,
        }
    }

    /// Returns the orders to search a function with an algorithm. `seed` is that of the run.
    pub fn orders(&self, target: &TargetId, algorithm: &str, seed: u64, budget: Budget) -> SearchOrders {
        SearchOrders {
            algorithm: algorithm.to_owned(),
            seed: target.seed(seed),
            budget,
            without: self.without.iter().copied().map(Into::into).collect(),
            bloat_control: self.bloat_control,
            ..self.execution.orders(target)
        }
    }
}

/// When to use a sandbox.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum UseSandbox {
    /// With --all, if the system has one
    #[default]
    Auto,
    /// Always; it is an error if the system has none
    Always,
    /// Never
    Never,
}

/// Options of every command.
#[derive(Clone, Debug, Args)]
pub struct CommonOptions {
    #[command(flatten)]
    pub selection: SelectionOptions,
    #[command(flatten)]
    pub output: OutputOptions,
    #[command(flatten)]
    pub cargo: CargoArguments,
}

/// A source of values that can be disabled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Without {
    /// Values of other parameters
    Copying,
    /// Zero, one, extremes, powers of two, NaN, the empty text
    SpecialValues,
    /// Literals of the function's source
    Literals,
    /// Operands of unmet conditions
    Operands,
    /// The target value of a condition, written into the input
    InputToState,
    /// Local search on the inputs that affect a goal
    LocalSearch,
    /// Event sequences for goals that have stalled
    Sequences,
    /// Solved path conditions for goals that have stalled, with --symbolic
    Paths,
}

impl From<Without> for ValueSource {
    fn from(source: Without) -> ValueSource {
        match source {
            Without::Copying => ValueSource::Copying,
            Without::SpecialValues => ValueSource::SpecialValues,
            Without::Literals => ValueSource::Literals,
            Without::Operands => ValueSource::Operands,
            Without::InputToState => ValueSource::InputToState,
            Without::LocalSearch => ValueSource::LocalSearch,
            Without::Sequences => ValueSource::Sequences,
            Without::Paths => ValueSource::Paths,
        }
    }
}

/// A source of values that can be enabled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum With {
    /// Templates from object construction graphs
    Graph,
}
