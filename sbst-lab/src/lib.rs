//! The laboratory of `cargo sbst`: commands for experiments and papers, and their statistics and
//! charts.
//!
//! `cargo sbst compare` and `cargo sbst landscape` run this crate's program, `cargo-sbst-lab`. It
//! uses the code of `cargo-sbst`, so its searches are those of the command.

pub mod chart;
pub mod statistics;

mod compare;
mod landscape;

mod cli;

#[cfg(test)]
#[path = "../../cargo-sbst/src/fixture/description.rs"]
mod fixture;
#[cfg(test)]
#[path = "../../cargo-sbst/src/ui/json_lines/published.rs"]
mod published;
#[cfg(test)]
mod published_lines;

use cargo_sbst::ui::exit_code::{ExitCode, Failure};
use cargo_sbst::ui::json_lines::JsonLines;
#[cfg(test)]
use cargo_sbst::ui::json_lines::Message;
use cargo_sbst::ui::{console, interrupt};
use cli::{Command, CommandLine};

/// Runs the program.
pub fn main() -> std::process::ExitCode {
    cargo_sbst::cli::start(|| execute(&CommandLine::from_arguments(std::env::args_os())?))
}

fn execute(command: &Command) -> Result<ExitCode, Failure> {
    let (name, common) = match command {
        Command::Compare(options) => ("compare", &options.common),
        Command::Landscape(options) => ("landscape", &options.common),
    };
    console::choose_colour(common.output.color);
    interrupt::listen()?;
    JsonLines::begin(&common.output, name)?;
    match command {
        Command::Compare(options) => compare::compare(options),
        Command::Landscape(options) => landscape::landscape(options),
    }
}
