//! The parts of `cargo sbst`: finds inputs that cover the conditions of annotated functions, and writes unit tests with them.
//!
//! Modules are declared from the ground up, and imports only go down. From the roof downwards: [`cli`] parses the arguments;
//! a [`command`] opens a [`search::session`], which finds packages ([`cargo`]), builds them ([`build`], with what the compiler is
//! given instead of the user's sources, [`overlay`]) and asks each executable for its functions ([`worker`]); [`search`] has them
//! searched, [`report`] adds up, and [`suite`] writes the tests.
//!
//! This is no stable interface: it is here for `main.rs` and for our own laboratory.

#![allow(missing_docs)]

pub mod ui;
pub mod cargo;
pub mod sandbox;
pub mod source;
pub mod overlay;
pub mod build;
pub mod worker;
pub mod search;
pub mod suite;
pub mod report;
pub mod plot;
pub mod command;
pub mod compare;
pub mod landscape;
pub mod cli;
#[cfg(test)]
mod fixture;

use crate::cli::{Command, CommandLine};
use crate::overlay::compiler_wrapper;
use crate::ui::exit_code::{ExitCode, Failure};
use crate::ui::{console, interrupt};
use std::panic;

/// Runs the program: the command, or the compiler's wrapper if it was started as that.
pub fn main() -> std::process::ExitCode {
    if let Some(code) = compiler_wrapper::stand_in() {
        return code;
    }
    let command = CommandLine::from_arguments(std::env::args_os());
    let code = match panic::catch_unwind(|| execute(&command)) {
        Ok(Ok(code)) => code,
        Ok(Err(failure)) => {
            console::error(&failure.error);
            failure.code
        }
        Err(_) => {
            console::warning("this is an error in cargo-sbst; please report it, with the message above");
            ExitCode::Internal
        }
    };
    code.into()
}

fn execute(command: &Command) -> Result<ExitCode, Failure> {
    let output = match command {
        Command::Run(options) => &options.common.output,
        Command::List(options) => &options.common.output,
        Command::Compare(options) => &options.common.output,
        Command::Landscape(options) => &options.common.output,
        Command::Test(options) => &options.common.output,
        Command::Explain(options) => &options.output,
    };
    console::choose_colour(output.color);
    interrupt::listen()?;
    match command {
        Command::Run(options) => command::run::run(options),
        Command::List(options) => command::list::list(options),
        Command::Compare(options) => compare::compare(options),
        Command::Landscape(options) => landscape::landscape(options),
        Command::Test(options) => command::test::test(options),
        Command::Explain(options) => command::explain::explain(options),
    }
}
