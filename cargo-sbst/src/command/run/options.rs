//! Options of `cargo sbst`.

use crate::cargo::workspace::Instrumentation;
use crate::report::outputs::ReportFiles;
use crate::search::options::{CommonOptions, GoalOptions, SEARCH, SearchOptions};
use crate::shard::environment::ShardOptions;
use crate::ui::quantity;
use clap::{Args, ValueEnum};
use sbst_model::messages::Budget;
use sbst_model::{Algorithm, PathSelection};
use std::collections::BTreeSet;

/// Options of `cargo sbst`.
#[derive(Clone, Debug, Args)]
pub struct RunOptions {
    /// Search algorithm
    #[arg(long, value_name = "NAME", default_value = Algorithm::NAMES[0], value_parser = Algorithm::NAMES, help_heading = SEARCH)]
    pub algorithm: String,
    /// Solve the path conditions of stalled goals by symbolic execution; the build takes longer.
    /// Always on with --algorithm dse
    #[arg(long, help_heading = SEARCH)]
    pub symbolic: bool,
    /// Strategy for picking the next path in symbolic execution
    #[arg(long, value_name = "SELECTION", value_enum, default_value_t, help_heading = "Experiments")]
    pub path_selection: SelectPaths,
    #[command(flatten)]
    pub search: SearchOptions,
    /// Budget for all functions together, shared by need: a time or a number of evaluations.
    /// Functions have no individual budget then, except with --budget
    #[arg(long, value_name = "BUDGET", value_parser = quantity::parse_budget, help_heading = SEARCH)]
    pub total_budget: Option<Budget>,
    /// End a function's search after this many evaluations without progress [default: a
    /// quarter of a budget in evaluations, its own or the total one, but at least 25,000; none with
    /// a classic algorithm]
    #[arg(long, value_name = "N", value_parser = quantity::parse_count, help_heading = SEARCH)]
    pub stall: Option<u64>,
    /// Start from scratch: ignore the tests that earlier runs stored in this target directory
    #[arg(long, help_heading = SEARCH)]
    pub fresh: bool,
    /// Write N randomly drawn test cases per function instead of the search's tests
    #[arg(long, value_name = "N", help_heading = "Experiments")]
    pub draw: Option<u32>,
    /// The names of mutants that are goals of the search.
    #[arg(skip)]
    pub survivors: BTreeSet<String>,
    #[command(flatten)]
    pub goals: GoalOptions,
    #[command(flatten)]
    pub writing: WritingOptions,
    #[command(flatten)]
    pub files: ReportFiles,
    #[command(flatten)]
    pub shards: ShardOptions,
    #[command(flatten)]
    pub common: CommonOptions,
}

impl RunOptions {
    /// Returns the instrumentation that the search needs.
    pub fn instrumentation(&self) -> Instrumentation {
        let algorithm = self.algorithm.parse().ok();
        let is_symbolic = self.symbolic || algorithm == Some(Algorithm::DynamicSymbolicExecution);
        let search = match is_symbolic {
            true => Instrumentation::SYMBOLIC,
            false => self.search.instrumentation(algorithm),
        };
        Instrumentation { has_mutants: !self.survivors.is_empty(), ..self.goals.added_to(search) }
    }
}

/// A selection of paths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum SelectPaths {
    /// By the outcomes of similar paths (k-nearest neighbours)
    #[default]
    Knn,
    /// First in, first out
    Fifo,
    /// As Tardis: k-nearest neighbours, and unsolved paths count as infeasible
    Tardis,
}

impl From<SelectPaths> for PathSelection {
    fn from(selection: SelectPaths) -> PathSelection {
        match selection {
            SelectPaths::Knn => PathSelection::Knn,
            SelectPaths::Fifo => PathSelection::Fifo,
            SelectPaths::Tardis => PathSelection::Tardis,
        }
    }
}

/// A criterion of the selection of tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum SelectBy {
    /// Goals, and up to 1,000 mutants of each package
    #[default]
    Mutants,
    /// Goals alone
    Goals,
}

/// Options about the results.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Writing options")]
pub struct WritingOptions {
    /// Only report, write no tests
    #[arg(long, conflicts_with = "write_private")]
    pub no_write: bool,
    /// Change no file: `cargo sbst review` shows the proposed tests, and writes those you accept
    #[arg(long, conflicts_with = "no_write")]
    pub propose: bool,
    /// Write only the N tests per package that add the most goals
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    /// Criterion for selecting tests: covered goals and noticed mutants, which takes another build,
    /// or goals alone
    #[arg(long, value_name = "CRITERION", value_enum, default_value_t)]
    pub select_by: SelectBy,
    /// Write tests of private functions beside the source
    #[arg(long)]
    pub write_private: bool,
    /// End with exit code 3 if there are findings
    #[arg(long)]
    pub fail_on_findings: bool,
}
