//! The commands of the laboratory, `compare` and `landscape`. The crate `sbst-lab` has them, so
//! that the product builds without dependencies of experiments.

use crate::ui::exit_code::{ExitCode, Failure, OrExit};
use anyhow::{Context, anyhow};
use clap::Args;
use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::process::Command;
use std::{env, io};

/// Arguments that the laboratory parses.
#[derive(Debug, Args)]
pub struct LabArguments {
    #[arg(value_name = "ARGUMENTS", trailing_var_arg = true, allow_hyphen_values = true)]
    pub arguments: Vec<OsString>,
}

/// Runs the laboratory's program, and ends as it does.
pub fn run(command: &str, LabArguments { arguments }: &LabArguments) -> Result<ExitCode, Failure> {
    let program = find_program();
    match replace_process(Command::new(&program).arg(command).args(arguments)) {
        Err(error) if error.kind() == ErrorKind::NotFound => Err(anyhow!(
            "`cargo sbst {command}` comes with the laboratory, which is not installed; install it with \
             `cargo install sbst-lab`"
        ))
        .or_exit(ExitCode::Usage),
        result => {
            let Err(error) = result;
            Err(error).with_context(|| format!("failed to start {}", program.display()))?
        }
    }
}

/// Returns the program beside this one, or else its name, to be found in the `PATH`.
fn find_program() -> PathBuf {
    let name = format!("cargo-sbst-lab{}", env::consts::EXE_SUFFIX);
    let beside = env::current_exe().ok().map(|own| own.with_file_name(&name));
    beside.filter(|program| program.exists()).unwrap_or_else(|| name.into())
}

/// Replaces this process by another program, which then handles signals and exit codes.
#[cfg(unix)]
fn replace_process(command: &mut Command) -> Result<std::convert::Infallible, io::Error> {
    Err(std::os::unix::process::CommandExt::exec(command))
}

/// Runs another program to its end, and ends with its exit code.
#[cfg(not(unix))]
fn replace_process(command: &mut Command) -> Result<std::convert::Infallible, io::Error> {
    let code = command.status()?.code().unwrap_or(i32::from(ExitCode::Internal.number()));
    std::process::exit(code)
}
