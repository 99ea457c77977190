//! The program `cargo-sbst`, which cargo starts for `cargo sbst`, and in the place of the compiler
//! in our builds.

use cargo_sbst::cli::{Command, CommandLine};
use cargo_sbst::command::{explain, list, run, test};
use cargo_sbst::overlay::compiler_wrapper;
use cargo_sbst::ui::exit_code::{ExitCode, Failure};
use cargo_sbst::ui::{console, interrupt};
use cargo_sbst::{compare, landscape};
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
