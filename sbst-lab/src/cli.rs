//! The command line.

use crate::compare::options::CompareOptions;
use crate::landscape::options::LandscapeOptions;
use cargo_sbst::cli::{STYLES, schema, without_cargos};
use cargo_sbst::configuration;
use cargo_sbst::ui::exit_code::{self, ExitCode, Failure, OrExit};
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use std::ffi::OsString;

/// Compare search algorithms, and draw fitness landscapes of goals
#[derive(Debug, Parser)]
#[command(name = "cargo-sbst-lab", bin_name = "cargo sbst", version, styles = STYLES, after_help = exit_code::HELP)]
pub struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

/// A command.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Repeat searches with several algorithms, and compare them statistically
    #[command(after_help = exit_code::HELP)]
    Compare(Box<CompareOptions>),
    /// Draw the distance of executions to a goal, over the values of one or two inputs
    #[command(after_help = exit_code::HELP)]
    Landscape(Box<LandscapeOptions>),
}

impl CommandLine {
    /// Parses the arguments of the process: `cargo-sbst-lab sbst-lab …`, as started by cargo, or
    /// `cargo-sbst-lab …`, with the kept ones. Ends the process if they are invalid, or request
    /// help.
    pub fn from_arguments(arguments: impl Iterator<Item = OsString>) -> Result<Command, Failure> {
        let arguments = without_cargos(arguments, "sbst-lab");
        let arguments = configuration::complete(&CommandLine::command(), &schema(), arguments)
            .or_exit(ExitCode::Usage)?;
        Ok(CommandLine::parse(arguments).unwrap_or_else(|error| error.exit()))
    }

    fn parse(arguments: Vec<OsString>) -> Result<Command, clap::Error> {
        let mut command = CommandLine::try_parse_from(arguments)?.command;
        match &mut command {
            Command::Compare(options) => {
                options.name_all();
                options.check().map_err(|message| refusal("compare", message))?;
            }
            Command::Landscape(options) => {
                // Exactly one function is expected, by the same rules as for --only.
                options.common.selection.only.push(options.function.clone());
            }
        }
        Ok(command)
    }
}

/// The error of a command's options beyond clap's checks.
fn refusal(command: &str, message: String) -> clap::Error {
    let mut line = CommandLine::command();
    line.build();
    let command = line.find_subcommand_mut(command).expect("it is a command");
    command.error(ErrorKind::ValueValidation, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::options::COMPARED;
    use sbst_model::Algorithm;

    #[test]
    fn the_command_line_is_consistent() {
        CommandLine::command().debug_assert();
    }

    fn parse(arguments: &str) -> Result<Command, clap::Error> {
        CommandLine::parse(arguments.split_whitespace().map(OsString::from).collect())
    }

    fn refused(arguments: &str) -> String {
        let error = parse(arguments).unwrap_err();
        assert_eq!(error.exit_code(), 2);
        error.to_string()
    }

    fn compared(arguments: &str) -> CompareOptions {
        match parse(arguments) {
            Ok(Command::Compare(options)) => *options,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_comparison_needs_different_algorithms_and_repetitions() {
        let message = refused("cargo-sbst-lab compare --algorithms random,mio,random");
        assert!(
            message.contains("`random` stands twice") && message.contains("cargo sbst compare"),
            "{message}"
        );
        assert!(refused("cargo-sbst-lab compare --repetitions 1").contains("'--repetitions <NUMBER>'"));
        let message = refused("cargo-sbst-lab compare --algorithms hill");
        assert!(Algorithm::comparable().all(|known| message.contains(known.name())), "{message}");
        assert!(refused("cargo-sbst-lab compare --algorithms dse").contains("possible values"));
        assert!(refused("cargo-sbst-lab compare --algorithms=").contains("--algorithms"));
    }

    #[test]
    fn default_algorithms_of_comparison_exist() {
        let options = compared("cargo-sbst-lab compare");
        assert_eq!((options.algorithms, options.repetitions), (COMPARED.map(str::to_owned).into(), 30));
        assert!(COMPARED.iter().all(|name| Algorithm::NAMES.contains(name)));
    }

    #[test]
    fn all_stands_for_other_algorithms() {
        let compared =
            |names: &str| compared(&format!("cargo-sbst-lab compare --algorithms {names}")).algorithms;
        let all: Vec<&str> = Algorithm::comparable().map(Algorithm::name).collect();
        assert_eq!(compared("all"), all);
        let random_first = compared("random,all");
        assert_eq!((random_first[0].as_str(), random_first.len()), ("random", all.len()));
        let message = refused("cargo-sbst-lab compare --algorithms all,all");
        assert!(message.contains("`all` stands twice"), "{message}");
    }
}
