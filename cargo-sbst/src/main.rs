//! `cargo sbst`: finds inputs that cover the conditions of annotated functions, and writes unit tests with them.
//!
//! From here downwards: [`session`] finds what to search (packages by [`discover`], executables by [`search_build`],
//! functions by [`describe`]); [`run`] has [`schedule`] search them with a [`supervisor`] each, reports, and has
//! [`suite`] write the tests; [`mod@shadow`] is what makes whole crates searchable without an annotation; [`compare`] has them searched again and again with several algorithms. Apart from all that,
//! [`mod@test`] runs the user's own tests and shows what they reach, and [`explain`](mod@explain) reads sources only.

mod attribution;
mod cargo_arguments;
mod cargo_configuration;
mod chart;
mod closing_report;
mod compare;
mod compiler_wrapper;
mod console;
mod constants;
mod construction;
mod death;
mod describe;
mod diagnostics;
mod discover;
mod event_log;
mod exit_code;
mod explain;
#[cfg(test)]
mod fake_worker;
#[cfg(test)]
mod fixture;
mod flaky_record;
mod fork_server;
mod interrupt;
mod json;
mod landscape;
mod list;
mod module_files;
mod options;
mod other_conditions;
mod own_build;
mod process_group;
mod progress;
mod quantity;
mod report;
mod run;
mod sandbox;
mod schedule;
mod search_build;
mod search_orders;
mod search_record;
mod seed_tests;
mod selection;
mod session;
mod shadow;
mod stillness;
mod suite;
mod supervisor;
mod test;
mod text_width;
mod through;
mod totals;
mod watched_search;
mod watched_worker;
mod whole_file;
mod worker_directory;
mod worker_process;

use exit_code::{ExitCode, Failure};
use options::{Command, CommandLine};
use std::panic;

fn main() -> std::process::ExitCode {
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
        Command::Run(options) => run::run(options),
        Command::List(options) => list::list(options),
        Command::Compare(options) => compare::compare(options),
        Command::Landscape(options) => landscape::landscape(options),
        Command::Test(options) => test::test(options),
        Command::Explain(options) => explain::explain(options),
    }
}
