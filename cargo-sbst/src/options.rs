//! The command line.

mod compare;

pub use compare::CompareOptions;

use crate::cargo_arguments::CargoArguments;
use crate::explain::ExplainOptions;
use crate::landscape::LandscapeOptions;
use crate::test::TestOptions;
use crate::{discover, exit_code, quantity};
use clap::builder::Styles;
use clap::builder::styling::{AnsiColor, Effects};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use sbst_model::Algorithm;
use sbst_model::BloatControl;
use sbst_model::messages::{Budget, ValueSource};
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::thread;

/// The algorithms that the workers know, by name; the first is the default.
pub const ALGORITHMS: [&str; Algorithm::ALL.len()] = Algorithm::NAMES;

/// The heading above the options of searches.
const SEARCH: &str = "Search options";

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().effects(Effects::BOLD))
    .usage(AnsiColor::Green.on_default().effects(Effects::BOLD))
    .literal(AnsiColor::Cyan.on_default().effects(Effects::BOLD))
    .placeholder(AnsiColor::Cyan.on_default());

/// Generate unit tests by search for functions with `#[sbst::instrument]`
#[derive(Debug, Parser)]
#[command(name = "cargo-sbst", bin_name = "cargo sbst", version, styles = STYLES, after_help = exit_code::HELP)]
#[command(args_conflicts_with_subcommands = true)]
pub struct CommandLine {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    run: RunOptions,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Search and write tests, as without a command
    #[command(after_help = exit_code::HELP)]
    Run(RunOptions),
    /// List the annotated functions with their parameters and goals
    List(ListOptions),
    /// Run your own tests, and show which goals they reach
    #[command(after_help = exit_code::HELP)]
    Test(Box<TestOptions>),
    /// Repeat searches with several algorithms and say which does better
    #[command(after_help = exit_code::HELP)]
    Compare(CompareOptions),
    /// Explain a function without running it: its conditions, what they depend on, and where their values come from
    Explain(ExplainOptions),
    /// Draw how far from a goal executions are, over the values of one or two inputs
    #[command(after_help = exit_code::HELP)]
    Landscape(Box<LandscapeOptions>),
}

impl CommandLine {
    /// Parses the arguments of the process: `cargo-sbst sbst …`, as cargo starts it, or `cargo-sbst …`. Ends the
    /// process if they make no sense, or if they ask for help.
    pub fn from_arguments(arguments: impl Iterator<Item = OsString>) -> Command {
        let mut arguments: Vec<OsString> = arguments.collect();
        if arguments.get(1).is_some_and(|argument| argument == "sbst") {
            arguments.remove(1);
        }
        CommandLine::parse(arguments).unwrap_or_else(|error| error.exit())
    }

    fn parse(arguments: Vec<OsString>) -> Result<Command, clap::Error> {
        let line = CommandLine::try_parse_from(arguments)?;
        let mut command = line.command.unwrap_or(Command::Run(line.run));
        match &mut command {
            Command::Compare(options) => {
                options.name_all();
                options.check()?;
            }
            Command::Landscape(options) => {
                // One function is meant, by the same rules as several are by --only.
                let only = &mut options.common.selection.only;
                if !only.is_empty() {
                    return Err(refusal("landscape", "the function is named without --only".to_owned()));
                }
                only.push(options.function.clone());
            }
            Command::Run(_) | Command::List(_) | Command::Test(_) | Command::Explain(_) => {}
        }
        Ok(command)
    }
}

/// Options of `cargo sbst`.
#[derive(Debug, Args)]
pub struct RunOptions {
    /// Search algorithm
    #[arg(long, value_name = "NAME", default_value = ALGORITHMS[0], value_parser = ALGORITHMS, help_heading = SEARCH)]
    pub algorithm: String,
    #[command(flatten)]
    pub search: SearchOptions,
    /// Budget for all functions together, shared by need: a time or a number of evaluations; a function has no budget
    /// of its own then, unless --budget gives it one
    #[arg(long, value_name = "BUDGET", value_parser = quantity::parse_budget, help_heading = SEARCH)]
    pub total_budget: Option<Budget>,
    /// Evaluations of a function without any progress after which its search ends [default: a quarter of a budget in
    /// evaluations, its own or the total one, but at least 25,000; none with a classic algorithm]
    #[arg(long, value_name = "N", value_parser = quantity::parse_count, help_heading = SEARCH)]
    pub stall: Option<u64>,
    /// Begin with what your own tests, and those of earlier runs, call functions with; runs them once, and makes the suite
    /// depend on them
    #[arg(long, help_heading = SEARCH)]
    pub seed_tests: bool,
    /// Seconds that the tests of one executable may take then
    #[arg(long, value_name = "SECONDS", default_value = "120", value_parser = quantity::parse_count, help_heading = SEARCH)]
    pub seed_tests_timeout: u64,
    /// Write so many test cases of each function as they are drawn, instead of those that the search found
    #[arg(long, value_name = "N", help_heading = "Experiments")]
    pub draw: Option<u32>,
    #[command(flatten)]
    pub goals: GoalOptions,
    #[command(flatten)]
    pub writing: WritingOptions,
    #[command(flatten)]
    pub common: CommonOptions,
}

/// Options of `cargo sbst list`.
#[derive(Debug, Args)]
pub struct ListOptions {
    #[command(flatten)]
    pub goals: GoalOptions,
    #[command(flatten)]
    pub common: CommonOptions,
}

/// The error of a command's options that clap cannot see.
fn refusal(command: &str, message: String) -> clap::Error {
    let mut line = CommandLine::command();
    line.build();
    let command = line.find_subcommand_mut(command).expect("it is a command");
    command.error(ErrorKind::ValueValidation, message)
}

/// What to search for.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = SEARCH)]
pub struct GoalOptions {
    /// What to search for, with commas between: outcomes of conditions, which are always among it, and panics at indices,
    /// arithmetic, `unwrap` and their kin
    #[arg(long = "goals", value_name = "KINDS", value_delimiter = ',', value_enum, default_values = ["branch"])]
    pub kinds: Vec<GoalKind>,
}

impl GoalOptions {
    /// Returns the feature of the runtime that these goals need.
    pub fn feature(&self) -> &'static str {
        if self.kinds.contains(&GoalKind::Panic) { discover::PANICS } else { discover::SEARCH }
    }
}

/// A kind of goals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GoalKind {
    /// Both outcomes of every condition
    Branch,
    /// That a hidden check fails
    Panic,
}

/// How to search.
#[derive(Debug, Args)]
#[command(next_help_heading = SEARCH)]
pub struct SearchOptions {
    /// Budget for each function: a time as in 30s or 5m, or a number of evaluations [default: 100000evals, with
    /// classic algorithms 25000evals]
    #[arg(long, value_name = "BUDGET", value_parser = quantity::parse_budget)]
    pub budget: Option<Budget>,
    /// Seed of the random numbers; the same seed gives the same tests
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub seed: u64,
    /// Functions searched at the same time [default: number of processors]
    #[arg(short, long, value_name = "NUMBER")]
    pub jobs: Option<NonZeroUsize>,
    /// Seconds after which the process is killed if a single execution did not end
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = quantity::parse_count)]
    pub hang_timeout: u64,
    /// Steps (loop rounds and calls of annotated functions) after which a single execution is ended
    #[arg(long, value_name = "STEPS", default_value = "1_000_000", value_parser = quantity::parse_count)]
    pub step_limit: u64,
    /// Stack that a single execution may use
    #[arg(long, value_name = "BYTES", default_value = "8MiB", value_parser = quantity::parse_bytes)]
    pub stack_limit: u64,
    /// Memory that a worker may have in all
    #[arg(long, value_name = "BYTES", default_value = "1GiB", value_parser = quantity::parse_bytes)]
    pub memory_limit: u64,
    /// With --all and without a sandbox: call also functions that mention files, processes, sockets, changes of the
    /// environment or foreign code
    #[arg(long, requires = "all")]
    pub allow_effects: bool,
    /// When the code under test runs in a sandbox, where it harms nothing: with --all if the system has one, always, or
    /// never; without a value always
    #[arg(long, value_name = "WHEN", value_enum, default_value_t, num_args = 0..=1, default_missing_value = "always", require_equals = true)]
    pub sandbox: UseSandbox,
    /// Leave out a source of values; may be repeated
    #[arg(long, value_name = "SOURCE", value_enum, help_heading = "Experiments")]
    pub without: Vec<Without>,
    /// What keeps test suites from growing, in algorithms that vary suites: all, none, or some of relative-crossover,
    /// length-in-selection, length-in-elitism, bounded-insertion, with commas between
    #[arg(long, value_name = "CONTROLS", default_value_t, help_heading = "Experiments")]
    pub bloat_control: BloatControl,
}

impl SearchOptions {
    /// The budget that was asked for, or else the greatest of those that these algorithms have by default.
    pub fn budget_of(&self, algorithms: impl IntoIterator<Item = Algorithm>) -> Budget {
        let evaluations = algorithms.into_iter().map(Algorithm::default_evaluations).max();
        self.budget.unwrap_or(Budget { evaluations, seconds: None, stall: None })
    }

    /// Searches at the same time.
    pub fn jobs(&self) -> usize {
        let processors = || thread::available_parallelism().map_or(1, usize::from);
        self.jobs.map_or_else(processors, usize::from)
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

/// What to do with the results.
#[derive(Debug, Args)]
#[command(next_help_heading = "Writing options")]
pub struct WritingOptions {
    /// Only report, write no tests
    #[arg(long, conflicts_with = "write_private")]
    pub no_write: bool,
    /// Write tests of private functions beside the source
    #[arg(long)]
    pub write_private: bool,
    /// End with exit code 3 if there are findings
    #[arg(long)]
    pub fail_on_findings: bool,
}

/// Options of every command.
#[derive(Debug, Args)]
pub struct CommonOptions {
    #[command(flatten)]
    pub selection: SelectionOptions,
    #[command(flatten)]
    pub output: OutputOptions,
    #[command(flatten)]
    pub cargo: CargoArguments,
}

/// Which functions.
#[derive(Debug, Args)]
#[command(next_help_heading = "Selection")]
pub struct SelectionOptions {
    /// All functions, annotated or not; nothing of the package is changed for that
    #[arg(long)]
    pub all: bool,
    /// Only the functions of this path, or whose path ends so or contains this; may be repeated
    #[arg(long, value_name = "NAME")]
    pub only: Vec<String>,
    /// Only this package of the workspace; may be repeated
    #[arg(short, long = "package", value_name = "PACKAGE")]
    pub packages: Vec<String>,
    /// All packages of the workspace
    #[arg(long)]
    pub workspace: bool,
    /// Leave out this package; may be repeated
    #[arg(long, value_name = "PACKAGE", requires = "workspace")]
    pub exclude: Vec<String>,
}

/// What to print.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Output options")]
pub struct OutputOptions {
    /// Format of the results: text for people, or a JSON value a line on standard output
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    pub message_format: MessageFormat,
    /// When to use colour
    #[arg(long, value_name = "WHEN", value_enum, env = "CARGO_TERM_COLOR", hide_env = true, default_value_t)]
    pub color: Color,
    /// Print results and errors only
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Print what cargo and the workers do
    #[arg(short, long)]
    pub verbose: bool,
}

/// A source of values that can be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Without {
    /// Values of other parameters
    Copying,
    /// Zero, one, extremes, powers of two, NaN, the empty text
    SpecialValues,
    /// Literals of the function's source
    Literals,
    /// Operands of conditions that were not met
    Operands,
    /// What a condition wants, written into the input
    InputToState,
    /// Local search on the inputs that matter for a goal
    LocalSearch,
    /// Templates from object construction graphs
    Graph,
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
            Without::Graph => ValueSource::Graph,
        }
    }
}

/// A format of results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum MessageFormat {
    /// Text for people
    #[default]
    Human,
    /// One JSON value a line, on standard output
    Json,
}

/// When to use colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On terminals, unless NO_COLOR is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[cfg(test)]
mod tests {
    use super::compare::COMPARED;
    use super::*;

    fn help_texts(command: &clap::Command, texts: &mut Vec<String>) {
        texts.extend(command.get_about().map(ToString::to_string));
        for argument in command.get_arguments() {
            texts.extend(argument.get_help().map(ToString::to_string));
            let values = argument.get_possible_values();
            texts.extend(values.iter().filter_map(|value| value.get_help()).map(ToString::to_string));
        }
        for command in command.get_subcommands() {
            help_texts(command, texts);
        }
    }

    #[test]
    fn every_help_text_starts_with_a_capital_and_has_no_full_stop() {
        let mut texts = Vec::new();
        help_texts(&CommandLine::command(), &mut texts);
        assert!(texts.len() > 60, "{}", texts.len());
        for text in texts {
            assert!(text.starts_with(char::is_uppercase), "{text}");
            assert!(!text.ends_with('.'), "{text}");
        }
    }

    #[test]
    fn the_command_line_is_consistent() {
        CommandLine::command().debug_assert();
    }

    fn run(arguments: &[&str]) -> RunOptions {
        let arguments = arguments.iter().map(OsString::from);
        match CommandLine::from_arguments(arguments) {
            Command::Run(options) => options,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn cargo_and_people_may_start_it() {
        assert_eq!(run(&["cargo-sbst", "sbst", "--seed", "7"]).search.seed, 7);
        assert_eq!(run(&["cargo-sbst", "--seed", "7"]).search.seed, 7);
        assert_eq!(run(&["cargo-sbst", "run", "--seed", "7"]).search.seed, 7);
    }

    fn refused(arguments: &str) -> String {
        let arguments = arguments.split_whitespace().map(OsString::from).collect();
        let error = CommandLine::parse(arguments).unwrap_err();
        assert_eq!(error.exit_code(), 2);
        error.to_string()
    }

    #[test]
    fn a_comparison_needs_different_algorithms_and_repetitions() {
        let message = refused("cargo-sbst compare --algorithms random,mio,random");
        assert!(
            message.contains("`random` stands twice") && message.contains("cargo sbst compare"),
            "{message}"
        );
        assert!(refused("cargo-sbst compare --repetitions 1").contains("'--repetitions <NUMBER>'"));
        let message = refused("cargo-sbst compare --algorithms hill");
        assert!(ALGORITHMS.iter().all(|name| message.contains(name)), "{message}");
        assert!(refused("cargo-sbst compare --algorithms=").contains("--algorithms"));
    }

    #[test]
    fn a_sandbox_is_asked_for_by_a_word_or_by_its_value() {
        let sandbox = |word: &[&str]| run(&[&["cargo-sbst"], word].concat()).search.sandbox;
        assert_eq!(sandbox(&[]), UseSandbox::Auto);
        assert_eq!(sandbox(&["--sandbox"]), UseSandbox::Always);
        assert_eq!(sandbox(&["--sandbox=never"]), UseSandbox::Never);
    }

    #[test]
    fn effects_are_a_matter_of_whole_crates_that_are_searched() {
        assert!(run(&["cargo-sbst", "--all", "--allow-effects"]).search.allow_effects);
        assert!(!run(&["cargo-sbst", "--all"]).search.allow_effects);
        assert!(refused("cargo-sbst --allow-effects").contains("--all"));
        assert!(refused("cargo-sbst test --all --allow-effects").contains("--allow-effects"));
    }

    #[test]
    fn a_comparison_is_of_known_algorithms_by_default() {
        let options = CommandLine::parse(vec!["cargo-sbst".into(), "compare".into()]).unwrap();
        let Command::Compare(options) = options else { panic!("{options:?}") };
        assert_eq!(
            (options.algorithms.as_slice(), options.repetitions),
            (&COMPARED.map(str::to_owned)[..], 30)
        );
        assert!(COMPARED.iter().all(|name| ALGORITHMS.contains(name)));
    }

    #[test]
    fn all_stands_for_the_algorithms_that_are_not_named() {
        let compared = |names: &str| {
            let arguments = ["cargo-sbst", "compare", "--algorithms", names];
            let command = CommandLine::parse(arguments.map(OsString::from).to_vec()).unwrap();
            let Command::Compare(options) = command else { panic!("{command:?}") };
            options.algorithms
        };
        assert_eq!(compared("all"), ALGORITHMS);
        let random_first = compared("random,all");
        assert_eq!((random_first[0].as_str(), random_first.len()), ("random", ALGORITHMS.len()));
        assert!(refused("cargo-sbst compare --algorithms all,all").contains("`all` stands twice"));
    }

    #[test]
    fn an_unknown_algorithm_is_refused_with_the_known_ones() {
        let error = CommandLine::try_parse_from(["cargo-sbst", "--algorithm", "hill"]).unwrap_err();
        assert_eq!(error.exit_code(), 2);
        let message = error.to_string();
        assert!(ALGORITHMS.iter().all(|name| message.contains(name)), "{message}");
    }
}
