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
pub mod command;
pub mod cli;
#[cfg(test)]
mod fixture;

use crate::cli::{Command, CommandLine};
use crate::overlay::compiler_wrapper;
use crate::ui::exit_code::{ExitCode, Failure};
use crate::ui::options::OutputOptions;
use crate::ui::{console, interrupt};
use std::panic::{self, UnwindSafe};

/// Runs the program `cargo-sbst`.
pub fn main() -> std::process::ExitCode {
    start(|| execute(&CommandLine::from_arguments(std::env::args_os())))
}

/// Runs a program that can search: its command, or the compiler's wrapper if it was started as that.
pub fn start(command: impl FnOnce() -> Result<ExitCode, Failure> + UnwindSafe) -> std::process::ExitCode {
    if let Some(code) = compiler_wrapper::stand_in() {
        return code;
    }
    let code = match panic::catch_unwind(command) {
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
    let begin = |output: &OutputOptions| {
        console::choose_colour(output.color);
        interrupt::listen()
    };
    match command {
        Command::Run(options) => {
            begin(&options.common.output)?;
            command::run::run(options)
        }
        Command::List(options) => {
            begin(&options.common.output)?;
            command::list::list(options)
        }
        Command::Test(options) => {
            begin(&options.common.output)?;
            command::test::test(options)
        }
        Command::Explain(options) => {
            begin(&options.output)?;
            command::explain::explain(options)
        }
        Command::Compare(arguments) => command::laboratory::run("compare", arguments),
        Command::Landscape(arguments) => command::laboratory::run("landscape", arguments),
    }
}
