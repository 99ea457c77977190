//! The laboratory of `cargo sbst`: commands for experiments and papers, and their statistics and
//! charts.
//!
//! `cargo sbst compare` and `cargo sbst landscape` run the program `cargo-sbst-lab`, which this
//! crate makes. It builds and searches by the code of `cargo-sbst`, so that its searches are those
//! of the command.

pub mod chart;
pub mod statistics;

mod compare;
mod landscape;

mod cli;

#[cfg(test)]
mod fixture;

use cargo_sbst::ui::exit_code::{ExitCode, Failure};
use cargo_sbst::ui::{console, interrupt};
use cli::{Command, CommandLine};

/// Runs the program.
pub fn main() -> std::process::ExitCode {
    cargo_sbst::cli::start(|| execute(&CommandLine::from_arguments(std::env::args_os())?))
}

fn execute(command: &Command) -> Result<ExitCode, Failure> {
    let common = match command {
        Command::Compare(options) => &options.common,
        Command::Landscape(options) => &options.common,
    };
    console::choose_colour(common.output.color);
    interrupt::listen()?;
    match command {
        Command::Compare(options) => compare::compare(options),
        Command::Landscape(options) => landscape::landscape(options),
    }
}
