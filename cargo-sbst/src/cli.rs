//! The arguments of the program.

use crate::command::check::CheckOptions;
use crate::command::ci::CiOptions;
use crate::command::completions::CompletionsOptions;
use crate::command::explain::ExplainOptions;
use crate::command::history::HistoryOptions;
use crate::command::init::InitOptions;
use crate::command::kill::KillOptions;
use crate::command::laboratory::LabArguments;
use crate::command::list::ListOptions;
use crate::command::merge::MergeOptions;
use crate::command::replay::ReplayOptions;
use crate::command::review::ReviewOptions;
use crate::command::run::RunOptions;
use crate::command::test::TestOptions;
use crate::configuration::{self, Schema};
use crate::overlay::compiler_wrapper;
use crate::ui::exit_code::{self, ExitCode, Failure, OrExit};
use crate::ui::{console, log};
use clap::builder::Styles;
use clap::builder::styling::{AnsiColor, Effects};
use clap::{CommandFactory, Parser, Subcommand};
use std::ffi::OsString;
use std::panic::{self, UnwindSafe};
use std::process::ExitCode as ProcessExitCode;

/// The colours of help texts.
pub const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().effects(Effects::BOLD))
    .usage(AnsiColor::Green.on_default().effects(Effects::BOLD))
    .literal(AnsiColor::Cyan.on_default().effects(Effects::BOLD))
    .placeholder(AnsiColor::Cyan.on_default());

/// Generate unit tests by search for functions with `#[sbst::instrument]`
#[derive(Debug, Parser)]
#[command(name = "cargo-sbst", bin_name = "cargo sbst", version, styles = STYLES, after_help = after_help())]
#[command(args_conflicts_with_subcommands = true)]
pub struct CommandLine {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    run: RunOptions,
}

/// A subcommand.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Search and write tests, as without a command
    #[command(after_help = after_help())]
    Run(Box<RunOptions>),
    /// Run in CI: search within a time budget, report changes since the last run, and fail if nothing
    /// was searched
    #[command(after_help = after_help())]
    Ci(Box<CiOptions>),
    /// Merge the results of a run's shards: write the tests, and report changes since the last run
    #[command(after_help = after_help())]
    Merge(Box<MergeOptions>),
    /// Re-run stored tests, findings and written tests without searching
    #[command(after_help = after_help())]
    Check(Box<CheckOptions>),
    /// Review the tests added, changed or removed by the last run: accept or reject them
    Review(ReviewOptions),
    /// Execute the test case of one finding, and show its panic with a backtrace
    #[command(after_help = after_help())]
    Replay(Box<ReplayOptions>),
    /// List the annotated functions with their parameters and goals
    #[command(after_help = configuration::HELP)]
    List(ListOptions),
    /// Run your own tests, and show the goals they reach
    #[command(after_help = after_help())]
    Test(Box<TestOptions>),
    /// Search for tests that notice the surviving mutants of your tests, and write them
    #[command(after_help = after_help())]
    Kill(Box<KillOptions>),
    /// Explain a function's conditions, their dependences and values, without running it
    Explain(ExplainOptions),
    /// Show the runs in this target directory, with their results
    History(HistoryOptions),
    /// Set up a project: write a commented sbst.toml and a nightly CI job. Overwrites nothing
    Init(InitOptions),
    /// Print a script that completes the arguments of cargo-sbst in a shell
    Completions(CompletionsOptions),
    /// Print the manual page, for man
    Man,
    /// Compare search algorithms over repeated searches (comes with sbst-lab)
    #[command(disable_help_flag = true)]
    Compare(LabArguments),
    /// Draw the distance to a goal over one or two inputs (comes with sbst-lab)
    #[command(disable_help_flag = true)]
    Landscape(LabArguments),
}

fn after_help() -> String {
    format!("{}\n\n{}", configuration::HELP, exit_code::HELP)
}

impl CommandLine {
    /// Parses the arguments of the process: `cargo-sbst sbst …`, as cargo starts it, or `cargo-sbst
    /// …`. Ends the process if they are invalid, or request help.
    pub fn from_arguments(arguments: impl Iterator<Item = OsString>) -> Command {
        CommandLine::parse(without_cargos(arguments, "sbst")).unwrap_or_else(|error| error.exit())
    }

    /// Parses the arguments of the process with those kept in the project and in the environment.
    pub fn from_configured(arguments: impl Iterator<Item = OsString>) -> Result<Command, Failure> {
        let arguments = without_cargos(arguments, "sbst");
        let arguments = configuration::complete(&CommandLine::command(), &schema(), arguments)
            .or_exit(ExitCode::Usage)?;
        Ok(CommandLine::parse(arguments).unwrap_or_else(|error| error.exit()))
    }

    fn parse(arguments: Vec<OsString>) -> Result<Command, clap::Error> {
        let line = CommandLine::try_parse_from(arguments)?;
        let mut command = line.command.unwrap_or(Command::Run(Box::new(line.run)));
        if let Command::Ci(options) = &mut command {
            options.limit();
        }
        if let Command::Replay(options) = &mut command {
            options.want_backtraces();
        }
        Ok(command)
    }
}

/// The keys of the configuration.
pub fn schema() -> Schema {
    Schema::from_program(CommandLine::command())
}

/// Returns the arguments without the subcommand's name, which cargo puts first.
pub fn without_cargos(arguments: impl Iterator<Item = OsString>, subcommand: &str) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.collect();
    if arguments.get(1).is_some_and(|argument| argument == subcommand) {
        arguments.remove(1);
    }
    arguments
}

/// Runs a program that can search: its command, or the compiler's wrapper if it was started as
/// that.
pub fn start(command: impl FnOnce() -> Result<ExitCode, Failure> + UnwindSafe) -> ProcessExitCode {
    if let Some(code) = compiler_wrapper::stand_in() {
        return code;
    }
    log::begin();
    let code = match panic::catch_unwind(command) {
        Ok(Ok(code)) => code,
        Ok(Err(failure)) => {
            console::error(&failure.error);
            failure.code
        }
        Err(_) => {
            let log = log::path().map(|path| format!(" and the log {path}")).unwrap_or_default();
            let please = "this is a bug in cargo-sbst; please report it with the message above";
            console::warning(format_args!("{please}{log}"));
            ExitCode::Internal
        }
    };
    log::end(code);
    code.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::options::UseSandbox;
    use sbst_model::Algorithm;

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
            Command::Run(options) => *options,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn it_starts_with_and_without_cargos_argument() {
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
    fn sandbox_option_works_with_and_without_a_value() {
        let sandbox = |word: &[&str]| run(&[&["cargo-sbst"], word].concat()).search.execution.sandbox;
        assert_eq!(sandbox(&[]), UseSandbox::Auto);
        assert_eq!(sandbox(&["--sandbox"]), UseSandbox::Always);
        assert_eq!(sandbox(&["--sandbox=never"]), UseSandbox::Never);
    }

    #[test]
    fn effects_are_a_matter_of_whole_crates_that_are_searched() {
        assert!(run(&["cargo-sbst", "--all", "--allow-effects"]).search.execution.allow_effects);
        assert!(!run(&["cargo-sbst", "--all"]).search.execution.allow_effects);
        assert!(refused("cargo-sbst --allow-effects").contains("--all"));
        assert!(refused("cargo-sbst test --all --allow-effects").contains("--allow-effects"));
    }

    #[test]
    fn a_search_links_the_library_only_if_it_needs_that() {
        let feature = |arguments: &str| {
            let arguments: Vec<&str> = ["cargo-sbst"].into_iter().chain(arguments.split(' ')).collect();
            run(&arguments).instrumentation().feature
        };
        for name in ["hybrid", "mio", "mosa", "dynamosa", "random"] {
            assert_eq!(feature(&format!("--algorithm {name}")), "search", "{name}");
        }
        for name in ["chaining", "memetic-mio", "classic-mosa", "whole-suite", "avm-lattice"] {
            assert_eq!(feature(&format!("--algorithm {name}")), "library", "{name}");
        }
        assert_eq!(feature("--with graph"), "library");
        assert_eq!(feature("--with graph --symbolic"), "symbolic");
        assert_eq!(feature("--algorithm dse"), "symbolic");
        assert!(run(&["cargo-sbst", "--goals", "panic"]).instrumentation().has_checks);
    }

    #[test]
    fn the_laboratory_gets_its_arguments_as_they_are() {
        let arguments = ["cargo-sbst", "compare", "--help", "--only", "f", "--", "--x"].map(OsString::from);
        let Ok(Command::Compare(parsed)) = CommandLine::parse(arguments.to_vec()) else { panic!() };
        assert_eq!(parsed.arguments, arguments[2..]);
    }

    #[test]
    fn unknown_algorithm_error_lists_all_names() {
        let error = CommandLine::try_parse_from(["cargo-sbst", "--algorithm", "hill"]).unwrap_err();
        assert_eq!(error.exit_code(), 2);
        let message = error.to_string();
        assert!(Algorithm::NAMES.iter().all(|name| message.contains(name)), "{message}");
    }
}
